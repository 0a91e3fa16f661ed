#!/usr/bin/env python3
"""People at several browsers: seats that are handed over, what one asks the other, rematches, and guests."""
import re
import secrets
import signal
import subprocess
import sys
import unittest

from site_ import Console, Site, bot_user
from patience import PATIENCE_S, until

PROGRAM = sys.argv.pop(1)
GUEST, OTHER = ("192.0.2.7", "192.0.2.8")
GAMES_OF_ONE, GAMES_OF_ALL, STARTS_AT_ONCE = (8, 64, 10)  # src/server/limits.h


def draw():
    return secrets.token_hex(16)


class People(unittest.TestCase):
    """The owner has opened a game for two; blue's secret is the invitation."""

    @classmethod
    def setUpClass(cls):
        cls.data = bot_user.make_folder()
        cls.site = Site(PROGRAM, data=cls.data)
        cls.console = Console(PROGRAM, "piranhas")

    @classmethod
    def tearDownClass(cls):
        cls.console.close()
        cls.site.stop()

    def open(self):
        id_, keys = self.site.open("piranhas")
        blue = draw()
        self.assertEqual(self.act(id_, "join", keys["blue"], secret=blue, name="Mia")[0], 200)
        return id_, keys["red"], blue

    def act(self, id_, what, seat, **body):
        return self.site.ask("POST", f"/api/games/{id_}/{what}", body, token=False, seat=seat)

    def refusal(self, id_, what, seat, **body):
        status, answer = self.act(id_, what, seat, **body)
        self.assertEqual(answer["ok"], False)
        self.assertTrue(answer["de"] and answer["en"] and answer["de"] != answer["code"], answer)
        return status, answer["code"]

    def move(self, id_, seat):
        game = self.site.get(f"/api/games/{id_}")
        status, answer = self.site.move(id_, seat, game["ply"], self.console.moves(game["position"])[0])
        self.assertEqual(status, 200, answer)

    def kill_and_start(self):
        self.site.stop(signal.SIGKILL)
        type(self).site = Site(PROGRAM, data=self.data)

    def side_of(self, id_, seat):
        return self.site.ask("GET", f"/api/games/{id_}/seat", token=False, seat=seat)[1]["side"]

    def test_an_invitation_is_taken_once(self):
        id_, keys = self.site.open("piranhas")
        stream = self.site.stream(f"game:{id_}")
        blue = draw()
        for bad in ("", "x" * 32, blue[:31], blue.upper() + "!", None):
            self.assertEqual(self.refusal(id_, "join", keys["blue"], secret=bad)[0], 400, bad)
        self.assertEqual(self.refusal(id_, "join", draw(), secret=blue), (403, "no_seat"))
        self.assertEqual(self.act(id_, "join", keys["blue"], secret=blue, name="Mia\n<b>")[0], 200)
        told = stream.next("game")[1]["blue"]
        self.assertEqual((told["name"], told["handovers"]), ("Mia <b>", 1))
        stream.close()
        self.assertEqual((self.side_of(id_, blue), self.side_of(id_, keys["red"])), ("blue", "red"))
        self.assertIsNone(self.side_of(id_, keys["blue"]))
        self.assertEqual(self.refusal(id_, "join", keys["blue"], secret=draw()), (403, "no_seat"))
        self.assertEqual(self.refusal(id_, "resign", keys["blue"]), (403, "no_seat"))
        self.assertEqual(self.site.ask("GET", f"/api/games/{id_}", token=False, seat=keys["blue"])[0], 200)
        self.move(id_, keys["red"])
        self.move(id_, blue)
        self.kill_and_start()  # who holds the seat is in the journal
        self.assertEqual((self.side_of(id_, blue), self.side_of(id_, keys["blue"])), ("blue", None))
        self.assertEqual(self.site.get(f"/api/games/{id_}")["blue"]["name"], "Mia <b>")
        self.act(id_, "resign", keys["red"])
        self.assertEqual(self.refusal(id_, "join", blue, secret=draw()), (409, "over"))
        record = self.site.raw("GET", f"/api/games/{id_}.kw")[2].decode()
        self.assertIn("Mia <b>", record)

    def test_a_game_that_waits_begins_with_its_guest(self):
        id_, keys = self.site.open("hive", paused=True, limitMs=60000, limitFor="all")
        self.act(id_, "join", keys["blue"], secret=draw())  # the invitation is renewed, its maker still alone
        self.assertTrue(self.site.get(f"/api/games/{id_}")["paused"])
        self.act(id_, "join", keys["red"], secret=draw(), name="Mia")
        game = self.site.get(f"/api/games/{id_}")
        self.assertEqual((game["paused"], game["red"]["limitMs"]), (False, 60000))
        self.site.ask("POST", f"/api/games/{id_}/abort")

    def test_taking_back_by_consent(self):
        id_, red, blue = self.open()
        stream = self.site.stream(f"game:{id_}")
        self.move(id_, red)
        self.assertEqual(self.act(id_, "takeback", red)[0], 200)
        offer = {"kind": "takeback", "side": "red"}
        self.assertEqual(stream.next("game")[1]["offer"], offer)
        self.assertEqual(self.refusal(id_, "accept", red), (409, "no_offer"))
        self.assertEqual(self.refusal(id_, "draw", blue), (409, "offer_open"))
        self.assertEqual(self.refusal(id_, "accept", None), (403, "no_seat"))
        self.kill_and_start()  # the question is in the journal, too
        game = self.site.get(f"/api/games/{id_}")
        self.assertEqual((game["offer"], game["ply"]), (offer, 1))
        self.assertEqual(self.act(id_, "decline", blue)[0], 200)
        self.assertEqual(self.refusal(id_, "takeback", red), (409, "offer_again"))
        self.move(id_, blue)
        self.assertEqual(self.act(id_, "takeback", blue)[0], 200)
        self.assertEqual(self.act(id_, "accept", red)[0], 200)
        game = self.site.get(f"/api/games/{id_}")
        self.assertEqual((game["ply"], game["offer"], game["side"]), (1, None, "blue"))
        self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/takeback")[0], 200)  # the owner, without a seat
        self.assertEqual(self.site.get(f"/api/games/{id_}")["ply"], 0)
        self.act(id_, "resign", blue)

    def test_draw_and_rematch(self):
        id_, red, blue = self.open()
        self.move(id_, red)
        self.assertEqual(self.refusal(id_, "rematch", red), (409, "rematch_early"))
        self.assertEqual(self.act(id_, "draw", red)[0], 200)
        self.assertEqual(self.act(id_, "accept", blue)[0], 200)
        result = self.site.get(f"/api/games/{id_}")["result"]
        self.assertEqual((result["winner"], result["cause"]), (None, {"red": "AGREED", "blue": "AGREED"}))
        self.assertEqual([result["scores"][side][0] for side in ("red", "blue")], [1, 1])
        self.assertEqual(result["say"]["blue"]["en"], "Both have agreed on a draw")
        record = self.site.raw("GET", f"/api/games/{id_}.kw")[2].decode()
        self.assertIn("end red=AGREED blue=AGREED winner=none", record)
        for what in ("draw", "accept", "decline", "takeback"):
            self.assertEqual(self.refusal(id_, what, red), (409, "over"), what)
        stream = self.site.stream(f"game:{id_}")
        self.assertEqual(self.act(id_, "rematch", red)[0], 200)
        told = stream.next("game")[1]
        self.assertEqual((told["red"]["wantsRematch"], told["rematch"]), (True, None))
        self.assertEqual(self.act(id_, "rematch", blue)[0], 200)
        next_ = stream.next("game")[1]["rematch"]
        stream.close()
        self.assertEqual((self.side_of(next_, blue), self.side_of(next_, red)), ("red", "blue"))
        game = self.site.get(f"/api/games/{next_}")
        self.assertEqual((game["phase"], game["red"]["name"]), ("running", "Mia"))
        self.assertEqual(self.act(id_, "rematch", red)[0], 200)  # there is one already
        self.assertEqual(self.site.get(f"/api/games/{id_}")["rematch"], next_)
        self.act(next_, "resign", red)
        self.kill_and_start()  # the archive says the same
        until(lambda: self.site.ask("GET", f"/api/games/{id_}")[0] == 200)
        self.assertEqual(self.site.get(f"/api/games/{id_}")["result"], result)
        self.assertEqual(self.refusal(id_, "rematch", red), (403, "no_seat"))

    def test_nothing_of_it_against_a_program(self):
        id_, keys = self.site.open("piranhas", "person", "zufall")
        self.assertEqual(self.refusal(id_, "draw", keys["red"]), (409, "offer_no_person"))
        self.act(id_, "resign", keys["red"])
        self.assertEqual(self.refusal(id_, "rematch", keys["red"]), (409, "offer_no_person"))


