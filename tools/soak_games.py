#!/usr/bin/env python3
"""Does anybody lose on time when the machine is far too busy?  Games over real sockets of a client that answers at once
against the built-in `stark`, in all four games, four at a time, with the limits of the contest, beside busy loops.
Neither needs a tenth of its time, so each time-out is the fault of the server.
usage: tools/soak_games.py KIELWASSER [GAMES] [LOOPS]      (1000 games, 30 loops)"""
import json
import os
import subprocess
import sys
import tempfile

from soak import GAMES, busy_loops, reachable

LIMIT_MS = 2000
STARK = "stark:time=100"
AT_A_TIME = 4


def play(program, game, count, folder):
    """The lines of games.jsonl."""
    out = os.path.join(folder, game)
    client = f"{program} client --game {game} --player zufall"
    done = subprocess.run([program, "match", client, STARK, "--game", game, "--games", str(count), "--time",
                           str(LIMIT_MS), "--pace", "0", "--concurrency", str(AT_A_TIME), "--sandbox", "off", "--seed",
                           "1", "--data", folder, "--out", out],
                          capture_output=True, text=True, env={**os.environ, "KIELWASSER_LANG": "en"})
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)
    with open(os.path.join(out, "games.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = reachable(sys.argv[1])
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    loops = int(sys.argv[3]) if len(sys.argv) > 3 else 30
    lines = []
    with busy_loops(loops), tempfile.TemporaryDirectory(prefix="kielwasser-soak-") as folder:
        for game in GAMES:
            lines += play(program, game, games // len(GAMES), folder)
            print(f"\r{len(lines)}/{games} games", end="", flush=True)
    print()
    late = [line for line in lines if "timeout" in line["cause"]]
    for line in late:
        print(json.dumps(line, ensure_ascii=False))
    times = [ms for line in lines for ms in line["ms"]]
    lags = [ms for line in lines for ms in line.get("lag", []) if ms]
    print(f"{len(lines)} games, {len(times)} moves beside {loops} busy loops: the longest {max(times)} ms, {len(lags)} "
          f"moves that waited for the server, at most {max(lags, default=0)} ms; {len(late)} time-outs")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
