#!/usr/bin/env python3
"""Servers with little memory (a limit of their address space): requests and games are refused with a sentence, the
server and its running games go on, and nothing that was acknowledged is lost.
usage: memory.py KIELWASSER"""
import contextlib
import http.client
import io
import json
import os
import resource
import shutil
import signal
import socket
import sys
import tempfile
import threading
import unittest
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "web"))
from house import Talk
from patience import PATIENCE_S, until
from site_ import Console, Site

PROGRAM = os.path.abspath(sys.argv.pop(1))
GAMES = ("penguins", "mississippi", "hive", "piranhas")
PLAYER = "stark:time=10"
LIMITS = ("--soft", "20000", "--hard", "30000")  # players of a busy machine are in time, those that wait for ever not
PACE_MS = 150  # between two moves of such players, so that they cost little
PLIES = 12  # of a game of people
TALKS = 80  # programs that hold back the end of a long message
HINTS = 1500  # elements of it; LIMIT_XML_BYTES of server/limits.h is more
TURNED_AWAY = {"memory_short", "no_memory", "busy", "connections_full", "requests_full", "uploads_full", "streams_full"}
BROKEN = (ConnectionError, http.client.HTTPException)  # a connection that got no memory at all


def archive():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as zip_:
        for number in range(20):
            zip_.writestr(f"file{number}.py", f"print({number})\n" * 1000)
    return packed.getvalue()


class People(threading.Thread):
    """Two people who play a game over HTTP, whatever happens; `moves` were acknowledged."""

    def __init__(self, site, console):
        super().__init__()
        self.site, self.console = site, console
        self.id, self.secrets = site.open("piranhas")
        self.moves = []
        self.trouble = None

    def look(self):
        with contextlib.suppress(*BROKEN):
            status, game = self.site.ask("GET", f"/api/games/{self.id}")
            return game if status == 200 else None

    def play(self):
        while len(self.moves) < PLIES:
            game = until(self.look, "the game of people")
            if game["ply"] > len(self.moves):  # it was played, but its answer was lost
                self.moves.append(game["plies"][len(self.moves)]["words"])
                continue
            words = self.console.moves(game["position"])[0]
            with contextlib.suppress(*BROKEN):
                status, answer = self.site.move(self.id, self.secrets[game["side"]], game["ply"], words)
                if status == 200:
                    self.moves.append(words)
                elif answer.get("code") not in TURNED_AWAY:
                    raise AssertionError((status, answer))

    def run(self):
        try:
            self.play()
        except BaseException as trouble:  # for the test's own thread
            self.trouble = trouble


class Visitors(threading.Thread):
    """Browsers that read, upload and listen; `refused` are the codes of what they did not get."""

    def __init__(self, site, games):
        super().__init__()
        self.site, self.games = site, games
        self.refused, self.strange = [], []
        self.streams = []

    def ask(self, method, path, body=None, headers=None):
        try:
            status, _, text = self.site.raw(method, path, body, {"X-Kielwasser-Token": self.site.token,
                                                                 **(headers or {})})
        except BROKEN:
            self.refused.append("closed")
            return
        if status in (429, 503):
            answer = json.loads(text)
            known = answer["code"] in TURNED_AWAY and answer["de"] and answer["en"]
            (self.refused if known else self.strange).append(answer["code"])
        elif status not in (200, 201, 400, 404, 422):
            self.strange.append((status, path, text[:200]))

    def run(self):
        packed = archive()
        for _ in range(3):
            for path in ("/api/games", "/api/hello", "/metrics", "/api/bots", "/", "/api/tests"):
                self.ask("GET", path)
            for id_ in self.games:
                for ending in ("", ".kw", ".xml.gz"):
                    self.ask("GET", f"/api/games/{id_}{ending}")
            self.ask("POST", "/api/uploads?name=bot.zip", packed, {"Content-Type": "application/octet-stream"})
            self.ask("POST", "/api/games", json.dumps({"game": "hive", "red": {"kind": "x" * 60000}}),
                     {"Content-Type": "application/json"})
            with contextlib.suppress(*BROKEN, IndexError, ValueError):
                self.streams.append(self.site.stream("games"))


