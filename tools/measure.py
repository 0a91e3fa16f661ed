#!/usr/bin/env python3
"""Measures one figure of the server on this machine.  Wants an idle machine; ./check never runs it.

Each figure is a sub-command, one function with its options beside it (FIGURES, at the end): it prints what it
measured and returns whether the goal is reached, which becomes the exit status.

    tools/measure.py archived-game build-old/kielwasser build/kielwasser
"""
import argparse
from concurrent.futures import ThreadPoolExecutor
import contextlib
import os
import pathlib
import resource
import selectors
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests/web"))
from locked import HttpGame, Lock, XmlGame
from patience import PATIENCE_S, until
from site_ import Console, Site


def middle_and_spread(values):
    """'9.61 (9.40 ... 9.88)': the median, the smallest and the largest."""
    return f"{statistics.median(values):.2f} ({min(values):.2f} ... {max(values):.2f})"


# ---- CPU per archived game ----

CPU_COLUMN, FAULTS_COLUMN = 8, 10  # of the line that `bench server` prints


def archived_game_ms(load, program, rooms, games):
    """Milliseconds of processor time, user and system, of a server process per game, with everything that is done
    until the game's replays are written.  The program `load` plays and measures, the program `program` serves."""
    done = subprocess.run([load, "bench", "server", "--rooms", str(rooms), "--games", str(games), "--program", program],
                          capture_output=True, text=True, env={**os.environ, "KIELWASSER_LANG": "en"})
    line = done.stdout.splitlines()[-1].split() if done.stdout else []
    if done.returncode != 0 or len(line) <= FAULTS_COLUMN or line[FAULTS_COLUMN] != "0":
        sys.exit(f"{program}: {done.stdout}{done.stderr}")
    return float(line[CPU_COLUMN])


def archived_game(args):
    """CPU of the server per archived game of Piranhas, a new program compared with an old one.

    Both programs take turns, so that whatever else this machine does disturbs both; the ratio is taken within each
    round, and its median counts.  The games' folders are made in TMPDIR; /dev/shm leaves out the disk's own work."""
    old, new = [], []
    print(f"{args.games} games in {args.rooms} rooms at a time, ms of CPU per game\nround      old      new    ratio")
    for i in range(args.rounds):
        turns = [(old, args.old), (new, args.new)]
        for times, program in turns if i % 2 == 0 else reversed(turns):
            times.append(archived_game_ms(args.new, program, args.rooms, args.games))
        print(f"{i + 1:5} {old[-1]:8.2f} {new[-1]:8.2f} {new[-1] / old[-1]:8.3f}", flush=True)
    ratios = [b / a for a, b in zip(old, new)]
    print(f"old {middle_and_spread(old)}, new {middle_and_spread(new)}, ratio {middle_and_spread(ratios)};",
          f"goal {args.goal}")
    return statistics.median(ratios) <= args.goal


def add_archived_game(parser):
    parser.add_argument("old", metavar="OLD", help="the program to compare with, for example of commit 666fd6c")
    parser.add_argument("new", metavar="NEW", help="the program to measure")
    parser.add_argument("--rounds", type=int, default=7, help="how often each is measured (7)")
    parser.add_argument("--rooms", type=int, default=50, help="games at a time (50)")
    parser.add_argument("--games", type=int, default=1000, help="games of each measurement (1000)")
    parser.add_argument("--goal", type=float, default=0.75, help="largest ratio of new to old (0.75)")


# ---- lists of games ----

MIB = 1024 * 1024


def memory_of(pid):
    """Bytes of memory now, and the most since clear_refs was written."""
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    words = dict(line.split(":", 1) for line in lines)
    return tuple(int(words[name].split()[0]) * 1024 for name in ("VmRSS", "VmHWM"))


def ask_often(site, path, rounds):
    """Milliseconds of each answer, and bytes that the server's memory grew by at most during one."""
    times, growth = [], []
    for _ in range(rounds):
        pathlib.Path(f"/proc/{site.process.pid}/clear_refs").write_text("5")
        before, _ = memory_of(site.process.pid)
        start = time.perf_counter()
        site.get(path)
        times.append(1000 * (time.perf_counter() - start))
        growth.append(memory_of(site.process.pid)[1] - before)
    return times, growth


def report_answers(what, times, growth, goal_ms, goal_mib):
    grown = [bytes_ / MIB for bytes_ in growth]
    print(f"{what}: {middle_and_spread(times)} ms, goal {goal_ms}; memory grows by {middle_and_spread(grown)} MiB,",
          f"goal {goal_mib}")
    return statistics.median(times) <= goal_ms and statistics.median(grown) <= goal_mib


