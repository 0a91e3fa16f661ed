#!/usr/bin/env python3
"""A server that is stopped in the middle of a game (SIGSTOP, as if it were swapped out or frozen) takes that time off:
a player loses by its own time only.  Built-in players have the limits of programs.
usage: stopped.py KIELWASSER"""
import glob
import os
import pathlib
import re
import signal
import sys
import time
import unittest

from house import Server
from patience import PATIENCE_S, RUN_S, until
from piranhas_bot import Bot

PROGRAM = os.path.abspath(sys.argv.pop(1))
SOFT_MS, HARD_MS = 2600, 3000  # long enough for a busy machine
PLAYER = "zufall:sleep=20"  # thinks nearly all the time, so that a stop falls into a move
STOPS_S = (3.3, 2.8, 0.3, 0.12, 0.05)  # longer than the hard limit, than the soft one, than a gap of the loop; shorter


class Stop:
    """These processes do not run inside the block."""

    def __init__(self, *processes):
        self.processes = processes

    def __enter__(self):
        for process in self.processes:
            process.send_signal(signal.SIGSTOP)
            until(lambda stopping=process: state(stopping) in "TZ", "a process that is stopped", every_s=0.001)

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.send_signal(signal.SIGCONT)


def state(process):
    stat = pathlib.Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8")
    return stat.rpartition(")")[2].split()[0]


class BotOfStops(Bot):
    """Was asked for its move before each stop, and answers inside it: however busy the machine is."""

    def __init__(self, server, stops_s):
        super().__init__(server)
        self.process, self.stops_s = server.process, list(stops_s)

    def answer(self):
        if not self.stops_s:
            return super().answer()
        with Stop(self.process):
            super().answer()
            time.sleep(self.stops_s.pop(0))
        return None


class Time(unittest.TestCase):
    def setUp(self):
        self.clients, self.admin = [], None
        self.serve(HARD_MS)

    def serve(self, hard_ms):
        server = self.server = Server(PROGRAM, "--soft", str(SOFT_MS), "--hard", str(hard_ms), "--pace", "0")
        self.addCleanup(lambda: self.assertEqual(server.stop(), 0))

    def moves_played(self):
        return self.server.figures()["moves"]

    def wait_for_move(self, more=1):
        """Another one is played, or the game is over."""
        before = self.moves_played()
        until(lambda: self.moves_played() >= before + more or self.has_ended(), "a move")

    def has_ended(self):
        return any(client.poll() is not None for client in self.clients)

    def play_clients(self):
        """A game of two clients that has begun."""
        self.clients = [self.server.client("piranhas", "--player", PLAYER) for _ in range(2)]
        self.wait_for_move(2)

    def ends(self):
        """What the clients say of the end."""
        said = []
        for client in self.clients:
            out, err = client.communicate(timeout=RUN_S)
            self.assertEqual(client.returncode, 0, err)
            said.append(out)
        return "".join(said)

    def play_built_in(self, red, blue="zufall"):
        """A game of built-in players that has begun."""
        if not self.admin:
            self.admin = self.server.talk()
            self.addCleanup(self.admin.close)
            self.admin.say('<protocol><authenticate password="geheim"/>')
        self.admin.say('<prepare gameType="swc_2019_piranhas" pause="true">'
                       f'<slot displayName="Rot" player="{red}" canTimeout="true"/>'
                       f'<slot displayName="Blau" player="{blue}" canTimeout="true"/></prepare>')
        room = self.admin.hear(r'<prepared roomId="([^"]+)"')[1]
        self.admin.say(f'<observe roomId="{room}"/><pause roomId="{room}" pause="false"/>')
        return room

    def causes(self):
        """Of red's and blue's end, as the observer hears them."""
        said = self.admin.hear(r'<data class="result">.*?</data>')[0]
        return re.findall(r'cause="([A-Z_]+)"', said)

    def records(self):
        return glob.glob(os.path.join(self.server.data, "replays", "*.kw"))

    def record(self):
        """Times and lags of all moves that were played."""
        until(self.records, "the record")
        text = "".join(pathlib.Path(path).read_text(encoding="utf-8") for path in self.records())
        return [[int(ms) for ms in re.findall(pattern, text, re.M)] for pattern in (r"^move \S+ (\d+)", r"^lag (\d+)")]

    # ---- the server is stopped ----

    def test_answers_during_a_stop_are_in_time(self):
        bots = [BotOfStops(self.server, STOPS_S), Bot(self.server)]
        for bot in bots:
            bot.start()
        for bot in bots:
            bot.join(RUN_S)
            self.assertEqual(bot.result.count('cause="REGULAR"'), 2, bot.result)
        self.assertEqual(bots[0].stops_s, [])
        times, lags = self.record()
        self.assertLessEqual(max(times), SOFT_MS)
        for length_s in STOPS_S[:2]:  # what was taken off is told
            self.assertTrue(any(lag >= 900 * length_s for lag in lags), (length_s, lags))

    def test_answers_after_a_stop_are_in_time(self):
        self.play_clients()
        for length_s in STOPS_S[:1]:
            with Stop(*self.clients, self.server.process):
                time.sleep(length_s)
        self.assertEqual(self.ends().count("REGULAR"), 2)

    def test_built_in_players_are_in_time(self):
        self.play_built_in("stark:time=30", "stark:time=30")
        for length_s in STOPS_S[:1]:
            self.wait_for_move()
            with Stop(self.server.process):
                time.sleep(length_s)
        self.assertEqual(self.causes(), ["REGULAR", "REGULAR"])

    # ---- the server is fine ----

    def test_a_client_that_stops_is_late(self):
        self.play_clients()
        with Stop(*self.clients):
            until(lambda: self.server.figures()["rooms_running"] == 0, "the end of the game")
        self.assertIn("HARD_TIMEOUT", self.ends())
        self.serve(1000 * PATIENCE_S)
        self.play_clients()
        with Stop(*self.clients):
            self.server.wait_by_its_clock((SOFT_MS + 300) / 1000)
        self.assertIn("SOFT_TIMEOUT", self.ends())

    def test_built_in_players_have_limits(self):
        self.play_built_in("stark:time=50,fail=late")
        self.assertEqual(self.causes(), ["HARD_TIMEOUT", "REGULAR"])

    def test_waiting_for_a_search_thread_is_not_their_time(self):
        rooms = [self.play_built_in("zufall:sleep=250") for _ in range(60)]  # 3.75 s for four threads
        until(lambda: self.moves_played() >= len(rooms), "a move of each")
        for room in rooms:
            self.admin.say(f'<cancel roomId="{room}"/>')
        self.assertEqual({cause for _ in rooms for cause in self.causes()}, {"REGULAR"})
        until(lambda: len(self.records()) == len(rooms), "all records")
        self.assertGreater(max(self.record()[1]), HARD_MS)

    def test_built_in_players_know_their_limit(self):
        before = self.moves_played()
        room = self.play_built_in("stark:time=9000")
        until(lambda: self.moves_played() >= before + 2, "two moves")
        self.admin.say(f'<cancel roomId="{room}"/>')
        self.assertEqual(self.causes(), ["REGULAR", "REGULAR"])
        self.assertLessEqual(max(self.record()[0]), SOFT_MS)


if __name__ == "__main__":
    unittest.main()