class Memory(unittest.TestCase):
    def setUp(self):
        self.data = tempfile.mkdtemp(prefix="kielwasser-")
        self.addCleanup(shutil.rmtree, self.data, ignore_errors=True)
        self.console = Console(PROGRAM, "piranhas")
        self.addCleanup(self.console.close)

    def start(self, megabytes):
        site = Site(PROGRAM, "--pace", "1", *LIMITS, data=self.data, space=megabytes)
        self.addCleanup(lambda: site.process.poll() is None and site.stop())
        return site

    def figures(self, site):
        """What `kielwasser status` says."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE_S)
            line.connect(os.path.join(site.data, "status.sock"))
            text = b""
            while more := line.recv(65536):
                text += more
        return {key: float(value) for key, value in (row.split() for row in text.decode().splitlines())}

    def open_built_in(self, site):
        """Games of built-in players; those that were refused got a reason."""
        opened = []
        for game in GAMES * 2:
            seat = {"kind": "builtin", "player": PLAYER}
            status, answer = site.ask("POST", "/api/games", {"game": game, "red": seat, "blue": seat,
                                                             "paceMs": PACE_MS})
            if status == 201:
                opened.append(answer["id"])
            else:
                self.assertEqual((status, answer["code"]), (503, "memory_short"), answer)
                self.assertIn("short of memory", answer["en"])
        return opened

    def fill(self, site):
        """Programs that make the server keep much, and passwords; each of them is answered or closed."""
        talks = []
        for number in range(TALKS):
            with contextlib.suppress(ConnectionError):
                talk = Talk(site.port)
                talks.append(talk)
                if number % 8 == 0:
                    talk.say('<protocol><authenticate password="geheim"/>')
                else:
                    talk.say("<protocol><prepare>" + '<slot displayName="much" reserved="false"/>' * HINTS)
        return talks

    def check(self, site, opened, people, visitors):
        self.assertIsNone(site.process.poll(), "the server is gone")
        figures = self.figures(site)
        self.assertGreater(figures["memory_refused"], 0)
        self.assertEqual(figures["house_faults"], 0)
        self.assertIsNone(people.trouble)
        for visitor in visitors:
            self.assertEqual(visitor.strange, [])
        return opened

    def storm(self, site):
        people = People(site, self.console)
        opened = self.open_built_in(site)
        visitors = [Visitors(site, [people.id, *opened[:2]]) for _ in range(4)]
        for thread in [people, *visitors]:
            thread.start()
        talks = self.fill(site)
        for thread in [*visitors, people]:
            thread.join()
        self.check(site, opened, people, visitors)
        for talk in talks:
            talk.close()
        for visitor in visitors:
            for stream in visitor.streams:
                stream.close()
        return people, opened

    def game(self, site, id_, wanted):
        """The game as soon as it is as wanted; one that is over may have to wait for memory."""
        def look():
            with contextlib.suppress(*BROKEN):
                status, game = site.ask("GET", f"/api/games/{id_}")
                self.assertIn(status, (200, 503), game)
                return status == 200 and wanted(game) and game
        return until(look, lambda: site.ask("GET", f"/api/games/{id_}"))

    def expect_progress(self, site, games):
        """Every game gets further, or has ended by the rules."""
        for id_ in games:
            before = self.game(site, id_, lambda game: True)["ply"]
            game = self.game(site, id_, lambda game, ply=before: game["phase"] == "over" or game["ply"] > ply)
            if game["phase"] == "over":
                self.assertEqual(game["result"]["cause"]["red"], "REGULAR", game)

    def play(self, megabytes):
        site = self.start(megabytes)
        people, opened = self.storm(site)
        resource.prlimit(site.process.pid, resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        until(lambda: self.figures(site)["memory_short"] == 0, "memory")
        self.expect_progress(site, opened)
        opened += self.open_built_in(site)[:1]
        site.stop(signal.SIGKILL)
        site = self.start(megabytes)
        game = self.game(site, people.id, lambda game: True)
        self.assertEqual([ply["words"] for ply in game["plies"]], people.moves)
        self.expect_progress(site, opened[:3])
        self.assertEqual(self.figures(site)["house_faults"], 0)
        self.assertEqual(site.stop(), 0, site.complaints)

    def test_150_megabytes(self):
        self.play(150)

    def test_250_megabytes(self):
        self.play(250)

    def test_400_megabytes(self):
        self.play(400)


if __name__ == "__main__":
    unittest.main()
