#!/usr/bin/env python3
"""Does the server stand a season?  Some times a quarter of an hour with 2,000 rooms of all games: programs over XML,
people over HTTP, built-in players; beside them guests who stall, vanish, lie and flood, observers and event streams
that are never read, and kill -9 again and again in the first half of the time.

After each kill the server is started again on the same folder and ports.  Every move that was acknowledged (answered
by 200, or seen in a state by a player or a spectator) must be in its database, and games of people and of built-in
players go on.  In the last third the server runs through, and its memory must not grow.  At the end all
guests go, and their descriptors must be closed.

Exit status 1: a move or a game was lost, the server ended by itself, its memory grew, or a descriptor was left open.
usage: tools/soak_server.py KIELWASSER [--times 4] [--minutes 15] [--rooms 2000] [--kills 25]"""
import argparse
import collections
import contextlib
import multiprocessing
import os
import random
import re
import resource
import shutil
import signal
import socket
import sqlite3
import statistics
import sys
import tempfile
import time

from soak_guests import Guests
from soak_players import People, Programs, Site, record_games, run_worker

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
from patience import PATIENCE_S, RUN_S

RECORDED = 6  # games of each kind
XML_WORKERS = 2
XML_SHARE, PEOPLE_SHARE = 0.6, 0.25  # of the rooms; the rest is for built-in players
THINK_S = 3.0  # a player's time for a move, on average
ROOMS_SHARE = 0.98  # of the rooms run when the next kill comes, …
ROOMS_S = 90  # … or so long was waited for them
GAME_S = 150  # a game's usual length
KILLS_SHARE = 0.5  # of the time, from its beginning; then games grow to their usual length, and …
CALM_SHARE = 1 / 3  # … in the last part memory is measured
CALM_MIN_S = 120  # with less than that nothing is said about memory
WINDOW_S = 15  # of each such piece the least counts: a leak lifts it, a password that is checked does not
GROWTH_MIB = 8.0  # most that the memory may grow in the last part, by a straight line through these
SPARE_FILES = 16  # descriptors that a server may have more than at its start: of threads, for replays
PROGRESS_S = 30
SAMPLE_S = 1

ServerPlace = collections.namedtuple("ServerPlace", "port web_port token")


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


