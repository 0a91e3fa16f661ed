#!/usr/bin/env python3
"""Bad input against a real server on 127.0.0.1: a clear refusal, bounded memory, no other game disturbed.
While everything below happens, two simple Piranhas clients play game after game on the same server; all of
their games have to end regularly.  Every attack is bounded in bytes, connections and time.
usage: hostile.py KIELWASSER"""
import contextlib
import os
import random
import re
import resource
import socket
import struct
import subprocess
import sys
import threading
import time
import unittest
import xml.etree.ElementTree as ElementTree

from house import Server, Talk, is_sanitized
from patience import PATIENCE_S, RUN_S, until

PROGRAM = os.path.abspath(sys.argv.pop(1))
HIVE, PENGUINS, RIVER = "swc_2020_hive", "swc_2023_penguins", "swc_2017_mississippi_queen"
LIMIT_SESSIONS = 8192  # server/limits.h
LIMIT_SEATS = 16
MEMORY_MB = 96  # more than any single attack may cost; a sanitizer's server needs more by itself
FLOOD_BYTES = 64 << 20
DESCRIPTORS = LIMIT_SESSIONS + 4096 + 500  # the page's connections have descriptors of their own


class Bystanders(threading.Thread):
    """Two clients who play on, whatever happens around them."""

    def __init__(self, server):
        super().__init__()
        self.server, self.is_over, self.games, self.faults = server, False, 0, []
        self.playing = threading.Lock()  # whoever holds it keeps them from beginning

    def run(self):
        while not self.is_over:
            with self.playing:
                self.play()

    def play(self):
        pair = [self.server.client("piranhas", "--player", "leicht:depth=1,sleep=20") for _ in range(2)]
        for client in pair:
            try:
                out, err = client.communicate(timeout=RUN_S)
            except subprocess.TimeoutExpired:
                client.kill()
                out, err = client.communicate()
            if client.returncode != 0 or "REGULAR" not in out:
                self.faults.append(out + err)
        self.games += 1


def setUpModule():
    global server, bystanders, base_mb
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    server = Server(PROGRAM)
    bystanders = Bystanders(server)
    bystanders.start()
    time.sleep(0.5)
    base_mb = memory_mb()


def tearDownModule():
    bystanders.is_over = True
    bystanders.join()
    print(f"{bystanders.games} games beside it, memory {base_mb:.1f} MB before, {memory_mb():.1f} MB after")
    status = server.stop()
    assert not bystanders.faults, bystanders.faults
    assert bystanders.games > 2
    assert status == 0, status


@contextlib.contextmanager
def other_server(*options):
    """A server of its own for a while."""
    global server
    house = server
    try:
        with Server(PROGRAM, *options) as server:
            yield
    finally:
        server = house


def memory_mb():
    return server.memory_mb()


def figures():
    return server.figures()


def connect(timeout=PATIENCE_S):
    talk = Talk(server.port)
    talk.socket.settimeout(timeout)
    return talk


def send_all(talk, chunks):
    """Sends until everything is sent or the server has had enough."""
    try:
        for chunk in chunks:
            talk.socket.sendall(chunk)
    except (ConnectionError, TimeoutError):
        pass


