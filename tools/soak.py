#!/usr/bin/env python3
"""Does the strongest player keep its time, and the rules, when every core is busy?  Games over real sockets against
itself in all games, while a process for each core does nothing but count.
usage: tools/soak.py KIELWASSER [MOVES] [LIMIT_MS]      (5000 moves at 200 ms; 300 at 2000 is the contest)"""
import contextlib
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
from bot_user import reachable

GAMES = ("piranhas", "piranhas26", "hive", "mississippi", "mississippi24", "penguins")
THOUGHT = 0.85  # of the limit, as the player itself does with the contest's two seconds …
RESERVE_MS = 50  # … but a busy machine is not quicker for who has less time


@contextlib.contextmanager
def busy_loops(count):
    """So many processes that do nothing but count, as long as the block lasts."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()


def play(program, game, folder, limit_ms, seed):
    """A pair of games; their lines of games.jsonl."""
    think_ms = int(min(limit_ms * THOUGHT, limit_ms - RESERVE_MS))
    bot = f"{program} client --game {game} --player stark --time {think_ms}"
    out = os.path.join(folder, f"{game}{seed}")
    done = subprocess.run([program, "match", bot, bot, "--game", game, "--games", "2", "--time", str(limit_ms),
                           "--pace", "0", "--concurrency", "1", "--sandbox", "off", "--seed", str(seed),
                           "--data", folder, "--out", out],
                          capture_output=True, text=True, env={**os.environ, "KIELWASSER_LANG": "en"})
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)
    with open(os.path.join(out, "games.jsonl")) as file:
        return [json.loads(line) for line in file]


def soak(program, folder, moves, limit_ms):
    """Plays pairs in turn until there are so many moves; how many, the longest of them, the failures."""
    played, slowest, failures, seed = 0, 0, [], 0
    while played < moves:
        seed += 1
        for game in GAMES:
            for note in play(program, game, folder, limit_ms, seed):
                played += len(note["ms"])
                slowest = max([slowest, *note["ms"]])
                failures += [note] if note["cause"] != "regular" else []
        print(f"\r{min(played, moves)}/{moves} moves, {len(failures)} failures", end="", flush=True)
    print()
    return played, slowest, failures


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = reachable(sys.argv[1])
    moves = int(sys.argv[2]) if len(sys.argv) > 2 else 5000
    limit_ms = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    with busy_loops(os.cpu_count()), tempfile.TemporaryDirectory(prefix="kielwasser-soak-") as folder:
        played, slowest, failures = soak(program, folder, moves, limit_ms)
    for note in failures:
        print(json.dumps(note, ensure_ascii=False))
    print(f"{played} moves at {limit_ms} ms, the longest {slowest} ms, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
