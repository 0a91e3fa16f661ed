#!/usr/bin/env python3
"""Bots under the magnifying glass: what goes to and fro at their seats, broken bytes, steps without a limit."""
import os
import pathlib
import sys
import unittest

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from naughty import CRASH, JOINER
from bot_user import TemporaryFolder, reachable
from site_ import Console, Site

PROGRAM = reachable(sys.argv.pop(1))

# Red's first move of the board with seed 1; it says something about it in both ways.
MOVE = """
sys.stderr.write("depth=3\\n@arrow a2 c2 plan\\n")
sys.stderr.flush()
line.sendall(b'<room roomId="%s"><data class="move" x="0" y="1" direction="RIGHT">'
             b'<hint content="@mark c2 here"/><hint content="value=0.5"/></data></room>' % room)
"""
AGAIN = """
text = b""
while b"oveRequest" not in text:
    text += line.recv(65536)
"""
GARBLE = """
line.sendall(b'<room roomId="%s"><data class=' % room + bytes([0xff, 1]) + b'></room>')
time.sleep(5)
"""


class Debugging(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.site = Site(PROGRAM)
        cls.console = Console(PROGRAM, "piranhas")
        cls.folder = TemporaryFolder("kielwasser-debug-")

    @classmethod
    def tearDownClass(cls):
        cls.console.close()
        cls.site.stop()
        cls.folder.cleanup()

    def open(self, script, **more):
        path = pathlib.Path(self.folder.name, f"{self.id()}.py")
        path.write_text(JOINER + script)
        status, answer = self.site.ask("POST", "/api/games", {
            "game": "piranhas", "seed": "1", "red": {"kind": "bot", "command": str(path)}, "blue": {"kind": "person"},
                                                              **more})
        self.assertEqual(status, 201, answer)
        return answer["id"], answer["secrets"]["blue"]

    def log(self, id_, side="red"):
        """All entries; the answers to the first question and to those that go on are pieced together."""
        entries, start, more = [], 0, True
        while more:
            answer = self.site.get(f"/api/games/{id_}/log?side={side}&from={start}")
            entries += answer["entries"]
            start, more = answer["next"], answer["more"]
        return answer["kept"], entries

    def test_everything_that_goes_to_and_fro(self):
        id_, _ = self.open(MOVE + AGAIN)
        game = self.site.wait(id_, lambda g: g["ply"] == 1)
        self.assertEqual(game["plies"][0]["hint"], "@mark c2 here | value=0.5")
        kept, entries = self.log(id_)
        self.assertTrue(kept)
        self.assertEqual([entry["n"] for entry in entries], list(range(len(entries))))
        heard = [entry for entry in entries if entry["kind"] == "in"]
        self.assertIn("joinPrepared", heard[0]["text"])
        self.assertIn('direction="RIGHT"', heard[-1]["text"])
        self.assertEqual(heard[-1]["ply"], 0)
        told = "".join(entry["text"] for entry in entries if entry["kind"] == "out")
        for words in ("<protocol>", "welcomeMessage", "sc.plugin2019.GameState", "MoveRequest"):
            self.assertIn(words, told)
        # What it printed before its move stands before its move, with the same ply.
        said = [entry for entry in entries if entry["kind"] == "says"]
        self.assertEqual([entry["text"] for entry in said], ["asked", "depth=3", "@arrow a2 c2 plan"])
        self.assertEqual({entry["ply"] for entry in said}, {0})
        self.assertLess(said[-1]["n"], heard[-1]["n"])
        self.assertEqual(self.site.get(f"/api/games/{id_}/log?side=red&from={heard[-1]['n']}")["entries"][0], heard[-1])
        self.assertFalse(self.log(id_, "blue")[0])

    def test_broken_bytes_are_shown_and_marked(self):
        id_, blue = self.open(MOVE + AGAIN + GARBLE)
        game = self.site.wait(id_, lambda g: g["ply"] == 1)
        self.site.move(id_, blue, 1, self.console.moves(game["position"])[0])
        game = self.site.wait(id_, lambda g: g["phase"] == "over")
        self.assertEqual(game["result"]["say"]["red"]["code"], "bot_garbage")
        entries = self.log(id_)[1]
        broken = [entry for entry in entries if "bad" in entry]
        self.assertEqual(len(broken), 1)
        self.assertTrue(broken[0]["text"].endswith("<data class="), broken)
        self.assertTrue(broken[0]["bad"].startswith("\\xff\\x01>"), broken)
        self.assertEqual(broken[0]["ply"], 2)
        notes = [entry["note"] for entry in entries if entry["kind"] == "note"]
        self.assertEqual(notes[0]["code"], "log_unreadable")
        self.assertTrue(notes[0]["de"] != notes[0]["en"] and "log_" not in notes[0]["de"])

    def test_a_crash_is_the_reason(self):
        id_, _ = self.open(CRASH)
        game = self.site.wait(id_, lambda g: g["phase"] == "over" and g["red"]["exit"])
        self.assertEqual((game["result"]["cause"]["red"], game["result"]["say"]["red"]["code"]),
                         ("LEFT", "bot_crashed"))
        self.assertIn("Segmentation fault", game["result"]["say"]["red"]["en"])

    def test_a_foul_is_noted(self):
        id_, _ = self.open(MOVE.replace("RIGHT", "UP_LEFT"))
        self.site.wait(id_, lambda g: g["phase"] == "over")
        notes = [entry["note"]["code"] for entry in self.log(id_)[1] if entry["kind"] == "note"]
        self.assertIn("bot_illegal", notes)

    def test_only_when_somebody_wants_it(self):
        id_, blue = self.open(MOVE + AGAIN + AGAIN, log=False)
        game = self.site.wait(id_, lambda g: g["ply"] == 1)
        self.assertEqual(self.log(id_), (False, []))
        self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/log")[0], 200)
        self.site.move(id_, blue, 1, self.console.moves(game["position"])[0])
        self.site.wait(id_, lambda g: g["ply"] == 2)
        kept, entries = self.log(id_)
        self.assertTrue(kept)
        self.assertIn("MoveRequest", "".join(entry.get("text", "") for entry in entries))

    def test_wrong_questions(self):
        id_, _ = self.open(AGAIN)
        self.assertEqual(self.site.ask("GET", f"/api/games/{id_}/log?side=red", token=False)[0], 403)
        self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/log", token=False)[0], 403)
        for query in ("", "?side=green", "?side=red&from=x", "?side=red&from=-1"):
            self.assertEqual(self.site.ask("GET", f"/api/games/{id_}/log{query}")[1]["code"], "bad_value")
        self.assertEqual(self.log("nowhere"), (False, []))
        self.assertEqual(self.site.ask("POST", "/api/games/nowhere/log")[1]["code"], "no_such_game")

    def test_steps_without_a_limit(self):
        id_, _ = self.open("time.sleep(1)\n" + MOVE + AGAIN, paused=True, limitMs=200)
        self.site.wait(id_, lambda g: g["phase"] == "running")
        self.assertEqual(self.site.get(f"/api/games/{id_}")["limitMs"], 200)
        self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/pause", {"paused": True, "unlimited": True})[0], 200)
        self.assertIsNone(self.site.get(f"/api/games/{id_}")["limitMs"])
        self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/step")[0], 200)
        self.assertEqual(self.site.wait(id_, lambda g: g["ply"] == 1 or g["result"])["phase"], "running")


if __name__ == "__main__":
    unittest.main()
