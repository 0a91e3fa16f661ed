#!/usr/bin/env python3
"""Whole tournaments with real processes: all kinds of stages, interruptions, bots that cannot play, every format.

usage: tournament.py PROGRAM
"""
import contextlib
import csv
import io
import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import time
import unittest

from stage import PROGRAM, Stage
from patience import RUN_S, until
from postgres import Postgres

SEASON = """
[tournament]
name = Kieler "Saison"
game = piranhas
seed = 5

[stage]
name = Gruppen
kind = league
groups = 2
legs = 2
advance = 3

[stage]
name = Schweiz
kind = swiss
rounds = 3
advance = 5

[stage]
name = Liga
kind = champions-league
legs = 1
games = 1

[stage]
name = Finale
kind = final-eight
games_max = 8
third_place = yes
"""

LEAGUE = "[tournament]\nname = L\ngame = penguins\ntime = 500\n[stage]\nname = Liga\nlegs = 1\n"

BOTS = ("stark:nodes=200", "leicht:nodes=60", "leicht:nodes=30", "leicht:nodes=10", "zufall", "zufall", "zufall")


def text_of(*bots, season=SEASON):
    return season + "".join(f"\n[team]\nname = {chr(65 + n)} & Co\nbot = {bot}\n" for n, bot in enumerate(bots))


class Cup(Stage):
    def write(self, name, text):
        self.script(name, text, 0o644)

    def words(self, *words):
        return [PROGRAM, "tournament", *words]

    def call(self, *words, lang="en", status=0):
        return self.run_words(self.words(*words), lang, status)

    def results(self, folder):
        """All files that must be the same whenever the same tournament is played."""
        root = pathlib.Path(self.path(folder))
        return {path.name: path.read_text() for path in sorted(root.glob("*.*"))
                if path.suffix in (".txt", ".html", ".csv", ".json")}

    def whole(self, folder):
        return json.loads(pathlib.Path(self.path(folder), "tournament.json").read_text())


