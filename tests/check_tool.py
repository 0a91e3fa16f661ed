#!/usr/bin/env python3
"""./check itself: what it counts, and that nothing is left out in silence."""
import contextlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import check

CMOCKA = """[==========] Running 3 test(s).
[ RUN      ] test_a
[       OK ] test_a
[==========] 3 test(s) run.
[  PASSED  ] 1 test(s).
[  FAILED  ] 1 test(s), listed below:
skipped: no replay beside the project
[  SKIPPED ] 1 test(s), listed below:
"""
UNITTEST = """test_a (__main__.A.test_a) ... ok
test_b (__main__.A.test_b) ... skipped 'PostgreSQL is not installed'
Ran 5 tests in 0.1s

FAILED (failures=1, errors=1, skipped=1)
"""


class Counting(unittest.TestCase):
    def test_test_functions(self):
        for output, result, wanted in (
                (CMOCKA, "FAIL", (1, 1, 1, ["no replay beside the project"])),
                (UNITTEST, "FAIL", (2, 2, 1, ["PostgreSQL is not installed"])),
                ("skipped: node is not installed\n", "SKIP", (0, 0, 1, ["node is not installed"])),
                ("skipped: no recordings\nok\n", "OK", (1, 0, 1, ["no recordings"])),
                ("", "OK", (1, 0, 0, [])), ("", "TIMEOUT", (0, 1, 0, [])), (CMOCKA[:40], "FAIL", (0, 1, 0, []))):
            self.assertEqual(check.count_functions(output, result), wanted, output)

    def concluded(self, counts, recorded="asan 10 100"):
        """Passed, failed and skipped of a step with these numbers, and what was printed."""
        with tempfile.TemporaryDirectory() as folder:
            check.report, check.COUNT = check.Report(), pathlib.Path(folder, "COUNT")
            check.COUNT.write_text(f"# a comment\n{recorded}\n")
            with contextlib.redirect_stdout(io.StringIO()) as said:
                check.conclude("tests", "asan", check.Counts(*counts), "", "")
        return (check.report.passed, check.report.failed, check.report.skipped), said.getvalue()

    def test_fewer_tests_than_recorded_fail(self):
        self.assertEqual(self.concluded((10, 100, 0, 0))[0], (100, 0, 0))
        self.assertEqual(self.concluded((12, 120, 0, 0))[0], (120, 0, 0))
        for counts in ((9, 100, 0, 0), (10, 99, 0, 0), (9, 90, 0, 9)):
            numbers, said = self.concluded(counts)
            self.assertEqual(numbers[1], 1, counts)
            self.assertIn("./check --count", said)

    def test_skipped_ones_are_counted_and_no_failure(self):
        self.assertEqual(self.concluded((10, 60, 0, 3))[0], (60, 0, 3))

    def test_the_last_line(self):
        report = check.Report()
        report.passed = 3
        self.assertEqual(report.last_line(), "3 passed, 0 failed")
        report.skipped = 2
        self.assertEqual(report.last_line(), "3 passed, 0 failed, 2 skipped")


class LateDependency(unittest.TestCase):
    def test_what_is_installed_after_the_first_configuration_is_found(self):
        """./run configures before ./check has installed cmocka."""
        with tempfile.TemporaryDirectory(prefix="kielwasser-check-") as name:
            folder = pathlib.Path(name)
            log = folder / "log"
            done = subprocess.run(["meson", "setup", folder / "build"], cwd=ROOT, capture_output=True, text=True,
                                  env=self.without_cmocka(folder))
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            tests = json.loads((folder / "build/meson-info/intro-tests.json").read_text())
            self.assertIn("xml", check.stand_ins(folder / "build"))
            self.assertTrue(check.setup(folder / "build", "gcc", (), log), log.read_text())
            again = json.loads((folder / "build/meson-info/intro-tests.json").read_text())
            self.assertEqual(len(tests), len(again))
            left = [name for name in check.stand_ins(folder / "build") if "oracle" not in name and "wasm" not in name]
            self.assertEqual(left, [])

    def without_cmocka(self, folder):
        """An environment in which everything is installed but that."""
        (folder / "pc").mkdir()
        (folder / "bin").mkdir()
        places = subprocess.run(["pkg-config", "--variable", "pc_path", "pkg-config"], capture_output=True, text=True,
                                check=True).stdout.strip().split(":")
        for place in places:
            for file in pathlib.Path(place).glob("*.pc"):
                if file.name != "cmocka.pc" and not (folder / "pc" / file.name).exists():
                    (folder / "pc" / file.name).symlink_to(file)
        cmake = folder / "bin/cmake"
        cmake.write_text("#!/bin/sh\nexit 1\n")
        cmake.chmod(0o755)
        path = f"{folder / 'bin'}:{os.environ['PATH']}"
        return {**os.environ, "PATH": path, "PKG_CONFIG_LIBDIR": str(folder / "pc")}


if __name__ == "__main__":
    unittest.main()
