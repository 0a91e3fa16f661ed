"""Players of tools/soak_server.py that keep to the rules: pairs of programs over XML, people over HTTP, a spectator.

They play recorded games, so that a move costs them nearly nothing.  Each worker is a process with an event loop of
its own; it notes how many moves of each game were acknowledged, and what an answer took."""
import asyncio
import collections
import contextlib
import json
import logging
import os
import random
import re
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "web"))
from site_ import Console, Site

GAMES = ("piranhas", "hive", "mississippi", "penguins")
PASSWORD = "geheim"  # of tests/web/site_.py
TYPES = {"piranhas": "swc_2019_piranhas", "hive": "swc_2020_hive", "mississippi": "swc_2017_mississippi_queen",
         "penguins": "swc_2023_penguins"}
ANSWER_S = 600  # after that long without an answer a request has failed; longer than any machine is that busy
LOOK_S = 60  # so often a game of built-in players is looked at, in case its end was missed
RECONNECT_S = 0.5


# ---- recorded games ----

Recorded = collections.namedtuple("Recorded", "game start words sides state moves")
# start: position; words, sides: of each ply; state: XML of the start, for <loadGameInfo>; moves: XML of each ply


def choose(console, chance):
    """A move by chance, but ships that sail by chance are soon aground."""
    if console.game == "mississippi" and chance.random() < 0.9:
        return console.best(console.say("show").split(" ", 1)[1])
    return chance.choice(console.say("moves").split()[2:])


def play_by_chance(console, seed):
    """Start and words of a game of random moves."""
    start = console.say(f"new seed={seed}").split(" ", 1)[1]
    if console.game == "mississippi":  # the whole river is seen, so that the XML of the start says all of it
        parts = start.split(" ")
        parts[2] = "6"
        start = console.say("position " + " ".join(parts)).split(" ", 1)[1]
    chance, words = random.Random(seed), []
    while not console.say("result").startswith("over"):
        words.append(choose(console, chance))
        assert console.say("play " + words[-1]).startswith("ok"), words[-1]
    return start, words


def as_message(last_move):
    """<lastMove …> of a state as the <data> of a client."""
    text = re.sub(r">\s+<", "><", last_move)
    head = "<data" if 'class="' in text.split(">")[0] else '<data class="move"'
    return re.sub(r"</lastMove>$", "</data>", text.replace("<lastMove", head, 1)).encode()


def states_of(replay):
    """Start state and moves of a game from its file in the season's XML."""
    states = re.findall(r"<state .*?</state>", replay, re.S)
    moves = [re.search(r"<lastMove[^>]*/>|<lastMove.*?</lastMove>", state, re.S) for state in states[1:]]
    start = re.sub(r">\s+<", "><", states[0])
    start = start.replace("<state", "<loadGameInfo", 1).replace("</state>", "</loadGameInfo>").encode()
    return start, [as_message(move[0]) for move in moves if move]


def record(site, console, seed):
    """Plays a game of random moves over HTTP, and reads how it is written in XML."""
    start, words = play_by_chance(console, seed)
    id_, secrets = site.open(console.game, start=start)
    sides = [site.get(f"/api/games/{id_}")["side"]]
    for ply, word in enumerate(words):
        status, answer = site.move(id_, secrets[sides[-1]], ply, word)
        assert status == 200, (console.game, ply, word, answer)
        sides.append(answer["side"])
    _, _, replay = site.raw("GET", f"/api/games/{id_}.xml")
    state, moves = states_of(replay.decode())
    assert len(moves) >= len(words), (console.game, len(moves), len(words))
    return Recorded(console.game, start, words, sides, state, moves[:len(words)])


def record_games(program, count):
    """So many games of each kind."""
    games = []
    with Site(program) as site:
        for game in GAMES:
            console = Console(program, game)
            games += [record(site, console, seed) for seed in range(1, count + 1)]
            console.close()
    return games


# ---- a worker ----

