#!/usr/bin/env python3
"""Programs as bots: good ones, and all the ways in which they go wrong.  No process may be left behind.
usage: bots.py KIELWASSER"""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import unittest
import urllib.error
import urllib.request
import zipfile

from naughty import CRASH, ILLEGAL_MOVE, JOINER, processes
from bot_user import make_folder, reachable
from patience import PATIENCE_S, RUN_S, until

PROGRAM = reachable(sys.argv.pop(1))
TYPES = {"piranhas": "swc_2019_piranhas", "hive": "swc_2020_hive", "mississippi": "swc_2017_mississippi_queen",
         "penguins": "swc_2023_penguins"}

# Joins for anything but its seat, waits for the answer, and goes.
STRAY = """
import socket, sys
words = dict(zip(sys.argv[1::2], sys.argv[2::2]))
line = socket.create_connection((words["--host"], int(words["--port"])))
line.sendall(b'<protocol><join gameType="%s"/>')
line.recv(65536)
"""

ENDS = {
    "garbage": "line.sendall(b'<room><data class=></room>'); time.sleep(3)",
    "crash in the game": CRASH,
    "illegal": ILLEGAL_MOVE + "time.sleep(3)",
    "slow": "time.sleep(60)",
    "error": "raise SystemError('Käpt´n')",
}


class Stage(unittest.TestCase):
    """A folder for bots; what comes from it must be gone at the end."""

    def setUp(self):
        self.folder = make_folder("kielwasser-bots-")
        self.data = os.path.join(self.folder, "data")
        # A program in a cell sees its own folder and the system, so what a script starts lies beside it.
        self.own = shutil.copy(PROGRAM, self.folder)

    def tearDown(self):
        left = processes(self.folder)
        shutil.rmtree(self.folder)
        self.assertEqual(left, [])

    def script(self, name, text, mode=0o755):
        path = pathlib.Path(self.folder, name)
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
        return str(path)


