#!/usr/bin/env python3
"""The program as people and scripts use it: real processes, real pipes.
usage: cli.py KIELWASSER"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from patience import PATIENCE_S, RUN_S

PROGRAM = sys.argv.pop(1)
COMMANDS = ["analyse", "engine", "match", "play", "replay", "perft", "bench", "selfplay", "tune"]


def run(*words, text="", lang="en_GB.UTF-8"):
    return subprocess.run([PROGRAM, *words], input=text, capture_output=True, text=True, timeout=RUN_S,
                          env={**os.environ, "LC_ALL": lang, "KIELWASSER_LANG": ""})


def console(game, *lines):
    done = run("engine", game, text="\n".join(lines) + "\n")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


class Conversation:
    """The console of a game, spoken to line by line."""

    def __init__(self, game):
        self.process = subprocess.Popen([PROGRAM, "engine", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1, env={**os.environ, "LC_ALL": "en_GB.UTF-8"})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def hear(self, *words):
        """Reads until a line begins with one of the words; the lines up to it."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(words):
                return lines
        raise AssertionError("the program has ended before " + " or ".join(words))

    def ask(self, line, *words):
        self.say(line)
        return self.hear(*words)


def games():
    """The games that the program itself names."""
    lines = run().stdout.splitlines()
    begin = lines.index("Games:") + 1
    return [line.split()[0] for line in lines[begin:lines.index("", begin)]]


GAMES = games()


class Help(unittest.TestCase):
    def test_every_command_explains_itself_in_both_languages(self):
        for command in COMMANDS:
            for lang, example in (("de_DE.UTF-8", "Beispiel"), ("en_GB.UTF-8", "Example")):
                done = run(command, "--help", lang=lang)
                self.assertEqual(done.returncode, 0)
                self.assertIn(example, done.stdout)
                self.assertIn("kielwasser " + command, done.stdout)

    def test_overview_names_commands_and_games(self):
        done = run()
        for word in COMMANDS + GAMES:
            self.assertIn(word, done.stdout)
        self.assertRegex(run("--version").stdout, r"^kielwasser \d+\.\d+\.\d+(-dev)?$")


class Texts(unittest.TestCase):
    def test_both_languages_print_the_same_values(self):
        """The sentences are printf formats that no compiler compares: each needs the same arguments in both."""
        path = pathlib.Path(__file__).resolve().parents[1] / "src/cli/texts.def"
        string = r'"(?:[^"\\]|\\.)*"'
        written = path.read_text(encoding="utf-8")
        texts = re.findall(rf'^TEXT\((\w+),\s*((?:{string}\s*)+),\s*((?:{string}\s*)+)\)', written, re.M)
        self.assertEqual(len(texts), written.count("\nTEXT("))
        for name, *both in texts:
            german, english = (re.findall(r"%(?!%)[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?((?:hh|h|ll|l|j|z|t)?[a-zA-Z])",
                                          text.replace("%%", "")) for text in both)
            self.assertEqual(german, english, name)


class Refusals(unittest.TestCase):
    def refused(self, *words):
        done = run(*words)
        self.assertEqual(done.returncode, 2, words)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertEqual(done.stdout, "")
        return done.stderr

    def test_one_sentence_and_exit_code_2(self):
        self.assertIn("sail", self.refused("sail"))
        self.assertIn("chess", self.refused("engine", "chess"))
        self.assertIn("piranhas", self.refused("engine", "chess"))
        self.assertIn("--speed", self.refused("engine", "hive", "--speed", "9"))
        self.assertIn("--quick", self.refused("perft", "hive", "3", "--quick"))
        self.refused("engine")
        self.refused("engine", "hive", "more")
        self.refused("perft", "hive")
        self.refused("perft", "hive", "deep")
        self.refused("perft", "hive", "-1")
        self.refused("perft", "hive", "nonsense | r 0", "2")
        self.refused("perft", "piranhas", "3", "--seed", "x")
        self.refused("perft", "piranhas", "3", "--seed")
        self.refused("perft", "piranhas", "3", "--rules", "own")
        self.refused("bench", "chess")
        self.refused("play", "hive", "--red", "weltmeister")
        self.refused("play", "hive", "--set", "hand=QQ")
        self.refused("play", "piranhas", "--set", "hand=QSSBBGGGAAA")
        self.refused("replay", "/nowhere/at/all.kw")
        self.refused("replay", "/bin/sh")
        self.refused("play", "--load", "/nowhere/at/all.kw")
        self.refused("play", "hive", "--load", "/nowhere/at/all.kw")

    def test_german_where_german_is_wanted(self):
        self.assertIn("gibt es nicht", run("sail", lang="de_DE.UTF-8").stderr)


