#!/usr/bin/env python3
"""Databases that are damaged, empty or gone: every command refuses with the file and the remedy, `store check` finds
it, `store repair` brings every finished game back, and a server that meets the damage loses nothing.
usage: damaged.py KIELWASSER [--flips N]     N single bits are flipped, one after the other (6)"""
import contextlib
import glob
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from house import Server
from patience import PATIENCE_S, RUN_S, until

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "web"))
from site_ import Site

PROGRAM = os.path.abspath(sys.argv.pop(1))
FLIPS = 6
if "--flips" in sys.argv:
    at = sys.argv.index("--flips")
    FLIPS = int(sys.argv[at + 1])
    del sys.argv[at:at + 2]
GAMES = ["piranhas", "hive", "penguins", "mississippi"] * 2
PAGE = 4096
ENGLISH = {**os.environ, "KIELWASSER_LANG": "en", "LC_ALL": "en_GB.UTF-8"}
MADE = {}  # the folders that all tests copy


def run(*words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=RUN_S, env=ENGLISH)
    return done.returncode, done.stdout + done.stderr


def copy_folder(old, new):
    """All but the sockets that a killed server leaves."""
    shutil.copytree(old, new, ignore=shutil.ignore_patterns("cell", "*.sock"))


def play(server, games):
    for game in games:
        players = [server.client(game, "--player", "zufall") for _ in range(2)]
        for player in players:
            player.communicate(timeout=PATIENCE_S)


def rows(folder):
    """Everything in the store of a folder, by table."""
    path = os.path.join(folder, "export.jsonl")
    status, said = run("store", "export", path, "--data", folder)
    if status != 0:
        raise AssertionError(said)
    tables = {}
    with open(path, encoding="utf-8") as file:
        for line in list(file)[1:]:
            row = json.loads(line)
            tables.setdefault(row["table"], []).append(row["row"])
    os.remove(path)
    return tables


def games(tables):
    """What people know of the finished games: players, result and every move."""
    moves = {}
    for ply in tables["plies"]:
        moves.setdefault(ply["game"], []).append((ply["ply"], ply["words"], ply["hint"], ply["time_ms"]))
    known = ("game", "game_type", "red", "blue", "rules", "seed", "start", "winner", "red_cause", "blue_cause",
             "red_reason", "red_scores", "blue_scores", "replay", "ply_count", "last_words", "last_position")
    return {game["number"]: ({key: game[key] for key in known}, moves.get(game["number"], []))
            for game in tables["games"] if game["ended"] is not None}


def setUpModule():
    """`whole`: a server that was stopped.  `killed`: one that was killed, with a log and a journal."""
    place = tempfile.mkdtemp(prefix="kielwasser-damaged-")
    unittest.addModuleCleanup(shutil.rmtree, place, ignore_errors=True)
    whole, killed = os.path.join(place, "whole"), os.path.join(place, "killed")
    os.mkdir(whole)
    with Server(PROGRAM, "--pace", "0", data=whole) as server:
        play(server, GAMES)
        until(lambda: len(glob.glob(whole + "/replays/*.xml.gz")) == len(GAMES), "the replays")
    run("match", "zufall", "zufall", "--game", "penguins", "--games", "4", "--concurrency", "1", "--store",
        whole + "/kielwasser.db", "--data", whole)
    run("bot", "add", "Nemo", "--game", "hive", "--data", whole, "/bin/true")
    os.mkdir(whole + "/bots/1")
    copy_folder(whole, killed)
    server = Server(PROGRAM, "--pace", "0", data=killed)
    play(server, GAMES[:2])
    until(lambda: len(glob.glob(killed + "/replays/*.xml.gz")) == len(GAMES) + 2, "the replays")
    server.process.send_signal(signal.SIGKILL)
    server.process.communicate()
    MADE.update(whole=whole, killed=killed, rows=rows(whole))
    copy = os.path.join(place, "copy")
    copy_folder(killed, copy)
    with Server(PROGRAM, data=copy):
        pass
    MADE["killed_rows"] = rows(copy)


