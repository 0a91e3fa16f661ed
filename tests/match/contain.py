#!/usr/bin/env python3
"""Bots that do harm, in a cell and without one: contained, named, and nobody else notices.
usage: contain.py KIELWASSER"""
import concurrent.futures
import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import unittest

from match import PROGRAM, Stage  # takes the program from the command line
from naughty import CRASH, ILLEGAL_MOVE, JOINER
from patience import RUN_S

SLEEP = "time.sleep(100)"
CALM = f"{PROGRAM} client --game hive --player zufall --time 20"


def has_cells():
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([PROGRAM, "match", CALM, "zufall", "--game", "hive", "--games", "2", "--pace", "0",
                               "--sandbox", "on", "--data", folder], capture_output=True, text=True, timeout=RUN_S)
    return done.returncode == 0


MODES = ("on", "off") if has_cells() else ("off",)


class Contained(Stage):
    def setUp(self):
        super().setUp()
        self.home = tempfile.mkdtemp(prefix="kielwasser-home-")
        pathlib.Path(self.home, "secret").write_text("the secret")
        self.addCleanup(shutil.rmtree, self.home)

    def play(self, deed, mode, *options):
        """Two games of a bot that does this when it is asked for its first move."""
        bot = self.script(f"bot-{mode}.py", JOINER + deed, 0o644)
        out = self.path("out-" + mode)
        shutil.rmtree(out, ignore_errors=True)
        done = subprocess.run(self.words(f"python3 {bot}", "zufall", "--game", "penguins", "--games", "2",
                                         "--concurrency", "2",
                                         "--pace", "0", "--time", "0", "--out", out, "--sandbox", mode, *options),
                              capture_output=True, text=True, timeout=RUN_S, cwd=self.folder,
                              env={**os.environ, "KIELWASSER_LANG": "en", "HOME": self.home})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertFalse(os.path.exists(out + "/server"), "the server's folder is left")
        return [json.loads(line) for line in pathlib.Path(out, "games.jsonl").read_text().splitlines()]

    def assert_ends(self, deed, cause, why, *options, modes=MODES):
        """Says for every mode what it printed after it was asked.  With and without a cell at the same time: they
        mostly wait."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            played = dict(zip(modes, pool.map(lambda mode: self.play(deed, mode, *options), modes)))
        for mode, games in played.items():
            with self.subTest(mode=mode):
                self.assertEqual([(game["cause"], game["offender"]) for game in games], [(cause, "A")] * 2, games)
                for game in games:
                    self.assertIn(why, game["why"])
        self.assertEqual(self.processes(), [])
        return {mode: games[0]["output"][1:] for mode, games in played.items()}

    @contextlib.contextmanager
    def somebody_beside(self):
        """A calm match that goes on meanwhile."""
        words = self.words(CALM, CALM, "--game", "hive", "--games", "6", "--concurrency", "1", "--pace", "0", "--out",
                           "calm")
        calm = subprocess.Popen(words, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        yield
        said = calm.communicate(timeout=RUN_S)[0]
        self.assertEqual(calm.returncode, 0, said)
        self.assertEqual([game["cause"] for game in self.games("calm")], ["regular"] * 6, said)

    @unittest.skipUnless("on" in MODES, "no cells here: bubblewrap is missing or may not make namespaces")
    def test_a_program_beside_its_folder_is_not_seen(self):
        """And that is said, because scripts often start something that lies elsewhere."""
        hidden = self.script("hidden.sh", "#!/bin/sh\n")
        os.mkdir(self.path("bot"))
        script = self.script("bot/run.sh", f"#!/bin/sh\nexec {hidden}\n")
        said = self.match(script, "zufall", "--game", "hive", "--games", "2", "--sandbox", "on", "--failures", "9")
        self.assertRegex(said, r"code 127.*--sandbox off")

    def test_memory(self):
        """In one mode only: so much memory takes its time.  tests/child.c has small limits."""
        with self.somebody_beside():
            self.assert_ends("hoard = []\nwhile True: hoard.append(b'x' * (32 << 20))", "crash",
                             "more than 1536 MiB of memory", modes=MODES[:1])

    def test_forks(self):
        with self.somebody_beside():
            self.assert_ends("for n in range(8): os.fork()\n" + SLEEP, "crash", "more than 64 processes")

    def test_forks_that_run_away(self):
        self.assert_ends("for n in range(100):\n  if os.fork() == 0:\n    os.setsid()\n    os.fork() and "
                         "os._exit(0)\n    "
                         + SLEEP + "\n" + SLEEP, "crash", "more than 64 processes")

    def test_large_files(self):
        deed = ("import errno\ntry:\n  with open('/tmp/kielwasser-large-' + str(os.getpid()), 'wb') as file:\n"
                "    os.unlink(file.name); file.seek(1 << 30); file.write(b'x' * (1 << 20))\n"
                "except OSError as e: print(errno.errorcode[e.errno], flush=True)\nos._exit(3)")
        self.assertEqual(self.assert_ends(deed, "crash", "code 3"), {mode: ["EFBIG"] for mode in MODES})

    @unittest.skipUnless("on" in MODES, "no cells here")
    def test_a_cell_has_a_small_disk_of_its_own(self):
        deed = ("import errno, pathlib\n"
                "def fill(path):\n  try:\n    with open(path, 'wb') as file:\n      while True: file.write(b'x' * (1 "
                "<< 20))\n"
                "  except OSError as e: print(errno.errorcode[e.errno], flush=True)\n"
                "for path in os.path.expanduser('~/x'), '/tmp/kielwasser-y', '/dev/shm/z', '/var/tmp/x', '/run/x', "
                "'/x', 'x':\n"
                "  fill(path)\n"
                "os._exit(3)")
        said = self.assert_ends(deed, "crash", "code 3", modes=("on",))
        self.assertEqual(said["on"], ["ENOSPC"] * 3 + ["EROFS"] * 4)
        self.assertFalse(os.path.exists("/tmp/kielwasser-y"))
        self.assertEqual(os.listdir(self.home), ["secret"])

    def test_sockets_to_others(self):
        """Without a cell the connection is seen, which shows that this test can fail."""
        with socket.create_server(("127.0.0.1", 0)) as door:
            door.settimeout(0.2)
            deed = (f"\nfor where in ('127.0.0.1', {door.getsockname()[1]}), ('192.0.2.1', 80):\n"
                    "  try: socket.create_connection(where, 0.2); print('connected', flush=True)\n"
                    "  except OSError as e: print(type(e).__name__, e.errno, flush=True)\nos._exit(3)")
            for mode in MODES:
                said = self.assert_ends(deed, "crash", "code 3", modes=(mode,))[mode]
                seen = 0
                with contextlib.suppress(TimeoutError):
                    while True:
                        door.accept()[0].close()
                        seen += 1
                self.assertEqual(seen, 2 if mode == "off" else 0)
                if mode == "on":
                    self.assertEqual(said, ["ConnectionRefusedError 111", "OSError 101"])

    def test_many_sockets(self):
        deed = ("many = []\ntry:\n  while True: many.append(socket.socket())\n"
                "except OSError: print(len(many) < 1024, flush=True)\nos._exit(3)")
        self.assertEqual(self.assert_ends(deed, "crash", "code 3"), {mode: ["True"] for mode in MODES})

    def test_one_that_does_not_want_to_go(self):
        self.assert_ends("signal.signal(signal.SIGTERM, signal.SIG_IGN); " + ILLEGAL_MOVE + SLEEP, "illegal", "")

    def test_one_that_is_asked_to_go(self):
        deed = ("signal.signal(signal.SIGTERM, lambda *_: (print('good-bye', flush=True), os._exit(0)));"
                + ILLEGAL_MOVE + SLEEP)
        self.assertEqual(self.assert_ends(deed, "illegal", ""), {mode: ["good-bye"] for mode in MODES})

    def test_closed_streams(self):
        self.assert_ends("line.close()\nfor fd in range(64):\n  try: os.close(fd)\n  except OSError: pass\n" + SLEEP,
                         "left", "left")

    def test_binary_garbage(self):
        said = self.assert_ends("noise = os.urandom(1 << 20); os.write(1, noise); os.write(2, noise)\n"
                                "line.sendall(noise); time.sleep(1)", "garbage", "XML")
        for lines in said.values():
            self.assertFalse([c for c in "".join(lines) if c < " " or "\x7f" <= c < "\xa0"])

    def test_signals_keep_their_names(self):
        self.assert_ends(CRASH, "crash", "Segmentation fault")

    def test_the_last_words_arrive(self):
        """A move, and gone at once: it is judged."""
        self.assert_ends(ILLEGAL_MOVE + "os._exit(0)", "illegal", "")

    @unittest.skipUnless("on" in MODES, "no cells here")
    def test_a_cell_shows_nothing_of_others(self):
        with open(self.path("beside.txt"), "w", encoding="utf-8") as file:
            file.write("mine")
        places = (f"{self.home}/secret", self.path("out-on/server/log"), f"/proc/{os.getpid()}/cmdline")
        deed = (f"for path in {places!r}: print(os.path.exists(path), flush=True)\n"
                f"print(open({self.path('beside.txt')!r}).read(), os.getcwd() == {self.folder!r}, flush=True)\n"
                "print(sorted(os.listdir(os.path.expanduser('~'))), flush=True)\n"
                "print(len([n for n in os.listdir('/proc') if n.isdigit()]) < 9, flush=True)\nos._exit(3)")
        said = self.assert_ends(deed, "crash", "code 3", modes=("on",))["on"]
        self.assertEqual(said, ["False"] * 3 + ["mine True", "[]", "True"])

    def test_a_cell_that_cannot_be_had(self):
        for lang, sentence in (("de", "bubblewrap ist nicht installiert"), ("en", "bubblewrap is not installed")):
            for mode, status in (("on", 2), ("auto", 0)):
                done = subprocess.run(self.words(CALM, "zufall", "--game", "hive", "--games", "2", "--pace", "0",
                                                 "--sandbox", mode),
                                      capture_output=True, text=True, timeout=RUN_S, cwd=self.folder,
                                      env={**os.environ, "PATH": "/nowhere", "KIELWASSER_LANG": lang})
                self.assertEqual((done.returncode, sentence in done.stderr), (status, mode == "on"),
                                 done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
