#!/usr/bin/env python3
"""Matches that others play: workers at one store, and what may happen to them.
usage: worker.py KIELWASSER"""
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from bot_user import make_folder, reachable
from patience import RUN_S, until
from postgres import Postgres

PROGRAM = reachable(sys.argv.pop(1))
# Slow enough that both workers come to play.
MATCH = ["leicht:nodes=60,sleep=2", "zufall", "--game", "piranhas", "--games"]


class Stage(unittest.TestCase):
    def setUp(self):
        self.folder = make_folder("kielwasser-worker-test-")
        self.started = []

    def tearDown(self):
        for process in self.started:
            if process.poll() is None:
                process.kill()
            process.communicate()
        shutil.rmtree(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        path = pathlib.Path(self.path(name))
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    def start(self, *words):
        process = subprocess.Popen([PROGRAM, *words, "--data", self.path("nothing")], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   env={**os.environ, "KIELWASSER_LANG": "en", "TMPDIR": self.folder})
        self.started.append(process)
        return process

    def end(self, process, status=0):
        said = process.communicate(timeout=RUN_S)[0]
        self.assertEqual(process.returncode, status, said)
        return said

    def match(self, *words):
        """A match that is left to others."""
        return self.start("match", *words, "--concurrency", "0")

    def worker(self, *words):
        return self.start("worker", *words)

    def hear(self, process, pattern):
        """Reads lines until one matches."""
        for line in process.stdout:
            found = re.search(pattern, line)
            if found:
                return found
        self.fail(f"{process.args} ended without {pattern!r}")

    def digest(self, said):
        return re.search(r"SHA-256\s+(\w+)", said)[1]

    def alone(self, games):
        return self.digest(self.end(self.start("match", *MATCH, str(games), "--concurrency", "2")))

    def end_all(self, workers):
        """Asked to end, they end."""
        said = []
        for worker in workers:
            worker.send_signal(signal.SIGTERM)
        for worker in workers:
            said.append(self.end(worker))
        return said

    def bot(self, name, player="zufall"):
        # Beside it, because a bot that is shut in sees its own folder and the system only.
        own = shutil.copy(PROGRAM, os.path.dirname(self.path(name)))
        return self.write(name, f'#!/bin/sh\nexec "{own}" client --game piranhas --player {player} "$@"\n')


class Sharing(Stage):
    GAMES = 60

    def share(self, place, disturb=lambda: None):
        """Both have played, and the result is that of one alone; what they said, and how many games they played."""
        match = self.match(*MATCH, str(self.GAMES), "--store", place)
        workers = [self.worker("--store", place, "--name", name, "--concurrency", "1") for name in ("Anna", "Bert")]
        for worker in workers:
            self.hear(worker, "plays leicht")
        disturb()
        said = self.end(match)
        self.assertEqual(self.digest(said), self.alone(self.GAMES))
        said = self.end_all(workers)
        played = [int(re.search(r"leaves, games played: (\d+)", text)[1]) for text in said]
        self.assertGreater(min(played), 0)
        return "".join(said), sum(played)

    def test_two_workers_share_a_match_in_a_file(self):
        self.assertEqual(self.share(self.path("store.sqlite"))[1], self.GAMES)

    def test_two_workers_share_a_match_on_a_server_that_is_killed(self):
        server = Postgres()
        with server as place:
            said, played = self.share(place, server.restart)
        self.assertIn("The store is back", said)
        # What was being handed in when it died may be played twice, but counts once.
        self.assertGreaterEqual(played, self.GAMES)

    def test_the_games_of_a_killed_worker_are_played_by_another(self):
        place = self.path("store.sqlite")
        match = self.match("zufall:sleep=5", "zufall", "--game", "piranhas", "--games", "8", "--store", place)
        victim = self.worker("--store", place, "--concurrency", "2", "--lease", "1")
        self.hear(victim, "plays zufall")
        victim.kill()
        heir = self.worker("--store", place, "--concurrency", "2")
        said = self.end(match)
        alone = self.end(self.start("match", "zufall:sleep=5", "zufall", "--game", "piranhas", "--games", "8"))
        self.assertEqual(self.digest(said), self.digest(alone))
        self.assertIn("leaves, games played: 8\n", self.end_all([heir])[0])

    def ask(self, place, sql):
        with contextlib.closing(sqlite3.connect(place, timeout=RUN_S)) as store, store:
            return store.execute(sql).fetchall()

    def test_closed_pairs_are_left_out_and_counted(self):
        """No worker survives pairs 1 and 3; the same command again gives them more tries."""
        place = self.path("store.sqlite")
        words = ("zufall", "zufall", "--game", "piranhas", "--games", "8", "--store", place, "--out", "o")
        match = self.match(*words)
        self.hear(match, "zufall")
        until(lambda: os.path.exists(place) and self.ask(place, "SELECT 1 FROM sqlite_master WHERE name = 'pairs'")
              and self.ask(place, "SELECT count(*) FROM pairs") == [(4,)])
        self.ask(place, "UPDATE pairs SET state = 3, tries = 3 WHERE pair IN (1, 3)")
        self.end(self.worker("--store", place, "--once"))
        said = self.end(match, 1)
        self.assertRegex(said, r"no worker has survived them: 2\n")
        games = [json.loads(line)["game"] for line in pathlib.Path(self.path("o/games.jsonl")).read_text().splitlines()]
        self.assertEqual(games, [0, 1, 4, 5])
        table = pathlib.Path(self.path("o/summary.csv")).read_text().splitlines()[1:]
        self.assertEqual([row.split(",")[6] for row in table], [*["regular"] * 2, *["unplayed"] * 2] * 2)
        again = self.end(self.start("match", *words))
        self.assertEqual(self.digest(again), self.digest(self.end(self.start("match", *words[:6]))))

    def test_a_worker_ends_when_nothing_is_left(self):
        place = self.path("store.sqlite")
        self.assertIn("leaves, games played: 0\n", self.end(self.worker("--store", place, "--once")))
        match = self.match(*MATCH, "6", "--store", place)
        self.hear(match, "leicht")
        time.sleep(0.3)
        self.assertIn("leaves, games played: 6\n", self.end(self.worker("--store", place, "--once")))
        self.end(match)


class Bots(Stage):
    def test_a_worker_plays_its_own_bots_and_no_others(self):
        place, bot = self.path("store.sqlite"), self.bot("nemo.sh")
        # It meets itself as "nemo A" and "nemo B", and one line is enough for both.
        match = self.match(bot, bot, "--game", "piranhas", "--games", "4", "--pace", "0", "--store", place)
        stranger = self.worker("--store", place, "--name", "stranger")
        self.hear(stranger, "does not play .*no such bot: nemo")
        os.mkdir(self.path("other"))
        self.bot("other/nemo.sh", "leicht")
        self.write("other/bots", "nemo = ./nemo.sh\n")
        liar = self.worker("--store", place, "--name", "liar", "--bots", self.path("other/bots"))
        found = self.hear(liar, "does not play (.*?): (.*)")
        self.assertIn("nemo", found[1])
        self.assertIn("other files", found[2])
        self.write("bots", "# ours\n\nnemo = ./nemo.sh\n")
        friend = self.worker("--store", place, "--name", "friend", "--bots", self.path("bots"))
        said = self.end(match)
        self.assertRegex(said, r"Ends +regular 4\n")
        played = [re.search(r"leaves, games played: (\d)", text)[1] for text in self.end_all([stranger, liar, friend])]
        self.assertEqual(played, ["0", "0", "4"])

    def killer(self):
        """A bot whose worker is killed three times, as soon as the bot runs; then it plays."""
        kills = self.write("kills", "")
        os.chmod(kills, 0o666)
        own = shutil.copy(PROGRAM, self.folder)
        return self.write("killer.sh", f"""#!/bin/sh
if [ $(wc -l < "{kills}") -lt 3 ]; then
    echo run >> "{kills}"
    exec sleep 1000
fi
exec "{own}" client --game piranhas --player zufall "$@"
""")

    def kill_worker(self, words):
        kills = pathlib.Path(self.path("kills"))
        before = kills.read_text()
        worker = self.worker(*words)
        until(lambda: kills.read_text() != before)
        worker.kill()
        self.end(worker, status=-signal.SIGKILL)

    def wait_for_the_end_of_the_lease(self, place):
        def is_over():
            with sqlite3.connect(place) as store:
                return store.execute("SELECT lease FROM pairs WHERE pair = 0").fetchone()[0] < 1000 * time.time()
        until(is_over)

    def test_a_pair_that_kills_three_workers_is_left_out(self):
        place, bot = self.path("store.sqlite"), self.killer()
        self.write("bots", f"killer = {bot}\n")
        match = self.match("zufall", bot, "--game", "piranhas", "--games", "4", "--pace", "0", "--store", place)
        words = ["--store", place, "--bots", "bots", "--sandbox", "off", "--concurrency", "1", "--lease", "1"]
        for _ in range(3):
            self.kill_worker(words)
            self.wait_for_the_end_of_the_lease(place)
        survivor = self.worker(*words)
        said = self.end(match, status=1)
        self.assertIn("pair 0 (games 0 and 1): every worker that played it has died", said)
        self.assertIn("left out because no worker has survived them: 1\n", said)
        self.assertRegex(said, r"Ends +regular 2\n")
        self.assertIn("leaves, games played: 2\n", self.end_all([survivor])[0])

    def test_a_name_that_is_used_again_does_not_try_for_ever(self):
        """A supervisor starts the worker again and again, within its lease."""
        place, bot = self.path("store.sqlite"), self.killer()
        self.write("bots", f"killer = {bot}\n")
        match = self.match("zufall", bot, "--game", "piranhas", "--games", "4", "--pace", "0", "--store", place)
        words = ["--store", place, "--bots", "bots", "--sandbox", "off", "--concurrency", "1", "--name", "Anna"]
        for _ in range(3):
            self.kill_worker(words)
        survivor = self.worker(*words)
        said = self.end(match, status=1)
        self.assertIn("left out because no worker has survived them: 1\n", said)
        self.assertRegex(said, r"Ends +regular 2\n")
        self.end_all([survivor])

    def test_a_bad_list_is_refused_line_by_line(self):
        self.bot("nemo.sh")
        self.write("bots", "Nemo = ./nemo.sh\nNemo = ./nemo.sh\nDory\n= ./nemo.sh\nMarlin = ./marlin\n" +
                   "N" * 80 + " = ./nemo.sh\n")
        said = self.end(self.worker("--store", self.path("store.sqlite"), "--bots", "bots"), status=2)
        for line, words in ((2, "already"), (3, "Name = command"), (4, "Name = command"), (5, "marlin"),
                            (6, "63 characters")):
            self.assertRegex(said, f"bots, line {line}: .*{words}")
        self.assertNotIn("line 1:", said)
        self.assertIn("cannot be read", self.end(self.worker("--store", "x", "--bots", "nowhere"), status=2))

    def test_a_store_that_is_none_is_refused(self):
        self.write("text", "this is no database, but it is long enough to be looked at\n" * 20)
        self.assertNotIn("joined", self.end(self.worker("--store", self.path("text")), status=2))
        self.assertNotIn("joined", self.end(self.worker("--store", "postgresql:///x?host=/nowhere"), status=2))
        self.assertIn("--store", self.end(self.worker(), status=2))


if __name__ == "__main__":
    unittest.main()
