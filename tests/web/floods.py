#!/usr/bin/env python3
"""Floods against the page: slow requests end, an address that asks too much waits, the owner gets in.  Every flood is
small and bounded, and goes to addresses of this machine only.
usage: floods.py KIELWASSER"""
import contextlib
import http.client
import json
import os
import re
import socket
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from addresses import other_address
from site_ import Site
from patience import PATIENCE_S, until

PROGRAM = sys.argv.pop(1)
# server/limits.h
LIMIT_WEB_PER_ADDRESS = 512
LIMIT_REQUESTS_PER_S, LIMIT_BURST_S = 300, 10
LIMIT_UPLOADS_PER_ADDRESS = 4
FILES = 700  # descriptors: a third of them, without 64, are places of browsers
PLACES = (FILES - 64) // 3
DRIP_S = 4  # between two bytes: a connection that says nothing at all is closed anyway


def connect(site, host="127.0.0.1"):
    return socket.create_connection((host, site.web_port), timeout=PATIENCE_S)


def head_of(site, method, path, *lines):
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{site.web_port}", *lines, "", ""]).encode()


def upload_head(site, length):
    return head_of(site, "POST", "/api/uploads?name=bot.sh", f"X-Kielwasser-Token: {site.token}",
                   "Content-Type: application/octet-stream", f"Content-Length: {length}")


def is_closed(line):
    line.setblocking(False)
    try:
        return line.recv(1 << 16) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


class Drips(threading.Thread):
    """Requests that come byte by byte, begun with the module, because the server waits a while for them."""

    def __init__(self, site):
        super().__init__(daemon=True)
        self.is_over = threading.Event()
        body = head_of(site, "POST", "/api/games", f"X-Kielwasser-Token: {site.token}",
                       "Content-Type: application/json", "Content-Length: 60000")
        self.lines = {name: connect(site) for name in ("head", "body", "upload", "second")}
        self.lines["head"].sendall(b"GET /api/hello HTTP/1.1\r\nX: ")
        self.lines["body"].sendall(body)
        self.lines["upload"].sendall(upload_head(site, 10 ** 6))
        self.lines["second"].sendall(head_of(site, "GET", "/icon.svg"))
        self.lines["second"].recv(1)
        self.stream = site.stream("games")
        self.start()

    def run(self):
        while not self.is_over.wait(DRIP_S):
            for line in self.lines.values():
                with contextlib.suppress(OSError):
                    line.send(b"x")


def setUpModule():
    global site, drips
    site = Site(PROGRAM)
    drips = Drips(site)


def tearDownModule():
    drips.is_over.set()
    drips.join()
    for line in (*drips.lines.values(), drips.stream):
        line.close()
    site.stop()


class Slow(unittest.TestCase):
    def test_a_request_that_comes_byte_by_byte_ends(self):
        """Its head, its body, a file, and the second request of a connection; a stream goes on."""
        for name, line in drips.lines.items():
            until(lambda: is_closed(line), name)
        id_, _ = site.open("hive")
        self.assertEqual(drips.stream.next("games")[1]["id"], id_)
        figures = site.raw("GET", "/metrics")[2].decode()
        self.assertRegex(figures, r"\nkielwasser_slow_total 4\n")


class Uploads(unittest.TestCase):
    def test_few_at_a_time(self):
        lines = [connect(site) for _ in range(LIMIT_UPLOADS_PER_ADDRESS)]
        for line in lines:
            line.sendall(upload_head(site, 10) + b"#!/bin")
        last = http.client.HTTPConnection("127.0.0.1", site.web_port, timeout=PATIENCE_S)
        def send():
            last.request("POST", "/api/uploads?name=bot.sh", b"#!/bin/sh\n",
                         {"X-Kielwasser-Token": site.token, "Content-Type": "application/octet-stream"})
            answer = last.getresponse()
            return answer.status, json.loads(answer.read())
        # The others may still be on their way.
        status, refusal = until(lambda: (answer := send())[0] == 429 and answer)
        self.assertEqual(refusal["code"], "uploads_full")
        for line in lines:
            line.close()
        until(lambda: send()[0] == 201)
        last.close()