def copy_games(path, games):
    """Makes `games` finished games of the only one in this store."""
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        columns = [row[1] for row in db.execute("PRAGMA table_info(games)")]
        kept = ", ".join(columns[2:])
        db.execute("UPDATE games SET replay = ''")
        numbers = [(number, f"copy-{number}") for number in range(2, games + 1)]
        db.executemany(f"INSERT INTO games SELECT ?, ?, {kept} FROM games WHERE number = 1", numbers)
        db.executemany("INSERT INTO plies SELECT ?, ply, words, hint, time_ms, lag_ms FROM plies WHERE game = 1",
                       [(number,) for number, _ in numbers])


def games_list(args):
    """Time and memory of GET /api/games with many archived games."""
    with tempfile.TemporaryDirectory() as data:
        with Site(args.program, data=data) as site:
            id_, _ = site.open("piranhas", "zufall", "zufall")
            site.wait(id_, lambda game: game["phase"] == "over")
        copy_games(f"{data}/kielwasser.db", args.games)
        with Site(args.program, "--keep", "0", data=data) as site:
            ask_often(site, "/api/games", 3)
            first = ask_often(site, "/api/games", args.rounds)
            last = ask_often(site, "/api/games?before=100", args.rounds)
    print(f"{args.games} archived games, {args.rounds} answers")
    return all([report_answers("first page", *first, args.ms, args.mib),
                report_answers("last page", *last, args.ms, args.mib)])


def add_games_list(parser):
    parser.add_argument("program", metavar="PROGRAM", help="the program to measure")
    parser.add_argument("--games", type=int, default=10000, help="archived games (10000)")
    parser.add_argument("--rounds", type=int, default=50, help="answers that are measured (50)")
    parser.add_argument("--ms", type=float, default=5, help="goal for the median of the time (5)")
    parser.add_argument("--mib", type=float, default=1, help="goal for the median of the memory (1)")


# ---- a mass test with very many games ----

TOTALS_GAMES, TOTALS_NEXT, TOTALS_REGULAR = 1, 2, 20  # of the numbers in the totals (src/match/tally_text.c)


def copy_results(path, games):
    """Makes `games` results of the first two in the database of a test; every hundredth one is a crash."""
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        columns = [row[1] for row in db.execute("PRAGMA table_info(results)")][3:]
        kept = ", ".join("iif(n % 100 = 99, 'crash', ending)" if name == "ending" else name for name in columns)
        db.execute("WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?)"
                   f" INSERT INTO results SELECT test, n, n / 2, {kept} FROM numbers JOIN results ON game = n % 2",
                   (games,))
        (totals,) = db.execute("SELECT totals FROM tests").fetchone()
        numbers, rest = totals.split("\n", 1)
        numbers = numbers.split(" ")
        for at in (TOTALS_GAMES, TOTALS_NEXT, TOTALS_REGULAR):
            numbers[at] = str(games)
        db.execute("UPDATE tests SET totals = ?", (" ".join(numbers) + "\n" + rest,))


def match_page(args):
    """Time and memory of the page of a mass test with very many games."""
    player = {"kind": "builtin", "spec": "zufall"}
    asked = ["", "/games", "/games?show=short", "/games?show=failed", "/games?show=lost", "/games?cause=crash",
             f"/games?from={args.games - 100}"]
    with tempfile.TemporaryDirectory() as data:
        with Site(args.program, data=data) as site:
            status, made = site.ask("POST", "/api/tests", {"game": "piranhas", "a": player, "b": player, "games": 2})
            assert status == 201, made
            until(lambda: site.get(f"/api/tests/{made['id']}")["state"] == "complete")
        copy_results(f"{data}/arena/{made['id']}/arena.db", args.games)
        with Site(args.program, data=data) as site:
            path = f"/api/tests/{made['id']}"
            until(lambda: site.get(path)["games"]["played"] == args.games)
            ask_often(site, path + "/games", 3)
            found = [(more, *ask_often(site, path + more, args.rounds)) for more in asked]
    print(f"{args.games} games, {args.rounds} answers")
    return all([report_answers(f"/api/tests/ID{more}", times, growth, args.ms, args.mib)
                for more, times, growth in found])


def add_match_page(parser):
    parser.add_argument("program", metavar="PROGRAM", help="the program to measure")
    parser.add_argument("--games", type=int, default=1000000, help="games of the test (1000000)")
    parser.add_argument("--rounds", type=int, default=20, help="answers that are measured (20)")
    parser.add_argument("--ms", type=float, default=100, help="goal for the median of the time (100)")
    parser.add_argument("--mib", type=float, default=4, help="goal for the median of the memory (4)")


# ---- moves while another process holds the database ----