class Seasons(Cup):
    def test_what_init_writes_can_be_run(self):
        for lang, words in (("de", "Die Haie"), ("en", "The Sharks")):
            self.assertIn("tournament run", self.call("init", lang + ".ini", lang=lang))
            text = pathlib.Path(self.path(lang + ".ini")).read_text()
            self.assertIn(words, text)
            self.assertEqual(text, self.call("init", "-", lang=lang))
            quick = text.replace("= mittel", "= leicht:nodes=20").replace("= leicht\n", "= leicht:nodes=5\n")
            self.write(lang + ".ini", quick)
            self.assertIn(words, self.call("run", lang + ".ini", lang=lang))
            self.assertTrue(self.whole(lang)["over"])
        self.assertIn("already", self.call("init", "en.ini", status=2))

    def test_every_kind_of_stage_and_twice_the_same(self):
        self.write("s.ini", text_of(*BOTS))
        said = self.call("run", "s.ini", "--concurrency", "2")
        self.call("run", "s.ini", "--concurrency", "5", "--out", "again", "--save", "all")
        first, second = self.results("s"), self.results("again")
        self.assertEqual(first, second)
        self.assertEqual(len([name for name in first if name.startswith("standings-1-")]), 8)
        season = self.whole("s")
        self.assertTrue(season["over"])
        self.assertEqual([stage["kind"] for stage in season["stages"]],
                         ["league", "swiss", "champions-league", "final-eight"])
        self.assertEqual([len(stage["groups"][0]["rows"]) for stage in season["stages"][1:]], [6, 5, 5])
        self.assertEqual(sorted(row["place"] for row in season["stages"][3]["groups"][0]["rows"]), [1, 2, 3, 4, 5])
        self.assertIn("Winner: " + season["places"][0]["team"], said)
        self.assertIn("Liga, round 5 of 5", said)
        self.check_days(season)
        self.check_games("s", season)
        self.assertEqual(len(list(pathlib.Path(self.path("again/replays")).glob("*/*"))), 2 * season["played"])
        self.assertFalse(os.path.exists(self.path("s/replays")))

    def check_days(self, season):
        """Points in the tables are the points of the match days."""
        league = season["stages"][2]["groups"][0]["rows"]
        won = dict.fromkeys((row["team"] for row in league), 0)
        for day in season["days"]:
            for meeting in day["meetings"] if day["stage"] == "Liga" else ():
                self.assertTrue(meeting["done"])
                self.check_course(meeting)
                won[meeting["first"]] += meeting["firstWins"]
                if meeting["second"]:
                    won[meeting["second"]] += meeting["secondWins"]
        self.assertEqual(won, {row["team"]: row["won"] for row in league})

    def check_course(self, meeting):
        """Who won which game is what the totals say; where nobody played there is no file."""
        course = meeting.get("course", "")
        self.assertEqual(len(course), meeting["games"])
        self.assertEqual((course.count("A"), course.count("B")), (meeting["firstWins"], meeting["secondWins"]))
        self.assertEqual("file" in meeting, meeting["games"] > 0)

    def check_games(self, folder, season):
        lines = [json.loads(line) for path in pathlib.Path(self.path(folder), "games").iterdir()
                 for line in path.read_text().splitlines()]
        self.assertEqual(len(lines), season["played"])
        files = [meeting["file"] for day in season["days"] for meeting in day["meetings"] if meeting["games"]]
        self.assertEqual(sorted(files), sorted(path.stem for path in pathlib.Path(self.path(folder),
                                                                                  "games").iterdir()))
        self.assertEqual(len({(line["seed"], line["red"], *(player["name"] for player in line["players"]))
                              for line in lines}),
                         len(lines), "no game is played twice")

    def test_formats(self):
        self.write("s.ini", text_of(*BOTS[:4], season=SEASON.replace("groups = 2", "groups = 1")))
        self.call("run", "s.ini")
        rows = list(csv.DictReader(io.StringIO(self.call("show", "s.ini", "--format", "csv"))))
        self.assertEqual([(row["stage"], row["place"]) for row in rows[:4]],
                         [("Gruppen", str(n)) for n in (1, 2, 3, 4)])
        season = json.loads(self.call("show", "s.ini", "--format", "json"))
        self.assertEqual(season, self.whole("s"))
        stage = json.loads(self.call("show", "s.ini", "--format", "json", "--stage", "2"))
        self.assertEqual(stage, season["stages"][1])
        page = self.call("show", "s.ini", "--format", "html")
        self.assertIn("<td>1</td><th scope=\"row\">A &amp; Co</th>", page)
        self.assertNotIn("& Co", page)
        self.assertIn("Who against whom", self.call("show", "s.ini"))
        self.assertIn("Spiel um Platz 3", self.call("show", "s.ini", "--stage", "4", lang="de"))
        self.assertIn("csv", self.call("show", "s.ini", "--format", "pdf", status=2))
        self.assertIn("Stage 5", self.call("show", "s.ini", "--stage", "5", status=2))

    def kill_soon(self, chance, folder):
        """Kills a run some games after its start; False: it was faster."""
        wanted = self.played(folder) + chance.choice((0, 1, 3, 6))
        run = subprocess.Popen(self.words("run", "s.ini", "--out", folder), cwd=self.folder, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
        while run.poll() is None and self.played(folder) < wanted:
            time.sleep(0.01)
        is_running = run.poll() is None
        run.kill()
        run.wait()
        return is_running

    def test_killed_again_and_again_it_comes_to_the_same_tables(self):
        self.write("s.ini", text_of(*BOTS).replace("nodes=200", "nodes=2000"))
        self.call("run", "s.ini", "--out", "whole")
        chance = random.Random(3)
        kills = sum(self.kill_soon(chance, "torn") for _ in range(8))
        self.assertGreater(kills, 3, "the machine was too fast to be killed often")
        self.assertIn("are there already", self.call("run", "s.ini", "--out", "torn"))
        self.assertEqual(self.results("torn"), self.results("whole"))

    def test_after_a_change_nothing_old_is_played(self):
        self.write("s.ini", text_of(*["stark:nodes=20000"] * 4, season=LEAGUE))
        run = subprocess.Popen(self.words("run", "s.ini"), cwd=self.folder, stdout=subprocess.DEVNULL)
        while run.poll() is None and not list(pathlib.Path(self.path("s/games")).glob("*.jsonl")):
            time.sleep(0.01)
        run.kill()
        run.wait()
        self.write("s.ini", text_of(*["zufall"] * 4, season=LEAGUE))
        self.call("run", "s.ini")
        with sqlite3.connect(self.path("s/arena.db")) as db:
            is_open = db.execute("SELECT count(*) FROM tests WHERE is_open = 1").fetchone()[0]
            open_pairs = db.execute("SELECT count(*) FROM pairs WHERE state <> 2").fetchone()[0]
        self.assertEqual(is_open, 0)
        self.assertGreater(open_pairs, 0)

    def test_ctrl_c_and_the_same_command_again(self):
        self.write("s.ini", text_of("stark:nodes=500", "leicht:nodes=400", "zufall",
                                    season=LEAGUE.replace("legs = 1", "legs = 8\ngames = 20")))
        run = subprocess.Popen(self.words("run", "s.ini"), cwd=self.folder, stdout=subprocess.PIPE, text=True,
                               env={**os.environ, "KIELWASSER_LANG": "en"})
        while run.poll() is None and not list(pathlib.Path(self.path("s/games")).glob("*.jsonl")):
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        self.assertIn("Interrupted", run.communicate(timeout=RUN_S)[0])
        self.assertEqual(run.returncode, 1)
        self.assertFalse(self.whole("s")["over"])
        self.assertIn("of 480 games", self.call("show", "s.ini"))
        self.assertIn("are there already", self.call("run", "s.ini"))
        self.assertEqual(self.whole("s")["played"], 480)

    def test_two_cannot_run_in_one_folder(self):
        self.write("s.ini", text_of("stark:nodes=30000", "stark:nodes=30000", season=LEAGUE))
        run = subprocess.Popen(self.words("run", "s.ini"), cwd=self.folder, stdout=subprocess.DEVNULL)
        while run.poll() is None and not os.path.exists(self.path("s/arena.db")):
            time.sleep(0.01)
        self.assertIn("s/lock", self.call("run", "s.ini", status=2))
        run.kill()
        run.wait()


class Bots(Cup):
    def test_who_fails_the_admission_loses_everything(self):
        self.write("crash.py", "import sys\nprint('no brain', file=sys.stderr)\nsys.exit(3)\n")
        client = f"{PROGRAM} client --game penguins --player zufall"
        self.write("l.ini", text_of("python3 crash.py", "zufall", client, "./nothing", season=LEAGUE))
        said = self.call("run", "l.ini")
        self.assertIn("✘ A & Co is not admitted", said)
        self.assertIn("✔ C & Co is admitted", said)
        self.assertIn("✘ D & Co is not admitted", said)
        season = self.whole("l")
        rows = {row["team"]: row for row in season["stages"][0]["groups"][0]["rows"]}
        for name in ("A & Co", "D & Co"):
            self.assertEqual((rows[name]["lost"], rows[name]["won"], rows[name]["place"]), (6, 0, 3))
        self.assertEqual(rows["B & Co"]["games"], 6)
        self.assertEqual(season["played"], 2)
        self.assertEqual([place["team"] for place in season["places"] if "out" in place], ["A & Co", "D & Co"])
        # Mended, it is tried again; what the others have played stays.
        self.write("crash.py", f"import os, sys\nos.execv({self.own()!r}, ['kielwasser', 'client', '--game', "
                               f"'penguins', '--player',"
                   " 'zufall', *sys.argv[1:]])\n")
        said = self.call("run", "l.ini")
        self.assertIn("✔ A & Co is admitted", said)
        self.assertIn("2 games are there already", said)
        self.assertEqual(self.whole("l")["played"], 6)

    def test_nobody_can_play(self):
        self.write("l.ini", text_of("./nothing", "./nobody", "stark:speed=3", season=LEAGUE))
        said = self.call("run", "l.ini")
        self.assertIn("over after 0 games", said)
        self.assertNotIn("Winner", said)
        self.assertEqual([place["place"] for place in self.whole("l")["places"]], [1, 1, 1])

    def test_without_admission_a_bad_bot_just_loses(self):
        self.write("crash.py", "import sys\nsys.exit(3)\n")
        self.write("l.ini", text_of("python3 crash.py", "zufall", season=LEAGUE.replace("[stage]",
                                                                                        "admission = no\n[stage]")))
        self.call("run", "l.ini")
        season = self.whole("l")
        self.assertEqual((season["played"], season["places"][0]["team"]), (2, "B & Co"))


class Files(Cup):
    def test_mistakes_are_named_with_their_line(self):
        for change, said in ((("kind = swiss", "kind = cup"), "line 16"), (("legs = 2", "legs = 20"), "line 11"),
                             (("name = Schweiz", "nam = Schweiz"), "line 15"),
                             (("game = piranhas", "game = chess"), "line 2"),
                             (("games_max = 8", "games_max = 7"), "line 26"), (("seed = 5", "seed"), "line 5")):
            self.write("s.ini", text_of(*BOTS, season=SEASON.replace(*change)))
            for deed in ("run", "show"):
                self.assertIn(said, self.call(deed, "s.ini", status=2))
        self.assertFalse(os.path.exists(self.path("s")))

    def test_what_else_is_refused(self):
        self.assertIn("init, run, show", self.call(status=2))
        self.assertIn("init, run and show", self.call("play", status=2))
        self.assertIn("FILE", self.call("run", status=2))
        self.call("run", "nothing.ini", status=2)
        self.write("l.ini", text_of("zufall", "zufall", season=LEAGUE))
        self.assertIn("server", self.call("run", "l.ini", "--store", "postgresql:///nobody?host=" + self.folder,
                                          status=2))
        self.write("l/arena.db", "this is no database, however long it may be" * 100)
        self.call("run", "l.ini", status=2)
        self.write("s.ini", text_of(*BOTS))
        self.assertIn("nothing of this tournament", self.call("show", "s.ini", status=2))
        for lang, example in (("de", "Beispiel"), ("en", "Example")):
            self.assertIn(example, self.call("--help", lang=lang))


class Servers(Cup):
    def test_postgresql_gives_the_same_tables_and_workers_play_along(self):
        self.write("s.ini", text_of(*BOTS))
        self.call("run", "s.ini", "--out", "file")
        with Postgres() as place:
            self.call("run", "s.ini", "--store", place, "--out", "server")
            self.assertEqual(self.results("server"), self.results("file"))
            self.write("t.ini", text_of(*BOTS).replace("Kieler", "Zweite"))
            worker = subprocess.Popen([PROGRAM, "worker", "--store", place], cwd=self.folder, stdout=subprocess.DEVNULL)
            self.call("run", "t.ini", "--store", place, "--concurrency", "0")
            worker.terminate()
            self.assertEqual(worker.wait(timeout=RUN_S), 0)
        tables = [[stage["groups"][0]["rows"] for stage in self.whole(folder)["stages"]] for folder in ("file", "t")]
        self.assertEqual(*tables)

    def test_a_meeting_that_no_worker_survives_stays_open_and_is_named(self):
        place = self.path("store.sqlite")
        self.write("l.ini", text_of("zufall", "leicht:nodes=10", season=LEAGUE))
        run = subprocess.Popen(self.words("run", "l.ini", "--store", place, "--concurrency", "0"), cwd=self.folder,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               env={**os.environ, "KIELWASSER_LANG": "en"})

        def close_pairs():
            """As the store does after the third worker (store/queue.h)."""
            with contextlib.suppress(sqlite3.OperationalError), contextlib.closing(sqlite3.connect(place)) as store:
                with store:
                    return store.execute("UPDATE pairs SET state = 3, tries = 3").rowcount > 0
        until(close_pairs)
        said = run.communicate(timeout=RUN_S)[0]
        self.assertEqual(run.returncode, 1, said)
        self.assertRegex(said, "no worker has survived the pair: .*& Co.*& Co")
        # The same command tries it again.
        self.assertIn("Co", self.call("run", "l.ini", "--store", place))


if __name__ == "__main__":
    unittest.main()
