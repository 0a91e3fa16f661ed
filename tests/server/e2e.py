#!/usr/bin/env python3
"""Whole games between real processes, and the server as its owner meets it.
usage: e2e.py KIELWASSER"""
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from house import Server
from patience import PATIENCE_S, RUN_S

PROGRAM = os.path.abspath(sys.argv.pop(1))
TYPES = {"piranhas": "swc_2019_piranhas", "hive": "swc_2020_hive", "mississippi": "swc_2017_mississippi_queen",
         "penguins": "swc_2023_penguins"}


class Games(unittest.TestCase):
    def finish(self, first, second):
        for client in (first, second):
            out, err = client.communicate(timeout=RUN_S)
            self.assertEqual(client.returncode, 0, err)
            yield out.split(",")[0].strip()

    def test_two_clients_in_every_season(self):
        with Server(PROGRAM) as server:
            for game in TYPES:
                pair = [server.client(game, "--player", "leicht", "--time", "20") for _ in range(2)]
                ends = sorted(self.finish(*pair))
                self.assertIn(ends, [["Draw", "Draw"], ["Lost", "Won"]], game)

    def test_reservations_and_an_observer(self):
        with Server(PROGRAM) as server:
            for game, type_ in TYPES.items():
                admin = server.talk()
                admin.say('<protocol><authenticate password="geheim"/>'
                          f'<prepare gameType="{type_}"><slot displayName="Anna &amp; Co" canTimeout="true" '
                          'reserved="true"/><slot displayName="Bob" canTimeout="false" reserved="true"/></prepare>')
                room = admin.hear(r'<prepared roomId="([^"]+)"')[1]
                codes = [admin.hear(r"<reservation>([^<]+)<")[1] for _ in range(2)]
                admin.say(f'<observe roomId="{room}"/>')
                admin.hear(f'<observed roomId="{room}"/>')
                pair = [server.client(game, "--reservation", code, "--player", "zufall") for code in codes]
                for client in pair:
                    client.communicate(timeout=RUN_S)
                    self.assertEqual(client.returncode, 0)
                seen = admin.hear(f'^.*<left roomId="{room}"/>')[0]
                self.assertIn("Anna &amp; Co", seen)
                self.assertEqual(seen.count('<data class="result">'), 1)
                admin.close()

    def test_a_built_in_player_takes_a_prepared_seat(self):
        with Server(PROGRAM) as server:
            admin = server.talk()
            admin.say('<protocol><authenticate password="geheim"/><prepare gameType="swc_2023_penguins">'
                      '<slot displayName="Haus" player="zufall"/><slot displayName="Gast" reserved="true"/></prepare>')
            code = admin.hear(r"<reservation>([^<]+)<")[1]
            guest = server.client("penguins", "--reservation", code, "--player", "leicht", "--time", "20")
            out, err = guest.communicate(timeout=RUN_S)
            self.assertEqual(guest.returncode, 0, err)
            self.assertIn("REGULAR", out)
            admin.close()


class Gap(unittest.TestCase):
    """Nothing is asserted about how fast messages come, only that they do not come too early."""

    def seconds_of_start(self, server, attributes):
        """From two joins on one connection to the request: joined twice, welcome twice, state, request."""
        talk = server.talk()
        began = time.monotonic()
        talk.say(f'<protocol><join gameType="swc_2023_penguins"{attributes}/>'
                 f'<join gameType="swc_2023_penguins"{attributes}/>')
        talk.hear("moveRequest")
        seconds = time.monotonic() - began
        talk.close()
        return seconds

    def test_sixty_milliseconds_are_between_two_messages(self):
        with Server(PROGRAM, pace=()) as server:
            for attributes in ("", ' pace="20"'):
                self.assertGreaterEqual(self.seconds_of_start(server, attributes), 5 * 0.060)
        with Server(PROGRAM, pace=("--pace", "100")) as server:
            self.assertGreaterEqual(self.seconds_of_start(server, ""), 5 * 0.100)

    def test_a_client_or_an_option_can_do_without(self):
        """Ten seconds between two messages would be noticed."""
        with Server(PROGRAM, pace=("--pace", "10000")) as server:
            self.assertLess(self.seconds_of_start(server, ' pace="0"'), 5 * 10)
        with Server(PROGRAM, pace=("--pace", "0")) as server:
            self.assertLess(self.seconds_of_start(server, ""), 5 * 10)


