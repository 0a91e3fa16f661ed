#!/usr/bin/env python3
"""Mass tests and tournaments by mouse: what the page asks for is what the command line would have played."""
import contextlib
import gzip
import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
import unittest
import zipfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, "..", "server"))
from naughty import CRASH, ILLEGAL_MOVE, JOINER, processes
from bot_user import TemporaryFolder, reachable
from site_ import ENGLISH, Site
from patience import until

PROGRAM = reachable(sys.argv.pop(1))
DONE = ("stopped", "complete", "decided", "broken", "failed")
QUICK = "leicht:nodes=40"
SLOW = "leicht:nodes=40,sleep=15"


def builtin(spec):
    return {"kind": "builtin", "spec": spec}


def who(player):
    return player if isinstance(player, dict) else builtin(player)


def wish(a=QUICK, b="zufall", **more):
    return {"name": "Probe", "game": "piranhas", "a": who(a), "b": who(b), "games": 8, "concurrency": 2,
            "seed": "7", **more}


class Runs(unittest.TestCase):
    """One server for all tests; each waits for its own tests to end."""

    @classmethod
    def setUpClass(cls):
        cls.site = Site(PROGRAM)

    @classmethod
    def tearDownClass(cls):
        cls.site.stop()

    def create(self, body, what="tests"):
        status, answer = self.site.ask("POST", f"/api/{what}", body)
        self.assertEqual(status, 201, answer)
        return answer["id"]

    def wait(self, id_, wanted, what="tests"):
        def look():
            found = self.site.get(f"/api/{what}/{id_}")
            return wanted(found) and found
        return until(look, lambda: self.site.get(f"/api/{what}/{id_}"))

    def wait_done(self, id_, what="tests"):
        return self.wait(id_, lambda test: test["state"] in DONE, what)

    def refused(self, code, method, path, body=None, status=422):
        got, answer = self.site.ask(method, path, body)
        self.assertEqual((got, answer["code"]), (status, code), answer)
        self.assertTrue(answer["de"] and answer["en"])
        return answer


