#!/usr/bin/env python3
"""page_unused.py - fails if the page (web/) keeps what nothing uses: texts, exports, classes of stylesheets.

A text is used if its key stands in a script, or if a template such as t(`side.${side}`) can make it: then the part that
is filled in must be a word of that script, of one that it imports, or of the C sources.  An export is used if another
module of the page, or a test, imports it.  A class of a stylesheet is used if a script or index.html names it, or if it
is a word of the C sources.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
C_FILES = (".c", ".h", ".def")

STRING = re.compile(r'"((?:\\.|[^"\\\n])*)"|\'((?:\\.|[^\'\\\n])*)\'|`((?:\\.|[^`\\])*)`')
TEMPLATE = re.compile(r"`(\w+\.(?:[\w.]|\$\{[^{}`]*\})+)`")  # t(`side.${side}`)
KEY = re.compile(r'^ {2}"?([\w.-]+)"?: ?\[', re.M)
EXPORT = re.compile(r"^export (?:async )?(?:const|let|function\*?|class) (\w+)", re.M)
IMPORT = re.compile(r'(?:import|export)\s*\{([^}]*)\}\s*from\s*"([^"]+)"')
IMPORT_ALL = re.compile(r'(?:import\s*\*\s*as\s+(\w+)\s+from\s*|(\w+)\s*=\s*await import\()"([^"]+)"')
IMPORT_LATE = re.compile(r'(?:const \{([^}]*)\} = await )?import\("([^"]+)"\)\)?(?:\.(\w+))?')  # also in types


def read(pattern, *folders):
    return {path: path.read_text() for folder in folders for path in sorted(folder.rglob(pattern))
            if "node_modules" not in path.parts}


SCRIPTS = read("*.mjs", WEB)
TESTS = read("*.mjs", ROOT / "tests")
STYLES = read("*.css", WEB)
CODE = {path: text for path, text in SCRIPTS.items() if path.parent.name != "i18n"}


def name(path):
    return path.relative_to(ROOT)


def uncommented(text):
    return re.sub(r"/\*.*?\*/", "", re.sub(r"(?m)^\s*//.*$", "", text), flags=re.S)


def strings(texts):
    """Contents of all string literals."""
    return {part for text in texts for found in STRING.findall(uncommented(text)) for part in found if part}


def words_of(texts):
    return {word for text in texts for word in re.findall(r"[A-Za-z_][\w-]*|\d+", text)}


def c_words():
    """What the server and the rules may answer."""
    return words_of(path.read_text(errors="replace") for path in (ROOT / "src").rglob("*.*") if path.suffix in C_FILES)


def unused_texts():
    named = {word for text in CODE.values() for word in re.findall(r"[\w.-]+", uncommented(text))}
    answers = c_words()
    templates = [("([\\w.-]+)".join(map(re.escape, re.split(r"\$\{[^{}`]*\}", part))), path)
                 for path, text in CODE.items() for part in TEMPLATE.findall(text)]
    near = {path: words_of([text] + [SCRIPTS.get(module, "") for module, _ in imports_of(path, text)])
            for path, text in CODE.items()}

    def is_made(key):
        for pattern, path in templates:
            found = re.fullmatch(pattern, key)
            if found and all(word in answers or word in near[path] for word in ".".join(found.groups()).split(".")):
                return True
        return False

    for path, text in SCRIPTS.items():
        if path.parent.name == "i18n":
            for key in KEY.findall(text):
                if key not in named and not is_made(key):
                    yield f"{name(path)}: the text {key} is not used"


def imports_of(path, text):
    """(module, name) for everything that a script imports."""
    def module(address):
        return (path.parent / address).resolve()

    for names, address in IMPORT.findall(text):
        for one in names.split(","):
            yield module(address), one.split(" as ")[0].strip()
    for late in IMPORT_LATE.finditer(text):
        for one in (late[1] or late[3] or "").split(","):
            yield module(late[2]), one.split(":")[0].strip()
    for all_of, late, address in IMPORT_ALL.findall(text):
        for one in re.findall(rf"\b{all_of or late}\.(\w+)", text):
            yield module(address), one


def unused_exports():
    used = {pair for path, text in (SCRIPTS | TESTS).items() for pair in imports_of(path, text)}
    pages = {WEB / "pages"}
    for path, text in SCRIPTS.items():
        for one in EXPORT.findall(text):
            is_page = path.parent in pages and one == "mount"
            if (path.resolve(), one) not in used and not is_page:
                yield f"{name(path)}: the export {one} is not imported"


def styled():
    """{class: stylesheet}"""
    found = {}
    for path, text in STYLES.items():
        for selector in re.findall(r"([^{};]+)\{", uncommented(text)):
            if not selector.strip().startswith("@"):
                for one in re.findall(r"\.([A-Za-z][\w-]*)", selector):
                    found[one] = path
    return found


def unused_classes():
    literals = strings(CODE.values()) | {(WEB / "index.html").read_text()}
    words = {word for literal in literals for word in re.findall(r"[A-Za-z][\w-]*", literal)} | c_words()
    starts = tuple(word for literal in literals for word in re.findall(r"([A-Za-z][\w-]*-)\$\{", literal))
    for one, path in styled().items():
        if one not in words and not (starts and one.startswith(starts)):
            yield f"{name(path)}: the class {one} is given to no element"


def main():
    problems = [*unused_texts(), *unused_exports(), *unused_classes()]
    print("\n".join(problems) or "nothing unused")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
