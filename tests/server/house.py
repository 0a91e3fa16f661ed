"""A real server for tests: starts it, knows its port, stops it."""
import contextlib
import glob
import os
import re
import shutil
import socket
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))  # patience.py
import bot_user  # changes the environment
from patience import PATIENCE_S, until


def is_sanitized(program):
    """Whether it needs memory for ASan or TSan."""
    with open(program, "rb") as file:
        text = file.read()
    return b"__asan_init" in text or b"__tsan_init" in text


class Server:
    def __init__(self, program, *options, data=None, cwd=None, pace=("--pace", "0")):
        """`pace`: messages follow each other at once, unless a test is about that."""
        self.program = program
        self.own_data = data is None
        self.data = data or bot_user.make_folder()
        words = [program, "serve", "--no-web", "--port", "0", "--data", self.data, "--password", "geheim",
                 *pace, "--log", os.path.join(self.data, "log"), *options]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd,
                                        env={**os.environ, "LC_ALL": "en_GB.UTF-8"})
        self.port = None
        for line in self.process.stdout:
            found = re.search(r"on [0-9.]+:(\d+)", line)
            if found:
                self.port = int(found[1])
                break
        if self.port is None:
            raise RuntimeError("no server: " + self.process.communicate()[1])

    def settle(self):
        """Waits until the server has dealt with everything it was sent: none of its threads has anything to do.  A
        thread may hand work to another one, or begin one, while they are looked at: so two looks must agree."""
        until(lambda: self.is_idle() and self.is_idle(), "an idle server", every_s=0.001)

    def is_idle(self):
        states = []
        for stat in glob.glob(f"/proc/{self.process.pid}/task/*/stat"):
            with contextlib.suppress(OSError), open(stat, encoding="utf-8") as file:
                states.append(file.read().rpartition(")")[2].split()[0])
        return all(state in "SZ" for state in states)

    def stop(self):
        """TERM; how it ended."""
        self.process.terminate()
        status = self.process.wait(timeout=PATIENCE_S)
        self.process.stdout.close()
        self.process.stderr.close()
        if self.own_data:
            shutil.rmtree(self.data, ignore_errors=True)
        return status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()

    def figures(self):
        """The figures of `kielwasser status`; read from the server's socket, since a process costs more."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE_S)
            line.connect(os.path.join(self.data, "status.sock"))
            text = b""
            while more := line.recv(65536):
                text += more
        rows = (row.split() for row in text.decode().splitlines())
        return {row[0]: float(row[1]) for row in rows if len(row) == 2 and re.fullmatch(r"-?[0-9.]+", row[1])}

    def clock_s(self):
        """What the clocks of players count: without the time in which the server did not run."""
        figures = self.figures()
        return figures["uptime_s"] - figures["gaps_ms"] / 1000

    def wait_by_its_clock(self, seconds, rest=time.sleep):
        end = self.clock_s() + seconds
        while (left := end - self.clock_s()) > 0:
            rest(left)

    def memory_mb(self):
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) / 1024

    def client(self, game, *options):
        return subprocess.Popen([self.program, "client", "--game", game, "--port", str(self.port), *options],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env={**os.environ, "LC_ALL": "en_GB.UTF-8"})

    def talk(self, host="127.0.0.1"):
        return Talk(self.port, host)

    def talk_from_cell(self):
        """As a program that the server has locked in, on one of its lines; None: there are no cells."""
        path = os.path.join(self.data, "cell", "socket")
        return Talk(self.port, path=path) if os.path.exists(path) else None


class Talk:
    """A raw conversation."""

    def __init__(self, port, host="127.0.0.1", path=None):
        if path:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.connect(path)
        else:
            self.socket = socket.create_connection((host, port))
        self.socket.settimeout(PATIENCE_S)
        self.text = ""

    def say(self, text):
        self.socket.sendall(text.encode())

    def hear(self, pattern):
        """Reads until the pattern is there; what matched, and everything up to it is gone."""
        while True:
            found = re.search(pattern, self.text, re.S)
            if found:
                self.text = self.text[found.end():]
                return found
            bytes_ = self.socket.recv(1 << 16)
            if not bytes_:
                raise EOFError(f"the server went before {pattern!r}: {self.text[-500:]!r}")
            self.text += bytes_.decode()

    def hear_end(self):
        """Reads until the server closes; all of it."""
        while True:
            try:
                bytes_ = self.socket.recv(1 << 16)
            except ConnectionError:
                return self.text
            if not bytes_:
                return self.text
            self.text += bytes_.decode()

    def close(self):
        self.socket.close()
