#!/usr/bin/env python3
"""Which lines of each reader of strangers' bytes the fuzz targets reach.

usage: tools/fuzz_coverage.py BUILD FOUND TARGET…      called by tools/fuzz.sh --coverage

Builds the targets in BUILD with clang's coverage, runs tests/fuzz/corpus/TARGET and what fuzzing has found
(FOUND/corpus-TARGET) once, and prints lines reached for each source file that reads.  Needs llvm-profdata and llvm-cov.
"""
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

FLAGS = "-fprofile-instr-generate -fcoverage-mapping"
GAMES = ["hive", "mississippi", "penguins", "piranhas"]

# What is read, by which targets, in which files of src/.
READERS = [
    ("positions", "position", [f"games/{game}/text.c" for game in GAMES]),
    ("moves", "move", [f"games/{game}/referee.c" for game in GAMES] + ["games/mississippi/voyage.c"]),
    ("records (.kw)", "record", ["game/record.c"]),
    ("replays", "replay", ["proto/replay_read.c", "proto/replay_content.c", "proto/replay_check.c"]),
    ("tournament files", "tournament", ["tournament/tournament_file.c"]),
    ("XML", "xml, session", ["xml/reader.c", "xml/node.c"]),
    ("the XML of each game", "wire, session", [f"games/{game}/wire.c" for game in GAMES]),
    ("messages of clients", "session", ["proto/client_messages.c", "server/session.c", "server/admin.c"]),
    ("a room behind them", "session, http", ["server/room.c", "server/rooms.c", "server/rooms_open.c"]),
    ("HTTP requests", "http", ["web/web.c", "web/auth.c", "web/client_address.c", "web/static_files.c"]),
    ("JSON bodies", "http", ["web/body.c"]),
    (
        "calls of the API",
        "http",
        ["web/api_games.c", "web/api_game_actions.c", "web/api_server.c", "web/api_positions.c", "web/api_seat_log.c"],
    ),
    ("event streams", "http", ["web/events.c"]),
    ("bots, uploads", "http, archive", ["web/api_bots.c", "web/api_bot_checks.c", "web/upload.c", "bots/bot_files.c"]),
    ("tests and tournaments of the page", "http", ["web/start_match.c", "web/start_tournament.c", "web/api_tests.c"]),
    ("archives", "archive", ["base/unpack.c", "bots/bot_main_file.c"]),
    ("a foreign server's messages", "client", ["client/client.c"]),
    ("the console", "console", ["cli/engine_protocol.c", "cli/input_lines.c"]),
    ("command lines", "words", ["cli/options.c", "search/spec.c", "match/match_player.c", "bots/bot_command.c"]),
    ("packed files, lines", "files", ["base/gz.c", "base/line_file.c"]),
    ("training sets", "files", ["learn/training_set.c"]),
    ("bots, totals, settings", "files", ["match/allowed_bots.c", "match/tally_text.c", "server/room_settings.c"]),
    ("what a bot prints", "files", ["base/last_lines.c", "base/utf8.c", "server/seat_log.c"]),
    ("results and matches", "line", ["match/result.c", "match/match_text.c"]),
    ("journals", "store", ["server/journal.c", "server/journal_event.c", "server/journal_to_store.c"]),
    ("files of older versions", "store", ["store/old_json_files.c", "store/old_results.c", "match/old_folder.c"]),
    ("exports of a store", "store", ["store/transfer.c"]),
    ("damaged databases", "backup", ["store/sqlite_pages.c", "store/salvage.c"]),
    ("backups", "backup", ["server/restore.c"]),
    ("the owner's orders", "session", ["server/owner_socket.c"]),
]


def find_tool(name):
    tool = shutil.which(name) or shutil.which(name + "-14")
    return tool or sys.exit(f"fuzz_coverage.py: {name} is missing (Debian: llvm)")


def build(folder, targets):
    if not os.path.exists(os.path.join(folder, "build.ninja")):
        subprocess.run(
            ["meson", "setup", folder, "-Dbuildtype=debugoptimized", "-Db_sanitize=address,undefined"]
            + ["-Db_lundef=false", f"-Dc_args={FLAGS}", f"-Dc_link_args={FLAGS}"],
            env={**os.environ, "CC": "clang"},
            check=True,
        )
    subprocess.run(["ninja", "-C", folder] + [f"tests/fuzz-{target}" for target in targets], check=True)


def run(folder, found, target, scratch):
    """One run of every input."""
    corpora = [f"tests/fuzz/corpus/{target}"] + glob.glob(f"{found}/corpus-{target}")
    environment = {
        **os.environ,
        "TMPDIR": scratch,
        "ASAN_OPTIONS": "detect_leaks=0",
        "LLVM_PROFILE_FILE": os.path.join(scratch, f"{target}.profraw"),
    }
    command = [f"{folder}/tests/fuzz-{target}", "-runs=0", "-close_fd_mask=3", "-rss_limit_mb=3000"] + corpora
    subprocess.run(command, env=environment, check=True, stderr=subprocess.DEVNULL)


def summarise(folder, targets, scratch):
    """{source file: (lines reached, lines)}"""
    profile = os.path.join(scratch, "all.profdata")
    raw = [os.path.join(scratch, f"{target}.profraw") for target in targets]
    subprocess.run([find_tool("llvm-profdata"), "merge", "-sparse", "-o", profile] + raw, check=True)
    objects = [f"{folder}/tests/fuzz-{target}" for target in targets]
    command = [find_tool("llvm-cov"), "export", "-summary-only", f"-instr-profile={profile}", objects[0]]
    for each in objects[1:]:
        command += ["-object", each]
    files = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)["data"][0]["files"]
    lines = {}
    for file in files:
        name = os.path.normpath(file["filename"]).split("/src/")[-1]
        count = file["summary"]["lines"]
        lines[name] = (count["covered"], count["count"])
    return lines


def print_table(lines):
    print("| what is read | targets | files | lines reached |\n|---|---|---|---|")
    for what, targets, names in READERS:
        reached = sum(lines[name][0] for name in names)
        whole = sum(lines[name][1] for name in names)
        files = ", ".join(f"`{name}`" for name in names)
        print(f"| {what} | {targets} | {files} | {100 * reached / whole:.0f} % of {whole} |")


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    folder, found, targets = sys.argv[1], sys.argv[2], sys.argv[3:]
    build(folder, targets)
    with tempfile.TemporaryDirectory() as scratch:
        for target in targets:
            run(folder, found, target, scratch)
        print_table(summarise(folder, targets, scratch))


main()