class Acknowledged:
    """A game, and what the server has said of it: `plies` moves, and the words of the last one where they are known."""

    def __init__(self, recorded=None, kind="seen"):
        self.recorded, self.kind, self.plies, self.last, self.is_over = recorded, kind, 0, None, False

    def line(self):
        return self.kind, self.recorded, self.plies, self.last


class Worker:
    """A process of the driver.  The main process tells it over a pipe whether the server is up, and asks for what was
    acknowledged and how long answers took."""

    def __init__(self, pipe, seed):
        self.pipe, self.chance = pipe, random.Random(seed)
        self.games, self.times, self.counts = {}, collections.defaultdict(list), collections.Counter()
        self.troubles = []
        self.up, self.site, self.tasks = None, None, []

    async def start(self):
        """Begins the tasks of the worker."""
        raise NotImplementedError

    async def drain(self):
        """The server is gone: waits until everything that it had sent was read."""

    def begin(self, coroutine):
        task = asyncio.ensure_future(coroutine)
        self.tasks.append(task)
        task.add_done_callback(self.note_end)

    def note_end(self, task):
        if not task.cancelled() and task.exception():
            self.troubles.append(repr(task.exception()))

    async def run(self):
        self.up = asyncio.Event()
        loop, inbox = asyncio.get_running_loop(), asyncio.Queue()
        loop.add_reader(self.pipe.fileno(), lambda: inbox.put_nowait(self.pipe.recv()))
        while True:
            word, value = await inbox.get()
            if word == "up":
                self.site = value
                self.up.set()
                if not self.tasks:
                    await self.start()
            elif word == "down":
                self.up.clear()
                await self.drain()
                self.pipe.send(self.report())
            elif word == "count":
                self.pipe.send(dict(self.counts))
            elif word == "report":
                self.pipe.send(self.report())
            elif word == "end":
                await self.end()
                self.pipe.send((self.report(), {name: list(ms) for name, ms in self.times.items()}, dict(self.counts)))
                return

    async def end(self):
        """A task may swallow a cancellation, if what it waits for comes at the same moment: so again and again."""
        waiting = self.tasks
        while waiting:
            for task in waiting:
                task.cancel()
            _, waiting = await asyncio.wait(waiting, timeout=1)

    def report(self):
        """What was acknowledged of each game that was not reported as over before; what went wrong."""
        lines = {id_: game.line() for id_, game in self.games.items()}
        self.games = {id_: game for id_, game in self.games.items() if not game.is_over}
        troubles, self.troubles = self.troubles, []
        return lines, troubles

    def took(self, what, began):
        self.times[what].append(1000 * (time.perf_counter() - began))


def run_worker(kind, pipe, seed, *words):
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # lines that end are its daily bread
    with contextlib.suppress(KeyboardInterrupt, EOFError):
        asyncio.run(kind(pipe, seed, *words).run())


# ---- programs over XML ----

class Line(asyncio.Protocol):
    """A connection of a program; whole messages go to `hear`, its end to `lost`."""

    def __init__(self, hear, lost, end=b"</room>"):
        self.hear, self.lost, self.end, self.rest, self.transport = hear, lost, end, b"", None

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        parts = (self.rest + data).split(self.end)
        self.rest = parts.pop()
        for part in parts:
            self.hear(part)

    def connection_lost(self, why):
        self.lost()

    def say(self, text):
        self.transport.write(text)

    def close(self):
        if self.transport:
            self.transport.abort()


async def connect(port, line):
    loop = asyncio.get_running_loop()
    await asyncio.wait_for(loop.create_connection(lambda: line, "127.0.0.1", port), ANSWER_S)
    return line


