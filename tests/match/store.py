#!/usr/bin/env python3
"""Stores of both engines, as people use them: moved from one to the other, and under a server whose
PostgreSQL comes and goes.
usage: store.py KIELWASSER"""
import gzip
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "..", "server")]
from house import Server
from patience import RUN_S, until
from postgres import Postgres, find

PROGRAM = os.path.abspath(sys.argv.pop(1))
SCHEMA_H = pathlib.Path(HERE, "../../src/store/schema.h")
SCHEMA = int(re.search(r"STORE_SCHEMA = (\d+)", SCHEMA_H.read_text(encoding="utf-8"))[1])
ROWS = 2500  # more than a page and more than a transaction
POSTGRES = []  # the one server of all tests, or none


def setUpModule():
    try:
        POSTGRES.append(Postgres())
    except unittest.SkipTest:
        return
    unittest.addModuleCleanup(POSTGRES[0].stop)
    POSTGRES[0].__enter__()


def psql(place, sql):
    done = subprocess.run([find("psql"), "-qAt", "-d", place, "-c", sql], capture_output=True, text=True, check=True)
    return done.stdout.split()


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kielwasser-store-test-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def database(self):
        """The place of an empty one."""
        if not POSTGRES:
            self.skipTest("PostgreSQL is not installed")
        name = "kw" + os.path.basename(self.folder)[-8:].lower()
        psql(POSTGRES[0].url, f'CREATE DATABASE "{name}"')
        return POSTGRES[0].url.replace("/postgres", "/" + name)

    def store(self, *words, status=0):
        done = subprocess.run([PROGRAM, "store", *words], capture_output=True, text=True, timeout=RUN_S,
                              env={**os.environ, "KIELWASSER_LANG": "en"})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def fill(self, path, first=1):
        """A store with something in every table, and what is hard to carry."""
        self.store("init", "--store", path)
        with sqlite3.connect(path) as db:
            db.execute("INSERT INTO meta VALUES('journal', 17)")
            db.execute("INSERT INTO games VALUES(3, 'room', 'hive', 'swc_2020_hive', 'Änna \"x\"', 'b\\', '', '', "
                       "'book', NULL, 'start', 1,"
                       " NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '', '', '', '', 0, '', '', '', 0)")
            db.execute("INSERT INTO games VALUES(9223372036854775807, 'r2', 'hive', 't', '', '', '', '', 'book', -5, "
                       "'', 2,"
                       " 3, 'red', 'a', 'b', 'c', 'd', '1,2', '3', '', '', '', 'not_own a4', '', 1, 'a b', 'x', '{}', "
                       "1)")
            db.executemany("INSERT INTO plies VALUES(3, ?, 'a b', '\u0001\t€', 7, 35)", [(i,) for i in range(ROWS)])
            db.execute("INSERT INTO bots VALUES(41, 'Nemo', '', 1, 5)")
            db.execute("INSERT INTO bot_versions VALUES(41, 1, 'java -jar x', '', 'zwei\nZeilen', 5, NULL, '{}')")
            db.execute("INSERT INTO bot_turns VALUES(41, 1, 1, 5)")
            db.execute("INSERT INTO runs VALUES(9, 'match', 'hive', 'n', 'stopped', 0, '{}', '[]', 0, '', 4, 1, '', 1,"
                       " 2)")
            db.execute("INSERT INTO positions VALUES(2, 'hive', 'text', 'n', 3)")
            db.execute("INSERT INTO tests VALUES(?, 'key', 'match', 'A - B', 'sig', ?, 4, 1, 8, 'counted')",
                       (first, '{"x":1}' * 20000))
            db.execute("INSERT INTO pairs VALUES(?, 0, 2, '', 2, 'w', 0, 1), (?, 1, 2, 'p', 1, 'w', 99, 2)",
                       (first, first))
            db.executemany("INSERT INTO results VALUES(?, ?, ?, 5, 'A', 'B', 'crash', 'A', '', 'bot_crashed x', "
                           "'1,2,0 0,0,0', 's',"
                           " 'AB', '3 4', '', 'a\nb\n', '', 'Trääg\n\n', 'w', 8)",
                           [(first, game, game // 2) for game in range(3)])
            db.execute("INSERT INTO workers VALUES('w', 'host', '1', 2, 3, 4, 5), ('Z', '', '', 0, 0, 0, 0), ('ä', "
                       "'', '', 0, 0, 0, 0)")
        db.close()
        return path


class Moving(Case):
    def test_from_engine_to_engine_and_back(self):
        place = self.database()
        self.store("export", self.path("one.jsonl"), "--store", self.fill(self.path("first.db")))
        self.store("import", self.path("one.jsonl"), "--store", place)
        self.store("export", self.path("two.jsonl.gz"), "--store", place)
        self.assertIn(" 0 of them were new", self.store("import", self.path("two.jsonl.gz"), "--store", place))
        self.store("import", self.path("two.jsonl.gz"), "--store", self.path("third.db"))
        self.store("export", self.path("three.jsonl"), "--store", self.path("third.db"))
        self.assertRegex(self.store("status", "--store", place),
                         f"(?s)PostgreSQL, version {SCHEMA}.*2 games, 1 bots.*3 results")
        self.check_next_numbers(place)
        one = pathlib.Path(self.path("one.jsonl")).read_text(encoding="utf-8")
        self.assertEqual(json.loads(one.split("\n")[0]), {"kielwasser": "store", "version": SCHEMA})
        self.assertEqual(one.count("\n"), 1 + 2 + 2 + ROWS + 1 + 1 + 1 + 1 + 1 + 1 + 2 + 3 + 3)
        with gzip.open(self.path("two.jsonl.gz"), "rt", encoding="utf-8") as two:
            self.assertEqual(two.read(), one)
        self.assertEqual(pathlib.Path(self.path("three.jsonl")).read_text(encoding="utf-8"), one)

    def test_exports_of_version_5(self):
        """Results were lines of JSON, pairs were called jobs, a bot had one program."""
        line = {"game": 0, "pair": 0, "seed": 5, "start": "s", "red": "A", "winner": None, "cause": "regular",
                "end": "e", "scores": [[1, 2], [3, 4]], "by": "AB", "ms": [7, 8], "moves": ["x y", "z"]}
        rows = [("meta", {"key": "journal", "value": 17}),
                ("bots", {"id": 4, "name": "Nemo", "game": "", "command": "./nemo", "folder": "/f", "note": "n",
                          "added": 6}),
                ("tests", {"id": 3, "key": "k", "kind": "match", "name": "n", "signature": "", "terms": "{}",
                           "games": 2, "is_open": 1, "created": 8}),
                ("jobs", {"test": 3, "pair": 0, "games": 2, "params": "", "state": 0, "worker": "", "lease": 0,
                          "tries": 9}),
                ("results", {"test": 3, "game": 0, "line": json.dumps(line) + "\n", "worker": "w", "at": 8}),
                ("results", {"test": 3, "game": 1, "line": json.dumps({**line, "game": 1}), "worker": "w", "at": 8})]
        text = '{"kielwasser":"store","version":5}\n' + "".join(
            json.dumps({"table": table, "row": row}) + "\n" for table, row in rows)
        pathlib.Path(self.path("old.jsonl")).write_text(text, encoding="utf-8")
        place = self.database()
        self.assertIn(" 6 of them were new", self.store("import", self.path("old.jsonl"), "--store", place))
        self.assertIn(" 0 of them were new", self.store("import", self.path("old.jsonl"), "--store", place))
        self.assertEqual(psql(place, "SELECT state, tries FROM pairs"), ["2|0"])
        self.assertEqual(psql(place, "SELECT active, number, command, folder, note, version, since FROM bots"
                                     " JOIN bot_versions ON bot = id JOIN bot_turns USING (bot)"),
                         ["1|1|./nemo|/f|n|1|6"])
        found = psql(place, "SELECT game, pair, seed, red, winner, ending, end_word, scores, movers, times, lags, moves"
                            " FROM results ORDER BY game")
        self.assertEqual(" ".join(found), " ".join(f"{game}|0|5|A||regular|e|1,2 3,4|AB|7 8||x y z"
                                                   for game in range(2)))

    def check_next_numbers(self, place):
        """What the database numbers itself comes after what was imported."""
        given = psql(place, "INSERT INTO bots(name, game, active, added)"
                            " VALUES('x', '', 1, 0) RETURNING id")
        self.assertGreater(int(given[0]), 41)

    def test_a_test_is_known_by_its_key(self):
        other = self.fill(self.path("other.db"), first=7)
        self.store("export", self.path("other.jsonl"), "--store", other)
        here = self.path("here.db")
        self.store("init", "--store", here)
        with sqlite3.connect(here) as db:
            db.execute("INSERT INTO tests VALUES(7, 'mine', '', '', '', '', 2, 1, 0, ''), "
                       "(12, 'key', '', '', '', '', 4, 1, 0, '')")
            db.execute("INSERT INTO pairs(test, pair, games) VALUES(7, 0, 2), (12, 0, 2)")
            db.commit()
            self.store("import", self.path("other.jsonl"), "--store", here)
            self.assertEqual(db.execute("SELECT DISTINCT test FROM results").fetchall(), [(12,)])
            self.assertEqual(db.execute("SELECT test, pair, state FROM pairs ORDER BY 1, 2").fetchall(),
                             [(7, 0, 0), (12, 0, 2), (12, 1, 1)])
        db.close()

    def test_games_are_not_mixed(self):
        self.store("export", self.path("a.jsonl"), "--store", self.fill(self.path("a.db")))
        other = self.fill(self.path("b.db"))
        with sqlite3.connect(other) as db:
            db.execute("UPDATE games SET started = 77 WHERE number = 3")
        db.close()
        self.assertIn("another game", self.store("import", self.path("a.jsonl"), "--store", other, status=2))


class Refused(Case):
    def refusal(self, text, name="bad.jsonl"):
        path = self.path(name)
        pathlib.Path(path).write_bytes(text)
        return self.store("import", path, "--store", self.path("into.db"), status=2)

    def test_what_is_no_store(self):
        head = b'{"kielwasser":"store","version":%d}\n'
        row = b'{"table":"meta","row":{"key":"x","value":1}}\n'
        self.assertIn("no file that", self.refusal(b""))
        self.assertIn("no file that", self.refusal(row))
        for version in (4, SCHEMA + 1):
            self.assertIn(f"version {version}", self.refusal(head % version))
        head %= SCHEMA
        for bad in (b"nonsense\n", b"{}\n", b"[]\n", b'{"table":"users","row":{}}\n', row.replace(b"1", b'"1"'),
                    row.replace(b'"x"', b"null"), row.replace(b'"value"', b'"valve"'), row.replace(b"1", b'1,"more":2'),
                    b'{"table":"meta","row":{"key":"\xff","value":1}}\n', row[:-9]):
            self.assertIn("line 3:", self.refusal(head + row + bad), bad)
        whole = gzip.compress(head + 1000 * row)
        self.assertIn("no row", self.refusal(whole[:-20], "cut.gz"))
        self.assertIn("missing.jsonl", self.store("import", self.path("missing.jsonl"), "--store", self.path("into.db"),
                                                  status=2))

    def test_looking_for_a_store_makes_none(self):
        for deed in (["status"], ["migrate"], ["export", self.path("x")]):
            self.assertIn("store init", self.store(*deed, "--store", self.path("none.db"), status=2))
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_place_that_is_none(self):
        said = self.store("status", "--store", "postgresql://anna:geheim@%2Fnowhere/x", status=2)
        self.assertIn("cannot be reached", said)
        self.assertNotIn("geheim", said)
        self.assertIn("no address", self.store("init", "--store", "postgresql://anna:geheim@x/%zz", status=2))


class Serving(Case):
    def start(self, place, folder="data", *options):
        data = self.path(folder)
        os.makedirs(data, exist_ok=True)
        return Server(PROGRAM, "--game", "piranhas", "--pace", "10", "--store", place, *options, data=data)

    def log(self):
        return pathlib.Path(self.path("data/log")).read_text(encoding="utf-8")

    def test_a_database_that_comes_and_goes(self):
        place = self.database()
        with self.start(place) as server:
            clients = [server.client("piranhas", "--player", "zufall") for _ in range(2)]
            until(lambda: "game-started" in self.log())
            POSTGRES[0].kill()
            until(lambda: "store-stuck" in self.log())
            until(lambda: "game-ended" in self.log())
            for client in clients:
                client.communicate()
            POSTGRES[0].restart()
            until(lambda: "store-works-again" in self.log())
            until(lambda: psql(place, "SELECT replay FROM games WHERE replay <> ''"))
            plies = int(psql(place, "SELECT count(*) FROM plies WHERE game = 1")[0])
            self.assertGreater(plies, 4)
            self.assertEqual(psql(place, "SELECT max(ply) + 1 FROM plies"), [str(plies)])
            replay = pathlib.Path(self.path("data"), psql(place, "SELECT replay FROM games")[0] + ".kw").read_text()
            self.assertEqual(replay.count("\nmove "), plies, replay)
            self.check_check(place)
            self.assertEqual(server.stop(), 0)

    def check_check(self, place):
        """`store check` beside the server, and with something to find; `store repair` is for files."""
        words = ("--store", place, "--data", self.path("data"))
        self.assertIn("1 replays", self.store("check", *words))
        psql(place, "UPDATE plies SET ply = 999 WHERE ply = 1")
        self.assertIn("game 1: move 2 is missing", self.store("check", *words, status=1))
        psql(place, "UPDATE plies SET ply = 1 WHERE ply = 999")
        self.assertIn("pg_dump", self.store("repair", *words, status=2))

    def play(self, server, place):
        """A game that is over, with its replay; how many there are."""
        games = int(psql(place, "SELECT count(*) FROM games")[0]) + 1
        for client in [server.client("piranhas", "--player", "zufall") for _ in range(2)]:
            client.communicate()
        until(lambda: psql(place, "SELECT count(*) FROM games WHERE replay <> ''") == [str(games)])
        return games

    def run_words(self, *words, status=0):
        done = subprocess.run([PROGRAM, *words, "--data", self.path("data")], capture_output=True, text=True,
                              timeout=RUN_S, stdin=subprocess.DEVNULL, env={**os.environ, "KIELWASSER_LANG": "en"})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_backup_restore_and_delete(self):
        """All three while the server runs, which goes on in the same process."""
        place, file = self.database(), self.path("backup.tar.gz")
        with self.start(place) as server:
            self.play(server, place)
            self.assertIn("--store", self.run_words("backup", file, status=1))
            self.assertIn("1 games", self.run_words("backup", file, "--store", place))
            rows = psql(place, "SELECT id, red, blue, winner FROM games")
            self.play(server, place)
            self.run_words("restore", file, "--store", place, "--yes")
            self.assertEqual(psql(place, "SELECT id, red, blue, winner FROM games"), rows)
            self.assertIsNone(server.process.poll())
            before = next(pathlib.Path(self.path("data")).glob("before-restore-*"))
            with gzip.open(before / "store.jsonl.gz", "rt") as lines:
                self.assertEqual(sum('"table":"games"' in line for line in lines), 2)
            self.assertEqual(self.play(server, place), 2)
            said = self.run_words("store", "delete", "--game", "1", "--yes", "--store", place)
            self.assertIn("1 games deleted", said)
            self.assertEqual(psql(place, "SELECT number FROM games"), ["2"])
            self.assertEqual(psql(place, "SELECT count(*) FROM plies WHERE game = 1"), ["0"])
            self.assertEqual(len(os.listdir(self.path("data/replays"))), 2)
        self.run_words("store", "delete", "--game", "2", "--yes", "--store", place)
        self.assertEqual(psql(place, "SELECT count(*) FROM games"), ["0"])
        # A backup of files does not fit.
        self.run_words("restore", file, "--yes", status=1)

    def test_a_store_has_one_server_and_one_folder(self):
        place = self.database()
        with self.start(place):
            with self.assertRaisesRegex(RuntimeError, "another referee already writes"):
                self.start(place, "second")
        with self.assertRaisesRegex(RuntimeError, "belongs to another data folder"):
            self.start(place, "second")
        self.start(place).stop()
        with self.assertRaisesRegex(RuntimeError, "cannot be reached.*nobody_has_this"):
            self.start(place + "_nobody_has_this")
        with self.assertRaisesRegex(RuntimeError, "wants an address"):
            self.start(self.path("file.db"))


if __name__ == "__main__":
    unittest.main()
