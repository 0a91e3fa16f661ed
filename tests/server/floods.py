#!/usr/bin/env python3
"""Floods against a real server: nothing of others is lost, memory comes back, the owner gets in.  Every flood is small
and bounded, and goes to addresses of this machine only.
usage: floods.py KIELWASSER"""
import contextlib
import glob
import os
import pathlib
import socket
import sqlite3
import sys
import tempfile
import threading
import time
import unittest

from house import Server, Talk, is_sanitized
from addresses import other_address
from patience import PATIENCE_S, RUN_S, until

PROGRAM = os.path.abspath(sys.argv.pop(1))
PIRANHAS, HIVE, PENGUINS = "swc_2019_piranhas", "swc_2020_hive", "swc_2023_penguins"
# server/limits.h
LIMIT_SESSIONS_PER_ADDRESS = 256
LIMIT_SEATS = 16
LIMIT_SEATS_PER_ADDRESS = 256
JOINS_AT_ONCE = 500
GUESSING = 80  # connections, more than places for passwords
FLOOD_MIB = 64  # what 400 connections that read nothing may cost


def ask(data, sql):
    with contextlib.closing(sqlite3.connect(os.path.join(data, "kielwasser.db"), timeout=PATIENCE_S)) as store:
        return store.execute(sql).fetchall()


def numbers(server):
    return [row[0] for row in ask(server.data, "SELECT number FROM games ORDER BY number")]


def play(server, host="127.0.0.1"):
    """A whole game of two instant players."""
    pair = [server.client("piranhas", "--player", "zufall", "--host", host) for _ in range(2)]
    for client in pair:
        out, err = client.communicate(timeout=RUN_S)
        assert client.returncode == 0, out + err


def begin(server, game_type=HIVE, host="127.0.0.1"):
    """A game that two plain joins have opened: both talks, the one to move first, and its room."""
    talks = [server.talk(host) for _ in range(2)]
    for talk in talks:
        talk.say(f'<protocol><join gameType="{game_type}"/>')
        room = talk.hear(r'<joined roomId="([^"]+)"/>')[1]
    colors = [talk.hear('welcomeMessage" color="([A-Za-z]+)"')[1].lower() for talk in talks]
    if colors[0] not in ("red", "one"):
        talks.reverse()
    talks[0].hear("(?i)moveRequest")
    return talks, room


def hang_up(talks):
    for talk in talks:
        talk.close()


class Archive(unittest.TestCase):
    def test_joining_and_hanging_up_leaves_nothing(self):
        with Server(PROGRAM, "--keep", "3", "--no-timeout") as server:
            play(server)
            for _ in range(20):
                hang_up(begin(server)[0])
            until(lambda: server.figures()["rooms"] == 0)
            play(server)
            until(lambda: len(glob.glob(server.data + "/replays/*_2.*")) == 2)
            self.assertEqual(numbers(server), [1, 2])
            self.assertEqual(len(glob.glob(server.data + "/replays/*")), 4)
            self.assertEqual(server.figures()["games_unkept"], 20)
            log = pathlib.Path(server.data, "log").read_text()
            self.assertEqual(log.count("game-started"), 2)
            self.assertEqual(log.count("games-unkept"), 1)  # the others follow in a line of their own, later

    def test_a_fault_is_kept(self):
        """Whoever breaks a rule or sends garbage with the first words may look it up."""
        with Server(PROGRAM, "--no-timeout") as server:
            talks, room = begin(server)
            talks[0].say(f'<room roomId="{room}"><data class="setmove"><piece owner="RED" type="ANT"/>'
                         '<destination x="99" y="0" z="0"/></data></room>')
            talks[1].hear('class="result"')
            hang_up(talks)
            talks, room = begin(server)
            talks[0].say("<protocol>garbage<<<")
            talks[1].hear('class="result"')
            hang_up(talks)
            rows = until(lambda: len(found := ask(server.data, "SELECT red_cause, blue_cause, ply_count FROM games"
                                                  " WHERE ended IS NOT NULL ORDER BY number")) == 2 and found)
            self.assertEqual(rows, [("RULE_VIOLATION", "REGULAR", 0), ("LEFT", "REGULAR", 0)])

    def test_the_administrators_games_are_kept(self):
        with Server(PROGRAM) as server:
            admin = server.talk()
            admin.say('<protocol><authenticate password="geheim"/>'
                      f'<prepare gameType="{HIVE}"><slot/><slot/></prepare>')
            talks = []
            for code in [admin.hear("<reservation>([^<]+)<")[1] for _ in range(2)]:
                talks.append(server.talk())
                talks[-1].say(f'<protocol><joinPrepared reservationCode="{code}"/>')
            talks[1].hear("welcomeMessage")
            hang_up(talks)
            until(lambda: ask(server.data, "SELECT red_cause FROM games WHERE ended IS NOT NULL"))
            self.assertEqual(server.figures()["games_unkept"], 0)
            admin.close()

    def test_a_game_is_entered_with_its_first_move(self):
        """Before anybody sees it: the server is killed as soon as the opponent does."""
        with tempfile.TemporaryDirectory() as data:
            server = Server(PROGRAM, "--no-timeout", data=data)
            try:
                talks, room = begin(server)
                self.assertEqual(numbers(server), [])
                talks[0].say(f'<room roomId="{room}"><data class="setmove"><piece owner="RED" type="ANT"/>'
                             '<destination x="0" y="0" z="0"/></data></room>')
                talks[1].hear("(?s)<lastMove.*?</room>")
            finally:
                server.process.kill()
                server.stop()
            hang_up(talks)
            with Server(PROGRAM, data=data):
                self.assertEqual(ask(data, "SELECT game, ply FROM plies"), [(1, 0)])


