#!/usr/bin/env python3
"""Matches as people start them: the same whatever happens in between, and every failure named.
usage: match.py KIELWASSER"""
import contextlib
import csv
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import time
import unittest

from stage import BUILD, PROGRAM, Stage, digest_of
from naughty import CRASH, ILLEGAL_MOVE, JOINER
from bot_user import let_write, reachable
from patience import RUN_S

WAYS = {
    "crash": CRASH,
    "illegal": ILLEGAL_MOVE + "time.sleep(1)",
    "soft-time": "time.sleep(0.5); " + ILLEGAL_MOVE + "time.sleep(1)",
    "garbage": "line.sendall(b'<<<\\x01\\xff garbage'); time.sleep(0.3)",
    "left": "line.close()",
}


class Inside(Stage):
    """Two built-in players."""

    def test_concurrency_changes_nothing(self):
        for game in ("piranhas", "hive", "mississippi", "penguins"):
            said = {}
            for count in ("1", "8"):
                said[count] = self.match("stark:nodes=300", "leicht:nodes=200", "--game", game, "--games", "12",
                                         "--seed", "5", "--concurrency", count, "--out", game + count, "--save", "all")
            self.assertEqual(digest_of(said["1"]), digest_of(said["8"]))
            self.assertEqual(self.essence(game + "1"), self.essence(game + "8"))
            replays = [sorted(os.listdir(self.path(game + count) + "/replays")) for count in "18"]
            self.assertEqual((replays[0], len(replays[0])), (replays[1], 2 * 12))

    def test_pairs_are_the_same_board_with_colours_swapped(self):
        self.match("zufall", "stark:nodes=50", "--game", "penguins", "--games", "5", "--out", "o", "--seed", "-3")
        games = self.games("o")
        self.assertEqual([game["game"] for game in games], list(range(6)))
        self.assertEqual([game["red"] for game in games], ["A", "B"] * 3)
        for first, second in zip(games[::2], games[1::2]):
            self.assertEqual((first["seed"], first["start"]), (second["seed"], second["start"]))
        self.assertEqual(len({game["start"] for game in games}), 3)
        with open(self.path("o/summary.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["seed"] for row in rows], [str(game["seed"]) for game in games])
        report = pathlib.Path(self.path("o/report.txt")).read_text()
        self.assertIn("zufall against stark:nodes=50", report)
        self.assertRegex(report, r"(?m)^That means +.*(pair|stronger)")

    def test_a_built_in_player_that_fails_is_named(self):
        client = f"{self.own()} client --game penguins --player zufall"
        ways = (("stark:fail=nomove", "zufall", "house_no_move stark"),
                ("stark:fail=nomove", client, "house_no_move stark"),
                ("mittel:time=5,fail=late", "zufall", "house_late mittel"))
        for i, (player, rival, fault) in enumerate(ways):
            said = self.match(player, rival, "--game", "penguins", "--games", "2", "--out", f"o{i}")
            self.assertIn(f"fault of Kielwasser ({player}) 2", said)
            for game in self.games(f"o{i}"):
                self.assertEqual((game["cause"], game["offender"], game["winner"]), ("house", "A", "B"))
                self.assertEqual(game["fault"], fault)

    def kill_after(self, words, chance):
        """Kills a run some games and some moments after its start; False: it was faster."""
        wanted = self.played("torn") + chance.choice((0, 0, 1, 3, 8))
        run = subprocess.Popen(self.words(*words, "torn"), cwd=self.folder, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
        while run.poll() is None and self.played("torn") < wanted:
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 0.03))
        is_running = run.poll() is None
        run.kill()
        run.wait()
        return is_running

    def test_killed_again_and_again_it_comes_to_the_same_totals(self):
        words = ("leicht:nodes=200,sleep=1", "stark:nodes=100,sleep=1", "--game", "hive", "--games", "200", "--save",
                 "all", "--concurrency", "2", "--out")
        whole = self.match(*words[:-2], "16", "--out", "whole")
        chance = random.Random(7)
        kills = 0
        while kills < 50 and self.kill_after(words, chance):
            kills += 1
        torn = self.match(*words, "torn")
        self.assertGreater(kills, 20, "the machine was too fast to be killed often")
        self.assertEqual(digest_of(torn), digest_of(whole))
        self.assertEqual(self.essence("torn"), self.essence("whole"))
        self.assertEqual(len(os.listdir(self.path("torn/replays"))), 2 * 200)
        result = [re.search(r"Result.*", said)[0] for said in (torn, whole)]
        self.assertEqual(*result)
        again = self.match(*words, "torn")
        self.assertIn("200 games are there already", again)
        self.assertEqual(digest_of(again), digest_of(whole))

    def test_the_folder_is_written_anew_from_the_store(self):
        words = ("zufall", "leicht:nodes=20", "--game", "hive", "--games", "6", "--save", "all", "--out", "o")
        whole = self.match(*words)
        names = ("games.jsonl", "games.pgn", "summary.csv", "replays/00003b.kw")
        kept = [pathlib.Path(self.path("o/" + name)).read_bytes() for name in names]
        for name in names:
            pathlib.Path(self.path("o/" + name)).write_bytes(b"{}\n")
        os.remove(self.path("o/replays/00003b.kw"))
        again = self.match(*words)
        self.assertIn("6 games are there already", again)
        self.assertEqual(digest_of(again), digest_of(whole))
        self.assertEqual([pathlib.Path(self.path("o/" + name)).read_bytes() for name in names], kept)

    def test_a_row_of_the_store_that_is_no_result(self):
        words = ("zufall", "zufall", "--game", "hive", "--games", "4", "--out", "o")
        self.match(*words)
        with contextlib.closing(sqlite3.connect(self.path("o/arena.db"))) as store, store:
            store.execute("UPDATE results SET ending = 'nothing' WHERE game = 2")
        said = self.match(*words, status=1)
        self.assertIn("2 games are there already", said)
        self.assertIn("game 2 ", said)

    def test_a_disk_that_refuses_is_named(self):
        words = ("zufall", "zufall", "--game", "hive", "--games", "4", "--save", "all", "--out", "o")
        os.makedirs(self.path("o/replays/00001b.kw"))
        said = self.match(*words, status=1)
        self.assertIn("00001b.kw", said)

    def test_replays_are_whole_games(self):
        self.match("zufall", "stark:nodes=50", "--game", "mississippi", "--games", "2", "--save", "all", "--out", "o")
        for game in self.games("o"):
            name = f"o/replays/{game['game']:05}{'ab'[game['game']]}"
            kept = pathlib.Path(self.path(name + ".kw")).read_text()
            self.assertEqual(re.findall(r"^move (.*) \d+$", kept, re.M), game["moves"])
            for ending in (".kw", ".xml.gz"):
                done = subprocess.run([PROGRAM, "replay", self.path(name + ending)], capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_headers_for_rating_programs(self):
        self.match("zufall", "stark:nodes=50", "--game", "piranhas", "--games", "4", "--out", "o")
        text = pathlib.Path(self.path("o/games.pgn")).read_text()
        fields = [dict(re.findall(r'\[(\w+) "(.*)"\]', game)) for game in text.split("[Event")[1:]]
        for game, field in zip(self.games("o"), fields, strict=True):
            players = [player["name"] for player in game["players"]]
            red, blue = players if game["red"] == "A" else players[::-1]
            result = {game["red"]: "1-0", None: "1/2-1/2"}.get(game["winner"], "0-1")
            self.assertEqual((field["White"], field["Black"], field["Result"]), (red, blue, result))

    def test_another_match_is_not_mixed_in(self):
        self.match("zufall", "zufall", "--game", "hive", "--games", "4", "--out", "o")
        self.match("zufall", "zufall", "--game", "hive", "--games", "8", "--out", "o")
        self.assertEqual(len(self.games("o")), 8)
        for words, what in ((("zufall", "leicht", "--game", "hive"), "players"),
                            (("zufall", "zufall", "--game", "hive", "--seed", "2"), "seed"),
                            (("zufall", "zufall", "--game", "penguins"), "game")):
            self.assertIn(f"another match ({what})", self.match(*words, "--out", "o", status=2))

    def test_a_test_stops_at_the_same_pair_however_many_play(self):
        said = [self.match("stark:nodes=200", "zufall", "--game", "piranhas", "--sprt", "0,50", "--concurrency", count,
                           "--out", "s" + count) for count in ("1", "8")]
        self.assertIn("accepted: A is stronger", said[0])
        self.assertEqual(digest_of(said[0]), digest_of(said[1]))
        self.assertLess(len(self.games("s1")), 200)

    def test_what_is_decided_is_not_played_again(self):
        words = ("stark:nodes=200", "zufall", "--game", "piranhas", "--sprt", "0,50", "--out", "o")
        first = self.match(*words)
        count = self.played("o")
        again = self.match(*words)
        self.assertIn(f"{len(self.games('o'))} games are there already", again)
        self.assertEqual((digest_of(again), self.played("o")), (digest_of(first), count))

    def test_a_program_that_searches_otherwise_does_not_go_on(self):
        words = ("zufall", "stark:nodes=20", "--game", "hive", "--out", "o", "--games")
        self.match(*words, "2")
        with contextlib.closing(sqlite3.connect(self.path("o/arena.db"))) as store, store:
            store.execute("UPDATE tests SET signature = 'another one'")
        self.match(*words, "2")
        said = self.match(*words, "4", status=1)
        self.assertIn("2 games are there already", said)
        self.assertIn("searches differently", said)

    def interrupt(self, *words, times):
        """Begins, is interrupted when the first game is over; what it has said."""
        run = subprocess.Popen(self.words(*words, "--out", "o"), cwd=self.folder, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, env={**os.environ, "KIELWASSER_LANG": "en"})
        while self.played("o") == 0:
            time.sleep(0.02)
        for _ in range(times):
            run.send_signal(signal.SIGINT)
            time.sleep(0.1)
        said = run.communicate(timeout=RUN_S)[0]
        self.assertEqual(run.returncode, 1)
        self.assertIn("Interrupted", said)

    def taken(self, out):
        """How many are taken."""
        with contextlib.closing(sqlite3.connect(self.path(out) + "/arena.db")) as store:
            return store.execute("SELECT count(*) FROM pairs WHERE state = 1").fetchone()[0]

    def test_ctrl_c_finishes_what_is_being_played(self):
        self.interrupt("stark:nodes=3000", "stark:nodes=2000", "--game", "piranhas", "--games", "4000", times=1)
        games = self.games("o")
        self.assertEqual([game["game"] for game in games], list(range(len(games))))
        self.assertEqual(self.taken("o"), 0)

    def test_ctrl_c_twice_ends_at_once(self):
        words = ("zufall", "zufall:sleep=10", "--game", "penguins", "--games", "16", "--concurrency", "4")
        whole = self.match(*words)
        self.interrupt(*words, times=2)
        self.assertEqual(self.taken("o"), 0)
        self.assertEqual(digest_of(self.match(*words, "--out", "o")), digest_of(whole))

    def test_positions(self):
        self.match("zufall", "zufall", "--game", "penguins", "--games", "4", "--out", "o", "--save", "all")
        starts = [game["start"] for game in self.games("o")]
        self.script("list.txt", f"# two boards\n{starts[0]}\n\n{starts[2]}   # the second\n")
        self.match("zufall", "zufall", "--game", "penguins", "--games", "6", "--out", "p", "--positions", "list.txt")
        self.assertEqual([game["start"] for game in self.games("p")], starts + starts[:2])
        self.match("zufall", "zufall", "--game", "penguins", "--games", "2", "--out", "q", "--positions",
                   "o/replays/00002a.kw")
        self.assertEqual(self.games("q")[0]["start"], starts[2])
        self.script("bad.txt", starts[0] + "\nnonsense\n")
        self.assertIn("line 2", self.match("zufall", "zufall", "--game", "penguins", "--positions", "bad.txt",
                                           status=2))

    def test_what_is_refused(self):
        for words, said in ((("zufall",), "Missing"), (("zufall", "zufall"), "--game"),
                            (("stark:speed=3", "zufall", "--game", "hive"), "stark:nodes=5000"),
                            (("zufall", "zufall", "--game", "hive", "--sprt", "5"), "--sprt"),
                            (("zufall", "zufall", "--game", "hive", "--sprt", "-inf,inf"), "--sprt"),
                            (("zufall", "zufall", "--game", "hive", "--save", "some"), "failed"),
                            (("stark:nodes={n}", "zufall", "--game", "hive"), "a value is still missing"),
                            (("zufall", "zufall", "--game", "hive", "--concurrency", "0"), "--store"),
                            (("zufall", "./nothing", "--game", "hive"), "no such file"),
                            (("zufall", "nobody-has-this", "--game", "hive"), "not to be found")):
            self.assertIn(said, self.match(*words, status=2))
        self.assertIn("Achtung: 200 Spiele", self.match("zufall", "zufall", "--game", "hive", "--games", "2",
                                                        "--concurrency", "200", lang="de"))
        for lang, example in (("de", "Beispiel"), ("en", "Example")):
            self.assertIn(example, self.match("--help", lang=lang))


# Games of klassik against leicht, as version 0.1.0 played them.
YARDSTICK = {
    "piranhas": "a05c7821652edb5d624968aa0f4f40a0013b85c64659ba7364ed2c30480224e6",
    "hive": "f3728792651dd65566d9f565183dd9b61a401a1b9922acd73512a1cb56ec4d7c",
    "mississippi": "7e0fc047ec49ed2bb3f1f3353e3c9e25635554784de5ef61e0ed8475f0df45c4",
    "penguins": "3cf4618385430ec827a492cf7bc053fa58f936a24bde48f5241bb16f5e8fcb89",
}


class Programs(Stage):
    """Where a program takes part, the game is played at a real server."""

    def client(self, game, player="zufall"):
        return f"{PROGRAM} client --game {game} --player {player} --time 20"

    def test_our_own_client_in_every_season(self):
        for game in ("piranhas", "hive", "mississippi", "penguins"):
            said = self.match(self.client(game), "stark:nodes=50", "--game", game, "--games", "4", "--pace", "0",
                              "--out", game)
            games = self.games(game)
            self.assertEqual([one["cause"] for one in games], ["regular"] * 4, said)
            self.assertEqual([one["red"] for one in games], ["A", "B", "A", "B"])
            self.assertRegex(games[0]["players"][0]["blake2b"], "^[0-9a-f]{64}$")

    def test_every_failure_has_its_name_and_the_run_goes_on(self):
        for way, deed in WAYS.items():
            self.script("bot.py", JOINER + deed, 0o644)
            said = self.match("python3 bot.py", "zufall", "--game", "penguins", "--games", "2", "--time", "200",
                              "--pace", "0", "--out", way)
            games = self.games(way)
            self.assertEqual([(game["cause"], game["offender"], game["winner"]) for game in games],
                             [(way, "A", "B")] * 2, said)
            self.assertEqual(games[0]["output"][0], "asked")
            self.assertIn("What went wrong", said)
            self.assertEqual(sorted(os.listdir(self.path(way) + "/replays")),
                             ["00000a.kw", "00000a.xml.gz", "00001b.kw", "00001b.xml.gz"])

    def test_one_that_sleeps_is_not_waited_for(self):
        self.script("bot.py", JOINER + "time.sleep(100)", 0o644)
        self.match("python3 bot.py", "zufall", "--game", "hive", "--games", "2", "--time", "100", "--out", "o")
        self.assertEqual([game["cause"] for game in self.games("o")], ["hard-time"] * 2)

    def test_one_that_never_starts_ends_the_run_with_the_reason(self):
        self.script("bot.sh", "#!/bin/sh\necho no config >&2\nexit 7\n")
        said = self.match("zufall", "./bot.sh", "--game", "hive", "--games", "50", "--concurrency", "2", "--out", "o",
                          status=1)
        self.assertIn("not started 3 times in a row", said)
        self.assertIn("code 7", said)
        self.assertIn("| no config", said)
        games = self.games("o")
        self.assertEqual([(game["cause"], game["offender"], game["winner"]) for game in games],
                         [("no-join", "B", "A")] * 3)

    def test_a_file_that_vanishes_in_between(self):
        let_write(self.folder)
        self.script("bot.sh", f"#!/bin/sh\nrm -f {self.path('bot.sh')}\nexec {self.client('hive')} \"$@\"\n")
        said = self.match("./bot.sh", "zufall", "--game", "hive", "--games", "50", "--concurrency", "1", "--out", "o",
                          "--sandbox", "off", status=1)
        self.assertEqual([game["cause"] for game in self.games("o")], ["regular"] + ["no-join"] * 3, said)
        self.assertIn("no such file", said)

    def test_killed_in_the_middle_it_goes_on_and_leaves_no_program(self):
        self.script("bot.py", f"import os, sys\nos.execv({self.own()!r}, ['kielwasser', 'client', '--game', "
                              f"'piranhas', '--player',"
                    " 'zufall', *sys.argv[1:]])\n", 0o644)
        words = ("python3 bot.py", "stark:nodes=100", "--game", "piranhas", "--games", "8", "--pace", "0", "--out", "o")
        for wait in (0.4, 0.9, 0.6):
            run = subprocess.Popen(self.words(*words), cwd=self.folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
            time.sleep(wait)
            run.kill()
            run.wait()
        self.match(*words)
        self.assertEqual([(game["game"], game["cause"]) for game in self.games("o")],
                         [(n, "regular") for n in range(8)])

    def test_placeholders_and_a_registered_name(self):
        data = self.path("data")
        subprocess.run([PROGRAM, "bot", "add", "--data", data, "Käpt'n", "--game", "hive",
                        *self.client("hive").split()],
                       check=True, capture_output=True)
        done = subprocess.run([PROGRAM, "match", "Käpt'n",
                               self.client("hive") + " --reservation={reservation} --port={port}",
                               "--game", "hive", "--games", "2", "--pace", "0", "--data", data, "--out",
                               self.path("o")],
                              capture_output=True, text=True, timeout=RUN_S)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual([player["name"] for player in self.games("o")[0]["players"]], ["Käpt'n", "kielwasser"])
        self.assertEqual([game["cause"] for game in self.games("o")], ["regular"] * 2)

    def test_two_builds_of_our_own(self):
        os.mkdir(self.path("old"))
        shutil.copy(PROGRAM, self.path("old/kielwasser"))
        with open(self.path("old/kielwasser"), "ab") as file:
            file.write(b"\n")  # another file, the same program
        player = "client --game hive --player stark:nodes=100"
        said = [self.match(f"old/kielwasser {player}", f"{PROGRAM} {player}", "--game", "hive", "--sprt", "0,10",
                           "--games", "4",
                           "--pace", "0", "--concurrency", count, "--out", "o" + count) for count in "12"]
        self.assertIn("still open", said[0])
        self.assertEqual(digest_of(said[0]), digest_of(said[1]))
        players = self.games("o1")[0]["players"]
        self.assertEqual([player["name"] for player in players], ["kielwasser A", "kielwasser B"])
        self.assertNotEqual(players[0]["blake2b"], players[1]["blake2b"])
        self.assertNotIn("spec", players[0])

    def test_the_yardstick_never_changes(self):
        for game, digest in YARDSTICK.items():
            bot = reachable(os.path.join(BUILD, "tests", "yardstick")) + f" --game {game} --player"
            said = self.match(f"{bot} klassik:nodes=200", f"{bot} leicht:nodes=200", "--game", game, "--games", "2",
                              "--seed", "5", "--pace", "0", "--concurrency", "1")
            self.assertEqual(digest_of(said), digest, said)

    def test_klassik_says_where_it_is(self):
        said = self.match("klassik:nodes=5", "zufall", "--game", "hive", status=2)
        self.assertIn("build/tests/yardstick --game GAME --player klassik:nodes=5", said)

    def test_started_by_hand(self):
        run = subprocess.Popen(self.words("manual", "zufall", "--game", "hive", "--games", "2", "--out", "o"),
                               cwd=self.folder,
                               stdout=subprocess.PIPE, text=True, env={**os.environ, "KIELWASSER_LANG": "en"})
        for line in run.stdout:
            place = re.search(r"--host .*", line)
            if place:
                subprocess.run([*self.client("hive").split(), *place[0].split()], check=True, capture_output=True,
                               timeout=RUN_S)
        run.stdout.close()
        self.assertEqual(run.wait(timeout=RUN_S), 0)
        self.assertEqual([game["cause"] for game in self.games("o")], ["regular"] * 2)


if __name__ == "__main__":
    unittest.main()