class Console(unittest.TestCase):
    def test_a_first_conversation_in_every_game(self):
        for game in GAMES:
            out = console(game, "", "new seed=7", "show", "moves", "result", "key", "perft 1", "eval", "help", "quit")
            self.assertTrue(out[0].startswith("ok "))
            self.assertEqual(out[1], "position " + out[0][3:])
            moves = out[2].split()
            self.assertEqual(moves[0], "moves")
            self.assertEqual(int(moves[1]), len(moves) - 2)
            self.assertEqual(moves[2:], sorted(moves[2:], key=lambda m: m.encode()))
            self.assertRegex(out[3], r"^running red=0,-?\d+(,\d+)? blue=0,-?\d+(,\d+)?$")
            self.assertRegex(out[4], r"^key [0-9a-f]{16}$")
            self.assertRegex(out[5], r"^perft 1 %s \d+\.\d+$" % moves[1])
            self.assertRegex(out[6], r"^eval [01]\.\d+ -?\d+$")
            self.assertTrue(out[7].startswith("help "))
            self.assertEqual(out[8:], ["bye"])

    def test_play_and_undo(self):
        for game in GAMES:
            first = console(game, "new seed=3", "moves")
            move = first[1].split()[2]
            out = console(game, "new seed=3", "legal " + move, "play " + move, "undo", "undo")
            self.assertEqual(out[1], "legal")
            self.assertTrue(out[2].startswith("ok ") and out[2] != out[0])
            self.assertEqual(out[3], out[0])
            self.assertTrue(out[4].startswith("error no_past "))

    def test_seed_draws_the_same_board_and_none_draws_another(self):
        for game in GAMES:
            self.assertEqual(console(game, "new seed=-5"), console(game, "new seed=-5"))
            boards = {console(game, "new")[0] for _ in range(6)}
            self.assertGreater(len(boards), 1)
            self.assertTrue(console(game, "new seed=1 rules=server")[0].endswith(" rules=server"))

    def test_errors_change_nothing(self):
        for game in GAMES:
            lines = ["position nonsense", "position", "play", "play $%&", "legal ???", "perft x", "perft -1",
                     "perft 99",
                     "go depth=0", "go depth=99", "go movetime=-5", "go player=weltmeister", "go quickly", "new seed=x",
                     "new rules=own", "new colour=red", "fill", "fill seed=", "dance", "undo", "x" * 40000]
            out = console(game, "new seed=9", *lines, "show", "quit")
            self.assertEqual(len(out), len(lines) + 3)
            for line, answer in zip(lines, out[1:]):
                self.assertRegex(answer, r"^(error|illegal) [a-z_]+ .+", line)
            self.assertEqual(out[-2], "position " + out[0][3:])

    def test_go_answers_with_a_legal_move(self):
        for game in GAMES:
            with Conversation(game) as talk:
                talk.ask("new seed=4", "ok ")
                for words in ("nodes=2000", "depth=2", "movetime=20", "player=zufall", "player=leicht movetime=20",
                              "nodes=500 threads=2", "nodes=3000 multipv=3"):
                    out = talk.ask("go " + words, "bestmove ", "error ")
                    self.assertTrue(all(line.startswith("info ") for line in out[:-1]))
                    word, move = out[-1].split()
                    self.assertEqual(word, "bestmove")
                    self.assertEqual(talk.ask("legal " + move, "legal", "illegal", "error"), ["legal"])

    def test_fixed_nodes_are_reproducible(self):
        for game in GAMES:
            out = console(game, "new seed=4", "go nodes=3000", "go nodes=3000")
            best = [line for line in out if line.startswith("bestmove")]
            self.assertEqual(best[0], best[1])

    def test_a_whole_game_to_its_end(self):
        """Every search has an info line, also where the solver answers at once, and where there is one move only."""
        for game in GAMES:
            with Conversation(game) as talk:
                talk.ask("new seed=11", "ok ")
                scores = []
                while (out := talk.ask("go nodes=300", "bestmove ", "error "))[-1].startswith("bestmove"):
                    found = re.search(r"^info depth \d.* score (-?\d+) .* pv .", out[-2])
                    self.assertTrue(found, out)
                    scores.append(abs(int(found[1])))
                    self.assertLess(len(scores), 70, "no end")
                    talk.ask("play " + out[-1].split()[1], "ok ")
                if game == "penguins":
                    self.assertGreater(scores[-1], 24000, "the end is proven")
                self.assertTrue(out[-1].startswith("error over "))
                self.assertRegex(talk.ask("result", "over ")[-1],
                                 r"^over (red|blue|draw) [a-z]+ red=\d+,-?\d+(,\d+)? blue=\d+,-?\d+(,\d+)?$")
                self.assertEqual(talk.ask("moves", "moves ")[-1], "moves 0")
                self.assertTrue(talk.ask("play x", "error ")[-1].startswith("error over "))
                self.assertEqual(len(talk.ask("show", "position ")), 1)

    def test_the_river_can_be_hidden_and_filled(self):
        out = console("mississippi", "new seed=2", "hide", "moves", "fill seed=5", "hide", "undo", "undo", "undo")
        self.assertIn("?", out[1])
        self.assertEqual(out[4], out[1])
        self.assertNotIn("?", out[3])
        self.assertEqual(out[7], out[0])
        self.assertEqual(console("hive", "new seed=2", "hide")[1], console("hive", "new seed=2")[0])

    def test_end_of_input_without_quit(self):
        self.assertEqual(run("engine", "hive", text="").returncode, 0)
        self.assertEqual(run("engine", "hive", text="show").returncode, 0)