class Answered(unittest.TestCase):
    """All places are taken by connections that are being answered, here event streams."""

    def test_the_owner_gets_in(self):
        with Site(PROGRAM, "--web-bind", "0.0.0.0", files=FILES) as site:
            hosts, lines = ["127.0.0.1", other_address() or "127.0.0.1"], []
            for i in range(PLACES):
                lines.append(connect(site, hosts[i % 2]))
                lines[-1].sendall(f"GET /api/events HTTP/1.1\r\nHost: {hosts[i % 2]}:{site.web_port}\r\n\r\n".encode())
                self.assertIn(b" 200 ", lines[-1].recv(64))
            for _ in range(3):
                status, _, text = site.raw("GET", "/api/games", headers={"X-Kielwasser-Token": site.token})
                self.assertEqual(status, 200, text)
            for line in lines:
                line.close()


class FromAnotherMachine(unittest.TestCase):
    def setUp(self):
        self.other = other_address()
        if not self.other:
            self.skipTest("no other address")

    def start(self):
        return Site(PROGRAM, "--web-bind", "0.0.0.0")

    def ask(self, site, **headers):
        line = http.client.HTTPConnection(self.other, site.web_port, timeout=PATIENCE_S)
        line.request("GET", "/api/hello", headers=headers)
        answer = line.getresponse()
        text = answer.read()
        line.close()
        return answer.status, json.loads(text)

    def test_too_many_requests(self):
        with self.start() as site:
            self.assertEqual(self.ask(site)[0], 200)
            with connect(site, self.other) as line:
                self.flood(site, line)
            self.assertEqual(self.ask(site, **{"X-Kielwasser-Token": site.token})[0], 200)
            self.assertEqual(site.raw("GET", "/api/hello")[0], 200)  # loopback without the token
            self.assertRegex(site.raw("GET", "/metrics")[2].decode(),
                             r'kielwasser_over_limit_total\{what="requests"\} [1-9]')
            until(lambda: self.ask(site)[0] == 200)

    def flood(self, site, line):
        """Asks in batches until it is told to wait; a class of 30 that opens the page is far from that."""
        request = f"GET /api/hello HTTP/1.1\r\nHost: {self.other}:{site.web_port}\r\n\r\n".encode()
        answers, statuses = line.makefile("rb"), [200]
        while statuses[-1] == 200 and len(statuses) < 20000:
            if len(statuses) % 100 == 1:
                line.sendall(request * 100)
            statuses.append(self.read_answer(answers))
        self.assertEqual(statuses[-1], 429)
        self.assertGreaterEqual(len(statuses), LIMIT_REQUESTS_PER_S * LIMIT_BURST_S)
        answers.close()

    def read_answer(self, answers):
        status, size = int(answers.readline().split()[1]), 0
        while head := answers.readline().strip():
            found = re.match(rb"(?i)content-length: (\d+)", head)
            size = int(found[1]) if found else size
        answers.read(size)
        return status

    def test_too_many_connections(self):
        """One more than an address may have: the one that has waited longest goes."""
        with self.start() as site:
            lines = []
            for _ in range(LIMIT_WEB_PER_ADDRESS):
                lines.append(connect(site, self.other))
            self.assertEqual(self.ask(site, **{"X-Kielwasser-Token": site.token})[0], 200)
            until(lambda: sum(is_closed(line) for line in lines) == 1)
            self.assertTrue(is_closed(lines[0]))
            self.assertEqual(site.raw("GET", "/api/hello")[0], 200)
            for line in lines:
                line.close()

    def test_a_refused_connection_is_closed(self):
        """So that the browser comes again on a new one, for which there may be a place."""
        with self.start() as site:
            lines = [http.client.HTTPConnection(self.other, site.web_port) for _ in range(LIMIT_WEB_PER_ADDRESS)]
            for line in lines:  # the owner's are not closed for others
                line.request("GET", "/api/hello", headers={"X-Kielwasser-Token": site.token})
                line.getresponse().read()
            line = http.client.HTTPConnection(self.other, site.web_port, timeout=PATIENCE_S)
            line.request("GET", "/api/hello")
            refused = line.getresponse()
            self.assertEqual((refused.status, refused.getheader("Connection")), (503, "close"))
            line.close()
            lines.pop().close()
            until(lambda: self.ask(site)[0] == 200)
            for line in lines:
                line.close()


if __name__ == "__main__":
    unittest.main()