class OtherRules(unittest.TestCase):
    """Players and servers that follow the official server of a season, where the book says something else."""

    def test_a_ship_without_a_move_is_asked_for_one(self):
        """The server of 2017 asks, and any answer loses: our client sends one and waits for the result."""
        with tempfile.TemporaryDirectory() as folder:
            state = self.state_without_a_move(folder)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            client = subprocess.Popen([PROGRAM, "client", "--game", "mississippi", "--player", "leicht", "--port",
                                       str(listener.getsockname()[1])], stdout=subprocess.PIPE, text=True)
            listener.settimeout(PATIENCE_S)
            line = listener.accept()[0]
            line.settimeout(PATIENCE_S)
            room = '<room roomId="r">\n<data class="%s"%s</data>\n</room>'
            line.sendall(('<protocol><joined roomId="r"/>' + room % ("welcomeMessage", ' color="red">') +
                          room % ("memento", ">" + state) +
                          room % ("sc.framework.plugins.protocol.MoveRequest", ">")).encode())
            said = ""
            while "</room>" not in said:
                said += line.recv(1 << 16).decode()
            self.assertRegex(said, r'<data class="move"\s*/>')
            score = '<score cause="%s" reason="%s"><part>%d</part><part>7</part><part>0</part></score>'
            line.sendall((room % ("result", ">" + score % ("RULE_VIOLATION", "kein Zug", 0) +
                                  score % ("REGULAR", "", 2)) + '<left roomId="r"/>').encode())
            out, _ = client.communicate(timeout=RUN_S)
            line.close()
        self.assertEqual(client.returncode, 0)
        self.assertIn("RULE_VIOLATION", out)

    def state_without_a_move(self, folder):
        """The last state of a game that ended so."""
        record, replay = os.path.join(folder, "game.kw"), os.path.join(folder, "game.xml")
        subprocess.run([PROGRAM, "play", "mississippi", "--red", "zufall", "--blue", "zufall", "--seed", "1", "--save",
                        record], stdout=subprocess.DEVNULL, check=True)
        subprocess.run([PROGRAM, "replay", record, "--convert", replay], stdout=subprocess.DEVNULL, check=True)
        self.assertIn("nomove", pathlib.Path(record).read_text(encoding="utf-8"))
        return re.findall(r"<state.*?</state>", pathlib.Path(replay).read_text(encoding="utf-8"), re.S)[-1]

    def result_of(self, game, start, move, *options):
        """What the result and the log say after a single move."""
        with Server(PROGRAM, "--game", game, "--start", start, *options) as server:
            talk = server.talk()
            talk.say(f'<protocol><join gameType="{TYPES[game]}"/><join gameType="{TYPES[game]}"/>')
            room = talk.hear('<joined roomId="([^"]+)"')[1]
            talk.hear("MoveRequest")
            talk.say(f'<room roomId="{room}">{move}</room>')
            result = talk.hear(r'class="result".*?</room>')[0]
            talk.close()
            server.settle()
            return result, pathlib.Path(server.data, "log").read_text(encoding="utf-8")

    def test_the_third_spider(self):
        """The document's set has two spiders, the server of 2020 gave three."""
        start = "-1,0:S 0,0:Q 1,0:q 2,0:s -2,0:S 3,0:s | r 6"
        spider = ('<data class="setmove"><piece owner="RED" type="SPIDER"/>'
                  '<destination x="-3" y="0" z="3"/></data>')
        result, log = self.result_of("hive", start, spider)
        for text in (result, log):
            self.assertIn("--hand QSSSBBGGAAA", text)
        result, _ = self.result_of("hive", "-1,0:S 0,0:Q 1,0:q 2,0:s -2,0:S 3,0:s -3,0:B 4,0:b | r 8",
                                   spider.replace("SPIDER", "ANT").replace('-3', '9').replace('"3"', '"-9"'))
        self.assertNotIn("--", result)


    def test_from_a_sandbank_onto_a_log(self):
        """The document wants two movement points, the server of 2017 was content with one."""
        river = "/".join(["WWWWWWWWSWWWLWWWWWWW"] + ["W" * 20] * 6 + ["W" * 17 + "GGG"])
        start = f"00000000 {river} 0 r 0 0,1,0,1,6,0,1 -1,-1,0,1,6,0,1"
        step = '<data class="move"><advance distance="1" order="0"/></data>'
        result, log = self.result_of("mississippi", start, step)
        for text in (result, log):
            self.assertIn("--rules server", text)
        back = step.replace('"1" order', '"-1" order')
        self.assertNotIn("--", self.result_of("mississippi", start.replace("0,1,0", "-1,1,0"), back)[0])


