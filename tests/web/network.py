#!/usr/bin/env python3
"""A server and a guest on two machines, which are two network namespaces: the owner opens the network from the page,
the guest joins and plays, and what is closed again is closed."""
import json
import os
import random
import shutil
import subprocess
import sys
import unittest

from site_ import Console, Site
from patience import PATIENCE_S

PROGRAM = sys.argv.pop(1)
HOST, GUEST = "198.18.7.1", "198.18.7.2"  # addresses for tests between machines


def ip(*words):
    return subprocess.run(["ip", *words], capture_output=True, text=True)


def can_make_namespaces():
    if os.geteuid() != 0 or not shutil.which("ip"):
        return False
    name = f"kw{os.getpid()}t"
    is_made = ip("netns", "add", name).returncode == 0
    ip("netns", "del", name)
    return is_made


class Machines:
    """Two namespaces and the line between them."""

    def __init__(self):
        self.names = [f"kw{os.getpid()}{end}" for end in "ab"]
        for name in self.names:
            self.must("netns", "add", name)
        self.must("link", "add", self.names[0], "type", "veth", "peer", "name", self.names[1])
        for name, address in zip(self.names, (HOST, GUEST)):
            self.must("link", "set", name, "netns", name)
            self.must("-n", name, "addr", "add", f"{address}/24", "dev", name)
            for device in (name, "lo"):
                self.must("-n", name, "link", "set", device, "up")

    @staticmethod
    def must(*words):
        done = ip(*words)
        assert done.returncode == 0, (words, done.stderr)

    def close(self):
        for name in self.names:
            ip("netns", "del", name)

    def on(self, number, *words, **more):
        return subprocess.run(["ip", "netns", "exec", self.names[number], *words], capture_output=True, text=True,
                              timeout=PATIENCE_S, **more)


ASK = """
import http.client, json, sys
host, port, questions = sys.argv[1], int(sys.argv[2]), json.load(sys.stdin)
for method, path, body, headers in questions:
    try:
        line = http.client.HTTPConnection(host, port, timeout=5)
        line.request(method, path, body, {"Content-Type": "application/json", **headers})
        answer = line.getresponse()
        print(json.dumps([answer.status, json.loads(answer.read())]))
    except OSError as error:
        print(json.dumps([0, {"code": type(error).__name__}]))
"""


