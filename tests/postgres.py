#!/usr/bin/env python3
"""A real PostgreSQL for tests, alone in a temporary folder: no TCP, no password, no care for power cuts.

    server = Postgres()
    with server as place:           place is a postgresql:// URL
        server.kill()
        server.restart()

    tests/postgres.py COMMAND …     runs it with KIELWASSER_TEST_STORE set to the URL; the command may send
                                    its parent SIGUSR1 to kill the server and SIGUSR2 to start it again
"""
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse

USER = "kielwasser"
SETTINGS = {"listen_addresses": "", "fsync": "off", "full_page_writes": "off", "shared_buffers": "16MB",
            "max_connections": "100"}
MESON_SKIPPED = 77


def find(name):
    """The newest server program of this name that is installed."""
    def version(path):
        return [int(part) for part in path.split(os.sep) if part.isdigit()]
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=version, reverse=True)
    return shutil.which(name, path=os.pathsep.join([*folders, os.environ.get("PATH", "")]))


def require(*names):
    for name in names:
        if not find(name):
            reason = f"skipped: PostgreSQL is not installed ({name} is missing)"
            print(reason, file=sys.stderr)
            raise unittest.SkipTest(reason)


class Postgres:
    def __init__(self):
        require("initdb", "postgres", "setpriv")
        self.folder = tempfile.mkdtemp(prefix="kw-pg-")
        os.chmod(self.folder, 0o755)
        self.data = os.path.join(self.folder, "data")
        self.url = f"postgresql://{USER}@{urllib.parse.quote(self.folder, safe='')}/postgres"
        self.process = None
        # It goes when the tests go, however they go.
        self.words = ["setpriv", "--pdeathsig=INT"]
        if os.geteuid() == 0:  # which PostgreSQL refuses to be
            shutil.chown(self.folder, "nobody")
            self.words += ["--reuid=nobody", "--clear-groups"]

    def __enter__(self):
        try:
            subprocess.run([*self.words, find("initdb"), "--no-sync", "--auth=trust", f"--username={USER}",
                            "--encoding=UTF8", "--locale=C", "-D", self.data],
                           cwd=self.folder, stdout=subprocess.DEVNULL, check=True)
            self.start()
        except BaseException:
            self.stop()
            raise
        return self.url

    def __exit__(self, *_):
        self.stop()

    def start(self):
        options = [word for key, value in SETTINGS.items() for word in ("-c", f"{key}={value}")]
        with open(os.path.join(self.folder, "log"), "ab") as log:
            # In a session of its own: a Ctrl-C is for the tests, which then stop it in order.
            self.process = subprocess.Popen(
                [*self.words, find("postgres"), "-D", self.data, "-k", self.folder, *options],
                cwd=self.folder, stdout=log, stderr=log, start_new_session=True)
        self._wait_until_ready()

    def _wait_until_ready(self):
        while self.process.poll() is None:
            if self._is_ready():
                return
            time.sleep(0.02)
        with open(os.path.join(self.folder, "log"), encoding="utf-8") as log:
            raise RuntimeError("no PostgreSQL: " + log.read())

    def _is_ready(self):
        """Its own file says so, in the eighth line; the first one says whose file it is."""
        try:
            with open(os.path.join(self.data, "postmaster.pid"), encoding="utf-8") as file:
                lines = file.read().split()
        except FileNotFoundError:
            return False
        return lines[:1] == [str(self.process.pid)] and lines[-1] == "ready"

    def kill(self):
        """All its processes end in the middle of what they do, and it will have to recover."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()

    def restart(self):
        self.kill()
        self.start()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)  # no waiting for those who are connected
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def run(server, place, words):
    """Signals are only noted when they come, because one may come while another is being followed."""
    wishes = []
    signal.signal(signal.SIGUSR1, lambda *_: wishes.append(server.kill))
    signal.signal(signal.SIGUSR2, lambda *_: wishes.append(server.restart))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    process = subprocess.Popen(words, env={**os.environ, "KIELWASSER_TEST_STORE": place})
    while process.poll() is None:
        if wishes:
            wishes.pop(0)()
        time.sleep(0.01)
    return process.returncode


def main(words):
    try:
        server = Postgres()
    except unittest.SkipTest:
        return MESON_SKIPPED
    with server as place:
        return run(server, place, words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