class Case(unittest.TestCase):
    def copy(self, name="whole"):
        place = tempfile.mkdtemp(prefix="kielwasser-damaged-")
        self.addCleanup(shutil.rmtree, place, ignore_errors=True)
        folder = os.path.join(place, "data")
        copy_folder(MADE[name], folder)
        return folder

    def check_sentence(self, folder, said):
        file = f"{folder}/kielwasser.db"
        self.assertIn(f"kielwasser store check --store {file}", said)
        self.assertIn(f"kielwasser store repair --store {file}", said)

    def check_refused(self, folder, *words):
        status, said = run(*words)
        self.assertIn(status, (1, 2), said)
        self.check_sentence(folder, said)

    def serve(self, folder):
        """What a server says that cannot start; "": it starts."""
        try:
            with Server(PROGRAM, data=folder):
                return ""
        except RuntimeError as why:
            return str(why)

    def repair(self, folder):
        status, said = run("store", "repair", "--data", folder)
        self.assertEqual(status, 0, said)
        return said

    def check_repaired(self, folder, expected):
        """The check is content, and every finished game is there."""
        status, said = run("store", "check", "--data", folder)
        self.assertEqual(status, 0, said)
        self.assertEqual(games(rows(folder)), games(expected))
        self.assertEqual(glob.glob(folder + "/kielwasser.db.repair*"), [])


def write(path, offset, bytes_):
    with open(path, "r+b") as file:
        file.seek(offset)
        file.write(bytes_)


def empty(path):
    open(path, "wb").close()


def cut(size):
    return lambda path: os.truncate(path, size)


def zeros(page):
    return lambda path: write(path, (page - 1) * PAGE, bytes(PAGE))


def no_database(path):
    pathlib.Path(path).write_bytes(b"this is not a database" * 1000)


# What every command meets: how the file is damaged.
FILES = {
    "0 bytes": empty,
    "missing": os.remove,
    "no database": no_database,
    "the first page is zeros": zeros(1),
    "cut in the head": cut(50),
    "cut behind a page": cut(5 * PAGE),
    "cut within a page": cut(11 * PAGE + 77),
    "a page size that is none": lambda path: write(path, 16, b"\x12\x34"),
    "another encoding": lambda path: write(path, 59, b"\x02"),
    "a format of the future": lambda path: write(path, 18, b"\x07\x07"),
}


