"""A player of piranhas that speaks XML and remembers the moves that it was told; what the database says of them."""
import contextlib
import random
import re
import sqlite3
import subprocess
import threading
import time

from house import Talk

LETTERS = {"EMPTY": ".", "RED": "r", "BLUE": "b", "OBSTRUCTED": "o"}
DIRECTIONS = {(0, 1): "UP", (1, 1): "UP_RIGHT", (1, 0): "RIGHT", (1, -1): "DOWN_RIGHT",
              (0, -1): "DOWN", (-1, -1): "DOWN_LEFT", (-1, 0): "LEFT", (-1, 1): "UP_LEFT"}


class Engine:
    """The console: knows the legal moves."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "engine", "piranhas"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def set_board(self, memento):
        """Takes the board of the first memento."""
        fields = {(int(x), int(y)): LETTERS[state] for x, y, state in
                  re.findall(r'<field x="(\d)" y="(\d)" state="(\w+)"', memento)}
        rows = "/".join("".join(fields[x, y] for x in range(10)) for y in reversed(range(10)))
        answer = self.ask(f"position {rows} r 0")
        assert answer.startswith("ok"), answer

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def close(self):
        self.process.communicate("quit\n")


class Bot(threading.Thread):
    """A piranhas player; `seen` are the moves whose memento it got, `answers` those that it has sent."""

    def __init__(self, server, delay=0.0):
        super().__init__()
        self.talk = Talk(server.port)
        self.engine = Engine(server.program)
        self.delay = delay
        self.seen, self.answers = [], 0
        self.result = ""
        self.talk.say('<protocol><join gameType="swc_2019_piranhas" pace="0"/>')
        self.room = self.talk.hear('<joined roomId="([^"]+)"')[1]

    def answer(self):
        move = random.choice(self.engine.ask("moves").split()[2:])
        x, y, to_x, to_y = ord(move[0]) - 97, int(move[1]), ord(move[2]) - 97, int(move[3])
        step = ((to_x > x) - (to_x < x), (to_y > y) - (to_y < y))
        self.talk.say(f'<room roomId="{self.room}"><data class="move" x="{x}" y="{y}" '
                      f'direction="{DIRECTIONS[step]}"><hint content="ply {len(self.seen)}"/></data></room>')
        self.answers += 1

    def run(self):
        with contextlib.suppress(EOFError, ConnectionError):
            while not self.result:
                message = self.talk.hear(r'<room .*?</room>')[0]
                move = re.search(r'<lastMove class="move" x="(\d)" y="(\d)" direction="(\w+)"', message)
                if 'class="memento"' in message and not move:
                    self.engine.set_board(message)
                elif 'class="memento"' in message:
                    words = f"{chr(97 + int(move[1]))}{move[2]}>{move[3]}"
                    self.engine.ask("play " + words)
                    self.seen.append(words)
                elif "MoveRequest" in message:
                    time.sleep(self.delay)
                    self.answer()
                elif 'class="result"' in message:
                    self.result = message
        self.engine.close()
        self.talk.close()


def pair(server, **options):
    bots = [Bot(server, **options) for _ in range(2)]
    for bot in bots:
        bot.start()
    return bots


def ask(folder, sql, *values):
    db = sqlite3.connect(f"file:{folder}/kielwasser.db?mode=ro", uri=True, timeout=10)
    try:
        return db.execute(sql, values).fetchall()
    finally:
        db.close()
