#!/usr/bin/env python3
"""Games are deleted for good, by the page and on the command line, with a server and without: from lists, files, the
database and the journal, whatever is killed meanwhile.
usage: delete.py KIELWASSER"""
import glob
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from site_ import ENGLISH, Console, Site
from patience import RUN_S, until

PROGRAM = os.path.abspath(sys.argv.pop(1))
NAME = "Annegret Unverwechselbar"


def ask(folder, sql, *values):
    db = sqlite3.connect(f"file:{folder}/kielwasser.db?mode=ro", uri=True, timeout=10)
    try:
        return db.execute(sql, values).fetchall()
    finally:
        db.close()


class Case(unittest.TestCase):
    def setUp(self):
        self.data = tempfile.mkdtemp(prefix="kielwasser-delete-")
        self.addCleanup(shutil.rmtree, self.data, ignore_errors=True)

    def site(self, **more):
        return Site(PROGRAM, data=self.data, **more)

    def delete(self, *words, status=0):
        done = subprocess.run([PROGRAM, "store", "delete", "--data", self.data, *words], capture_output=True, text=True,
                              timeout=RUN_S, env=ENGLISH, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def open(self, site, name=NAME):
        """A game of this person that runs: id and secrets."""
        status, answer = site.ask("POST", "/api/games", {"game": "piranhas", "red": {"kind": "person", "name": name},
                                                         "blue": {"kind": "person", "name": "Berta"}})
        self.assertEqual(status, 201, answer)
        return answer["id"], answer["secrets"]

    def end(self, site, id_, secrets):
        """One move, then red resigns."""
        console = Console(PROGRAM, "piranhas")
        words = console.moves(site.get(f"/api/games/{id_}")["position"])[0]
        console.process.communicate("quit\n")
        self.assertEqual(site.move(id_, secrets["red"], 0, words)[0], 200)
        self.assertEqual(site.ask("POST", f"/api/games/{id_}/resign", {}, seat=secrets["red"])[0], 200)

    def play(self, site, name=NAME):
        """A game of this person that is over and written: id and number."""
        id_, secrets = self.open(site, name)
        self.end(site, id_, secrets)
        return id_, until(lambda: ask(self.data, "SELECT number FROM games WHERE id = ? AND replay > ''", id_))[0][0]

    def files_with(self, *texts):
        """Files of the folder with one of these in them, or in their names; but for the log."""
        found = []
        for place, _, names in os.walk(self.data):
            for name in names:
                path = os.path.join(place, name)
                if name == "log" or not os.path.isfile(path):
                    continue
                with open(path, "rb") as file:
                    content = file.read() + name.encode()
                found += [path] if any(text.encode() in content for text in texts) else []
        return found

    def check_gone(self, id_, number):
        self.assertEqual(ask(self.data, "SELECT 1 FROM games WHERE id = ?", id_), [])
        self.assertEqual(ask(self.data, "SELECT 1 FROM plies WHERE game = ?", number), [])
        self.assertEqual(self.files_with(NAME, id_, NAME.replace(" ", "-")), [])

    def ids(self, site):
        return [game["id"] for game in site.get("/api/games")["games"]]


class Page(Case):
    def test_by_the_owner(self):
        with self.site() as site:
            other, _ = self.play(site, "Carla")
            id_, number = self.play(site)
            self.assertNotEqual(self.files_with(NAME), [])
            self.assertEqual(site.ask("DELETE", f"/api/games/{id_}", token=False)[0], 403)
            self.assertEqual(site.ask("DELETE", f"/api/games/{id_}"), (200, {}))
            self.assertEqual(self.ids(site), [other])
            for path in (f"/api/games/{id_}", f"/api/games/{id_}.kw", f"/api/games/{id_}.xml.gz"):
                self.assertEqual(site.raw("GET", path)[0], 404, path)
            self.check_gone(id_, number)
            self.assertEqual(site.ask("DELETE", f"/api/games/{id_}")[0], 404)
            self.assertEqual(site.ask("DELETE", "/api/games/" + "x" * 100)[0], 404)
            running, secrets = self.open(site)
            status, answer = site.ask("DELETE", f"/api/games/{running}")
            self.assertEqual((status, answer["code"]), (409, "game_running"))
            self.end(site, running, secrets)
        with self.site() as site:
            self.assertEqual(sorted(self.ids(site)), sorted([other, running]))
            # After a restart it is only in the archive.
            self.assertEqual(site.ask("DELETE", f"/api/games/{other}")[0], 200)
            self.assertEqual(self.ids(site), [running])


class Command(Case):
    def test_while_the_server_runs(self):
        with self.site() as site:
            kept, _ = self.play(site, "Carla")
            id_, number = self.play(site)
            second, second_number = self.play(site)
            small, _ = self.play(site, NAME.upper())
            running, _ = self.open(site)
            until(lambda: ask(self.data, "SELECT 1 FROM games WHERE id = ?", running))
            said = self.delete("--game", str(number), status=2)
            self.assertIn("--yes", said)
            self.assertIn(NAME, said)
            self.assertEqual(len(self.ids(site)), 5)
            self.assertIn("1 games deleted", self.delete("--game", str(number), "--yes"))
            self.assertIn("no such games", self.delete("--game", str(number), "--yes", status=2))
            said = self.delete("--person", NAME, "--yes", status=1)  # because one is still running
            self.assertIn("still running", said)
            self.assertIn("--any-case", said)
            self.assertEqual(sorted(self.ids(site)), sorted([kept, small, running]))
            self.delete("--person", NAME.lower(), "--any-case", "--yes", status=1)
            self.assertEqual(sorted(self.ids(site)), sorted([kept, running]))
            self.assertEqual(site.ask("POST", f"/api/games/{running}/abort", {})[0], 200)
            until(lambda: ask(self.data, "SELECT 1 FROM games WHERE id = ? AND replay > ''", running))
            self.delete("--person", NAME, "--yes")
            self.check_gone(id_, number)
            self.check_gone(second, second_number)
            self.assertEqual(self.files_with(NAME.upper(), running), [])

    def test_without_a_server(self):
        """The journal of a server that was killed does not bring it back."""
        site = self.site()
        id_, number = self.play(site)
        other, _ = self.play(site, "Carla")
        site.stop(how=signal.SIGKILL, keep=True)
        self.assertNotEqual(glob.glob(self.data + "/journal-*"), [])
        self.delete("--game", str(number), "--yes")
        self.check_gone(id_, number)
        with self.site() as again:
            self.assertEqual(self.ids(again), [other])

    def test_killed_around_it(self):
        """What was deleted stays so, whatever the journal still has."""
        site = self.site()
        for _ in range(3):
            id_, number = self.play(site)
            other, _ = self.play(site, "Carla")
            self.assertEqual(site.ask("DELETE", f"/api/games/{id_}")[0], 200)
            site.stop(how=signal.SIGKILL, keep=True)
            site = self.site()
            self.assertNotIn(id_, self.ids(site))
            self.assertIn(other, self.ids(site))
            self.check_gone(id_, number)
        # Killed at any moment of it: all of the game is there, or nothing.
        id_, number = self.play(site)
        deleting = subprocess.Popen([PROGRAM, "store", "delete", "--data", self.data, "--game", str(number), "--yes"],
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENGLISH)
        until(lambda: not ask(self.data, "SELECT 1 FROM games WHERE number = ?", number), every_s=0.001)
        site.stop(how=signal.SIGKILL, keep=True)
        deleting.wait()
        with self.site() as again:
            self.assertNotIn(id_, self.ids(again))
            self.assertEqual(ask(self.data, "SELECT 1 FROM plies WHERE game = ?", number), [])

    def test_bots_and_words(self):
        with self.site():
            pass
        program = os.path.join(self.data, "bot.sh")
        with open(program, "w") as file:
            file.write("#!/bin/sh\n")
        os.chmod(program, 0o755)
        subprocess.run([PROGRAM, "bot", "add", "--data", self.data, NAME, "--game", "hive", program], check=True,
                       capture_output=True, env=ENGLISH)
        self.assertIn("no such games", self.delete("--person", NAME, "--yes", status=2))
        self.assertEqual(ask(self.data, "SELECT count(*) FROM bots"), [(1,)])
        self.delete("--person", NAME, "--bots", "--yes")
        self.assertEqual(ask(self.data, "SELECT (SELECT count(*) FROM bots), (SELECT count(*) FROM bot_versions)"),
                         [(0, 0)])
        self.assertIn("numbers", self.delete("--game", "1,x", status=2))
        self.assertIn("--person", self.delete(status=2))


if __name__ == "__main__":
    unittest.main()
