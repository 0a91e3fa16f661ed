#!/usr/bin/env python3
"""page_classes.py - fails if two components of the page could style each other by accident.

base.css has the shared classes (card, row, button …).  Every other stylesheet begins with a comment that names its
components, and may name more shared classes:

    /* Components: strip, moves, transport */
    /* Shared: note, pill */

A class of a component is its name, or begins with it: strip, strip-time.  What is attached to one is a state:
.strip.turn.  A component is named in one stylesheet only; another one may change its looks inside a component of its
own (.exhibition .strip), inside a shared class (.demo .board), or in a state of the page ([data-kiosk] .strip).  An
element of a script (h("div.strip")) has classes of one component at most, so no rule of another one can reach it.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
STYLES = ROOT / "web/style"
TAG = re.compile(r'\bh\(\s*"[a-z0-9]+((?:\.[\w-]+)+)"')
CLASS = re.compile(r'\bclass"?: (?:"([\w -]+)"|`([\w -]+?)(?:\$|`))')


def uncommented(text):
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def selectors(text):
    for found in re.finditer(r"([^{};]+)\{", uncommented(text)):
        if not found[1].strip().startswith("@"):
            yield from re.split(r",(?![^(]*\))", found[1])


def compounds(selector):
    """The classes of each part of a selector, without those that it excludes or asks for inside."""
    plain = re.sub(r":(?:not|has|is|where)\([^()]*\)", "", selector)
    return [re.findall(r"\.([A-Za-z][\w-]*)", part) for part in re.split(r"\s*[>+~]\s*|\s+", plain.strip())]


def named(text, title):
    return [name for found in re.findall(rf"/\* {title}: ([^*]+)\*/", text) for name in re.findall(r"[\w-]+", found)]


def read_names():
    """({component: stylesheet}, shared classes, problems)"""
    owners, shared, problems = {}, {"base": set(), "named": set()}, []
    for path in sorted(STYLES.glob("*.css")):
        text = path.read_text()
        if path.name in ("base.css", "tokens.css"):
            shared["base"] |= {one for selector in selectors(text) for part in compounds(selector) for one in part}
            continue
        shared["named"] |= set(named(text, "Shared"))
        for component in named(text, "Components"):
            if component in owners:
                problems.append(f"{path.name}: {component} is a component of {owners[component]}, too")
            owners[component] = path.name
    return owners, shared, problems


def component_of(one, owners):
    fitting = [name for name in owners if one == name or one.startswith(name + "-")]
    return max(fitting, key=len, default=None)


def is_shared(one, shared):
    return one in shared["base"] or any(one == name or one.startswith(name + "-") for name in shared["named"])


def check_styles(owners, shared):
    for path in sorted(STYLES.glob("*.css")):
        if path.name in ("base.css", "tokens.css"):
            continue
        for selector in selectors(path.read_text()):
            is_inside = "[data-kiosk]" in selector
            for classes in compounds(selector):
                if not classes:
                    continue
                if is_shared(classes[0], shared):  # what is attached to it is its state
                    is_inside = True
                    continue
                component = component_of(classes[0], owners)
                if component is None:
                    yield f"{path.name}: .{classes[0]} belongs to no component: {selector.strip()}"
                elif owners[component] == path.name:
                    is_inside = True
                elif not is_inside:
                    yield f"{path.name}: .{classes[0]} belongs to {owners[component]}: {selector.strip()}"


def check_scripts(owners, shared):
    for path in sorted((ROOT / "web").rglob("*.mjs")):
        text = path.read_text()
        elements = [found.split(".")[1:] for found in TAG.findall(text)]
        elements += [(first or second).split() for first, second in CLASS.findall(text)]
        for classes in elements:
            components = {component_of(one, owners) for one in classes if not is_shared(one, shared)} - {None}
            if len(components) > 1:
                yield f"{path.relative_to(ROOT)}: {' '.join(classes)}: of {', '.join(sorted(components))}"


def main():
    owners, shared, problems = read_names()
    problems += [*check_styles(owners, shared), *check_scripts(owners, shared)]
    print("\n".join(dict.fromkeys(problems)) or f"{len(owners)} components")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
