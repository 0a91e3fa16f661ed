#!/usr/bin/env python3
"""Makes a sample of everything that a version of the program leaves on disk: sample.tar.xz with a data folder and some
matches, and expected.json with what must be found in it.  ../samples.py lets the present program open it.
usage: make.py KIELWASSER FOLDER

The work is done in /srv/kielwasser, which must not exist, so that no path of this machine gets into a file."""
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
import time
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "web"), str(HERE.parent / "server")]
from site_ import ENGLISH, Console, Site

HOME = pathlib.Path("/srv/kielwasser")
PROGRAM = str(HOME / "kielwasser")
DATA = HOME / "data"
DONE = ("stopped", "complete", "decided", "broken", "failed")
# Version 0.1.0 had one level more, which later versions must know from its files.
THIRD = "klassik" if os.path.basename(sys.argv[2]) == "0.1.0" else "mittel"
TOURNAMENT = f"""[tournament]
name = Kleine Saison
game = piranhas
admission = no

[stage]
name = Liga
kind = league
legs = 1

[team]
name = Anemonen
bot = leicht:nodes=20

[team]
name = Barsche
bot = {THIRD}:nodes=20

[team]
name = Clownfische
bot = zufall
"""


def run(*words):
    done = subprocess.run([PROGRAM, *words], cwd=HOME, env=ENGLISH, text=True, capture_output=True, check=True)
    return done.stdout


def wait(site, path, until):
    while True:
        found = site.get(path)
        if until(found):
            return found
        time.sleep(0.05)


def add_bots(site):
    """One by its command, one uploaded in two versions."""
    shutil.copy(HERE / "bot.py", HOME / "bot.py")
    bots = [{"name": "Nemo", "game": "piranhas", "command": f"python3 {HOME}/bot.py", "note": "zur Mitte"}]
    ids = [site.ask("POST", "/api/bots", bot)[1]["id"] for bot in bots]
    for version in (1, 2):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(zipfile.ZipInfo("dory/main.py", (2026, 1, 1, 0, 0, 0)), (HERE / "bot.py").read_bytes())
            archive.writestr(zipfile.ZipInfo("dory/version.txt", (2026, 1, 1, 0, 0, 0)), f"{version}\n")
        headers = {"X-Kielwasser-Token": site.token, "Content-Type": "application/octet-stream"}
        status, _, text = site.raw("POST", "/api/uploads?name=dory.zip", packed.getvalue(), headers)
        assert status == 201, text
        upload = json.loads(text)
        program = {"upload": upload["upload"], "main": upload["main"], "note": f"Fassung {version}"}
        if version == 1:
            status, bot = site.ask("POST", "/api/bots", {"name": "Dory", "game": "piranhas", **program})
        else:
            status, bot = site.ask("POST", f"/api/bots/{ids[-1]}/versions", program)
        assert status == 201, bot
        ids.append(bot["id"])
    status, tested = site.ask("POST", f"/api/bots/{ids[-1]}/selftest", {})
    assert status == 200 and tested["ok"], tested
    return ids


def play_to_the_end(site, bot):
    """A finished game of each kind; the one with the program has a log of its output."""
    for game in ("piranhas", "hive", "mississippi", "penguins"):
        id_, _ = site.open(game, "zufall", "leicht", seed="11")
        site.wait(id_, lambda state: state["phase"] == "over")
    game = {"game": "piranhas", "seed": "12", "red": {"kind": "bot", "bot": bot},
            "blue": {"kind": "builtin", "player": "zufall"}}
    status, answer = site.ask("POST", "/api/games", game)
    assert status == 201, answer
    site.wait(answer["id"], lambda state: state["phase"] == "over")
    id_, secrets = site.open("penguins", "person", "person", seed="13")
    site.ask("POST", f"/api/games/{id_}/resign", token=False, seat=secrets["red"])
    site.wait(id_, lambda state: state["phase"] == "over")


def start_unfinished(site):
    """Games of a person that wait for the next start.  The last move is not yet in the store, only in the journal."""
    for game, plies in (("penguins", 4), ("mississippi", 2), ("hive", 6)):
        id_, secrets = site.open(game, "person", "leicht", seed="14")
        console = Console(PROGRAM, game)
        while True:
            state = site.wait(id_, lambda state: state["phase"] == "running" and state["side"] == "red")
            if game == "hive" and len(state["plies"]) == plies:
                time.sleep(0.5)
            words = console.best(state["plies"][-1]["position"] if state["plies"] else state["start"])
            assert site.move(id_, secrets["red"], len(state["plies"]), words)[0] == 200
            if len(state["plies"]) >= plies:
                break
        console.close()


def play_tests(site, bots):
    def builtin(spec):
        return {"kind": "builtin", "spec": spec}

    form = {"name": "", "game": "piranhas", "games": 4, "concurrency": 1, "seed": "7", "pace": 0}
    for more in ({"a": builtin("leicht:nodes=40"), "b": builtin("zufall"), "save": "all"},
                 {"a": builtin(f"{THIRD}:nodes=40"), "b": builtin("zufall"), "name": "Maßstab"},
                 {"a": {"kind": "bot", "bot": bots[0]}, "b": builtin("zufall"), "name": "Nemo"},
                 {"a": builtin("zufall"), "against": [builtin("zufall"), builtin("zufall:random=2")], "game": "hive"}):
        status, answer = site.ask("POST", "/api/tests", {**form, **more})
        assert status == 201, answer
        for id_ in answer["ids"]:
            test = wait(site, f"/api/tests/{id_}", lambda test: test["state"] in DONE)
            assert test["state"] == "complete", test
    status, answer = site.ask("POST", "/api/tests", {
        **form, "name": "Angehalten", "games": 40, "a": {"kind": "bot", "bot": bots[0]},
        "b": {"kind": "bot", "bot": bots[-1]}})
    id_ = answer["id"]
    wait(site, f"/api/tests/{id_}", lambda test: test["games"]["played"] >= 2)
    site.ask("POST", f"/api/tests/{id_}/stop", {"when": "now"})
    wait(site, f"/api/tests/{id_}", lambda test: test["state"] == "stopped")


