"""What is done while calls fail: each scene is a small piece of work of the program, and says afterwards, without
faults, whether everything that was acknowledged is there."""
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent)]
from bot_user import make_folder, reachable
from injection import FINE, Broken, Library, check_end, read_report, run, run_fine
from patience import PATIENCE_S
from plan import VARIANTS
from postgres import Postgres, find


class Scene:
    """`work` is done in a fresh folder under a fault, or under none to count the calls."""
    kinds = ()  # those that make a difference here
    variants = VARIANTS
    is_patient = False  # it waits before it tries again what the machine has refused

    def __init__(self, build, folder):
        """`build`: the folder of the program, of the library, and of a bot that costs nearly nothing."""
        self.program = os.path.join(build, "kielwasser")
        self.library = Library(os.path.join(build, "tests", "libfail.so"))
        self.bot = os.path.join(build, "tests", "dummy")
        self.home = os.path.join(folder, self.name.replace(" ", "-"))
        os.makedirs(self.home)
        self.prepare()

    def prepare(self):
        """Once."""

    def close(self):
        """Nothing more will be run."""

    def work(self, folder, environment):
        raise NotImplementedError

    def run(self, fault):
        """Raises Broken where something is wrong; how many calls have failed."""
        folder = make_folder("kielwasser-faults-")
        try:
            return self.run_in(folder, fault)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def run_in(self, folder, fault):
        report = os.path.join(folder, "report")
        self.work(folder, self.library.environment(fault, report=report))
        return read_report(report)[1]

    def count(self):
        """How many calls of each kind there are without a fault."""
        folder = make_folder("kielwasser-faults-")
        report = os.path.join(folder, "report")
        try:
            self.work(folder, self.library.environment(report=report))
            return read_report(report)[0]
        finally:
            shutil.rmtree(folder)

    def store(self, *words, **options):
        return run([self.program, "store", *words], **options)

    def export(self, place):
        """All of a store as text."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "export")
            run_fine([self.program, "store", "export", path, "--store", place])
            return pathlib.Path(path).read_text(encoding="utf-8")


FILES = ("malloc", "libmalloc", "read", "write", "open", "fsync", "name", "size", "lock", "map", "signal", "query")


def fill(path, rows=300):
    """A store with something in every table that has to be carried."""
    with sqlite3.connect(path) as db:
        db.execute("INSERT INTO meta VALUES('journal', 17)")
        db.execute("INSERT INTO games(number, id, game, game_type, red, blue, red_player, blue_player, rules, start,"
                   " started) VALUES(3, 'room', 'hive', 'swc_2020_hive', 'Anna', 'Bert', '', '', 'book', 'start', 1)")
        db.executemany("INSERT INTO plies VALUES(3, ?, 'a b', '\u0001\t€', 7, 35)", [(i,) for i in range(rows)])
        db.execute("INSERT INTO bots(id, name, game, active, added) VALUES(41, 'Nemo', '', 1, 5)")
        db.execute("INSERT INTO bot_turns VALUES(41, 1, 1, 5)")
        db.execute("INSERT INTO bot_versions VALUES(41, 1, 'java -jar x', '', 'zwei\nZeilen', 5, NULL, '{}')")
        db.execute("INSERT INTO positions VALUES(2, 'hive', 'text', 'n', 3)")
    db.close()


class Store(Scene):
    """A filled store and its export."""
    kinds = FILES

    def prepare(self):
        self.full = os.path.join(self.home, "full.db")
        run_fine([self.program, "store", "init", "--store", self.full])
        fill(self.full)
        self.packed = os.path.join(self.home, "export.jsonl.gz")
        run_fine([self.program, "store", "export", self.packed, "--store", self.full])
        self.text = self.export(self.full)

    def compare(self, place):
        if self.export(place) != self.text:
            raise Broken("the store is not what was imported")


class Init(Store):
    name = "store init"

    def work(self, folder, environment):
        place = os.path.join(folder, "new.db")
        status, _ = self.store("init", "--store", place, environment=environment)
        if status != FINE:
            run_fine([self.program, "store", "init", "--store", place])
        run_fine([self.program, "store", "import", self.packed, "--store", place])
        self.compare(place)


class Import(Store):
    name = "store import"

    def work(self, folder, environment):
        place = os.path.join(folder, "new.db")
        status, _ = self.store("import", self.packed, "--store", place, environment=environment)
        if status != FINE:
            run_fine([self.program, "store", "import", self.packed, "--store", place])
        self.compare(place)


class Export(Store):
    name = "store export"
    ending = "jsonl.gz"

    def work(self, folder, environment):
        place, path = os.path.join(folder, "full.db"), pathlib.Path(folder, "export." + self.ending)
        shutil.copy(self.full, place)
        path.write_text("before", encoding="utf-8")
        status, _ = self.store("export", str(path), "--store", place, environment=environment)
        if status != FINE and path.read_bytes() != b"before":
            raise Broken("an export that failed has replaced the file")
        left = [one.name for one in path.parent.glob("export.*") if one != path]
        if left and environment.get("FAIL") not in ("name", "lock", "malloc", "libmalloc"):
            raise Broken(f"left behind: {left}")
        if status != FINE:
            run_fine([self.program, "store", "export", str(path), "--store", place])
        self.check_file(path, folder)
        self.compare(place)

    def check_file(self, path, folder):
        again = os.path.join(folder, "again.db")
        run_fine([self.program, "store", "import", str(path), "--store", again])
        self.compare(again)


class ExportPlain(Export):
    name = "store export plain"
    ending = "jsonl"


class Migrate(Scene):
    name = "store migrate"
    kinds = FILES

    def prepare(self):
        with tarfile.open(HERE.parent / "samples/0.1.0/sample.tar.xz") as archive:
            archive.extractall(self.home)
        self.old = os.path.join(self.home, "data/kielwasser.db")
        new = os.path.join(self.home, "new.db")
        shutil.copy(self.old, new)
        run_fine([self.program, "store", "migrate", "--store", new])
        self.text = self.export(new)

    def work(self, folder, environment):
        place = os.path.join(folder, "old.db")
        shutil.copy(self.old, place)
        status, _ = self.store("migrate", "--store", place, environment=environment)
        if status != FINE:
            run_fine([self.program, "store", "migrate", "--store", place])
        if self.export(place) != self.text:
            raise Broken("the store is not what it was before")


# ---- matches ----

def digest_of(said):
    found = re.search(r"SHA-256 +([0-9a-f]{64})", said)
    return found and found[1]


class Match(Scene):
    """Two built-in players; the same games whatever happens in between."""
    name = "match"
    kinds = (*FILES, "thread", "socket")
    players = ("zufall", "leicht:nodes=20", "--game", "penguins", "--games", "4", "--concurrency", "2")

    def prepare(self):
        self.digest = digest_of(run_fine(self.words(self.home, self.place(self.home)), cwd=self.home))
        assert self.digest

    def place(self, folder):
        return os.path.join(folder, "match.db")

    def words(self, folder, place):
        return [self.program, "match", *self.players, "--store", place, "--out", os.path.join(folder, "out"), "--data",
                os.path.join(folder, "nothing")]

    def work(self, folder, environment):
        words = self.words(folder, self.place(folder))
        status, said = run(words, environment=environment, cwd=folder)
        if status != FINE:
            said = run_fine(words, cwd=folder)
        if digest_of(said) != self.digest:
            raise Broken(f"other games: {said}")
        self.check_folder(folder)

    def check_folder(self, folder):
        with open(os.path.join(folder, "out/games.jsonl"), encoding="utf-8") as file:
            games = [json.loads(line)["game"] for line in file]
        if games != list(range(4)):
            raise Broken(f"games.jsonl has {games}")


class Bots(Scene):
    """A program against a built-in player: what the machine refuses is no fault of the program."""
    name = "bots"
    is_patient = True
    kinds = (*FILES, "thread", "socket", "fork", "accept")

    def prepare(self):
        self.bot = reachable(self.bot)

    def words(self, folder):
        return [self.program, "match", self.bot, "zufall", "--game", "piranhas", "--games", "2", "--concurrency", "1",
                "--pace", "0", "--sandbox", "off", "--store", os.path.join(folder, "match.db"), "--data",
                os.path.join(folder, "nothing")]

    def work(self, folder, environment):
        status, said = run(self.words(folder), environment=environment, cwd=folder)
        if status != FINE:
            said = run_fine(self.words(folder), cwd=folder)
        with sqlite3.connect(os.path.join(folder, "match.db")) as db:
            found = db.execute("SELECT game, ending FROM results ORDER BY game").fetchall()
        db.close()
        if found != [(0, "regular"), (1, "regular")]:
            raise Broken(f"results {found}: {said}")


class Worker(Match):
    """The match is left to a worker, whose calls fail; if it gives up, the next one plays on."""
    name = "worker"
    kinds = (*FILES, "thread", "socket")

    def work(self, folder, environment):
        place = self.place(folder)
        match = self.start([*self.words(folder, place), "--concurrency", "0"], folder)
        words = [self.program, "worker", "--store", place, "--name", "w", "--concurrency", "2", "--data",
                 os.path.join(folder, "nothing")]
        workers = [self.start(words, folder, environment)]
        try:
            end = time.monotonic() + PATIENCE_S
            while match.poll() is None:
                if workers[-1].poll() is not None:
                    workers.append(self.start(words, folder))
                if time.monotonic() > end:
                    raise Broken("the match does not end")
                time.sleep(0.01)
        finally:
            for process in (*workers, match):
                process.terminate()
            said = [self.finish(process) for process in (*workers, match)]
        for process, text in zip((*workers, match), said):
            check_end(process.returncode, text)
        if digest_of(said[-1]) != self.digest:
            raise Broken(f"other games: {said[-1]}")
        self.check_folder(folder)

    def start(self, words, folder, environment=None):
        return subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                errors="replace", env=environment or {**os.environ, "KIELWASSER_LANG": "en"})

    def finish(self, process):
        try:
            return process.communicate(timeout=PATIENCE_S)[0]
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Broken(f"{process.args[1]} does not end") from None


# ---- PostgreSQL ----

# A line that is cut before the question, or before its answer.
CUT = {"query": (("ECONNRESET", 1), ("EPIPE", 1), ("ECONNRESET", 3)), "recv": (("", 1), ("short", 1)),
       "send": (("", 1), ("short", 1)), "signal": (("", 1),), "libmalloc": (("", 1),)}


class AtPostgres:
    """Each run has a database of its own, a copy of `template`."""
    kinds = tuple(CUT)
    variants = CUT
    template = "template1"

    def prepare(self):
        self.postgres = Postgres()
        self.postgres.__enter__()
        self.number = 0
        super().prepare()

    def close(self):
        super().close()
        self.postgres.stop()

    def psql(self, sql):
        subprocess.run([find("psql"), "-q", "-d", self.postgres.url, "-c", sql], check=True, capture_output=True)

    def url(self, name):
        return self.postgres.url.replace("/postgres", "/" + name)

    def place(self, folder):
        self.number += 1
        self.psql(f"CREATE DATABASE kw{self.number} TEMPLATE {self.template}")
        return self.url(f"kw{self.number}")

    def run(self, fault):
        try:
            return super().run(fault)
        finally:
            self.psql(f"DROP DATABASE IF EXISTS kw{self.number} WITH (FORCE)")


class MatchAtPostgres(AtPostgres, Match):
    name = "match postgres"


class WorkerAtPostgres(AtPostgres, Worker):
    name = "worker postgres"


ALL = (Init, Import, Export, ExportPlain, Migrate, Match, Bots, Worker, MatchAtPostgres, WorkerAtPostgres)
