#!/usr/bin/env python3
"""Pairs of strict clients, as unforgiving as the old clients of all languages are together, play whole games
of every season against our server with random legal moves.

usage: strict_client.py KIELWASSER [--game GAME] [--games N] [--seed N]

Every byte that the server sends is looked at: the first segment, whole messages in a segment, layout, elements
and attributes, the order of messages, states that our console takes, and equal regular results."""
import argparse
import os
import random
import re
import socket
import subprocess
import sys
import threading

import boards
import house
import seasons
from layout import ROOT, Splitter, print_element
from patience import PATIENCE_S

GAP_MS = "20"  # between two messages to a player, so that each comes alone
TCP_INFO_SIZE, DATA_SEGS_IN = 256, 152  # of the kernel's struct tcp_info: its size at most, tcpi_data_segs_in
REQUESTS = {True: "moveRequest", False: "sc.framework.plugins.protocol.MoveRequest"}
COMMON = ("joined room data state board lastMove definition fragment aggregation relevantForRanking score part "
          "winner left ")
KNOWN = {
    "mississippi": "red blue tiles tile fields field acceleration turn advance push",
    "piranhas": "red blue fields field",
    "hive": "red blue fields field null piece undeployedRedPieces undeployedBluePieces start destination",
    "penguins": "startTeam list field from to fishes int scores entry player",
    "piranhas26": "row field from direction scores entry player",
    "mississippi24": "segment center field-array water island goal passenger ship position actions acceleration turn "
                     "advance push scores entry player",
}
NEEDED = {
    "mississippi": {"state": "class turn startPlayer currentPlayer freeTurn", "tile": "visible index direction",
                    "red": "displayName color points x y direction speed coal tile passenger",
                    "field": "type x y points"},
    "piranhas": {"state": "class startPlayerColor currentPlayerColor turn", "red": "color", "field": "x y state"},
    "hive": {"state": "class currentPlayerColor turn", "red": "color", "field": "x y z isObstructed",
             "piece": "owner type"},
    "penguins": {"state": "class turn", "player": "team"},
    "piranhas26": {"state": "class startTeam turn", "player": "team", "winner": "regular reason", "from": "x y"},
    "mississippi24": {"state": "class startTeam turn currentTeam", "board": "nextDirection", "segment": "direction",
                      "center": "q r s", "position": "q r s", "passenger": "direction passenger", "player": "team",
                      "ship": "team direction speed coal passengers freeTurns points stuck",
                      "winner": "regular reason"},
}
STUCK = "kann sich nicht mehr bewegen."  # the server of 2024 calls this end of the rules irregular
COLUMNS = "abcdefghij"
EIGHT = {(0, 1): "UP", (1, 1): "UP_RIGHT", (1, 0): "RIGHT", (1, -1): "DOWN_RIGHT", (0, -1): "DOWN",
         (-1, -1): "DOWN_LEFT", (-1, 0): "LEFT", (-1, 1): "UP_LEFT"}


class Fault(Exception):
    pass