def growth(samples):
    """How much the straight line through the least of each window of (seconds, value) rises."""
    windows = {}
    for second, value in samples:
        windows[second // WINDOW_S] = min(value, windows.get(second // WINDOW_S, value))
    if len(windows) < 3:
        return 0.0
    xs, ys = zip(*((WINDOW_S * window, value) for window, value in sorted(windows.items())))
    return statistics.linear_regression(xs, ys).slope * (xs[-1] - xs[0])


# ---- the server ----

class Subject:
    """The server under test, on one folder and the same ports all the time."""

    def __init__(self, program, folder):
        self.program, self.folder, self.site, self.place = program, folder, None, None
        self.starts_s, self.figures, self.worst = [], {}, collections.defaultdict(float)
        self.ran_s, self.waited_s = [], []  # of each server; how long its loop waited for a core

    def start(self):
        began = time.monotonic()
        ports = ["--port", str(self.place.port), "--web-port", str(self.place.web_port)] if self.place else []
        self.site = Site(self.program, "--pace", "0", "--keep", "0", *ports, data=self.folder)
        self.place = ServerPlace(self.site.port, self.site.web_port, self.site.token)
        self.starts_s.append(time.monotonic() - began)
        self.ran_s.append(0)
        self.waited_s.append(0)

    def is_alive(self):
        return self.site.process.poll() is None

    def kill(self):
        self.site.stop(signal.SIGKILL, keep=True)

    def end(self):
        """Leaves no server behind, whatever has happened."""
        if self.site and self.is_alive():
            self.kill()

    def memory_mib(self):
        with open(f"/proc/{self.site.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize() / 2**20

    def starved_s(self):
        """How long its loop has waited for a core since its start."""
        with open(f"/proc/{self.site.process.pid}/task/{self.site.process.pid}/schedstat", encoding="ascii") as file:
            return int(file.read().split()[1]) / 1e9

    def files(self):
        return len(os.listdir(f"/proc/{self.site.process.pid}/fd"))

    def file_kinds(self):
        """What its descriptors are, without their numbers."""
        folder, kinds = f"/proc/{self.site.process.pid}/fd", collections.Counter()
        for name in os.listdir(folder):
            with contextlib.suppress(OSError):
                kinds[re.sub(r"[0-9]+", "N", os.readlink(os.path.join(folder, name)))] += 1
        return kinds

    def ask(self):
        """Its figures; those that are the worst of a run are kept."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE_S)
            line.connect(os.path.join(self.folder, "status.sock"))
            text = b""
            while more := line.recv(65536):
                text += more
        rows = (row.split() for row in text.decode().splitlines())
        self.figures = {row[0]: float(row[1]) for row in rows if len(row) == 2 and re.fullmatch(r"-?[0-9.]+", row[1])}
        self.ran_s[-1], self.waited_s[-1] = self.figures["uptime_s"], self.starved_s()
        for name in ("longest_turn_ms", "longest_work_ms", "longest_lag_ms", "move_p99_ms"):
            self.worst[name] = max(self.worst[name], self.figures[name])
        return self.figures


# ---- what must be there ----

class Archive:
    """Everything that was acknowledged, and whether the database has it."""

    def __init__(self, folder):
        self.folder, self.known, self.spelled = folder, {}, {}
        self.checked, self.lost = 0, []

    def hear(self, lines):
        """Notes what workers have reported; the ids."""
        for id_, line in lines.items():
            self.known[id_, line[0]] = line
        return set(lines)

    def read(self, ids):
        """Words of each of these games; a game that is not there has none."""
        db = sqlite3.connect(f"file:{self.folder}/kielwasser.db?mode=ro", uri=True, timeout=PATIENCE_S)
        found = collections.defaultdict(list)
        try:
            for id_, words in db.execute("SELECT g.id, p.words FROM games g JOIN plies p ON p.game = g.number"
                                         " ORDER BY p.game, p.ply"):
                if id_ in ids:
                    found[id_].append(words)
        finally:
            db.close()
        return found

    def missing(self, ids):
        stored = self.read(ids)
        wanted = [(id_, line) for (id_, _), line in self.known.items() if id_ in ids]
        return [why for id_, line in wanted if (why := self.fault(id_, line, stored[id_]))]

    def fault(self, id_, line, stored):
        """What is wrong with a game, or None."""
        kind, recorded, plies, last = line
        name = f"{recorded.game if recorded else 'game'} {id_} ({kind})"
        if len(stored) < plies:
            return f"{name}: {plies} moves were acknowledged, {len(stored)} are stored"
        if kind == "http" and stored[:plies] != recorded.words[:plies]:
            return f"{name}: other moves are stored than were acknowledged"
        if kind == "xml":  # words as the server makes them of XML: the same in each game that was recorded so
            spelled = self.spelled.setdefault((recorded.game, recorded.start), [])
            spelled += stored[len(spelled):plies]
            if stored[:plies] != spelled[:plies]:
                return f"{name}: other moves are stored than were acknowledged"
        if kind == "seen" and plies and last and stored[plies - 1] != last:
            return f"{name}: move {plies} was {last!r}, {stored[plies - 1]!r} is stored"
        return None

    def check(self, ids):
        """The server brings its journal into the database by and by."""
        end = time.monotonic() + PATIENCE_S
        while (faults := self.missing(ids)) and time.monotonic() < end:
            time.sleep(1)
        self.checked += sum(line[2] for (id_, _), line in self.known.items() if id_ in ids)
        self.lost += faults
        for fault in faults[:20]:
            print("   LOST: " + fault, flush=True)


# ---- the crowd ----

class Crowd:
    """The processes that are the server's guests."""

    def __init__(self, recorded, rooms, seed):
        xml, people = round(rooms * XML_SHARE), round(rooms * PEOPLE_SHARE)
        plans = [(Programs, recorded, xml // XML_WORKERS + (i < xml % XML_WORKERS), THINK_S)
                 for i in range(XML_WORKERS)]
        plans += [(People, recorded, people, rooms - xml - people, THINK_S), (Guests, rooms / 2000)]
        self.pipes, self.processes = [], []
        for number, (kind, *words) in enumerate(plans):
            ours, theirs = multiprocessing.Pipe()
            process = multiprocessing.Process(target=run_worker, daemon=True,
                                              args=(kind, theirs, seed + number, *words))
            process.start()
            theirs.close()
            self.pipes.append(ours)
            self.processes.append(process)
        self.times, self.counts, self.troubles = collections.defaultdict(list), collections.Counter(), []

    def tell(self, word, value=None):
        for pipe in self.pipes:
            pipe.send((word, value))

    def hear(self):
        answers = []
        for pipe in self.pipes:
            if not pipe.poll(RUN_S):
                raise RuntimeError("a worker of the driver does not answer")
            answers.append(pipe.recv())
        return answers

    def merge(self, reports, archive):
        ids = set()
        for lines, troubles in reports:
            ids |= archive.hear(lines)
            self.troubles += troubles
            for trouble in troubles[:10]:
                print("   " + trouble, flush=True)
        return ids

    def report(self, word, archive):
        """Asks for what was acknowledged; the ids of these games."""
        self.tell(word)
        return self.merge(self.hear(), archive)

    def count(self):
        self.tell("count")
        return sum((collections.Counter(one) for one in self.hear()), collections.Counter())

    def end(self, archive):
        """All go; ids of the games since the last report."""
        self.tell("end")
        answers = self.hear()
        for _, times, counts in answers:
            self.counts.update(counts)
            for what, values in times.items():
                self.times[what] += values
        for process in self.processes:
            process.join(PATIENCE_S)
        return self.merge([report for report, _, _ in answers], archive)


# ---- one time ----

class Time:
    def __init__(self, args, recorded, number):
        self.args, self.number = args, number
        self.folder = tempfile.mkdtemp(prefix="kielwasser-soak-")
        self.subject, self.archive = Subject(args.program, self.folder), Archive(self.folder)
        self.recorded = recorded
        self.samples, self.rooms, self.kills, self.faults = [], [], 0, []
        self.began = self.spoke = None

    def seconds(self):
        return time.monotonic() - self.began

    def run(self):
        self.subject.start()
        files = self.subject.file_kinds()
        crowd = Crowd(self.recorded, self.args.rooms, 1000 * self.number)
        self.began = self.spoke = time.monotonic()
        crowd.tell("up", self.subject.place)
        length = self.args.minutes * 60
        chance = random.Random(self.number)
        for kill in range(self.args.kills):
            part = (kill + chance.uniform(0.6, 1.0)) / self.args.kills
            self.watch(crowd, length * KILLS_SHARE * part)
            self.await_rooms(crowd)
            self.kill(crowd)
        calm_s = max(length * (1 - CALM_SHARE), self.seconds() + min(GAME_S, length * (1 - KILLS_SHARE - CALM_SHARE)))
        self.watch(crowd, calm_s + length * CALM_SHARE)
        self.judge_memory(calm_s)
        self.subject.ask()
        ids = crowd.report("report", self.archive)
        ids |= crowd.end(self.archive)
        self.judge_files(files)
        self.judge_end()
        self.subject.start()  # everything of this time, once more
        self.archive.check({id_ for id_, _ in self.archive.known})
        self.judge_end()
        self.faults += self.archive.lost + crowd.troubles
        return crowd

    def watch(self, crowd, until_s):
        """Lets time pass, and looks at the server each second."""
        while (left := until_s - self.seconds()) > 0:
            time.sleep(min(left, SAMPLE_S))
            if not self.subject.is_alive():
                self.subject.site.stop(keep=True)
                sys.exit(f"the server ended by itself: {self.subject.site.process.returncode}\n"
                         f"{self.subject.site.complaints[-4000:]}\nits folder: {self.folder}")
            self.samples.append((self.seconds(), self.subject.memory_mib(), self.subject.files()))
            if time.monotonic() - self.spoke >= PROGRESS_S:
                self.spoke = time.monotonic()
                self.tell_progress(crowd)

    def await_rooms(self, crowd):
        """On a busy machine the rooms take their time after a kill, and all of this takes longer."""
        end_s = self.seconds() + ROOMS_S
        while self.seconds() < end_s and self.subject.ask()["rooms_running"] < ROOMS_SHARE * self.args.rooms:
            self.watch(crowd, self.seconds() + SAMPLE_S)

    def tell_progress(self, crowd):
        counts, figures = crowd.count(), self.subject.ask()
        moves = counts["moves over XML"] + counts["moves over HTTP"]
        _, memory, files = self.samples[-1]
        print(f"   {self.seconds():4.0f} s: {figures['rooms']:.0f} rooms, {figures['rooms_running']:.0f} of them run, "
              f"{moves} moves acknowledged, {memory:.0f} MiB, {files} descriptors, {self.kills} kills, "
              f"{len(self.archive.lost)} lost", flush=True)

    def kill(self, crowd):
        self.rooms.append(self.subject.ask()["rooms_running"])
        self.subject.kill()
        self.kills += 1
        ids = crowd.report("down", self.archive)
        self.subject.start()
        crowd.tell("up", self.subject.place)
        self.archive.check(ids)

    def judge_memory(self, calm_s):
        self.calm = [(second, memory) for second, memory, _ in self.samples if second >= calm_s]
        self.growth_mib = growth(self.calm)
        self.is_memory_judged = self.calm[-1][0] - self.calm[0][0] >= CALM_MIN_S
        if self.is_memory_judged and self.growth_mib > GROWTH_MIB:
            self.faults.append(f"memory grew by {self.growth_mib:.1f} MiB in {self.seconds() - calm_s:.0f} s")

    def judge_files(self, before):
        """Without guests the server has the descriptors that it had at its start."""
        end = time.monotonic() + PATIENCE_S
        while (left := self.subject.file_kinds() - before).total() > SPARE_FILES and time.monotonic() < end:
            time.sleep(0.5)
        self.files_left = left.total()
        if self.files_left > SPARE_FILES:
            self.faults.append(f"{self.files_left} descriptors were left open: {dict(left)}")

    def judge_end(self):
        status = self.subject.site.stop(keep=True)
        if status != 0:
            self.faults.append(f"TERM ended the server with {status}")


def tell(run, crowd):
    """The figures of one time, in plain words."""
    moves = crowd.counts["moves over XML"] + crowd.counts["moves over HTTP"]
    memory = [mib for _, mib in run.calm]
    worst, starts = run.subject.worst, run.subject.starts_s
    rows = [("rooms that ran, before each kill", f"{min(run.rooms, default=0):.0f}–{max(run.rooms, default=0):.0f}"),
            ("moves acknowledged to players", f"{moves}"),
            ("moves seen by the spectator", f"{crowd.counts['moves seen']}"),
            ("acknowledged moves looked for", f"{run.archive.checked}, lost {len(run.archive.lost)}"),
            ("kill -9", f"{run.kills}; started again in {statistics.median(starts):.2f} s, "
                        f"at most {max(starts):.2f} s"),
            ("memory in the last third", f"{min(memory, default=0):.0f}–{max(memory, default=0):.0f} MiB, the line "
                                         f"through its lows rises by {run.growth_mib:+.1f} MiB "
                                         + (f"(bound {GROWTH_MIB:.0f})" if run.is_memory_judged else "(too short)")),
            ("descriptors left", f"{run.files_left} (bound {SPARE_FILES})")]
    for what, times in sorted(crowd.times.items()):
        rows.append((f"answer to a move over {what}", f"p50 {percentile(times, 0.5):.1f} ms, "
                     f"p99 {percentile(times, 0.99):.1f} ms, max {max(times):.0f} ms ({len(times)} times)"))
    rows += [("the server's own p99 of a move", f"{worst['move_p99_ms']:.2f} ms at worst"),
             ("longest turn of the loop", f"{worst['longest_turn_ms']:.0f} ms; without waiting for a core "
                                          f"{worst['longest_work_ms']:.0f} ms"),
             ("longest wait of a move for the server", f"{worst['longest_lag_ms']:.0f} ms"),
             ("the loop waited for a core", f"{100 * sum(run.subject.waited_s) / sum(run.subject.ran_s):.0f} % of the "
                                            "time: other work on this machine")]
    rows += [(name, f"{count}") for name, count in sorted(crowd.counts.items())
             if name.startswith(("games ", "guests "))]
    for what, value in rows:
        print(f"   {what:44} {value}")
    for fault in run.faults[:50]:
        print(f"   FAULT: {fault}")
    print(flush=True)


def soak(args):
    recorded, faults = record_games(args.program, RECORDED), 0
    print(f"{args.times} times {args.minutes:g} minutes, {args.rooms} rooms, {args.kills} kills each; "
          f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    for number in range(1, args.times + 1):
        print(f"== {number} of {args.times}", flush=True)
        run = Time(args, recorded, number)
        try:
            tell(run, run.run())
        finally:
            run.subject.end()
        faults += len(run.faults)
        if not run.faults:
            shutil.rmtree(run.folder)
        else:
            print(f"   its folder: {run.folder}", flush=True)
    print("nothing was lost" if not faults else f"{faults} faults")
    return 1 if faults else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", metavar="KIELWASSER")
    parser.add_argument("--times", type=int, default=4, help="how often, each in a folder of its own (4)")
    parser.add_argument("--minutes", type=float, default=15, help="of each time (15)")
    parser.add_argument("--rooms", type=int, default=2000, help="rooms at a time (2000)")
    parser.add_argument("--kills", type=int, default=25, help="kill -9 of each time (25)")
    args = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by a signal"))
    with tempfile.TemporaryDirectory(prefix="kielwasser-program-") as folder:
        args.program = shutil.copy(args.program, folder)  # a build in the meantime changes nothing
        return soak(args)


if __name__ == "__main__":
    sys.exit(main())