class Tests(Runs):
    def check_totals(self, test):
        score = test["score"]
        self.assertEqual(score["wins"] + score["draws"] + score["losses"], test["games"]["played"])
        self.assertEqual(2 * sum(test["pairs"]), test["games"]["played"])
        self.assertEqual(sum(cause["count"] for cause in test["causes"]), test["games"]["played"])
        self.assertEqual(test["plots"]["score"][-1]["games"], test["games"]["played"])
        for side in ("a", "b"):
            self.assertEqual(len(test["plots"]["times"][side]) + 1, len(test["plots"]["times"]["edges"]))
            times = test["times"][side]
            self.assertLessEqual(times["p50"], times["p99"])
            self.assertLessEqual(times["p99"], times["max"])

    def test_the_same_as_on_the_command_line(self):
        id_ = self.create(wish())
        test = self.wait_done(id_)
        self.assertEqual(test["state"], "complete")
        self.assertEqual(test["games"], {"played": 8, "unplayed": 0, "planned": 8})
        self.check_totals(test)
        with TemporaryFolder() as folder:
            said = subprocess.run([PROGRAM, "match", QUICK, "zufall", "--game", "piranhas", "--games", "8", "--seed",
                                   "7",
                                   "--concurrency", "1"], cwd=folder, env=ENGLISH, text=True, capture_output=True,
                                  check=True)
        self.assertIn(test["digest"], said.stdout)
        self.assertTrue(test["command"].startswith(f"kielwasser match {QUICK} zufall --game piranhas --games 8"))
        self.assertTrue(test["verdict"]["de"] and test["verdict"]["en"])
        self.assertIn(id_, [listed["id"] for listed in self.site.get("/api/tests")["tests"]])
        self.assertNotIn("live.jsonl", os.listdir(os.path.join(self.site.data, "arena", str(id_))))

    def test_games_and_files(self):
        id_ = self.create(wish(save="all", games=4))
        self.assertEqual(self.wait_done(id_)["state"], "complete")
        page = self.site.get(f"/api/tests/{id_}/games?from=1&count=2")
        self.assertEqual((page["total"], [row["game"] for row in page["rows"]]), (4, [1, 2]))
        lengths = [row["plies"] for row in self.site.get(f"/api/tests/{id_}/games?show=short")["rows"]]
        self.assertEqual(lengths, sorted(lengths))
        row = page["rows"][0]
        game = self.site.get(f"/api/tests/{id_}/games/1")
        self.assertEqual((game["phase"], len(game["plies"])), ("over", row["plies"]))
        self.assertEqual(game["plies"][-1]["position"], row["position"])
        self.assertEqual(game[row["red"] == "A" and "red" or "blue"]["name"], QUICK)
        token = f"token={self.site.token}"
        text = self.site.raw("GET", f"/api/tests/{id_}/games/1.kw?{token}")[2].decode()
        self.assertIn(game["plies"][0]["words"], text)
        packed = self.site.raw("GET", f"/api/tests/{id_}/games/1.xml.gz?{token}")[2]
        self.assertIn(b"<", gzip.decompress(packed))
        table = self.site.raw("GET", f"/api/tests/{id_}/summary.csv?{token}")[2].decode().splitlines()
        self.assertEqual(len(table), 5)
        lines = self.site.raw("GET", f"/api/tests/{id_}/games.jsonl?{token}")[2].splitlines()
        self.assertEqual([json.loads(line)["game"] for line in lines], [0, 1, 2, 3])
        archive = zipfile.ZipFile(io.BytesIO(self.site.raw("GET", f"/api/tests/{id_}/replays.zip?{token}")[2]))
        self.assertIsNone(archive.testzip())
        self.assertEqual(len([name for name in archive.namelist() if name.endswith(".kw")]), 4)
        for path, code in (("games/4", "no_such_game"), ("games/x", "no_such_game"), ("games/-1", "no_such_game")):
            self.refused(code, "GET", f"/api/tests/{id_}/{path}", status=404)
        for query in ("show=nobody", "from=-1", "count=100000"):
            self.refused("bad_value", "GET", f"/api/tests/{id_}/games?{query}", status=400)
        self.assertEqual(self.site.ask("POST", f"/api/tests/{id_}/name", {"name": "Neu ⚓"})[0], 200)
        self.assertEqual(self.site.get(f"/api/tests/{id_}")["name"], "Neu ⚓")
        self.assertEqual(self.site.ask("DELETE", f"/api/tests/{id_}")[0], 200)
        self.refused("no_such_test", "GET", f"/api/tests/{id_}", status=404)
        self.assertFalse(os.path.exists(os.path.join(self.site.data, "arena", str(id_))))

    def test_stop_and_go_on(self):
        id_ = self.create(wish(SLOW, SLOW, games=40))
        stream = self.site.stream(f"tests&token={self.site.token}")
        while True:
            _, told = stream.next("tests")
            if told["id"] == id_ and told["games"]["played"] > 0:
                break
        stream.close()
        self.refused("run_active", "DELETE", f"/api/tests/{id_}", status=409)
        self.refused("run_active", "POST", f"/api/tests/{id_}/resume", status=409)
        self.refused("bad_value", "POST", f"/api/tests/{id_}/stop", {"when": "never"}, status=400)
        self.assertEqual(self.site.ask("POST", f"/api/tests/{id_}/stop", {"when": "after"})[0], 200)
        self.assertIn(self.site.get(f"/api/tests/{id_}")["state"], ("stopping", "stopped"))
        self.assertEqual(self.site.ask("POST", f"/api/tests/{id_}/stop", {"when": "now"})[0], 200)
        test = self.wait_done(id_)
        played = test["games"]["played"]
        self.assertEqual(test["state"], "stopped")
        self.assertLess(played, 40)
        if played > 2:
            self.refused("test_short", "POST", f"/api/tests/{id_}/resume", {"games": 2})
        self.assertEqual(self.site.ask("POST", f"/api/tests/{id_}/resume", {"games": played + 2, "concurrency": 1})[0],
                         200)
        test = self.wait_done(id_)
        self.assertEqual((test["concurrency"], test["wants"]["concurrency"]), (1, 1))
        self.assertEqual((test["state"], test["games"]["planned"]), ("complete", test["games"]["played"]))

    def live(self, id_):
        return [game for run in self.site.get(f"/api/live?run={id_}")["runs"] for game in run["games"]]

    def test_games_that_are_being_played(self):
        slow = "zufall:sleep=150"
        program = {"kind": "command", "command": f"{PROGRAM} client --game mississippi --player {slow}"}
        id_ = self.create(wish(slow, program, game="mississippi", games=2, concurrency=1))
        game = until(lambda: next((game for game in self.live(id_) if game["ply"] > 1), None),
                     lambda: (self.live(id_), self.site.get(f"/api/tests/{id_}")))
        self.assertEqual((game["id"].split("-")[:2], game["phase"], game["result"]),
                         (["live", str(id_)], "running", None))
        self.assertEqual([game["red"]["name"], game["red"]["state"]], [slow, "ready"])
        path = "/api/live/" + "/".join(game["id"].split("-", 2)[1:])
        whole = self.site.get(path)
        self.assertGreaterEqual(len(whole["plies"]), game["ply"])
        self.assertEqual((whole["seed"], "?" in whole["start"]), (None, True))  # the river ahead stays hidden
        self.assertEqual(self.site.ask("GET", f"/api/live/{id_}/1-77")[0], 404)
        self.assertEqual(self.site.ask("GET", path, token=False)[0], 403)
        self.assertIn(id_, [run["id"] for run in self.site.get("/api/live")["runs"]])
        ended = until(lambda: next((one for one in self.live(id_) if one["phase"] == "over"), None),
                      lambda: self.live(id_))
        self.assertTrue(ended["result"])
        self.site.ask("POST", f"/api/tests/{id_}/stop", {"when": "now"})
        self.wait_done(id_)
        self.assertEqual(self.live(id_), [])

    def test_a_verdict(self):
        id_ = self.create(wish("leicht:nodes=200", "zufall", games=None, sprt=[0, 200]))
        test = self.wait_done(id_)
        self.assertEqual((test["state"], test["games"]["planned"]), ("decided", None))
        self.assertEqual(test["sprt"]["verdict"], "accepted")
        self.assertGreaterEqual(test["sprt"]["llr"], test["sprt"]["high"])
        self.assertIn("Entschieden: ja", test["verdict"]["de"])
        self.assertIn("Decided: yes", test["verdict"]["en"])

    def test_what_goes_wrong(self):
        ways = {"crash": CRASH, "illegal": ILLEGAL_MOVE + "time.sleep(1)", "hard-time": "time.sleep(100)"}
        for cause, deed in ways.items():
            path = os.path.join(self.site.data, f"{cause}.py")
            with open(path, "w") as file:
                file.write(JOINER + deed)
            status, bot = self.site.ask("POST", "/api/bots", {"name": f"Bot {cause}", "command": f"python3 {path}"})
            self.assertEqual(status, 201, bot)
            id_ = self.create(wish(game="penguins", games=2, limitMs=200, pace=0, a={"kind": "bot", "bot": bot["id"]}))
            test = self.wait_done(id_)
            self.assertEqual(test["causes"], [{"cause": cause, "by": "A", "count": 2}], test)
            self.assertEqual(test["a"]["name"], f"Bot {cause}")
            self.assertIn("Fehler", test["verdict"]["de"])
            rows = self.site.get(f"/api/tests/{id_}/games?show=failed")
            self.assertEqual((rows["total"], rows["rows"][0]["by"], rows["rows"][0]["winner"]), (2, "A", "B"))
            self.assertIn("asked", rows["rows"][0]["output"])
            self.assertEqual(rows["rows"][0]["critical"], rows["rows"][0]["plies"])
            why = rows["rows"][0]["why"]
            self.assertTrue(why["code"] and why["de"] and why["en"] and why["de"] != why["en"], why)
            game = self.site.get(f"/api/tests/{id_}/games/0")
            loser = rows["rows"][0]["red"] == "A" and "red" or "blue"
            self.assertEqual(game["result"]["say"][loser], why)
            edges = test["plots"]["times"]["edges"]
            self.assertEqual((test["limitMs"], edges[-2] <= 200 < edges[-1] or not edges), (200, True), edges)
            self.assertEqual(self.site.get(f"/api/tests/{id_}/games?show=won")["total"], 0)

    def test_a_bot_that_never_comes(self):
        id_ = self.create(wish(game="hive", games=20, concurrency=1, a={"kind": "command", "command": "/bin/false"}))
        test = self.wait_done(id_)
        self.assertEqual((test["state"], test["why"]["code"]), ("broken", "bot_exited_early"), test)

    def test_one_against_many(self):
        form = {**wish(SLOW, games=4), "against": [builtin(SLOW), builtin("zufall"), builtin(QUICK)]}
        del form["b"]
        status, answer = self.site.ask("POST", "/api/tests", form)
        self.assertEqual((status, len(answer["ids"]), answer["ids"][0]), (201, 3, answer["id"]), answer)
        first, second, last = answer["ids"]
        self.assertEqual(self.site.get(f"/api/tests/{last}")["state"], "waiting")
        self.assertEqual(self.site.ask("POST", f"/api/tests/{second}/stop", {"when": "now"})[0], 200)
        self.assertEqual(self.site.get(f"/api/tests/{second}")["state"], "stopped")
        test = self.wait_done(last)
        self.assertEqual((test["state"], test["b"]["name"]), ("complete", QUICK), test)
        whole = test["gauntlet"]
        self.assertEqual((whole["id"], [one["id"] for one in whole["tests"]]), (first, answer["ids"]))
        self.assertEqual([one["state"] for one in whole["tests"]], ["complete", "stopped", "complete"])
        self.assertEqual(sum(whole["score"][name] for name in ("wins", "draws", "losses")), 8)
        self.assertEqual(self.site.ask("POST", f"/api/tests/{first}/resume", {"all": True})[0], 200)
        self.assertEqual(self.wait_done(second)["state"], "complete")
        self.assertEqual(self.site.get(f"/api/tests/{first}")["games"]["played"], 4)
        for against in ([], [builtin("zufall"), builtin("genius")], [builtin("zufall")] * 17, "x"):
            before = len(self.site.get("/api/tests")["tests"])
            self.assertEqual(self.site.ask("POST", "/api/tests", {**form, "against": against})[0], 422, against)
            self.assertEqual(len(self.site.get("/api/tests")["tests"]), before)

    def test_a_gauntlet_is_stopped_as_a_whole(self):
        status, answer = self.site.ask("POST", "/api/tests", {**wish(SLOW, games=400),
                                                              "against": [builtin(SLOW), builtin(SLOW)]})
        self.assertEqual(status, 201, answer)
        first, second = answer["ids"]
        self.assertEqual(self.site.ask("POST", f"/api/tests/{second}/stop", {"when": "now", "all": True})[0], 200)
        self.assertEqual([self.wait_done(first)["state"], self.wait_done(second)["state"]], ["stopped", "stopped"])

    def test_refusals(self):
        for body, code, status in (
                ({}, "bad_value", 422), (wish(game="chess"), "bad_value", 422), (wish(a=None), "bad_value", 422),
                (wish(games=1), "bad_value", 422), (wish(games="many"), "bad_value", 422),
                (wish(sprt=[10, 0]), "bad_value", 422), (wish(sprt="x"), "bad_value", 422),
                (wish(concurrency=0), "bad_value", 422), (wish(save="some"), "bad_value", 422),
                (wish(rules="mine"), "bad_value", 422), (wish(positions=[]), "bad_value", 422),
                (wish(positions=["nonsense"]), "position_line", 422), (wish(seed="x"), "bad_value", 422),
                (wish({"kind": "bot", "bot": "999"}), "bot_unknown", 404),
                (wish({"kind": "person"}), "bad_value", 422),
                (wish({"kind": "command", "command": "--out /"}), "bad_value", 422),
                (wish({"kind": "command", "command": "/no/such/bot"}), None, 422),
                (wish("genius"), None, 422), (wish("leicht:nodes=x"), None, 422)):
            got, answer = self.site.ask("POST", "/api/tests", body)
            self.assertEqual((got, answer["code"]), (status, code or answer["code"]), (body, answer))
        for text in ("", "[]", "{", "null", "\xff", '{"game":' * 2000):
            got = self.site.raw("POST", "/api/tests", text.encode("latin-1"),
                                {"Content-Type": "application/json", "X-Kielwasser-Token": self.site.token})[0]
            self.assertEqual(got, 400, text[:20])

    def test_rights(self):
        for method, path in (("GET", "/api/tests"), ("POST", "/api/tests"), ("GET", "/api/tests/1"),
                             ("DELETE", "/api/tests/1"),
                             ("GET", "/api/tests/1/games"), ("GET", "/api/tests/1/replays.zip"),
                             ("POST", "/api/tests/1/stop"),
                             ("GET", "/api/tournaments"), ("POST", "/api/tournaments"), ("GET", "/api/positions"),
                             ("POST", "/api/positions"), ("DELETE", "/api/positions/1")):
            status, answer = self.site.ask(method, path, token=False)
            self.assertEqual((status, answer["code"]), (403, "no_token"), path)
        for path in ("/api/tests/0", "/api/tests/999", "/api/tests/x", "/api/tests/1e9/games", "/api/tournaments/999"):
            self.assertEqual(self.site.ask("GET", path)[0], 404, path)

    def test_strangers_hear_nothing(self):
        stranger, owner = self.site.stream("tests"), self.site.stream(f"tests&token={self.site.token}")
        id_ = self.create(wish(games=2))
        owner.next("tests")
        self.wait_done(id_)
        stranger.socket.settimeout(0.2)
        with self.assertRaises(OSError):
            stranger.next("tests")
        stranger.close()
        owner.close()

    def test_too_many(self):
        ids, status = [], 201
        while status == 201 and len(ids) < 10:
            status, answer = self.site.ask("POST", "/api/tests", wish(SLOW, SLOW, games=400, concurrency=1))
            if status == 201:
                ids.append(answer["id"])
        self.assertEqual((status, answer["code"]), (409, "runs_many"), answer)
        for id_ in ids:
            self.site.ask("POST", f"/api/tests/{id_}/stop", {"when": "now"})
        for id_ in ids:
            self.assertEqual(self.wait_done(id_)["state"], "stopped")

    def test_more_than_there_are_cores(self):
        status, answer = self.site.ask("POST", "/api/tests", wish(games=2, concurrency=200))
        self.assertEqual(status, 201)
        self.assertIn("200", answer["warning"]["de"])
        self.wait_done(answer["id"])

    def test_given_positions(self):
        id_ = self.create(wish(games=2))
        self.wait_done(id_)
        start = self.site.get(f"/api/tests/{id_}/games/0")["plies"][3]["position"]
        status, kept = self.site.ask("POST", "/api/positions", {"game": "piranhas", "position": start,
                                                                "name": "Knifflig"})
        self.assertEqual((status, kept["position"]), (201, start))
        self.assertIn(kept, self.site.get("/api/positions")["positions"])
        id_ = self.create(wish(games=4, positions=[kept["position"]]))
        self.assertEqual(self.wait_done(id_)["state"], "complete")
        for number in range(4):
            self.assertEqual(self.site.get(f"/api/tests/{id_}/games/{number}")["start"], start)
        self.refused("bad_value", "POST", "/api/positions", {"game": "chess", "position": start})
        self.assertEqual(self.site.ask("POST", "/api/positions", {"game": "hive", "position": "nonsense"})[0], 422)
        self.assertEqual(self.site.ask("DELETE", f"/api/positions/{kept['id']}")[0], 200)
        self.assertEqual(self.site.ask("DELETE", f"/api/positions/{kept['id']}")[0], 404)
        self.assertNotIn(kept, self.site.get("/api/positions")["positions"])


