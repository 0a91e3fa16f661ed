#!/usr/bin/env python3
"""The doors of the page: files, rights, streams, and guests who mean no good."""
import glob
import gzip
import http.client
import json
import os
import random
import re
import resource
import socket
import stat
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from addresses import other_address
from postgres import Postgres
from site_ import ENGLISH, Console, Site
from patience import PATIENCE_S, RUN_S, until

PROGRAM = sys.argv.pop(1)


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as line:
            line.bind(("::1", 0))
        return True
    except OSError:
        return False


class AtASite(unittest.TestCase):
    """One server for all tests of a class."""

    @classmethod
    def setUpClass(cls):
        cls.site = Site(PROGRAM)

    @classmethod
    def tearDownClass(cls):
        cls.site.stop()


class Files(AtASite):
    def base(self, site=None):
        """/b/BUILD/, as the page says it"""
        text = (site or self.site).raw("GET", "/")[2].decode()
        return re.search(r'src="(/b/\w+/)boot\.mjs"', text)[1]

    def test_a_file_of_the_build(self):
        path = self.base() + "rules.mjs"
        status, headers, text = self.site.raw("GET", path)
        self.assertEqual(status, 200)
        self.assertEqual(headers["Content-Type"], "text/javascript; charset=utf-8")
        self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
        self.assertEqual(headers["Cross-Origin-Opener-Policy"], "same-origin")
        self.assertEqual(headers["Cross-Origin-Embedder-Policy"], "require-corp")
        self.assertIn("frame-ancestors 'none'", headers["Content-Security-Policy"])
        self.assertNotIn("unsafe-inline", headers["Content-Security-Policy"])
        self.assertIn("immutable", headers["Cache-Control"])
        self.assertEqual(len(text), int(headers["Content-Length"]))
        status, again, none = self.site.raw("GET", path, headers={"If-None-Match": headers["ETag"]})
        self.assertEqual((status, none, again["ETag"]), (304, b"", headers["ETag"]))
        self.assertEqual(self.site.raw("GET", path, headers={"If-None-Match": '"other"'})[0], 200)
        self.assertEqual(self.site.raw("HEAD", path)[2], b"")

    def test_packed_for_those_who_can_unpack(self):
        for path in ("/", "/spiel/7", "/icon.svg", self.base() + "rules.mjs"):
            plain = self.site.raw("GET", path)
            self.assertNotIn("Content-Encoding", plain[1])
            for accepted, is_packed in (("gzip, deflate, br", True), ("br, gzip;q=0.5", True), ("gzip;q=0", False),
                                        ("gzip; q=0.0, br", False), ("br", False), ("", False)):
                _, headers, text = self.site.raw("GET", path, headers={"Accept-Encoding": accepted})
                self.assertEqual("Content-Encoding" in headers, is_packed, accepted)
                self.assertEqual(gzip.decompress(text) if is_packed else text, plain[2], path)
                self.assertEqual(headers["Vary"], "Accept-Encoding")

    def test_what_has_no_build_in_its_address(self):
        for path in ("/", "/spiel/7", "/gibtesnicht", "/sw.mjs", "/manifest.webmanifest", "/icon.svg"):
            status, headers, _ = self.site.raw("GET", path)
            self.assertEqual((status, headers["Cache-Control"]), (200, "no-cache"), path)
            self.assertEqual(self.site.raw("GET", path, headers={"If-None-Match": headers["ETag"]})[0], 304)

    def test_a_page_names_what_it_loads(self):
        """Every module and style in the HTML is there, and a page has its own."""
        for path, own in (("/", "start"), ("/spiel/7", "spiel"), ("/live", "live"), ("/gibtesnicht", "lost")):
            html = self.site.raw("GET", path)[2].decode()
            self.assertIn(f'rel="modulepreload" href="{self.base()}pages/{own}.mjs"', html)
            for link in re.findall(r'(?:href|src)="([^"]+)"', html):
                self.assertEqual(self.site.raw("GET", link)[0], 200, link)

    def test_the_list_of_the_service_worker(self):
        _, _, text = self.site.raw("GET", self.base() + "files.json")
        self.assertIn(self.base() + "app.mjs", json.loads(text))
        for path in json.loads(text):
            self.assertEqual(self.site.raw("HEAD", path)[0], 200, path)
        self.assertIn(f'"{self.base()}"', self.site.raw("GET", "/sw.mjs")[2].decode())

    def test_modules(self):
        if not os.path.exists(os.path.join(os.path.dirname(PROGRAM), "wasm/hive.wasm")):
            self.skipTest("no WebAssembly")
        status, headers, text = self.site.raw("GET", self.base() + "wasm/hive.wasm")
        self.assertEqual((status, headers["Content-Type"], text[:4]), (200, "application/wasm", b"\0asm"))

    def test_another_build(self):
        """Its scripts load the page again; nothing of it is kept."""
        reload = self.site.raw("GET", self.base() + "reload.mjs")[2]
        self.assertIn(b"location.reload()", reload)
        for path, wanted in (("/b/0123456789abcdef/app.mjs", reload), ("/b/dev/pages/live.mjs", reload),
                             ("/app.mjs", reload), ("/ui/dom.mjs", reload), ("/b/x/style/base.css", b""),
                             ("/style/base.css", b"")):
            status, headers, text = self.site.raw("GET", path)
            self.assertEqual((status, text, headers["Cache-Control"]), (200, wanted, "no-store"), path)
        self.assertEqual(self.site.raw("GET", "/b/x/wasm/hive.wasm")[0], 404)

    def test_what_is_not_there(self):
        for path in (self.base() + "nothing.mjs", self.base() + "app", "/files.json", "/wasm/hive.wasm", "/api/nothing",
                     "/api/games/none", "/api/games/none.kw", "/%2e%2e/run.xml"):
            status, headers, text = self.site.raw("GET", path)
            self.assertEqual(status, 404, path)
            self.assertTrue(json.loads(text)["de"])
        self.assertEqual(self.site.raw("POST", self.base() + "rules.mjs", "{}")[0], 405)
        self.assertEqual(self.site.raw("DELETE", "/api/games")[0], 405)

    def test_a_folder_instead(self):
        with tempfile.TemporaryDirectory() as root:
            for name, text in (("index.html", "<p>index"), ("x.css", "a{}"), (".secret.txt", "no")):
                with open(os.path.join(root, name), "w") as file:
                    file.write(text)
            with Site(PROGRAM, "--web-root", root) as site:
                for path in ("/", "/spiel/1", "/neu?game=hive"):
                    status, headers, text = site.raw("GET", path)
                    self.assertEqual((status, headers["Content-Type"], headers["Cache-Control"], text),
                                     (200, "text/html; charset=utf-8", "no-store", b"<p>index"))
                status, headers, text = site.raw("GET", "/b/dev/x.css", headers={"Accept-Encoding": "gzip"})
                self.assertEqual((headers["Cache-Control"], text), ("no-store", b"a{}"))
                self.assertNotIn("Content-Encoding", headers)
                self.assertEqual(site.raw("GET", "/b/dev/rules.mjs")[0], 200)
                self.assertEqual(site.get("/api/hello")["build"], "dev")
                for path in ("/x.css", "/b/dev/.secret.txt", "/.secret.txt", "/b/dev/../x.css",
                             "/b/dev/../../" + os.path.basename(root) + "/x.css"):
                    self.assertNotIn(site.raw("GET", path)[2], (b"a{}", b"no"), path)


