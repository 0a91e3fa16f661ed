#!/usr/bin/env python3
"""Servers that find the disk full: games are paused with the reason and go on by themselves, and no move that was
acknowledged is lost, whatever is killed when, with a reserve and without one.
usage: full_disk.py KIELWASSER"""
import contextlib
import os
import pathlib
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "web"))
from house import Server, Talk
from patience import until
from piranhas_bot import ask, pair
from site_ import Console, Site

PROGRAM = os.path.abspath(sys.argv.pop(1))
RESERVE = 4096  # bytes of a segment: about fifty moves
GAMES = 3  # of people


def mount(kind, folder, *options):
    """Is it mounted?  Only root can do that."""
    return subprocess.run(["mount", "-t", kind, *options, "none", folder], capture_output=True).returncode == 0


class Disk:
    """A disk that can be filled: a small tmpfs for root, a file size limit for everybody else."""

    def __init__(self, folder):
        self.folder = folder
        self.is_mounted = mount("tmpfs", folder, "-o", "size=4m")

    def fill(self, process):
        if not self.is_mounted:
            limit_files(process, 0)
            return
        with open(self.folder + "/ballast", "wb", buffering=0) as ballast, contextlib.suppress(OSError):
            while True:
                ballast.write(bytes(4096))

    def free(self, process):
        if self.is_mounted:
            os.unlink(self.folder + "/ballast")
        else:
            limit_files(process, resource.RLIM_INFINITY)

    def close(self):
        if self.is_mounted:
            subprocess.run(["umount", "-l", self.folder])


def limit_files(process, size):
    """No file of the process grows beyond."""
    if process.poll() is None:
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


class People:
    """A game of two people at browsers; `acknowledged` are the moves that were answered with 200."""

    def __init__(self, site, console):
        self.site, self.console, self.acknowledged = site, console, []
        self.id, self.secrets = site.open("piranhas")

    def game(self):
        return self.site.get(f"/api/games/{self.id}")

    def move(self):
        """Tries one; status and answer."""
        game = self.game()
        if game["phase"] == "over":
            return 409, {"code": "over"}
        words = random.choice(self.console.moves(game["position"]))
        status, answer = self.site.move(self.id, self.secrets[game["side"]], game["ply"], words)
        if status == 200:
            self.acknowledged.append(answer["words"])
        return status, answer

    def take_back(self):
        status, answer = self.site.ask("POST", f"/api/games/{self.id}/takeback")
        if status == 200:
            self.acknowledged.pop()
        return status, answer

    def use_up_the_reserve(self):
        """To and fro, until no move is taken: the refusal."""
        while True:
            status, answer = self.move()
            if status != 200:
                return status, answer
            self.take_back()


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="kielwasser-")
        self.addCleanup(folder.cleanup)
        self.data = os.path.join(folder.name, "data")
        os.mkdir(self.data)
        self.log = os.path.join(folder.name, "log")
        self.console = Console(PROGRAM, "piranhas")
        self.addCleanup(self.console.close)

    def start(self, *options, **more):
        return Site(PROGRAM, "--pace", "1", "--reserve", str(RESERVE), "--log", self.log,
                    "--soft", "60000", "--hard", "90000", *options, data=self.data, **more)

    figures = Server.figures  # of the server of our data folder

    def status(self):
        """What `kielwasser status` says."""
        return subprocess.run([PROGRAM, "status", "--data", self.data], capture_output=True, text=True, check=True,
                              env={**os.environ, "LC_ALL": "en_GB.UTF-8"}).stdout

    def disk(self):
        disk = Disk(self.data)
        self.addCleanup(disk.close)
        return disk

    def words(self, room):
        return [row[0] for row in ask(self.data, "SELECT words FROM plies JOIN games ON plies.game = number "
                                      "WHERE id = ? ORDER BY ply", room)]

    def expect_all_there(self, site, games, bots=()):
        """After a restart: every acknowledged move is there, and people's games go on."""
        for game in games:
            game.site = site
            found = game.game()
            self.assertEqual([ply["words"] for ply in found["plies"]], game.acknowledged)
            if found["phase"] == "running":
                self.assertEqual((found["paused"], found["diskFull"]), (False, False))
                self.assertEqual(game.move()[0], 200)
        for bot in bots:
            self.assertEqual(self.words(bot.room)[:len(bot.seen)], bot.seen)


