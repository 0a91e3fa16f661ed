#!/usr/bin/env python3
"""embed.py - writes a C file that holds the page: everything under web/ and the modules of build/wasm, each gzipped.
usage: embed.py OUTPUT WEB_FOLDER WASM_FOLDER

The build has a name, a hash of all its files.  They are served under /b/NAME/, so that no script of one build can
import one of another; in the sources NAME is "dev".  Four files keep their address and are asked for again each time:
"/", "/sw.mjs", "/manifest.webmanifest", "/icon.svg".  "/" is made once for each module of web/pages and served for the
addresses that begin with its name ("start": for "/"): it loads what the static imports of app.mjs and of that page
lead to, and the styles that these modules ask for with useStyle(), before any script runs.  Scripts go without the
lines of their comments, a seventh of what a visitor would load; the numbers of the other lines stay the same.
/b/NAME/files.json lists what the service worker keeps.  Compressed files are kept in OUTPUT's folder under the hash of
their content; what would stay the same is not touched."""
import gzip
import hashlib
import json
import pathlib
import re
import sys

FIXED = ("sw.mjs", "manifest.webmanifest", "icon.svg")  # besides "/"
DEV = "/b/dev/"
IMPORT = re.compile(r'^(?:import|export)\s(?:[^;"()=]*\sfrom\s)?"(\.[^"]+)"', re.M)
USE_STYLE = re.compile(r'^useStyle\("([\w-]+)"\)', re.M)


def read_files(web, wasm):
    """{"pages/start.mjs": bytes}"""
    files = {}
    for folder, prefix, pattern in ((web, "", "*"), (wasm, "wasm/", "*.wasm"), (wasm, "wasm/", "games.json")):
        for file in sorted(folder.rglob(pattern)):
            path = file.relative_to(folder)
            is_hidden = any(part.startswith(".") for part in path.parts)
            if file.is_file() and not is_hidden and not file.name.endswith(".d.ts"):
                files[prefix + path.as_posix()] = file.read_bytes()
    return files


def without_comments(script):
    """The script with empty lines in place of those that are comments; lines of a text in backquotes stay."""
    kept = []
    in_comment = in_text = False
    for line in script.decode().split("\n"):
        start = "" if in_text else line.lstrip()
        in_comment = in_comment or start.startswith("/*")
        if in_comment or start.startswith("//"):
            in_comment = in_comment and not line.endswith("*/")
            kept.append("")
            continue
        in_text ^= len(re.findall(r"(?<!\\)`", line)) % 2 == 1
        kept.append(line)
    return "\n".join(kept).encode()


def imports(files, path):
    """The modules that a module imports before it runs."""
    folder = pathlib.PurePosixPath("/", path).parent
    for name in IMPORT.findall(files[path].decode()):
        parts = []
        for part in (folder / name).parts[1:]:
            parts = parts[:-1] if part == ".." else [*parts, part]
        wanted = "/".join(parts)
        if wanted not in files:
            sys.exit(f"embed.py: {path} imports {name}, which is not there")
        yield wanted


def needed(files, roots):
    """The roots and everything they import, the nearest first."""
    found = list(roots)
    for path in found:  # grows meanwhile
        found += [wanted for wanted in dict.fromkeys(imports(files, path)) if wanted not in found]
    return found


def index_for(files, page):
    """The HTML of one page of the application."""
    modules = needed(files, ["app.mjs", f"pages/{page}.mjs"])
    html = files["index.html"].decode()
    for style in {style for module in modules for style in USE_STYLE.findall(files[module].decode())}:
        link = f'<link rel="stylesheet" href="{DEV}style/{style}.css"'
        if link not in html:
            sys.exit(f"embed.py: index.html has no link to style/{style}.css")
        html = html.replace(link + " disabled>", link + ">")
    links = "".join(f'<link rel="modulepreload" href="{DEV}{module}">\n' for module in modules)
    return html.replace("</head>", links + "</head>").encode()


def addresses(files):
    """The name of the build, and {"/b/NAME/app.mjs": bytes} for everything that is served."""
    tool = pathlib.Path(__file__).read_bytes()
    digest = hashlib.sha256(hashlib.sha256(tool).digest())
    for path, content in sorted(files.items()):
        digest.update(path.encode() + b"\0" + hashlib.sha256(content).digest())
    build = digest.hexdigest()[:16]
    base = f"/b/{build}/"
    scripts = {path: without_comments(content) for path, content in files.items() if path.endswith(".mjs")}
    files = files | scripts
    served = {base + path: content for path, content in files.items() if path not in (*FIXED, "index.html")}
    served[base + "files.json"] = json.dumps(["/", "/manifest.webmanifest", "/icon.svg", *sorted(served)]).encode()
    for path in FIXED:
        served["/" + path] = files[path]
    for path in files:
        page = re.fullmatch(r"pages/([\w-]+)\.mjs", path)
        if page:
            served["/" if page[1] == "start" else "/" + page[1]] = index_for(files, page[1])
    for path, content in served.items():
        if not path.startswith("/b/"):
            served[path] = content.replace(DEV.encode(), base.encode())
    return build, served


def write_if_new(file, content):
    if not file.exists() or file.read_bytes() != content:
        file.write_bytes(content)


def main(output, web, wasm):
    build, served = addresses(read_files(web, wasm))
    packed = output.with_name("page-files")
    packed.mkdir(parents=True, exist_ok=True)
    lines = ['#include "web/static_files.h"', "", "/* Made by tools/embed.py. */"]
    entries = []
    used = set()
    for number, (path, content) in enumerate(sorted(served.items())):
        tag = hashlib.sha256(content).hexdigest()[:16]
        file = packed / f"{tag}.gz"
        used.add(file)
        if not file.exists():
            write_if_new(file, gzip.compress(content, 9, mtime=0))
        lines.append(f"""extern const unsigned char web_file_{number}[], web_file_{number}_end[];
__asm__(".section .rodata\\n.balign 16\\n.global web_file_{number}\\nweb_file_{number}:\\n"
        ".incbin \\"{file.resolve()}\\"\\n"
        ".global web_file_{number}_end\\nweb_file_{number}_end:\\n.byte 0\\n.previous\\n");""")
        entries.append(f'    {{"{path}", "{tag}", web_file_{number}, web_file_{number}_end, {len(content)}}},')
    lines += ["", f'const char web_build[] = "{build}";', "const struct web_file web_files[] = {", *entries,
              "    {0},", "};", ""]
    write_if_new(output, "\n".join(lines).encode())
    for file in packed.iterdir():
        if file not in used:
            file.unlink()


main(*map(pathlib.Path, sys.argv[1:]))
