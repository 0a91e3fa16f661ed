#!/usr/bin/env python3
"""Measures one figure of the server on this machine.  Wants an idle machine; ./check never runs it.

Each figure is a sub-command, one function with its options beside it (FIGURES, at the end): it prints what it
measured and returns whether the goal is reached, which becomes the exit status.

    tools/measure.py archived-game build-old/kielwasser build/kielwasser
"""
import argparse
import os
import statistics
import subprocess
import sys


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


# ---- the command ----

FIGURES = {  # name: (what adds its options, what measures it, an example)
    "archived-game": (add_archived_game, archived_game,
                      "tools/measure.py archived-game build-old/kielwasser build/kielwasser --rounds 3"),
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