def flood(chunk):
    return (chunk for _ in range(FLOOD_BYTES // len(chunk)))


def pair_up(game_type):
    """A started game; both conversations after the first request, the room, and red's first."""
    talks = [connect(), connect()]
    rooms = []
    for talk in talks:
        talk.say(f'<protocol><join gameType="{game_type}"/>')
        rooms.append(talk.hear(r'<joined roomId="([^"]+)"/>')[1])
    assert rooms[0] == rooms[1]
    colors = [talk.hear('welcomeMessage" color="([A-Za-z]+)"')[1].lower() for talk in talks]
    red, blue = talks if colors[0] in ("red", "one") else talks[::-1]
    red.hear("(?i)moveRequest")
    blue.hear("(?s)<state.*</room>")
    return red, blue, rooms[0]


def result_of(talk):
    """Causes of red and blue, and the rest of the conversation up to the result."""
    text = talk.hear(r'(?s).*<data class="result">.*?</room>')[0]
    return re.findall(r'cause="([A-Z_]+)"', text[text.rindex('class="result"'):])


class Hostile(unittest.TestCase):
    def tearDown(self):
        limit = base_mb + MEMORY_MB * (4 if is_sanitized(PROGRAM) else 1)
        self.assertLess(memory_mb(), limit, "memory")
        self.assertEqual(bystanders.faults, [])
        guest = connect()
        guest.say(f'<protocol><join gameType="{HIVE}"/>')
        guest.hear("<joined ")
        guest.say("</protocol>")
        self.assertTrue(guest.hear_end().endswith("</protocol>"))
        guest.close()

    def refused(self, *chunks):
        """The server closes, and says so in its last words."""
        talk = connect()
        send_all(talk, chunks)
        text = talk.hear_end()
        talk.close()
        return text

    def refused_politely(self, *chunks):
        text = self.refused(*chunks)
        self.assertRegex(text, r"(</protocol>|<protocol/>)$", chunks[0][:80])

    # ---- XML ----

    def test_garbled(self):
        for text in (b"hello world", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00", b"\0\0\0\0",
                     b"<protocol></join>", b"<protocol><join gameType=x/>", b"<protocol><join a='1' a='2'/>",
                     b"<protocol>\xff\xfe\xfd ", b"<protocol><join>&unknown;</join>", b"<protocol><unknown/>",
                     b"<protocol><room roomId='x'><data/></room><what/>", b"</protocol>", b"<protocol/>",
                     b"<?xml version='1.0' encoding='klingon'?><protocol>"):
            with self.subTest(text=text):
                self.refused_politely(text)

    def test_noise(self):
        rng = random.Random(1)
        for _ in range(100):
            self.refused(b"<protocol>", rng.randbytes(rng.randrange(1, 4000)), b"<<<")

    def test_doctype_and_entities(self):
        bomb = b"".join(b"<!ENTITY %c '%s'>" % (c, b"&%c;" % (c - 1) * 10) for c in range(ord("b"), ord("k")))
        for text in (b"<!DOCTYPE protocol><protocol><join/>",
                     b"<!DOCTYPE p SYSTEM 'file:///etc/passwd'><p>",
                     b"<!DOCTYPE p [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><p><join gameType='&x;'/>",
                     b"<!DOCTYPE p [<!ENTITY a 'aaaaaaaaaa'>" + bomb + b"]><p><join gameType='&j;'/>"):
            text = self.refused(text)
            self.assertRegex(text, r"^<protocol/>$")

    def test_one_endless_element(self):
        chunk = b"x" * 65536
        for opening in (b"<protocol><join>", b"<protocol><join gameType='", b"<protocol><", b"<protocol><!--", b"<"):
            with self.subTest(opening=opening):
                self.refused(opening, *flood(chunk))

    def test_endless_children(self):
        self.refused(b"<protocol><room>", *flood(b"<a b='c'>text</a>" * 4000))

    def test_blanks_between_elements_cost_nothing(self):
        talk = connect()
        talk.say("<protocol>")
        send_all(talk, (b" " * 65536 for _ in range(256)))
        talk.say(f'<join gameType="{HIVE}"/>')
        talk.hear("<joined ")
        talk.close()

    def test_many_attributes(self):
        attributes = b"".join(b" a%d='%d'" % (i, i) for i in range(100000))
        self.refused(b"<protocol><join" + attributes + b"/>")
        self.refused_politely(b"<protocol><join" + b"".join(b" a%d=''" % i for i in range(65)) + b"/>")

    def test_depth(self):
        self.refused(b"<protocol>" + b"<a>" * 10000)
        self.refused_politely(b"<protocol>" + b"<a>" * 25)

    # ---- bytes and sockets ----

    def test_slow_drip(self):
        text = f'<protocol><join gameType="{HIVE}"/>'
        drips = [connect() for _ in range(20)]
        endless = [connect() for _ in range(20)]
        for letter in text:
            for talk in drips:
                talk.say(letter)
            for talk in endless:
                talk.say("<" if letter == "<" and talk.text == "" else "a")
                talk.text = "begun"
            time.sleep(0.01)
        for talk in drips:
            talk.hear("<joined ")
        for talk in drips + endless:
            talk.close()

    def test_pieces_at_every_place(self):
        """A request that comes in two segments is answered although nothing follows."""
        text = f'<protocol><join gameType="{HIVE}"/>'
        for place in range(1, len(text)):
            talk = connect()
            talk.say(text[:place])
            time.sleep(0.002)
            talk.say(text[place:])
            talk.hear("<joined ")
            talk.close()

    def test_half_open(self):
        red, blue, _ = pair_up(HIVE)
        red.socket.shutdown(socket.SHUT_WR)
        self.assertEqual(result_of(blue), ["LEFT", "REGULAR"])
        red.close()
        blue.close()

    def test_reset(self):
        red, blue, _ = pair_up(HIVE)
        blue.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        blue.close()
        self.assertEqual(result_of(red), ["REGULAR", "LEFT"])
        red.close()

    def test_nobody_reads(self):
        """Every request is answered by several kilobytes that the client leaves lying."""
        request = b"<joinRoom roomId='%s'/>" % (b"x" * 4000)
        talks = []
        for _ in range(4):
            talk = connect(timeout=2)
            talk.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            send_all(talk, [b"<protocol>"] + [request * 8] * 600)
            talks.append(talk)
        time.sleep(4)  # what is queued may take three seconds
        self.assertLess(figures()["connections"], 20)
        for talk in talks:
            talk.close()

    def test_many_seats_of_one_connection(self):
        talk = connect()
        talk.say("<protocol>" + f'<join gameType="{PENGUINS}"/>' * (LIMIT_SEATS + 1))
        talk.hear("(?s)" + "<joined .*" * LIMIT_SEATS + "<errorpacket message=.you have enough seats")
        self.assertLess(figures()["rooms_running"], 12)
        talk.close()

    # ---- the protocol ----

    def test_good_bye_at_any_moment(self):
        for text in ("", "<protocol>", f'<protocol><join gameType="{HIVE}"/>'):
            talk = connect()
            talk.say(text + ("</protocol>" if text else "<protocol></protocol>"))
            self.assertRegex(talk.hear_end(), "(</protocol>|<protocol/>)$")
            talk.close()
        for game_type in (HIVE, PENGUINS, RIVER):
            for words in ("</protocol>", '<room roomId="%s"></protocol>', '<room roomId="%s"><data class="</protocol>',
                          '<room roomId="%s"><data class="move"/></protocol>', '<left roomId="%s"/>'):
                with self.subTest(game=game_type, words=words):
                    red, blue, room = pair_up(game_type)
                    red.say(words.replace("%s", room))
                    self.assertRegex(red.hear_end(), "</protocol>$")
                    self.assertEqual(result_of(blue), ["LEFT", "REGULAR"])
                    blue.close()
                    red.close()

    def test_good_bye_after_the_result(self):
        red, blue, _ = pair_up(PENGUINS)
        red.close()
        self.assertEqual(result_of(blue), ["LEFT", "REGULAR"])
        blue.say("</protocol>")
        self.assertRegex(blue.hear_end(), r'<left roomId="[^"]+"/>\s*</protocol>$')
        blue.close()

    def test_moves_out_of_turn(self):
        moves = {HIVE: '<data class="setmove"><piece owner="BLUE" type="ANT"/><destination x="0" y="0" z="0"/></data>',
                 PENGUINS: '<data class="move"><to x="0" y="0"/></data>',
                 RIVER: '<data class="move"><advance order="0" distance="1"/></data>'}
        for game_type, move in moves.items():
            red, blue, room = pair_up(game_type)
            blue.say(f'<room roomId="{room}">{move}</room>')
            self.assertEqual(result_of(red), ["REGULAR", "RULE_VIOLATION"])
            self.assertEqual(result_of(blue), ["REGULAR", "RULE_VIOLATION"])
            red.close()
            blue.close()

    def test_moves_for_other_rooms(self):
        red, blue, room = pair_up(PENGUINS)
        move = '<data class="move"><to x="0" y="0"/></data>'
        stranger = connect()
        stranger.say(f'<protocol><join gameType="{HIVE}"/>')
        stranger.hear("<joined ")
        stranger.say(f'<room roomId="{room}">{move}</room>')
        self.assertRegex(stranger.hear_end(), "CloseConnection/>\n</protocol>$")
        stranger.close()
        stranger = connect()
        for other in (room, "", "zz", "-1", "00000000", "ffffffff-0000", "9" * 400, room + "x", room.upper() + " "):
            stranger.say(("" if stranger.text else "<protocol>") + f'<room roomId="{other}">{move}</room>')
            stranger.hear("<errorpacket message=.(you have no seat in this room|there is no such room)")
            stranger.text = " "
        stranger.close()
        blue.close()
        self.assertEqual(result_of(red), ["REGULAR", "LEFT"])
        red.close()

    def test_a_long_illegal_move_does_not_hurt_the_opponent(self):
        """It is repeated to him, but never cut in the middle."""
        red, blue, room = pair_up(RIVER)
        blue.text = "<protocol><room>"
        filler = "'" * 15000
        step = f'<advance order="0" distance="6" filler="{filler}"/>'
        red.say(f'<room roomId="{room}"><data class="move">{step * 10}</data></room>')
        text = blue.hear(r'(?s)^.*<data class="result">.*?</room>')[0]
        self.assertIn('class="error"', text)
        ElementTree.fromstring("<p>" + text.split("<protocol><room>")[1] + "</p>")
        red.close()
        blue.close()

    def test_wrong_passwords(self):
        talk = connect()
        talk.say(f'<protocol><authenticate passphrase="wrong"/><join gameType="{HIVE}"/>')
        self.assertNotIn("<joined", talk.hear_end())  # dismissed is dismissed
        talk.close()
        talks = [connect() for _ in range(30)]
        for talk in talks:
            talk.say('<protocol><authenticate password="wrong"/>')
        for talk in talks:
            self.assertIn(talk.hear('errorpacket message="([^"]+)"')[1], ("wrong password",
                                                                          "too many attempts, please wait"))
            talk.close()

    def test_requests_of_administrators(self):
        for request in ("prepare gameType='swc_2020_hive'", "observe roomId='x'", "pause roomId='x' pause='true'",
                        "step roomId='x'", "cancel roomId='x'", "testMode testMode='true'",
                        "scoreForPlayer displayName='x'", "freeReservation reservation='x'",
                        "timeout roomId='x' slot='7'", "joinPrepared reservationCode='x'"):
            talk = connect()
            talk.say(f"<protocol><{request}/>")
            talk.hear("<errorpacket ")
            talk.close()

    def test_an_administrator_with_wrong_wishes(self):
        admin = connect()
        admin.say('<protocol><authenticate password="geheim"/>')
        for request in ("<prepare gameType='chess'/>", f"<prepare gameType='{HIVE}'>" + "<slot/>" * 20 + "</prepare>",
                        f"<prepare gameType='{HIVE}'><loadGameInfo/></prepare>", "<observe roomId='x'/>", "<nonsense/>",
                        f"<prepare gameType='{RIVER}'><loadGameInfo turn='1' currentPlayer='RED'/></prepare>",
                        "<freeReservation reservation=''/>", "<scoreForPlayer displayName='&lt;'/>"):
            admin.say(request)
            admin.hear("<errorpacket ")
        name = "ü" * 60
        admin.say(f"<prepare gameType='{HIVE}'><slot displayName='{name}'/><slot displayName='a{name}'/></prepare>")
        codes = [admin.hear("<reservation>([^<]+)<")[1] for _ in range(2)]
        players = [connect(), connect()]
        for player, code in zip(players, codes):
            player.say(f"<protocol><joinPrepared reservationCode='{code}'/>")
        for player in players:
            self.assertIn("ü" * 31, player.hear("<state.*</room>")[0])  # cut, but not within a character
            player.close()
        admin.close()

    # ---- many ----

    def test_thousands_of_idle_connections(self):
        if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < DESCRIPTORS:
            self.skipTest(f"needs {DESCRIPTORS} file descriptors (ulimit -n)")
        before = memory_mb()
        idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(5000)]
        until(lambda: figures()["connections"] >= 5000)
        print(f"5,000 idle connections: {(memory_mb() - before) * 1024 / 5000:.1f} KiB each")
        self.tearDown()
        with bystanders.playing:
            self.fill(idle)
        for one in idle:
            one.close()
        until(lambda: figures()["connections"] < 100)

    def fill(self, idle):
        """Until nobody is let in any more; a game that runs goes on."""
        red, blue, _ = pair_up(RIVER)
        refusals = 0
        while refusals < 20 and len(idle) < DESCRIPTORS - 50:
            talk = connect()
            idle.append(talk.socket)
            if len(idle) > LIMIT_SESSIONS - 20:
                refusals += self.is_turned_away(talk)
        self.assertEqual(refusals, 20)
        self.assertLessEqual(figures()["connections"], LIMIT_SESSIONS)
        red.say("</protocol>")
        self.assertEqual(result_of(blue), ["LEFT", "REGULAR"])
        red.close()
        blue.close()

    def is_turned_away(self, talk):
        """A full server says so at once; others wait for us to speak."""
        talk.socket.settimeout(0.05)
        try:
            text = talk.socket.recv(4096).decode()
        except TimeoutError:
            return False
        self.assertIn("the server is full", text)
        self.assertRegex(text, "</protocol>$")
        return True


class RealTime(unittest.TestCase):
    def test_soft_and_hard_limit(self):
        """A late move loses, and so does none at all; far apart, so that a busy machine keeps them apart."""
        with other_server("--soft", "300", "--hard", "5000"):
            for is_sent, cause in ((True, "SOFT_TIMEOUT"), (False, "HARD_TIMEOUT")):
                red, blue, room = pair_up(PENGUINS)
                if is_sent:  # late by the server's own clock, which leaves out when it did not run
                    server.wait_by_its_clock(1)
                    red.say(f'<room roomId="{room}"><data class="move"><to x="0" y="0"/></data></room>')
                self.assertEqual(result_of(blue), [cause, "REGULAR"])
                self.assertEqual(result_of(red), [cause, "REGULAR"])
                red.close()
                blue.close()

    def test_who_has_played_and_says_nothing_goes(self):
        """Blanks are nothing; whoever sits at another table stays."""
        idle, first, _ = pair_up(HIVE)
        busy, second, _ = pair_up(HIVE)
        busy.say(f'<join gameType="{PENGUINS}"/>')
        busy.hear("<joined ")
        first.close()
        second.close()
        self.assertEqual(result_of(idle), ["REGULAR", "LEFT"])
        for _ in range(12):
            send_all(idle, [b" "])
            time.sleep(1)
        self.assertRegex(idle.hear_end(), "CloseConnection/>\n</protocol>$")
        guest = connect()
        guest.say(f'<protocol><join gameType="{PENGUINS}"/>')
        busy.hear("welcomeMessage")
        for talk in (idle, busy, guest):
            talk.close()


class Memory(unittest.TestCase):
    def test_a_thousand_rooms(self):
        if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < 3000:
            self.skipTest("needs 3000 file descriptors (ulimit -n)")
        with other_server("--no-timeout"):
            before = memory_mb()
            talks = [connect() for _ in range(2000)]
            for talk in talks:
                talk.say(f'<protocol><join gameType="{HIVE}"/>')
            for talk in talks:
                talk.hear("welcomeMessage")
            time.sleep(1)
            room_kib = (memory_mb() - before) * 1024 / 1000
            self.assertEqual(figures()["rooms_running"], 1000)
            print(f"1,000 rooms: {room_kib:.1f} KiB each with their two connections")
            if not is_sanitized(PROGRAM):
                self.assertLess(room_kib, 64)
            for talk in talks:
                talk.close()


if __name__ == "__main__":
    unittest.main()