class Admin:
    """Prepares games.  Answers come in the order of the requests."""

    def __init__(self):
        self.line, self.waiting = None, collections.deque()

    async def come(self, port):
        line = await connect(port, Line(self.hear, self.lost, b"</prepared>"))
        self.line = line
        self.line.say(f'<protocol><authenticate password="{PASSWORD}"/>'.encode())

    def hear(self, text):
        found = re.search(rb'<prepared roomId="([^"]+)"', text)
        codes = re.findall(rb"<reservation>([^<]+)", text)
        if self.waiting and found:
            answer = self.waiting.popleft()
            if not answer.done():
                answer.set_result((found[1].decode(), [code.decode() for code in codes]))

    def lost(self):
        self.line = None
        while self.waiting:
            answer = self.waiting.popleft()
            if not answer.done():
                answer.set_exception(ConnectionError())

    def prepare(self, recorded, limit_ms):
        """A future with the room and its two reservations."""
        answer = asyncio.get_running_loop().create_future()
        slot = f'<slot canTimeout="true" reserved="true" soft="{limit_ms}" hard="{limit_ms}"/>'.encode()
        self.line.say(b'<prepare gameType="%s">%s%s%s</prepare>' % (TYPES[recorded.game].encode(), slot, slot,
                                                                   recorded.state))
        self.waiting.append(answer)
        return answer


class Pair:
    """Two programs that play a recorded game in a room."""

    def __init__(self, worker, recorded, room):
        self.worker, self.recorded, self.room = worker, recorded, room
        self.note = worker.games[room] = Acknowledged(recorded, "xml")
        self.over = asyncio.get_running_loop().create_future()
        self.players = [Player(self), Player(self)]
        self.timer = None

    async def play(self, port, codes):
        try:
            for player, code in zip(self.players, codes):
                await connect(port, player.line)
                player.line.say(f'<protocol><joinPrepared reservationCode="{code}"/>'.encode())
            await self.over
        finally:
            if self.timer:
                self.timer.cancel()
            for player in self.players:
                player.line.close()

    def end(self, is_regular):
        self.note.is_over = True
        if not self.over.done():
            self.over.set_result(is_regular)


class Player:
    def __init__(self, pair):
        self.pair, self.states, self.sent = pair, 0, None
        self.line = Line(self.hear, lambda: pair.end(False))

    def hear(self, text):
        pair = self.pair
        if b'class="memento"' in text:
            self.states += 1
            pair.note.plies = max(pair.note.plies, self.states - 1)
            if self.sent:
                pair.worker.took("XML", self.sent)
                pair.worker.counts["moves over XML"] += 1
                self.sent = None
        elif b"oveRequest" in text:
            delay = pair.worker.think()
            pair.timer = asyncio.get_running_loop().call_later(delay, self.answer)
        elif b'class="result"' in text:
            is_whole = self.states > len(pair.recorded.words)
            if not is_whole and not pair.over.done():
                pair.worker.troubles.append(f"{pair.recorded.game} ended early in {pair.room}: {text[-300:]!r}")
            pair.worker.counts["games over XML"] += is_whole and not pair.over.done()
            pair.end(True)

    def answer(self):
        ply = self.states - 1
        if ply < len(self.pair.recorded.moves):
            self.sent = time.perf_counter()
            self.line.say(b'<room roomId="%s">%s</room>' % (self.pair.room.encode(), self.pair.recorded.moves[ply]))


class Programs(Worker):
    """Pairs over XML, in rooms with reservations, which no other program can take."""
    LIMIT_MS = 600000  # nothing is lost on time, however busy the machine

    def __init__(self, pipe, seed, recorded, rooms, think_s):
        super().__init__(pipe, seed)
        self.recorded, self.rooms, self.think_s = recorded, rooms, think_s
        self.admin, self.playing = Admin(), 0

    def think(self):
        return self.chance.uniform(0.2, 1.8) * self.think_s

    async def start(self):
        self.begin(self.keep_admin())
        for number in range(self.rooms):
            self.begin(self.keep_room(number))

    async def keep_admin(self):
        while True:
            await self.up.wait()
            if not self.admin.line:
                with contextlib.suppress(OSError, asyncio.TimeoutError):
                    await self.admin.come(self.site.port)
            await asyncio.sleep(RECONNECT_S)

    async def keep_room(self, number):
        await asyncio.sleep(self.chance.uniform(0, 2))
        while True:
            await self.up.wait()
            recorded = self.recorded[(number + self.chance.randrange(len(self.recorded))) % len(self.recorded)]
            try:
                await self.play(recorded)
            except (OSError, asyncio.TimeoutError):
                await asyncio.sleep(RECONNECT_S)

    async def play(self, recorded):
        if not self.admin.line:
            raise ConnectionError
        room, codes = await self.admin.prepare(recorded, self.LIMIT_MS)  # given up, its room would wait for ever
        pair = Pair(self, recorded, room)
        self.playing += 1
        try:
            await pair.play(self.site.port, codes)
        finally:
            pair.note.is_over = True
            self.playing -= 1

    async def drain(self):
        for _ in range(1200):
            if not self.playing:
                return
            await asyncio.sleep(0.05)
        self.troubles.append(f"{self.playing} games went on without a server")