class Restarts(Runs):
    def start_again(self, how):
        before = self.site
        data = before.data
        before.stop(how, keep=True)
        until(lambda: not processes(os.path.join(data, "arena")))
        type(self).site = Site(PROGRAM, data=data)
        self.site.own_data = True

    def test_servers_come_and_go(self):
        id_ = self.create(wish("leicht:nodes=40,sleep=10", "leicht:nodes=30", games=24))
        stopped = self.create(wish(SLOW, SLOW, games=40))
        self.wait(stopped, lambda test: test["games"]["played"] > 0)
        self.site.ask("POST", f"/api/tests/{stopped}/stop", {"when": "now"})
        self.wait_done(stopped)
        _, answer = self.site.ask("POST", "/api/tests", {**wish(SLOW, games=4),
                                                         "against": [builtin(SLOW), builtin("zufall")]})
        for how in (signal.SIGKILL, signal.SIGTERM):
            played = self.wait(id_, lambda test: test["games"]["played"] > 0)["games"]["played"]
            self.start_again(how)
            self.wait(id_, lambda test: test["games"]["played"] >= played)
        test = self.wait_done(id_)
        self.assertEqual((test["state"], test["games"]["played"]), ("complete", 24))
        self.assertEqual(self.site.get(f"/api/tests/{stopped}")["state"], "stopped")
        self.assertEqual([self.wait_done(one)["state"] for one in answer["ids"]], ["complete", "complete"])
        with TemporaryFolder() as folder:
            said = subprocess.run([PROGRAM, "match", "leicht:nodes=40", "leicht:nodes=30", "--game", "piranhas",
                                   "--games", "24",
                                   "--seed", "7"], cwd=folder, env=ENGLISH, text=True, capture_output=True, check=True)
        self.assertIn(test["digest"], said.stdout)

    def test_a_damaged_row_has_no_hypotheses(self):
        id_ = self.create(wish("zufall", "zufall", games=2, sprt=[0, 200]))
        self.wait_done(id_)
        with contextlib.closing(sqlite3.connect(os.path.join(self.site.data, "kielwasser.db"))) as db, db:
            db.execute("UPDATE runs SET sprt = '5 5' WHERE id = ?", (id_,))
        self.start_again(signal.SIGKILL)
        self.assertIsNone(self.site.get(f"/api/tests/{id_}")["sprt"])