class Files(Case):
    def test_refused_and_repaired(self):
        for number, (name, damage) in enumerate(FILES.items()):
            with self.subTest(name):
                folder = self.copy()
                damage(folder + "/kielwasser.db")
                self.check_sentence(folder, self.serve(folder))
                self.check_refused(folder, "store", "check", "--data", folder)
                self.repair(folder)
                self.assertEqual(self.serve(folder) if number < 3 else "", "")
                self.check_repaired(folder, MADE["rows"])

    def test_every_command_refuses(self):
        folder = self.copy()
        file = folder + "/kielwasser.db"
        empty(file)
        for words in (["store", "init"], ["store", "status"], ["store", "migrate"], ["store", "export", "/dev/null"],
                      ["store", "import", "/dev/null"], ["bot", "list"],
                      ["match", "zufall", "zufall", "--game", "penguins", "--games", "2"],
                      ["worker", "--store", file]):
            self.check_refused(folder, *words, "--data", folder)
        self.check_refused(folder, "bot", "add", "x", "--game", "hive", "--data", folder, "/bin/true")
        self.assertEqual(os.path.getsize(file), 0)
        german = subprocess.run([PROGRAM, "store", "status", "--data", folder], capture_output=True, text=True,
                                timeout=RUN_S, env={**os.environ, "KIELWASSER_LANG": "de"})
        self.assertRegex(german.stderr, f"leer.*{file}.*kielwasser store repair")

    def test_a_new_folder_starts(self):
        place = tempfile.mkdtemp(prefix="kielwasser-damaged-")
        self.addCleanup(shutil.rmtree, place, ignore_errors=True)
        pathlib.Path(place, "password.hash").write_text("", encoding="utf-8")
        pathlib.Path(place, "kielwasser.db").touch()  # what a server leaves that is killed at its first start
        self.assertEqual(self.serve(place), "")
        self.assertEqual(run("store", "check", "--data", place)[0], 0)

    def test_games_on_a_server(self):
        """With `owner` journal and replays belong to a store elsewhere; here are only the bots."""
        folder = self.copy()
        pathlib.Path(folder, "owner").write_text("7\n", encoding="utf-8")
        os.remove(folder + "/kielwasser.db")
        self.check_refused(folder, "bot", "list", "--data", folder)
        self.assertIn("The new database has 0 games", self.repair(folder))
        os.remove(folder + "/kielwasser.db")
        shutil.rmtree(folder + "/bots")
        self.assertEqual(run("bot", "list", "--data", folder)[0], 0)

    def test_a_log_without_its_database(self):
        folder = self.copy("killed")
        os.remove(folder + "/kielwasser.db")
        self.assertIn("only the file -wal", self.serve(folder))
        self.repair(folder)
        self.check_repaired(folder, MADE["killed_rows"])
        self.assertTrue(glob.glob(folder + "/kielwasser.db.damaged-1*"))


class Pages(Case):
    def test_nothing_is_lost_with_the_trees(self):
        """Rows are found though the list of tables and the pages above them are gone."""
        folder = self.copy()
        zeros(1)(folder + "/kielwasser.db")
        said = self.repair(folder)
        self.assertIn("From the replays: 0 games", said)
        self.assertEqual(rows(folder), MADE["rows"])
        self.assertEqual(len(rows(folder)["results"]), 4)

    def test_a_page_of_zeros(self):
        path = MADE["whole"] + "/kielwasser.db"
        count = os.path.getsize(path) // PAGE
        for page in random.Random(1).sample(range(2, count + 1), 4):
            with self.subTest(page=page):
                folder = self.copy()
                zeros(page)(folder + "/kielwasser.db")
                said = self.serve(folder)  # it need not meet it
                if said:
                    self.check_sentence(folder, said)
                status, said = run("store", "check", "--data", folder)
                self.assertEqual(status, 1, said)
                self.repair(folder)
                self.check_repaired(folder, MADE["rows"])

    def test_a_lost_version(self):
        """A byte in the head of a page hides the version: that is damage, not an old database."""
        folder = self.copy()
        write(folder + "/kielwasser.db", PAGE + 4, b"X")
        status, said = run("store", "check", "--data", folder)
        self.assertEqual(status, 1, said)
        self.assertNotIn("migrate", said)
        self.check_sentence(folder, said)

    def test_single_bits(self):
        """Some change nothing that anybody could notice; none ends in a crash or in a lost game."""
        path = MADE["whole"] + "/kielwasser.db"
        chance = random.Random(2)
        for _ in range(FLIPS):
            at, bit = chance.randrange(os.path.getsize(path)), chance.randrange(8)
            with self.subTest(at=at, bit=bit):
                folder = self.copy()
                file = folder + "/kielwasser.db"
                byte = pathlib.Path(file).read_bytes()[at]
                write(file, at, bytes([byte ^ 1 << bit]))
                status, said = run("store", "check", "--data", folder)
                self.assertIn(status, (0, 1), said)
                self.repair(folder)
                self.check_repaired(folder, MADE["rows"])

    def test_a_damaged_log(self):
        for name, damage in {"head": lambda log: write(log, 0, b"garbage!"),
                             "first frame": lambda log: write(log, 32 + 24 + 100, b"garbage!"),
                             "all of it": lambda log: write(log, 0, random.Random(3).randbytes(os.path.getsize(log))),
                             }.items():
            with self.subTest(name):
                folder = self.copy("killed")
                damage(folder + "/kielwasser.db-wal")
                said = self.serve(folder) if name != "first frame" else ""
                if name != "first frame":
                    self.check_sentence(folder, said)
                self.repair(folder)
                self.check_repaired(folder, MADE["killed_rows"])

    def test_an_old_copy_of_the_database(self):
        """It does not reach to the journal: somebody has put a copy back."""
        folder = self.copy("killed")
        for file in glob.glob(folder + "/kielwasser.db*"):
            os.remove(file)
        shutil.copy(MADE["whole"] + "/kielwasser.db", folder)
        lines = max(glob.glob(folder + "/journal-[0-9]*"), key=os.path.getsize)
        os.rename(lines, folder + "/journal-99999")
        self.assertIn("older than its journal", self.serve(folder))
        self.check_refused_check(folder)

    def check_refused_check(self, folder):
        status, said = run("store", "check", "--data", folder)
        self.assertEqual(status, 1, said)
        self.assertRegex(said, "lines .* of the journal are missing")
        self.repair(folder)
        self.assertEqual(self.serve(folder), "")


