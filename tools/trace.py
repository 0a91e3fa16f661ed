#!/usr/bin/env python3
"""trace.py - fails if a way through the program in ARCHITECTURE.md is not the way of the code.

Under each heading of TRACES stands a fenced block of kind `trace`, one function per line, callers above what they call,
indented by two spaces more:

    ```trace
    src/cli/main.c                 main
      src/cli/match.c              run                <- match_cmd <- cmds
        src/match/runner.c         runner_run         # until the match is decided
          src/match/worker.c       worker_play        <- tasks
          src/match/runner.c       read_results
    ```

Each line says: this function is defined in this file, and the function of the next line above with less indentation
names it in its body: it calls it, or hands it over as a callback or a task.  Where something in between hands it over
(a table of commands, a struct of callbacks, a function that starts a thread), `<- NAME` names that: a function or a
variable whose body in any of the files of the trace names the function, and which the caller names.  There may be
several, from the function back to the caller.  Lists in .def files count as they are expanded (CMD(match) is
match_cmd).  `<- HTTP` stands for a request of the page to the program, `<- EVENT` for an event that one script fires
and another one listens to.  Text after # is for readers.

TRACES says how many distinct .c and .mjs files outside base, game, games and search may be on each way.

    tools/trace.py                   checks ARCHITECTURE.md; without a heading there is nothing to check under it
    tools/trace.py FILE HEADING MAX  checks the block under a heading of another file
"""
import collections
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TRACES = {  # heading: files on the way at most
    "From the command line to the verdict of a match": 15,
    "A move over XML": 12,
    "A click and back": 16,
}
FREE = ("src/base/", "src/game/", "src/games/", "src/search/")

Step = collections.namedtuple("Step", "line depth file function via")


class Wrong(Exception):
    pass


def block(text, heading):
    """(number of its first line, lines) of the block under a heading; None where there is no such heading."""
    lines = text.split("\n")
    start = next((i for i, line in enumerate(lines) if re.fullmatch(r"#+ " + re.escape(heading), line.strip())), None)
    if start is None:
        return None
    for i in range(start + 1, len(lines)):
        if lines[i].startswith("#"):
            break
        if lines[i].strip() == "```trace":
            end = next((j for j in range(i + 1, len(lines)) if lines[j].startswith("```")), None)
            if end:
                return i + 2, lines[i + 1:end]
    raise Wrong(f"there is no block ```trace under \"{heading}\"")


def read_steps(first, lines):
    steps = []
    for number, line in enumerate(lines, first):
        bare = line.split("#")[0].rstrip()
        if not bare:
            continue
        found = re.fullmatch(r"( *)(\S+\.(?:[ch]|mjs))\s+(\w+)((?:\s+<-\s+\w+)*)", bare)
        if not found or len(found[1]) % 2:
            raise Wrong(f"line {number}: must be \"FILE FUNCTION\" or \"FILE FUNCTION <- NAME\", two spaces per level")
        depth = len(found[1]) // 2
        if not (1 <= depth <= steps[-1].depth + 1 if steps else depth == 0):
            raise Wrong(f"line {number}: every line but the first is at most two spaces deeper than the one above")
        steps.append(Step(number, depth, found[2], found[3], found[4].replace("<-", " ").split()))
    if not steps:
        raise Wrong("the trace is empty")
    return steps


def expanded(text, root):
    """With the lists of .def files, as far as they paste names: `#define CMD(name) &name##_cmd,` and the #include."""
    def paste(match):
        macro, parameter, body, file = match.groups()
        entries = re.findall(rf"(?m)^{macro}\((\w+)", (root / "src" / file).read_text())
        endings = re.findall(rf"\b{parameter}##(\w+)", body)
        return " ".join(entry + ending for entry in entries for ending in endings)
    return re.sub(r'(?m)^#define (\w+)\((\w+)[^)]*\)(.*)\n#include "([^"]+\.def)"', paste, text)


