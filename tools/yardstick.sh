#!/bin/sh
# tools/yardstick.sh [VERSION] - builds an older version of this program from history, for matches of new
# against old, and prints its path: build-yardstick/VERSION/kielwasser.  VERSION is 0.1.0 unless named.
#
#   tools/yardstick.sh
#   build/kielwasser match stark:nodes=2000 --game hive --games 200 --pace 0 \
#       "build-yardstick/0.1.0/kielwasser client --game hive --player stark:nodes=2000"
#
# `--player` takes every player of that version with its limits (stark:time=100, leicht, klassik:depth=1);
# `--pace 0` leaves out the contest's pause of 20 ms between two messages.
set -e
cd "$(dirname "$0")/.."
version=${1:-0.1.0}
case $version in
0.1.0) commit=920cd33 ;;
*) echo "yardstick.sh: no commit is known for version $version" >&2; exit 2 ;;
esac
git cat-file -e "$commit^{commit}" 2>/dev/null || {
    echo "yardstick.sh: commit $commit is not in this clone; git fetch --unshallow brings it" >&2
    exit 2
}

folder=build-yardstick/$version
program=$folder/kielwasser
if [ ! -x "$program" ]; then
    mkdir -p "$folder/source"
    git archive "$commit" | tar -x -C "$folder/source"
    log=$folder/build.log
    { [ -f "$folder/build/build.ninja" ] || meson setup "$folder/build" "$folder/source"
      ninja -C "$folder/build" kielwasser; } >"$log" 2>&1 || { tail -n 20 "$log" >&2; exit 1; }
    cp "$folder/build/kielwasser" "$program"
fi
echo "$program"