class Thinking(unittest.TestCase):
    """What comes in while it thinks."""

    def setUp(self):
        self.console = Conversation("hive")
        self.addCleanup(self.console.__exit__)

    def expect_end(self):
        self.assertEqual(self.console.process.stdout.read(), "")
        self.assertEqual(self.console.process.wait(timeout=PATIENCE_S), 0)

    def test_stop(self):
        for limits in ("infinite", "movetime=3600000", "nodes=999999999999"):
            self.console.say("go " + limits)
            self.console.hear("info ")
            self.console.say("show", "stop", "key")  # what waits is answered afterwards, in its order
            self.console.hear("bestmove ")
            self.assertTrue(self.console.process.stdout.readline().startswith("position "))
            self.assertTrue(self.console.process.stdout.readline().startswith("key "))

    def test_quit_while_it_thinks(self):
        self.console.say("go movetime=3600000")
        self.console.hear("info ")
        self.console.say("quit", "show")
        self.console.hear("bestmove ")
        self.console.hear("bye")
        self.expect_end()

    def test_the_end_of_the_input_ends_an_endless_search_only(self):
        self.console.say("stop", "go infinite")
        self.console.hear("info ")
        self.console.process.stdin.close()
        self.console.hear("bestmove ")
        self.expect_end()

    def test_a_script_is_not_cut_short(self):
        script = ["new seed=7", "go depth=3", "show", "go nodes=9000", "quit"]
        piped = console("hive", *script)
        for line in script[:-1]:
            self.console.say(line)
            answer = {"new": "ok", "show": "position", "go": "bestmove"}[line.split()[0]]
            self.assertIn(self.console.hear(answer)[-1], piped)
        self.assertEqual([line.split()[0] for line in piped if not line.startswith("info ")],
                         ["ok", "bestmove", "position", "bestmove", "bye"])
        self.assertIn("info depth 3 ", "\n".join(piped))

    def test_a_stop_belongs_to_the_go_before_it(self):
        out = console("hive", "new seed=7", "go depth=3", "go movetime=3600000", "stop")
        self.assertEqual(len([line for line in out if line.startswith("bestmove ")]), 2)
        self.assertIn("info depth 3 ", "\n".join(out))
        self.assertTrue(console("hive", "go infinite nodes=5")[0].startswith("error bad_option "))