# ---- people over HTTP ----

class Http:
    """Requests over a few connections that stay open.  An answer that does not come is a ConnectionError."""

    def __init__(self, worker):
        self.worker, self.idle = worker, []

    async def ask(self, method, path, body=None, seat=None):
        """Status and JSON."""
        site = self.worker.site
        line = self.idle.pop() if self.idle else await asyncio.wait_for(
            asyncio.open_connection("127.0.0.1", site.web_port), ANSWER_S)
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{site.web_port}\r\n"
        head += f"X-Kielwasser-Seat: {seat}\r\n" if seat else f"X-Kielwasser-Token: {site.token}\r\n"
        text = json.dumps(body).encode() if body is not None else b""
        if body is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n"
        try:
            line[1].write(head.encode() + b"\r\n" + text)
            status, answer = await asyncio.wait_for(self.read(line[0]), ANSWER_S)
        except (asyncio.IncompleteReadError, asyncio.TimeoutError, OSError) as why:
            line[1].transport.abort()
            raise ConnectionError(str(why)) from why
        except asyncio.CancelledError:
            line[1].transport.abort()
            raise
        self.idle.append(line)
        return status, json.loads(answer)

    @staticmethod
    async def read(reader):
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)[1])
        return int(head.split(b" ", 2)[1]), await reader.readexactly(length)

    def drop(self):
        for _, writer in self.idle:
            writer.transport.abort()
        self.idle.clear()


