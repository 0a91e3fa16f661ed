"""A real server of ours, and lines to it."""
import os
import re
import selectors
import signal
import socket
import subprocess
import tempfile

from transcripts import Splitter

PASSWORD = "examplepassword"


class Server:
    """A real `kielwasser serve` on a free port, with a data folder of its own."""

    def __init__(self, program, game, *options):
        self.folder = tempfile.TemporaryDirectory(prefix="golden")
        words = [program, "serve", "--game", game, "--rules", "server", "--port", "0", "--pace", "0",
                 "--password", PASSWORD, "--data", self.folder.name, *options]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        cwd=self.folder.name, env={**os.environ, "LC_ALL": "C", "KIELWASSER_LANG": "en"})
        line = self.process.stdout.readline()
        found = re.search(r"ready on .*:(\d+)", line)
        if not found:
            raise RuntimeError("the server does not start: " + line + self.process.stderr.read())
        self.port = int(found[1])

    def stop(self):
        """The complaints of its last words; a server that crashed has some."""
        self.process.send_signal(signal.SIGTERM)
        try:
            _, complaints = self.process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            _, complaints = self.process.communicate()
            complaints += "\nhad to be killed"
        self.folder.cleanup()
        if self.process.returncode != 0:
            return "the server ended with %d\n%s" % (self.process.returncode, complaints)
        return ""


class Line:
    def __init__(self, port, selector):
        self.heard, self.is_closed, self.splitter = [], False, Splitter()
        self.was_closed_by_server = False
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.selector = selector
        selector.register(self.socket, selectors.EVENT_READ, self)

    def send(self, text):
        try:
            self.socket.sendall(text.encode("utf-8", "surrogateescape"))
        except OSError:
            pass  # it was closed: the comparison shows whether it should be

    def read(self):
        try:
            chunk = self.socket.recv(1 << 20)
        except OSError:
            chunk = b""
        if chunk:
            self.heard += self.splitter.feed(chunk)
        else:
            self.is_closed = self.was_closed_by_server = True
            self.selector.unregister(self.socket)

    def close(self):
        if not self.is_closed:
            self.selector.unregister(self.socket)
        self.socket.close()
        self.is_closed = True