FILE = """[tournament]
name = Kleine Saison
game = piranhas
admission = no

[stage]
name = Liga
kind = league
legs = 1
"""


def cup(*bots):
    return FILE + "".join(f"\n[team]\nname = Team {i}\nbot = {bot}\n" for i, bot in enumerate(bots))


class Tournaments(Runs):
    def test_to_its_end(self):
        id_ = self.create({"file": cup(QUICK, "zufall", "leicht:nodes=20"), "concurrency": 2}, "tournaments")
        found = self.wait_done(id_, "tournaments")
        self.assertEqual((found["state"], found["name"], found["teams"]), ("complete", "Kleine Saison", 3), found)
        whole = found["tournament"]
        self.assertTrue(whole["over"])
        self.assertEqual(whole["played"], whole["planned"])
        self.assertEqual(len(found["standings"]), 1)
        self.assertEqual(sum(len(day["meetings"]) for day in found["days"]) >= 3, True)
        listed = next(one for one in self.site.get("/api/tournaments")["tournaments"] if one["id"] == id_)
        self.assertEqual((listed["played"], listed["winner"]), (whole["played"], whole["places"][0]["team"]))
        names = sorted(os.listdir(os.path.join(self.site.data, "arena", str(id_), "games")))
        game = self.site.get(f"/api/tournaments/{id_}/games/{names[0][:-6]}/0")
        self.assertTrue(game["plies"] and game["result"])
        self.assertEqual(self.site.ask("GET", f"/api/tournaments/{id_}/games/{names[0][:-6]}/99")[0], 404)
        self.assertEqual(self.site.ask("GET", f"/api/tournaments/{id_}/games/..%2f..%2frun/0")[0], 404)
        for ending in ("html", "csv", "json", "txt"):
            status, _, text = self.site.raw("GET",
                                            f"/api/tournaments/{id_}/tournament.{ending}?token={self.site.token}")
            self.assertEqual((status, b"Team 0" in text), (200, True), ending)
        self.assertEqual(self.site.ask("DELETE", f"/api/tournaments/{id_}")[0], 200)

    def test_a_form(self):
        form = {"name": "Pokal", "game": "piranhas", "seed": "3", "admission": False, "concurrency": 1,
                "stages": [{"name": "Liga", "kind": "league", "legs": 1, "games": 2}],
                "teams": [{"name": "A", "bot": "leicht:nodes=20,sleep=20"},
                          {"name": "B", "bot": "leicht:nodes=20,sleep=20"}, {"name": "C", "bot": "zufall"}]}
        id_ = self.create(form, "tournaments")
        self.wait(id_, lambda cup: cup["tournament"] or cup["state"] in DONE or cup["elapsedMs"] > 1500, "tournaments")
        self.site.ask("POST", f"/api/tournaments/{id_}/stop", {"when": "now"})
        found = self.wait_done(id_, "tournaments")
        self.assertIn("bot = zufall", found["file"])
        if found["state"] == "stopped":
            self.assertEqual(self.site.ask("POST", f"/api/tournaments/{id_}/resume")[0], 200)
            found = self.wait_done(id_, "tournaments")
        self.assertEqual((found["state"], found["tournament"]["played"]), ("complete", 6))

    def test_faults(self):
        example = self.site.get("/api/tournaments/example")
        self.assertIn("[stage]", example["de"])
        self.assertNotEqual(example["de"], example["en"])
        answer = self.refused("tournament_key", "POST", "/api/tournaments",
                              {"file": cup("zufall", "leicht") + "colour = red\n"})
        self.assertIn(str(len((cup("zufall", "leicht") + "x").splitlines())), answer["en"])
        self.refused("tournament_empty", "POST", "/api/tournaments", {"file": "# nothing"})
        self.refused("bad_value", "POST", "/api/tournaments", {"name": "x\ny", "game": "hive"})
        for bot in ("/no/such/bot", "leicht:nodes=x"):
            self.assertEqual(self.site.ask("POST", "/api/tournaments", {"file": cup("zufall", bot)})[0], 422)


if __name__ == "__main__":
    unittest.main()
