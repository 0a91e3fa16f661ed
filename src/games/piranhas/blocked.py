#!/usr/bin/env python3
"""blocked.py OUTPUT - writes the table of blocked places for rules.c.

blocked[n][enemy]: the places of a line from which a move over n squares would pass an enemy fish,
moving up the line in bits 0..9 and down the line in bits 16..25.
"""
import sys

PLACES = 10


def blocked(n, enemy):
    up = down = 0
    for step in range(1, n):
        up |= enemy >> step
        down |= enemy << step
    mask = (1 << PLACES) - 1
    return up & mask | (down & mask) << 16


with open(sys.argv[1], "w") as out:
    out.write("/* Made by blocked.py. */\n")
    out.write(f"static const uint32_t blocked[{PLACES + 1}][{1 << PLACES}] = {{\n")
    for n in range(PLACES + 1):
        out.write("    {" + ",".join(hex(blocked(n, enemy)) for enemy in range(1 << PLACES)) + "},\n")
    out.write("};\n")
