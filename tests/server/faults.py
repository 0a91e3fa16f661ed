#!/usr/bin/env python3
"""Built-in players that fail (the hidden word fail= of a player): each ends its own game, with a name for it, and
nothing else.
usage: faults.py KIELWASSER"""
import contextlib
import os
import pathlib
import re
import subprocess
import sys
import unittest

from house import Server
from patience import until

PROGRAM = os.path.abspath(sys.argv.pop(1))
PASSWORDS = 60  # LIMIT_PASSWORD_CHECKS of server/limits.h is more


class Faults(unittest.TestCase):
    def setUp(self):
        self.server = Server(PROGRAM, "--soft", "60000", "--hard", "90000")  # clients of a busy machine are in time
        self.admin = self.server.talk()
        self.admin.say('<protocol><authenticate password="geheim"/>')
        self.addCleanup(self.leave)

    def leave(self):
        self.admin.close()
        self.assertEqual(self.server.stop(), 0)

    def prepare(self, red, blue="zufall"):
        """A game of two built-in players that waits for its first move; its room."""
        self.admin.say(f'<prepare gameType="swc_2023_penguins" pause="true"><slot displayName="Rot" player="{red}"/>'
                       f'<slot displayName="Blau" player="{blue}"/></prepare>')
        return self.admin.hear(r'<prepared roomId="([^"]+)"')[1]

    def begin(self, room):
        self.admin.say(f'<observe roomId="{room}"/><pause roomId="{room}" pause="false"/>')

    def result(self, room):
        """The result that observers hear."""
        return self.admin.hear(rf'<room roomId="{room}">\s*<data class="result">.*?</data>')[0]

    def status(self):
        said = subprocess.run([PROGRAM, "status", "--data", self.server.data], capture_output=True, text=True,
                              check=True)
        return dict(line.split(" ", 1) for line in said.stdout.splitlines())

    def log(self, event):
        lines = pathlib.Path(self.server.data, "log").read_text(encoding="utf-8").splitlines()
        return [line for line in lines if f" {event} " in line]

    def expect_fault(self, player, code, words):
        """The failing game ends; one beside it, of two clients, plays on to its regular end."""
        clients = [self.server.client("penguins", "--player", "stark:nodes=2000,sleep=30") for _ in range(2)]
        until(lambda: self.status()["rooms_running"] == "1", "the game of the clients")
        room = self.prepare(player)
        self.begin(room)
        result = self.result(room)
        self.assertIn('cause="UNKNOWN"', result)
        self.assertIn(words, result)
        self.assertEqual(self.status()["house_faults"], "1")
        line, = self.log("house-fault")
        self.assertIn(f" room={room} code={code} player={player} game=penguins position=", line.replace('"', ""))
        for client in clients:
            said, err = client.communicate(timeout=300)
            self.assertEqual(client.returncode, 0, err)
            self.assertIn("REGULAR", said)
        self.assertEqual(self.status()["house_faults"], "1")

    def test_a_player_without_a_move(self):
        self.expect_fault("stark:fail=nomove", "house_no_move", "findet keinen Zug")

    def test_a_player_that_does_not_come_to_an_end(self):
        self.expect_fault("stark:time=50,fail=late", "house_late", "wird nicht fertig")

    def test_a_score_out_of_range_ends_no_game(self):
        room = self.prepare("mittel:time=20,fail=score")
        self.begin(room)
        self.assertNotIn("UNKNOWN", self.result(room))
        status = self.status()
        self.assertEqual(status["house_faults"], "0")
        self.assertGreater(int(status["scores_clamped"]), 0)
        lines = self.log("score-clamped")
        self.assertEqual(len(lines), int(status["scores_clamped"]))
        self.assertTrue(all(re.search(rf'room={room} count=1 game=penguins position="', line) for line in lines))

    def test_players_go_on_while_passwords_wait(self):
        room = self.prepare("zufall")
        strangers = [self.server.talk() for _ in range(PASSWORDS)]
        for stranger in strangers:
            stranger.say('<protocol><authenticate password="wrong"/>')
        self.begin(room)
        self.assertIn('cause="REGULAR"', self.result(room))
        # One password is checked at a time, with a rest after each wrong one: the last ones still wait.
        refused = 0
        for stranger in strangers:
            stranger.socket.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                refused += b"errorpacket" in stranger.socket.recv(1 << 16)
            stranger.close()
        self.assertLess(refused, PASSWORDS)

    def test_what_a_seat_does_not_take(self):
        for player in ("stark:fail=never", "stark:threads=5", "stark:time=10001", "stark:nodes={n}",
                       "stark:" + "nodes=9," * 9):
            self.admin.say(f'<prepare gameType="swc_2023_penguins"><slot player="{player}" reserved="true"/>'
                           '<slot player="zufall"/></prepare>')
            self.admin.hear(r"<prepared [^>]*>\s*<reservation>")  # a client's seat, not a player's
        self.prepare("stark:nodes=20,threads=2,samples=2", "leicht:depth=2")


if __name__ == "__main__":
    unittest.main()