class Repair(Case):
    def test_not_beside_a_server(self):
        folder = self.copy()
        with Server(PROGRAM, data=folder):
            status, said = run("store", "repair", "--data", folder)
            self.assertEqual(status, 1)
            self.assertIn("another referee", said)
            self.assertEqual(run("store", "check", "--data", folder)[0], 0)

    def test_killed_before_the_names(self):
        """The new store is complete, the old one has gone, the new one is not in its place."""
        folder = self.copy()
        zeros(1)(folder + "/kielwasser.db")
        self.repair(folder)
        os.rename(folder + "/kielwasser.db", folder + "/kielwasser.db.repaired")
        self.check_sentence(folder, self.serve(folder))
        self.assertIn("An earlier repair", self.repair(folder))
        self.check_repaired(folder, MADE["rows"])
        self.assertEqual(sorted(os.path.basename(file) for file in glob.glob(folder + "/kielwasser.db*")),
                         ["kielwasser.db", "kielwasser.db.damaged-1"])

    def test_killed_before_the_old_one_went(self):
        """What was complete then need not be complete now."""
        folder = self.copy()
        pathlib.Path(folder, "kielwasser.db.repaired").write_text("old", encoding="utf-8")
        pathlib.Path(folder, "kielwasser.db.repair").write_text("older", encoding="utf-8")
        zeros(1)(folder + "/kielwasser.db")
        self.repair(folder)
        self.check_repaired(folder, MADE["rows"])

    def test_what_is_lost_is_named(self):
        folder = self.copy()
        empty(folder + "/kielwasser.db")
        said = self.repair(folder)
        self.assertIn(f"{len(GAMES)} games that were missing", said)
        self.assertIn("bots/1", said)
        again = self.copy()
        empty(again + "/kielwasser.db")
        os.remove(glob.glob(again + "/replays/*_3.kw")[0])
        self.repair(again)
        expected = games(MADE["rows"])
        del expected[3]
        self.assertEqual(games(rows(again)), expected)

    def test_check_finds_what_rows_say(self):
        folder = self.copy()
        number = MADE["rows"]["plies"][5]["game"]
        with contextlib.closing(sqlite3.connect(folder + "/kielwasser.db")) as db, db:
            db.execute("DELETE FROM plies WHERE game = ? AND ply = 1", (number,))
            db.execute("UPDATE plies SET words = 'nonsense' WHERE game = ? AND ply = 2", (number + 1,))
            db.execute("UPDATE games SET winner = CASE winner WHEN 'red' THEN 'blue' ELSE 'red' END WHERE number = ?",
                       (number + 2,))
            db.execute("UPDATE games SET red = 'Mallory' WHERE number = ?", (number + 3,))
            db.execute("DELETE FROM games WHERE number = ?", (number + 4,))
            db.execute("UPDATE results SET winner = 'C' WHERE game = 1")
            db.execute("DELETE FROM results WHERE pair = 1")
        status, said = run("store", "check", "--data", folder)
        self.assertEqual(status, 1)
        for pattern in (f"game {number}: move 2 is missing", f"game {number + 1}: move 3 is not possible",
                        f"game {number + 2}: the winner", f"game {number + 3}: database and replay differ",
                        f"game {number + 4} is not in the database", "moves without their game",
                        "match 1: the result of game 1", "pairs that are done and have no result: 1"):
            self.assertIn(pattern, said)
        self.repair(folder)
        with contextlib.closing(sqlite3.connect(folder + "/kielwasser.db")) as db, db:
            db.execute("UPDATE results SET winner = 'A' WHERE game = 1")
        self.check_repaired(folder, MADE["rows"])