class Rights(AtASite):
    def test_the_token(self):
        path = os.path.join(self.site.data, "web-token")
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        hello = self.site.ask("GET", "/api/hello", token=False)[1]
        self.assertFalse(hello["owner"])
        self.assertNotIn(self.site.token, json.dumps(hello))
        self.assertTrue(self.site.get("/api/hello")["owner"])
        self.assertEqual([(g["name"], g["family"], g["year"]) for g in hello["games"]],
                         [("piranhas", "piranhas", 2019), ("hive", "hive", 2020), ("mississippi", "mississippi", 2017),
                          ("penguins", "penguins", 2023), ("piranhas26", "piranhas", 2026),
                          ("mississippi24", "mississippi", 2024)])
        body = {"game": "hive", "red": {"kind": "person"}, "blue": {"kind": "person"}}
        for headers in ({}, {"X-Kielwasser-Token": "wrong"}, {"X-Kielwasser-Token": "0" * 32}):
            status, refusal = self.site.ask("POST", "/api/games", body, token=False, headers=headers)
            self.assertEqual((status, refusal["code"]), (403, "guests_watch"))
        self.assertEqual(self.site.ask("POST", f"/api/games?token={self.site.token}", body, token=False)[0], 403)
        self.assertEqual(self.site.ask("POST", "/api/games", body)[0], 201)

    def test_the_machine_alone_is_no_right(self):
        """Another account of this machine comes from loopback, too."""
        status = self.site.ask("GET", "/api/status", token=False)[1]
        self.assertFalse({"dataDir", "log", "network"} & set(status))
        self.assertNotIn("process_open_fds", scrape(self.site.raw("GET", "/metrics")[2].decode()))
        for path, body in (("/api/ask", {"command": "id"}), ("/api/games", {"game": "hive"}), ("/api/tests", {})):
            self.assertEqual(self.site.ask("POST", path, body, token=False)[0], 403, path)

    def test_tokens_of_older_versions(self):
        """They were told to every account of the machine: the next start draws another one."""
        with tempfile.TemporaryDirectory() as data:
            path = os.path.join(data, "web-token")
            with open(path, "w") as file:
                file.write("0123456789abcdef" * 2)
            with Site(PROGRAM, data=data) as site:
                self.assertEqual(len(site.token), 64)
                self.assertTrue(site.get("/api/hello")["owner"])

    def test_seats(self):
        id_, secrets = self.site.open("piranhas")
        other, others = self.site.open("piranhas")
        for secret in (None, "", "x", others["red"], self.site.token, secrets["red"].upper()):
            status, refusal = self.site.move(id_, secret, 0, "a2c2")
            self.assertEqual((status, refusal["code"]), (403, "no_seat"))
        for deed in ("pause", "step", "abort", "pace"):
            status, refusal = self.site.ask("POST", f"/api/games/{id_}/{deed}", token=False, seat=secrets["red"])
            self.assertEqual((status, refusal["code"]), (403, "no_token"))
        self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/resign")[0], 403)
        self.assertEqual(self.site.ask("POST", f"/api/games/{id_}/takeback", token=False)[0], 403)

    def test_host_and_origin(self):
        port = self.site.web_port
        for host in (f"localhost:{port}", f"127.0.0.1:{port}", f"LOCALHOST:{port}", f"[::1]:{port}"):
            self.assertEqual(self.site.raw("GET", "/api/hello", headers={"Host": host})[0], 200, host)
        for host in ("evil.example", f"evil.example:{port}", "localhost", f"localhost:{port + 1}", "",
                     f"10.0.0.1:{port}"):
            status, _, text = self.site.raw("GET", "/api/hello", headers={"Host": host})
            self.assertEqual((status, json.loads(text)["code"]), (403, "bad_host"), host)
        self.assertEqual(self.site.raw("GET", "/icon.svg", headers={"Host": "evil.example"})[0], 403)
        for origin, wanted in ((f"http://127.0.0.1:{port}", 200), ("http://evil.example", 403), ("null", 403),
                               (f"https://127.0.0.1:{port}", 403), (f"http://127.0.0.1:{port}.evil.example", 403)):
            self.assertEqual(self.site.raw("GET", "/api/hello", headers={"Origin": origin})[0], wanted, origin)

    def test_content(self):
        token = {"X-Kielwasser-Token": self.site.token}
        for type_ in (None, "text/plain", "application/x-www-form-urlencoded", "application/jsonx"):
            headers = {**token, **({"Content-Type": type_} if type_ else {})}
            status, _, text = self.site.raw("POST", "/api/games", "{}", headers)
            self.assertEqual((status, json.loads(text)["code"]), (415, "not_json"), type_)
        headers = {**token, "Content-Type": "application/json; charset=utf-8"}
        garbled = ["", "{", "[]", "null", '{"a":1,"a":2}', "\xff\xfe", "[" * 5000, '{"game":"\\u0000"}', "{}{}"]
        for text in garbled:
            status, _, answer = self.site.raw("POST", "/api/games", text.encode("latin-1"), headers)
            self.assertEqual(status, 400, text)
            self.assertTrue(json.loads(answer)["en"])
        status, _, answer = self.site.raw("POST", "/api/games", b" " * 65536 + b"{}", headers)
        self.assertEqual((status, json.loads(answer)["code"]), (413, "body_large"))

    def test_an_endless_body(self):
        """Chunks without an end are dropped, not kept."""
        with socket.create_connection(("127.0.0.1", self.site.web_port), timeout=PATIENCE_S) as line:
            line.sendall(f"POST /api/games HTTP/1.1\r\nHost: localhost:{self.site.web_port}\r\n"
                         f"X-Kielwasser-Token: {self.site.token}\r\nContent-Type: application/json\r\n"
                         "Transfer-Encoding: chunked\r\n\r\n".encode())
            for _ in range(200):
                line.sendall(b"4000\r\n" + b" " * 0x4000 + b"\r\n")
            line.sendall(b"0\r\n\r\n")
            self.assertIn(b" 413 ", line.recv(4096))
        self.site.get("/api/hello")

    def test_garbled_requests(self):
        rng = random.Random(1)
        for _ in range(100):
            with socket.create_connection(("127.0.0.1", self.site.web_port), timeout=PATIENCE_S) as line:
                head = rng.choice([b"", b"GET ", b"GET / HTTP/1.1\r\n",
                                   b"POST /api/games HTTP/1.1\r\nContent-Length: "])
                line.sendall(head + rng.randbytes(rng.randrange(1, 3000)))
        self.site.get("/api/hello")

    def test_the_status(self):
        status = self.site.get("/api/status")
        for key in ("uptimeMs", "rooms", "sessions", "moves", "messages", "refused", "longestTurnMs", "dataDir", "log",
                    "address", "problems"):
            self.assertIn(key, status)
        self.assertEqual(status["dataDir"], self.site.data)
        self.assertIsNone(status["network"])


