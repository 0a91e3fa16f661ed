#!/usr/bin/env python3
"""Backups of a server that is being used, restored elsewhere and into the running server; files that are no backups.
usage: backup.py KIELWASSER"""
import glob
import gzip
import hashlib
import io
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import threading
import unittest
import zlib

from site_ import ENGLISH, Console, Site
from patience import RUN_S, until

PROGRAM = os.path.abspath(sys.argv.pop(1))
BACKUPS = 3
MOVES_BETWEEN = 12


def run(*words, status=0):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=RUN_S, env=ENGLISH,
                          stdin=subprocess.DEVNULL)
    if done.returncode != status:
        raise AssertionError(f"{words}: {done.returncode} {done.stdout} {done.stderr}")
    return done.stdout + done.stderr


def ask(folder, sql, *values):
    db = sqlite3.connect(f"file:{folder}/kielwasser.db?mode=ro", uri=True, timeout=10)
    try:
        return db.execute(sql, values).fetchall()
    finally:
        db.close()


def unpack(packed):
    """The bytes in a gzip file; None: it is damaged."""
    try:
        return gzip.decompress(packed)
    except (OSError, EOFError, zlib.error):
        return None


def contents(folder):
    """Every file with its checksum, but for what belongs to the running server."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            if os.path.isfile(path) and not name.startswith(("web-", "lock", "log", "kielwasser.db-")):
                with open(path, "rb") as file:
                    found[os.path.relpath(path, folder)] = hashlib.sha256(file.read()).hexdigest()
    return found


class Player(threading.Thread):
    """Two people at one board; `moves` are those that were acknowledged."""

    def __init__(self, site):
        super().__init__()
        self.site = site
        self.console = Console(PROGRAM, "piranhas")
        self.is_wanted = True
        self.moves = []
        self.failure = None

    def play_game(self):
        id_, secrets = self.site.open("piranhas")
        game = self.site.get(f"/api/games/{id_}")
        position, side, ply = game["position"], game["side"], 0
        while self.is_wanted and side:
            words = self.console.moves(position)[0]
            status, answer = self.site.move(id_, secrets[side], ply, words)
            assert status == 200, (status, answer)
            self.moves.append((id_, ply, words))
            game = self.site.get(f"/api/games/{id_}")
            position, side, ply = game["position"], game["side"], ply + 1

    def run(self):
        try:
            while self.is_wanted:
                self.play_game()
        except Exception as failure:  # is told by the test
            self.failure = failure

    def stop(self):
        self.is_wanted = False
        self.join()
        self.console.process.communicate("quit\n")
        if self.failure:
            raise self.failure


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kielwasser-backup-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.data = self.path("data")
        self.file = self.path("backup.tar.gz")

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def site(self, data=None, **more):
        return Site(PROGRAM, data=data or self.data, **more)

    def play_out(self, site, count=1):
        """So many games that are over, with their replays written."""
        before = len(ask(site.data, "SELECT 1 FROM games"))
        ids = [site.open("piranhas", "zufall", "zufall")[0] for _ in range(count)]
        until(lambda: len(ask(site.data, "SELECT 1 FROM games WHERE replay > ''")) == before + count)
        return ids


class Used(Case):
    def test_every_acknowledged_move_is_in_it(self):
        saved = []
        with self.site() as site:
            player = Player(site)
            player.start()
            for i in range(BACKUPS):
                until(lambda: player.failure or len(player.moves) >= (i + 1) * MOVES_BETWEEN)
                site.open("piranhas", "zufall", "zufall")
                before = list(player.moves)
                run("backup", self.path(f"{i}.tar.gz"), "--data", self.data)
                saved.append(before)
            player.stop()
        for i, moves in enumerate(saved):
            restored = self.path(f"restored{i}")
            run("restore", self.path(f"{i}.tar.gz"), "--data", restored)
            with Site(PROGRAM, data=restored):
                pass
            there = set(ask(restored, "SELECT id, ply, words FROM games JOIN plies ON plies.game = number"))
            self.assertGreater(len(moves), 0)
            self.assertLessEqual(set(moves), there)
            self.assertEqual(ask(restored, "PRAGMA integrity_check"), [("ok",)])

    def test_what_is_in_it(self):
        with self.site() as site:
            self.play_out(site)
            with open(site.data + "/web-code-test.html", "w") as code:
                code.write("secret")
            said = run("backup", self.file, "--data", self.data)
            self.assertIn("1 games", said)
            self.assertEqual(os.stat(self.file).st_mode & 0o777, 0o600)
            self.assertIn("--force", run("backup", self.file, "--data", self.data, status=1))
            run("backup", self.file, "--data", self.data, "--force")
        with tarfile.open(self.file) as tar:
            names = tar.getnames()
        self.assertEqual((names[0], names[-1]), ("manifest.json", "SHA256SUMS"))
        tops = {name.split("/")[0].split("-")[0] for name in names}
        self.assertLessEqual({"kielwasser.db", "replays", "password.hash"}, tops)
        self.assertLessEqual(tops, {"manifest.json", "SHA256SUMS", "kielwasser.db", "replays", "password.hash",
                                    "journal"})
        self.assertEqual([name for name in os.listdir(self.folder) if ".tmp-" in name], [])
        self.assertIn("no archive", run("backup", self.path("x"), "--data", self.path("nowhere"), status=1))


class Running(Case):
    def test_the_server_begins_anew(self):
        """Same process, same ports; the old archive is kept, and can be restored itself."""
        with self.site() as site:
            first = self.play_out(site)[0]
            run("backup", self.file, "--data", self.data)
            second = self.play_out(site)[0]
            person, secrets = site.open("piranhas")
            self.assertIn("--yes", run("restore", self.file, "--data", self.data, status=2))
            fds = len(os.listdir(f"/proc/{site.process.pid}/fd"))
            said = run("restore", self.file, "--data", self.data, "--yes")
            self.assertIn("begun anew", said)
            self.assertIsNone(site.process.poll())
            self.assertEqual([game["id"] for game in site.get("/api/games")["games"]], [first])
            self.assertEqual(site.ask("GET", f"/api/games/{second}")[0], 404)
            self.assertLessEqual(len(os.listdir(f"/proc/{site.process.pid}/fd")), fds + 2)
            before = glob.glob(self.data + "/before-restore-*")[0]
            self.assertEqual({row[0] for row in ask(before, "SELECT id FROM games")}, {first, second, person})
            self.play_out(site)
            # And back again.
            run("backup", self.path("before.tar.gz"), "--data", before)
            run("restore", self.path("before.tar.gz"), "--data", self.data, "--yes")
            self.assertEqual(site.ask("GET", f"/api/games/{second}")[0], 200)
            game = site.get(f"/api/games/{person}")
            console = Console(PROGRAM, "piranhas")
            words = console.moves(game["position"])[0]
            console.process.communicate("quit\n")
            self.assertEqual(site.move(person, secrets[game["side"]], 0, words)[0], 200)

    def test_killed_before_the_server_has_taken_it(self):
        site = self.site()
        first = self.play_out(site)[0]
        run("backup", self.file, "--data", self.data)
        self.play_out(site)
        site.process.send_signal(signal.SIGSTOP)
        restoring = subprocess.Popen([PROGRAM, "restore", self.file, "--data", self.data, "--yes"],
                                     stdout=subprocess.DEVNULL, env=ENGLISH)
        until(lambda: os.path.isdir(self.data + "/restoring"))
        restoring.kill()
        restoring.wait()
        site.stop(how=signal.SIGKILL, keep=True)
        with self.site() as again:
            self.assertEqual([game["id"] for game in again.get("/api/games")["games"]], [first])
            self.assertFalse(os.path.exists(self.data + "/restoring"))


class Bad(Case):
    """Files that are no sound backup: refused with a sentence, and nothing has changed."""

    def setUp(self):
        super().setUp()
        with self.site() as site:
            self.play_out(site)
            run("backup", self.file, "--data", self.data)
        self.before = contents(self.data)

    def refuse(self, path, *words):
        said = run("restore", path, "--data", self.data, "--yes", status=1)
        self.assertEqual(contents(self.data), self.before, said)
        self.assertEqual(glob.glob(self.data + "/*restor*"), [], said)
        for word in words:
            self.assertIn(word, said)

    def members(self):
        with tarfile.open(self.file) as tar:
            return {member.name: tar.extractfile(member).read() for member in tar.getmembers()}

    def pack(self, members, sums=True, more=()):
        """A file with these members, and right checksums unless said otherwise."""
        path = self.path("made.tar.gz")
        if sums:
            members.pop("SHA256SUMS", None)
            members["SHA256SUMS"] = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n"
                                            for name, data in members.items()).encode()
        with tarfile.open(path, "w:gz") as tar:
            for name, data in members.items():
                info = tarfile.TarInfo(name)
                info.size = len(data)
                tar.addfile(info, io.BytesIO(data))
            for info in more:
                tar.addfile(info)
        return path

    def test_cut_and_damaged(self):
        with open(self.file, "rb") as file:
            whole = file.read()
        for size in (0, 1, 100, len(whole) // 2, len(whole) - 700, len(whole) - 1):
            with open(self.path("cut"), "wb") as file:
                file.write(whole[:size])
            self.refuse(self.path("cut"))
        # The last bytes are checksum and length of everything.
        for at in (*range(60, len(whole), len(whole) // 6), len(whole) - 2, len(whole) - 6):
            flipped = whole[:at] + bytes([whole[at] ^ 0x20]) + whole[at + 1:]
            if unpack(flipped) == unpack(whole):  # another way to pack the same, as in a run of zeros
                continue
            with open(self.path("flipped"), "wb") as file:
                file.write(flipped)
            self.refuse(self.path("flipped"))
        self.refuse(self.path("not there"))
        self.refuse(self.data + "/kielwasser.db")

    def test_members(self):
        sound = self.members()
        replay = next(name for name in sound if name.startswith("replays/"))
        self.refuse(self.pack({**sound, replay: b"other"}, sums=False), "damaged", replay)
        self.refuse(self.pack({name: data for name, data in sound.items() if name != replay}, sums=False), replay)
        self.refuse(self.pack({name: data for name, data in sound.items() if name != "SHA256SUMS"}, sums=False))
        self.refuse(self.pack({**sound, "replays/more": b"x"}, sums=False), "damaged")
        no_name = sound["SHA256SUMS"] + b"0" * 64 + b"  \x1b\x85\n"
        self.refuse(self.pack({**sound, "SHA256SUMS": no_name}, sums=False), "SHA256SUMS")
        self.refuse(self.pack({**sound, "web-token": b"x"}), "web-token")
        self.refuse(self.pack({"kielwasser.db": sound["kielwasser.db"]}), "no backup")
        manifest = json.loads(sound["manifest.json"])
        self.refuse(self.pack({**sound, "manifest.json": json.dumps({**manifest, "version": 99}).encode()}), "99")
        self.refuse(self.pack({**sound, "manifest.json": b"{}"}), "no backup")
        self.refuse(self.pack({**sound, "kielwasser.db": b"SQLite format 3\0" + bytes(5000)}))
        self.refuse(self.pack({**sound, "kielwasser.db": sound["kielwasser.db"][:8192]}))
        run("restore", self.pack(sound), "--data", self.path("fine"))

    def test_hostile(self):
        sound = self.members()
        for name in ("../outside", "/tmp/kielwasser-outside", "replays/../../outside", "replays//x", "replays/a\nb"):
            self.refuse(self.pack({**sound, name: b"x"}), "not allowed")
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE):
            info = tarfile.TarInfo("replays/link")
            info.type, info.linkname = kind, "/etc/passwd"
            self.refuse(self.pack(dict(sound), more=[info]), "links")
        self.assertFalse(os.path.exists(self.path("outside")))

    def test_databases_with_more_than_tables(self):
        """A trigger would run when a game is entered."""
        sound = self.members()
        place = self.path("trigger.db")
        with open(place, "wb") as file:
            file.write(sound["kielwasser.db"])
        db = sqlite3.connect(place)
        db.execute("CREATE TRIGGER more AFTER INSERT ON games BEGIN DELETE FROM plies; END")
        db.commit()
        db.close()
        with open(place, "rb") as file:
            self.refuse(self.pack({**sound, "kielwasser.db": file.read()}), "damaged or none")
        db = sqlite3.connect(place)
        db.execute("DROP TRIGGER more")
        db.execute("UPDATE meta SET value = 99 WHERE key = 'schema'")
        db.commit()
        db.close()
        with open(place, "rb") as file:
            self.refuse(self.pack({**sound, "kielwasser.db": file.read()}), "version 99")


if __name__ == "__main__":
    unittest.main()