class Full(Case):
    def refuses(self, site):
        """The reason why there are no new games, or nothing."""
        talk = Talk(site.port)
        talk.say('<protocol><join gameType="swc_2023_penguins"/>')
        answer = talk.hear(r'<errorpacket message="([^"]*)"|<joined ')
        talk.close()
        return answer[1]

    def test_killed_on_a_full_disk(self):
        disk = self.disk()
        site = self.start()
        games = [People(site, self.console) for _ in range(GAMES)]
        bots = pair(site, delay=0.02)
        for game in games:
            for _ in range(10):
                self.assertEqual(game.move()[0], 200)
        until(lambda: len(bots[0].seen) > 3)
        disk.fill(site.process)
        for status, answer in [games[0].use_up_the_reserve()] + [game.move() for game in games]:
            self.assertEqual((status, answer["code"]), (503, "disk_full"))
            self.assertIn("disk is full", answer["en"])
            self.assertIn("Festplatte ist voll", answer["de"])
        site.stop(signal.SIGKILL)
        for bot in bots:
            bot.join()
        disk.free(site.process)
        with self.start() as again:
            self.expect_all_there(again, games, bots)

    def test_games_are_paused_and_go_on_by_themselves(self):
        disk = self.disk()
        with self.start() as site:
            people = People(site, self.console)
            paused = People(site, self.console)
            site.ask("POST", f"/api/games/{paused.id}/pause", {"paused": True})
            bots = pair(site, delay=0.1)
            observer = Talk(site.port)
            observer.say('<protocol><authenticate password="geheim"/><prepare gameType="swc_2023_penguins" '
                         'pause="false"><slot displayName="A" player="zufall:sleep=50"/>'
                         '<slot displayName="B" player="zufall:sleep=50"/></prepare>')
            room = observer.hear(r'<prepared roomId="([^"]+)"')[1]
            observer.say(f'<observe roomId="{room}"/>')
            waiting = Talk(site.port)  # the room that it opens is a new game, too
            waiting.say('<protocol><join gameType="swc_2020_hive"/>')
            waiting.hear("<joined ")
            until(lambda: bots[0].seen)
            disk.fill(site.process)
            people.use_up_the_reserve()
            until(lambda: self.figures()["disk_full"])
            for bot in bots:
                bot.delay = 0
            observer.hear('paused="true"')
            self.assertRegex(until(lambda: self.refuses(site)), "(?i)space|full|large|disk")
            found = people.game()
            self.assertEqual((found["paused"], found["diskFull"]), (True, True))
            self.assertEqual(people.move()[1]["code"], "disk_full")
            self.assertEqual(site.ask("POST", f"/api/games/{people.id}/step")[1]["code"], "disk_full")
            self.assertGreaterEqual(self.figures()["games_paused"], 3)
            self.assertIn("disk_full 1\ndisk_full_why no new games at the moment: ", self.status())
            self.assertEqual(site.get("/api/status")["problems"][0]["code"], "full")
            disk.free(site.process)
            observer.hear('paused="false"')
            until(lambda: not self.refuses(site))
            self.assertEqual((self.figures()["disk_full"], self.figures()["games_paused"]), (0, 0))
            for bot in bots:
                bot.join()
            self.assertIn("REGULAR", bots[0].result)
            self.assertNotIn("TIMEOUT", bots[0].result)
            until(lambda: self.words(bots[0].room) == bots[0].seen)
            self.assertEqual(people.move()[0], 200)
            found = paused.game()
            self.assertEqual((found["paused"], found["diskFull"]), (True, False))
            waiting.close()
            observer.close()
        if disk.is_mounted:
            log = pathlib.Path(self.log).read_text()
            self.assertRegex(log, 'games-paused count=[0-9]+ reason="the disk is full"')
            self.assertRegex(log, "games-go-on count=[0-9]+")

    def test_answers_are_held_back_and_not_late(self):
        """Neither programs nor built-in players pay for a disk that takes nothing at all."""
        limits = ("--soft", "7000", "--hard", "8000")
        with self.start(*limits) as site:
            bots = pair(site, delay=0.3)
            id_, _ = site.open("piranhas", "zufall:sleep=300", "zufall:sleep=300", limitMs=7000)
            until(lambda: len(bots[0].seen) > 1)
            limit_files(site.process, 0)
            until(lambda: self.figures()["disk_full"])
            end = time.monotonic() + 9  # more than the hard limit of the answers that are under way
            seen = None
            while time.monotonic() < end:
                time.sleep(0.5)
                seen, before = max(len(bot.seen) for bot in bots), seen
            self.assertEqual(seen, before)
            ply = site.get(f"/api/games/{id_}")["ply"]
            limit_files(site.process, resource.RLIM_INFINITY)
            until(lambda: len(bots[0].seen) > seen + 1)
            site.wait(id_, lambda game: game["ply"] > ply + 1)
            for bot in bots:
                bot.delay = 0
            for bot in bots:
                bot.join()
            self.assertIn("REGULAR", bots[0].result)
            self.assertEqual(bots[0].seen, until(lambda: self.words(bots[0].room) == bots[0].seen and bots[0].seen))
            self.assertEqual(site.get(f"/api/games/{id_}")["phase"], "running")

    def test_players_that_leave_meanwhile(self):
        """What a player does behind an answer that is held back counts after it."""
        with self.start() as site:
            bots = pair(site, delay=0.05)
            until(lambda: len(bots[0].seen) > 1)
            limit_files(site.process, 0)
            until(lambda: self.figures()["disk_full"])
            until(lambda: sum(bot.answers for bot in bots) > max(len(bot.seen) for bot in bots))
            for bot in bots:
                bot.talk.socket.shutdown(socket.SHUT_WR)
                bot.join()
            until(lambda: self.figures()["connections"] == 0)
            limit_files(site.process, resource.RLIM_INFINITY)
            until(lambda: ask(self.data, "SELECT red_cause FROM games WHERE id = ? AND red_cause IS NOT NULL",
                              bots[0].room))
            seen = max((bot.seen for bot in bots), key=len)
            stored = self.words(bots[0].room)
            self.assertEqual(stored[:len(seen)], seen)
            self.assertEqual(len(stored), len(seen) + 1)