class Positions(unittest.TestCase):
    def first_state(self, *options):
        with Server(PROGRAM, *options) as server:
            talk = server.talk()
            talk.say("<protocol><join/><join/>")
            state = talk.hear(r"<state.*?</state>")[0]
            talk.close()
            return state

    def test_games_begin_where_a_record_stands(self):
        with tempfile.TemporaryDirectory() as folder:
            for ending in ("kw", "xml.gz"):
                path = os.path.join(folder, "game." + ending)
                subprocess.run([PROGRAM, "play", "penguins", "--red", "zufall", "--blue", "zufall", "--seed", "5",
                                "--save", path], check=True, capture_output=True)
                self.assertIn('turn="10"', self.first_state("--load", path, "--turn", "10"))
                self.assertIn('turn="0"', self.first_state("--load", path))
            done = subprocess.run([PROGRAM, "serve", "--no-web", "--load", path, "--turn", "99", "--data", folder],
                                  capture_output=True, text=True, timeout=RUN_S)
            self.assertEqual(done.returncode, 2)

    def test_games_begin_at_a_position(self):
        start = "R1111111/11111111/111B1111/1111R111/11111111/1B111111/111111B1/R11B111R r 8 4,4"
        self.assertIn('turn="8"', self.first_state("--start", start))


class Owner(unittest.TestCase):
    def test_status_and_goodbye(self):
        with Server(PROGRAM) as server:
            talk = server.talk()
            talk.say('<protocol><join gameType="swc_2020_hive"/>')
            talk.hear("<joined ")
            done = subprocess.run([PROGRAM, "status", "--data", server.data], capture_output=True, text=True)
            self.assertIn("connections 1\n", done.stdout)
            self.assertIn("rooms_waiting 1\n", done.stdout)
            self.assertIn("longest_turn_ms ", done.stdout)
            self.assertRegex(done.stdout, "\ncells [01]\n")
            self.assertRegex(done.stdout, "\njava_bots [01]\n")
            self.assertEqual(server.stop(), 0)
            self.assertIn("</protocol>", talk.hear_end())
            talk.close()

    def test_nobody_is_there(self):
        done = subprocess.run([PROGRAM, "status", "--data", "/nowhere"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        done = subprocess.run([PROGRAM, "client", "--game", "hive", "--port", "1"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("127.0.0.1:1", done.stderr)

    def test_a_busy_port_is_named(self):
        with Server(PROGRAM) as server, tempfile.TemporaryDirectory() as other:
            done = subprocess.run([PROGRAM, "serve", "--no-web", "--port", str(server.port), "--data", other],
                                  capture_output=True, text=True, timeout=RUN_S)
            self.assertEqual(done.returncode, 1)
            self.assertIn(str(server.port), done.stderr)

    def test_server_properties_of_old_are_read(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "server.properties").write_text("# old\npassword = altes\npaused=true\nlocal = true\n")
            with Server(PROGRAM, cwd=folder) as server:
                talk = server.talk()
                talk.say('<protocol><join gameType="swc_2019_piranhas"/><join gameType="swc_2019_piranhas"/>')
                talk.hear("welcomeMessage")
                time.sleep(0.3)
                status = subprocess.run([PROGRAM, "status", "--data", server.data], capture_output=True, text=True)
                self.assertIn("rooms_running 1\n", status.stdout)
                talk.socket.settimeout(0.2)
                with self.assertRaises(TimeoutError):
                    talk.hear("MoveRequest")
                talk.close()
            pathlib.Path(folder, "server.properties").write_text("port = many\n")
            done = subprocess.run([PROGRAM, "serve", "--no-web", "--data", folder], cwd=folder, capture_output=True,
                                  text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn("port", done.stderr)

    def test_the_first_password_is_drawn_and_only_its_hash_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            words = [PROGRAM, "serve", "--no-web", "--port", "0", "--data", folder]
            first = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
            password = first.stdout.readline().split()[-1]
            first.terminate()
            first.wait()
            first.stdout.close()
            kept = pathlib.Path(folder, "password.hash").read_text()
            self.assertNotIn(password, kept)
            self.assertTrue(kept.startswith("$argon2id$"))


if __name__ == "__main__":
    unittest.main()
