#!/usr/bin/env python3
"""Writes ring.h: python3 ring.py > ring.h"""

STRIDE = 12  # a step +1 in x; a step +1 in y is 1
AROUND = [STRIDE - 1, STRIDE, 1, 1 - STRIDE, -STRIDE, -1]  # counter-clockwise
MAGIC, TOP = 0x2010201000000000, 58


def gather(window):
    return window * MAGIC % 2**64 >> TOP


BIT = {step: gather(1 << STRIDE + step) for step in AROUND}  # a ring bit of each step
WINDOW = {step: 1 << STRIDE + step for step in AROUND}


def steps(ring):
    return [step for step in AROUND if ring & BIT[step]]


def window(ring):
    return sum(WINDOW[step] for step in steps(ring))


def beside(step):  # the two fields that touch both ends of this step
    i = AROUND.index(step)
    return BIT[AROUND[i - 1]], BIT[AROUND[(i + 1) % 6]]


def contact(ring):
    return sum(BIT[s] for s in AROUND if any(ring & b for b in beside(s)))


def closed(ring):
    return sum(BIT[s] for s in AROUND if all(ring & b for b in beside(s)))


def groups(ring):  # a full ring has no beginning, so it counts 0
    return sum(bool(ring & BIT[AROUND[i]] and not ring & BIT[AROUND[i - 1]]) for i in range(6))


def table(kind, name, comment, value_of, form):
    print(f"\n/* {comment} */\nstatic const {kind} {name}[64] = {{")
    line = "   "
    for value in map(value_of, range(64)):
        word = " " + form.format(value) + ","
        if len(line + word) > 100:
            print(line)
            line = "   "
        line += word
    print(line + "\n};")


assert sorted(BIT.values()) == [1, 2, 4, 8, 16, 32]
assert all(gather(window(ring)) == ring for ring in range(64))

print("/* Written by ring.py: python3 ring.py > ring.h */")
print("#ifndef GAMES_HIVE_RING_H\n#define GAMES_HIVE_RING_H\n\n#include <stdint.h>\n")
print("/*\n * The ring of a field: which of its six neighbours belong to a set, as six bits.  The window is\n"
      " * the part of a set from the neighbour with the lowest number on, the field itself is its bit 12.\n */\n")
print(f"#define RING_WINDOW UINT32_C(0x{window(63):07x})")
print(f"#define RING_MAGIC  UINT64_C(0x{MAGIC:016x})")
print(f"\nenum {{ RING_SHIFT = {TOP}, RING_FULL = 63 }};")
print("\n/* How far each bit of a ring lies from its middle; bits i and 5 - i lie opposite. */")
print("static const signed char ring_step[6] = {"
      + ", ".join(str(next(s for s in AROUND if BIT[s] == 1 << i)) for i in range(6)) + "};")
table("uint32_t", "ring_window", "The window that has this ring.", window, "0x{:07x}")
table("uint8_t", "ring_contact", "The steps beside at least one field of the ring.", contact, "0x{:02x}")
table("uint8_t", "ring_closed", "The steps between two fields of the ring: closed gates.", closed, "0x{:02x}")
table("uint8_t", "ring_groups", "Into how many arcs the ring falls; 0 if it is empty or full.", groups, "{}")
print("\n#endif")
