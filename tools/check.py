#!/usr/bin/env python3
"""check.py - what ./check does after the packages are there: tools, builds and all tests, beside each other.

    ./check            everything; ends in "N passed, N failed" or "N passed, N failed, N skipped"
    ./check --fast     in a minute or two: tools, build/, the unit tests
    ./check --count    writes the numbers of the last whole run into tests/COUNT

Programs in build/ are the release, those in build-asan (clang) have all assertions, ASan and UBSan.  The tests of the
suite `release` run in build/, all others in build-asan, the page's tests at the program of build/.

A step passes or fails; of a step with tests each test function counts.  What cannot run here is skipped and says why.
tests/COUNT has, for each step, how many tests there are and how many test functions have run: with fewer of them the
step fails.  Logs are in build-logs/.
"""
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOGS = ROOT / "build-logs"
COUNT = ROOT / "tests/COUNT"
LAST = LOGS / "count"

# A report names lines, not values; without the types of variables the build takes a fifth less.
ASAN = ["-Dbuildtype=debugoptimized", "-Dc_args=-gline-tables-only", "-Db_sanitize=address,undefined",
        "-Db_lundef=false"]
SLOW = ["server", "match", "web", "browser", "oracle", "long"]  # suites that --fast leaves out

# Against hanging only: with sanitizers and on a busy machine everything takes many times as long.
TIMEOUT_MULTIPLIER = "10"
# Most of the scripts mostly wait, so more of them run at a time than there are cores.
TESTS_AT_A_TIME = "4"
BROWSERS_AT_A_TIME = "3"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

# Files of tests/browser that take longest begin first, so that no worker is left alone with one at the end.
LONG_FILES = ["pages", "pages-phone", "restart", "trouble", "replay", "testen", "play-mouse", "steamer"]

# What a step with tests did: programs or files, then test functions.
Counts = collections.namedtuple("Counts", "tests passed failed skipped")


class Report:
    """Prints each step as it ends and adds up."""

    def __init__(self):
        self.lock = threading.Lock()
        self.passed = self.failed = self.skipped = 0
        self.counts = {}  # name of a step in tests/COUNT: Counts
        self.problems = []

    def add(self, name, passed, failed, skipped, text, output=""):
        with self.lock:
            self.passed += passed
            self.failed += failed
            self.skipped += skipped
            print(f"{'FAILED ' if failed else 'ok     '} {name}{text}", flush=True)
            if failed:
                self.problems.append(name)
                print(output, flush=True)

    def skip(self, name, count, reason):
        with self.lock:
            self.skipped += count
            print(f"skipped {name}: {reason}" + (f" ({count})" if count > 1 else ""), flush=True)

    def last_line(self):
        more = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{more}"


report = Report()


# ---- running ----

def log_of(name):
    return LOGS / (re.sub("[^a-z0-9]+", "-", name.lower()).strip("-") + ".log")


def run(words, log, **options):
    """Exit status, seconds of wall time and of the processors; everything it says goes to the end of the log."""
    began = time.monotonic()
    with open(log, "ab") as file:
        child = subprocess.Popen(words, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                 **options)
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, time.monotonic() - began, used.ru_utime + used.ru_stime


def seconds(wall, cpu):
    return f" ({wall:.0f} s, {cpu:.0f} s of CPU)"


def tail(log, lines=60):
    return "\n".join(log.read_text(errors="replace").splitlines()[-lines:])


def step(name, *words, **options):
    """One command that passes or fails; its output is shown only if it failed."""
    log = log_of(name)
    log.unlink(missing_ok=True)
    status, wall, cpu = run(words, log, **options)
    report.add(name, status == 0, status != 0, 0, seconds(wall, cpu), tail(log))
    return status == 0


def has(name):
    return shutil.which(name) is not None


def step_with(tool, name, *words):
    if has(tool):
        return step(name, *words)
    report.skip(name, 1, f"{tool} is missing")
    return False


# ---- builds ----