class Bots(Stage):

    def bot(self, *words, lang="en_GB.UTF-8"):
        """What `kielwasser bot …` says, and how it ends."""
        done = subprocess.run([PROGRAM, "bot", words[0], "--data", self.data, *words[1:]], text=True, timeout=RUN_S,
                              capture_output=True, cwd=self.folder, env={**os.environ, "LC_ALL": lang})
        return done.returncode, done.stdout + done.stderr

    def tried(self, game, *command):
        self.assertEqual(self.bot("add", "it", "--game", game, *command)[0], 0)
        return self.bot("test", "it")

    # ---- good ones ----

    def test_our_own_client_passes_in_every_season(self):
        for game in TYPES:
            self.assertEqual(self.bot("add", game, "--game", game, PROGRAM, "client", "--game", game, "--player",
                                      "leicht", "--time", "10")[0], 0)
            status, said = self.bot("test", game)
            self.assertEqual((status, said.count("✔"), said.count("✘")), (0, 2, 0), said)

    def test_placeholders_and_quotes(self):
        self.script("my bot.sh", f'#!/bin/sh\nexec "{self.own}" client --game hive --player zufall --port "$3" '
                    '--reservation "${2#code=}" --host "$1"\n')
        status, said = self.tried("hive", "'my bot.sh' {host} code={reservation} {port}")
        self.assertEqual(status, 0, said)

    def test_a_script_that_only_starts_another_program(self):
        self.script("run.sh", f'#!/bin/sh\n"{self.own}" client --game penguins --player zufall "$@"\n')
        status, said = self.tried("penguins", "./run.sh")
        self.assertEqual(status, 0, said)

    @unittest.skipUnless(shutil.which("java") and shutil.which("javac"), "no JDK is installed")
    def test_a_java_bot_plays_in_a_cell_and_without(self):
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Bot.java")
        subprocess.run(["javac", "-d", self.folder, source], check=True, timeout=RUN_S)
        classes = {one.name: one.read_bytes() for one in pathlib.Path(self.folder).glob("*.class")}
        jar = self.zipped("bot.jar", {"META-INF/MANIFEST.MF": "Main-Class: Bot\n", **classes})
        self.assertEqual(self.bot("add", "Java", "--game", "penguins", jar)[0], 0)
        for sandbox in ("auto", "off"):  # auto: in a cell where there are any
            status, said = self.bot("test", "--sandbox", sandbox, "Java")
            self.assertEqual((status, said.count("✔"), said.count("✘")), (0, 2, 0), said)

    # ---- those that come as an archive ----

    def zipped(self, name, files):
        path = os.path.join(self.folder, name)
        with zipfile.ZipFile(path, "w") as archive:
            for inner, text in files.items():
                archive.writestr(inner, text)
        return path

    def kept(self):
        """What is in the bots' folder, without the folders themselves."""
        bots = pathlib.Path(self.data, "bots")
        return sorted(str(one.relative_to(bots)) for one in bots.rglob("*") if one.is_file())

    def test_a_zip_is_unpacked_and_plays(self):
        main = ("import os, sys\nos.execv(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'engine'), "
                "['engine', 'client', '--game', 'hive', *sys.argv[1:]])\n")
        path = self.zipped("nemo.zip", {"nemo/main.py": main, "nemo/engine": pathlib.Path(PROGRAM).read_bytes(),
                                        "nemo/.venv/run.sh": "#!/bin/sh\n", "__MACOSX/nemo/run.sh": "#!/bin/sh\n"})
        status, said = self.bot("add", "Nemo", "--game", "hive", path, "--player", "zufall")
        self.assertEqual(status, 0, said)
        self.assertIn("nemo/main.py", said)
        self.assertIn("--player zufall", self.bot("list")[1])
        os.remove(path)
        os.chmod(os.path.join(self.data, "bots", "1", "1", "nemo", "engine"), 0o755)
        status, said = self.bot("test", "Nemo")
        self.assertEqual(status, 0, said)
        self.assertEqual(self.kept(), ["1/1/__MACOSX/nemo/run.sh", "1/1/nemo/.venv/run.sh", "1/1/nemo/engine",
                                       "1/1/nemo/main.py"])
        self.assertEqual(self.bot("remove", "Nemo")[0], 0)
        self.assertEqual(self.kept(), [])

    def test_which_file_of_an_archive(self):
        path = self.zipped("two.zip", {"a.py": "1", "main.py": "2", "notes.txt": "3"})
        status, said = self.bot("add", "Two", "--main", "a.py", path, lang="de_DE.UTF-8")
        self.assertEqual(status, 0, said)
        self.assertIn("Gestartet wird: a.py", said)
        self.assertIn("./a.py", self.bot("list")[1])
        kept = self.kept()
        self.assertRegex(self.bot("add", "Two", path)[1], "of this name already")
        for wish in (("--main", "nowhere.py"), ("--main", "../../../kielwasser.db"), ("--main", "notes.txt")):
            self.assertEqual(self.bot("add", "Other", *wish, path)[0], 2, wish)
        for name, files in (("evil.zip", {"../evil": "x"}), ("empty.zip", {}), ("text.zip", {"notes.txt": "x"})):
            self.assertEqual(self.bot("add", "Other", self.zipped(name, files))[0], 2, name)
        self.assertEqual(self.kept(), kept)
        self.assertEqual(list(pathlib.Path(self.data, "bots", "uploads").iterdir()), [])

    # ---- those that cannot be started ----

    def test_what_is_wrong_with_a_file(self):
        self.script("plain", "hello", 0o644)
        self.script("odd.sh", "#!/nowhere/to/be/found\n")
        self.script("env.sh", "#!/usr/bin/env nobody-has-this\n")
        self.script("crlf.sh", "#!/bin/sh\r\n")
        for command, words in (("./nothing", "no such file: .*/nothing"), ("./plain", "not executable.*/plain"),
                               ("./odd.sh", "not installed: /nowhere/to/be/found .*odd.sh"),
                               ("./env.sh", "not installed: nobody-has-this"), ("./crlf.sh", "Windows line ends"),
                               ("nobody-has-this", "not to be found"), ("./", "not a file"),
                               ("./plain 'x", "closing quote")):
            status, said = self.bot("add", "it", command)
            self.assertEqual(status, 2)
            self.assertRegex(said, words)
        self.assertIn("gibt es nicht", self.bot("add", "it", "./nothing", lang="de_DE.UTF-8")[1])

    def test_a_file_that_vanished_since(self):
        path = self.script("soon-gone", "#!/bin/sh\n")
        self.bot("add", "it", "--game", "hive", path)
        os.remove(path)
        status, said = self.bot("test", "it")
        self.assertEqual(status, 1)
        self.assertIn(path, said)

    # ---- those that go wrong ----

    def test_a_crash_before_joining(self):
        self.script("crash.sh", "#!/bin/sh\necho last words >&2\nkill -SEGV $$\n")
        status, said = self.tried("hive", "./crash.sh")
        self.assertEqual(status, 1)
        self.assertIn("crash: Segmentation fault", said)
        self.assertIn("last words", said)

    def test_one_that_says_nothing_and_ends(self):
        self.script("quiet.sh", "#!/bin/sh\nexit 7\n")
        said = self.tried("hive", "./quiet.sh")[1]
        self.assertIn("ended (code 7) without joining", said)
        self.assertIn("printed nothing", said)

    def test_those_that_join_somewhere_else(self):
        for type_, words in (("swc_2020_hive", "for another game: Hive"),
                             ("swc_2031_chess", "for another game: swc_2031_chess"),
                             ("swc_2019_piranhas", "without its reservation")):
            self.script("stray.py", STRAY % type_, 0o644)
            self.bot("add", type_, "--game", "piranhas", "stray.py")
            self.assertRegex(self.bot("test", type_)[1], words)

    def test_games_that_end_badly(self):
        causes = {"garbage": "not sent readable XML", "crash in the game": "crash: Segmentation fault",
                  "illegal": "rule violation: ", "slow": "timeout: ", "error": "the program has ended .code 1."}
        for name, words in causes.items():
            self.script("bot.py", JOINER + ENDS[name], 0o644)
            self.bot("add", name, "--game", "penguins", "bot.py")
            status, said = self.bot("test", name)
            self.assertEqual(status, 1)
            self.assertRegex(said, words)
            self.assertIn("    asked", said)
        self.assertIn("SystemError: Käpt´n", said)

    def test_one_that_never_joins_floods_and_does_not_want_to_go(self):
        self.script("flood.sh", "#!/bin/sh\ntrap '' TERM INT HUP\nsleep 1000 &\nsetsid sleep 1000 &\n"
                    f"cat /dev/urandom & (trap '' TERM; setsid sh -c 'exec tail -f \"{self.folder}/flood.sh\"') &\n"
                    "while :; do echo '\033[31mstill here\033[0m'; done\n")
        self.assertEqual(self.bot("add", "it", "--game", "hive", "./flood.sh")[0], 0)
        status, said = self.bot("test", "it", "--join-ms", "2000")
        self.assertEqual(status, 1)
        self.assertEqual(said.count("not joined within 2 seconds"), 2, said)
        self.assertFalse(re.search(r"[\x00-\x08\x0b-\x1f\x7f]", said))

    def test_a_test_that_is_killed_leaves_nothing(self):
        self.script("stay.sh", f"#!/bin/sh\ntrap '' TERM\nsetsid tail -f {self.folder}/stay.sh & wait\n")
        self.bot("add", "it", "--game", "hive", "./stay.sh")
        test = subprocess.Popen([PROGRAM, "bot", "test", "it", "--data", self.data], stdout=subprocess.PIPE, text=True)
        test.stdout.readline()
        until(lambda: processes(self.folder + "/stay.sh"))
        test.send_signal(signal.SIGKILL)
        test.communicate()
        until(lambda: not processes(self.folder))

    # ---- the list ----

    def test_add_list_remove(self):
        self.assertIn("No bot", self.bot("list")[1])
        self.bot("add", "Käpt'n Blau", "--note", "der beste", "--game", "hive", "true", "--depth", "3 a")
        self.assertEqual(self.bot("add", "Käpt'n Blau", "true")[0], 2)
        said = self.bot("list")[1]
        self.assertIn('true --depth "3 a"', said)
        self.assertIn("der beste", said)
        self.assertEqual(self.bot("add", "x", "--game", "chess", "true")[0], 2)
        self.assertEqual(self.bot("add", "x")[0], 2)
        self.assertEqual(self.bot("test", "nobody")[0], 2)
        self.assertEqual(self.bot("remove", "Käpt'n Blau")[0], 0)
        self.assertEqual(self.bot("remove", "Käpt'n Blau")[0], 2)


