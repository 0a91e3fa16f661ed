"""What tests of commands that let bots play share: a folder of their own, and no process left behind."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
for neighbour in ("..", "../server", "../web"):
    sys.path.insert(0, os.path.join(HERE, neighbour))
from naughty import processes

PROGRAM = os.path.abspath(sys.argv.pop(1))


class Stage(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kielwasser-match-test-")

    def tearDown(self):
        left = self.processes()
        shutil.rmtree(self.folder)
        self.assertEqual(left, [])

    def processes(self):
        """Living bots of this test: they are given a moment to go."""
        for _ in range(100):
            found = processes(self.folder)
            if not found:
                break
            time.sleep(0.02)
        return found

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        return pathlib.Path(self.path(name)).read_text(encoding="utf-8")

    def script(self, name, text, mode=0o755):
        path = pathlib.Path(self.path(name))
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
        return str(path)

    def words(self, command, *words):
        return [PROGRAM, command, *words, "--data", self.path("nothing")]

    def run_words(self, words, lang="en", status=0):
        """Runs it to its end; everything it said."""
        done = subprocess.run(words, capture_output=True, text=True, timeout=280, cwd=self.folder,
                              env={**os.environ, "KIELWASSER_LANG": lang})
        said = done.stdout + done.stderr
        self.assertEqual(done.returncode, status, said)
        return said

    def start(self, words):
        return subprocess.Popen(words, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill_after(self, words, path, more):
        """Kills a run as soon as a file has grown by so many bytes; False: the run was faster."""
        def size():
            return sum(os.path.getsize(name) for name in (path, path + "-wal") if os.path.exists(name))
        begun = size()
        run = self.start(words)
        while run.poll() is None and size() < begun + more:
            time.sleep(0.002)
        is_running = run.poll() is None
        run.kill()
        run.wait()
        return is_running
