#!/usr/bin/env python3
"""Jobs for ourselves: self-play and tuning come to the same file whoever plays and whatever is killed.
usage: self.py KIELWASSER"""
import csv
import fcntl
import gzip
import itertools
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import unittest

import stage
from stage import PROGRAM

sys.path.insert(0, os.path.join(stage.HERE, "..", "web"))
from bot_user import let_write
from patience import RUN_S
from postgres import Postgres
from site_ import Console

GAMES = ("piranhas", "hive", "mississippi", "penguins")


def parse(text):
    """The lines of a file as (position, side, ply, plies, result, difference, win), game by game."""
    games = []
    head, *lines = text.splitlines()
    assert head.startswith("# kielwasser selfplay "), head
    for line in lines:
        position, side, place, result, difference, win = line.split(" ; ")
        ply, plies = map(int, place.split("/"))
        assert side in ("red", "blue") and result in ("0", "0.5", "1"), line
        if ply == 0:
            games.append([])
        assert ply == len(games[-1]) and ply < plies, line
        games[-1].append((position, side, ply, plies, float(result), int(difference), win))
    return games


class Stage(stage.Stage):
    def words(self, command, *words):
        return [PROGRAM, command, "--data", self.path("nothing"), *words]

    def read(self, name):
        return pathlib.Path(self.path(name)).read_text(encoding="utf-8")

    def start(self, words):
        return subprocess.Popen(words, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill_after(self, words, path, more):
        """Kills a run as soon as a store in a file has grown by so many bytes; False: the run was faster."""
        def size():
            return sum(os.path.getsize(name) for name in (path, path + "-wal") if os.path.exists(name))
        begun = size()
        run = self.start(words)
        while run.poll() is None and size() < begun + more:
            time.sleep(0.002)
        is_running = run.poll() is None
        run.kill()
        run.wait()
        return is_running


class SelfPlay(Stage):
    def play(self, *words, **more):
        return self.run_words(self.words("selfplay", *words), **more)

    def test_the_file_does_not_depend_on_who_plays_when(self):
        words = ("stark:nodes=60", "--game", "hive", "--games", "30", "--seed", "4")
        for count in ("1", "4"):
            self.assertIn("of 30 games in", self.play(*words, "--concurrency", count, "--out", "c" + count))
        self.play(*words, "--out", "packed.gz")
        whole = self.read("c1")
        self.assertEqual(whole, self.read("c4"))
        with gzip.open(self.path("packed.gz"), "rt") as file:
            self.assertEqual(whole, file.read())
        with Postgres() as place:
            self.play(*words, "--store", place, "--out", "postgres")
            self.assertEqual(whole, self.read("postgres"))
        # Nothing stays of what was only in between.
        self.assertEqual(sorted(os.listdir(self.folder)), ["c1", "c4", "packed.gz", "postgres"])

    def test_killed_it_goes_on(self):
        words = self.words("selfplay", "stark:nodes=300", "--game", "piranhas", "--games", "100", "--out")
        self.run_words([*words, "whole"])
        kills = 0
        while kills < 4 and self.kill_after([*words, "torn"], self.path("torn.db"), 60000 if kills else 1):
            self.assertFalse(os.path.exists(self.path("torn")))
            kills += 1
        self.assertGreater(kills, 1, "the machine was too fast")
        self.run_words([*words, "torn"])
        self.assertEqual(self.read("whole"), self.read("torn"))

    def test_interrupted_it_goes_on(self):
        words = self.words("selfplay", "stark:nodes=20,sleep=1", "--game", "piranhas", "--games", "40", "--concurrency",
                           "4", "--out")
        run = self.start([*words, "torn"])
        while run.poll() is None and not os.path.exists(self.path("torn.db-wal")):
            time.sleep(0.002)
        time.sleep(0.2)
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(timeout=RUN_S), 1)
        self.assertFalse(os.path.exists(self.path("torn")))
        self.run_words([*words, "torn"])
        self.run_words([*words, "whole"])
        self.assertEqual(self.read("whole"), self.read("torn"))

    def test_every_line_is_a_position_with_its_end(self):
        for game in GAMES:
            self.play("stark:nodes=30", "--game", game, "--games", "6", "--out", game)
            games = parse(self.read(game))
            self.assertEqual(len(games), 6)
            console = Console(PROGRAM, game)
            for lines in games:
                self.assertEqual(len(lines), lines[0][3])
                ends = {(side, result, difference) for _, side, _, _, result, difference, _ in lines}
                self.assertEqual(len(ends), 2)
                (_, red, won), (_, blue, lost) = ends
                self.assertEqual((red + blue, won + lost), (1, 0))
                self.assertEqual([win for _, _, ply, *_, win in lines if ply < 4], ["-"] * min(4, len(lines)))
            wins = [int(win) for lines in games for *_, win in lines if win != "-"]
            self.assertTrue(wins and min(wins) >= 0 and max(wins) <= 1000)
            for position, *_ in itertools.chain(*games):
                self.assertTrue(console.say("position " + position).startswith("ok"), position)
            console.close()

    def test_the_end_of_the_file_is_the_end_of_the_game(self):
        """Whoever has more fish has won, and the last position says nearly how many."""
        self.play("stark:nodes=30", "--game", "penguins", "--games", "4", "--out", "p")
        for lines in parse(self.read("p")):
            position, side, *_, result, difference, _ = lines[-1]
            red, blue = map(int, re.search(r" (\d+),(\d+)$", position).groups())
            ahead = red - blue if side == "red" else blue - red
            self.assertGreaterEqual(difference, ahead)  # the last move can only add to it
            self.assertEqual(result, (difference > 0) + 0.5 * (difference == 0))

    def test_chance_at_the_beginning(self):
        words = ("stark:nodes=30", "--game", "hive", "--games", "8", "--out")
        self.play(*words, "none", "--random-plies", "0")
        self.play(*words, "some", "--random-plies", "3")
        moves = {name: [tuple(line[0] for line in game) for game in parse(self.read(name))]
                 for name in ("none", "some")}
        self.assertEqual([first == second for first, second in zip(moves["none"][::2], moves["none"][1::2])],
                         [True] * 4)
        self.assertEqual(len(set(moves["some"])), 8)

    def test_what_cannot_be(self):
        for words, wanted in ((("mittel", "--game", "hive"), "--out FILE"),
                              (("mittel", "--out", "x"), "--game GAME"),
                              (("stark:nodes={n}", "--game", "hive", "--out", "x"), "still missing"),
                              (("mittel", "mittel", "--game", "hive", "--out", "x"), "no use for"),
                              (("sh -c true", "--random-plies", "3", "--game", "hive", "--out", "x"), "built-in"),
                              (("zufall", "--game", "hive", "--out", "no/where"), "cannot be written: no/where"),
                              (("zufall", "--game", "hive", "--out", "x", "--store", "no/where"), "the database says")):
            self.assertIn(wanted, self.play(*words, status=2))
        self.assertIn("eingebauten", self.play("sh -c true", "--random-plies", "3", "--game", "hive", "--out", "x",
                                               status=2, lang="de"))
        self.assertEqual(os.listdir(self.folder), [])