def setup(folder, compiler, options, log):
    """Configures a build, again where it was made in another way or where a test was left out."""
    words = ["meson", "setup", folder, *options]
    stamp = ROOT / folder / "check-setup"
    wanted = " ".join([compiler, *options])
    if (ROOT / folder / "build.ninja").exists():
        if options and not (stamp.exists() and stamp.read_text() == wanted):
            shutil.rmtree(ROOT / folder)
        elif stand_ins(folder):
            return run(["meson", "setup", "--reconfigure", folder], log)[0] == 0
        else:
            return True
    if run(words, log, env={**os.environ, "CC": compiler})[0] != 0:
        return False
    stamp.write_text(wanted)
    return True


def stand_ins(folder):
    """The tests of a build that could not be built when it was configured."""
    try:
        listed = json.loads((ROOT / folder / "meson-info/intro-tests.json").read_text())
    except (OSError, ValueError):
        return ["all"]
    return [test["name"] for test in listed if any(word.endswith("tests/skip.py") for word in test["cmd"])]


def build(folder, compiler, *options):
    name = f"build {folder}"
    log = log_of(name)
    log.unlink(missing_ok=True)
    began = time.monotonic()
    is_set_up = setup(folder, compiler, options, log)
    status, _, cpu = run(["ninja", "-C", folder], log) if is_set_up else (1, 0, 0)
    report.add(name, status == 0, status != 0, 0, seconds(time.monotonic() - began, cpu), tail(log))
    return status == 0


# ---- counting ----

def total(pattern, text):
    return sum(map(int, re.findall(pattern, text)))


def count_functions(output, result):
    """Passed, failed and skipped test functions of a program, and why it skipped some: it is a cmocka program, a
    script with unittest, or a single test."""
    if "[==========]" in output:
        ran = total(r"\[==========\] (\d+) test\(s\) run", output)
        failed = total(r"\[  FAILED  \] (\d+) test\(s\)", output)
        skipped = total(r"\[  SKIPPED \] (\d+) test\(s\)", output)
    elif re.search(r"^Ran \d+ tests? in", output, re.M):
        ran = total(r"(?m)^Ran (\d+) tests? in", output)
        failed = total(r"(?:failures|errors)=(\d+)", output)
        skipped = total(r"skipped=(\d+)", output)
        ran = max(ran, skipped + failed)  # a class that is skipped as a whole has not run
    else:
        failed, skipped = 0, len(re.findall(r"(?m)^skipped: ", output))
        ran = skipped + (result != "SKIP")
    if result not in ("OK", "SKIP"):
        failed = max(failed, 1)
    reasons = re.findall(r"(?m)^skipped: (.*)|\.\.\. skipped ['\"](.*)['\"]$", output)
    return max(0, ran - failed - skipped), failed, skipped, [one or other for one, other in reasons]


def recorded():
    """What tests/COUNT says: {step: (tests, functions)}."""
    lines = [line.split("#")[0].split() for line in COUNT.read_text().splitlines()]
    return {words[0]: (int(words[1]), int(words[2])) for words in lines if words}


def conclude(name, key, counts, text, output):
    """Reports a step with tests, and holds its numbers against tests/COUNT."""
    tests, functions = recorded().get(key, (0, 0))
    report.counts[key] = counts
    ran = counts.passed + counts.failed
    shortage = ""
    if counts.tests < tests:
        shortage = f"only {counts.tests} of {tests} tests were there"
    elif not counts.skipped and ran < functions:
        shortage = f"only {ran} of {functions} test functions ran"
    if shortage:
        output += f"\n{name}: {shortage} (tests/COUNT). If some were removed on purpose: ./check --count"
    report.add(name, counts.passed, counts.failed + bool(shortage), counts.skipped,
               f": {counts.tests} tests, {ran} functions{text}", output)


# ---- steps with tests ----

