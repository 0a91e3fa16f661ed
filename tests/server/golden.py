#!/usr/bin/env python3
"""Golden conversations: what the clients of recorded conversations said is said to our server, on the
recorded board, and what it answers is compared, byte for byte, with what the official servers answered.

usage: golden.py KIELWASSER [--game GAME] [--only SCENARIO] [--verbose] [--own]

Recordings of the official servers lie beside the project (../shared/games, seasons.py); without them,
or with --own, only our own conversations in tests/server/golden are held.  Where we differ on purpose,
allowed.py says why."""
import argparse
import concurrent.futures
import itertools
import os
import re
import selectors
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections import Counter

import allowed
import boards
import own
import seasons
import transcripts
from layout import ROOT, print_element, without_blanks
from lines import PASSWORD, Line, Server
from patience import RUN_S
from transcripts import CLIENT_CLOSED, GOODBYE, SENT, SERVER_CLOSED, TOLD, UUID

HERE = os.path.dirname(os.path.abspath(__file__))
RECORDINGS = os.path.join(HERE, "../../../shared/games")
SCALE = 0.3  # where time limits matter, a recorded second lasts this long
PATIENCE = 10.0  # seconds for an answer that has to come
OTHERS_PATIENCE = 0.3  # seconds for what others should have heard by now
NAMING = ("prepared", "joined", "joinedGameRoom")  # messages that tell new ids
GRACE = 0.06  # seconds in which an answer that must not come would come


# ---- saying it again ----

class Replay:
    """One conversation, said again."""

    def __init__(self, game, connections, server, is_scaled):
        self.game, self.connections, self.server, self.is_scaled = game, connections, server, is_scaled
        self.selector, self.lines = selectors.DefaultSelector(), {}
        self.ids = {}  # recorded -> ours
        self.due = {connection: 0 for connection in connections}  # messages that must have come by now
        self.must_be_closed = set()
        self.told_ids = {word for connection in connections for event in connection.told()
                         for word in UUID.findall(event.text)}
        self.learned = Counter()  # messages of a connection whose ids are known
        self.has_waited_in_vain = False

    def pump(self, seconds):
        for key, _ in self.selector.select(seconds):
            key.data.read()
        self.learn_ids()

    def learn_ids(self):
        for connection, line in self.lines.items():
            pairs = list(zip(connection.told(), line.heard))
            for recorded, ours in pairs[self.learned[connection]:]:
                if recorded.what.tag == ours.element.tag and recorded.what.tag in NAMING:
                    self.ids.update(zip(UUID.findall(recorded.text), UUID.findall(ours.text)))
            self.learned[connection] = len(pairs)

    def translate(self, text):
        return UUID.sub(lambda match: self.ids.get(match[0], match[0]), text)

    def has_come(self, connection):
        line = self.lines.get(connection)
        return line is None or (len(line.heard) >= self.due[connection] and
                                (line.is_closed or connection not in self.must_be_closed))

    def knows_ids(self, text):
        return all(word in self.ids or word not in self.told_ids for word in UUID.findall(text))

    def wait(self, connection, text=""):
        """Until everything has come that the recording shows up to here: for this connection, and if
        clocks were set well also for the others."""
        began = time.monotonic()
        while (waited := time.monotonic() - began) < PATIENCE:
            is_ready = self.has_come(connection) and self.knows_ids(text)
            if is_ready and (waited > OTHERS_PATIENCE or all(map(self.has_come, self.connections))):
                return
            if self.has_waited_in_vain and waited > OTHERS_PATIENCE:
                return
            self.pump(0.01)
        self.has_waited_in_vain = True

    def rest(self, seconds):
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self.pump(left)

    def settle(self):
        self.rest(0.002)
        self.server.settle()

    def say(self, connection, text):
        if connection not in self.lines:
            self.lines[connection] = Line(self.server.port, self.selector)
        self.lines[connection].send(self.translate(text).replace('"examplepw"', '"%s"' % PASSWORD))
        # The others must not overtake a password, which a thread looks at.
        if "<authenticate" in text:
            self.settle()

    def run(self):
        events = cut_end(transcripts.timeline(self.connections))
        last_seconds = {}
        for i, (connection, event) in enumerate(events):
            if event.kind == TOLD:
                self.due[connection] += 1
            elif event.kind in (GOODBYE, SERVER_CLOSED):
                self.must_be_closed.add(connection)
            elif event.kind == SENT:
                self.wait(connection, event.what)
                pause = event.seconds - last_seconds.get(connection, event.seconds)
                if self.is_scaled and pause > 1.9:
                    self.server.wait_by_its_clock(pause * SCALE, self.rest)
                self.say(connection, event.what)
                if i + 1 < len(events) and events[i + 1][0] is not connection:
                    self.settle()  # what needs no answer must not be overtaken by the next connection
            elif connection in self.lines:
                self.wait(connection)
                self.lines[connection].close()
                self.settle()
            last_seconds[connection] = event.seconds
        for connection in self.connections:
            self.wait(connection)
        self.rest(GRACE)
        self.selector.close()
        for line in self.lines.values():
            line.socket.close()


