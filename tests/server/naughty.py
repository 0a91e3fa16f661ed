"""Bots that go wrong, and what is left of them: for every test that starts programs."""
import os
import pathlib
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))  # patience.py

# Joins with its reservation and waits until it is asked; what follows is the bot's way to go wrong.
JOINER = """
import os, signal, socket, sys, time
words = dict(zip(sys.argv[1::2], sys.argv[2::2]))
line = socket.create_connection((words["--host"], int(words["--port"])))
line.sendall(b'<protocol><joinPrepared reservationCode="%s" pace="0"/>' % words["--reservation"].encode())
text = b""
while b"oveRequest" not in text:
    text += line.recv(65536)
room = text.split(b'roomId="')[1].split(b'"')[0]
print("asked", flush=True)
"""
ILLEGAL_MOVE = ("line.sendall(b'<room roomId=\"%s\"><data class=\"move\"><to x=\"99\" y=\"99\"/></data></room>' % "
                "room); ")
CRASH = "os.kill(os.getpid(), signal.SIGSEGV)"


def processes(mark):
    """Living processes with this text in their command line."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if mark in words and int(folder.name) != os.getpid():
            found.append(words)
    return found