def scrape(text):
    """The samples by name and labels, read as strictly as Prometheus does: every one after its HELP and TYPE."""
    assert text.endswith("\n"), "the last line has no end"
    helps, types, samples, family = set(), {}, {}, None
    for line in text.splitlines():
        if line.startswith("# HELP "):
            family = line.split(" ", 3)[2]
            assert family not in helps and len(line.split(" ", 3)[3]) > 5, line
            helps.add(family)
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name == family and kind in ("counter", "gauge", "summary"), line
            types[name] = kind
        else:
            name, labels, value = re.fullmatch(r"([a-z_]+)(\{[a-z_]+=\"[^\"\\\n]*\"\})? (-?[0-9.e+-]+)", line).groups()
            assert family in types and name in (family, family + "_count"), line
            assert (name == family) or types[family] == "summary", line
            assert (types[family] == "counter") == family.endswith("_total"), line
            assert (name, labels) not in samples, line
            samples[name, labels] = float(value)
            if types[family] == "counter":
                assert float(value) >= 0, line
    assert helps == set(types)
    return {name + (labels or ""): value for (name, labels), value in samples.items()}


class OwnerCodes(AtASite):
    """kielwasser open: a code that makes one browser the owner's."""

    def open(self, *more, env=None):
        words = [PROGRAM, "open", "--data", self.site.data, *more]
        return subprocess.run(words, capture_output=True, text=True, env=env or ENGLISH, timeout=RUN_S)

    def code(self):
        address = self.open("--print").stdout
        found = re.fullmatch(rf"http://127\.0\.0\.1:{self.site.web_port}/#code=(\w{{32}})\n", address)
        self.assertTrue(found, address)
        return found[1]

    def exchange(self, code, **headers):
        return self.site.ask("POST", "/api/token", {"code": code}, token=False, headers=headers)

    def files(self):
        return glob.glob(os.path.join(self.site.data, "web-code-*"))

    def test_works_once(self):
        others = self.files()
        code = self.code()
        path, = set(self.files()) - set(others)
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        self.assertNotIn(code, path)
        self.assertEqual(self.exchange(code), (200, {"token": self.site.token}))
        status, refusal = self.exchange(code)
        self.assertEqual((status, refusal["code"]), (403, "bad_code"))
        self.assertFalse(os.path.exists(path))
        with open(self.site.log) as log:
            self.assertNotIn(code, log.read())

    def test_wrong_ones(self):
        self.code()
        for code in ("", "0" * 32, "x" * 5000, "../../web-token", 7, None):
            self.assertEqual(self.exchange(code)[0], 403, code)
        self.assertEqual(self.site.raw("GET", "/api/token")[0], 405)
        for headers in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}):
            self.assertEqual(self.exchange(self.code(), **headers)[0], 403)

    def test_ends_after_a_minute(self):
        others = self.files()
        code = self.code()
        path, = set(self.files()) - set(others)
        old = time.time() - 61
        os.utime(path, (old, old))
        self.assertEqual(self.exchange(code)[0], 403)
        self.code()  # and is removed by the next one
        self.assertNotIn(path, self.files())

    def test_a_browser_gets_a_file(self):
        """Only a file's name is among the words of the browser, which every account can read."""
        with tempfile.TemporaryDirectory() as folder:
            told = os.path.join(folder, "told")
            program = os.path.join(folder, "xdg-open")
            with open(program, "w") as file:
                file.write(f'#!/bin/sh\nprintf "%s\\n" "$@" >"{told}.new"; mv "{told}.new" "{told}"\n')
            os.chmod(program, 0o755)
            env = {**ENGLISH, "DISPLAY": ":99", "PATH": folder + ":" + os.environ["PATH"]}
            done = self.open(env=env)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
            until(lambda: os.path.exists(told))
            with open(told) as file:
                page = file.read().strip()
            self.assertEqual(stat.S_IMODE(os.stat(page).st_mode), 0o600)
            with open(page) as file:
                text = file.read()
            code = re.search(rf"url=http://127\.0\.0\.1:{self.site.web_port}/#code=(\w+)\"", text)[1]
            self.assertNotIn(code, page)
            self.assertEqual(self.exchange(code)[0], 200)

    def test_no_server(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([PROGRAM, "open", "--data", folder], capture_output=True, text=True, env=ENGLISH,
                                  timeout=RUN_S)
            self.assertEqual(done.returncode, 1)
            self.assertIn("kielwasser serve", done.stderr)


class Secrets(unittest.TestCase):
    """What other accounts of the machine can read, and the administrator's password."""

    def may_prepare(self, site, password):
        """Is this the administrator's password?"""
        with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE_S) as line:
            line.sendall(f'<protocol><authenticate password="{password}"/>'
                         '<prepare gameType="swc_2023_penguins"/>'.encode())
            text = b""
            while b"<prepared" not in text and b"<errorpacket" not in text:
                text += line.recv(65536) or b"<errorpacket"
            return b"<prepared" in text

    def test_files_are_private_in_any_folder(self):
        with tempfile.TemporaryDirectory() as above:
            data = os.path.join(above, "data")
            os.mkdir(data, 0o755)
            os.umask(0o022)
            for visit in ("first", "second"):
                with Site(PROGRAM, data=data) as site:
                    id_, secrets = site.open("piranhas", seed="1")
                    site.move(id_, secrets["red"], 0, "a2c2")
                    subprocess.run([PROGRAM, "open", "--print", "--data", data], stdout=subprocess.DEVNULL, check=True)
                    self.assertEqual(self.readable(data), [], visit)
                for name in ("password.hash", "kielwasser.db"):  # as version 0.1.0 left them
                    os.chmod(os.path.join(data, name), 0o644)

    def readable(self, folder):
        """Files and sockets in the folder that are open to others."""
        return [entry.name for entry in os.scandir(folder) if not entry.is_dir() and entry.stat().st_mode & 0o077]

    def test_an_empty_password_is_refused(self):
        with tempfile.TemporaryDirectory() as data:
            empty = os.path.join(data, "empty")
            with open(empty, "w") as file:
                file.write("\n")
            words = [PROGRAM, "serve", "--port", "0", "--web-port", "0", "--data", data]
            for options in (["--password", ""], ["--password="], ["--password-file", empty]):
                done = subprocess.run([*words, *options], capture_output=True, text=True, env=ENGLISH, timeout=RUN_S)
                self.assertEqual(done.returncode, 2, options)
                self.assertIn("must not be empty", done.stderr)

    def test_a_new_password(self):
        """kielwasser password: it holds at once."""
        with Site(PROGRAM) as site:
            def change(text):
                return subprocess.run([PROGRAM, "password", "--data", site.data], input=text, capture_output=True,
                                      text=True, env=ENGLISH, timeout=RUN_S)
            self.assertTrue(self.may_prepare(site, "geheim"))
            self.assertEqual(change("neu und lang\n").returncode, 0)
            self.assertTrue(self.may_prepare(site, "neu und lang"))
            self.assertFalse(self.may_prepare(site, "geheim"))
            drawn = re.search(r": (\w{12})\n", change("").stdout)[1]
            self.assertTrue(self.may_prepare(site, drawn))
            self.assertEqual(change("x" * 200).returncode, 2)
            self.assertTrue(self.may_prepare(site, drawn))


