"""Conversations of our own making, in tests/server/golden/*.txt, so that something runs always.

    == a name                    begins a conversation; a file is named after its game
    serve --soft 250             more options of the server (--start takes the rest of its line)
    red> TEXT                    red sends TEXT; the first time, red connects
    red< PATTERN                 red hears a message like PATTERN next
    red= TEXT                    red hears exactly this message next, but for the blanks between its tags
    red closes                   red closes its line
    red is closed                our server closes red's line
    wait 0.3                     seconds of the server's clock
    blue>. TEXT                  sends TEXT byte by byte
    $r                           in a pattern: any text, which then is $r; afterwards: that text

A pattern is an element: its tag, the attributes and the text it mentions must be there, and its children, in
their order; more may be there.  Every message must be printed as the official servers did (layout.py).  Short
for the usual ones, with $r as the room: joined, left, request, welcome COLOUR, state TURN, result CAUSE CAUSE
[winner COLOUR]; since 2024 there is one cause, REGULAR or IRREGULAR.  At the end nobody may have heard more."""
import os
import re
import selectors
import time
import xml.etree.ElementTree as ET

import seasons
from layout import ROOT, print_element, without_blanks
from lines import Line, Server
from patience import PATIENCE_S

GRACE = 0.06
OLD_REQUEST = "sc.framework.plugins.protocol.MoveRequest"


class Fault(Exception):
    pass


def read(path):
    """[(name, [line])]"""
    talks = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line.startswith("== "):
                talks.append((line[3:], []))
            elif line.strip() and not line.startswith("#"):
                talks[-1][1].append((number, line))
    return talks


def expand(game, words):
    """The XML of a short pattern."""
    room = '<room roomId="$r"><data class="%s"%s'
    kind, rest = words[0], words[1:]
    if kind in ("joined", "left", "observed"):
        return '<%s roomId="$r"/>' % kind
    if kind == "request":
        return room % ("moveRequest" if game in seasons.NEW else OLD_REQUEST, "/></room>")
    if kind == "welcome":
        return room % ("welcomeMessage", ' color="%s"/></room>' % rest[0])
    if kind == "state":
        return room % ("memento", '><state turn="%s"/></data></room>' % rest[0])
    if kind == "result" and game in seasons.NEWEST:
        team = ' team="%s"' % rest[2] if len(rest) > 1 else ""
        regular = "true" if rest[0] == "REGULAR" else "false"
        return room % ("result", '><winner%s regular="%s"/></data></room>' % (team, regular))
    if kind == "result":
        scores = ['<score cause="%s"/>' % cause for cause in rest[:2]]
        if game == "penguins":
            scores = ["<scores>", *("<entry>%s</entry>" % score for score in scores), "</scores>"]
        attribute = "team" if game == "penguins" else "color"
        winner = '<winner %s="%s"/>' % (attribute, rest[3]) if len(rest) > 2 else '<winner golden="none"/>'
        return room % ("result", ">%s%s</data></room>" % ("".join(scores), winner))
    raise Fault("no such pattern: " + " ".join(words))


