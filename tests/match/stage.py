"""What tests of matches share: a folder, the program, and what it leaves behind.  The program is the first word
of the command line."""
import contextlib
import hashlib
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "server"), os.path.join(HERE, "..")]
from bot_user import make_folder, reachable
from naughty import processes
from patience import RUN_S, until

BUILD = os.path.dirname(os.path.abspath(sys.argv[1]))
PROGRAM = reachable(sys.argv.pop(1))


class Stage(unittest.TestCase):
    def setUp(self):
        self.folder = make_folder("kielwasser-match-test-")

    def tearDown(self):
        left = self.processes()
        shutil.rmtree(self.folder)
        self.assertEqual(left, [])

    def processes(self):
        """Living bots of this test, if they do not go."""
        with contextlib.suppress(AssertionError):
            until(lambda: not processes(self.folder))
        return processes(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def script(self, name, text, mode=0o755):
        path = pathlib.Path(self.path(name))
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
        return str(path)

    def own(self):
        """The program beside the bots: shut in, they see their own folder and the system only."""
        return shutil.copy(PROGRAM, self.folder)

    def words(self, *words):
        return [PROGRAM, "match", *words, "--data", self.path("nothing")]

    def match(self, *words, lang="en", status=0):
        return self.run_words(self.words(*words), lang, status)

    def run_words(self, words, lang="en", status=0):
        """Runs a command to its end; everything it said."""
        done = subprocess.run(words, capture_output=True, text=True, timeout=RUN_S, cwd=self.folder,
                              env={**os.environ, "KIELWASSER_LANG": lang})
        said = done.stdout + done.stderr
        self.assertEqual(done.returncode, status, said)
        return said

    def games(self, out):
        with open(self.path(out) + "/games.jsonl", encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def played(self, out):
        """How many results are in the store of this folder."""
        try:
            with contextlib.closing(sqlite3.connect(f"file:{self.path(out)}/arena.db?mode=ro", uri=True)) as store:
                return store.execute("SELECT count(*) FROM results").fetchone()[0]
        except sqlite3.Error:
            return 0

    def essence(self, out):
        """SHA-256 over results and moves, as anybody can count it again."""
        digest = hashlib.sha256()
        for game in self.games(out):
            kept = [game[key] for key in ("game", "pair", "seed", "start", "red", "winner", "cause", "scores", "by",
                                          "moves")]
            digest.update(json.dumps(kept).encode())
        return digest.hexdigest()


def digest_of(said):
    return re.search(r"SHA-256 +([0-9a-f]{64})", said)[1]
