"""Recorded conversations with the official servers, in their formats, as one line of events.

A conversation has several connections; a connection is a list of events in the order of its recording:
what the client sent (bytes, as cut by the recording), each message of the server (an XML element), its
good-bye </protocol>, and the end of the line from either side.  Only the recordings of Piranhas 2019 have
one clock for all connections; in the others each connection counts from its own beginning, and what all of
them heard at the same time (a state, a result) tells how far the clocks are apart."""
import glob
import os
import re
import statistics
from collections import defaultdict

from layout import ROOT, Splitter, print_element, without_blanks

SENT, TOLD, GOODBYE, SERVER_CLOSED, CLIENT_CLOSED = "sent", "told", "goodbye", "server closed", "client closed"
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


class Event:
    """`what`: the bytes that a client sent, or the element of a message, whose text is `text`."""

    def __init__(self, seconds, kind, what=None):
        self.seconds, self.kind = seconds, kind
        self.set(what)

    def set(self, what):
        """Also after a change of the element."""
        self.what, self.text = what, print_element(what) if self.kind == TOLD else None


# ---- the formats: every reader yields (seconds, kind, text) ----

def read_lines(path):
    with open(path, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        return file.read().split("\n")


def read_piranhas(path):
    lines = read_lines(path)
    for i, line in enumerate(lines):
        head = re.match(r"## t=([\d.]+) (C>S|S>C) \d+ bytes( nonl)?", line)
        if head:
            text = []
            for follower in lines[i + 1:]:
                if follower[:2] not in (">>", "<<"):
                    break
                text.append(follower[3:])
            yield float(head[1]), SENT if head[2] == "C>S" else TOLD, "\n".join(text) + ("" if head[3] else "\n")
            continue
        note = re.match(r"## t=([\d.]+) NOTE (.*)", line)
        if note and re.match(r"client (closes|resets|shuts)|C>S EOF", note[2]):
            yield float(note[1]), CLIENT_CLOSED, None
        elif note and note[2].startswith("S>C EOF"):
            yield float(note[1]), SERVER_CLOSED, None


def read_hive(path):
    seconds, kind, text = 0.0, None, []
    for line in read_lines(path) + ["# +0s"]:
        head = re.match(r"# \+([\d.]+)s ?(.*)", line)
        if head:
            if text:
                yield seconds, kind, "\n".join(text)
            text, kind, seconds = [], None, float(head[1])
            if head[2]:
                yield seconds, SERVER_CLOSED if head[2].startswith("server") else CLIENT_CLOSED, None
        elif line[:3] in (">> ", "<< ") and kind is None:
            kind, text = SENT if line[0] == ">" else TOLD, [line[3:]]
        elif kind:
            text.append(line)


def read_mississippi(path):
    seconds, kind, text = 0.0, None, []
    for line in read_lines(path) + ["-- end"]:
        head = re.match(r"(>>|<<|--) (?:\[([\d.]+)\] ?)?(.*)", line)
        if not head:
            text.append(line)
            continue
        if kind:
            yield seconds, kind, "\n".join(text)
        kind, text, seconds = None, [head[3]], float(head[2] or 0)
        if head[1] != "--":
            kind = SENT if head[1] == ">>" else TOLD
        elif "EOF" in head[3]:
            yield seconds, SERVER_CLOSED if "server" in head[3] else CLIENT_CLOSED, None


def read_penguins(path):
    """Here the line break that begins a message is left out, and a line may be cut by a chunk."""
    seconds, last, lines = 0.0, {SENT: "", TOLD: ""}, read_lines(path)
    for i, line in enumerate(lines):
        head = re.match(r"## (?:\+([\d.]+)s)? ?(.*)", line)
        if head:
            seconds = float(head[1] or seconds)
            if head[2].startswith("client closes"):  # its time is that of the server's closing
                later = re.search(r"^## \+([\d.]+)s server", "\n".join(lines[i:]), re.M)
                yield float(later[1]) if later else seconds, CLIENT_CLOSED, None
            elif re.match(r"(client|server) closed", head[2]):
                yield seconds, CLIENT_CLOSED if head[2][0] == "c" else SERVER_CLOSED, None
            continue
        mark = re.match(r"(>>|<<)(\+?) ?(.*)", line, re.S)
        if not mark:
            continue
        kind = SENT if mark[1] == ">>" else TOLD
        is_cut = mark[2] == "+" or (last[kind] and not last[kind].rstrip().endswith(">"))
        yield seconds, kind, ("" if is_cut else "\n") + mark[3] if last[kind] else mark[3]
        last[kind] = mark[3] or last[kind]


READERS = {"piranhas": read_piranhas, "hive": read_hive, "mississippi": read_mississippi, "penguins": read_penguins,
           "piranhas26": read_piranhas, "mississippi24": read_penguins}


class Connection:
    def __init__(self, name, events):
        self.name, self.events = name, events

    def told(self):
        return [event for event in self.events if event.kind == TOLD]

    def messages(self):
        return [event.what for event in self.told()]

    def sent(self):
        return "".join(event.what for event in self.events if event.kind == SENT)


def read_connection(game, path, name):
    events, splitter = [], Splitter()
    for seconds, kind, text in READERS[game](path):
        if kind == SENT and events and events[-1].kind == SENT and events[-1].seconds == seconds:
            events[-1].what += text
        elif kind == CLIENT_CLOSED and is_polite(events):
            pass
        elif kind != TOLD:
            events.append(Event(seconds, kind, text))
        else:
            for message in splitter.feed(text.encode("utf-8", "surrogateescape")):
                events.append(Event(seconds, TOLD, message.element))
                check_text(path, message.text.removeprefix(ROOT), events[-1].text)
            if splitter.is_ended and GOODBYE not in (event.kind for event in events):
                events.append(Event(seconds, GOODBYE))
    return Connection(name, until_closed(events))


def check_text(path, recorded, printed):
    """Recorded texts are those that our printer makes; where the recording has lost or added blanks at the cut
    between two chunks, everything else must be equal."""
    if recorded != printed and without_blanks(recorded) != without_blanks(printed):
        raise ValueError("%s: %r is not printed as it was recorded" % (path, recorded[:200]))


def is_polite(events):
    """After his </protocol> a client closes his sending side only and still hears the answer."""
    sent = [event.what for event in events if event.kind == SENT]
    return bool(sent) and sent[-1].rstrip().endswith("</protocol>")


def until_closed(events):
    """Nobody can compare what comes after the client has gone."""
    for i, event in enumerate(events):
        if event.kind == CLIENT_CLOSED:
            return events[:i + 1]
    return events


# ---- scenarios ----

# Where nothing tells how far the clocks are apart: seconds after the first connection, from the remarks
# in the recordings.
BY_HAND = {
    ("hive", "join_any"): {"conn2": 0.3},
    ("hive", "free_reservation"): {"conn3": 0.5, "conn2": 1.0},
    ("penguins", "joins"): {"third_full": 5.5, "errors": 0.2},
    ("penguins", "disconnect_before_start"): {"blue": 1.0},
    ("penguins", "prepare_unreserved"): {"red": 2.0},
    ("mississippi24", "game1_join"): {"red": 0.02},
    ("mississippi24", "step_forced"): {"red": 0.0105},
    ("mississippi24", "disconnect_before_start"): {"red": 0.035, "blue": 1.0},
    ("piranhas26", "disconnect_prepared_before_start"): {"blue": 1.5},
    ("piranhas26", "malformed_entity"): {"red": -0.05},
}

ROLES = {
    "piranhas": r"(?!not_admin|game)(.+?)_((?:player_)?(?:red|blue)|admin|third|client|join|off|declared)$"
                r"|(game.+)_(conn\d)$",
    "hive": r"(.+)_(conn\d+)$",
    "mississippi": r"(.+)\.(\w+)$",
    "penguins": r"(.+?)_(\d|admin_observer|admin|red|blue|player_\d|blue_by_room|errors|third_full|stranger)$",
    "piranhas26": r"(?!not_admin)(.+?)_(red|blue|admin|late|second|stranger|free|reserved|again|third_full|"
                  r"first_slot|second_slot|(?<=client_)\d)$",
    "mississippi24": r"(.+)_(admin2?|red|blue|third|stranger)$",
}


def split_name(game, stem):
    """A file name is a scenario and a role; some scenarios have one connection and no role."""
    match = re.match(ROLES[game], stem)
    return tuple(word for word in match.groups() if word) if match else (stem, "only")


def read_scenarios(game, folder):
    """name -> [Connection]"""
    scenarios = defaultdict(list)
    paths = glob.glob(os.path.join(folder, "*.txt"))
    for path in sorted(paths, key=lambda p: [int(w) if w.isdigit() else w for w in re.split(r"(\d+)", p)]):
        scenario, role = split_name(game, os.path.basename(path)[:-4])
        scenarios[scenario].append(read_connection(game, path, role))
    for name, connections in scenarios.items():
        if game != "piranhas":
            set_clocks(connections, BY_HAND.get((game, name), {}))
    return dict(scenarios)


# ---- one clock ----

def marks(connection):
    """When this connection heard last what others heard as well: a state is shown again while a game is
    paused, but the last time, when somebody is asked, everybody sees it."""
    states, ends = {}, {}
    for event in connection.events:
        if event.kind != TOLD:
            continue
        element, data = event.what, event.what.find("data")
        state = data.find("state") if data is not None else None
        if state is not None:
            states["state", element.get("roomId"), state.get("turn")] = event.seconds
        elif element.tag == "left" or (data is not None and data.get("class") == "result"):
            ends.setdefault((element.tag, element.get("roomId")), event.seconds)
    return states, ends


def gap(known, own):
    """How far two clocks are apart, by the ends of games if there are any; None: nothing in common."""
    for theirs, ours in reversed(list(zip(known, own))):
        common = [theirs[key] - ours[key] for key in ours if key in theirs]
        if common:
            return statistics.median(common)
    return None


def shift(connection, seconds):
    for event in connection.events:
        event.seconds += seconds


def ids_of(connection, kinds):
    """Room ids and reservations, and when they were first spoken of."""
    found = {}
    for event in connection.events:
        if event.kind in kinds:
            text = event.what if event.kind == SENT else event.text
            for word in UUID.findall(text):
                found.setdefault(word, event.seconds)
    return found


def gaps_by_ids(ready, connection):
    """An id cannot be used before it was told: the least gap, and the one when both heard it together."""
    told = {}
    for other in ready:
        for word, seconds in ids_of(other, (TOLD,)).items():
            told[word] = min(seconds, told.get(word, seconds))
    used = [told[word] - seconds + 0.005 for word, seconds in ids_of(connection, (SENT,)).items() if word in told]
    heard = [told[word] - seconds for word, seconds in ids_of(connection, (TOLD,)).items() if word in told]
    return max(used, default=None), max(heard, default=None)


def find_gap(ready, connection):
    known = ({}, {})
    for other in ready:
        for all_marks, its in zip(known, marks(other)):
            all_marks.update(its)
    least, together = gaps_by_ids(ready, connection)
    by_marks = gap(known, marks(connection))
    if by_marks is not None:
        return by_marks if least is None else max(by_marks, least)
    if least is not None:
        return least + 0.05
    if together is not None:
        return together
    return max(event.seconds for other in ready for event in other.events) + 0.1


def has_marks(ready, connection):
    return any(key in its for other in ready for its, own in zip(marks(other), marks(connection)) for key in own)


def set_clocks(connections, by_hand):
    """`by_hand`: seconds for connections that have nothing in common with the others."""
    waiting = sorted(connections, key=lambda c: "<prepare" not in c.sent())
    ready = [waiting.pop(0)]
    for connection in [c for c in waiting if c.name in by_hand]:
        shift(connection, by_hand[connection.name])
        waiting.remove(connection)
        ready.append(connection)
    while waiting:
        best = min(waiting, key=lambda c: (not has_marks(ready, c), waiting.index(c)))
        shift(best, find_gap(ready, best))
        ready.append(best)
        waiting.remove(best)


def timeline(connections):
    """[(connection, event)] in the order of one clock; a connection's own order is kept."""
    places = [(event.seconds, i, j) for i, connection in enumerate(connections)
              for j, event in enumerate(connection.events)]
    latest = {}
    keyed = []
    for seconds, i, j in sorted(places, key=lambda place: (place[1], place[2])):
        latest[i] = max(seconds, latest.get(i, seconds))
        keyed.append((latest[i], i, j))
    return [(connections[i], connections[i].events[j]) for _, i, j in sorted(keyed)]
