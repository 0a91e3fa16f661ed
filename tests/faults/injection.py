"""Faults that are injected into a real program by a preloaded library (fail.h), and what a program may do then: say so
and end, or go on.  It may not crash, hang, or fail in silence."""
import dataclasses
import os
import signal
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from patience import PATIENCE_S

# As in enum fail_kind of fail.h.
KINDS = ("malloc", "libmalloc", "read", "write", "open", "fsync", "name", "size", "lock", "map", "fork", "thread",
         "socket", "accept", "recv", "send", "signal", "query")
FINE, FAILED, REFUSED = 0, 1, 2  # exit statuses, cli/cli.h


@dataclasses.dataclass(frozen=True)
class Fault:
    kind: str
    at: int  # the first call of this kind that fails
    error: str = ""  # what it says; the usual one of the kind
    count: int = 1  # how many fail; 0: all from there on

    def __str__(self):
        more = "" if self.count == 1 else " and all after it" if self.count == 0 else f" and {self.count - 1} more"
        return f"{self.kind} {self.at}{more}" + (f" ({self.error})" if self.error else "")

    def environment(self):
        words = {"FAIL": self.kind, "FAIL_AT": str(self.at), "FAIL_COUNT": str(self.count)}
        return {**words, "FAIL_ERRNO": self.error} if self.error else words


class Broken(Exception):
    """What must not happen has happened."""


class Library:
    def __init__(self, path):
        self.path = os.path.abspath(path)

    def environment(self, fault=None, switch=None, report=None):
        """For a process with this fault, or with none, whose calls are counted."""
        words = {"LD_PRELOAD": self.path, "KIELWASSER_LANG": "en", **(fault.environment() if fault else {})}
        if switch:
            words["FAIL_WHILE"] = switch
        if report:
            words["FAIL_REPORT"] = report
        if os.environ.get("FAIL_SHOW"):
            words["FAIL_SHOW"] = "1"
        return {**os.environ, "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0", **words}


def read_report(path):
    """How many calls of each kind there were, and how many failed."""
    with open(path, "rb") as file:
        *counts, failed = struct.unpack(f"{len(KINDS) + 1}q", file.read())
    return dict(zip(KINDS, counts)), failed


def check_end(status, said):
    """A process has ended: by itself, with a sentence if it was not fine."""
    if status < 0:
        raise Broken(f"died of {signal.Signals(-status).name}: {said[-3000:]}")
    if "Sanitizer" in said or "runtime error" in said:
        raise Broken(said[-6000:])
    if status not in (FINE, FAILED, REFUSED):
        raise Broken(f"exit status {status}: {said[-3000:]}")
    if status != FINE and not said.strip():
        raise Broken(f"exit status {status} without a word")


def run(words, environment=None, **options):
    """Runs a program to its end: its status and what it said."""
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                               text=True, errors="replace", env=environment or {**os.environ, "KIELWASSER_LANG": "en"},
                               **options)
    try:
        out, complaints = process.communicate(timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise Broken("hangs") from None
    check_end(process.returncode, complaints if process.returncode in (FAILED, REFUSED) else out + complaints)
    return process.returncode, out + complaints


def run_fine(words, **options):
    status, said = run(words, **options)
    if status != FINE:
        raise Broken(f"without a fault: exit status {status}: {said[-3000:]}")
    return said
