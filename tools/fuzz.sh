#!/bin/sh
# fuzz.sh - feeds every reader of strangers' bytes (tests/fuzz, docs/QUALITY.md) with whatever libFuzzer thinks of.
# usage: tools/fuzz.sh [SECONDS [TARGET…]]   SECONDS of processor time for each target, 60 unless told otherwise
#        tools/fuzz.sh --corpus BUILD        only the corpus and a fixed number of fixed mutations, with the targets of
#                                            a build
#        tools/fuzz.sh --coverage            what the corpus and everything found so far covers of each reader
# A finding is written to the build and named in the output.
set -e
cd "$(dirname "$0")/.."
all="position move record replay tournament xml wire line session http client console words files store backup archive"

# Bytes of the longest input, mutations for ./check and the dictionary of a target.
settings() {
    case $1 in
    replay) echo 16384 4000 xml ;; # a state alone has thousands of bytes
    wire) echo 16384 10000 xml ;;  # whole states
    xml) echo 2048 10000 xml ;;
    session) echo 4096 2000 xml ;;
    client) echo 12288 2000 xml ;; # whole states
    line) echo 8192 10000 json ;;  # whole games
    http) echo 4096 500 json ;;
    store) echo 8192 300 json ;;
    backup) echo 24576 300 json ;; # pages of a database
    console) echo 2048 100 words ;; # searches
    files) echo 4096 1000 words ;;
    archive) echo 4096 5000 words ;;
    *) echo 2048 10000 words ;;
    esac
}

# Runs a target: NAME FOLDER-FOR-NEW-INPUTS OPTION…
# Targets print what the program prints, and some write files; a run that was ended by its time has status 72.
run() {
    target=$1 found=$2
    shift 2
    # shellcheck disable=SC2046 # three words
    set -- $(settings "$target") "$@"
    longest=$1 dictionary=$3
    shift 3
    mkdir -p "$found"
    status=0
    TMPDIR=$scratch "$build/tests/fuzz-$target" "$@" -max_len="$longest" -timeout=120 -rss_limit_mb=3000 \
        -print_final_stats=1 -close_fd_mask=3 -artifact_prefix="$build/finding-$target-" \
        -dict="tests/fuzz/$dictionary.dict" "$found" "tests/fuzz/corpus/$target" || status=$?
    [ $status = 0 ] || [ $status = 72 ]
}

# The targets of a build: FOLDER TARGET… ; with an instrumentation for libFuzzer unless it is there already.
build_targets() {
    build=$1
    shift
    [ -f "$build/build.ninja" ] ||
        CC=clang meson setup "$build" -Dbuildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false \
            -Dfuzz=true
    # shellcheck disable=SC2046 # a list
    ninja -C "$build" $(printf 'tests/fuzz-%s ' "$@")
}

# Files of a killed target must not stay; memory is faster than a disk.
place=/tmp
[ -w /dev/shm ] && place=/dev/shm
scratch=$(mktemp -d "$place/fuzz-XXXXXX")
trap 'rm -rf "$scratch"' EXIT

case $1 in
--corpus)
    # shellcheck disable=SC2086 # a list
    build_targets "$2" $all
    for target in $all; do
        # shellcheck disable=SC2046 # three words
        set -- $(settings "$target")
        rm -rf "$build/fixed-$target"
        run "$target" "$build/fixed-$target" -runs="$2" -seed=1
    done
    ;;
--coverage)
    # shellcheck disable=SC2086 # a list
    python3 tools/fuzz_coverage.py build-fuzz-coverage build-fuzz $all
    ;;
*)
    seconds=${1:-60}
    [ $# -gt 0 ] && shift
    # shellcheck disable=SC2086 # a list
    [ $# -gt 0 ] || set -- $all
    build_targets build-fuzz "$@"
    for target; do
        KIELWASSER_FUZZ_CPU_S=$seconds run "$target" "$build/corpus-$target"
    done
    ;;
esac