def leavers(events):
    """Whoever closed its line at the end and has lost the game by that, as others heard."""
    told = [(connection, event.text) for connection, event in events if event.kind == TOLD]
    have_result = {connection for connection, text in told if '"result"' in text}
    is_lost = any("verlassen: LOST_CONNECTION" in text for _, text in told)
    players = {connection for connection, text in told if '"welcomeMessage"' in text}
    return players - have_result if is_lost else set()


def cut_end(events):
    """Without the clients' closing at the end of the recording and what only follows from it."""
    lost, kept = leavers(events), []
    while events and (events[-1][1].kind == CLIENT_CLOSED or
                      (events[-1][1].kind == SERVER_CLOSED and not has_said_goodbye(events, events[-1][0]))):
        if events[-1][0] in lost and events[-1][1].kind == CLIENT_CLOSED:
            kept.append(events[-1])
        events = events[:-1]
    return events + kept


def has_said_goodbye(events, connection):
    """Did the server close this line by itself, or before the client did?"""
    kinds = [event.kind for other, event in events if other is connection]
    return GOODBYE in kinds or (SERVER_CLOSED in kinds and CLIENT_CLOSED not in kinds)


# ---- comparing ----

def shorten(text):
    text = re.sub(r"\s+", " ", text)
    return text if len(text) < 300 else text[:300] + "…"


def show(text):
    return shorten(without_blanks(text)) if text else "nothing"


def show_place(theirs, ours):
    """Where two texts part."""
    at = next((i for i, pair in enumerate(zip(theirs, ours)) if pair[0] != pair[1]), min(len(theirs), len(ours)))
    return tuple(text[max(0, at - 40):at + 60] for text in (theirs, ours))


class Comparison:
    def __init__(self, game, scenario, replay):
        self.game, self.scenario, self.replay, self.faults = game, scenario, replay, []

    def fault(self, connection, text):
        self.faults.append("%s: %s" % (connection.name, text))

    def compare(self):
        for connection in self.replay.connections:
            line = self.replay.lines.get(connection)
            if line:
                self.compare_line(connection, line)
        return self.faults

    def compare_line(self, connection, line):
        for i, (event, message) in enumerate(itertools.zip_longest(connection.told(), line.heard)):
            if event is None or message is None or self.kind(event.what) != self.kind(message.element):
                self.fault(connection, "message %d\n      official %s\n      ours     %s" %
                           (i + 1, show(event and event.text), show(message and message.text)))
                return
            text = message.text
            if i == 0 and not text.startswith(ROOT):
                self.fault(connection, "the first message does not begin with " + ROOT)
            fault = self.difference(event, text.removeprefix(ROOT), message.element)
            if fault:
                self.fault(connection, "message %d: %s" % (i + 1, fault))
                return
        self.compare_end(connection, line)

    def compare_end(self, connection, line):
        kinds = [event.kind for event in connection.events]
        says_goodbye, closes = GOODBYE in kinds, GOODBYE in kinds or SERVER_CLOSED in kinds
        if closes != line.was_closed_by_server:
            self.fault(connection, "the line is %s, ours %s" % tuple(
                "closed" if is_closed else "open" for is_closed in (closes, line.was_closed_by_server)))
        elif says_goodbye != line.splitter.is_ended:
            self.fault(connection, "good-bye: official %s, ours %r" % (says_goodbye, line.splitter.rest))
        elif line.splitter.rest not in ("", "<protocol/>" if not line.heard else "\n</protocol>"):
            self.fault(connection, "at the end ours says %r" % line.splitter.rest)

    @staticmethod
    def kind(message):
        data = message.find("data")
        return message.tag, data.get("class") if message.tag == "room" and data is not None else None

    def is_second_board(self, theirs, ours):
        rooms = [m.get("roomId") for c in self.replay.connections for m in c.messages()
                 if m.find("data/state") is not None]
        is_same_room = self.replay.ids.get(theirs.get("roomId")) == ours.get("roomId")
        return (self.kind(theirs)[1] == "memento" and theirs.get("roomId") != rooms[0] and is_same_room and
                allowed.allow("second board"))

    def difference(self, event, text, element):
        """How a message of ours, a text and its element, differs from the recorded one; None: not at all, or only
        on purpose."""
        official = self.replay.translate(event.text)
        if official == text:
            return None
        if print_element(element) != text:
            return "the layout is %r, ours %r" % show_place(print_element(element), text)
        if self.is_second_board(event.what, element):
            return None
        promised = ET.fromstring(official)
        path = self.unlike(promised, element)
        if path:
            return path
        if print_element(promised) != text:
            return "official %r, ours %r" % show_place(print_element(promised), text)
        return None

    def unlike(self, theirs, ours, path=""):
        """Where two elements differ, as a path; None: nowhere.  Differences on purpose are written into `theirs`."""
        path = path + "/" + theirs.tag
        if theirs.tag != ours.tag:
            return path + " is " + ours.tag
        if theirs.get("golden") == "called off":
            return take_over(theirs, ours) if allowed.is_called_off(ours) else path + " is not called off"
        name = allowed.different_attribute(self.game, theirs, ours)
        if name:
            return "%s/@%s is %r, ours %r" % (path, name, theirs.get(name), ours.get(name))
        if len(ours) == len(theirs) == 0 and theirs.text != ours.text:
            if not allowed.same_text(theirs, theirs.text or "", ours.text or ""):
                return "%s is %r, ours %r" % (path, theirs.text, ours.text)
            theirs.text = ours.text
        allowed.match_children(self.game, theirs, ours)
        if [child.tag for child in theirs] != [child.tag for child in ours]:
            return path + " has other children"
        return next((found for pair in zip(theirs, ours) if (found := self.unlike(*pair, path))), None)