class Proxies(unittest.TestCase):
    """Requests that another server passes on."""

    FORWARDED = ({"X-Forwarded-For": "127.0.0.1"}, {"Forwarded": "for=127.0.0.1"}, {"X-Real-IP": "127.0.0.1"},
                 {"Via": "1.1 front"}, {"X-Forwarded-Host": "localhost"}, {"x-forwarded-server": "front"})

    def test_of_strangers(self):
        """What passes through a proxy that is not ours is never the owner's."""
        with Site(PROGRAM) as site:
            for headers in self.FORWARDED:
                sent = {**headers, "X-Kielwasser-Token": site.token}
                self.assertFalse(json.loads(site.raw("GET", "/api/hello", headers=sent)[2])["owner"], headers)
                status, refusal = site.ask("POST", "/api/games", {"game": "hive"}, headers=headers)
                self.assertEqual((status, refusal["code"]), (403, "guests_watch"), headers)

    def test_of_ours(self):
        """Behind it the owner is known by the token, and nobody is at this machine."""
        with Site(PROGRAM, "--behind-proxy", "192.0.2.1, 127.0.0.1,::1") as site:
            name = {"X-Forwarded-For": "10.0.0.9, 192.0.2.77", "Host": "schule.example",
                    "Origin": "https://schule.example"}
            self.assertEqual(site.raw("GET", "/", headers=name)[0], 200)
            body = {"game": "hive", "red": {"kind": "person"}, "blue": {"kind": "person"}}
            self.assertEqual(site.ask("POST", "/api/games", body, headers=name)[0], 201)
            self.assertEqual(site.ask("POST", "/api/games", body, token=False, headers=name)[0], 403)
            program = {**body, "blue": {"kind": "bot", "command": "true"}}
            self.assertEqual(site.ask("POST", "/api/games", program, headers=name)[1]["code"], "bot_not_here")
            self.assertEqual(site.ask("POST", "/api/ask", {"command": "true"}, headers=name)[0], 403)
            for origin in ("https://evil.example", "null", "http://127.0.0.1"):
                refused = site.ask("POST", "/api/games", body, headers={**name, "Origin": origin})
                self.assertEqual((refused[0], refused[1]["code"]), (403, "bad_origin"), origin)
            # A proxy that adds no header is still one.
            self.assertEqual(site.ask("POST", "/api/games", body)[0], 201)
            self.assertEqual(site.ask("POST", "/api/games", program)[1]["code"], "bot_not_here")

    def test_past_it(self):
        """A proxy on this machine has an address of its own; the owner's browser comes past it."""
        with Site(PROGRAM, "--behind-proxy", "127.0.0.2") as site:
            self.assertEqual(site.raw("GET", "/", headers={"Host": "schule.example"})[0], 403)
            body = {"game": "hive", "red": {"kind": "person"}, "blue": {"kind": "bot", "command": "/no/such"}}
            self.assertNotEqual(site.ask("POST", "/api/games", body)[1]["code"], "bot_not_here")

    def test_limits_are_those_of_the_visitor(self):
        """One of many behind the proxy asks too much; the others do not notice."""
        with Site(PROGRAM, "--behind-proxy", "127.0.0.1") as site:
            line = http.client.HTTPConnection("127.0.0.1", site.web_port, timeout=PATIENCE_S)

            def ask(visitor):
                line.request("GET", "/api/hello", headers={"X-Forwarded-For": f"127.0.0.1, {visitor}"})
                answer = line.getresponse()
                answer.read()
                return answer.status
            self.assertEqual(until(lambda: {*(ask("192.0.2.77") for _ in range(1000))} - {200}), {429})
            self.assertEqual((ask("192.0.2.78"), ask("2001:db8::1")), (200, 200))
            line.close()

    def test_bad_lists(self):
        for list_ in ("front", ",127.0.0.1", "1.2.3.4/8", ",".join(["::1"] * 17)):
            with tempfile.TemporaryDirectory() as data:
                done = subprocess.run([PROGRAM, "serve", "--port", "0", "--web-port", "0", "--data", data,
                                       "--behind-proxy", list_], capture_output=True, text=True, env=ENGLISH,
                                      timeout=RUN_S)
                self.assertEqual(done.returncode, 1, list_)
                self.assertIn("--behind-proxy", done.stderr)


