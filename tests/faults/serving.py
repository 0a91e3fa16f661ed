"""A server whose calls fail while people and programs play on it."""
import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "web"), str(HERE.parent / "server")]
from house import Talk
from injection import FINE, Broken, check_end
from locked import DIRECTIONS
from patience import PATIENCE_S, until
from postgres import find
from scenes import FILES, AtPostgres, Scene
from site_ import Console

PLIES = 4
TRIES = 4
LASTING_S = 2  # while all calls fail a game may wait; then nobody waits for it
TWO_PEOPLE = {"game": "piranhas", "seed": "7", "red": {"kind": "person"}, "blue": {"kind": "person"}}
BOT = b"#!/bin/sh\nexit 3\n"
TROUBLE = (OSError, http.client.HTTPException, EOFError, ValueError)


def a_move(ply, words):
    return {"ply": ply, "words": words, "force": False}


class Serving:
    """A process, and a short conversation with it; whatever fails on the way there is tried again."""

    def __init__(self, program, data, environment=None, options=()):
        self.data = data
        self.token = None
        self.port = self.web_port = None
        self.complaints_path = os.path.join(data, "complaints")
        words = [program, "serve", "--port", "0", "--web-port", "0", "--data", data, "--no-browser", "--sandbox", "off",
                 "--pace", "0", "--log", os.path.join(data, "log"), *options]
        with open(self.complaints_path, "ab") as complaints:
            self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=complaints, text=True,
                                            env=environment or {**os.environ, "KIELWASSER_LANG": "en"})

    def is_up(self):
        """Waits until it is ready; False: it has ended instead."""
        deadline = kill_after(PATIENCE_S, self.process)
        for line in self.process.stdout:
            if found := re.search(r"on [0-9.]+:(\d+)", line):
                self.port = int(found[1])
            if found := re.search(r"page: http://[0-9.]+:(\d+)/", line):
                self.web_port = int(found[1])
                break
        deadline.cancel()
        with contextlib.suppress(OSError):
            self.token = pathlib.Path(self.data, "web-token").read_text()
        return self.web_port is not None

    def complaints(self):
        return pathlib.Path(self.complaints_path).read_text(errors="replace")

    def end(self, how=signal.SIGTERM):
        """Stops it; its status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            status = self.process.wait(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise Broken("the server does not end") from None
        finally:
            self.process.stdout.close()
        if not (how == signal.SIGKILL and status == -signal.SIGKILL):
            check_end(status, self.complaints())
        return status

    def is_alive(self):
        return self.process.poll() is None

    def check_alive(self):
        if self.process.poll() is not None:
            check_end(self.process.returncode, self.complaints())
            raise Broken(f"the server has ended ({self.process.returncode}): {self.complaints()[-3000:]}")

    def ask(self, method, path, body=None, seat=None, type_="application/json"):
        """Status and JSON; None and why, if there was no answer."""
        line = http.client.HTTPConnection("127.0.0.1", self.web_port, timeout=PATIENCE_S)
        headers = {"X-Kielwasser-Token": self.token, "Content-Type": type_}
        if seat:
            headers["X-Kielwasser-Seat"] = seat
        try:
            line.request(method, path, body if isinstance(body, bytes) or body is None else json.dumps(body), headers)
            answer = line.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text.startswith(b"{") else text
        except socket.timeout:
            raise Broken(f"no answer: {method} {path}") from None
        except TROUBLE as why:
            self.check_alive()
            return None, why
        finally:
            line.close()

    def insist(self, *words, **options):
        """The first good answer, or the last one."""
        for _ in range(TRIES):
            status, answer = self.ask(*words, **options)
            if status is not None and status < 300:
                break
            self.check_refusal(status, answer)
        return status, answer

    def check_refusal(self, status, answer):
        """A refusal says why."""
        if status is not None and not (isinstance(answer, dict) and answer.get("en")):
            raise Broken(f"{status} without a sentence: {answer}")


def kill_after(seconds, process):
    timer = threading.Timer(seconds, process.kill)
    timer.start()
    return timer


class Visit:
    """What people and programs do, and what of it was acknowledged."""

    def __init__(self, serving, moves):
        self.serving, self.moves = serving, moves
        self.plies = {}  # acknowledged ones of a game
        self.ended, self.bots, self.positions = set(), {}, set()

    def everything(self):
        self.play_http()
        self.play_xml()
        self.upload()
        self.keep_position()
        self.look()

    def play_http(self):
        status, told = self.serving.insist("POST", "/api/games", TWO_PEOPLE)
        if status != 201:
            return
        id_, secrets = told["id"], told["secrets"]
        for ply, words in enumerate(self.moves):
            status, _ = self.serving.insist("POST", f"/api/games/{id_}/move", a_move(ply, words),
                                            seat=secrets["blue" if ply % 2 else "red"])
            if status == 200:
                self.plies[id_] = ply + 1
        status, _ = self.serving.insist("POST", f"/api/games/{id_}/resign", {}, seat=secrets["red"])
        if status == 200:
            self.ended.add(id_)

    def play_xml(self):
        talks = []
        try:
            self.talk_xml(talks)
        except socket.timeout:
            if not self.is_lasting:  # while the disk is full, games wait
                raise Broken("a program gets no answer") from None
        except TROUBLE:  # this line was lost
            self.serving.check_alive()
        finally:
            for talk in talks:
                talk.close()

    def talk_xml(self, talks):
        for _ in range(2):
            talk = Talk(self.serving.port)
            if self.is_lasting:
                talk.socket.settimeout(LASTING_S)
            talks.append(talk)
            talk.say('<protocol><join gameType="swc_2019_piranhas"/>')
            room = talk.hear(r'<joined roomId="([^"]+)"|<errorpacket[^>]*message="[^"]+')[1]
            if not room:
                return
        players = list(talks)
        if players[0].hear('welcomeMessage" color="([A-Za-z]+)"')[1].lower() != "red":
            players.reverse()
        players[0].hear("(?i)moveRequest")
        for ply in range(PLIES):
            mover, other = players[ply % 2], players[1 - ply % 2]
            status, game = self.serving.ask("GET", f"/api/games/{room}")
            if status != 200:
                return
            words = self.console.moves(game["position"])[0]
            x, y, to_x, to_y = (ord(one) - ord("a") if one.isalpha() else int(one) for one in words)
            way = DIRECTIONS[(to_x > x) - (to_x < x), (to_y > y) - (to_y < y)]
            mover.say(f'<room roomId="{room}"><data class="move" x="{x}" y="{y}" direction="{way}"/></room>')
            if "result" in other.hear('(?i)moveRequest|class="result"')[0]:
                return
            self.plies[room] = ply + 1

    def upload(self):
        status, told = self.serving.insist("POST", "/api/uploads?name=run.sh", BOT, type_="application/octet-stream")
        if status != 201:
            return
        status, bot = self.serving.insist("POST", "/api/bots", {"name": "Nemo", "game": "hive", "main": "run.sh",
                                                            "upload": told["upload"]})
        if status == 201:
            self.bots[bot["id"]] = os.path.join(bot["folder"], "run.sh")

    def keep_position(self):
        status, _ = self.serving.insist("POST", "/api/positions", {"game": "piranhas", "name": "kept",
                                                                   "position": self.start})
        if status == 201:
            self.positions.add("kept")

    def look(self):
        for path in ("/api/hello", "/api/games", "/api/bots", "/api/positions", "/metrics"):
            self.serving.insist("GET", path)
        for id_ in self.plies:
            self.serving.ask("GET", f"/api/games/{id_}.kw")

    def check(self, serving):
        """At the next server, without faults."""
        for id_, count in self.plies.items():
            status, game = serving.ask("GET", f"/api/games/{id_}")
            if status != 200:
                raise Broken(f"game {id_} with {count} moves is lost: {game}")
            if len(game["plies"]) < count:
                raise Broken(f"game {id_}: {len(game['plies'])} of {count} moves are there")
            if id_ in self.ended and game["phase"] != "over":
                raise Broken(f"game {id_} was over, and goes on")
        known = {bot["id"] for bot in serving.ask("GET", "/api/bots")[1]["bots"]}
        for id_, path in self.bots.items():
            if id_ not in known or pathlib.Path(path).read_bytes() != BOT:
                raise Broken(f"bot {id_} is lost")
        names = {one["name"] for one in serving.ask("GET", "/api/positions")[1]["positions"]}
        if not self.positions <= names:
            raise Broken("a position is lost")


class Serve(Scene):
    """Calls fail while the server is up, then it is stopped or killed; the next one has everything."""
    name = "server"
    kinds = (*FILES, "thread", "socket", "accept", "recv", "send")
    at_start = False

    def prepare(self):
        self.console = Console(self.program, "piranhas")
        self.data = os.path.join(self.home, "data")
        os.makedirs(self.data)
        first = Serving(self.program, self.data, options=self.options())
        assert first.is_up()
        visit = self.visit(first)
        visit.everything()
        first.ask("DELETE", f"/api/bots/{list(visit.bots)[0]}")
        status, told = first.ask("POST", "/api/games", TWO_PEOPLE)
        assert status == 201, told
        for ply, words in enumerate(self.moves()):
            first.ask("POST", f"/api/games/{told['id']}/move", a_move(ply, words),
                      seat=told["secrets"]["blue" if ply % 2 else "red"])
        self.before = visit.plies | {told["id"]: PLIES}
        assert len(self.before) == 3, self.before
        first.end(signal.SIGKILL)

    def options(self):
        """More words for the server; those of a run, once `work` has begun."""
        return ()

    def close(self):
        self.console.close()

    def moves(self):
        """The first legal ones of a fixed board."""
        self.console.say("new seed=7")
        self.start = self.console.say("show").split(" ", 1)[1]
        position, moves = self.start, []
        for _ in range(PLIES):
            moves.append(self.console.moves(position)[0])
            self.console.say("play " + moves[-1])
            position = self.console.say("show").split(" ", 1)[1]
        return moves

    def visit(self, serving, is_lasting=False):
        visit = Visit(serving, self.moves())
        visit.console, visit.start = self.console, self.start
        visit.is_lasting = is_lasting
        return visit

    def work(self, folder, environment):
        data, switch = os.path.join(folder, "data"), os.path.join(folder, "on")
        shutil.copytree(self.data, data, ignore=lambda _, names: [name for name in names if name.endswith(".sock")])
        os.remove(os.path.join(data, "complaints"))
        environment["FAIL_WHILE"] = switch
        if self.at_start:
            pathlib.Path(switch).touch()
        options = self.options()
        serving = Serving(self.program, data, environment, options)
        visit = None
        if serving.is_up():
            self.is_lasting = environment.get("FAIL_COUNT") == "0"
            visit = self.disturb(serving, switch, int(environment.get("FAIL_AT", 1)))
        elif serving.end() == FINE:
            raise Broken("it has not started, and says that all is well")
        elif not self.at_start:
            raise Broken(f"it has not started: {serving.complaints()}")
        with contextlib.suppress(FileNotFoundError):
            os.remove(switch)
        self.check(data, visit, options)

    def disturb(self, serving, switch, number):
        """Faults, then its end: by a signal, or killed."""
        how = signal.SIGKILL if number % 2 else signal.SIGTERM
        try:
            if self.at_start:
                os.remove(switch)
            visit = self.visit(serving, self.is_lasting)
            pathlib.Path(switch).touch()
            visit.everything()
            serving.check_alive()
            if number % 3 == 0:
                os.remove(switch)
        finally:
            how = signal.SIGKILL if sys.exc_info()[0] else how
            serving.end(how)
        return visit

    def check(self, data, visit, options):
        again = Serving(self.program, data, options=options)
        try:
            if not again.is_up():
                raise Broken(f"does not start again: {again.complaints()}")
            for id_, count in self.before.items():
                status, game = again.ask("GET", f"/api/games/{id_}")
                if status != 200 or len(game["plies"]) < count:
                    raise Broken(f"the older game {id_} is lost: {game}")
            if visit:
                visit.check(again)
        finally:
            status = again.end()
        if status != FINE:
            raise Broken(f"the next server ends with {status}: {again.complaints()}")


class ServeStart(Serve):
    """Calls fail while a server starts that has a journal to read and a game to go on with."""
    name = "server start"
    kinds = (*FILES, "thread", "socket", "fork")
    at_start = True

    def disturb(self, serving, switch, number):
        os.remove(switch)
        visit = self.visit(serving)
        try:
            visit.everything()
            serving.check_alive()
        finally:
            serving.end(signal.SIGKILL if sys.exc_info()[0] else signal.SIGTERM)
        return visit


class ServeAtPostgres(AtPostgres, Serve):
    """The archive is on a server, and the line to it is cut."""
    name = "server postgres"

    def options(self):
        return ("--store", self.place(None))

    def prepare(self):
        super().prepare()
        # The first server was killed; its connection goes when the database notices.
        self.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'kw1'")
        until(lambda: self.is_alone("kw1"))
        self.template = "kw1"

    def is_alone(self, name):
        asked = subprocess.run([find("psql"), "-qAt", "-d", self.postgres.url, "-c",
                                f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'"],
                               check=True, capture_output=True, text=True)
        return asked.stdout.strip() == "0"


ALL = (Serve, ServeStart, ServeAtPostgres)
