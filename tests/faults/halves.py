#!/usr/bin/env python3
"""What is half done: uploads whose line is cut, a database that is locked, away or removed under a server, files that
a killed process has begun.  Nothing that was acknowledged is lost, and nothing half is taken for whole.
usage: halves.py BUILD"""
import glob
import os
import pathlib
import shutil
import signal
import socket
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from injection import run_fine
from serving import BOT, PLIES, TWO_PEOPLE, Serving, a_move  # it knows where the others are
from locked import Lock
from patience import PATIENCE_S, until
from site_ import Console

PROGRAM = os.path.join(os.path.abspath(sys.argv.pop(1)), "kielwasser")


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.console = Console(PROGRAM, "piranhas")
        cls.addClassCleanup(cls.console.close)

    def setUp(self):
        self.data = tempfile.mkdtemp(prefix="kielwasser-halves-")
        self.addCleanup(shutil.rmtree, self.data, ignore_errors=True)

    def start(self):
        serving = Serving(PROGRAM, self.data)
        self.assertTrue(serving.is_up(), serving.complaints())
        self.addCleanup(self.end, serving)
        return serving

    def end(self, serving, how=signal.SIGKILL):
        if serving.is_alive():
            serving.end(how)

    def open(self, serving):
        status, told = serving.ask("POST", "/api/games", TWO_PEOPLE)
        self.assertEqual(status, 201, told)
        return told["id"], told["secrets"]

    def play(self, serving, game, first, last):
        """Plays these plies; all are acknowledged."""
        id_, secrets = game
        for ply in range(first, last):
            words = self.console.moves(serving.ask("GET", f"/api/games/{id_}")[1]["position"])[0]
            status, told = serving.ask("POST", f"/api/games/{id_}/move", a_move(ply, words),
                                       seat=secrets["blue" if ply % 2 else "red"])
            self.assertEqual(status, 200, told)

    def plies(self, serving, game):
        return len(serving.ask("GET", f"/api/games/{game[0]}")[1]["plies"])

    def log(self):
        return pathlib.Path(self.data, "log").read_text(encoding="utf-8")

    def database(self):
        return os.path.join(self.data, "kielwasser.db")


class Databases(Case):
    def test_killed_while_another_process_has_the_lock(self):
        serving = self.start()
        game = self.open(serving)
        lock = Lock(self.data)
        try:
            self.play(serving, game, 0, PLIES)
            self.end(serving)
        finally:
            lock.release()
        self.assertEqual(self.plies(self.start(), game), PLIES)

    def test_removed_under_the_server(self):
        """By its owner's mistake: it is said, no new game begins, and the journal keeps what came after it."""
        serving = self.start()
        game = self.open(serving)
        self.play(serving, game, 0, 2)
        for path in glob.glob(self.database() + "*"):
            os.remove(path)
        self.play(serving, game, 2, PLIES)
        status, told = serving.ask("POST", "/api/positions", {"game": "piranhas", "name": "x",
                                                              "position": self.console.say("show").split(" ", 1)[1]})
        self.assertEqual((status, told["code"]), (503, "store_unreadable"), told)
        until(lambda: serving.ask("POST", "/api/games", TWO_PEOPLE)[0] == 503)
        until(lambda: "store-damaged" in self.log())
        self.end(serving, signal.SIGTERM)
        again = Serving(PROGRAM, self.data)
        self.assertFalse(again.is_up())
        self.assertEqual(again.end(), 1)
        self.assertIn("store repair", again.complaints())
        self.assertTrue(glob.glob(self.data + "/journal-*"))

    def test_moved_away_and_back(self):
        serving = self.start()
        game = self.open(serving)
        self.play(serving, game, 0, 2)
        os.rename(self.database(), self.database() + ".away")
        self.play(serving, game, 2, PLIES)
        until(lambda: serving.ask("POST", "/api/games", TWO_PEOPLE)[0] == 503)
        os.rename(self.database() + ".away", self.database())
        self.end(serving)
        self.assertEqual(self.plies(self.start(), game), PLIES)