class Figures(unittest.TestCase):
    def figures(self):
        owner = {"X-Kielwasser-Token": self.site.token}
        status, headers, text = self.site.raw("GET", "/metrics", headers=owner)
        self.assertEqual((status, headers["Content-Type"]), (200, "text/plain; version=0.0.4; charset=utf-8"))
        return scrape(text.decode())

    def await_figure(self, name, wanted):
        """A tick of the server, or a second of the store, later: all figures."""
        def look():
            figures = self.figures()
            return figures[name] == wanted and figures
        return until(look, lambda: f"{name} {wanted}; it is {self.figures()[name]}")


class LostStore(Figures):
    def test_a_store_that_is_away(self):
        server = Postgres()
        with server as place, Site(PROGRAM, "--store", place) as self.site:
            self.assertEqual(self.figures()["kielwasser_queue_results"], 0)
            server.kill()
            self.assertNotIn("kielwasser_queue_results", self.await_figure("kielwasser_store_reachable", 0))
            server.restart()
            self.assertIn("kielwasser_queue_results", self.await_figure("kielwasser_store_reachable", 1))


class Metrics(AtASite, Figures):

    def test_what_is_measured(self):
        before = self.figures()
        version = self.site.get("/api/hello")["version"]
        self.assertEqual(before[f'kielwasser_build_info{{version="{version}"}}'], 1)
        self.assertEqual(before["kielwasser_archive_fine"], 1)
        self.assertGreater(before["kielwasser_uptime_seconds"], 0)
        self.assertGreater(before["process_resident_memory_bytes"], 1 << 20)
        self.assertGreater(before["process_open_fds"], 8)
        self.assertGreater(before["process_cpu_seconds_total"], 0)

    def test_a_game_counts(self):
        before = self.figures()
        id_, secrets = self.site.open("piranhas", seed="1")
        self.site.move(id_, secrets["red"], 0, "a2c2")
        after = self.figures()
        for name, more in (("games_total", 1), ("moves_total", 1), ("rooms", 1), ("programs", 0), ("sessions", 0)):
            self.assertEqual(after["kielwasser_" + name] - before["kielwasser_" + name], more, name)
        self.assertGreaterEqual(after["process_cpu_seconds_total"], before["process_cpu_seconds_total"])
        self.site.ask("POST", f"/api/games/{id_}/resign", seat=secrets["red"])
        self.await_figure("kielwasser_rooms", before["kielwasser_rooms"])

    def test_the_queue_counts(self):
        """A worker's match in the store of this server; older figures than a second are asked for again."""
        store = os.path.join(self.site.data, "kielwasser.db")
        for name in ("tests", "jobs_open", "jobs_taken", "jobs_done", "results"):
            self.assertEqual(self.figures()["kielwasser_queue_" + name], 0, name)
        subprocess.run([PROGRAM, "match", "zufall", "zufall", "--game", "hive", "--games", "6", "--store", store,
                        "--data", self.site.data], check=True, capture_output=True, timeout=RUN_S)
        figures = self.await_figure("kielwasser_queue_results", 6)
        self.assertEqual([figures["kielwasser_queue_" + name] for name in ("tests", "jobs_done", "jobs_taken")],
                         [0, 3, 0])
        self.assertEqual(figures["kielwasser_store_reachable"], 1)

    def test_clients_count(self):
        before = self.figures()
        lines = [socket.create_connection(("127.0.0.1", self.site.port), timeout=PATIENCE_S) for _ in range(3)]
        lines[0].sendall(b'<protocol><joinPrepared reservationCode="nobody has it"/>')
        self.await_figure("kielwasser_sessions", before["kielwasser_sessions"] + 3)
        after = self.await_figure("kielwasser_refused_total", before["kielwasser_refused_total"] + 1)
        self.assertGreater(after["kielwasser_messages_total"], before["kielwasser_messages_total"])
        for line in lines:
            line.close()
        self.await_figure("kielwasser_sessions", before["kielwasser_sessions"])

    def test_the_door(self):
        for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
            self.assertEqual(self.site.raw("GET", "/metrics", headers=headers)[0], 403)
        self.assertEqual(self.site.raw("POST", "/metrics", "{}", {"Content-Type": "application/json"})[0], 405)


