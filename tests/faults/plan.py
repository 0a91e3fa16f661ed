"""Which calls fail: all of them in turn, or a spread sample that is the same every time."""
from injection import Fault

# Of each kind: what the call says, and how many fail from there on (0: all).
VARIANTS = {
    "malloc": (("", 1), ("", 50)),
    "libmalloc": (("", 1), ("", 50)),
    "read": (("", 1), ("short", 1)),
    "write": (("", 1), ("", 0), ("EIO", 1), ("short", 1)),
    "open": (("", 1), ("", 0)),
    "fsync": (("", 1), ("", 0)),
    "name": (("", 1), ("ENOSPC", 0)),
    "size": (("", 1), ("", 0)),
    "lock": (("", 1),),
    "map": (("", 1),),
    "fork": (("", 1), ("", 0)),
    "thread": (("", 1), ("", 0)),
    "socket": (("", 1), ("", 0)),
    "accept": (("", 1), ("ECONNABORTED", 1)),
    "recv": (("", 1), ("short", 1)),
    "send": (("", 1), ("EPIPE", 1), ("short", 1)),
    "signal": (("", 1),),
    "query": (("", 1), ("ENOSPC", 0), ("EBUSY", 1)),
}


def spread(count, most):
    """At most so many of the numbers from 1 to count, evenly, the first and the last among them; 0: all."""
    if most <= 0 or count <= most:
        return range(1, count + 1)
    if most == 1:
        return [(count + 1) // 2]
    return sorted({1 + round(i * (count - 1) / (most - 1)) for i in range(most)})


def faults(kinds, counts, most, variants=VARIANTS):
    """Faults of these kinds; at most `most` of each variant."""
    return [Fault(kind, at, error, count) for kind in kinds for error, count in variants[kind]
            for at in spread(counts[kind], most)]
