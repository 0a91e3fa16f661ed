#!/usr/bin/env python3
"""People play over HTTP: whole games, stale and illegal moves, taking back, restarts, files, secrets."""
from concurrent.futures import ThreadPoolExecutor
import gzip
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from locked import HttpGame, Lock, XmlGame
from site_ import Console, Site
from patience import PATIENCE_S

PROGRAM = sys.argv.pop(1)
GAMES = ("piranhas", "hive", "mississippi", "penguins")


def play_on(site, console, id_, secrets, rng, plies=None):
    """Answers for every person until the game is over or has so many plies; the game."""
    while True:
        game = site.wait(id_, lambda g: g["phase"] == "over" or (g["side"] in secrets and g["askedMs"]))
        if game["phase"] == "over" or (plies is not None and game["ply"] >= plies):
            return game
        moves = console.moves(game["position"])
        if not moves:  # an own end that a random steamer can reach
            site.ask("POST", f"/api/games/{id_}/resign", seat=secrets[game["side"]])
            continue
        status, answer = site.move(id_, secrets[game["side"]], game["ply"], rng.choice(moves))
        assert status == 200, (status, answer, game)


class Playing(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.site = Site(PROGRAM)
        cls.consoles = {game: Console(PROGRAM, game) for game in GAMES}

    @classmethod
    def tearDownClass(cls):
        for console in cls.consoles.values():
            console.close()
        cls.site.stop()

    def test_whole_games_against_a_built_in_player(self):
        opened = {game: self.site.open(game, "person", "zufall", seed="77") for game in GAMES}
        with ThreadPoolExecutor() as pool:
            ended = {game: pool.submit(play_on, self.site, self.consoles[game], *opened[game], random.Random(1))
                     for game in GAMES}
        for game, (id_, secrets) in opened.items():
            with self.subTest(game):
                self.assertEqual(list(secrets), ["red"])
                over = ended[game].result()
                self.assertEqual(len(over["plies"]), over["ply"])
                self.assertEqual(over["seed"], "77")
                self.assertIn(over["result"]["cause"]["blue"], ("REGULAR", "RULE_VIOLATION"))
                self.assertEqual([s["id"] for s in self.site.get("/api/games")["games"]].count(id_), 1)

    def test_moves_do_not_wait_for_the_database(self):
        """In builds for tests a database call on the loop's thread aborts, so the server would be gone."""
        position = {"game": "piranhas", "name": "x", "position": self.consoles["piranhas"].say("show").split(" ", 1)[1]}
        games = [kind(self.site, self.consoles["piranhas"]) for kind in (HttpGame, XmlGame)]
        lock = Lock(self.site.data)
        try:
            with ThreadPoolExecutor() as pool:
                waiting = [pool.submit(self.site.ask, "POST", path, body) for path, body in (
                    ("/api/positions", position), ("/api/bots", {"name": "Locked", "command": "python3"}))]
                for _ in range(20):
                    for game in games:
                        game.move()
                self.assertTrue(lock.is_held())
                self.assertFalse(any(one.done() for one in waiting))
                lock.release()
                self.assertEqual([one.result()[0] for one in waiting], [201, 201])
        finally:
            lock.release()
            games[1].close()

    def test_people_against_each_other(self):
        for game in GAMES:
            with self.subTest(game):
                id_, secrets = self.site.open(game)
                over = play_on(self.site, self.consoles[game], id_, secrets, random.Random(2))
                self.assertEqual(over["red"]["kind"], "person")
                for ending, check in ((".kw", bytes), (".xml", bytes), (".xml.gz", gzip.decompress)):
                    status, headers, text = self.site.raw("GET", f"/api/games/{id_}{ending}")
                    self.assertEqual(status, 200)
                    self.assertIn(ending, headers["Content-Disposition"])
                    self.assertGreater(len(check(text)), 200)
                with tempfile.NamedTemporaryFile(suffix=".kw") as file:
                    file.write(self.site.raw("GET", f"/api/games/{id_}.kw")[2])
                    file.flush()
                    subprocess.run([PROGRAM, "replay", file.name], check=True, capture_output=True)

    def test_stale_illegal_and_forced(self):
        id_, secrets = self.site.open("piranhas", seed="1")
        red, blue = secrets["red"], secrets["blue"]
        self.assertEqual(self.site.move(id_, red, 1, "a2c2")[1]["code"], "stale")
        self.assertEqual(self.site.move(id_, red, 1, "a2c2")[0], 409)
        self.assertEqual(self.site.move(id_, blue, 0, "b1b3")[1]["code"], "not_your_turn")
        status, refusal = self.site.move(id_, red, 0, "a2d2")
        self.assertEqual(status, 422)
        self.assertFalse(refusal["ok"])
        self.assertTrue(refusal["de"] and refusal["en"])
        self.assertEqual(refusal["fields"][0], "a2")
        self.assertEqual(self.site.get(f"/api/games/{id_}")["ply"], 0)
        status, answer = self.site.move(id_, red, 0, "a2d2", force=True)
        self.assertEqual(answer, {})  # no ply was made
        self.assertEqual(status, 200)
        result = self.site.get(f"/api/games/{id_}")["result"]
        self.assertEqual((result["winner"], result["cause"]["red"]), ("blue", "RULE_VIOLATION"))
        self.assertEqual({key: result["say"]["red"][key] for key in ("code", "de", "en")},
                         {key: refusal[key] for key in ("code", "de", "en")})
        self.assertEqual(self.site.move(id_, red, 0, "a2c2")[1]["code"], "over")

    def test_resigning(self):
        id_, secrets = self.site.open("hive", "person", "zufall")
        self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/resign", seat=secrets["red"], token=False)[0], 200)
        result = self.site.get(f"/api/games/{id_}")["result"]
        self.assertEqual((result["winner"], result["cause"]["red"]), ("blue", "LEFT"))
        self.assertEqual(result["say"]["red"]["en"], "The player has resigned")

    def test_taking_back(self):
        for game in ("piranhas", "hive", "penguins"):
            with self.subTest(game):
                id_, secrets = self.site.open(game, "person", "zufall")
                console = self.consoles[game]
                before = play_on(self.site, console, id_, secrets, random.Random(3), plies=4)
                self.site.move(id_, secrets["red"], before["ply"], console.moves(before["position"])[0])
                # While the other one still thinks, and once more when it has answered.
                self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/takeback", seat=secrets["red"])[0], 200)
                again = self.site.get(f"/api/games/{id_}")
                self.assertEqual((again["ply"], again["position"]), (before["ply"], before["position"]))
                time.sleep(0.6)  # an answer to the move that is gone must not come
                self.assertEqual(self.site.get(f"/api/games/{id_}")["ply"], before["ply"])
                self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/takeback")[0], 200)
                self.assertEqual(self.site.get(f"/api/games/{id_}")["side"], "red")
                over = play_on(self.site, console, id_, secrets, random.Random(4))
                self.assertEqual(over["phase"], "over")

    def test_nothing_to_take_back(self):
        id_, secrets = self.site.open("hive")
        status, refusal = self.site.ask("POST", f"/api/games/{id_}/takeback", seat=secrets["blue"])
        self.assertEqual((status, refusal["code"]), (409, "no_past"))

    def test_the_river_stays_hidden(self):
        id_, secrets = self.site.open("mississippi", seed="5")
        console = self.consoles["mississippi"]
        revealed = 0
        for _ in range(30):
            game = self.site.get(f"/api/games/{id_}")
            if game["phase"] == "over":
                break
            self.assertIsNone(game["seed"])
            for position in [game["start"], game["position"]] + [ply["position"] for ply in game["plies"]]:
                self.assertIn("?", position.split()[0])
            for ending in (".kw", ".xml"):
                text = self.site.raw("GET", f"/api/games/{id_}{ending}")[2].decode()
                self.assertNotIn("seed", text)
                if ending == ".kw" and "?" in game["position"].split()[0]:
                    self.assertIn("?", text.split("start ")[1].split()[0])
            best = console.best(game["position"])
            if not best:
                break
            known = game["position"].split()[0]
            self.site.move(id_, secrets[game["side"]], game["ply"], best)
            now = self.site.get(f"/api/games/{id_}")
            if now["phase"] != "over" and now["position"].split()[0] != known:
                status, refusal = self.site.ask("POST", f"/api/games/{id_}/takeback")
                self.assertEqual((status, refusal["code"]), (409, "taken_river"))
                revealed += 1
                break
        self.assertEqual(revealed, 1)

    def test_pace_pause_and_step(self):
        id_, _ = self.site.open("penguins", "zufall", "zufall", paused=True, paceMs=300)
        self.assertEqual(self.site.get(f"/api/games/{id_}")["ply"], 0)
        self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/step")[0], 200)
        self.site.wait(id_, lambda g: g["ply"] == 1)
        self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/pause", {"paused": False})[0], 200)
        began = time.monotonic()
        self.site.wait(id_, lambda g: g["ply"] >= 4)
        self.assertGreater(time.monotonic() - began, 0.5)
        self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/step")[1]["code"], "not_paused")
        self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/pace", {"ms": 0})[0], 200)
        self.site.wait(id_, lambda g: g["phase"] == "over")

    def test_calling_off(self):
        id_, _ = self.site.open("hive", "person", "manual")
        self.assertEqual(self.site.get(f"/api/games/{id_}")["phase"], "waiting")
        self.assertTrue(self.site.get(f"/api/games/{id_}")["blue"]["reservation"])
        visitor = self.site.ask("GET", f"/api/games/{id_}", token=False)[1]
        self.assertIsNone(visitor["blue"]["reservation"])
        self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/abort")[0], 200)
        id_, _ = self.site.open("hive", "zufall", "person")
        self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/abort")[0], 200)
        self.assertIsNone(self.site.get(f"/api/games/{id_}")["result"]["winner"])

    def test_a_program_takes_a_reserved_seat(self):
        id_, secrets = self.site.open("hive", "person", "manual")
        code = self.site.get(f"/api/games/{id_}")["blue"]["reservation"]
        client = subprocess.Popen([PROGRAM, "client", "--game", "hive", "--port", str(self.site.port), "--reservation",
                                   code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        game = play_on(self.site, self.consoles["hive"], id_, secrets, random.Random(1), plies=2)
        self.assertEqual(game["blue"]["state"], "ready")
        self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/takeback")[1]["code"], "taken_program")
        self.site.ask("POST", f"/api/games/{id_}/resign", seat=secrets["red"])
        client.communicate(timeout=PATIENCE_S)

    def test_somebody_else_sits_down(self):
        id_, secrets = self.site.open("piranhas", "person", "manual")
        seat = {"side": "blue", "kind": "builtin", "player": "leicht"}
        self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/seat", seat)[0], 200)
        self.assertEqual(self.site.get(f"/api/games/{id_}")["phase"], "running")
        self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/seat", seat)[1]["code"], "seat_taken")
        self.assertEqual(secrets.keys(), {"red"})

    def test_people_may_agree_on_a_limit(self):
        id_, _ = self.site.open("hive", limitMs=200, limitFor="all")
        over = self.site.wait(id_, lambda g: g["phase"] == "over")
        self.assertEqual((over["result"]["winner"], over["result"]["cause"]["red"]), ("blue", "HARD_TIMEOUT"))

    def test_a_stopped_server_takes_its_time_off(self):
        limit_ms, stop_s = 2600, 3.0
        with Site(PROGRAM) as site, ThreadPoolExecutor() as pool:
            id_, secrets = site.open("hive", limitMs=limit_ms, limitFor="all")
            built_in, _ = site.open("piranhas", "person", "stark", limitMs=limit_ms)

            def move(game):
                words = self.consoles["hive"].moves(game["position"])[0]
                return site.move(id_, secrets[game["side"]], game["ply"], words)

            game = site.get(f"/api/games/{id_}")
            site.process.send_signal(signal.SIGSTOP)
            sent = pool.submit(move, game)  # while the server does not look
            time.sleep(stop_s)
            site.process.send_signal(signal.SIGCONT)
            self.assertEqual(sent.result()[0], 200)
            site.process.send_signal(signal.SIGSTOP)
            time.sleep(stop_s)
            site.process.send_signal(signal.SIGCONT)
            game = site.get(f"/api/games/{id_}")  # and after it
            self.assertLess(game["askedAgoMs"], limit_ms)
            self.assertEqual(move(game)[0], 200)
            plies = site.get(f"/api/games/{id_}")["plies"]
            self.assertLess(max(ply["ms"] for ply in plies), limit_ms)
            self.assertGreaterEqual(min(ply["lag"] for ply in plies), 900 * stop_s)
            self.assertEqual(site.wait(id_, lambda g: g["phase"] == "over")["result"]["cause"]["red"], "HARD_TIMEOUT")
            self.assertEqual([site.get(f"/api/games/{built_in}")[side]["limitMs"] for side in ("red", "blue")],
                             [None, limit_ms])

    def test_wishes(self):
        id_, secrets = self.site.open("hive", hand="QSSSBBGGAAA", seed="-5", rules="server", red="person",
                                      blue="leicht")
        game = self.site.get(f"/api/games/{id_}")
        self.assertIn("hand=QSSSBBGGAAA", game["start"])
        self.assertEqual((game["rules"], game["seed"], game["limitMs"]), ("server", "-5", None))
        start = self.site.get(f"/api/games/{id_}")["start"]
        id_, _ = self.site.open("hive", start=start, limitMs=60000, limitFor="all")
        self.assertEqual(self.site.get(f"/api/games/{id_}")["limitMs"], 60000)
        for wrong in ({"game": "halma"}, {"seed": "x"}, {"hand": "???"}, {"start": "garbage"}, {"limitMs": -1},
                      {"red": {"kind": "robot"}}, {"red": {"kind": "builtin", "player": "gott"}}, {"blue": 7},
                      {"rules": "mine"}, {"paceMs": 1e9}):
            body = {"game": "hive", "red": {"kind": "person"}, "blue": {"kind": "person"}, **wrong}
            status, refusal = self.site.ask("POST", "/api/games", body)
            self.assertEqual(status, 400, wrong)
            self.assertTrue(refusal["de"] and refusal["en"] and refusal["de"] != refusal["code"], refusal)


class Restarts(unittest.TestCase):
    def check(self, how):
        with tempfile.TemporaryDirectory(prefix="kielwasser-") as data:
            console = Console(PROGRAM, "hive")
            first = Site(PROGRAM, data=data)
            id_, secrets = first.open("hive", "person", "leicht")
            other, others = first.open("penguins")
            both, _ = first.open("penguins", "zufall", "zufall", paceMs=60000)
            game = play_on(first, console, id_, secrets, random.Random(5), plies=6)
            self.assertEqual(first.ask("POST", f"/api/games/{id_}/takeback")[0], 200)
            game = first.get(f"/api/games/{id_}")
            token = first.token
            first.stop(how)
            second = Site(PROGRAM, data=data)
            again = second.get(f"/api/games/{id_}")
            for key in ("ply", "position", "phase", "side", "number", "startedMs", "rules", "seed", "start"):
                self.assertEqual(again[key], game[key], key)
            self.assertEqual([p["words"] for p in again["plies"]], [p["words"] for p in game["plies"]])
            self.assertEqual(second.token, token)
            self.assertEqual(second.get(f"/api/games/{other}")["red"]["kind"], "person")
            self.assertEqual(second.get(f"/api/games/{both}")["phase"], "running")
            self.assertEqual(second.move(other, secrets["red"], 0, "a1")[0], 403)
            over = play_on(second, console, id_, secrets, random.Random(6))
            self.assertEqual(over["phase"], "over")
            lost, losers = second.open("hive", "person", "zufall")
            self.assertEqual(second.ask("POST", f"/api/games/{lost}/resign", seat=losers["red"], token=False)[0], 200)
            time.sleep(0.5)
            second.stop()
            third = Site(PROGRAM, data=data)  # now it comes from the archive
            kept = third.get(f"/api/games/{id_}")
            self.assertEqual(kept["result"], over["result"])
            self.assertEqual(third.get(f"/api/games/{lost}")["result"]["say"]["red"]["en"], "The player has resigned")
            self.assertEqual([p["words"] for p in kept["plies"]], [p["words"] for p in over["plies"]])
            listed = {game["id"]: game for game in third.get("/api/games")["games"]}
            self.assertEqual(listed[id_], {key: kept[key] for key in listed[id_]})  # from columns, and played through
            self.assertEqual(listed[id_]["ply"], len(over["plies"]))
            self.assertEqual(listed[id_]["last"], over["plies"][-1]["words"])
            first = third.get("/api/games?limit=1")
            self.assertEqual(first["more"], first["games"][-1]["number"])
            pages, more = [], first["more"]
            while more:
                page = third.get(f"/api/games?limit=1&before={more}")
                pages, more = pages + [game["id"] for game in page["games"]], page["more"]
            over_ids = [game["id"] for game in listed.values() if game["phase"] == "over"]
            self.assertEqual(sorted(pages + [first["games"][-1]["id"]]), sorted(over_ids))
            self.assertEqual(third.ask("GET", "/api/games?before=x")[0], 400)
            self.assertEqual(third.raw("GET", f"/api/games/{id_}.xml.gz")[0], 200)
            self.assertEqual(third.ask("POST", f"/api/games/{other}/resign", seat=others["blue"])[0], 200)
            third.stop()
            console.close()

    def test_killed(self):
        self.check(signal.SIGKILL)

    def test_settings_survive(self):
        """Pause, pace, limits, step mode and logging are as they were when the server was killed."""
        with tempfile.TemporaryDirectory(prefix="kielwasser-") as data:
            first = Site(PROGRAM, data=data)
            demo, _ = first.open("piranhas", "zufall", "zufall", paceMs=1000)
            first.wait(demo, lambda game: game["ply"] >= 1)
            person, secrets = first.open("hive", "person", "zufall", limitMs=60000, limitFor="all")
            steps, _ = first.open("penguins", "person", "person", limitMs=50000, limitFor="all")
            for path, body in ((f"{demo}/pause", {"paused": True}), (f"{demo}/pace", {"ms": 1500}),
                               (f"{person}/log", {}), (f"{steps}/pause", {"paused": True, "unlimited": True})):
                self.assertEqual(first.ask("POST", f"/api/games/{path}", body)[0], 200, path)
            before = {id_: first.get(f"/api/games/{id_}") for id_ in (demo, person, steps)}
            first.stop(signal.SIGKILL)
            with Site(PROGRAM, data=data) as second:
                for id_, game in before.items():
                    again = second.get(f"/api/games/{id_}")
                    for key in ("phase", "ply", "paused", "paceMs", "limitMs", "logged"):
                        self.assertEqual(again[key], game[key], (id_, key))
                    for side in ("red", "blue"):
                        self.assertEqual(again[side]["limitMs"], game[side]["limitMs"], (id_, side))
                self.assertEqual([before[demo]["paused"], before[demo]["paceMs"]], [True, 1500])
                self.assertEqual([before[person]["red"]["limitMs"], before[person]["logged"]], [60000, True])
                self.assertEqual([before[steps]["paused"], before[steps]["limitMs"]], [True, None])
                self.assertIsNone(second.get(f"/api/games/{demo}")["askedMs"])
                self.assertEqual(second.ask("POST", f"/api/games/{demo}/step")[0], 200)
                second.wait(demo, lambda game: game["ply"] == before[demo]["ply"] + 1)
                self.assertEqual(second.ask("POST", f"/api/games/{person}/resign", seat=secrets["red"])[0], 200)

    def test_stopped(self):
        self.check(signal.SIGTERM)


if __name__ == "__main__":
    unittest.main()
