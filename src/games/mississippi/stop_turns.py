#!/usr/bin/env python3
"""Writes stop_turns.h: python3 stop_turns.py > stop_turns.h

The fewest turns, in sixteenths, until a ship is at speed 1 after exactly so many fields.  A turn at
speed s covers s fields; the last turn before the stop has speed 1.
"""

SPEEDS = range(1, 7)
FIELDS = 48
TURN = 16
COAL = 7  # for each coal burnt to change the speed by more than one
FAST = {4: 2, 5: 6, 6: 12}  # more for a fast turn: the river is seldom straight enough
LATE = {1: 0, 2: 40, 3: 48, 4: 56, 5: 64, 6: 72}  # on the dock but too fast: pass it and come back


def price(speed, after):
    return TURN + FAST.get(after, 0) + COAL * max(abs(after - speed) - 1, 0)


# turns[speed][fields]: dynamic programming over the speed of the next turn.
turns = {speed: [LATE[speed]] for speed in SPEEDS}
for fields in range(1, FIELDS + 1):
    for speed in SPEEDS:
        turns[speed].append(min(price(speed, after) + turns[after][fields - after]
                                for after in SPEEDS if after < fields or after == fields == 1))


def smooth(row, i):
    """With both neighbours, from the second field on: a ship rarely knows its way to the field."""
    return row[i] if i < 2 else (row[i - 1] + 2 * row[i] + row[i + 1] + 2) // 4


print("/* Written by stop_turns.py: python3 stop_turns.py > stop_turns.h */")
print("/* clang-format off */")
print(f"static const uint8_t stop_turns[SHIP_SPEED_MAX][{FIELDS}] = {{")
for speed in SPEEDS:
    numbers = [smooth(turns[speed], i) for i in range(FIELDS)]
    print(f"    {{ /* speed {speed} */")
    for i in range(0, FIELDS, 16):
        print("        " + ", ".join(map(str, numbers[i:i + 16])) + ",")
    print("    },")
print("};")
print("/* clang-format on */")