class People(Worker):
    """Games of two people over HTTP, games of built-in players, and a spectator who sees all games of the server."""
    PACE_MS = 4000

    def __init__(self, pipe, seed, recorded, rooms, builtins, think_s):
        super().__init__(pipe, seed)
        self.recorded, self.rooms, self.builtins, self.think_s = recorded, rooms, builtins, think_s
        self.http = Http(self)
        self.ended = collections.defaultdict(asyncio.Event)  # games of built-in players: over, says the stream
        self.began = None

    async def start(self):
        self.began = time.monotonic()
        self.begin(self.watch())
        for number in range(self.rooms):
            self.begin(self.keep(self.person_game, number))
        for number in range(self.builtins):
            self.begin(self.keep(self.builtin_game, number))

    async def keep(self, game, number):
        await asyncio.sleep(self.chance.uniform(0, 2))
        while True:
            await self.up.wait()
            try:
                await game(number)
            except (OSError, asyncio.TimeoutError):
                await asyncio.sleep(RECONNECT_S)

    async def drain(self):
        self.http.drop()
        await asyncio.sleep(0.2)

    # -- two people --

    async def person_game(self, number):
        recorded = self.recorded[(number + self.chance.randrange(len(self.recorded))) % len(self.recorded)]
        status, answer = await self.http.ask("POST", "/api/games", {
            "game": recorded.game, "start": recorded.start, "red": {"kind": "person"}, "blue": {"kind": "person"}})
        if status != 201:
            self.counts[f"games refused with {answer.get('code', status)}"] += 1
            await asyncio.sleep(RECONNECT_S)
            return
        id_, secrets, note = answer["id"], answer["secrets"], Acknowledged(recorded, "http")
        self.games[id_] = note
        while note.plies < len(recorded.words):
            await asyncio.sleep(self.chance.uniform(0.2, 1.8) * self.think_s)
            await self.up.wait()
            try:
                await self.move(id_, secrets, note)
            except (OSError, asyncio.TimeoutError):
                self.counts["moves over HTTP without an answer"] += 1
                await self.find_again(id_, note)
        note.is_over = True
        self.counts["games over HTTP"] += 1

    async def move(self, id_, secrets, note):
        ply, recorded, began = note.plies, note.recorded, time.perf_counter()
        status, answer = await self.http.ask("POST", f"/api/games/{id_}/move",
                                             {"ply": ply, "words": recorded.words[ply]}, secrets[recorded.sides[ply]])
        self.took("HTTP", began)
        if status == 200:
            note.plies, note.last = ply + 1, recorded.words[ply]
            self.counts["moves over HTTP"] += 1
        elif answer.get("code") == "stale":
            await self.find_again(id_, note)
        else:
            self.troubles.append(f"move {ply} of {recorded.game} {id_} refused: {status} {answer}")
            raise ConnectionError

    async def find_again(self, id_, note):
        """After a request without an answer: the game must be there, with all moves that were acknowledged."""
        while True:
            await self.up.wait()
            try:
                status, game = await self.http.ask("GET", f"/api/games/{id_}")
                break
            except (OSError, asyncio.TimeoutError):
                await asyncio.sleep(RECONNECT_S)
        if status != 200 or len(game["plies"]) < note.plies:
            found = len(game["plies"]) if status == 200 else answer_code(game)
            self.troubles.append(f"LOST: {note.recorded.game} {id_} had {note.plies} moves, now {found}")
            note.plies = len(note.recorded.words)
            return
        if game["phase"] != "running" and len(game["plies"]) < len(note.recorded.words):
            self.troubles.append(f"LOST: {note.recorded.game} {id_} does not go on: {game.get('result')}")
            note.plies = len(note.recorded.words)
            return
        note.plies = len(game["plies"])

    # -- built-in players --

    async def builtin_game(self, number):
        game = GAMES[number % len(GAMES)]
        is_first = number % 10 == 0 and time.monotonic() - self.began < 30
        player = {"kind": "builtin", "player": "stark:nodes=2000" if is_first else "zufall"}
        status, answer = await self.http.ask("POST", "/api/games", {
            "game": game, "red": player, "blue": player, "paceMs": self.PACE_MS})
        if status != 201:
            self.counts[f"games refused with {answer.get('code', status)}"] += 1
            await asyncio.sleep(RECONNECT_S)
            return
        ended = self.ended[answer["id"]]
        while not ended.is_set():
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(ended.wait(), LOOK_S)
                break
            await self.up.wait()
            with contextlib.suppress(OSError):  # its end may have been missed
                status, game = await self.http.ask("GET", f"/api/games/{answer['id']}")
                if status != 200:
                    self.troubles.append(f"LOST: a game of built-in players, {answer['id']}: {answer_code(game)}")
                if status != 200 or game["phase"] == "over":
                    break
        del self.ended[answer["id"]]
        self.counts["games of built-in players"] += 1

    # -- the spectator --

    async def watch(self):
        while True:
            await self.up.wait()
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                await self.watch_once()
            await asyncio.sleep(RECONNECT_S)

    async def watch_once(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.site.web_port, limit=1 << 22)
        try:
            writer.write(f"GET /api/events?subs=games HTTP/1.1\r\nHost: 127.0.0.1:{self.site.web_port}\r\n"
                         f"X-Kielwasser-Token: {self.site.token}\r\n\r\n".encode())
            await reader.readuntil(b"\r\n\r\n")
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    self.see(line[6:])
        finally:
            writer.transport.abort()

    def see(self, data):
        with contextlib.suppress(ValueError):  # a piece of the stream may end within an event
            game = json.loads(data)
            if "ply" not in game:  # events were missed
                return
            id_ = game["id"]
            if id_ not in self.games:
                self.games[id_] = Acknowledged()
            note = self.games[id_]
            if note.kind == "seen":
                note.plies, note.last = game["ply"], game["last"]
                note.is_over = game["phase"] == "over"
                self.counts["moves seen"] += 1
            if game["phase"] == "over" and id_ in self.ended:
                self.ended[id_].set()


def answer_code(answer):
    return answer.get("code", answer)