def tests(folder, name, key, *options):
    log, book = log_of(name), ROOT / folder / "meson-logs/testlog.json"
    log.unlink(missing_ok=True)
    book.unlink(missing_ok=True)
    status, wall, cpu = run(["meson", "test", "-C", folder, "--no-rebuild", "--num-processes", TESTS_AT_A_TIME,
                             "--print-errorlogs", "--timeout-multiplier", TIMEOUT_MULTIPLIER, *options], log)
    lines = book.read_text(errors="replace").splitlines() if book.exists() else []
    sums = [0, 0, 0]
    for one in map(json.loads, lines):
        *numbers, reasons = count_functions(one.get("stdout", "") + "\n" + one.get("stderr", ""), one["result"])
        sums = [have + more for have, more in zip(sums, numbers)]
        if numbers[2]:
            title = one["name"].split(" / ")[-1]
            print(f"skipped {title}: {'; '.join(sorted(set(reasons))) or 'no reason given'} ({numbers[2]})", flush=True)
    if status and not sums[1]:
        sums[1] = 1
    conclude(name, key, Counts(len(lines), *sums), seconds(wall, cpu), tail(log, 120))


def browser_tests():
    """The page in a real Chromium, and its modules in node."""
    name, log, folder = "browser", log_of("browser"), ROOT / "tests/browser"
    log.unlink(missing_ok=True)
    names = [path.name.removesuffix(".test.mjs") for path in folder.glob("*.test.mjs")]
    files = [f"tests/browser/{name}.test.mjs" for name in
             [*(name for name in LONG_FILES if name in names), *sorted(set(names) - set(LONG_FILES))]]
    missing = missing_tool()
    if missing:
        report.counts[name] = Counts(len(files), 0, 0, len(files))
        return report.skip(name, len(files), f"{missing} is missing; no file of tests/browser was run")
    without = []
    if not install_packages() or not any(map(has, BROWSERS)):
        without = [file for file in files if needs_page((ROOT / file).read_text())]
        report.skip(name, 0, "playwright-core or chromium is missing; only files without a page were run")
    runnable = [file for file in files if file not in without]
    status, wall, cpu = run(["python3", "tools/with_orphans.py", "node", "tests/browser/run.mjs", BROWSERS_AT_A_TIME,
                             *runnable], log)
    text = log.read_text(errors="replace")
    passed, failed, skipped = (total(rf"(?m)^# (?:{words}) (\d+)", text)
                               for words in ("pass", "fail|cancelled", "skipped|todo"))
    if status and not failed:
        failed = 1
    for title, reason in re.findall(r"(?m)^ *ok \d+ - (.*) # SKIP ?(.*)$", text):
        report.skip(title, 0, reason or "no reason given")
    bad = re.findall(r"(?m)^ *not ok.*\n(?:.*\n){0,25}", text)
    conclude(name, name, Counts(len(files), passed, failed, skipped + len(without)), seconds(wall, cpu),
             "\n".join(bad[:8]) or tail(log))
    return None


def missing_tool():
    return next((tool for tool in ("node", "npm") if not has(tool)), None)


def install_packages():
    """Puts the packages of tests/browser in place where they are missing; answers whether they are there."""
    folder = ROOT / "tests/browser"
    if not has_packages(folder):
        run(["npm", "--prefix", str(folder), "install", "--no-audit", "--no-fund", "--no-package-lock"], log_of("npm"))
    return has_packages(folder)


def has_packages(folder):
    """Those of package.json are there, in these versions."""
    try:
        return all(json.loads((folder / "node_modules" / name / "package.json").read_text())["version"] == version
                   for name, version in json.loads((folder / "package.json").read_text())["devDependencies"].items())
    except (OSError, ValueError):
        return False


def needs_page(text):
    return "harness.mjs" in text or "wholegames.mjs" in text


# ---- other steps ----

def formatted():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.c", "*.h"], cwd=ROOT, text=True,
                            capture_output=True, check=True).stdout.split()
    step_with("clang-format", "format", "clang-format", "--dry-run", "--Werror",
              *(file for file in listed if (ROOT / file).exists()))


def page_sources():
    """Layout and types of the page's scripts."""
    reason = f"{missing_tool()} is missing" if missing_tool() else None if install_packages() else "npm cannot install"
    if reason:
        return report.skip("page format, page types", 2, reason)
    tool = "tests/browser/node_modules/.bin/"
    step("page format", tool + "prettier", "--check", "--log-level", "warn", "web/**/*.mjs", "tests/**/*.mjs")
    step("page types", tool + "tsc", "-p", "jsconfig.json")
    return None


