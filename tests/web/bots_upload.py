#!/usr/bin/env python3
"""Bots that come as files: uploading, unpacking, main files, versions, tests, and guests who mean no good.
usage: bots_upload.py KIELWASSER"""
import http.client
import io
import json
import os
import pathlib
import stat
import sys
import time
import unittest
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from naughty import CRASH, JOINER
from site_ import Site
from bot_user import IS_ROOT, reachable
from patience import PATIENCE_S, until

PROGRAM = reachable(sys.argv.pop(1))
# A good bot in Python: it lets our own client play.  In a cell homes are empty, so the client comes along.
GOOD = """import os, sys
os.execv(os.path.join(os.path.dirname(os.path.abspath(__file__)), "engine"),
         ["engine", "client", "--game", "piranhas", "--player", "zufall", *sys.argv[1:]])
"""


def zipped(files, rights=0o644):
    """A ZIP file of these names and texts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            info.external_attr = (rights | stat.S_IFREG) << 16
            archive.writestr(info, text, zipfile.ZIP_DEFLATED)
    return out.getvalue()


class Uploads(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.site = Site(PROGRAM)

    @classmethod
    def tearDownClass(cls):
        cls.site.stop()

    def send(self, name, body, token=True, type_="application/octet-stream"):
        headers = {"Content-Type": type_}
        if token:
            headers["X-Kielwasser-Token"] = self.site.token
        status, _, text = self.site.raw("POST", f"/api/uploads?name={name}", body, headers)
        return status, json.loads(text)

    def add(self, name, upload, main, **more):
        return self.site.ask("POST", "/api/bots", {"name": name, "upload": upload, "main": main, **more})

    def waiting(self):
        return set(pathlib.Path(self.site.data, "bots", "uploads").glob("*"))

    def slow(self, method, path):
        """A question whose answer takes as long as two games."""
        line = http.client.HTTPConnection("127.0.0.1", self.site.web_port, timeout=PATIENCE_S)
        line.request(method, path, "{}", {"X-Kielwasser-Token": self.site.token, "Content-Type": "application/json"})
        answer = line.getresponse()
        found = answer.status, json.loads(answer.read())
        line.close()
        return found

    # ---- good ones ----

    def test_a_zip_becomes_a_bot_that_plays(self):
        with open(PROGRAM, "rb") as file:
            body = zipped({"my bot/main.py": GOOD, "my bot/engine": file.read(), "my bot/notes.txt": "hello"}, 0o755)
        status, told = self.send("bot.zip", body)
        self.assertEqual(status, 201, told)
        self.assertEqual(told["main"], "my bot/main.py")
        self.assertEqual([(one["path"], one["language"], one["program"]) for one in told["files"]],
                         [("my bot/engine", "native", True), ("my bot/main.py", "python", True),
                          ("my bot/notes.txt", "", False)])
        status, bot = self.add("Zipped", told["upload"], told["main"], game="piranhas", note="first")
        self.assertEqual(status, 201, bot)
        folder = os.path.join(os.path.realpath(self.site.data), "bots", bot["id"], "1")
        self.assertEqual((bot["folder"], bot["command"]), (os.path.join(folder, "my bot"), "./main.py"))
        self.assertEqual((bot["language"], bot["active"], bot["test"]), ("python", 1, None))
        # Root's bots run as another user, who has to read them.
        self.assertEqual(stat.S_IMODE(os.stat(folder).st_mode), 0o755 if IS_ROOT else 0o700)
        self.assertEqual(stat.S_IMODE(os.stat(self.site.data + "/bots").st_mode), 0o711 if IS_ROOT else 0o700)
        self.assertEqual(self.site.ask("GET", f"/api/bots/{bot['id']}/test")[1]["code"], "bot_untested")
        status, told = self.slow("POST", f"/api/bots/{bot['id']}/selftest")
        self.assertEqual((status, told["ok"]), (200, True), told)
        known = [one for one in self.site.get("/api/bots")["bots"] if one["name"] == "Zipped"][0]
        self.assertEqual((known["test"]["ok"], known["test"]["game"], known["test"]["why"]), (True, "piranhas", None))
        self.assertEqual(self.site.get(f"/api/bots/{bot['id']}/test"), told)
        self.site.ask("POST", f"/api/bots/{bot['id']}/versions", {"command": PROGRAM})
        self.assertEqual(self.site.ask("GET", f"/api/bots/{bot['id']}/test")[1]["code"], "bot_untested")
        self.assertEqual(self.site.ask("DELETE", f"/api/bots/{bot['id']}")[0], 200)
        self.assertFalse(os.path.exists(os.path.dirname(folder)))

    def test_a_main_file_behind_hundreds_of_others(self):
        files = {f"bot/a{i:03}.txt": "" for i in range(400)} | {"bot/lib/._start.sh": "#!/bin/sh\n",
                                                                "bot/zebra.py": "1"}
        status, told = self.send("large.zip", zipped(files))
        self.assertEqual((status, told["main"], told["count"], len(told["files"])), (201, "bot/zebra.py", 402, 300))
        self.assertEqual(told["files"][0]["path"], "bot/zebra.py")

    def test_the_same_file_and_the_same_name_twice(self):
        one, two = (self.send("it.py", b"print(1)")[1] for _ in range(2))
        self.assertNotEqual(one["upload"], two["upload"])
        status, bot = self.add("Twin", one["upload"], "it.py", game="hive")
        self.assertEqual(status, 201, bot)
        self.assertEqual(self.add("Twin", two["upload"], "it.py")[1]["code"], "bot_name_taken")
        self.assertEqual(self.add("Second", two["upload"], "it.py")[0], 201)  # it still waits
        self.assertEqual(self.add("Third", two["upload"], "it.py")[1]["code"], "upload_unknown")

    def test_only_so_many_wait(self):
        first = self.send("it.py", b"print(1)")[1]["upload"]
        os.utime(os.path.join(self.site.data, "bots", "uploads", first), (time.time() - 60, time.time() - 60))
        for _ in range(8):
            self.send("it.py", b"print(1)")
        self.assertEqual(len(self.waiting()), 8)
        self.assertEqual(self.add("Late", first, "it.py")[1]["code"], "upload_unknown")

    def test_a_full_disk_is_said(self):
        with Site(PROGRAM, limit=3 << 20) as small:
            headers = {"Content-Type": "application/octet-stream", "X-Kielwasser-Token": small.token}
            for name, body in (("a.bin", b"0" * (4 << 20)), ("bomb.zip", zipped({"a": b"0" * (4 << 20)}))):
                status, _, text = small.raw("POST", f"/api/uploads?name={name}", body, headers)
                self.assertEqual((status, json.loads(text)["code"]), (507, "file_write"), name)
            until(lambda: not list(pathlib.Path(small.data, "bots", "uploads").glob("*")))

    def test_languages_of_commands_and_whether_there_is_a_cell(self):
        for command, language in (("/bin/sh -c x", "shell"), ("python3 -m bot", "python"), (PROGRAM, "native")):
            status, bot = self.site.ask("POST", "/api/bots", {"name": language + " by path", "command": command})
            self.assertEqual((status, bot["language"], bot["active"]), (201, language, 1))
        with Site(PROGRAM, "--sandbox", "off") as other:
            self.assertIs(other.get("/api/hello")["cell"], False)
        self.assertIn(self.site.get("/api/hello")["cell"], (False, True))

    def test_versions(self):
        bot = None
        for number, note in ((1, "slow"), (2, "fast")):
            _, told = self.send("it.py", f"print({number})".encode())
            body = {"upload": told["upload"], "main": "it.py", "args": f"--level '{number} or so'", "note": note}
            if bot:
                status, bot = self.site.ask("POST", f"/api/bots/{bot['id']}/versions", body)
            else:
                status, bot = self.site.ask("POST", "/api/bots", {"name": "Steps", "game": "hive", **body})
            self.assertEqual((status, bot["active"], bot["note"]), (201, number, note), bot)
            self.assertEqual(bot["command"], f"./it.py --level '{number} or so'")
        self.assertEqual([(one["number"], one["note"], one["uploaded"]) for one in bot["versions"]],
                         [(1, "slow", True), (2, "fast", True)])
        path = f"/api/bots/{bot['id']}"
        status, bot = self.site.ask("POST", path + "/active", {"version": 1})
        self.assertEqual((status, bot["active"], bot["note"], len(bot["versions"])), (200, 1, "slow", 2))
        self.assertEqual([one["version"] for one in bot["turns"]], [1, 2, 1])
        self.assertLess(bot["turns"][0]["sinceMs"], bot["turns"][2]["sinceMs"])
        text = pathlib.Path(bot["folder"], "it.py").read_text()
        self.assertEqual(text, "print(1)")
        status, told = self.site.ask("POST", path + "/active", {"version": 9})
        self.assertEqual((status, told["code"]), (422, "bot_version"))
        status, bot = self.site.ask("POST", path + "/versions", {"command": PROGRAM + " client"})
        self.assertEqual((status, bot["active"], bot["versions"][2]["uploaded"]), (201, 3, False), bot)
        status, told = self.site.ask("POST", path + "/versions", {"command": PROGRAM + " client"})
        self.assertEqual((status, told["code"]), (422, "bot_version_same"))

    # ---- what goes wrong with programs ----

    def test_a_crash_is_told_and_kept(self):
        _, told = self.send("crash.py", (JOINER + CRASH).encode())
        _, bot = self.add("Crash", told["upload"], "crash.py", game="hive")
        status, told = self.slow("POST", f"/api/bots/{bot['id']}/selftest")
        self.assertEqual((status, told["ok"], len(told["games"])), (200, False, 2))
        for game in told["games"]:
            self.assertEqual((game["why"]["code"], game["log"]), ("bot_crashed", ["asked"]))
            self.assertIn("Segmentation fault", game["why"]["en"])
        known = [one for one in self.site.get("/api/bots")["bots"] if one["name"] == "Crash"][0]
        self.assertEqual((known["test"]["ok"], known["test"]["why"]["code"]), (False, "bot_crashed"))
        self.assertEqual([(one["side"], one["winner"], one["plies"]) for one in known["test"]["results"]],
                         [("red", "blue", 0), ("blue", "red", 1)])

    def test_what_cannot_be_started(self):
        _, told = self.send("notes.txt", b"nothing to run here")
        self.assertEqual(self.add("Text", told["upload"], "notes.txt")[1]["code"], "bot_not_executable")
        self.assertEqual(self.add("Text", told["upload"], "../../../web-token")[1]["code"], "bot_main")
        self.assertEqual(self.add("Text", told["upload"], "")[1]["code"], "bot_main")
        self.assertEqual(self.add("Text", "0" * 16, "notes.txt")[1]["code"], "upload_unknown")
        self.assertEqual(self.add("Text", "../" * 5 + "x", "notes.txt")[1]["code"], "upload_unknown")
        _, told = self.send("run.sh", b"#!/nowhere/sh\n")
        self.assertEqual(self.add("Text", told["upload"], "run.sh")[1]["code"], "bot_interpreter")
        _, told = self.send("run.sh", b"#!/bin/sh\nexit 3\n")
        status, bot = self.add("Runs", told["upload"], "run.sh", game="hive")
        self.assertEqual((status, bot["language"]), (201, "shell"), bot)
        os.chmod(os.path.join(bot["folder"], "run.sh"), 0o600)
        status, told = self.site.ask("POST", f"/api/bots/{bot['id']}/selftest")
        self.assertEqual((status, told["code"]), (422, "bot_not_executable"))
        self.assertEqual(self.site.get(f"/api/bots/{bot['id']}/test")["why"]["code"], "bot_not_executable")

    # ---- guests who mean no good ----

    def test_hostile_archives_leave_nothing(self):
        before = self.waiting()
        for body, code in ((zipped({"../evil": "x"}), "unpack_name"), (zipped({"/tmp/evil": "x"}), "unpack_name"),
                           (b"no zip at all", "unpack_broken"), (b"", "upload_empty"),
                           (zipped({"run.sh": "#!/bin/sh"})[:-30], "unpack_cut"),
                           (zipped({f"f{i}": "" for i in range(5001)}), "unpack_many")):
            status, told = self.send("evil.zip", body)
            self.assertEqual((status, told["code"]), (422, code))
            until(lambda: self.waiting() <= before)  # an upload sweeps older ones away

    def test_rights_types_names_and_sizes(self):
        self.assertEqual(self.send("x.py", b"1", token=False)[0], 403)
        self.assertEqual(self.send("x.py", b"1", type_="application/x-www-form-urlencoded")[1]["code"], "not_bytes")
        self.assertEqual(self.send("x.py", b"{}", type_="application/json")[0], 415)
        for name in ("", "a%2Fb.py", "..", "-x.py", "a%0Ab", "x" * 200, "a%5Cb"):
            self.assertEqual(self.send(name, b"1")[1]["code"], "upload_name", name)
        before = self.waiting()
        line = http.client.HTTPConnection("127.0.0.1", self.site.web_port, timeout=PATIENCE_S)
        line.putrequest("POST", "/api/uploads?name=x.py")
        for name, value in (("X-Kielwasser-Token", self.site.token), ("Content-Type", "application/octet-stream"),
                            ("Content-Length", "300000000")):
            line.putheader(name, value)
        line.endheaders()
        self.assertEqual(line.getresponse().status, 413)
        line.close()
        self.assertLessEqual(self.waiting(), before)

    def test_who_hangs_up_leaves_nothing(self):
        before = self.waiting()
        line = http.client.HTTPConnection("127.0.0.1", self.site.web_port, timeout=PATIENCE_S)
        line.putrequest("POST", "/api/uploads?name=x.py")
        for name, value in (("X-Kielwasser-Token", self.site.token), ("Content-Type", "application/octet-stream"),
                            ("Content-Length", "1000000")):
            line.putheader(name, value)
        line.endheaders(b"a" * 1000)
        [mine] = until(lambda: self.waiting() - before)
        # The end of the line must come alone: together with bytes the library hears of it only when its patience ends.
        until(lambda: sum(file.stat().st_size for file in mine.rglob("*") if file.is_file()) == 1000)
        line.close()
        until(lambda: not mine.exists())


if __name__ == "__main__":
    unittest.main()