def take_over(theirs, ours):
    """What is wanted is what we have."""
    theirs.attrib.clear()
    theirs.attrib.update(ours.attrib)
    theirs[:] = ours


# ---- scenarios ----

def fill_river(program, game, text):
    """Segments that no recorded state shows are drawn."""
    console = subprocess.run([program, "engine", game], text=True, capture_output=True, timeout=RUN_S,
                             input="position %s rules=server\nfill seed=1\nquit\n" % text)
    return console.stdout.splitlines()[1].removeprefix("ok ").removesuffix(" rules=server")


def options_for(program, game, connections, is_scaled):
    options = ["--soft", "700", "--hard", "3000"] if is_scaled else ["--soft", "20000", "--hard", "60000"]
    is_loaded = any("<loadGameInfo" in connection.sent() for connection in connections)
    text = None if is_loaded else boards.start_text(game, connections)
    if text and "?" in text:
        text = fill_river(program, game, text)
    return options + (["--start", text] if text else [])


def needs_time_limits(name, connections):
    causes = (score.get("cause") or "" for c in connections for m in c.messages() for score in m.iter("score"))
    reasons = (winner.get("reason") or "" for c in connections for m in c.messages() for winner in m.iter("winner"))
    return "timeout" in name or any("TIMEOUT" in c for c in causes) or any("Sekunden" in r for r in reasons)


def hold(program, game, name, connections):
    """Faults of one conversation."""
    is_scaled = needs_time_limits(name, connections)
    server = Server(program, game, *options_for(program, game, connections, is_scaled))
    try:
        replay = Replay(game, connections, server, is_scaled)
        replay.run()
    finally:
        complaints = server.complaints()
    faults = Comparison(game, name, replay).compare()
    return faults + ([complaints] if complaints else [])


def own_game(game, args):
    return own.run_game(args.program, game, args.only)


def recorded_game(game, args):
    """Lines to print, and how many conversations were different."""
    lines = []
    folder = os.path.join(RECORDINGS, seasons.folder_of(game))
    counts = {"same": 0, "different": 0, "skipped": 0}
    for name, connections in transcripts.read_scenarios(game, folder).items():
        if args.only and name != args.only:
            continue
        reason = allowed.SKIPPED.get((game, name))
        if reason:
            counts["skipped"] += 1
            lines.append("  skipped %s %s: %s" % (game, name, reason))
            continue
        began = time.monotonic()
        allowed.adapt(game, name, connections)
        faults = hold(args.program, game, name, connections)
        counts["different" if faults else "same"] += 1
        if faults or args.verbose:
            verdict = "FAILED " if faults else "ok     "
            lines.append("%s %s %s (%.1f s)" % (verdict, game, name, time.monotonic() - began))
        lines += ["    " + fault for fault in faults]
    lines.append("%s: %d conversations as recorded, %d different, %d skipped" % (game, *counts.values()))
    return lines, counts["different"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--game", choices=seasons.GAMES)
    parser.add_argument("--only", help="the name of one conversation")
    parser.add_argument("--own", action="store_true", help="only our own conversations")
    parser.add_argument("-v", "--verbose", action="store_true")
    args = parser.parse_args()
    args.program = os.path.abspath(args.program)
    has_recordings = os.path.isdir(RECORDINGS) and not args.own
    if not has_recordings:
        print("skipped: no recordings of the official servers beside the project, only our own conversations")
    kinds = [own_game, recorded_game] if has_recordings else [own_game]
    jobs = [(kind, game) for game in ([args.game] if args.game else seasons.GAMES) for kind in kinds]
    bad = 0
    # Most of the time everybody waits: the games go side by side.
    with concurrent.futures.ThreadPoolExecutor(len(seasons.GAMES)) as pool:
        for lines, different in pool.map(lambda job: job[0](job[1], args), jobs):
            print("\n".join(lines))
            bad += different
    allowed.print_summary()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
