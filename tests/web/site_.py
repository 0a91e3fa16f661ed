"""A real server with its page for tests: HTTP without any library, event streams, and a console that knows moves."""
import http.client
import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))  # patience.py
import bot_user  # changes the environment
from patience import PATIENCE_S, until

ENGLISH = {**os.environ, "LC_ALL": "en_GB.UTF-8"}


def small_files(limit):
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, limit if isinstance(limit, tuple) else (limit, limit))


def few_files(count):
    resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))


def small_space(megabytes):
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * 1_000_000, resource.RLIM_INFINITY))


class Site:
    def __init__(self, program, *options, data=None, limit=None, files=None, space=None):
        """`limit`: no file of the server grows beyond so many bytes, as if the disk were full (a pair: what the server
        may be given at most, too); `files`: it may have so many open; `space`: so many megabytes of address
        space."""
        self.program = program
        self.own_data = data is None
        self.data = data or bot_user.make_folder()
        self.log = os.path.join(self.data, "log")
        words = [program, "serve", "--port", "0", "--web-port", "0", "--data", self.data, "--password", "geheim",
                 "--pace", "0", "--no-browser", "--log", self.log, *options]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENGLISH,
                                        preexec_fn=(limit and (lambda: small_files(limit)))
                                        or (files and (lambda: few_files(files)))
                                        or (space and (lambda: small_space(space))))
        self.port = self.web_port = None
        for line in self.process.stdout:
            found = re.search(r"on [0-9.]+:(\d+)", line)
            if found:
                self.port = int(found[1])
            found = re.search(r"page: http://[0-9.]+:(\d+)/", line)
            if found:
                self.web_port = int(found[1])
                break
        if self.web_port is None:
            raise RuntimeError("no page: " + self.process.stderr.read())
        with open(os.path.join(self.data, "web-token")) as file:
            self.token = file.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self, how=signal.SIGTERM, keep=False):
        if self.process.poll() is None:
            self.process.send_signal(how)
        status = self.process.wait(timeout=PATIENCE_S)
        self.complaints = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        if self.own_data and not keep:
            shutil.rmtree(self.data, ignore_errors=True)
        if "Sanitizer" in self.complaints or "runtime error" in self.complaints:
            raise RuntimeError(self.complaints)
        return status

    def raw(self, method, path, body=None, headers=None):
        """Status, headers, bytes."""
        line = http.client.HTTPConnection("127.0.0.1", self.web_port, timeout=PATIENCE_S)
        try:
            line.request(method, path, body, headers or {})
            answer = line.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            line.close()

    def ask(self, method, path, body=None, token=True, seat=None, headers=None):
        """Status and JSON, as the page would ask."""
        sent = dict(headers or {})
        if token:
            sent["X-Kielwasser-Token"] = self.token
        if seat:
            sent["X-Kielwasser-Seat"] = seat
        if method == "POST":
            sent.setdefault("Content-Type", "application/json")
            body = json.dumps({} if body is None else body)
        status, _, text = self.raw(method, path, body, sent)
        return status, json.loads(text)

    def get(self, path):
        status, answer = self.ask("GET", path)
        assert status == 200, (status, answer)
        return answer

    def open(self, game, red="person", blue="person", **more):
        """Opens a game; a seat is "person", "manual" or the name of a built-in player.  Id and secrets."""
        def seat(kind):
            return {"kind": kind} if kind in ("person", "manual") else {"kind": "builtin", "player": kind}
        status, answer = self.ask("POST", "/api/games", {"game": game, "red": seat(red), "blue": seat(blue), **more})
        assert status == 201, (status, answer)
        return answer["id"], answer["secrets"]

    def move(self, id_, secret, ply, words, force=False):
        return self.ask("POST", f"/api/games/{id_}/move", {"ply": ply, "words": words, "force": force}, token=False,
                        seat=secret)

    def wait(self, id_, wanted):
        """The game, as soon as it is as wanted."""
        def look():
            game = self.get(f"/api/games/{id_}")
            return wanted(game) and game
        return until(look, lambda: self.get(f"/api/games/{id_}"))

    def stream(self, subs, last=None, visitor=None):
        return Stream(self.web_port, subs, last, visitor)


class Stream:
    def __init__(self, port, subs, last=None, visitor=None):
        """`visitor` is the address that a proxy of the server names."""
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
        more = f"Last-Event-ID: {last}\r\n" if last else ""
        more += f"X-Forwarded-For: {visitor}\r\n" if visitor else ""
        self.socket.sendall(f"GET /api/events?subs={subs} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{more}\r\n".encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        self.id = None
        while line := self.file.readline().strip():
            if line.startswith(b"X-Kielwasser-Stream: "):
                self.id = line.split()[1].decode()
        self.rest = b""
        if self.status == 200 and not last:
            while b"\n\n" not in self.rest:  # the first comment says that we are listening
                self.read()

    def read(self):
        size = int(self.file.readline(), 16)
        if size == 0:
            raise EOFError
        self.rest += self.file.read(size)
        self.file.readline()

    def next(self, *names):
        """The next event of one of these kinds: name, data; its id is in self.last."""
        while True:
            while b"\n\n" not in self.rest:
                self.read()
            text, self.rest = self.rest.split(b"\n\n", 1)
            fields = dict(line.split(": ", 1) for line in text.decode().split("\n") if not line.startswith(":"))
            if not fields:
                continue
            self.last = fields["id"]
            if not names or fields["event"] in names:
                return fields["event"], json.loads(fields["data"])

    def close(self):
        self.file.close()
        self.socket.close()


class Console:
    """Moves of a position, from our own engine."""

    def __init__(self, program, game):
        self.game = game
        self.process = subprocess.Popen([program, "engine", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, env=ENGLISH)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def moves(self, position):
        assert self.say("position " + position).startswith("ok"), position
        self.say("fill seed=1")
        return self.say("moves").split()[2:]

    def best(self, position):
        """A good move, so that a game gets somewhere; None where there is none."""
        assert self.say("position " + position).startswith("ok"), position
        answer = self.say("go depth=1")
        while answer.startswith("info"):
            answer = self.process.stdout.readline().strip()
        return answer.split()[1] if answer.startswith("bestmove") else None

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