def make_data():
    site = Site(PROGRAM, "--sandbox", "off", "--pace", "0", data=str(DATA))
    try:
        bots = add_bots(site)
        play_to_the_end(site, bots[0])
        play_tests(site, bots)
        status, answer = site.ask("POST", "/api/tournaments", {"file": TOURNAMENT, "concurrency": 1})
        assert status == 201, answer
        cup = wait(site, f"/api/tournaments/{answer['id']}", lambda cup: cup["state"] in DONE)
        assert cup["state"] == "complete", cup
        position = site.get("/api/games")["games"][0]["id"]
        position = site.get(f"/api/games/{position}")["start"]
        kept = {"game": "penguins", "position": position, "name": "Anfang"}
        status, answer = site.ask("POST", "/api/positions", kept)
        assert status in (200, 201), answer
        start_unfinished(site)
        found = facts(site)
    finally:
        site.stop(signal.SIGKILL)
    return found


MATCHES = {  # file of the store, and what is played in it
    "programs.db": ["./bot.py", "./bot.py --style other", "--game", "piranhas", "--pace", "0", "--sandbox", "off"],
    "builtin.db": ["mittel:nodes=60", "stark:nodes=60", "--game", "piranhas"],
}


def make_matches():
    """Digest of each match."""
    digests = {}
    (HOME / "match").mkdir()
    for store, words in MATCHES.items():
        said = run("match", *words, "--games", "4", "--seed", "3", "--concurrency", "1", "--store", f"match/{store}")
        digests[store] = re.search("[0-9a-f]{64}", said)[0]
    run("match", f"{THIRD}:nodes=60", "leicht:nodes=60", "--game", "hive", "--games", "2", "--seed", "3",
        "--concurrency", "1", "--save", "all", "--out", "match/out")
    (HOME / "match/tournament.ini").write_text(TOURNAMENT.replace(THIRD, "mittel"), encoding="utf-8")
    run("tournament", "run", "match/tournament.ini", "--out", "match/tournament", "--concurrency", "1")
    return [{"store": store, "words": words, "games": 4, "seed": 3, "digest": digests[store]}
            for store, words in MATCHES.items()]


def facts(site):
    """What a server on this data says of it."""
    tests = [site.get(f"/api/tests/{test['id']}") for test in site.get("/api/tests")["tests"]]
    games = [site.get(f"/api/games/{game['id']}") for game in site.get("/api/games")["games"]]
    assert sum(game["phase"] == "running" for game in games) == 3
    return {
        "games": [{**{key: game[key] for key in ("id", "game", "phase")}, "plies": len(game["plies"])}
                  for game in games],
        "bots": [{"name": bot["name"], "versions": len(bot["versions"])} for bot in site.get("/api/bots")["bots"]],
        "tests": [{"id": test["id"], "name": test["name"], "state": test["state"], "played": test["games"]["played"],
                   "digest": test["digest"]} for test in tests],
        "tournaments": [{key: cup[key] for key in ("id", "name", "state", "played", "winner")}
                        for cup in site.get("/api/tournaments")["tournaments"]],
        "positions": [position["name"] for position in site.get("/api/positions")["positions"]],
    }


def tables():
    """Rows of each table that later versions must find, too; the journal is further than the store."""
    db = sqlite3.connect(DATA / "kielwasser.db")
    counts = {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("games", "plies", "bots")}
    stored = db.execute("SELECT value FROM meta WHERE key = 'journal'").fetchone()[0]
    db.close()
    assert stored < int((DATA / "journal-1").read_text().splitlines()[-1].split()[1])
    return counts


def tidy():
    """Databases become one file each; what only a running server needs goes."""
    for path in HOME.rglob("*.db"):
        db = sqlite3.connect(path)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("VACUUM")
        db.close()
    for pattern in ("*.db-wal", "*.db-shm", "data/log", "data/lock", "data/web-token", "data/web-address",
                    "data/status*", "**/lock"):
        for path in HOME.glob(pattern):
            path.unlink()


def main():
    program, folder = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    HOME.mkdir(parents=True)
    try:
        shutil.copy(program, PROGRAM)
        expected = make_data()
        expected["matches"] = make_matches()
        tidy()
        expected["rows"] = tables()
        run("store", "export", "match/export.jsonl.gz", "--data", str(DATA))
        lines = gzip.decompress((HOME / "match/export.jsonl.gz").read_bytes())
        expected["export"] = {"lines": lines.count(b"\n"), "sha256": hashlib.sha256(lines).hexdigest()}
        os.remove(PROGRAM)
        folder.mkdir(parents=True, exist_ok=True)
        with tarfile.open(folder / "sample.tar.xz", "w:xz") as archive:
            archive.add(HOME, ".")
        text = json.dumps(expected, indent=1, ensure_ascii=False) + "\n"
        (folder / "expected.json").write_text(text, encoding="utf-8")
    finally:
        shutil.rmtree(HOME)


main()
