#!/usr/bin/env python3
"""What older versions left on disk (samples/VERSION) is opened by the present program: nothing of it is lost.
usage: samples.py KIELWASSER"""
import collections
import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "web")]
from site_ import Site
from bot_user import make_folder, reachable
from patience import RUN_S, until

PROGRAM = reachable(sys.argv.pop(1))
VERSIONS = sorted(path.parent.name for path in HERE.glob("samples/*/expected.json"))
HOME = "/srv/kielwasser"  # where the samples were made
DONE = ("stopped", "complete", "decided", "broken", "failed")


class Sample:
    """A copy of a sample, as if it had been made in a temporary folder, today."""

    def __init__(self, version):
        self.folder = pathlib.Path(make_folder("kielwasser-sample-"))
        self.expected = json.loads((HERE / "samples" / version / "expected.json").read_text(encoding="utf-8"))
        with tarfile.open(HERE / "samples" / version / "sample.tar.xz") as archive:
            archive.extractall(self.folder)
        for path in [*self.folder.glob("data/arena/*/run.json"), *self.folder.glob("data/bots/*/book.json")]:
            path.write_text(path.read_text(encoding="utf-8").replace(HOME, str(self.folder)), encoding="utf-8")
        db = sqlite3.connect(self.folder / "data/kielwasser.db")
        with db:
            db.execute("UPDATE bots SET command = replace(command, ?1, ?2), folder = replace(folder, ?1, ?2)",
                       (HOME, str(self.folder)))
            # Games that were begun more than 30 days ago do not go on.
            db.execute("UPDATE games SET started = ? WHERE ended IS NULL", (int(time.time() * 1000),))
        db.close()

    def run(self, *words, status=0):
        done = subprocess.run([PROGRAM, *words], cwd=self.folder, text=True, capture_output=True, timeout=RUN_S,
                              env={**os.environ, "KIELWASSER_LANG": "en"})
        assert done.returncode == status, (words, done.returncode, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def rows(self, path):
        """How many rows of each table are in the export."""
        with gzip.open(self.folder / path, "rt", encoding="utf-8") as file:
            return collections.Counter(json.loads(line).get("table") for line in file)


class Case(unittest.TestCase):
    def each(self):
        self.assertTrue(VERSIONS)
        for version in VERSIONS:
            with self.subTest(version):
                sample = Sample(version)
                try:
                    yield sample
                finally:
                    shutil.rmtree(sample.folder)


class Stores(Case):
    def check_rows(self, sample, path):
        found = sample.rows(path)
        self.assertEqual({name: found[name] for name in sample.expected["rows"]}, sample.expected["rows"])

    def test_status_and_export(self):
        for sample in self.each():
            sample.run("store", "migrate", "--data", "data")
            games, bots = (sample.expected["rows"][name] for name in ("games", "bots"))
            self.assertIn(f"{games} games, {bots} bots", sample.run("store", "status", "--data", "data"))
            sample.run("store", "export", "new.jsonl.gz", "--data", "data")
            self.check_rows(sample, "new.jsonl.gz")

    def test_import(self):
        for sample in self.each():
            old = gzip.decompress((sample.folder / "match/export.jsonl.gz").read_bytes())
            self.assertEqual({"lines": old.count(b"\n"), "sha256": hashlib.sha256(old).hexdigest()},
                             sample.expected["export"])
            sample.run("store", "import", "match/export.jsonl.gz", "--store", "imported.db")
            sample.run("store", "export", "again.jsonl.gz", "--store", "imported.db")
            self.check_rows(sample, "again.jsonl.gz")


class Matches(Case):
    def words(self, match, games):
        return ["match", *match["words"], "--seed", str(match["seed"]), "--concurrency", "1",
                "--store", f"match/{match['store']}", "--games", str(games)]

    def results(self, sample, store):
        said = sample.run("store", "status", "--store", f"match/{store}")
        return int(re.search(r"(\d+) results", said)[1])

    def test_a_match_of_programs_goes_on(self):
        for sample in self.each():
            match = next(match for match in sample.expected["matches"] if match["store"] == "programs.db")
            self.assertIn(match["digest"], sample.run(*self.words(match, match["games"])))
            self.assertEqual(self.results(sample, match["store"]), match["games"])
            sample.run(*self.words(match, match["games"] + 2))
            self.assertEqual(self.results(sample, match["store"]), match["games"] + 2)

    def test_built_in_players_of_another_version_play_another_match(self):
        for sample in self.each():
            match = next(match for match in sample.expected["matches"] if match["store"] == "builtin.db")
            sample.run(*self.words(match, match["games"]))
            self.assertEqual(self.results(sample, match["store"]), 2 * match["games"])

    def test_folders(self):
        for sample in self.each():
            for path in sorted((sample.folder / "match/out/replays").iterdir()):
                sample.run("replay", str(path), "--check")
            said = sample.run("tournament", "show", "match/tournament.ini", "--out", "match/tournament")
            self.assertIn("Clownfische", said)


class Servers(Case):
    def wait(self, site, path, wanted):
        def look():
            found = site.get(path)
            return wanted(found) and found
        return until(look, lambda: site.get(path))

    def test_a_server_finds_everything(self):
        for sample in self.each():
            with Site(PROGRAM, "--sandbox", "off", data=str(sample.folder / "data")) as site:
                self.check_games(site, sample.expected["games"])
                self.assertTrue(site.get("/api/bots/2/test")["games"][0]["log"])
                self.check_bots(site, sample.expected["bots"])
                self.check_tests(site, sample.expected["tests"])
                self.check_tournaments(site, sample.expected["tournaments"])
                self.assertEqual([one["name"] for one in site.get("/api/positions")["positions"]],
                                 sample.expected["positions"])
                for old in ("positions", "arena/*/run", "bots/*/book", "bots/*/test-*"):  # in tables now
                    self.assertEqual(list(sample.folder.glob(f"data/{old}.json")), [])
                    self.assertTrue(list(sample.folder.glob(f"data/{old}.json.old")))

    def check_games(self, site, games):
        listed = {game["id"]: game for game in site.get("/api/games")["games"]}
        self.assertEqual(sorted(listed), sorted(game["id"] for game in games))
        for game in games:
            found = site.get(f"/api/games/{game['id']}")
            self.assertEqual((found["game"], found["phase"]), (game["game"], game["phase"]), found)
            if game["phase"] == "over":
                self.assertEqual(len(found["plies"]), game["plies"])
                self.assertTrue(found["result"])
                for ending in ("kw", "xml.gz"):
                    self.assertEqual(site.raw("GET", f"/api/games/{game['id']}.{ending}")[0], 200)
            else:  # the built-in player goes on
                self.assertGreaterEqual(len(found["plies"]), game["plies"])
                site.wait(game["id"], lambda state: state["side"] == "red")

    def check_bots(self, site, bots):
        found = site.get("/api/bots")["bots"]
        self.assertEqual([{"name": bot["name"], "versions": len(bot["versions"])} for bot in found], bots)
        for bot in found:
            status, tested = site.ask("POST", f"/api/bots/{bot['id']}/selftest", {})
            self.assertEqual((status, tested.get("ok")), (200, True), tested)

    def check_tests(self, site, tests):
        self.assertEqual([test["id"] for test in site.get("/api/tests")["tests"]], [test["id"] for test in tests])
        for test in tests:
            found = site.get(f"/api/tests/{test['id']}")
            self.assertEqual((found["name"], found["state"], found["games"]["played"], found["digest"]),
                             (test["name"], test["state"], test["played"], test["digest"]))
            self.assertEqual(site.get(f"/api/tests/{test['id']}/games")["total"], test["played"])
            self.assertTrue(site.get(f"/api/tests/{test['id']}/games/0")["plies"])
            if test["state"] == "stopped":
                self.check_goes_on(site, test)

    def check_goes_on(self, site, test):
        wanted = test["played"] + 2
        status, answer = site.ask("POST", f"/api/tests/{test['id']}/resume", {"games": wanted})
        self.assertEqual(status, 200, answer)
        found = self.wait(site, f"/api/tests/{test['id']}", lambda now: now["state"] in DONE)
        self.assertEqual((found["state"], found["games"]["played"]), ("complete", wanted), found)

    def check_tournaments(self, site, tournaments):
        found = site.get("/api/tournaments")["tournaments"]
        self.assertEqual([{key: cup[key] for key in tournaments[0]} for cup in found], tournaments)
        for cup in found:
            whole = site.get(f"/api/tournaments/{cup['id']}")
            self.assertEqual(whole["tournament"]["played"], cup["played"])
            self.assertTrue(site.get(f"/api/tournaments/{cup['id']}/games/1-1-001-2/0")["plies"])


if __name__ == "__main__":
    unittest.main()
