"""A server that speaks as the official ones did, and lines to it."""
import fcntl
import selectors
import socket
import struct
import termios

import house
from layout import Splitter
from patience import until

PASSWORD = "examplepassword"  # as in the recordings


class Server(house.Server):
    """Ruleset `server`, no pauses between messages, no server.properties from elsewhere."""

    def __init__(self, program, game, *options):
        super().__init__(program, "--game", game, "--rules", "server", "--pace", "0", "--password", PASSWORD,
                         *options, cwd="/")

    def complaints(self):
        """Stops it; a server that crashed or complained says so."""
        try:
            status = self.stop()
        except Exception as why:  # it did not stop in time
            self.process.kill()
            return "the server does not stop: %s" % why
        return "the server ended with %d" % status if status else ""


class Line:
    def __init__(self, port, selector):
        self.heard, self.is_closed, self.splitter = [], False, Splitter()
        self.was_closed_by_server = False
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.selector = selector
        selector.register(self.socket, selectors.EVENT_READ, self)

    def send(self, text):
        """Sends and waits until the other side's kernel has everything: from then on the server has work to do."""
        try:
            self.socket.sendall(text.encode("utf-8", "surrogateescape"))
            until(lambda: self.is_closed or self.unacknowledged() == 0, "acknowledged bytes", every_s=0.0005)
        except OSError:
            pass  # it was closed: the comparison shows whether it should be

    def unacknowledged(self):
        return struct.unpack("i", fcntl.ioctl(self.socket, termios.TIOCOUTQ, struct.pack("i", 0)))[0]

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
