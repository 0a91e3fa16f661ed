#!/bin/sh
# fuzz.sh - feeds the readers of positions, moves, records, replays, tournaments, lines of a store and XML with whatever libFuzzer thinks of.
# usage: tools/fuzz.sh [SECONDS]      60 seconds for each target unless told otherwise
#        tools/fuzz.sh --corpus BUILD only the corpus and a fixed number of fixed mutations, with the targets of a build
# A finding is written to the build and named in the output.
set -e
cd "$(dirname "$0")/.."
build=${2:-build-fuzz}
[ -f "$build/build.ninja" ] ||
    CC=clang meson setup "$build" -Dbuildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false -Dfuzz=true
targets="position move record replay tournament xml wire line"
# shellcheck disable=SC2086 # a list
ninja -C "$build" $(printf 'tests/fuzz-%s ' $targets)
if [ "$1" = --corpus ]; then
    limit="-runs=10000 -seed=1"
else
    limit="-max_total_time=${1:-60}"
fi
for target in $targets; do
    found=$build/corpus-$target
    [ "$1" = --corpus ] && found=$build/fixed-$target && rm -rf "$found"
    mkdir -p "$found"
    longest=2048
    [ $target = replay ] && longest=24576 # a state alone has thousands of bytes
    [ $target = wire ] && longest=16384 # whole states
    [ $target = line ] && longest=8192 # whole games
    # shellcheck disable=SC2086 # two options
    "$build/tests/fuzz-$target" $limit -max_len=$longest -timeout=20 -print_final_stats=1 \
        -artifact_prefix="$build/finding-$target-" -dict=tests/fuzz/words.dict \
        "$found" tests/fuzz/corpus/$target
done