class Running(Case):
    def check_kept(self, server, folder):
        """The server has met the damage and goes on: it says so, refuses new games, keeps the journal."""
        log = pathlib.Path(folder, "log")
        until(lambda: "store-damaged" in log.read_text(encoding="utf-8"), lambda: log.read_text(encoding="utf-8"))
        said = run("status", "--data", folder)[1]
        self.assertIn("\nstore 0\n", said)
        self.check_sentence(folder, said)
        talk = server.talk()
        talk.say('<protocol><join gameType="swc_2019_piranhas"/>')
        self.assertNotIn("joined", talk.hear_end())
        talk.close()
        self.assertIn('game-refused reason="the database is damaged"', log.read_text(encoding="utf-8"))
        self.assertEqual(server.stop(), 0)
        self.assertTrue(glob.glob(folder + "/journal-[0-9]*"))
        self.assertNotEqual(self.serve(folder), "")

    def play_and_repair(self, folder, damage, before=False):
        if before:
            damage()
        server = Server(PROGRAM, "--pace", "0", data=folder)
        if not before:
            damage()
        play(server, ["piranhas"])
        self.check_kept(server, folder)
        self.repair(folder)
        self.assertEqual(run("store", "check", "--data", folder)[0], 0)
        self.assertEqual(self.serve(folder), "")
        found = games(rows(folder))
        new = found.pop(max(found))
        self.assertEqual((new[0]["game"], new[0]["red_cause"], len(new[1]) > 50), ("piranhas", "REGULAR", True))
        self.assertEqual(found, games(MADE["rows"]))

    def test_the_file_goes(self):
        folder = self.copy()
        self.play_and_repair(folder, lambda: os.remove(folder + "/kielwasser.db"))

    def test_the_page_meets_it(self):
        """Visitors learn no paths; the archive hears of it before it meets the damage itself."""
        folder = self.copy()
        with Site(PROGRAM, data=folder) as site:
            os.remove(folder + "/kielwasser.db")
            status, answer = site.ask("GET", "/api/games")
            self.assertEqual((status, answer["code"]), (503, "store_unreadable"))
            self.assertNotIn(folder, json.dumps(answer))
            said = run("status", "--data", folder)[1]
            self.assertIn("\nstore 0\n", said)
            self.check_sentence(folder, said)

    def test_a_page_that_is_written_next(self):
        """The last page of the moves: a server does not read it before the next move."""
        folder = self.copy()
        file = folder + "/kielwasser.db"
        with contextlib.closing(sqlite3.connect(file)) as db:
            words = db.execute("SELECT words FROM plies ORDER BY game DESC, ply DESC LIMIT 1").fetchone()[0].encode()
        pages = pathlib.Path(file).read_bytes()
        last = [at for at in range(0, len(pages), PAGE) if pages[at] == 10 and words in pages[at:at + PAGE]]
        self.play_and_repair(folder, lambda: [write(file, at, b"\xff" * 8) for at in last], before=True)


if __name__ == "__main__":
    unittest.main()