def without_comments(text):
    """The same text, but comments and what is inside of strings are blank."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match[0])
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', blank, text, flags=re.S)


def bodies(text):
    """{name: body} of the functions and initialised variables of a C file: what stands in braces at its top level."""
    found, depth, start, head = {}, 0, 0, 0
    for at, char in enumerate(text):
        if char == "{":
            depth += 1
            if depth == 1:
                start = at
        elif char == "}":
            depth -= 1
            if depth == 0:
                name = name_of(text[head:start])
                if name:
                    found[name] = found.get(name, "") + text[start:at + 1]
                head = at + 1
        elif char == ";" and depth == 0:
            head = at + 1
    return found


def script_bodies(text):
    """{name: body} of the functions, methods and arrow functions of a script, at any depth."""
    found = {}
    heads = (r"\bfunction\s*\*?\s*(\w+)\s*\(", r"(?m)^\s+(?:static |async |get |set |\*)*#?(\w+)\s*\(",
             r"(?:\bconst |\blet |(?m:^)\s*(?:this\.)?#?)(\w+)\s*[=:]\s*(?:async\s*)?(?:\(|\w(?=\w*\s*=>))")
    for match in (match for head in heads for match in re.finditer(head, text)):
        body = script_body(text, match.end() - 1)
        if body:
            found[match[1]] = found.get(match[1], "") + body
    return found


def script_body(text, at):
    """What follows the parameters of a function: up to the brace that closes it, or to the end of an expression."""
    if text[at] == "(":
        at = end_of(text, at) + 1
    rest = re.match(r"(?:\s|\w)*(=>\s*)?", text[at:])
    start = at + rest.end()
    if text[start:start + 1] == "{":
        return text[start:end_of(text, start) + 1]
    return text[start:text.find("\n\n", start)] if rest[1] else ""


def end_of(text, at):
    """Where the bracket at this place is closed."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0:
            return i
    return len(text)


def name_of(head):
    """The name that a definition defines: `static int f(int x)`, `const struct cmd list[] =`."""
    head = re.sub(r"(?m)^\s*#.*(?:\\\n.*)*$", "", head)
    head = re.sub(r"__attribute__\s*\(\(.*?\)\)", "", head, flags=re.S)
    variable = re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)*=\s*$", head)
    if variable:
        return variable[1]
    function = re.search(r"(\w+)\s*\(.*\)\s*$", head, re.S)
    return function[1] if function else None


def names(body, name):
    return re.search(rf"\b{name}\b", body) is not None


def read_code(path, root):
    """The functions of a file by name; None where there is no such file."""
    if not path.exists():
        return None
    if path.suffix == ".mjs":
        return script_bodies(without_comments(path.read_text()))
    return bodies(without_comments(expanded(path.read_text(), root)))


def check(steps, root, files_max):
    """What is wrong with the trace, as sentences."""
    code, wrong = {}, []
    for file in {step.file for step in steps}:
        code[file] = read_code(root / file, root)
    for step in steps:
        if code[step.file] is None:
            wrong.append(f"line {step.line}: there is no {step.file}")
        elif step.function not in code[step.file]:
            wrong.append(f"line {step.line}: {step.file} does not define {step.function}")
    if wrong:
        return wrong
    callers = []
    for step in steps:
        del callers[step.depth:]
        if callers:
            wrong += check_call(step, callers[-1], code)
        callers.append(step)
    long_way = sorted({step.file for step in steps if step.file[-2:] != ".h" and not step.file.startswith(FREE)})
    if len(long_way) > files_max:
        wrong.append(f"{len(long_way)} files are on the way, {files_max} are allowed: {' '.join(long_way)}")
    return wrong


def check_call(step, caller, code):
    if step.via in (["HTTP"], ["EVENT"]) and caller.file.endswith(".mjs"):
        return [] if step.file.endswith(".c" if step.via == ["HTTP"] else ".mjs") else [f"line {step.line}: {step.via}"]
    chain = [step.function, *step.via]
    if not names(code[caller.file][caller.function], chain[-1]):
        return [f"line {step.line}: {caller.function} in {caller.file} does not name {chain[-1]}"]
    for callee, via in zip(chain, step.via):
        if not any(names(found[via], callee) for found in code.values() if found and via in found):
            return [f"line {step.line}: {via} does not name {callee} in any file of the trace"]
    return []


