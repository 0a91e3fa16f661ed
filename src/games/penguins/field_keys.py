#!/usr/bin/env python3
"""field_keys.py - writes field_keys.h: what play needs to know of each field, in one place."""

MASK = (1 << 64) - 1


def mix(x):
    """rng_mix of base/rng.h."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def number(n):
    return f"0x{n:016x}"


keys = (mix(0x70656E6775696E73 + n) for n in range(1, 1000))

print("/* Generated: python3 field_keys.py > field_keys.h */")
print("/* clang-format off */")
caught = {side: next(keys) for side in ("red", "blue")}

print("static const struct field {")
print("    twin_t here;       /* its bit */")
print("    uint64_t fish_key; /* for each fish on it */")
print("    struct {")
print("        uint64_t penguin; /* for a penguin on it */")
print("        uint64_t caught;  /* for each fish that goes from here to this side's account */")
print("    } key[SIDE_NONE];")
print("} fields[PENGUINS_FIELDS] = {")
for field in range(64):
    here = f"{number(1 << field)}, {number(1 << (63 - field))}"
    fish = next(keys)
    sides = (f"{{{number(next(keys))}, {number((caught[side] - fish) & MASK)}}}" for side in caught)
    print(f"    {{{{{here}}}, {number(fish)},")
    print(f"     {{{', '.join(sides)}}}}},")
print("};")
print("/* For each fish that a side has caught. */")
print(f"static const uint64_t caught_key[SIDE_NONE] = {{{', '.join(map(number, caught.values()))}}};")
print("/* For the side to move, or the end. */")
print(f"static const uint64_t side_key[] = {{{', '.join(number(next(keys)) for _ in range(3))}}};")
print(f"static const uint64_t ruleset_key[] = {{{', '.join(number(next(keys)) for _ in range(2))}}};")
