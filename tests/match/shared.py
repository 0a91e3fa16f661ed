#!/usr/bin/env python3
"""Matches at a real PostgreSQL, with workers who come and go: always the same totals.
usage: shared.py KIELWASSER"""
import os
import pty
import random
import re
import subprocess
import threading
import time
import unittest

from stage import PROGRAM, Stage, digest_of
from patience import RUN_S
from postgres import Postgres, find


class Shared(Stage):
    @classmethod
    def setUpClass(cls):
        cls.server = Postgres()
        cls.url = cls.server.__enter__()
        cls.addClassCleanup(cls.server.stop)

    def database(self, name):
        """One that nobody has used."""
        subprocess.run([find("psql"), self.url, "-qc", f"CREATE DATABASE {name}"], check=True)
        return self.url.replace("/postgres", "/" + name)

    def ask(self, place, sql):
        return subprocess.run([find("psql"), place, "-qAtc", sql], check=True, capture_output=True,
                              text=True).stdout.strip()

    def start(self, *words, **options):
        return subprocess.Popen([PROGRAM, *words, "--data", self.path("nothing")], cwd=self.folder,
                                env={**os.environ, "KIELWASSER_LANG": "en", "TMPDIR": self.folder}, **options)

    def quietly(self, *words):
        return self.start(*words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def worker(self, place, name):
        return self.quietly("worker", "--store", place, "--name", name, "--concurrency", "2")

    def test_a_server_and_a_file_have_the_same_games(self):
        words = ("stark:nodes=200", "leicht:nodes=100", "--game", "piranhas", "--games", "16", "--seed", "9")
        digests = {digest_of(self.match(*words, "--concurrency", count)) for count in "18"}
        for count in "18":
            digests.add(digest_of(self.match(*words, "--concurrency", count, "--store", self.database("same" + count))))
        self.assertEqual(len(digests), 1)

    def test_killed_again_and_again_with_two_workers(self):
        words = ("leicht:nodes=100,sleep=3", "stark:nodes=100,sleep=3", "--game", "hive", "--games", "200",
                 "--concurrency", "2", "--out")
        whole = self.match(*words[:-2], "64", "--out", "whole")
        place = self.database("torn")
        begin = {"match": lambda: self.quietly("match", *words, "torn", "--store", place),
                 "one": lambda: self.worker(place, "one"), "two": lambda: self.worker(place, "two")}
        running = {name: start() for name, start in begin.items()}
        chance = random.Random(5)
        kills = 0
        while kills < 50 and running["match"].poll() is None:
            time.sleep(chance.uniform(0, 0.15))
            name = chance.choice(list(begin))
            running[name].kill()
            running[name].wait()
            running[name] = begin[name]()
            kills += 1
        running["match"].wait(timeout=RUN_S)
        torn = self.match(*words, "torn", "--store", place)
        for name in ("one", "two"):
            running[name].terminate()
            running[name].wait()
        self.assertGreater(kills, 20, "the machine was too fast to be killed often")
        self.assertEqual(digest_of(torn), digest_of(whole))
        self.assertEqual(self.essence("torn"), self.essence("whole"))
        self.assertEqual([game["game"] for game in self.games("torn")], list(range(200)))
        self.assertEqual(self.ask(place, "SELECT count(*), count(DISTINCT game) FROM results"), "200|200")
        self.assertGreater(int(self.ask(place, "SELECT count(*) FROM workers WHERE games > 0")), 1)

    def test_only_others_play_and_one_sees_how_many(self):
        place = self.database("others")
        words = ("zufall", "leicht:nodes=50,sleep=5", "--game", "penguins", "--games", "12")
        here = self.match(*words)
        worker = self.worker(place, "only")
        self.wait_for_workers(place, 1)
        terminal, stderr = pty.openpty()
        run = self.start("match", *words, "--concurrency", "0", "--store", place, stdout=subprocess.PIPE, stderr=stderr,
                         text=True)
        os.close(stderr)
        lines = []
        reader = threading.Thread(target=self.read_terminal, args=(terminal, lines))
        reader.start()
        said = run.communicate(timeout=RUN_S)[0]
        reader.join()
        worker.terminate()
        worker.wait()
        self.assertEqual(digest_of(said), digest_of(here))
        self.assertRegex("".join(lines), "workers: 1 ")

    def wait_for_workers(self, place, count):
        """Until so many have said hello; before the first there may be no table yet."""
        while True:
            asked = subprocess.run([find("psql"), place, "-qAtc", "SELECT count(*) FROM workers"], capture_output=True,
                                   text=True)
            if asked.returncode == 0 and int(asked.stdout) >= count:
                return
            time.sleep(0.05)

    def read_terminal(self, terminal, lines):
        with open(terminal, "rb", closefd=True, buffering=0) as file:
            try:
                while text := file.read(4096):
                    lines.append(text.decode(errors="replace"))
            except OSError:  # its other side is closed
                pass

    def test_the_server_is_away_for_a_while(self):
        place = self.database("away")
        words = ("zufall", "leicht:nodes=50,sleep=2", "--game", "penguins", "--games", "40", "--concurrency", "4")
        here = self.match(*words)
        run = self.start("match", *words, "--store", place, "--out", self.path("o"), stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True)
        while not os.path.exists(self.path("o/games.jsonl")) or os.path.getsize(self.path("o/games.jsonl")) < 100:
            time.sleep(0.01)
        self.server.kill()
        time.sleep(0.3)
        self.server.start()
        said = run.communicate(timeout=RUN_S)[0]
        self.assertEqual(run.returncode, 0, said)
        self.assertEqual(digest_of(said), digest_of(here))
        self.assertEqual(len(re.findall("as soon as the database is back", said)), 1, said)

    def test_a_server_that_is_not_there(self):
        said = self.match("zufall", "zufall", "--game", "hive", "--store", "postgresql://nobody:secret@127.0.0.1:1/x",
                          status=2)
        self.assertIn("cannot be reached", said)
        self.assertNotIn("secret", said)


if __name__ == "__main__":
    unittest.main()