class Console:
    """One `kielwasser engine GAME`."""

    def __init__(self, program, game):
        self.process = subprocess.Popen([program, "engine", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().rstrip("\n")

    def moves(self, position):
        answer = self.ask("position " + position)
        if not answer.startswith("ok"):
            raise Fault("the console refuses a state: %s for %s" % (answer[:120], position[:200]))
        return self.ask("moves").split()[2:]

    def close(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE_S)


# ---- moves in the words of the seasons ----

def sign(value):
    return (value > 0) - (value < 0)


def squares(move):
    """x, y, and the direction of a move between two squares (a4c4)."""
    x, y, u, v = COLUMNS.index(move[0]), int(move[1]), COLUMNS.index(move[2]), int(move[3])
    return x, y, EIGHT[sign(u - x), sign(v - y)]


def piranhas(move, team):
    return '<data class="move" x="%d" y="%d" direction="%s"/>' % squares(move)


def piranhas26(move, team):
    return '<data class="move"><from x="%d" y="%d"/><direction>%s</direction></data>' % squares(move)


def penguins(move, team):
    def doubled(square):
        row = int(square[1]) - 1
        return 2 * COLUMNS.index(square[0]) + row % 2, row

    start = '<from x="%d" y="%d"/>' % doubled(move[:2]) if len(move) == 4 else ""
    return '<data class="move">%s<to x = "%d" y="%d"/></data>' % (start, *doubled(move[-2:]))


def hive(move, team):
    def cube(text):
        x, y = map(int, text.split(","))
        return "x='%d' y='%d' z='%d'" % (x, y, -x - y)

    if move == "-":
        return '<data class="skipmove"/>'
    if "@" in move:
        kind = {letter.upper(): name for name, letter in boards.PIECES.items()}[move[0]]
        return ('<data class="setmove"><piece owner="%s" type="%s"/><destination %s/></data>' %
                (team.upper(), kind, cube(move[2:])))
    start, end = move.split(">")
    return '<data class="dragmove"><start %s/><destination %s/></data>' % (cube(start), cube(end))


ACTIONS = {"acc": ("acceleration", "acc"), "turn": ("turn", "direction"), "step": ("advance", "distance"),
           "push": ("push", "direction")}


def actions(move):
    for action in move.split(";"):
        kind, value = action.split(":")
        yield *ACTIONS[kind], value.lstrip("+")


def mississippi(move, team):
    return '<data class="move">%s</data>' % "".join(
        '<%s order="%d" %s="%s"/>' % (tag, i, name, value) for i, (tag, name, value) in enumerate(actions(move)))


def mississippi24(move, team):
    return '<data class="move"><actions>%s</actions></data>' % "".join(
        '<%s %s="%s"/>' % action for action in actions(move))


SPELLINGS = {"piranhas": piranhas, "hive": hive, "mississippi": mississippi, "penguins": penguins,
             "piranhas26": piranhas26, "mississippi24": mississippi24}


# ---- a client ----

class Client:
    def __init__(self, program, game, port, seed):
        self.game, self.random, self.console = game, random.Random(seed), Console(program, game)
        self.known = set((COMMON + KNOWN[game]).split())
        self.states, self.room, self.team, self.result, self.is_over = [], None, None, None, False
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(PATIENCE_S)
        self.fault = None

    def send(self, text):
        self.socket.sendall(text.encode())

    def run(self):
        try:
            self.play()
        except (Fault, OSError, ValueError, KeyError) as why:
            self.fault = "%s: %s" % (type(why).__name__, why)
        finally:
            self.console.close()
            self.socket.close()

    def play(self):
        splitter, is_first, heard = Splitter(), True, 0
        self.send("<protocol><join gameType='%s'/>" % seasons.TYPES[self.game])
        while not self.is_over:
            chunk = self.socket.recv(1 << 20)
            if not chunk:
                raise Fault("the line is closed before the end")
            if is_first and not re.match(rb'<protocol>\n  <joined roomId="[^"]+"/>', chunk):
                raise Fault("the first segment does not have protocol and joined: %r" % chunk[:90])
            is_first = False
            messages = splitter.feed(chunk)
            heard += len(messages)
            if messages and splitter.rest.strip():
                raise Fault("a message ends inside a segment: %r" % splitter.rest[:60])
            # On a busy machine we may be late and read several segments at once: the kernel has counted them.
            if heard > self.segments():
                raise Fault("%d messages came in %d segments" % (heard, self.segments()))
            for message in messages:
                self.check(message)
                self.hear(message.element)
        self.send("</protocol>")

    def segments(self):
        """How many segments with data came on this connection."""
        info = self.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO_SIZE)
        return int.from_bytes(info[DATA_SEGS_IN:DATA_SEGS_IN + 4], sys.byteorder)

    def check(self, message):
        element = message.element
        if message.text.removeprefix(ROOT) != print_element(element):
            raise Fault("another layout: %r" % message.text[:200])
        for part in element.iter():
            if part.tag not in self.known:
                raise Fault("unknown element <%s>" % part.tag)
            if "roomId" in part.attrib and next(iter(part.attrib)) != "roomId":
                raise Fault("roomId is not the first attribute")
            lacking = [name for name in NEEDED[self.game].get(part.tag, "").split() if name not in part.attrib]
            if lacking:
                raise Fault("<%s> lacks %s" % (part.tag, " ".join(lacking)))

    def hear(self, element):
        if element.tag == "joined":
            self.room = element.get("roomId")
        elif element.tag == "left":
            self.is_over = True
        elif element.tag == "room":
            self.hear_room(element.find("data"))
        else:
            raise Fault("unknown message <%s>" % element.tag)

    def hear_room(self, data):
        kind = data.get("class")
        if kind == "welcomeMessage":
            self.team = {"ONE": "red", "TWO": "blue"}.get(data.get("color"), data.get("color"))
        elif kind == "memento":
            self.states.append(data.find("state"))
        elif kind == REQUESTS[self.game in seasons.NEW]:
            self.move()
        elif kind == "result":
            self.hear_result(data)
        else:
            raise Fault("%s: %s" % (kind, data.get("message")))

    def move(self):
        if self.team is None or not self.states:
            raise Fault("asked before welcome and state")
        moves = self.console.moves(self.position())
        if not moves:
            raise Fault("asked without a legal move: " + self.position())
        self.send('<room roomId="%s">%s</room>' %
                  (self.room, SPELLINGS[self.game](self.random.choice(moves), self.team)))

    def position(self):
        """The newest state, in which our side is to move, with the river of all states."""
        state = self.states[-1]
        text = boards.TEXTS[self.game]([state] + self.states[:-1])
        if self.game == "penguins":  # there the state does not say who is to move
            words = text.split(" ")
            words[1] = self.team[0]
            text = " ".join(words)
        return text

    def hear_result(self, data):
        winner = data.find("winner")
        causes = {score.get("cause") for score in data.iter("score")}
        is_regular = causes == {"REGULAR"} if self.game not in seasons.NEWEST else winner.get("regular") == "true"
        if not is_regular and not (self.game == "mississippi24" and winner.get("reason").endswith(STUCK)):
            raise Fault("irregular end: %s" % print_element(data)[-300:])
        if data.find("definition") is None:
            raise Fault("a result without a definition")
        self.result = print_element(data)


def play_pair(program, game, port, seed):
    """Faults of one game."""
    clients = [Client(program, game, port, 2 * seed + i) for i in range(2)]
    threads = [threading.Thread(target=client.run) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    faults = [client.fault for client in clients if client.fault]
    if not faults and clients[0].result != clients[1].result:
        faults.append("the players got different results")
    return faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--game", choices=seasons.GAMES)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    program, bad = os.path.abspath(args.program), 0
    for game in [args.game] if args.game else seasons.GAMES:
        server = house.Server(program, "--game", game, "--pace", GAP_MS, "--seed", str(args.seed), "--no-timeout")
        faults = [fault for i in range(args.games) for fault in play_pair(program, game, server.port, args.seed + i)]
        server.stop()
        for fault in faults:
            print("FAULT  %s: %s" % (game, fault))
        print("%s: %d games, %d faults" % (game, args.games, len(faults)))
        bad += len(faults)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