class Uploads(Case):
    def head(self, serving, length):
        return (f"POST /api/uploads?name=run.sh HTTP/1.1\r\nHost: 127.0.0.1:{serving.web_port}\r\n"
                f"X-Kielwasser-Token: {serving.token}\r\nContent-Type: application/octet-stream\r\n"
                f"Content-Length: {length}\r\n\r\n").encode()

    def uploads(self):
        return glob.glob(self.data + "/bots/uploads/*")

    def test_cut_at_every_place(self):
        """In the head, behind it, in the body, before its last byte: no upload is left, and the next one is whole."""
        serving = self.start()
        whole = self.head(serving, len(BOT)) + BOT
        for end in (1, 30, len(whole) - len(BOT) - 1, len(whole) - len(BOT), len(whole) - 5, len(whole) - 1):
            with socket.create_connection(("127.0.0.1", serving.web_port), timeout=PATIENCE_S) as line:
                line.sendall(whole[:end])
                line.shutdown(socket.SHUT_WR)
                line.recv(1)  # the end, or a refusal
            until(lambda: not self.uploads(), self.uploads)
        status, told = serving.ask("POST", "/api/uploads?name=run.sh", BOT, type_="application/octet-stream")
        self.assertEqual(status, 201, told)

    def test_killed_in_the_middle(self):
        """What a killed server has of an upload is never a bot; the next one works, and it goes in the end."""
        serving = self.start()
        with socket.create_connection(("127.0.0.1", serving.web_port), timeout=PATIENCE_S) as line:
            line.sendall(self.head(serving, 1000) + b"x" * 500)
            until(self.uploads)
            self.end(serving)
        serving = self.start()
        self.assertEqual(serving.ask("GET", "/api/bots")[1]["bots"], [])
        status, told = serving.ask("POST", "/api/uploads?name=run.sh", BOT, type_="application/octet-stream")
        self.assertEqual(status, 201, told)
        status, bot = serving.ask("POST", "/api/bots", {"name": "Nemo", "game": "hive", "main": "run.sh",
                                                        "upload": told["upload"]})
        self.assertEqual(status, 201, bot)
        self.assertEqual(pathlib.Path(bot["folder"], "run.sh").read_bytes(), BOT)


class Files(Case):
    def test_replays_that_were_begun(self):
        serving = self.start()
        game = self.open(serving)
        self.play(serving, game, 0, PLIES)
        self.assertEqual(serving.ask("POST", f"/api/games/{game[0]}/resign", {}, seat=game[1]["red"])[0], 200)
        until(lambda: len(glob.glob(self.data + "/replays/*.kw")) == 1)
        self.end(serving)
        half = pathlib.Path(self.data, "replays", "half.kw.tmp-1")
        half.write_text("kiel", encoding="utf-8")
        serving = self.start()
        self.assertFalse(half.exists())
        self.assertEqual(self.plies(serving, game), PLIES)

    def test_an_export_that_was_begun(self):
        serving = self.start()
        self.play(serving, self.open(serving), 0, PLIES)
        self.end(serving, signal.SIGTERM)
        path = pathlib.Path(self.data, "out.jsonl")
        pathlib.Path(str(path) + ".tmp-").write_text('{"kielwasser":"store"', encoding="utf-8")
        run_fine([PROGRAM, "store", "export", str(path), "--store", self.database()])
        text = path.read_text(encoding="utf-8")
        self.assertEqual(text.count('{"table":"plies"'), PLIES)
        cut = pathlib.Path(self.data, "cut.jsonl")
        cut.write_text(text[:-20], encoding="utf-8")
        with self.assertRaisesRegex(Exception, "line"):
            run_fine([PROGRAM, "store", "import", str(cut), "--store", os.path.join(self.data, "new.db")])


if __name__ == "__main__":
    unittest.main()