class Guests(unittest.TestCase):
    """A proxy names addresses of the network."""

    def setUp(self):
        self.site = Site(PROGRAM, "--guests", "play", "--behind-proxy", "127.0.0.1")
        self.addCleanup(self.site.stop)

    def ask(self, method, path, body=None, address=GUEST, seat=None):
        return self.site.ask(method, path, body, token=False, seat=seat, headers={"X-Forwarded-For": address})

    def open(self, red=None, blue=None, address=GUEST, **more):
        body = {"game": "piranhas", "red": red or {"kind": "person"}, "blue": blue or {"kind": "builtin",
                "player": "leicht"}, **more}
        return self.ask("POST", "/api/games", body, address)

    def status(self):
        lines = subprocess.run([PROGRAM, "status", "--data", self.site.data], capture_output=True, text=True,
                               timeout=PATIENCE_S, check=True).stdout
        return dict(re.findall(r"^(\S+) (\S+)$", lines, re.M))

    def test_what_a_guest_may_play(self):
        for red, blue, more in (
                ({"kind": "builtin", "player": "leicht"}, None, {}),
                (None, {"kind": "builtin", "player": "stark:time=9000"}, {}),
                (None, {"kind": "builtin", "player": "stark:threads=4"}, {}),
                (None, {"kind": "bot", "command": "/bin/true"}, {}),
                (None, {"kind": "bot", "bot": 1}, {}),
                (None, {"kind": "manual"}, {}),
                (None, None, {"port": 15999})):
            status, answer = self.open(red, blue, **more)
            self.assertEqual((status, answer["code"]), (403, "guest_seat"), (red, blue, more))
        status, answer = self.open(log=True)
        self.assertEqual(status, 201)
        id_, seat = answer["id"], answer["secrets"]["red"]
        game = self.site.get(f"/api/games/{id_}")
        self.assertEqual((game["logged"], game["phase"]), (False, "running"))
        for what in ("pause", "step", "abort", "pace", "seat"):  # no owner's rights come with it
            self.assertEqual(self.ask("POST", f"/api/games/{id_}/{what}", {"ms": 1}, seat=seat)[1]["code"], "no_token")
        for path in ("/api/guests", "/api/network"):
            self.assertEqual(self.ask("POST", path, {"mode": "play", "open": True})[1]["code"], "no_token")
        self.assertEqual(self.ask("GET", "/api/network")[0], 403)
        self.assertEqual(self.ask("DELETE", f"/api/games/{id_}")[0], 403)
        self.assertEqual(self.ask("POST", f"/api/games/{id_}/resign", seat=seat)[0], 200)

    def test_two_guests(self):
        status, answer = self.open(blue={"kind": "person"})
        self.assertEqual(status, 201)
        id_, keys, blue = answer["id"], answer["secrets"], draw()
        self.assertEqual(self.ask("POST", f"/api/games/{id_}/join", {"secret": blue, "name": "Mia"}, OTHER,
                                  keys["blue"])[0], 200)
        for seat, address in ((blue, OTHER), (keys["red"], GUEST)):
            self.assertEqual(self.ask("POST", f"/api/games/{id_}/draw", {}, address, seat)[0], 200)
        self.assertEqual(self.site.get(f"/api/games/{id_}")["result"]["cause"]["red"], "AGREED")
        self.assertEqual(self.status()["all_guest_games"], "0")
        for seat, address in ((blue, OTHER), (keys["red"], GUEST)):
            self.assertEqual(self.ask("POST", f"/api/games/{id_}/rematch", {}, address, seat)[0], 200)
        self.assertEqual(self.status()["all_guest_games"], "1")

    def test_limits(self):
        opened = [self.open() for _ in range(GAMES_OF_ONE)]
        self.assertEqual([status for status, _ in opened], [201] * GAMES_OF_ONE)
        status, answer = self.open()
        self.assertEqual((status, answer["code"]), (429, "guest_games"))
        id_, keys = opened[0][1]["id"], opened[0][1]["secrets"]
        self.ask("POST", f"/api/games/{id_}/resign", {}, seat=keys["red"])
        self.assertEqual(self.open()[0], 201)
        codes = {self.open()[1].get("code") for _ in range(STARTS_AT_ONCE)}
        self.assertIn("guest_hasty", codes)
        for i in range(1, GAMES_OF_ALL // GAMES_OF_ONE):
            self.assertEqual([self.open(address=f"198.51.100.{i}")[0] for _ in range(GAMES_OF_ONE)],
                             [201] * GAMES_OF_ONE)
        status, answer = self.open(address=OTHER)
        self.assertEqual((status, answer["code"]), (503, "guests_full"))
        self.site.open("piranhas")  # the owner still can
        figures = self.status()
        self.assertEqual((figures["all_guest_games"], figures["limit_games"]), (str(GAMES_OF_ALL), str(GAMES_OF_ONE)))
        for name in ("over_games", "over_starts", "all_over_guest_games"):
            self.assertGreater(int(figures[name]), 0, name)

    def test_the_switch(self):
        answer = self.open()[1]
        id_, seat = answer["id"], answer["secrets"]["red"]
        self.assertEqual(self.ask("GET", "/api/hello")[1]["guests"], "play")
        self.assertEqual(self.site.ask("POST", "/api/guests", {"mode": "everything"})[0], 400)
        stream = self.site.stream("games", visitor=GUEST)
        for mode, opening, watching in (("watch", "guests_watch", 200), ("off", "guests_watch", 403),
                                        ("play", None, 200)):
            self.assertEqual(self.site.ask("POST", "/api/guests", {"mode": mode})[1]["guests"], mode)
            self.assertEqual(self.open()[1].get("code"), opening, mode)
            self.assertEqual(self.ask("GET", "/api/games")[0], watching, mode)
            if mode == "off":
                self.assertEqual(self.ask("GET", "/api/games")[1]["code"], "guests_off")
                for subs in ("games", f"game:{id_},games"):
                    refused = self.site.stream(subs, visitor=GUEST)
                    self.assertEqual(refused.status, 403)
                    refused.close()
                with self.assertRaises((EOFError, OSError, ValueError)):  # what was open has ended
                    while True:
                        stream.next("games")
            self.assertEqual(self.ask("GET", f"/api/games/{id_}", seat=seat)[0], 200, mode)  # a player goes on
            own = self.site.stream(f"game:{id_}", visitor=GUEST)
            self.assertEqual(own.status, 200)
            own.close()
        stream.close()
        self.assertEqual(self.ask("POST", f"/api/games/{id_}/resign", seat=seat)[0], 200)


if __name__ == "__main__":
    unittest.main()