class FromACell(unittest.TestCase):
    """A program that the server has started, with lines beside that of its reservation."""

    def talks(self, server, count):
        talks = [server.talk_from_cell() for _ in range(count)]
        if not talks[0]:
            self.skipTest("no cells")
        return talks

    def test_its_plain_joins_are_strangers(self):
        with Server(PROGRAM, "--no-timeout") as server:
            talks = self.talks(server, 2)
            for talk in talks:
                talk.say(f'<protocol><join gameType="{HIVE}"/>')
                room = talk.hear(r'<joined roomId="([^"]+)"/>')[1]
            for talk in talks:
                talk.hear("welcomeMessage")
                talk.say(f'<room roomId="{room}"><data class="setmove"><piece owner="RED" type="ANT"/>'
                         '<destination x="0" y="0" z="0"/></data></room>')
            rows = until(lambda: ask(server.data, "SELECT is_strangers FROM games"))
            self.assertEqual(rows, [(1,)])
            hang_up(talks)

    def test_it_joins_no_faster_than_another_machine(self):
        with Server(PROGRAM, "--no-timeout") as server:
            talks = self.talks(server, JOINS_AT_ONCE // LIMIT_SEATS + 40)
            for talk in talks:
                talk.say("<protocol>" + f'<join gameType="{PENGUINS}"/>' * LIMIT_SEATS)
            talks[-1].hear("<errorpacket message=.(you have enough seats|you join too often)")
            self.assertLessEqual(server.figures()["rooms"], LIMIT_SEATS_PER_ADDRESS // 2)
            admin = server.talk()
            admin.say('<protocol><authenticate password="geheim"/>'
                      f'<prepare gameType="{HIVE}"><slot/><slot/></prepare>')
            for code in [admin.hear("<reservation>([^<]+)<")[1] for _ in range(2)]:
                talks += self.talks(server, 1)
                talks[-1].say(f'<protocol><joinPrepared reservationCode="{code}"/>')
            talks[-1].hear("welcomeMessage")
            hang_up([*talks, admin])


class FromAnotherMachine(unittest.TestCase):
    def setUp(self):
        self.other = other_address()
        if not self.other:
            self.skipTest("no other address")

    def start(self, *options):
        return Server(PROGRAM, "--bind", "0.0.0.0", "--no-timeout", *options)

    def test_strangers_push_out_strangers_only(self):
        with self.start("--keep", "2", "--keep-strangers", "3") as server:
            play(server)
            for _ in range(5):
                play(server, self.other)
            play(server)
            until(lambda: numbers(server) == [1, 4, 5, 6, 7], lambda: numbers(server))
            self.assertEqual([row[0] for row in ask(server.data, "SELECT is_strangers FROM games ORDER BY number")],
                             [0, 1, 1, 1, 0])

    def test_connections_of_one_address(self):
        with self.start() as server:
            talks = [server.talk(self.other) for _ in range(LIMIT_SESSIONS_PER_ADDRESS)]
            until(lambda: server.figures()["connections"] == len(talks))
            refused = server.talk(self.other)
            self.assertIn("the server is full", refused.hear_end())
            guest = server.talk()
            guest.say(f'<protocol><join gameType="{HIVE}"/>')
            guest.hear("<joined ")
            figures = server.figures()
            self.assertEqual((figures["limit_connections"], figures["over_connections"]), (len(talks), 1))
            hang_up(talks)
            until(lambda: server.figures()["connections"] == 1)
            again = server.talk(self.other)
            again.say(f'<protocol><join gameType="{HIVE}"/>')
            again.hear("<joined ")
            hang_up([refused, guest, again])

    def test_seats_of_one_address(self):
        """So many games, whatever the number of connections; they come back."""
        with self.start("--pace", "0") as server:
            talks = [server.talk(self.other) for _ in range(LIMIT_SEATS_PER_ADDRESS // LIMIT_SEATS + 1)]
            for talk in talks[:-1]:
                talk.say("<protocol>" + f'<join gameType="{PENGUINS}"/>' * LIMIT_SEATS)
                talk.hear("<joined .*" * LIMIT_SEATS)
            talks[-1].say(f'<protocol><join gameType="{PENGUINS}"/>')
            talks[-1].hear("<errorpacket message=.you have enough seats")
            figures = server.figures()
            self.assertEqual((figures["all_rooms"], figures["all_limit_rooms"]), (LIMIT_SEATS_PER_ADDRESS // 2, 4096))
            self.assertEqual((figures["over_seats"], figures["rooms"]), (1, LIMIT_SEATS_PER_ADDRESS // 2))
            guest = server.talk()
            guest.say(f'<protocol><join gameType="{PENGUINS}"/>')
            guest.hear("<joined ")
            talks[0].close()
            until(lambda: server.figures()["connections"] == len(talks))
            talks[-1].say(f'<join gameType="{PENGUINS}"/>')
            talks[-1].hear("<joined ")
            hang_up([*talks[1:], guest])

    def test_the_right_password_while_strangers_guess(self):
        """Each guess has a connection of its own; that is no faster than one connection."""
        with self.start() as server:
            guesses, is_over, begun = [], threading.Event(), time.monotonic()
            guessers = [threading.Thread(target=self.guess, args=(server, guesses, is_over)) for _ in range(GUESSING)]
            for guesser in guessers:
                guesser.start()
            try:
                until(lambda: guesses)
                answers = [self.prepare(server) for _ in range(5)]
            finally:
                is_over.set()
                for guesser in guessers:
                    guesser.join()
            seconds = time.monotonic() - begun
            self.assertEqual(answers, ["prepared"] * 5)
            self.assertLessEqual(guesses.count("wrong password"), seconds + 2)
            self.assertIn("too many attempts, please wait", guesses)

    def prepare(self, server):
        """The owner's request with the right password; the word of the answer."""
        owner = server.talk()
        owner.say(f'<protocol><authenticate password="geheim"/><prepare gameType="{HIVE}"/>')
        answer = owner.hear("<(prepared|errorpacket) ")[1]
        owner.close()
        return answer

    def guess(self, server, guesses, is_over):
        while not is_over.is_set():
            with contextlib.suppress(OSError, EOFError):
                talk = Talk(server.port, self.other)
                talk.say('<protocol><authenticate password="guess"/>')
                guesses.append(talk.hear('<errorpacket message="([^"]+)"')[1])
                talk.close()


class Memory(unittest.TestCase):
    def test_what_is_not_read_costs_little_and_comes_back(self):
        self.flood("<protocol>")

    def test_nor_does_it_with_a_seat(self):
        """Who has a seat may leave more unread than who has none, but not if many do."""
        self.flood(f'<protocol><join gameType="{PENGUINS}"/>')

    @unittest.skipIf(is_sanitized(PROGRAM), "sanitizers need memory of their own")
    def flood(self, first_words):
        """31 KB of a client of 2023 that are refused, again and again; it reads no answer."""
        request = b"<joinRoom roomId='x'>" + b"<a b='%s'/>" % (b"y" * 3800) * 8 + b"</joinRoom>"
        short = b"<joinRoom roomId='x'/>" * 1000
        with Server(PROGRAM, "--no-timeout", "--pace", "0") as server:
            before = server.memory_mb()
            talks = [server.talk() for _ in range(400)]
            most = before
            for talk in talks:
                talk.socket.setblocking(False)
                talk.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                self.push(talk, first_words.encode())
            for i in range(60):
                for talk in talks:
                    self.push(talk, request if i % 2 else short)
                most = max(most, server.memory_mb())
                time.sleep(0.02)
            print(f"400 connections that read nothing: {before:.1f} MiB before, {most:.1f} MiB at most")
            self.assertLess(most - before, FLOOD_MIB)
            self.assertGreater(server.figures()["all_over_unread_bytes"], 0)
            hang_up(talks)
            until(lambda: server.memory_mb() < before + 8, lambda: f"{server.memory_mb():.1f} MiB")

    def push(self, talk, bytes_):
        with contextlib.suppress(BlockingIOError, ConnectionError):
            talk.socket.send(bytes_)


if __name__ == "__main__":
    unittest.main()