def percentiles(what, times):
    """Prints median, 99th percentile and maximum of seconds in milliseconds; the second of them."""
    ms = sorted(1000 * seconds for seconds in times)
    p99 = ms[min(len(ms) - 1, len(ms) * 99 // 100)]
    print(f"{what}: {len(ms)} times, p50 {statistics.median(ms):.2f} ms, p99 {p99:.2f} ms, max {ms[-1]:.2f} ms")
    return p99


def locked_store(args):
    """How fast moves are answered while another process holds the database's write lock.

    Two people play over HTTP and two programs over XML, move by move, while requests that write (a position, a bot)
    wait for the lock."""
    with Site(args.program, "--pace", "0") as site, ThreadPoolExecutor() as pool:
        console = Console(args.program, "piranhas")
        games = {"HTTP": HttpGame(site, console), "XML": XmlGame(site, console)}
        times = {name: [] for name in games}
        lock = Lock(site.data)
        end = time.monotonic() + args.seconds
        position = {"game": "piranhas", "name": "x", "position": console.say("show").split(" ", 1)[1]}
        waiting = [pool.submit(site.ask, "POST", "/api/positions", position),
                   pool.submit(site.ask, "POST", "/api/bots", {"name": "Locked", "command": "python3"})]
        while time.monotonic() < end:
            for name, game in games.items():
                times[name].append(game.move())
        if not lock.is_held() or any(one.done() for one in waiting):
            sys.exit("the lock was not held, or a request that writes did not wait for it")
        lock.release()
        if [one.result()[0] for one in waiting] != [201, 201]:
            sys.exit("a request that waited for the lock was refused")
        games["XML"].close()
        console.close()
    print(f"write lock held for {args.seconds:g} s; goal: p99 below {args.goal:g} ms")
    return max([percentiles(name, times[name]) for name in games]) < args.goal


def add_locked_store(parser):
    parser.add_argument("program", metavar="PROGRAM", help="the program to measure")
    parser.add_argument("--seconds", type=float, default=5, help="how long the lock is held (5)")
    parser.add_argument("--goal", type=float, default=50, help="99th percentile in milliseconds (50)")


# ---- strangers who guess the password ----

GUESS = b'<authenticate password="wrong"/>'


class Guesses(threading.Thread):
    """Connections that send a wrong password again and again, as fast as they are answered."""

    def __init__(self, port, count):
        super().__init__()
        self.port, self.count, self.is_over, self.refused = port, count, False, 0
        self.start()

    def run(self):
        lines = selectors.DefaultSelector()
        for _ in range(self.count):
            line = socket.create_connection(("127.0.0.1", self.port))
            line.sendall(b"<protocol>" + GUESS)
            lines.register(line, selectors.EVENT_READ)
        while not self.is_over:
            for key, _ in lines.select(0.1):
                self.refused += key.fileobj.recv(1 << 16).count(b"<errorpacket")
                key.fileobj.sendall(GUESS)
        for key in list(lines.get_map().values()):
            key.fileobj.close()

    def stop(self):
        self.is_over = True
        self.join()


def answer_ms(site, player):
    """Milliseconds that a built-in player takes for a move, on average over a game against itself."""
    id_, _ = site.open("piranhas", player, player, seed="1")
    game = site.wait(id_, lambda game: game["phase"] == "over")
    return statistics.mean(ply["ms"] for ply in game["plies"])


def passwords(args):
    """Time of a built-in player for a move while strangers guess the administrator's password.

    Games without and with guesses take turns; the ratio is taken within each round, and its median counts."""
    calm, guessed, refused = [], [], 0
    print(f"{args.player}, ms for a move; {args.connections} connections\nround     calm  guessed    ratio")
    with Site(args.program) as site:
        answer_ms(site, args.player)  # the search's tables are there
        for i in range(args.rounds):
            def with_guesses():
                nonlocal refused
                guesses = Guesses(site.port, args.connections)
                guessed.append(answer_ms(site, args.player))
                guesses.stop()
                refused += guesses.refused
            turns = [lambda: calm.append(answer_ms(site, args.player)), with_guesses]
            for turn in turns if i % 2 == 0 else reversed(turns):
                turn()
            print(f"{i + 1:5} {calm[-1]:8.2f} {guessed[-1]:8.2f} {guessed[-1] / calm[-1]:8.3f}", flush=True)
    ratios = [b / a for a, b in zip(calm, guessed)]
    print(f"calm {middle_and_spread(calm)}, guessed {middle_and_spread(guessed)}, ratio {middle_and_spread(ratios)},",
          f"{refused} guesses refused; goal {args.goal}")
    return refused > 0 and statistics.median(ratios) <= args.goal


def add_passwords(parser):
    parser.add_argument("program", metavar="PROGRAM", help="the program to measure")
    parser.add_argument("--rounds", type=int, default=7, help="how often both are measured (7)")
    parser.add_argument("--connections", type=int, default=200, help="connections that guess (200)")
    parser.add_argument("--player", default="stark:nodes=20000", help="the built-in player (stark:nodes=20000)")
    parser.add_argument("--goal", type=float, default=1.1, help="largest ratio of guessed to calm (1.1)")


# ---- spectators ----

def hear_ply(streams, sent):
    """Seconds from `sent` until each stream has told the move; streams: a selector with all of them."""
    delays, waiting = [], len(streams.get_map())
    rest = {}
    while waiting:
        for key, _ in streams.select(PATIENCE_S):
            rest[key.fd] = rest.get(key.fd, b"") + key.fileobj.recv(1 << 16)
            start = rest[key.fd].find(b"event: ply")
            if start >= 0 and rest[key.fd].find(b"\n\n", start) >= 0:
                delays.append(time.perf_counter() - sent)
                rest[key.fd] = b""
                waiting -= 1
    return delays


def spectators(args):
    """Memory of the server and delay of a move with many spectators of one game, from 8 addresses behind a proxy.

    The delay is from the moment the move is sent until a spectator has the event; one process reads all of them one
    after the other, and its own work counts, too."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with Site(args.program, "--behind-proxy", "127.0.0.1") as site:
        console = Console(args.program, "hive")
        id_, secrets = site.open("hive", seed="1")
        before, _ = memory_of(site.process.pid)
        opened = [site.stream(f"game:{id_}", visitor=f"192.0.2.{2 + i % 8}") for i in range(args.spectators)]
        refused = sum(stream.status != 200 for stream in opened)
        streams = selectors.DefaultSelector()
        for stream in opened:
            streams.register(stream.socket, selectors.EVENT_READ)
        delays, answers = [], []
        for ply in range(args.moves):
            game = site.get(f"/api/games/{id_}")
            words = console.moves(game["position"])[0]
            sent = time.perf_counter()
            poster = threading.Thread(target=lambda: (site.move(id_, secrets[game["side"]], ply, words),
                                                      answers.append(time.perf_counter() - sent)))
            poster.start()
            delays += hear_ply(streams, sent)
            poster.join()
        after, peak = memory_of(site.process.pid)
        for stream in opened:
            stream.close()
        console.close()
    print(f"{args.spectators} spectators ({refused} refused), {args.moves} moves")
    print(f"memory {before / 2**20:.1f} MiB before, {after / 2**20:.1f} MiB with them, {peak / 2**20:.1f} MiB at most")
    percentiles("answer to the move", answers)
    p99 = percentiles("event of the move", delays)
    return refused == 0 and p99 <= args.goal_ms and (after - before) / 2**20 <= args.goal_mib


def add_spectators(parser):
    parser.add_argument("program", metavar="PROGRAM", help="the program to measure")
    parser.add_argument("--spectators", type=int, default=1000, help="streams at a time (1000)")
    parser.add_argument("--moves", type=int, default=20, help="moves that are told (20)")
    parser.add_argument("--goal-ms", type=float, default=250, help="largest p99 of the delay (250)")
    parser.add_argument("--goal-mib", type=float, default=64, help="most memory for the spectators (64)")


# ---- the command ----

FIGURES = {  # name: (what adds its options, what measures it, an example)
    "archived-game": (add_archived_game, archived_game,
                      "tools/measure.py archived-game build-old/kielwasser build/kielwasser --rounds 3"),
    "passwords": (add_passwords, passwords, "tools/measure.py passwords build/kielwasser"),
    "spectators": (add_spectators, spectators, "tools/measure.py spectators build/kielwasser"),
    "games-list": (add_games_list, games_list, "tools/measure.py games-list build/kielwasser"),
    "match-page": (add_match_page, match_page, "tools/measure.py match-page build/kielwasser --games 100000"),
    "locked-store": (add_locked_store, locked_store, "tools/measure.py locked-store build/kielwasser"),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    figures = parser.add_subparsers(dest="figure", required=True, metavar="FIGURE")
    for name, (add_options, measure, example) in FIGURES.items():
        figure = figures.add_parser(name, help=measure.__doc__.splitlines()[0], description=measure.__doc__,
                                    epilog=f"example: {example}",
                                    formatter_class=argparse.RawDescriptionHelpFormatter)
        add_options(figure)
    args = parser.parse_args()
    return 0 if FIGURES[args.figure][1](args) else 1


if __name__ == "__main__":
    sys.exit(main())
