#!/usr/bin/env python3
"""Servers that are killed, stopped or doubled: nothing that was acknowledged is lost.
usage: crash.py KIELWASSER"""
import glob
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

from house import Server
from patience import RUN_S, until
from piranhas_bot import ask, pair

PROGRAM = os.path.abspath(sys.argv.pop(1))
KILLS = 5
PAIRS = 3


def kill(server):
    server.process.kill()
    server.process.wait()
    server.process.stdout.close()
    server.process.stderr.close()


class Case(unittest.TestCase):
    def setUp(self):
        self.data = tempfile.mkdtemp(prefix="kielwasser-")
        self.addCleanup(shutil.rmtree, self.data, ignore_errors=True)
        self.log = os.path.join(self.data, "log")

    def start(self, *options):
        return Server(PROGRAM, "--pace", "1", "--soft", "60000", "--hard", "90000",
                      "--log", self.log, *options, data=self.data)

    def words(self, number):
        return [row[0] for row in ask(self.data, "SELECT words FROM plies WHERE game = ? ORDER BY ply", number)]

    def check_replay(self, stem, plies):
        """Both files are there, and our own reader finds nothing wrong."""
        for ending in (".kw", ".xml.gz"):
            done = subprocess.run([PROGRAM, "replay", os.path.join(self.data, stem + ending)], capture_output=True,
                                  text=True, env={**os.environ, "LC_ALL": "en_GB.UTF-8"})
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"{plies} moves", done.stdout.splitlines()[0])

    def replay_of(self, number):
        find = lambda: ask(self.data, "SELECT replay FROM games WHERE number = ? AND replay IS NOT NULL", number)
        return until(find)[0][0]


class Killed(Case):
    def test_every_move_that_was_seen_is_there(self):
        for _ in range(KILLS):
            server = self.start()
            bots = [bot for _ in range(PAIRS) for bot in pair(server)]
            time.sleep(random.uniform(0.02, 0.9))
            kill(server)
            for bot in bots:
                bot.join()
            with self.start():
                for red, blue in zip(bots[::2], bots[1::2]):
                    self.check_game(red, blue)
        self.assertEqual(glob.glob(self.data + "/journal-*"), [])

    def check_game(self, red, blue):
        seen = max(red.seen, blue.seen, key=len)
        found = ask(self.data, "SELECT number, red_cause, blue_cause FROM games WHERE id = ?", red.room)
        if not found:  # a game enters the archive with its first move
            self.assertEqual(seen, [])
            return
        number, *causes = found[0]
        stored = self.words(number)
        self.assertEqual(stored[:len(seen)], seen)
        over = red.result or blue.result or len(stored) == 60
        if not over:
            self.assertEqual(causes, ["UNKNOWN", "UNKNOWN"])
        self.check_replay(self.replay_of(number), len(stored))

    def test_built_in_players_go_on(self):
        server = self.start()
        admin = server.talk()
        admin.say('<protocol><authenticate passphrase="geheim"/><prepare gameType="swc_2019_piranhas">'
                  '<slot displayName="A" player="mittel:sleep=500"/>'
                  '<slot displayName="B" player="mittel:sleep=500"/></prepare>')
        room = admin.hear(r'<prepared roomId="([^"]+)"')[1]
        until(lambda: len(self.words(1)) >= 2)
        kill(server)
        admin.close()
        with self.start() as again:
            before = self.words(1)
            admin = again.talk()
            admin.say(f'<protocol><authenticate passphrase="geheim"/><observe roomId="{room}"/>')
            turn = int(admin.hear(r'turn="(\d+)"')[1])
            self.assertGreaterEqual(turn, len(before))
            admin.hear(f'turn="{turn + 1}"')
            admin.close()
            after = until(lambda: len(self.words(1)) > len(before) and self.words(1))
            self.assertEqual(after[:len(before)], before)
            again.stop()
        self.assertIn("game-revived number=1", pathlib.Path(self.log).read_text())
        # A server that is stopped leaves such a game for the next one, too.
        self.assertEqual(ask(self.data, "SELECT id, red_cause FROM games"), [(room, None)])


class Stopped(Case):
    def test_term_writes_everything(self):
        with self.start() as server:
            bots = pair(server, delay=0.01)
            time.sleep(0.5)
            self.assertEqual(server.stop(), 0)
        for bot in bots:
            bot.join()
            self.assertIn("UNKNOWN", bot.result)
        stored = self.words(1)
        self.assertEqual(stored[:len(bots[0].seen)], bots[0].seen)
        self.check_replay(self.replay_of(1), len(stored))
        self.assertEqual(glob.glob(self.data + "/journal-*"), [])

    def test_old_games_are_forgotten(self):
        with self.start("--keep", "2") as server:
            for _ in range(4):
                for bot in pair(server):
                    bot.join()
            until(lambda: ask(self.data, "SELECT number FROM games WHERE replay > ''") == [(3,), (4,)])
            self.assertEqual(len(os.listdir(self.data + "/replays")), 4)

    def test_hup_opens_the_log_again(self):
        with self.start() as server:
            for bot in pair(server):
                bot.join()
            os.rename(self.log, self.log + ".1")
            server.process.send_signal(signal.SIGHUP)
            until(lambda: os.path.exists(self.log))
            for bot in pair(server):
                bot.join()
        self.assertIn("game-started number=1 ", pathlib.Path(self.log + ".1").read_text())
        self.assertIn("game-ended number=2 ", pathlib.Path(self.log).read_text())


class Refused(Case):
    def refusal(self):
        done = subprocess.run([PROGRAM, "serve", "--no-web", "--port", "0", "--data", self.data], capture_output=True,
                              text=True, timeout=RUN_S, env={**os.environ, "LC_ALL": "en_GB.UTF-8"})
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        return done.stderr

    def test_a_second_server_on_the_same_folder(self):
        with self.start():
            self.assertIn(self.data, self.refusal())

    def test_a_store_of_the_future(self):
        self.start().stop()
        db = sqlite3.connect(self.data + "/kielwasser.db")
        db.execute("UPDATE meta SET value = 99 WHERE key = 'schema'")
        db.commit()
        db.close()
        self.assertIn("version 99", self.refusal())


if __name__ == "__main__":
    unittest.main()