def pure():
    members = subprocess.run(["ar", "t", "build/src/libcore.a"], cwd=ROOT, capture_output=True, text=True,
                             check=True).stdout.split()
    step("pure rules", "sh", "tools/pure.sh", *(name for name in members if "games_" in name and "_wire" not in name))


def tools():
    formatted()
    step("layers", "python3", "tools/layers.py")
    step_with("ctags", "sizes", "python3", "tools/sizes.py")
    step("words", "python3", "tools/words.py")
    step("trace", "python3", "tools/trace.py")
    step("page classes", "python3", "tools/page_classes.py")
    step("page unused", "python3", "tools/page_unused.py")
    page_sources()


def quick():
    """--fast"""
    tools()
    if build("build", "gcc"):
        pure()
        tests("build", "unit tests", "fast", *(word for suite in SLOW for word in ("--no-suite", suite)))


def beside_each_other(*rows):
    """Runs functions at the same time and waits for all of them."""
    def careful(row):
        try:
            row()
        except Exception:  # a mistake in this script must not look like success
            report.add(str(row), 0, 1, 0, "", traceback.format_exc())

    threads = [threading.Thread(target=careful, args=(row,)) for row in rows]
    for one in threads:
        one.start()
    for one in threads:
        one.join()


def everything():
    """Both builds beside the tools, then three rows of tests beside each other, because many of them wait: the
    page, the sanitizers, and all the rest."""
    is_built = {}

    def release():
        is_built["release"] = build("build", "gcc")

    def sanitizers():
        if has("clang"):
            is_built["asan"] = build("build-asan", "clang", *ASAN)
        else:
            report.skip("tests with sanitizers", recorded().get("asan", (1, 1))[1], "clang is missing")

    def page():
        if is_built.get("release"):
            browser_tests()

    def tests_with_sanitizers():
        if is_built.get("asan"):
            tests("build-asan", "tests with ASan and UBSan", "asan", "--no-suite", "release")

    def others():
        if is_built.get("release"):
            pure()
            step("hardened release", "sh", "tools/hardened.sh", "build")
            tests("build", "tests of the release", "release", "--suite", "release")
            if is_built.get("asan"):
                step("fuzz corpus", "sh", "tools/fuzz.sh", "--corpus", "build-asan")
            else:
                report.skip("fuzz corpus", 1, "there is no build with sanitizers")
            step("a new game and a new season", "sh", "tools/try-new-game.sh")
            if is_built.get("asan"):
                step("same bench signature", "sh", "tools/signature.sh", "build", "build-asan")

    beside_each_other(tools, release, sanitizers)
    beside_each_other(page, tests_with_sanitizers, others)


def write_count():
    """The numbers of the last run become those that must be reached."""
    if not LAST.exists():
        sys.exit("no whole run yet: ./check, then ./check --count")
    lines = [line for line in COUNT.read_text().splitlines() if line.startswith("#")] if COUNT.exists() else []
    for key, (have, functions) in json.loads(LAST.read_text()).items():
        lines.append(f"{key} {have} {functions}")
    COUNT.write_text("\n".join(lines) + "\n")
    print(COUNT.read_text(), end="")


def remember():
    """For --count: only a step in which everything ran says how much there is."""
    kept = {key: list(numbers) for key, numbers in recorded().items()}
    for key, counts in report.counts.items():
        if not counts.skipped and not counts.failed:
            kept[key] = [counts.tests, counts.passed]
    LAST.write_text(json.dumps(kept))


def main(words):
    began = time.monotonic()
    LOGS.mkdir(exist_ok=True)
    if words == ["--count"]:
        return write_count()
    if words not in ([], ["--fast"]):
        sys.exit(__doc__)
    quick() if words else everything()
    remember()
    minutes, rest = divmod(int(time.monotonic() - began), 60)
    if report.problems:
        print("failed:", ", ".join(report.problems))
    print(f"in {minutes} min {rest} s")
    print(report.last_line())
    sys.exit(report.failed > 0)


if __name__ == "__main__":
    main(sys.argv[1:])
