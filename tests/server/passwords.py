#!/usr/bin/env python3
"""Guesses of the administrator's password from this machine: the owner gets in, and the server stays.
usage: passwords.py KIELWASSER"""
import contextlib
import os
import socket
import sys
import time
import unittest

from house import Server
from patience import PATIENCE_S, until

PROGRAM = os.path.abspath(sys.argv.pop(1))
GUESS = b'<authenticate password="guess"/>'
CROWD = 800  # connections, each with several guesses at once
OTHER_ACCOUNT = 12345  # need not be in the list of accounts


def connect(server):
    line = socket.socket()
    line.settimeout(PATIENCE_S)
    line.connect(("127.0.0.1", server.port))
    return line


class Passwords(unittest.TestCase):
    def prepare(self, server):
        """Is the right password accepted?"""
        owner = server.talk()
        owner.say('<protocol><authenticate password="geheim"/><prepare gameType="swc_2023_penguins"/>')
        answer = owner.hear("<(prepared|errorpacket) ")[1]
        owner.close()
        return answer == "prepared"

    def test_many_guesses_at_once(self):
        """Those beyond the places fall due together; each answer lets its connection guess again."""
        with Server(PROGRAM) as server:
            crowd = [connect(server) for _ in range(CROWD)]
            for line in crowd:
                line.sendall(b"<protocol>" + 6 * GUESS)
            for line in crowd:
                self.assertIn(b"<protocol>", line.recv(65536))
            for line in crowd:
                line.close()
            until(lambda: self.prepare(server), "a place for the right password")

    @unittest.skipUnless(os.geteuid() == 0, "only root can be another account")
    def test_another_account_guesses(self):
        """It counts as an address of its own: a new connection for each guess does not help it."""
        with Server(PROGRAM) as server:
            child = os.fork()
            if child == 0:
                os.setuid(OTHER_ACCOUNT)
                self.guess_for_ever(server)
            try:
                time.sleep(0.5)  # so that its guesses wait
                self.assertEqual([self.prepare(server) for _ in range(5)], [True] * 5)
            finally:
                os.kill(child, 9)
                os.waitpid(child, 0)

    def guess_for_ever(self, server):
        lines = []
        while True:
            with contextlib.suppress(OSError):
                lines.append(connect(server))
                lines[-1].sendall(b"<protocol>" + 6 * GUESS)
            if len(lines) > 100:
                lines.pop(0).close()


if __name__ == "__main__":
    unittest.main()
