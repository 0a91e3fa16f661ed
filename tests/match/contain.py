#!/usr/bin/env python3
"""Bots that do harm, in a cell and without one: contained, named, and nobody else notices.
usage: contain.py KIELWASSER"""
import concurrent.futures
import contextlib
import itertools
import json
import os
import pathlib
import pwd
import resource
import shutil
import socket
import subprocess
import tempfile
import unittest

from match import PROGRAM, Stage  # takes the program from the command line
from house import Server
from naughty import CRASH, ILLEGAL_MOVE, JOINER
import bot_user
from bot_user import IS_ROOT
from patience import RUN_S

SLEEP = "time.sleep(100)"
CALM = f"{PROGRAM} client --game hive --player zufall --time 20"


def has_cells():
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([PROGRAM, "match", CALM, "zufall", "--game", "hive", "--games", "2", "--pace", "0",
                               "--sandbox", "on", "--data", folder], capture_output=True, text=True, timeout=RUN_S)
    return done.returncode == 0


MODES = ("on", "off") if has_cells() else ("off",)


SAFE_TASKS = 2000


def limit_tasks(most):
    """For bots; it does not hold for root itself, and bots of root run as another user."""
    resource.setrlimit(resource.RLIMIT_NPROC, (most, most))


class ForkCounter:
    """A process that starts others all the time: how often, and how often it could not."""

    SCRIPT = """
import os, signal, time
counts, is_over = [0, 0], []
signal.signal(signal.SIGTERM, lambda *_: is_over.append(1))
while not is_over:
    try:
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)
        counts[0] += 1
    except OSError:
        counts[1] += 1
    time.sleep(0.002)
print(*counts)
"""

    def __enter__(self):
        self.process = subprocess.Popen(["python3", "-c", self.SCRIPT], stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.forks, self.refused = map(int, self.process.communicate(timeout=RUN_S)[0].split())


class Contained(Stage):
    def setUp(self):
        super().setUp()
        self.home = tempfile.mkdtemp(prefix="kielwasser-home-")
        pathlib.Path(self.home, "secret").write_text("the secret")
        self.addCleanup(shutil.rmtree, self.home)

    def play(self, deed, mode, *options, limit=None):
        """Two games of a bot that does this when it is asked for its first move."""
        bot = self.script(f"bot-{mode}.py", JOINER + deed, 0o644)
        out = self.path("out-" + mode)
        shutil.rmtree(out, ignore_errors=True)
        done = subprocess.run(self.words(f"python3 {bot}", "zufall", "--game", "penguins", "--games", "2",
                                         "--concurrency", "2",
                                         "--pace", "0", "--time", "0", "--out", out, "--sandbox", mode, *options),
                              capture_output=True, text=True, timeout=RUN_S, cwd=self.folder,
                              preexec_fn=limit and (lambda: limit_tasks(limit)),
                              env={**os.environ, "KIELWASSER_LANG": "en", "HOME": self.home})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertFalse(os.path.exists(out + "/server"), "the server's folder is left")
        return [json.loads(line) for line in pathlib.Path(out, "games.jsonl").read_text().splitlines()]

    def assert_ends(self, deed, cause, why, *options, modes=MODES, limit=None):
        """Says for every mode what it printed after it was asked.  With and without a cell at the same time: they
        mostly wait."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            played = dict(zip(modes, pool.map(lambda mode: self.play(deed, mode, *options, limit=limit),
                                              modes)))
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

    def test_a_bomb(self):
        """Processes without end, each of which does the same; first all in one group, then each in a session of its
        own.  A hard limit of our own keeps the machine safe, whatever goes wrong here."""
        with ForkCounter() as other:
            for step, mode in itertools.product(("os.fork()", "os.fork(); os.setsid()"), MODES):
                self.assert_ends(f"while True:\n  try: {step}\n  except OSError: pass", "crash",
                                 "more than 64 processes", "--concurrency", "1", modes=(mode,), limit=SAFE_TASKS)
        self.assertGreater(other.forks, 0)
        self.assertEqual(other.refused, 0)

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

    @unittest.skipUnless("on" in MODES, "no cells here")
    def test_calls_that_a_cell_refuses(self):
        """By their numbers on x86-64 and arm64; a refusal is an error, and the program goes on."""
        deed = """import ctypes, errno, platform
calls = {"unshare": (272, 97, 0x10000000), "setns": (308, 268, 0, 0), "ptrace": (101, 117, 0, 0, 0, 0),
         "keyctl": (250, 219, 0, -3, 0), "add_key": (248, 217, 0, 0, 0, 0, -3), "bpf": (321, 280, 0, 0, 0),
         "io_uring_setup": (425, 425, 1, 0), "perf_event_open": (298, 241, 0, 0, -1, -1, 0),
         "userfaultfd": (323, 282, 1), "mount": (165, 40, 0, 0, 0, 0, 0), "clone3": (435, 435, 0, 0),
         "process_vm_readv": (310, 270, 1, 0, 0, 0, 0, 0), "clone": (56, 220, 0x10000000 | 17, 0, 0, 0, 0)}
libc, at = ctypes.CDLL(None, use_errno=True), platform.machine() != "x86_64"
for name, (*numbers, _) in ((name, (*call, 0)) for name, call in calls.items()):
    result = libc.syscall(numbers[at], *map(ctypes.c_long, numbers[2:]))
    if result == 0 and name == "clone": os._exit(9)
    print(name, errno.errorcode[ctypes.get_errno()] if result < 0 else result, end="; ")
print(flush=True)
os._exit(3)"""
        said = self.assert_ends(deed, "crash", "code 3", modes=("on",))["on"]
        missing = ("clone3", "io_uring_setup")
        names = ("unshare", "setns", "ptrace", "keyctl", "add_key", "bpf", "io_uring_setup", "perf_event_open",
                 "userfaultfd", "mount", "clone3", "process_vm_readv", "clone")
        self.assertEqual("".join(said).split("; ")[:-1],
                         [f"{name} {'ENOSYS' if name in missing else 'EPERM'}" for name in names])

    @unittest.skipUnless("on" in MODES, "no cells here")
    def test_every_language_runs_in_a_cell(self):
        """Threads and processes of Python, node and Java, where they are installed."""
        scripts = {"python3": ("bot.py", "import threading, subprocess\nt = threading.Thread(target=print, "
                                         "args=('fine',), kwargs={'flush': True}); t.start(); t.join()\n"
                                         "subprocess.run(['true'], check=True)\n"),
                   "node": ("bot.js", "const { Worker } = require('worker_threads');\nnew Worker('console.log(`fine`)',"
                                      " { eval: true });\nrequire('fs').readFileSync(__filename);\n"),
                   "java": ("Bot.java", "class Bot { public static void main(String[] a) throws Exception { Thread t = "
                                        "new Thread(() -> System.out.println(\"fine\")); t.start(); t.join(); } }\n")}
        for program, (name, text) in scripts.items():
            if not shutil.which(program):
                continue
            with self.subTest(program=program):
                bot = self.script(name, text, 0o644)
                self.match(f"{program} {bot}", "zufall", "--game", "hive", "--games", "2", "--pace", "0",
                           "--sandbox", "on", "--failures", "9", "--out", "out-" + program)
                self.assertEqual([(game["output"], game["why"]) for game in self.games("out-" + program)],
                                 [(["fine"], "the program has ended (code 0) without joining")] * 2)

    def test_root_needs_a_user_for_bots(self):
        words = self.words(CALM, "zufall", "--game", "hive", "--games", "2", "--pace", "0")
        env = {key: value for key, value in os.environ.items() if key != "KIELWASSER_BOT_USER"}
        for more, status, sentence in (([], 1 if IS_ROOT else 0, "never run as root" if IS_ROOT else ""),
                                       (["--bot-user", "no-such-user"], 2, "no such user: no-such-user"),
                                       (["--bot-user", "root"], 2, "never run as root")):
            done = subprocess.run([*words, *more], capture_output=True, text=True, timeout=RUN_S, cwd=self.folder,
                                  env={**env, "KIELWASSER_LANG": "en"})
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
            self.assertIn(sentence, done.stderr)

    @unittest.skipUnless(IS_ROOT, "not root")
    def test_bots_of_root_are_not_root(self):
        """In the cell and without it: another user, no groups of root's, no way back, no capabilities."""
        deed = """
print(os.getresuid(), os.getresgid(), 0 in os.getgroups(), flush=True)
for change in os.setuid, os.setgid:
    try: change(0); print('back', flush=True)
    except OSError: print('no', flush=True)
status = dict(line.split(':', 1) for line in open('/proc/self/status') if ':' in line)
print(int(status['CapEff'], 16), int(status['CapBnd'], 16) and int(status['CapPrm'], 16),
      status['NoNewPrivs'].strip(), flush=True)
os._exit(3)"""
        said = self.assert_ends(deed, "crash", "code 3")
        user = pwd.getpwnam(os.environ["KIELWASSER_BOT_USER"])
        for lines in said.values():
            self.assertEqual(lines, [f"{(user.pw_uid,) * 3} {(user.pw_gid,) * 3} False", "no", "no", "0 0 1"])

    @unittest.skipUnless(IS_ROOT, "not root")
    def test_files_that_the_user_cannot_read(self):
        self.script("bot.py", "", 0o600)
        for mode in MODES:
            said = self.match("python3 bot.py", "zufall", "--game", "hive", "--games", "2", "--sandbox", mode,
                              "--failures", "9")
            self.assertIn("cannot read this: " + self.path("bot.py"), said)

    @unittest.skipUnless("on" in MODES, "no cells here")
    def test_only_its_own_files_can_be_named(self):
        """Other private files are not shown because a command names them."""
        os.makedirs(self.home + "/.ssh")
        bot_user.share(self.home)
        for path in (".ssh/key", "notes.txt"):
            pathlib.Path(self.home, path).write_text("the secret")
        os.mkdir(self.path("bot"))
        bot = self.script("bot/bot.py", "import sys\nprint(open(sys.argv[1]).read(), flush=True)\n", 0o644)
        self.script("bot/book.txt", "mine", 0o644)
        os.symlink(self.home + "/.ssh/key", self.path("bot/link"))
        for word, sentence in ((self.home + "/.ssh/key", "put that into the bot's folder"),
                               (self.home + "/notes.txt", "put that into the bot's folder"),
                               (self.home + "/.ssh", "put that into the bot's folder"),
                               (self.path("bot/link"), "put that into the bot's folder"),
                               (self.path("bot/book.txt"), "mine")):
            with self.subTest(word=word):
                said = self.run_at_home("python3", bot, word)
                self.assertIn(sentence, said)
                self.assertNotIn("the secret", said)

    def run_at_home(self, *words, folder="bot", mode="on"):
        os.makedirs(self.path(folder), exist_ok=True)
        done = subprocess.run(self.words(" ".join(words), "zufall", "--game", "hive", "--games", "2", "--sandbox",
                                         mode, "--failures", "9"),
                              capture_output=True, text=True, timeout=RUN_S, cwd=self.path(folder),
                              env={**os.environ, "KIELWASSER_LANG": "en", "HOME": self.home})
        return done.stdout + done.stderr

    def test_private_folders_are_none_for_bots(self):
        """With and without a cell."""
        os.makedirs(self.home + "/.ssh/bot")
        bot_user.share(self.home)
        bot = pathlib.Path(self.home, ".ssh/bot/bot.sh")
        bot.write_text("#!/bin/sh\necho ran\n")
        bot.chmod(0o755)
        for mode in MODES:
            done = subprocess.run(self.words(str(bot), "zufall", "--game", "hive", "--games", "2", "--sandbox", mode,
                                             "--failures", "9"),
                                  capture_output=True, text=True, timeout=RUN_S, cwd=self.folder,
                                  env={**os.environ, "KIELWASSER_LANG": "en", "HOME": self.home})
            self.assertIn("this is a private folder and none for bots", done.stdout + done.stderr)

    def test_private_files_cannot_be_named(self):
        """With and without a cell: as the main file, as another word, and through a link.  A home may lie below
        other folders."""
        hidden = pathlib.Path(self.home, "students/max/.config")
        hidden.mkdir(parents=True)
        bot_user.share(self.home)
        (hidden / "x.py").write_text("print('the secret', flush=True)\n")
        os.symlink(hidden / "x.py", self.path("link.py"))
        for words in (f"python3 {hidden}/x.py", f"cat {hidden}/x.py", f"python3 {self.path('link.py')}",
                      f"cat /etc/hostname {hidden}/x.py"):
            for mode in MODES:
                with self.subTest(words=words, mode=mode):
                    said = self.run_at_home(words, mode=mode)
                    self.assertRegex(said, "this is a private folder|put that into the bot's folder")
                    self.assertNotIn("the secret", said)

    def test_uploaded_bots_run_from_the_usual_data_folder(self):
        """It lies in a hidden folder of the home, and a match has a data folder of its own."""
        files = pathlib.Path(self.home, ".local/share/kielwasser/bots/1/1")
        files.mkdir(parents=True)
        bot_user.share(self.home)
        (files / "../../../web-token").resolve().write_text("the secret")
        (files / "bot.py").write_text("print('it runs', flush=True)\n")
        for mode in MODES:
            self.assertIn("it runs", self.run_at_home("python3", str(files / "bot.py"), mode=mode))

    @unittest.skipUnless(IS_ROOT and "on" in MODES, "not root, or no cells here")
    def test_a_home_below_other_folders_is_not_shown_as_a_whole(self):
        with tempfile.TemporaryDirectory(prefix="kielwasser-", dir="/home") as above:
            home = pathlib.Path(above, "max")
            home.mkdir()
            bot_user.share(above)
            (home / "notes.txt").write_text("the secret")
            (home / "bot.py").write_text("import os\nprint(os.listdir(os.path.dirname(__file__)), flush=True)\n")
            shutil.chown(home, os.environ["KIELWASSER_BOT_USER"])
            self.assertIn("['bot.py']", self.run_at_home("python3", str(home / "bot.py")))

    @unittest.skipUnless(IS_ROOT and "on" in MODES, "not root, or no cells here")
    def test_folders_of_others_in_tmp_stay(self):
        """The data folder names a folder in /tmp that a killed server had; another account has made it anew."""
        folder = tempfile.mkdtemp(prefix="kielwasser-cell-", dir="/tmp")
        self.addCleanup(shutil.rmtree, folder)
        pathlib.Path(folder, "file").write_text("of another account")
        shutil.chown(folder, os.environ["KIELWASSER_BOT_USER"])
        data = bot_user.share(tempfile.mkdtemp(prefix="kielwasser-data-"))
        self.addCleanup(shutil.rmtree, data)
        os.symlink(folder, data + "/cell")
        with Server(PROGRAM, "--sandbox", "on", data=data):
            self.assertEqual(os.listdir(folder), ["file"])
            self.assertNotEqual(os.path.realpath(data + "/cell"), folder)
        self.assertEqual(os.listdir(folder), ["file"])

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
