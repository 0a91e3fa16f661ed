#!/usr/bin/env python3
"""embed.py - writes a C file that holds the page: everything under web/ and the modules of build/wasm.
usage: embed.py OUTPUT WEB_FOLDER WASM_FOLDER
Scripts and styles go without what only readers need (pack.py; `serve --web-root` shows them as they are written).
The assembler includes the files; the tag of each is a hash of its content, so that the C file changes with it.  What
would stay the same is not touched.  /files.json lists all paths, for the service worker."""
import hashlib, json, pathlib, sys

from pack import pack_script, pack_style

PACKERS = {".mjs": pack_script, ".css": pack_style}

def write_if_new(file, content):
    if not file.exists() or file.read_bytes() != content:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


output, web, wasm = map(pathlib.Path, sys.argv[1:])
files = {}
for folder, prefix, pattern in ((web, "/", "*"), (wasm, "/wasm/", "*.wasm")):
    for file in sorted(folder.rglob(pattern)):
        path = file.relative_to(folder)
        if file.is_file() and not any(part.startswith(".") for part in path.parts):
            files[prefix + path.as_posix()] = file

listing = output.with_name("files.json")
write_if_new(listing, json.dumps(sorted(files)).encode())
files["/files.json"] = listing

page = output.with_suffix("")
for path, file in files.items():
    if file.suffix in PACKERS:
        files[path] = page / path.lstrip("/")
        write_if_new(files[path], PACKERS[file.suffix](file.read_text()).encode())

lines = ['#include "web/static_files.h"', "", "/* Made by tools/embed.py. */"]
entries = []
for number, (path, file) in enumerate(sorted(files.items())):
    tag = hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    lines.append(f"""extern const unsigned char web_file_{number}[], web_file_{number}_end[];
__asm__(".section .rodata\\n.balign 16\\n.global web_file_{number}\\nweb_file_{number}:\\n"
        ".incbin \\"{file.resolve()}\\"\\n"
        ".global web_file_{number}_end\\nweb_file_{number}_end:\\n.byte 0\\n.previous\\n"); /* {tag} */""")
    entries.append(f'    {{"{path}", "{tag}", web_file_{number}, web_file_{number}_end}},')
build = hashlib.sha256("\n".join(entries).encode()).hexdigest()[:16]
lines += ["", f'const char web_build[] = "{build}";', "const struct web_file web_files[] = {", *entries,
          "    {0},", "};", ""]
write_if_new(output, "\n".join(lines).encode())