def self_test():
    main_c = ("static void unused(void) { run(); }\n"
              "int main(int n, char **v)\n{\n    /* stop(); */ return run(\"}\");\n}\n")
    run_c = ("struct cb { void (*f)(void); };\nstatic void on_end(void) { }\n"
             "static const struct cb events[] = {{on_end}};\n"
             "int run(const char *s)\n{\n    return s && listen(events);\n}\n")
    list_c = ('#define CMD(name) &name##_cmd,\n#include "x.def"\n#undef CMD\n};\nint go(void) { return *cmds; }\n')
    script = ("export class P {\n  press() {\n    this.send(1);\n  }\n\n  async send(x) {\n    await ask(x);\n  }\n}\n"
              "const ask = (x) => fetch(x);\n\nfunction show() {}\n")
    good = "src/a.c main\n  src/b.c run  # the work\n    src/b.c on_end <- events"
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "src").mkdir()
        (root / "src/a.c").write_text(main_c)
        (root / "src/b.c").write_text(run_c)
        (root / "src/x.def").write_text("CMD(one)\nCMD(two)\n")
        (root / "src/l.c").write_text("static const struct cmd *const cmds[] = {\n" + list_c)
        (root / "src/t.c").write_text("static int act(void) { return 1; }\nconst struct cmd two_cmd = {.run = act};\n")
        (root / "src/p.mjs").write_text(script)
        for trace, wanted in ((good, ""), (good.replace(" <- events", ""), "run in src/b.c does not name on_end"),
                              (good.replace("c run", "c ran"), "does not define ran"),
                              (good.replace("b.c run", "c.c run"), "there is no src/c.c"),
                              ("src/a.c main\n  src/b.c on_end", "main in src/a.c does not name on_end"),
                              ("src/a.c main\n  src/b.c on_end <- events", "does not name events"),
                              ("src/l.c go\n  src/t.c act <- two_cmd <- cmds", ""),
                              ("src/l.c go\n  src/t.c act <- six_cmd <- cmds", "six_cmd does not name act"),
                              ("src/p.mjs press\n  src/p.mjs send\n    src/p.mjs ask\n      src/a.c main <- HTTP", ""),
                              ("src/p.mjs press\n  src/p.mjs ask", "press in src/p.mjs does not name ask"),
                              ("src/a.c main\n    src/b.c run", "two spaces deeper"), ("nonsense", "must be")):
            try:
                said = " ".join(check(read_steps(*block(f"x\n## T\n```trace\n{trace}\n```\n", "T")), root, 15))
            except Wrong as wrong:
                said = str(wrong)
            assert wanted in said and bool(wanted) == bool(said), (trace, said)
        for i in range(15):
            (root / f"src/f{i}.c").write_text(f"void f{i}(void) {{ f{i + 1}(); }}\n")
        (root / "src/a.c").write_text("int main(void) { f0(); }\n")
        way = "\n".join(["src/a.c main", *(f"{'  ' * (i + 1)}src/f{i}.c f{i}" for i in range(15))])
        assert "16 files are on the way" in check(read_steps(1, way.split("\n")), root, 15)[0]
    assert block("# Other\n", "T") is None


def check_heading(file, heading, files_max):
    """What is wrong with the trace under this heading; None where there is no such heading."""
    try:
        found = block(pathlib.Path(file).read_text(), heading)
        return None if found is None else check(read_steps(*found), ROOT, files_max)
    except Wrong as error:
        return [str(error)]


def main(words):
    self_test()
    traces = {words[1]: int(words[2])} if words else TRACES
    file = pathlib.Path(words[0]) if words else ROOT / "ARCHITECTURE.md"
    is_wrong = False
    for heading, files_max in traces.items():
        wrong = check_heading(file, heading, files_max)
        if wrong is None:
            print(f"no heading \"{heading}\" in {file.name}: nothing to check")
        for sentence in wrong or []:
            print(f"{file.name}: {heading}: {sentence}")
        is_wrong |= bool(wrong) or (wrong is None and bool(words))
    return is_wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
