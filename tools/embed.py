#!/usr/bin/env python3
"""embed.py - writes a C file that holds the page: everything under web/ and the modules of build/wasm.
usage: embed.py OUTPUT WEB_FOLDER WASM_FOLDER
The assembler includes the files themselves; the tag of each is a hash of its content, so that the C file changes
with it.  An output that would stay the same is not touched.  /files.json lists all paths, for the service worker."""
import hashlib, json, pathlib, sys

output, web, wasm = map(pathlib.Path, sys.argv[1:])
files = {}
for folder, prefix, pattern in ((web, "/", "*"), (wasm, "/wasm/", "*.wasm")):
    for file in sorted(folder.rglob(pattern)):
        path = file.relative_to(folder)
        if file.is_file() and not any(part.startswith(".") for part in path.parts):
            files[prefix + path.as_posix()] = file

listing = output.with_name("files.json")
listing.write_text(json.dumps(sorted(files)))
files["/files.json"] = listing

lines = ['#include "web/files.h"', "", "/* Made by tools/embed.py. */"]
entries = []
for number, (path, file) in enumerate(sorted(files.items())):
    tag = hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    lines.append(f"""extern const unsigned char web_file_{number}[], web_file_{number}_end[];
__asm__(".section .rodata\\n.balign 16\\n.global web_file_{number}\\nweb_file_{number}:\\n.incbin \\"{file.resolve()}\\"\\n"
        ".global web_file_{number}_end\\nweb_file_{number}_end:\\n.byte 0\\n.previous\\n"); /* {tag} */""")
    entries.append(f'    {{"{path}", "{tag}", web_file_{number}, web_file_{number}_end}},')
build = hashlib.sha256("\n".join(entries).encode()).hexdigest()[:16]
lines += ["", f'const char web_build[] = "{build}";', "const struct web_file web_files[] = {", *entries, "    {0},", "};", ""]
text = "\n".join(lines)
if not output.exists() or output.read_text() != text:
    output.write_text(text)
