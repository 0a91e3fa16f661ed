#!/usr/bin/env python3
"""words.py - fails if a line is too long, or if a comment or a string in C speaks in riddles.

Columns: 100 in C (src, wasm, tests), 120 in .mjs and .py; Markdown and the tables in .def files are free, and so is a
line of a script that holds one text, template or pattern: the formatter cannot break it.
Words: `who`, `whoever`, `somebody` and `nobody` in comments and string literals of C: name the thing instead.

tools/words.allow has the exceptions, one per line:

    PATH: TEXT          # REASON

PATH is a file or a pattern (src/cli/*.c), TEXT is part of the line that is meant; a reason must be there.  A line
that allows nothing fails, so that the list stays short.

    tools/words.py          looks at the folders of CLEAN
    tools/words.py PATH...  looks at these files or folders, to see what is left to do
"""
import collections
import fnmatch
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALLOW = ROOT / "tools/words.allow"

# Folders in plain words.
CLEAN = [
    "src/base",
    "src/bots",
    "src/cli",
    "src/client",
    "src/game",
    "src/games",
    "src/learn",
    "src/match",
    "src/net",
    "src/proto",
    "src/search",
    "src/server",
    "src/store",
    "src/tournament",
    "src/web",
    "src/xml",
    "tests/*.c",
    "tests/*.h",
    "tests/*.py",
    "tests/browser",
    "tests/fuzz",
    "tests/match",
    "tests/samples",
    "tests/server",
    "tests/wasm",
    "tests/web",
    "tests/yardstick",
    "tools",
    "wasm",
    "web",
]

COLUMNS = {".c": 100, ".h": 100, ".def": sys.maxsize, ".mjs": 120, ".py": 120}
C = (".c", ".h", ".def")
ONE_TEXT = re.compile(r"""\s*(?:return |[\w."]+(?: =|:) |[?:] )?(["'`/]).*\1[a-z]*[\]);,]*(?: \+)?$""")
RIDDLE = re.compile(r"\b(who|whoever|somebody|nobody)\b", re.I)

# A comment, a string, a character, or one other character: in this order nothing is taken for something else.
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|.', re.S)
INCLUDE = re.compile(r"\s*#\s*include\b")

Finding = collections.namedtuple("Finding", "path line text what")


def spoken_lines(text):
    """(line number, comment or string) of C, one for each line of it."""
    line = 1
    for token in TOKEN.finditer(text):
        part = token[0]
        if part[0] in '"\'' and len(part) > 1 or part[:2] in ("/*", "//"):
            for offset, spoken in enumerate(part.split("\n")):
                yield line + offset, spoken
        line += part.count("\n")


def findings(path, text):
    """What is wrong with a file; `path` is relative to the project."""
    lines = text.split("\n")
    limit = COLUMNS[path.suffix]
    for number, line in enumerate(lines, 1):
        if len(line) > limit and not (path.suffix == ".mjs" and ONE_TEXT.match(line)):
            yield Finding(path.as_posix(), number, line, f"{len(line)} columns, {limit} are allowed")
    if path.suffix in C:
        for number, spoken in spoken_lines(text):
            for word in RIDDLE.findall(spoken):
                if not INCLUDE.match(lines[number - 1]):
                    yield Finding(path.as_posix(), number, lines[number - 1], f"\"{word}\": name the thing")


def allowances(text):
    """(line, path, text) of each exception; complains about lines that are none."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        found = re.fullmatch(r"([^:\s]+): (.+?)\s+# \S.*", line)
        if not found:
            sys.exit(f"tools/words.allow:{number}: must be \"PATH: TEXT  # REASON\"")
        yield number, found[1], found[2]


def sift(found, allowed):
    """Findings that no exception covers, and exceptions that cover nothing."""
    used = set()
    left = []
    for finding in found:
        covers = [entry for entry in allowed if fnmatch.fnmatch(finding.path, entry[1]) and entry[2] in finding.text]
        used.update(covers)
        if not covers:
            left.append(finding)
    return left, [entry for entry in allowed if entry not in used]


def files_of(folders):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "--", *folders], cwd=ROOT, text=True,
                            capture_output=True, check=True).stdout.splitlines()
    return [path for path in map(pathlib.Path, sorted(listed)) if path.suffix in COLUMNS and (ROOT / path).exists()]


def self_test():
    path = pathlib.Path("src/x.c")
    text = '/* Who is it?\n * Nobody. */\nint whoever; /* a */ char *s = "\\"somebody\\""; // who\n' + "x" * 101
    found = list(findings(path, text))
    assert [(one.line, one.what.split('"')[1]) for one in found[1:]] == [
        (1, "Who"), (2, "Nobody"), (3, "somebody"), (3, "who")], found
    assert found[0].line == 4 and "101 columns" in found[0].what
    allowed = list(allowances("# a comment\n\nsrc/*.c: Who is it?  # it is a question\nsrc/y.c: x  # in vain\n"))
    left, unused = sift(found, allowed)
    assert len(left) == 4 and [entry[1] for entry in unused] == ["src/y.c"], (left, unused)


def main(folders):
    self_test()
    found = [one for path in files_of(folders or CLEAN) for one in findings(path, (ROOT / path).read_text())]
    allowed = list(allowances(ALLOW.read_text()))
    left, unused = sift(found, allowed)
    for one in left:
        print(f"{one.path}:{one.line}: {one.what}\n    {one.text.strip()[:140]}")
    for number, path, text in [] if folders else unused:
        print(f"tools/words.allow:{number}: allows nothing: {path}: {text}")
    if left:
        print(f"{len(left)} lines; an exception needs a line and a reason in tools/words.allow")
    return bool(left or (unused and not folders))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