class Commands(unittest.TestCase):
    def test_perft_splits_by_first_move(self):
        lines = run("perft", "hive", "| r 0", "2").stdout.splitlines()
        self.assertEqual(sum(int(line.split()[1]) for line in lines[:-1]), 12000)
        self.assertIn("12000", lines[-1])
        self.assertEqual(len(run("perft", "hive", "|", "r", "0", "2", "--total").stdout.splitlines()), 1)

    def test_bench_prints_a_signature(self):
        """Of all games: tools/signature.sh."""
        for game in ("hive", "penguins"):
            [line] = run("bench", game, "--quick", "--nodes", "1000").stdout.splitlines()[2:]
            self.assertRegex(line, rf"^{game} .* [0-9a-f]{{16}}$")

    def test_play_save_and_replay(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.kw")
            for game in GAMES:
                done = run("play", game, "--red", "leicht", "--blue", "zufall", "--time", "5", "--seed", "6",
                           "--save", path)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(os.listdir(folder), ["game.kw"])
                result = done.stdout.splitlines()[-2]
                self.assertRegex(result, "^Result: over ")
                shown = run("replay", path)
                self.assertEqual(shown.returncode, 0, shown.stderr)
                self.assertEqual(shown.stdout.splitlines()[-1], result)

    def test_a_broken_record_is_refused_with_its_line(self):
        with tempfile.NamedTemporaryFile("w", suffix=".kw") as file:
            file.write("kielwasser 1\ngame piranhas\nstart nonsense\n")
            file.flush()
            done = run("replay", file.name)
            self.assertEqual(done.returncode, 2)
            self.assertIn("line 3", done.stderr)

    def test_analyse_says_what_each_move_gave_away(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.kw")
            for game in GAMES:
                run("play", game, "--red", "zufall", "--blue", "mittel", "--time", "5", "--seed", "6", "--save", path)
                told = [run("analyse", path, "--nodes", "300", "--json") for _ in range(2)]
                self.assertEqual(told[0].stderr, "")
                self.assertEqual(told[0].stdout, told[1].stdout)
                all = json.loads(told[0].stdout)
                self.assertEqual(len(all["positions"]), len(all["moves"]) + 1)
                self.assertIn(all["positions"][-1]["red_win"], (0, 0.5, 1))
                for before, move in zip(all["positions"], all["moves"]):
                    self.assertTrue(0 <= move["loss"] <= 1)
                    self.assertEqual(move["sign"] == "??", move["loss"] >= 0.3)
                    if before["line"][:1] == [move["move"]]:
                        self.assertEqual(move["loss"], 0)
                red, blue = all["summary"]["red"], all["summary"]["blue"]
                self.assertEqual(red["moves"] + blue["moves"], len(all["moves"]))
                self.assertGreater(red["mean_loss"], 0, "chance plays badly")
                text = run("analyse", path, "--nodes", "300", lang="de_DE.UTF-8").stdout
                self.assertIn(f"Rot   {red['moves']} Züge, ?? {red['blunder']}", text)
        self.assertEqual(run("analyse", "no such file").returncode, 2)

    def test_replays_of_all_formats(self):
        with tempfile.TemporaryDirectory() as folder:
            kw, xml, gz, back = (os.path.join(folder, name) for name in ("a.kw", "a.xml", "a.xml.gz", "b.kw"))
            for game in GAMES:
                run("play", game, "--red", "zufall", "--blue", "zufall", "--seed", "8", "--save", kw)
                for source, target in ((kw, xml), (xml, gz), (gz, back)):
                    done = run("replay", source, "--rules", "book", "--convert", target)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                first, last = (pathlib.Path(path).read_text().splitlines() for path in (kw, back))
                self.assertEqual([line.split()[0] for line in first if not line.startswith("seed")],
                                 [line.split()[0] for line in last])
                self.assertEqual(first[-1], last[-1])
                self.assertIn("rules book    no difference", run("replay", gz, "--check").stdout)
                self.assertIn("Regeln book    keine Abweichung",
                              run("replay", kw, "--check", lang="de_DE.UTF-8").stdout)

    def test_replay_names_what_is_wrong_and_shows_the_rest(self):
        with tempfile.TemporaryDirectory() as folder:
            kw, xml = os.path.join(folder, "a.kw"), os.path.join(folder, "a.xml")
            run("play", "penguins", "--red", "zufall", "--blue", "zufall", "--seed", "8", "--save", kw)
            run("replay", kw, "--convert", xml)
            text = pathlib.Path(xml).read_text()
            pathlib.Path(xml).write_text(text[:len(text) // 2])
            done = run("replay", xml)
            self.assertEqual(done.returncode, 1)
            self.assertIn("breaks off", done.stderr)
            self.assertIn("Result: running", done.stdout)
            pathlib.Path(xml).write_text(text.replace("<part>2</part>", "<part>1</part>"))
            done = run("replay", xml, "--check")
            self.assertEqual(done.returncode, 1)
            self.assertIn("the result should be", done.stdout)
            done = run("replay", kw, "--convert", os.path.join(folder, "a.pdf"))
            self.assertEqual(done.returncode, 1)
            self.assertIn(".kw, .xml", done.stderr)

    def test_a_game_from_the_middle_of_another(self):
        with tempfile.TemporaryDirectory() as folder:
            kw, gz, new = (os.path.join(folder, name) for name in ("a.kw", "a.xml.gz", "b.kw"))
            for game in GAMES:
                run("play", game, "--red", "zufall", "--blue", "zufall", "--seed", "8", "--save", kw)
                run("replay", kw, "--convert", gz)
                for source in (kw, gz):
                    done = run("play", "--load", source, "--turn", "3", "--red", "zufall", "--blue", "zufall",
                               "--save", new)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertTrue(done.stdout.splitlines()[1].startswith("  3  "))
                    self.assertIn("Result: over", done.stdout)
                    self.assertEqual(run("replay", new).returncode, 0)
                cut = run("replay", kw, "--from", "3").stdout.splitlines()
                self.assertTrue(cut[1].startswith("  3  "))
                self.assertEqual(cut[2:], run("replay", kw).stdout.splitlines()[8:])
                done = run("play", "--load", kw, "--turn", "120")
                self.assertEqual(done.returncode, 2)
                self.assertIn("turn 120", done.stderr)

    def test_a_person_is_told_why_not_and_may_give_up(self):
        done = run("play", "penguins", "--red", "mensch", "--blue", "zufall", "--seed", "1", text="z9\n?\nx\n")
        self.assertEqual(done.returncode, 0)
        self.assertIn("Not possible", done.stdout)
        self.assertIn("Given up", done.stdout)

    def test_a_full_disk_is_reported(self):
        done = run("play", "penguins", "--red", "zufall", "--blue", "zufall", "--save", "/nowhere/game.kw")
        self.assertEqual(done.returncode, 1)
        self.assertIn("/nowhere/game.kw", done.stderr)


if __name__ == "__main__":
    unittest.main()