class Unreserved(Case):
    def play_on(self, site):
        """Moves until the disk is full, and after that; then the server is killed."""
        games = [People(site, self.console) for _ in range(GAMES)]
        for game in games:
            for _ in range(5):
                self.assertEqual(game.move()[0], 200)
        self.assertIn("journal_reserved 0\njournal_reserved_why room for new moves cannot be reserved", self.status())
        self.assertEqual(self.figures()["disk_full"], 0)
        limit_files(site.process, 100)
        self.assertEqual([game.move()[1]["code"] for game in games], ["disk_full"] * GAMES)
        until(lambda: self.figures()["disk_full"])
        limit_files(site.process, 256 * 1024)
        until(lambda: not self.figures()["disk_full"])
        for game in games:
            self.assertEqual(game.move()[0], 200)
        limit_files(site.process, 100)
        self.assertEqual([game.move()[1]["code"] for game in games], ["disk_full"] * GAMES)
        site.stop(signal.SIGKILL)
        self.assertIn("journal-unreserved", pathlib.Path(self.log).read_text())
        with self.start() as again:
            self.expect_all_there(again, games)

    def test_a_tiny_disk(self):
        """A segment does not fit: what fits is written, and nothing else acknowledged."""
        self.play_on(self.start("--reserve", str(1 << 20), limit=(256 * 1024, resource.RLIM_INFINITY)))

    def test_a_file_system_that_reserves_nothing(self):
        if not mount("ramfs", self.data):
            self.skipTest("only root can mount a file system that reserves nothing")
        self.addCleanup(subprocess.run, ["umount", "-l", self.data])
        self.play_on(self.start())


if __name__ == "__main__":
    unittest.main()