class Network(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not can_make_namespaces():
            raise unittest.SkipTest("two machines need root and network namespaces (ip netns)")
        cls.machines = Machines()

    @classmethod
    def tearDownClass(cls):
        cls.machines.close()

    def serve(self, *options):
        """A server on the first machine; the site's own questions come from there."""
        wrapper = os.path.join(self.folder, "kielwasser")
        with open(wrapper, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\nexec ip netns exec {self.machines.names[0]} {PROGRAM} \"$@\"\n")
        os.chmod(wrapper, 0o755)
        self.site = Site(wrapper, *options)
        self.addCleanup(self.site.stop)

    def setUp(self):
        self.folder = f"/tmp/kw{os.getpid()}"
        os.makedirs(self.folder, exist_ok=True)
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.console = Console(PROGRAM, "piranhas")
        self.addCleanup(self.console.close)

    def ask_from(self, number, host, method, path, body=None, headers=None):
        question = [[method, path, None if body is None else json.dumps(body), headers or {}]]
        done = self.machines.on(number, sys.executable, "-c", ASK, host, str(self.site.web_port),
                                input=json.dumps(question))
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def owner(self, method, path, body=None, seat=None, host="127.0.0.1"):
        headers = {"X-Kielwasser-Token": self.site.token}
        if seat:
            headers["X-Kielwasser-Seat"] = seat
        return self.ask_from(0, host, method, path, body, headers)

    def guest(self, method, path, body=None, seat=None, **headers):
        if seat:
            headers["X-Kielwasser-Seat"] = seat
        return self.ask_from(1, HOST, method, path, body, headers)

    def test_an_opened_network(self):
        self.serve()
        self.assertEqual(self.owner("GET", "/api/network"), [200, {"guests": "watch", "network": None, "bound": False}])
        self.assertEqual(self.guest("GET", "/api/hello")[0], 0)  # closed: nobody listens
        status, answer = self.owner("POST", "/api/network", {"open": True})
        address = f"http://{HOST}:{self.site.web_port}/"
        self.assertEqual((status, answer["network"]), (200, [address]))
        self.assertEqual(self.owner("POST", "/api/network", {"open": True})[1]["network"], [address])  # it is open
        self.assertEqual(self.owner("GET", "/api/status")[1]["network"], [address])

        # The guest has been handed a link to a seat, and plays.
        _, opened = self.owner("POST", "/api/games", {"game": "piranhas", "red": {"kind": "person"},
                                                      "blue": {"kind": "person"}})
        id_, keys = opened["id"], opened["secrets"]
        blue = "0123456789abcdef" * 2
        self.assertEqual(self.guest("POST", f"/api/games/{id_}/join", {"secret": blue, "name": "Mia"}, keys["blue"])[0],
                         200)
        rng = random.Random(1)
        for ply in range(6):
            game = self.guest("GET", f"/api/games/{id_}")[1]
            self.assertEqual(game["ply"], ply)
            body = {"ply": ply, "words": rng.choice(self.console.moves(game["position"]))}
            asker, seat = (self.owner, keys["red"]) if game["side"] == "red" else (self.guest, blue)
            self.assertEqual(asker("POST", f"/api/games/{id_}/move", body, seat)[0], 200)
        self.assertEqual(self.owner("POST", f"/api/games/{id_}/draw", {}, keys["red"])[0], 200)
        self.assertEqual(self.guest("POST", f"/api/games/{id_}/accept", {}, blue)[0], 200)
        self.assertEqual(self.owner("GET", f"/api/games/{id_}")[1]["result"]["cause"]["red"], "AGREED")

        # It is no owner, whatever it says.
        for path, body in (("/api/network", {"open": False}), ("/api/guests", {"mode": "play"}), ("/api/games", {})):
            self.assertEqual(self.guest("POST", path, body)[0], 403, path)
        stolen = {"X-Kielwasser-Token": self.site.token}  # the network is the business of those at the machine
        self.assertEqual(self.guest("POST", "/api/network", {"open": False}, **stolen)[1]["code"], "no_token")
        self.assertEqual(self.guest("GET", "/api/hello", Host="kielwasser.example")[1]["code"], "bad_host")
        self.assertEqual(self.guest("GET", "/api/hello", Origin="http://evil.example")[1]["code"], "bad_origin")

        # With guests that may play it opens a game of its own.
        wish = {"game": "piranhas", "red": {"kind": "person"}, "blue": {"kind": "builtin", "player": "leicht"}}
        self.assertEqual(self.guest("POST", "/api/games", wish)[1]["code"], "guests_watch")
        self.owner("POST", "/api/guests", {"mode": "play"})
        self.assertEqual(self.guest("POST", "/api/games", wish)[0], 201)

        self.assertEqual(self.owner("POST", "/api/network", {"open": False})[1]["network"], None)
        self.assertEqual(self.guest("GET", "/api/hello")[0], 0)
        self.assertEqual(self.owner("GET", "/api/hello")[0], 200)

    def test_open_lines_are_cut(self):
        """A stream of a guest ends when the network is closed."""
        self.serve()
        self.owner("POST", "/api/network", {"open": True})
        reader = ("import socket, sys\n"
                  f"line = socket.create_connection(('{HOST}', {self.site.web_port}))\n"
                  f"line.sendall(b'GET /api/events HTTP/1.1\\r\\nHost: {HOST}:{self.site.web_port}\\r\\n\\r\\n')\n"
                  "print(line.recv(100)[:12].decode(), flush=True)\n"
                  "while line.recv(4096): pass\n"
                  "print('over')\n")
        child = subprocess.Popen(["ip", "netns", "exec", self.machines.names[1], sys.executable, "-c", reader],
                                 stdout=subprocess.PIPE, text=True)
        self.assertEqual(child.stdout.readline().strip(), "HTTP/1.1 200")
        self.owner("POST", "/api/network", {"open": False})
        self.assertEqual(child.communicate(timeout=PATIENCE_S)[0].strip(), "over")

    def test_a_server_that_was_started_open(self):
        self.serve("--web-bind", "0.0.0.0", "--guests", "off")
        self.assertEqual(self.owner("POST", "/api/network", {"open": False})[1]["code"], "network_bound")
        self.assertEqual(self.owner("POST", "/api/network", {"open": True})[0], 200)
        self.assertEqual(self.owner("POST", "/api/network", {})[0], 400)
        self.assertEqual(self.guest("GET", "/api/games")[1]["code"], "guests_off")
        self.assertEqual(self.guest("GET", "/api/hello")[1]["guests"], "off")

    def test_a_port_that_is_taken(self):
        self.serve()
        holder = subprocess.Popen(["ip", "netns", "exec", self.machines.names[0], sys.executable, "-c",
                                   f"import socket, sys; s = socket.create_server(('{HOST}', {self.site.web_port}));"
                                   "print('there', flush=True); sys.stdin.read()"],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        holder.stdout.readline()
        status, answer = self.owner("POST", "/api/network", {"open": True})
        self.assertEqual((status, answer["code"]), (409, "network_refused"))
        holder.communicate(timeout=PATIENCE_S)


if __name__ == "__main__":
    unittest.main()