class Talk:
    def __init__(self, game, server):
        self.game, self.server = game, server
        self.selector, self.lines, self.heard, self.names = selectors.DefaultSelector(), {}, {}, {}

    # ---- patterns ----

    def same(self, wanted, value):
        """A text with $names in it; a new name learns what it stands for."""
        if value is None:
            return False
        name = re.fullmatch(r"\$(\w+)", wanted)
        if name and name[1] not in self.names:
            self.names[name[1]] = value
            return True
        return self.fill(wanted) == value

    def fill(self, text):
        return re.sub(r"\$(\w+)", lambda match: self.names.get(match[1], match[0]), text)

    def matches(self, pattern, element):
        if pattern.tag != element.tag:
            return False
        if not all(self.same(value, element.get(name)) for name, value in pattern.items()):
            return False
        text = (pattern.text or "").strip()
        if text and not self.same(text, (element.text or "").strip()):
            return False
        if any(child.get("golden") == "none" and element.find(child.tag) is not None for child in pattern):
            return False
        children = iter(element)
        return all(any(self.matches(wanted, child) for child in children)
                   for wanted in pattern if wanted.get("golden") != "none")

    # ---- deeds ----

    def pump(self, seconds):
        for key, _ in self.selector.select(seconds):
            key.data.read()

    def rest(self, seconds):
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self.pump(left)

    def say(self, who, text, is_bytewise):
        if who not in self.lines:
            self.lines[who], self.heard[who] = Line(self.server.port, self.selector), 0
        for part in self.fill(text) if is_bytewise else [self.fill(text)]:
            self.lines[who].send(part)
            self.rest(0.001 if is_bytewise else 0)
        # The next connection must not overtake what needs no answer, such as a password, which a thread looks at.
        self.rest(0.002)
        self.server.settle()

    def next_message(self, who, words):
        line, until = self.lines[who], time.monotonic() + PATIENCE_S
        while len(line.heard) <= self.heard[who]:
            if line.is_closed or time.monotonic() > until:
                raise Fault("%s hears nothing, wanted %s" % (who, words))
            self.pump(0.01)
        message = line.heard[self.heard[who]]
        self.heard[who] += 1
        if message.text.removeprefix(ROOT) != print_element(message.element):
            raise Fault("%s hears another layout: %r" % (who, message.text[:400]))
        return message

    def hear(self, who, words):
        element = self.next_message(who, words).element
        text = words if words.startswith("<") else expand(self.game, words.split())
        if not self.matches(ET.fromstring(text), element):
            got = re.sub(r"\s+", " ", ET.tostring(element, encoding="unicode"))
            raise Fault("%s hears %s\n      wanted %s" % (who, got[:400], self.fill(text)))

    def hear_exactly(self, who, words):
        text = without_blanks(self.next_message(who, words).text.removeprefix(ROOT))
        pattern = re.sub(r"\\\$(\w+)", r"(?P<\1>[^\"<]*)", re.escape(self.fill(words)), count=1)
        match = re.fullmatch(pattern, text)
        if not match:
            raise Fault("%s hears %s\n      wanted %s" % (who, text[:400], self.fill(words)[:400]))
        self.names.update(match.groupdict())

    def see_closed(self, who):
        until = time.monotonic() + PATIENCE_S
        while not self.lines[who].was_closed_by_server:
            if time.monotonic() > until:
                raise Fault("%s is not closed" % who)
            self.pump(0.01)

    def do(self, line):
        order = re.match(r"(\w+)(<|=|>\.|>) ?(.*)|(\w+) (closes|is closed)$|wait ([\d.]+)$", line)
        if not order:
            raise Fault("makes no sense")
        who, sign, text, other, deed, seconds = order.groups()
        if sign == "<":
            self.hear(who, text)
        elif sign == "=":
            self.hear_exactly(who, text)
        elif sign:
            self.say(who, text, sign == ">.")
        elif deed == "closes":
            self.lines[other].close()
            self.rest(0.002)
            self.server.settle()
        elif deed:
            self.see_closed(other)
        else:
            self.server.wait_by_its_clock(float(seconds), self.rest)

    def end(self):
        self.rest(GRACE)
        for who, line in self.lines.items():
            if len(line.heard) > self.heard[who]:
                extra = re.sub(r"\s+", " ", line.heard[self.heard[who]].text)
                raise Fault("%s hears more: %s" % (who, extra[:400]))
            line.socket.close()
        self.selector.close()


def options_of(lines):
    options = []
    for _, line in lines:
        if line.startswith("serve --start "):
            options += ["--start", line[len("serve --start "):]]
        elif line.startswith("serve "):
            options += line.split()[1:]
    return options


def hold(program, game, lines):
    """What went wrong, or an empty text."""
    server = Server(program, game, "--soft", "20000", "--hard", "60000", *options_of(lines))
    talk, number = Talk(game, server), 0
    try:
        for number, line in lines:
            if not line.startswith("serve "):
                talk.do(line)
        talk.end()
        fault = ""
    except Fault as why:
        fault = "line %d: %s" % (number, why)
    complaints = server.complaints()
    return fault + complaints


def run_game(program, game, only=None):
    """Lines to print, and how many conversations went wrong."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden", game + ".txt")
    lines, bad, talks = [], 0, [talk for talk in read(path) if only in (None, talk[0])]
    for name, orders in talks:
        fault = hold(program, game, orders)
        if fault:
            bad += 1
            lines.append("FAILED  %s, our own „%s“: %s" % (game, name, fault))
    lines.append("%s: %d conversations of our own, %d went wrong" % (game, len(talks), bad))
    return lines, bad
