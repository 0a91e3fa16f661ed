#!/usr/bin/env python3
"""faults.py - makes calls of the program fail, one after the other: what must hold then holds (tests/faults).
usage: tools/faults.py BUILD [--all | --most N] [--scene NAME] [--kind KIND] [--at N] [--error ERROR]
  --most N    at most N calls of each variant of a kind, spread evenly (20)
  --all       every call; those for memory of libraries, which are tens of thousands, at most 300
  --scene     only this one (may be repeated); `--scene list` names them
  --kind      only faults of this kind (may be repeated)
  --at N      only the N-th call; FAIL_SHOW=1 shows who called
BUILD is a build folder: build, or build-asan (then without faults of memory, which the sanitizer manages itself)."""
import argparse
import collections
import os
import pathlib
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/faults"))
import plan
import scenes
import serving
from injection import Broken

LIBRARY_MEMORY_MOST = 300
SCENES = (*scenes.ALL, *serving.ALL)


def choose(words):
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build")
    parser.add_argument("--most", type=int, default=20)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--scene", action="append")
    parser.add_argument("--kind", action="append")
    parser.add_argument("--at", type=int)
    parser.add_argument("--error")
    return parser.parse_args(words)


def choose_faults(scene, wishes, counts):
    kinds = [kind for kind in scene.kinds if not wishes.kind or kind in wishes.kind]
    if wishes.all:
        found = [fault for kind in kinds
                 for fault in plan.faults([kind], counts, LIBRARY_MEMORY_MOST if kind == "libmalloc" else 0,
                                          scene.variants)]
    else:
        found = plan.faults(kinds, counts, 0 if wishes.at else wishes.most, scene.variants)
    return [fault for fault in found if wishes.at in (None, fault.at) and wishes.error in (None, fault.error)]


def run_scene(scene, wishes):
    """Runs, and the faults after which something did not hold."""
    counts = scene.count()
    chosen = choose_faults(scene, wishes, counts)
    began, broken, hit = time.monotonic(), [], 0
    for number, fault in enumerate(chosen, 1):
        try:
            hit += scene.run(fault) > 0
        except Broken as why:
            broken.append(fault)
            print(f"\nBROKEN {scene.name}: {fault}: {why}", flush=True)
        if sys.stderr.isatty():
            print(f"\r{scene.name}: {number} of {len(chosen)} ", end="", file=sys.stderr, flush=True)
    by_kind = collections.Counter(fault.kind for fault in chosen)
    print(f"{scene.name}: {len(chosen)} runs, {hit} with a fault, {len(broken)} broken"
          f" ({time.monotonic() - began:.0f} s; {', '.join(f'{kind} {count}' for kind, count in by_kind.items())})",
          flush=True)
    return len(chosen), len(broken)


def main(words):
    wishes = choose(words)
    if wishes.scene == ["list"]:
        return print("\n".join(scene.name for scene in SCENES))
    build = os.path.abspath(wishes.build)
    totals = [0, 0]
    with tempfile.TemporaryDirectory(prefix="kielwasser-faults-") as folder:
        for kind in SCENES:
            if not wishes.scene or kind.name in wishes.scene:
                scene = kind(build, folder)
                done = run_scene(scene, wishes)
                scene.close()
                totals = [have + more for have, more in zip(totals, done)]
    print(f"{totals[0]} runs, {totals[1]} broken")
    return totals[1] > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
