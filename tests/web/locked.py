"""Games whose moves are answered while another process holds the write lock of the server's database.  For the test
that the server's loop never waits for it (play.py), and for the figure (tools/measure.py locked-store)."""
import os
import subprocess
import sys
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, "..", "server"))
from house import Talk

PLIES = 40  # of a game, before the next one begins; a game of Piranhas can end soon after
DIRECTIONS = {(1, 0): "RIGHT", (1, 1): "UP_RIGHT", (0, 1): "UP", (-1, 1): "UP_LEFT", (-1, 0): "LEFT",
              (-1, -1): "DOWN_LEFT", (0, -1): "DOWN", (1, -1): "DOWN_RIGHT"}
HOLD = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA busy_timeout = 60000")
db.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""


class Lock:
    """A process that holds the write lock until release()."""

    def __init__(self, data):
        path = os.path.join(data, "kielwasser.db")
        self.process = subprocess.Popen([sys.executable, "-c", HOLD, path], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "locked\n"

    def is_held(self):
        return self.process.poll() is None

    def release(self):
        self.process.communicate()


class HttpGame:
    """Two people at browsers."""

    def __init__(self, site, console):
        self.site, self.console, self.plies = site, console, PLIES

    def move(self):
        """Plays one move; seconds until it was answered."""
        if self.plies == PLIES:
            self.id, self.secrets = self.site.open("piranhas")
            self.plies = 0
        game = self.site.wait(self.id, lambda now: now["phase"] == "running" and now["ply"] == self.plies)
        words = self.console.moves(game["position"])[0]
        start = time.perf_counter()
        status, answer = self.site.move(self.id, self.secrets[game["side"]], self.plies, words)
        seconds = time.perf_counter() - start
        assert status == 200, answer
        self.plies += 1
        return seconds


class XmlGame:
    """Two programs that speak XML."""

    def __init__(self, site, console):
        self.site, self.console, self.plies, self.talks = site, console, PLIES, []

    def begin(self):
        self.close()
        self.talks = [Talk(self.site.port), Talk(self.site.port)]
        for talk in self.talks:
            talk.say('<protocol><join gameType="swc_2019_piranhas"/>')
            self.room = talk.hear(r'<joined roomId="([^"]+)"/>')[1]
        colours = [talk.hear('welcomeMessage" color="([A-Za-z]+)"')[1].lower() for talk in self.talks]
        if colours[0] != "red":
            self.talks.reverse()
        self.talks[0].hear("(?i)moveRequest")
        self.plies = 0

    def move(self):
        """Plays one move; seconds until the other side was asked for its own."""
        if self.plies == PLIES:
            self.begin()
        game = self.site.get(f"/api/games/{self.room}")
        words = self.console.moves(game["position"])[0]
        x, y, to_x, to_y = (ord(one) - ord("a") if one.isalpha() else int(one) for one in words)
        way = DIRECTIONS[(to_x > x) - (to_x < x), (to_y > y) - (to_y < y)]
        red = game["side"] == "red"
        asked, other = self.talks[not red], self.talks[red]
        start = time.perf_counter()
        asked.say(f'<room roomId="{self.room}"><data class="move" x="{x}" y="{y}" direction="{way}"/></room>')
        other.hear("(?i)moveRequest")
        self.plies += 1
        return time.perf_counter() - start

    def close(self):
        for talk in self.talks:
            talk.close()
        self.talks = []
