#!/bin/sh
# weekly.sh - what takes too long for ./check: fuzzing, many random games, threads, soak, time under load, the page's
#             colours on a phone.
# usage: tools/weekly.sh [MINUTES]    MINUTES of processor time for each fuzz target, 30 unless told otherwise; wants an
#                                     idle machine
# Ends with the first step that fails; run ./check before it.
set -e
cd "$(dirname "$0")/.."
minutes=${1:-30}

echo "== fuzzing, $minutes minutes of processor time for each target"
sh tools/fuzz.sh $((minutes * 60))

echo "== long scripts with ASan and UBSan, which ./check runs with the release"
meson test -C build-asan --num-processes 2 --timeout-multiplier 10 --print-errorlogs \
    "match contain" "match match" "match self" "match tournament" "server golden"

echo "== properties on ten times as many random games, with ASan and UBSan"
KIELWASSER_WEEKLY=1 meson test -C build-asan --num-processes 2 --timeout-multiplier 10 --print-errorlogs \
    conform view wire search "move_builder mississippi" "eval mississippi" "eval piranhas" "eval_2026 piranhas" \
    "endgame penguins"
KIELWASSER_WEEKLY=1 meson test -C build --timeout-multiplier 10 --print-errorlogs "wasm agrees"

echo "== ThreadSanitizer: search, match, store, server and page"
sh tools/tsan.sh

echo "== an hour with 2,000 rooms, bad guests and 100 kill -9: nothing is lost, memory is flat"
python3 tools/soak_server.py build/kielwasser

echo "== 300 single bits of a database are flipped: the repair brings every game back"
python3 tests/server/damaged.py build/kielwasser --flips 300 Pages

echo "== built-in players keep their time on a busy machine"
python3 tools/soak.py build/kielwasser

echo "== 1,000 games beside 30 busy loops: nobody loses on time"
python3 tools/soak_games.py build/kielwasser

echo "== all pages on a phone, with the contrast of their colours"
KIELWASSER_WEEKLY=1 node tests/browser/run.mjs 1 tests/browser/pages-phone.test.mjs

echo "== every call fails in turn"
python3 tools/faults.py build --all
python3 tools/faults.py build-asan --most 20

echo "== the whole check beside 20 busy loops"
loops=
trap 'kill $loops' EXIT
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    while :; do :; done &
    loops="$loops $!"
done
./check
