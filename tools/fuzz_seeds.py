#!/usr/bin/env python3
"""Seeds for the fuzz targets session and client, from recorded conversations with the official servers.

usage: tools/fuzz_seeds.py OUT      writes OUT/session/… and OUT/client/… from ../shared/games/*/transcripts

What is committed in tests/fuzz/corpus is what libFuzzer keeps of these (fuzz-session -merge=1 KEPT OUT/session).
Ids are those that the targets' fixed chance draws (tests/fuzz/stand.h).
"""
import glob
import os
import re
import sys

GAMES = ["piranhas", "hive", "mississippi", "penguins"]  # as in src/game/games.def
ROOM = "00000000-e58a-4014-8c6c-14e8d7796dbc"
CODES = ["00000000-d129-49bd-8e71-57f2497ba5b8", "00000000-38db-4ca2-8272-6545c73cbee2"]
UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
MESSAGES_MAX, SEED_MAX = 12, 1500  # of one conversation
CLIENT_MAX = 9000  # a state of Hive alone has 6000 bytes
ROLES = {"red": b"\1", "conn2": b"\1", "blue": b"\2", "conn3": b"\2", "admin": b"\3", "observer": b"\3", "conn1": b"\3"}

# Each connection has a clock of its own: an administrator prepares the room before others come.
BEGINS = {b"\1": -20, b"\2": -10, b"\3": -30}


def read_messages(path):
    """(time, direction, bytes) of a transcript, whose formats differ a little between the games."""
    messages, at = [], 0.0
    for line in open(path, "rb").read().split(b"\n"):
        head = re.match(rb"#+ \+([0-9.]+)s", line)
        word = re.match(rb"(>>|<<) (?:\[([0-9.]+)\] )?(.*)", line, re.S)
        if head:
            at = float(head.group(1))
            messages.append((at, b"", b""))
        elif word:
            at = float(word.group(2)) if word.group(2) else at
            messages.append((at, word.group(1), word.group(3)))
        elif messages and messages[-1][1] and not line.startswith((b"#", b"--")):
            when, direction, text = messages[-1]
            messages[-1] = (when, direction, text + b"\n" + line)
    return [each for each in messages if each[1]]


def scenario_of(path):
    """The name of the conversation, and the byte for the connection."""
    name = os.path.basename(path)[: -len(".txt")]
    found = re.fullmatch(r"(.*?)[._](conn[123]|red|blue|admin|observer)", name)
    return (found.group(1), ROLES[found.group(2)]) if found else (name, b"\1")


def with_own_ids(texts):
    """Room and reservations of the recording become ours."""
    whole = b"".join(texts).decode("utf-8", "replace")
    codes = list(dict.fromkeys(re.findall(rf"<reservation>({UUID})", whole)))
    codes += [c for c in dict.fromkeys(re.findall(rf'reservationCode="({UUID})"', whole)) if c not in codes]
    names = dict(zip(codes, CODES))
    return [
        re.sub(UUID.encode(), lambda found: names.get(found.group().decode(), ROOM).encode(), text) for text in texts
    ]


def session_seed(conversation):
    """What clients said, in the order of time.  The administrator is one already."""
    ours = with_own_ids([text for _, _, _, text in conversation])
    seed, last, count = b"", b"", 0
    for (_, role, direction, _), text in zip(conversation, ours):
        text = re.sub(rb"\n\s*", b"", text)
        if role == b"\3":
            text = re.sub(rb"<authenticate [^>]*/>", b"", text)
        if direction != b">>" or count == MESSAGES_MAX or len(seed) + len(text) > SEED_MAX:
            continue
        seed += (role if role != last else b"") + text
        last, count = role, count + 1
    return seed


def client_seed(game, conversation):
    """What the server said to one player: the first messages, and the last one."""
    said = [text for _, role, direction, text in conversation if direction == b"<<" and role == b"\1"]
    seed = bytes([GAMES.index(game)])
    for text in said[:6] + said[-1:]:
        text = re.sub(rb"\n\s*", b"", text)
        if len(seed) + len(text) <= CLIENT_MAX:
            seed += text
    return seed


def write(folder, name, seed):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "wb") as file:
        file.write(seed)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    shared = os.path.join(os.path.dirname(__file__), "..", "..", "shared", "games")
    for game in GAMES:
        scenarios = {}
        for path in sorted(glob.glob(os.path.join(shared, game, "transcripts", "*.txt"))):
            name, role = scenario_of(path)
            messages = read_messages(path)
            scenarios.setdefault(name, []).extend(
                (at + (BEGINS[role] if i == 0 else 0), role, way, text) for i, (at, way, text) in enumerate(messages)
            )
        for name, conversation in scenarios.items():
            conversation.sort(key=lambda message: message[0])
            write(os.path.join(sys.argv[1], "session"), f"{game}-{name}", session_seed(conversation))
            seed = client_seed(game, conversation)
            if len(seed) > 1:
                write(os.path.join(sys.argv[1], "client"), f"{game}-{name}", seed)


main()