class Seats(Stage):
    """Programs at the tables of a server, as the page sees them."""

    def setUp(self):
        super().setUp()
        words = [PROGRAM, "serve", "--port", "0", "--web-port", "0", "--no-browser", "--data", self.data, "--password",
                 "x", "--log", os.path.join(self.folder, "log")]
        self.server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C"})
        self.port = int(re.search(r":(\d+)", self.server.stdout.readline())[1])
        self.address = re.search(r"http://\S+:\d+", self.server.stdout.readline())[0]
        with open(os.path.join(self.data, "web-token")) as file:
            self.token = file.read()
        self.client = f"{self.own} client --game hive --player zufall"

    def tearDown(self):
        if self.server.poll() is None:
            self.server.terminate()
        self.assertEqual(self.server.wait(timeout=PATIENCE_S), 0)
        self.server.stdout.close()
        super().tearDown()

    def api(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, method=method, data=data,
                                         headers={"Content-Type": "application/json", "X-Kielwasser-Token": self.token})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def open(self, red, **more):
        status, ticket = self.api("POST", "/api/games", {"game": "hive", "red": red,
                                                         "blue": {"kind": "builtin", "player": "zufall"}, **more})
        self.assertEqual(status, 201, ticket)
        return "/api/games/" + ticket["id"]

    def wait(self, game, wanted):
        """The game, once `wanted` is true of it."""
        def look():
            seen = self.api("GET", game)[1]
            return wanted(seen) and seen
        return until(look, lambda: self.api("GET", game)[1])

    def test_a_program_plays_and_goes(self):
        game = self.open({"kind": "bot", "command": self.client, "name": "Haus"})
        end = self.wait(game, lambda seen: seen["phase"] == "over" and seen["red"]["state"] == "gone")
        self.assertEqual(end["result"]["cause"], {"red": "REGULAR", "blue": "REGULAR"})
        self.assertEqual(end["red"]["exit"]["code"], "bot_exited")
        self.assertIn("REGULAR", end["red"]["says"][0])
        self.assertTrue(list(pathlib.Path(self.data, "bots-logs").glob("*_red.log")))

    def test_after_a_crash_the_room_waits_and_others_may_sit_down(self):
        crash = self.script("crash now.sh", "#!/bin/sh\necho uff\nkill -SEGV $$\n")
        stay = self.script("stay.sh", "#!/bin/sh\ntrap '' TERM\nsetsid sleep 1000 & tail -f /dev/null\n")
        game = self.open({"kind": "bot", "command": crash})
        seat = self.wait(game, lambda seen: seen["red"]["state"] == "gone")["red"]
        self.assertEqual((seat["exit"]["de"], seat["says"]), ("Absturz: Segmentation fault", ["uff"]))
        self.assertEqual(self.api("POST", game + "/seat", {"side": "red", "kind": "bot", "command": "/nowhere"})[0],
                         422)
        self.assertEqual(self.api("POST", game + "/seat", {"side": "red", "kind": "bot"})[0], 200)
        again = self.wait(game,
                          lambda seen: seen["red"]["state"] == "gone" and seen["red"]["sinceMs"] > seat["sinceMs"])
        self.assertEqual(again["red"]["says"], ["uff"])
        self.assertEqual(self.api("POST", game + "/seat", {"side": "red", "kind": "bot", "command": stay})[0], 200)
        seat = self.api("GET", game)[1]["red"]
        self.assertEqual(seat["state"], "starting")
        os.kill(seat["pid"], 0)
        self.assertEqual(self.api("POST", game + "/seat", {"side": "red", "kind": "manual"})[0], 200)
        self.assertEqual(self.api("GET", game)[1]["red"]["state"], "empty")
        self.assertEqual(self.api("POST", game + "/seat", {"side": "red", "kind": "builtin", "player": "zufall"})[0],
                         200)
        self.wait(game, lambda seen: seen["phase"] == "over")
        until(lambda: not processes(stay), "the end of the program that was sent away")

    def test_a_program_that_stays_after_its_game_is_ended(self):
        path = self.script("stay.sh",
                           f"#!/bin/sh\ntrap '' TERM\n{self.client} \"$@\"\ntail -f /dev/null & wait; wait\n")
        game = self.open({"kind": "bot", "command": path})
        self.wait(game, lambda seen: seen["phase"] == "over")
        end = self.wait(game, lambda seen: seen["red"]["state"] == "gone")
        self.assertEqual(end["red"]["exit"]["code"], "bot_stopped")

    def test_a_server_that_is_killed_takes_its_programs_along(self):
        path = self.script("stay.sh", f"#!/bin/sh\ntrap '' TERM\nsetsid tail -f {self.folder}/stay.sh & wait\n")
        self.open({"kind": "bot", "command": path})
        until(lambda: processes(f"{self.folder}/stay.sh"))
        self.server.kill()
        self.server.wait()
        until(lambda: not processes(self.folder))
        self.server.returncode = 0

    def test_a_port_of_its_own(self):
        free = subprocess.run([sys.executable, "-c", "import socket; s = socket.create_server(('127.0.0.1', 0)); "
                               "print(s.getsockname()[1])"], capture_output=True, text=True, check=True)
        port = int(free.stdout)
        other = self.open({"kind": "manual"})
        game = self.open({"kind": "manual"}, port=port)
        self.assertEqual(self.api("GET", game)[1]["port"], port)
        subprocess.run([*self.client.split(), "--port", str(port)], check=True, capture_output=True, timeout=RUN_S)
        self.assertEqual(self.api("GET", game)[1]["phase"], "over")
        self.assertEqual(self.api("GET", other)[1]["phase"], "waiting")
        subprocess.run([*self.client.split(), "--port", str(self.port)], check=True, capture_output=True, timeout=RUN_S)
        self.assertEqual(self.api("GET", other)[1]["phase"], "over")
        with self.assertRaises(subprocess.CalledProcessError):
            subprocess.run([*self.client.split(), "--port", str(port)], check=True, capture_output=True, timeout=RUN_S)
        busy = self.api("POST", "/api/games", {"game": "hive", "red": {"kind": "manual"}, "blue": {"kind": "manual"},
                                               "port": int(self.address.rsplit(":", 1)[1])})
        self.assertEqual((busy[0], busy[1]["code"]), (422, "port_busy"))

    def test_the_list_a_test_and_a_question(self):
        status, bot = self.api("POST", "/api/bots", {"name": "Haus", "game": "hive", "command": self.client})
        self.assertEqual(status, 201)
        self.assertEqual(self.api("POST", "/api/bots", {"name": "Haus", "command": "true"})[1]["code"],
                         "bot_name_taken")
        self.assertEqual(self.api("POST", "/api/bots", {"name": "", "command": "true"})[1]["code"], "bot_name")
        self.assertEqual(self.api("POST", "/api/bots", {"name": "x", "command": "/nowhere"})[1]["code"], "bot_missing")
        self.assertEqual([one["name"] for one in self.api("GET", "/api/bots")[1]["bots"]], ["Haus"])
        status, told = self.api("POST", f"/api/bots/{bot['id']}/selftest", {})
        self.assertEqual((status, told["ok"], [one["side"] for one in told["games"]]), (200, True, ["red", "blue"]),
                         told)
        games = len(self.api("GET", "/api/games")[1]["games"])
        position = self.api("GET", "/api/games")[1]["games"][0]["position"]
        self.assertEqual(self.api("POST", "/api/ask", {"game": "hive", "position": position, "bot": bot["id"]})[0], 422)
        game = self.open({"kind": "manual"})
        position = self.api("GET", game)[1]["position"]
        status, told = self.api("POST", "/api/ask", {"game": "hive", "position": position, "bot": bot["id"]})
        self.assertEqual(status, 200, told)
        self.assertTrue(told["words"])
        mute = self.script("mute.sh", "#!/bin/sh\necho nein\n")
        status, told = self.api("POST", "/api/ask", {"game": "hive", "position": position, "command": mute})
        self.assertEqual((status, told["code"], told["log"]), (422, "bot_exited_early", ["nein"]))
        self.assertEqual(len(self.api("GET", "/api/games")[1]["games"]), games + 1)
        self.assertEqual(self.api("DELETE", "/api/bots/" + bot["id"])[0], 200)
        self.assertEqual(self.api("DELETE", "/api/bots/" + bot["id"])[0], 404)

    def test_without_the_token_nothing_is_started(self):
        self.token = "0" * 32
        self.assertEqual(self.api("GET", "/api/bots")[0], 403)
        self.assertEqual(self.api("POST", "/api/bots", {"name": "x", "command": "true"})[0], 403)
        self.assertEqual(self.api("POST", "/api/ask", {"game": "hive"})[0], 403)
        self.assertEqual(self.api("POST", "/api/games", {"game": "hive"})[0], 403)


if __name__ == "__main__":
    unittest.main()
