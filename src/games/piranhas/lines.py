#!/usr/bin/env python3
"""lines.py OUTPUT - writes the tables of moves along a line, for rules.c.

line_reach[distance]: multiply places to land on by it and drop 16 bits: then bit p says that place
    p + distance is such a place, and bit 16 + p says the same of place p - distance.
line_open[distance][enemy]: the places from which a move over this distance passes no enemy fish, up
    the line in bits 0..9, down the line in bits 16..25.
"""
import sys

PLACES = 10
MASK = (1 << PLACES) - 1


def reach(distance):
    return 1 << 16 - distance | 1 << 32 + distance


def open_places(distance, enemy):
    up = down = 0
    for step in range(1, distance):
        up |= enemy >> step
        down |= enemy << step
    return ~up & MASK | (~down & MASK) << 16


def numbers(values):
    return "{" + ", ".join(map(hex, values)) + "}"


with open(sys.argv[1], "w") as out:
    distances = range(PLACES + 1)
    out.write("/* Made by lines.py. */\n")
    out.write(f"static const uint64_t line_reach[] = {numbers(map(reach, distances))};\n")
    out.write(f"static const uint32_t line_open[][{1 << PLACES}] = {{\n")
    for distance in distances:
        out.write(f"    {numbers(open_places(distance, enemy) for enemy in range(1 << PLACES))},\n")
    out.write("};\n")