class Streams(AtASite):
    def test_a_game_as_events(self):
        all_ = self.site.stream("games")
        id_, secrets = self.site.open("piranhas", seed="1")
        self.assertEqual(all_.next("games")[1]["id"], id_)
        one = self.site.stream(f"game:{id_}")
        both = self.site.stream(f"games,game:{id_}")
        _, answer = self.site.move(id_, secrets["red"], 0, "a2c2")
        _, ply = one.next("ply")
        self.assertEqual({**answer, "askedMs": None}, {**ply, "askedMs": None})  # the answer is the ply
        self.assertEqual(ply["askedAgoMs"], 0)
        self.assertEqual((ply["id"], ply["ply"], ply["words"], ply["side"]), (id_, 0, "a2c2", "blue"))
        self.assertEqual(ply["position"], self.site.get(f"/api/games/{id_}")["position"])
        self.assertEqual(all_.next("games")[1]["ply"], 0)  # its start, once more
        while all_.next("games")[1]["ply"] == 0:
            pass
        self.assertEqual({both.next()[0], both.next()[0]}, {"ply", "games"})
        self.site.ask("POST", f"/api/games/{id_}/takeback")
        self.assertEqual(one.next(), ("reset", {"id": id_, "topic": f"game:{id_}"}))
        self.site.ask("POST", f"/api/games/{id_}/pause", {"paused": True})
        self.assertTrue(one.next("game")[1]["paused"])
        self.site.ask("POST", f"/api/games/{id_}/resign", seat=secrets["blue"])
        name, game = one.next("game")
        self.assertEqual((game["phase"], game["result"]["winner"]), ("over", "red"))
        self.assertNotIn("plies", game)
        for stream in (all_, one, both):
            stream.close()

    def test_coming_back(self):
        id_, secrets = self.site.open("piranhas", seed="1")
        console = Console(PROGRAM, "piranhas")
        stream = self.site.stream(f"game:{id_}")
        self.site.move(id_, secrets["red"], 0, "a2c2")
        stream.next("ply")
        last = stream.last
        stream.close()
        moves = console.moves(self.site.get(f"/api/games/{id_}")["position"])
        self.site.move(id_, secrets["blue"], 1, moves[0])
        again = self.site.stream(f"game:{id_}", last)
        name, data = again.next()
        self.assertEqual((name, data["words"]), ("ply", moves[0]))
        again.close()
        for old in ("1-1", "nonsense", last.split("-")[0] + "-99999999"):
            lost = self.site.stream(f"games,game:{id_}", old)
            self.assertEqual([lost.next(), lost.next()], [("reset", {"id": None, "topic": "games"}),
                                                          ("reset", {"id": id_, "topic": f"game:{id_}"})])
            lost.close()
        console.close()

    def test_only_what_was_missed_is_reset(self):
        """A topic that was followed goes on; one that was not is to be fetched."""
        id_, secrets = self.site.open("piranhas", seed="1")
        other, others = self.site.open("piranhas", seed="1")
        stream = self.site.stream(f"game:{id_}")
        self.site.move(id_, secrets["red"], 0, "a2c2")
        stream.next("ply")
        stream.close()
        self.site.ask("POST", f"/api/games/{id_}/takeback")
        self.site.move(other, others["red"], 0, "a2c2")
        again = self.site.stream(f"game:{id_},game:{other}", stream.last)
        self.assertEqual([again.next(), again.next()], [("reset", {"id": other, "topic": f"game:{other}"}),
                                                        ("reset", {"id": id_, "topic": f"game:{id_}"})])
        again.close()

    def test_topics_of_an_open_stream_change(self):
        id_, secrets = self.site.open("piranhas", seed="1")
        other, others = self.site.open("piranhas", seed="1")
        stream = self.site.stream(f"game:{id_}")
        def change(subs, id_=stream.id):
            return self.site.ask("POST", f"/api/events/{id_}/subs", {"subs": subs}, token=False)
        self.assertEqual(change(f"game:{other}"), (200, {}))
        self.site.move(id_, secrets["red"], 0, "a2c2")
        self.site.move(other, others["red"], 0, "a2c2")
        self.assertEqual(stream.next()[1]["id"], other)
        for subs in ("", "nonsense", ",".join([f"game:{n}" for n in range(65)]), None, 7):
            self.assertEqual(change(subs)[0], 400, subs)  # and it stays as it is
        self.assertEqual(change("games", "0" * 32)[0], 404)
        self.assertEqual(change(",".join([f"game:{other}"] + [f"game:{n}" for n in range(63)]))[0], 200)
        self.site.ask("POST", f"/api/games/{other}/takeback")
        self.assertEqual(stream.next(), ("reset", {"id": other, "topic": f"game:{other}"}))
        stream.close()
        self.site.get("/api/hello")
        self.assertEqual(change("games")[0], 404)

    def test_the_owner_hears_more(self):
        streams = [self.site.stream("games"), self.site.stream(f"games&token={self.site.token}")]
        id_, _ = self.site.open("hive", "person", "manual")
        for stream, is_told in zip(streams, (False, True)):
            while True:
                game = stream.next("games")[1]
                if game["id"] == id_ and game["blue"]["kind"] == "manual":
                    break
            self.assertEqual(bool(game["blue"]["reservation"]), is_told)
            stream.close()

    def test_games_of_programs(self):
        stream = self.site.stream("games")
        clients = [subprocess.Popen([PROGRAM, "client", "--game", "penguins", "--port", str(self.site.port), "--player",
                                     "zufall"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
        plies = 0
        while True:
            game = stream.next("games")[1]
            if game["red"]["kind"] == "manual" and game["game"] == "penguins":
                plies = max(plies, game["ply"])
                if game["phase"] == "over":
                    break
        self.assertGreater(plies, 8)
        for client in clients:
            client.communicate(timeout=PATIENCE_S)
        stream.close()

    def test_wrong_topics(self):
        for subs in ("nonsense", "game:", "games,", "game:" + "x" * 60, ",".join(["games"] * 65), 'game:a"b',
                     "game:a%0ab"):
            stream = self.site.stream(subs)
            self.assertEqual(stream.status, 200 if subs == "games," else 400, subs)
            stream.close()


class Guests(unittest.TestCase):
    def test_slow_guests(self):
        """Half requests hold nobody up."""
        with Site(PROGRAM) as site:
            lines = [socket.create_connection(("127.0.0.1", site.web_port)) for _ in range(150)]
            for line in lines:
                line.sendall(b"GET /api/hello HTTP/1.1\r\nHost: local")
            for _ in range(50):
                site.get("/api/hello")
            for line in lines:
                line.setblocking(False)
                with self.assertRaises(BlockingIOError, msg="it is still waited for"):
                    line.recv(1)
                line.close()

    def test_many_streams(self):
        """1,024 of them, 16 for the owner alone, 256 from one address."""
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        if most < 1200:
            self.skipTest("needs 1200 file descriptors (ulimit -n)")
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        with Site(PROGRAM, "--behind-proxy", "127.0.0.1") as site:
            streams = [site.stream("games", visitor="192.0.2.2") for _ in range(257)]
            self.assertEqual([stream.status for stream in streams], [200] * 256 + [503])
            streams += [site.stream("games", visitor=f"192.0.2.{3 + i % 4}") for i in range(1008 - 256)]
            self.assertEqual([stream.status for stream in streams[257:]], [200] * (1008 - 256))
            streams += [site.stream("games", visitor="192.0.2.9")]
            self.assertEqual(streams[-1].status, 503)
            streams += [site.stream(f"games&token={site.token}", visitor="192.0.2.2") for _ in range(17)]
            self.assertEqual([stream.status for stream in streams[-17:]], [200] * 16 + [503])
            id_, _ = site.open("hive")
            for stream in streams:
                if stream.status == 200:
                    self.assertEqual(stream.next("games")[1]["id"], id_)
            for stream in streams:
                stream.close()

    def test_hangups_are_noticed_at_once(self):
        """Also of a guest who has sent something before.  Nothing is told meanwhile."""
        with Site(PROGRAM) as site:
            for _ in range(2):
                streams = [site.stream("games") for _ in range(256)]
                self.assertEqual({stream.status for stream in streams}, {200})
                for stream in streams:
                    stream.socket.sendall(b"GET /api/hello HTTP/1.1\r\n")
                    stream.close()
                self.turn(site)
            files = f"/proc/{site.process.pid}/fd"
            before = len(os.listdir(files))
            for _ in range(50):
                with socket.create_connection(("127.0.0.1", site.web_port)) as line:
                    line.sendall(b"GET /api/hello HTTP/1.1\r\nHost: local")
            self.turn(site)
            self.assertLess(len(os.listdir(files)), before + 10)

    def turn(self, site):
        """The server's loop turns a few times."""
        for _ in range(5):
            site.get("/api/hello")

    def test_a_server_with_guests_stops(self):
        site = Site(PROGRAM)
        streams = [site.stream("games") for _ in range(20)]
        half = socket.create_connection(("127.0.0.1", site.web_port))
        half.sendall(b"POST /api/games HTTP/1.1\r\nHost: local")
        self.assertEqual(site.stop(), 0)
        for guest in (*streams, half):
            guest.close()

    def test_all_addresses_of_both_kinds(self):
        """At :: a guest who comes by IPv4 has an address of IPv4."""
        if not has_ipv6():
            self.skipTest("no IPv6")
        with Site(PROGRAM, "--web-bind", "::") as site:
            for address, host in (("127.0.0.1", "127.0.0.1"), ("127.0.0.5", "127.0.0.5"), ("::1", "[::1]")):
                line = http.client.HTTPConnection(address, site.web_port, timeout=PATIENCE_S)
                line.request("GET", "/api/hello", headers={"Host": f"{host}:{site.web_port}"})
                answer = line.getresponse()
                self.assertEqual(answer.status, 200, address)
                answer.read()
                line.close()

    def test_a_busy_port(self):
        with Site(PROGRAM) as site, tempfile.TemporaryDirectory() as data:
            words = [PROGRAM, "serve", "--data", data, "--log", os.path.join(data, "log"), "--no-browser"]
            for options, hint in ((["--port", "0", "--web-port", str(site.web_port)], "--web-port"),
                                  (["--port", str(site.port), "--web-port", "0"], "--port")):
                done = subprocess.run(words + options, capture_output=True, text=True, env=ENGLISH, timeout=RUN_S)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(hint, done.stderr)
                self.assertIn("in use", done.stderr)
                done = subprocess.run(words + options, capture_output=True, text=True, timeout=RUN_S,
                                      env={**os.environ, "KIELWASSER_LANG": "de"})
                self.assertIn("belegt", done.stderr)

    def test_started_twice(self):
        with Site(PROGRAM) as site:
            words = [PROGRAM, "serve", "--port", "0", "--web-port", "0", "--data", site.data, "--log", site.log + "2"]
            done = subprocess.run(words, capture_output=True, text=True, env=ENGLISH, timeout=RUN_S)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(f"its page: http://127.0.0.1:{site.web_port}/", done.stdout)

    def test_other_machines_only_watch(self):
        """Every address of ours counts as another machine unless it is loopback."""
        other = other_address()
        if not other:
            self.skipTest("no other address")
        with Site(PROGRAM, "--web-bind", "0.0.0.0") as site:
            line = http.client.HTTPConnection(other, site.web_port, timeout=PATIENCE_S)
            line.request("GET", "/api/hello")
            hello = json.loads(line.getresponse().read())
            self.assertFalse(hello["owner"])
            self.assertNotIn("token", hello)
            line.request("GET", f"/api/hello?token={site.token}")
            self.assertTrue(json.loads(line.getresponse().read())["owner"])
            for path, is_owner in (("/metrics", False), (f"/metrics?token={site.token}", True)):
                line.request("GET", path)
                figures = scrape(line.getresponse().read().decode())
                self.assertEqual("process_open_fds" in figures, is_owner)
                self.assertIn("kielwasser_games_total", figures)
            line.close()


if __name__ == "__main__":
    unittest.main()
