#!/usr/bin/env python3
"""Do four workers play four times as much as one?  A match of players who sleep, at a PostgreSQL of its own.
usage: tools/scale.py KIELWASSER [GAMES]"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
from postgres import Postgres

GOAL = 3.2
SLEEPER = "zufall:sleep=20"  # it takes time but no work, so that this machine is four machines


def play(program, place, workers, games, seed):
    """Games per second."""
    helpers = [subprocess.Popen([program, "worker", "--store", place, "--concurrency", "1", "--name", f"w{i}"],
                                stdout=subprocess.DEVNULL) for i in range(workers)]
    match = subprocess.run([program, "match", SLEEPER, SLEEPER, "--game", "piranhas", "--games", str(games), "--seed",
                            str(seed), "--concurrency", "0", "--store", place], capture_output=True, text=True,
                           env={**os.environ, "KIELWASSER_LANG": "en"})
    for helper in helpers:
        helper.terminate()
    for helper in helpers:
        helper.wait()
    found = re.search(r"(\d+) games in ([\d.]+) s", match.stdout)
    if not found:
        sys.exit(match.stdout + match.stderr)
    rate = int(found[1]) / float(found[2])
    print(f"{workers} worker{'s' if workers > 1 else ''}: {found[1]} games in {found[2]} s, {rate:.2f} per second",
          flush=True)
    return rate


def main():
    program = os.path.abspath(sys.argv[1])
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 16
    with Postgres() as place:
        one = play(program, place, 1, games, 1)
        four = play(program, place, 4, 4 * games, 2)
    print(f"factor {four / one:.2f} (goal {GOAL})")
    return 0 if four / one >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