class Weights(Stage):
    """`kielwasser tune`: a table of weights from positions."""
    def tune(self, *words, **more):
        return self.run_words([PROGRAM, "tune", *words], **more)

    def play(self, game, name, *words):
        self.run_words(self.words("selfplay", "stark:nodes=50", "--game", game, "--games", "40", "--out", name, *words))

    def open_files(self, pid):
        folder = f"/proc/{pid}/fd/"
        return [os.readlink(folder + name) for name in os.listdir(folder) if os.path.exists(folder + name)]

    def losses(self, said):
        return [[float(number) for number in re.findall(r"\d\.\d{6}", line)] for line in said.splitlines()
                if re.search(r"\d\.\d{6} +\d\.\d{6}", line)]

    def test_the_same_files_make_the_same_table(self):
        for game in GAMES:
            self.play(game, game + ".gz")
            self.tune(game + ".gz", "--game", game, "--out", "first.h")
            self.tune(self.path(game + ".gz"), "--game", game, "--out", "second.h")
            text = self.read("first.h")
            self.assertEqual(text, self.read("second.h"))
            self.assertIn(f" *   kielwasser selfplay stark:nodes=50,random=4 --game {game} --games 40 --seed 1 --out "
                          f"{game}.gz\n"
                          f" *   kielwasser tune {game}.gz --game {game} --lambda 0.5 --hold 100 --held-out 10 "
                          f"--out src/games/{game}/weights.h\n", text.replace(" \\\n *       ", " "))
            self.assertNotIn(self.folder, text)
            # From the present table it can only get better, at least where it learns.
            (before, after), (_, _) = self.losses(self.tune(game + ".gz", "--game", game, "--keep"))
            self.assertLess(after, before, game)
            checked = subprocess.run(["cc", "-std=c17", "-Wall", "-Wno-unused-variable", "-Werror", "-fsyntax-only",
                                      "-I", os.path.join(stage.HERE, "../../src"), self.path("first.h")],
                                     capture_output=True, text=True)
            self.assertEqual(checked.returncode, 0, checked.stderr)

    def test_its_options(self):
        self.play("hive", "a", "--seed", "1")
        self.play("hive", "b", "--seed", "2")
        words = ("--game", "hive", "--out")
        said = self.tune("a", *words, "a.h")
        self.tune("a", "b", *words, "ab.h")
        self.tune("a", *words, "result.h", "--lambda", "1")
        held = self.tune("a", *words, "held.h", "--keep", "--hold", "1000000000")
        tables = {name: self.read(name + ".h") for name in ("a", "ab", "result", "held")}
        self.assertEqual(len(set(tables.values())), 4)
        self.assertIn("--seed 2 --out b\n *   kielwasser tune a b --game hive", tables["ab"])
        self.assertEqual([before for before, _ in self.losses(held)], [after for _, after in self.losses(held)])
        self.assertEqual(self.losses(said)[0][0], self.losses(held)[0][0])
        self.assertIn("and 0 held out", self.tune("a", "--game", "hive", "--held-out", "0"))
        self.assertIn("Überraschung", self.tune("a", "--game", "hive", lang="de"))

    def test_older_files_without_the_last_field(self):
        self.play("penguins", "new")
        lines = [line.rsplit(" ; ", 1)[0] for line in self.read("new").splitlines() if not line.startswith("#")]
        self.script("old", "\n".join(lines) + "\n")
        self.tune("old", "--game", "penguins", "--out", "old.h")
        self.tune("new", "--game", "penguins", "--lambda", "1", "--out", "new.h")
        old, new = (self.read(name)[self.read(name).index("static const"):] for name in ("old.h", "new.h"))
        self.assertEqual(old, new)
        self.assertIn("kielwasser selfplay … --out old\n", self.read("old.h"))

    def test_interrupted_it_leaves_nothing(self):
        self.play("penguins", "few")
        lines = self.read("few").splitlines()[1:] * 300
        self.script("many", "\n".join(lines) + "\n")
        run = subprocess.Popen([PROGRAM, "tune", "many", "--game", "penguins", "--out", "t.h"], cwd=self.folder,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        while self.path("many") not in self.open_files(run.pid):
            time.sleep(0.002)
        run.send_signal(signal.SIGINT)
        said = run.communicate(timeout=RUN_S)[0]
        self.assertEqual(run.returncode, 1, said)
        self.assertTrue(b"Interrupted" in said or b"Abgebrochen" in said, said)
        self.assertFalse(os.path.exists(self.path("t.h")))

    def test_what_cannot_be(self):
        self.play("hive", "hive")
        lines = self.read("hive").splitlines()
        self.script("torn", "\n".join([*lines[:5], lines[5][:40], *lines[6:]]) + "\n")
        self.script("empty", lines[0] + "\n")
        with gzip.open(self.path("half.gz"), "wb") as file:
            file.write(self.read("hive").encode())
        with open(self.path("half.gz"), "r+b") as file:
            file.truncate(os.path.getsize(self.path("half.gz")) // 2)
        for words, wanted in (((), "FILE"),
                              (("hive",), "--game GAME"),
                              (("hive", "--game", "chess"), "no game \"chess\""),
                              (("hive", "--game", "penguins"), "this line cannot be read: hive:2"),
                              (("torn", "--game", "hive"), "this line cannot be read: torn:6"),
                              (("half.gz", "--game", "hive"), "this line cannot be read: half.gz:"),
                              (("empty", "--game", "hive"), "no position to learn from"),
                              (("nowhere", "--game", "hive"), "cannot be read: nowhere"),
                              (("hive", "--game", "hive", "--out", "no/where"), "cannot be written: no/where"),
                              (("hive", "--game", "hive", "--lambda", "2"), "from 0 to 1"),
                              (("hive", "--game", "hive", "--lambda", "x"), "from 0 to 1"),
                              (("hive", "--game", "hive", "--hold", "0"), "--hold")):
            self.assertIn(wanted, self.tune(*words, status=2))
        self.assertIn("nicht lesen: half.gz:", self.tune("half.gz", "--game", "hive", status=2, lang="de"))


class Tuning(Stage):
    def tune(self, *words, **more):
        return self.run_words(self.words("spsa", *words), **more)

    def way(self, name):
        with open(self.path(name) + "/spsa.csv", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_the_way_does_not_depend_on_who_plays_when(self):
        words = ("stark:nodes={n},depth={d}", "--game", "penguins", "--param", "n=40,5,400,20,0.05,int", "--param",
                 "d=3,1,6,1,0.02,int", "--iterations", "12")
        said = [self.tune(*words, "--concurrency", count, "--out", "c" + count) for count in ("1", "4")]
        self.assertEqual(self.read("c1/spsa.csv"), self.read("c4/spsa.csv"))
        way = self.way("c1")
        self.assertEqual([row["iteration"] for row in way], [str(i + 1) for i in range(12)])
        for row in way:
            self.assertTrue(5 <= float(row["n"]) <= 400 and 1 <= float(row["d"]) <= 6 and abs(int(row["balance"])) <= 8)
        n, d = (round(float(way[-1][name])) for name in "nd")
        self.assertIn(f"n = {n}, d = {d}\n", said[0])
        self.assertIn(f"kielwasser match \"stark:nodes={n},depth={d}\" \"stark:nodes=40,depth=3\"", said[1])
        self.tune(*words, "--seed", "2", "--out", "other")
        self.assertNotEqual(self.read("c1/spsa.csv"), self.read("other/spsa.csv"))

    def test_killed_it_goes_on(self):
        words = self.words("spsa", "stark:nodes={n}", "--game", "piranhas", "--param", "n=40,5,400,20,0.05,int",
                           "--iterations", "25", "--out")
        self.run_words([*words, "whole"])
        kills = sum(self.kill_after([*words, "torn"], self.path("torn/spsa.db"), more)
                    for more in (1, 60000, 60000, 60000))
        self.assertGreater(kills, 1, "the machine was too fast")
        self.run_words([*words, "torn"])
        self.assertEqual(self.read("whole/spsa.csv"), self.read("torn/spsa.csv"))
        # And once more: everything is there already, but not while somebody else is at it.
        with open(self.path("torn/spsa.csv"), "a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            self.assertIn("another program is writing it already", self.run_words([*words, "torn"], status=2))
        self.run_words([*words, "torn"])
        self.assertEqual(self.read("whole/spsa.csv"), self.read("torn/spsa.csv"))

    def test_more_nodes_are_better(self):
        self.tune("stark:nodes={n}", "--game", "penguins", "--param", "n=30,5,400,15,0.1,int", "--iterations", "40",
                  "--out", "o")
        self.assertGreater(float(self.way("o")[-1]["n"]), 60)

    def test_a_program_is_told_its_numbers(self):
        """Here, and at a worker that has a line for it."""
        let_write(self.folder)
        bot = self.script("bot.sh", f"""#!/bin/sh
weight=$1; shift
echo "$weight" >> {self.path("told")}
exec {PROGRAM} client --game penguins --player zufall "$@"
""")
        words = (f"{bot} {{w}}", "--game", "penguins", "--param", "w=0.5,-1,1,0.25", "--iterations", "2", "--batch",
                 "1", "--pace", "0")
        self.tune(*words, "--out", "o", "--sandbox", "off")
        self.check_told(self.read("told").split())
        os.unlink(self.path("told"))
        self.script("bots.txt", "bot = ./bot.sh {w}\n")
        worker = self.start(self.words("worker", "--store", "shared.db", "--bots", "bots.txt", "--sandbox", "off"))
        self.tune(*words, "--store", "shared.db", "--concurrency", "0", "--seed", "2")
        worker.send_signal(signal.SIGTERM)
        self.assertEqual(worker.wait(timeout=RUN_S), 0)
        self.check_told(self.read("told").split())

    def check_told(self, told):
        self.assertEqual(len(told), 8)
        first = sorted({float(value) for value in told if abs(abs(float(value) - 0.5) - 0.25 * 2 ** 0.101) < 1e-5})
        self.assertEqual(len(first), 2, told)

    def test_a_program_that_never_joins_ends_it(self):
        """Until somebody has found out why."""
        bot = self.script("bot.sh", f"""#!/bin/sh
[ -e {self.path("library")} ] || exit 3
shift
exec {PROGRAM} client --game penguins --player zufall "$@"
""")
        words = (f"{bot} {{w}}", "--game", "penguins", "--param", "w=1,0,2,0.5", "--iterations", "4", "--batch", "1",
                 "--pace", "0", "--out", "o", "--sandbox", "off")
        self.assertIn("again and again no game comes about", self.tune(*words, status=2))
        self.script("library", "")
        self.assertIn("After 4 iterations", self.tune(*words))

    def test_what_cannot_be(self):
        words = ("stark:nodes={n}", "--game", "hive")
        for more, wanted in (((), "--param"),
                             (("--param", "n=1,2"), "NAME=START,MIN,MAX,C"),
                             (("--param", "n=5,1,9,1"), "stark:nodes=6."),
                             (("--param", "n=5,0,9,1,int"), "nodes=0"),
                             (("--param", "n=5,6,9,1,int"), "START must be between"),
                             (("--param", "x=5,1,9,1,int"), "{x} is not in the player"),
                             (("--param", "n=5,1,9,1,int", "--param", "n=5,1,9,1,int"), "twice: n"),
                             (("--param", "n=5,1,9,1,int", "--iterations", "0"), "--iterations"),
                             (("--param", "n=5,1,9,1,int", "--store", "no/where"), "the database says")):
            self.assertIn(wanted, self.tune(*words, *more, status=2))
        self.assertIn("zweimal", self.tune(*words, *["--param", "n=5,1,9,1,int"] * 2, status=2, lang="de"))


if __name__ == "__main__":
    unittest.main()
