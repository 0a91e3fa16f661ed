#!/usr/bin/env python3
"""with_orphans.py - runs a command and counts the processor time of all that it started: processes whose parents end
before them become children of this one, and it waits for those that have ended with the command.  Chromium's are such.
usage: with_orphans.py COMMAND [WORD...]"""
import ctypes
import os
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
LAST_ONES_S = 2  # for what is killed at the end


def main(words):
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    status = subprocess.call(words)
    end = time.monotonic() + LAST_ONES_S
    try:
        while time.monotonic() < end:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.05)
    except ChildProcessError:
        pass
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
