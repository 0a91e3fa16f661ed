#!/usr/bin/env python3
"""kielwasser doctor: a healthy machine, every finding provoked, and the unit of systemd.
usage: doctor.py KIELWASSER"""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

from house import Server
from bot_user import IS_ROOT, make_folder, reachable
from patience import RUN_S

PROGRAM = reachable(sys.argv.pop(1))
UNIT = pathlib.Path(__file__).resolve().parents[2] / "etc" / "kielwasser.service.in"
SCORE = 30  # tenths, of systemd-analyze security
HAS_CELLS = shutil.which("bwrap") is not None


def free_port():
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return line.getsockname()[1]


class Doctor(unittest.TestCase):
    def setUp(self):
        self.folder = make_folder("kielwasser-doctor-")
        self.data = os.path.join(self.folder, "data")
        os.mkdir(self.data, 0o700)
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def ask(self, *options, before=(), lang="en", env=None, data=None):
        """What it finds: a list of (part, level, found, todo), after the exit code was held against it."""
        words = [*before, PROGRAM, "doctor", "--data", data or self.data, "--json", *options]
        if "--port" not in options:
            words += ["--port", str(free_port()), "--web-port", "0"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=RUN_S,
                              env={**os.environ, "KIELWASSER_LANG": lang, **(env or {})})
        self.assertIn(done.returncode, (0, 1), done.stderr)
        answer = json.loads(done.stdout)
        found = [tuple(one[key] for key in ("part", "level", "found", "todo")) for one in answer["findings"]]
        faults = [one for one in found if one[1] == "fault"]
        self.assertEqual((done.returncode, answer["faults"]), (1 if faults else 0, len(faults)), found)
        for one in found:
            self.assertEqual(one[1] == "fine", one[3] is None, one)  # whatever is not fine has advice
        return found

    def assert_found(self, found, part, level, words, todo=""):
        self.assertTrue(any(one[:2] == (part, level) and words in one[2] and todo in (one[3] or "") for one in found),
                        (part, level, words, todo, found))

    # ---- fine ----

    def test_a_healthy_folder(self):
        with Server(PROGRAM, data=self.data) as server:
            server.stop()
        before = sorted(os.listdir(self.data))
        found = self.ask()
        self.assertEqual([one for one in found if one[1] == "fault"], [])
        for part, words in (("installation", "libuv"), ("server", "none runs"), ("ports", "is free"),
                            ("disk", "can be written"), ("permissions", "closed to others"),
                            ("data", "store check"), ("data", "password is set"), ("time", "the clock says")):
            self.assert_found(found, part, "fine", words)
        self.assertTrue(any("WebAssembly" in one[2] for one in found), found)  # builds with sanitizers have none
        self.assertEqual(sorted(os.listdir(self.data)), before)
        if HAS_CELLS:
            self.assert_found(found, "sandbox", "fine", "seccomp")
        for program in ("java", "node"):
            if shutil.which(program):
                self.assert_found(found, "sandbox", "fine", program + " runs")

    def test_a_folder_that_is_not_there(self):
        missing = os.path.join(self.folder, "new", "data")
        self.assert_found(self.ask(data=missing), "disk", "fine", "not there yet")
        self.assertFalse(os.path.exists(missing))

    def test_as_text_in_german(self):
        done = subprocess.run([PROGRAM, "doctor", "--data", self.data, "--port", "0", "--web-port", "0"],
                              capture_output=True, text=True, timeout=RUN_S,
                              env={**os.environ, "KIELWASSER_LANG": "de"})
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("  ✔ ", done.stdout)
        self.assertIn("in Ordnung", done.stdout)

    # ---- servers and ports ----

    def test_a_running_server(self):
        with Server(PROGRAM, data=self.data) as server:
            found = self.ask("--port", str(server.port), "--web-port", "0")
            self.assert_found(found, "server", "fine", f"port {server.port}")
            self.assert_found(found, "ports", "fine", "this folder's referee")
            if shutil.which("java"):
                self.assert_found(found, "server", "fine", "Java bots run")

    def test_a_server_that_does_not_answer(self):
        with Server(PROGRAM, data=self.data) as server:
            server.process.send_signal(signal.SIGSTOP)
            try:
                self.assert_found(self.ask(), "server", "fault", f"process {server.process.pid}", "kill -CONT")
            finally:
                server.process.send_signal(signal.SIGCONT)

    def test_a_port_of_another_program(self):
        with socket.socket() as line:
            line.bind(("127.0.0.1", 0))
            line.listen()
            port = line.getsockname()[1]
            self.assert_found(self.ask("--port", str(port), "--web-port", "0"), "ports", "fault", str(port), "ss -ltnp")

    # ---- limits ----

    def test_limits(self):
        found = self.ask(before=("prlimit", "--nofile=60:60"))
        self.assert_found(found, "limits", "fault", "open files: only 60", "ulimit")
        found = self.ask(before=("prlimit", "--nofile=1000:1000", "--nproc=100:100", "--fsize=1048576:1048576"))
        self.assert_found(found, "limits", "warning", "open files: only 1000", "nofile")
        self.assert_found(found, "limits", "warning", "processes: only 100", "nproc")
        self.assert_found(found, "limits", "warning", "files are limited to 1 MiB", "ulimit -f")

    # ---- folder and disk ----

    def test_a_folder_that_others_can_read(self):
        os.chmod(self.data, 0o755)
        secret = pathlib.Path(self.data, "password.hash")
        secret.write_text("x")
        secret.chmod(0o644)
        found = self.ask()
        self.assert_found(found, "permissions", "warning", "0755", f"chmod 700 {os.path.realpath(self.data)}")
        self.assert_found(found, "permissions", "fault", "0644", "chmod 600 ")

    def test_a_folder_that_cannot_be_written(self):
        os.chmod(self.data, 0o500)
        before = []
        if IS_ROOT:  # root may write everywhere
            shutil.chown(self.data, "nobody")
            before = ["setpriv", "--reuid=nobody", "--clear-groups"]
        self.assert_found(self.ask(before=before), "disk", "fault", "cannot be written", "chown")

    @unittest.skipUnless(IS_ROOT, "only root can mount")
    def test_disks(self):
        for options, words in (("ro", "file system that cannot be written"), ("size=1m", "1 MiB free"),
                               ("size=64m,nr_inodes=9", "more files can be made")):
            with self.mounted(options):
                self.assert_found(self.ask(), "disk", "fault", words)

    @contextlib.contextmanager
    def mounted(self, options):
        if subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", self.data], capture_output=True).returncode:
            self.skipTest("nothing can be mounted here")
        try:
            yield
        finally:
            subprocess.run(["umount", self.data], check=True)

    @unittest.skipUnless(IS_ROOT, "only root can give files away")
    def test_a_folder_of_another_account(self):
        shutil.chown(self.data, "nobody")
        self.assert_found(self.ask(), "permissions", "warning", "belongs to nobody", "sudo -u nobody")

    def test_a_damaged_database(self):
        for content in (b"", b"no database at all" * 999):
            pathlib.Path(self.data, "kielwasser.db").write_bytes(content)
            os.chmod(os.path.join(self.data, "kielwasser.db"), 0o600)
            pathlib.Path(self.data, "journal-1").write_bytes(b"")
            self.assert_found(self.ask(), "data", "fault", "kielwasser.db", "store check")

    # ---- bots ----

    def path_with(self, **scripts):
        """PATH with nothing but these programs."""
        folder = tempfile.mkdtemp(dir=self.folder)
        os.chmod(folder, 0o755)
        for name, text in scripts.items():
            path = pathlib.Path(folder, name)
            path.write_text("#!/bin/sh\n" + text)
            path.chmod(0o755)
        return {"PATH": folder}

    def test_nothing_is_installed(self):
        found = self.ask(env=self.path_with())
        self.assert_found(found, "sandbox", "warning", "bubblewrap is not installed", "apt install bubblewrap")
        self.assert_found(found, "sandbox", "warning", "java is not installed", "apt install default-jre-headless")
        self.assert_found(self.ask(env=self.path_with(), lang="de"), "sandbox", "warning", "nicht installiert")

    def test_programs_that_fail(self):
        """What bubblewrap says comes in pieces, and is told to its end."""
        env = self.path_with(bwrap="printf 'bwrap: ' >&2; /bin/sleep 0.2; echo 'no proc' >&2; exit 1",
                             java="echo no heap; exit 1", python3="kill -SEGV $$", node="exit 0")
        found = self.ask(env=env)
        self.assert_found(found, "sandbox", "warning", "bwrap: no proc")
        self.assert_found(found, "sandbox", "warning", "java: no heap", "java -version")
        self.assert_found(found, "sandbox", "warning", "Segmentation fault", "python3 --version")

    @unittest.skipUnless(IS_ROOT, "not root")
    def test_root_without_a_user_for_bots(self):
        self.assert_found(self.ask(env={"KIELWASSER_BOT_USER": ""}), "sandbox", "warning", "never run as root",
                          "--bot-user nobody")


class Unit(unittest.TestCase):
    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd is not installed")
    def test_the_unit_is_closed_enough(self):
        with tempfile.TemporaryDirectory() as folder:
            unit = pathlib.Path(folder, "kielwasser.service")
            unit.write_text(UNIT.read_text(encoding="utf-8").replace("@bindir@", "/usr/bin"), encoding="utf-8")
            done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager",
                                   f"--threshold={SCORE}", unit], capture_output=True, text=True, timeout=RUN_S)
        if "nrecognized option" in done.stderr:
            self.skipTest("this systemd-analyze looks at no files")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
