#!/bin/sh
# tsan.sh - the tests in which threads meet (search, match, store, server, page) with ThreadSanitizer.
# usage: tools/tsan.sh [TEST...]      a test's name as in `meson test --list`; all of them unless told otherwise
# Reports are in build-tsan/reports, also those of servers that tests kill; one is enough to fail.
set -e
cd "$(dirname "$0")/.."
build="build-tsan"
[ -f $build/build.ninja ] ||
    CC=clang meson setup $build -Dwasm=false -Dbuildtype=debugoptimized -Db_sanitize=thread -Db_lundef=false
ninja -C $build
reports=$PWD/$build/reports
rm -rf "$reports"
mkdir -m 1777 "$reports" # bots run as another user
cp tools/tsan.supp $build/ # another branch may be looked at in the meantime
# Programs fork and go on as themselves: die_after_fork.  A test's own exit status says what it asserts.
export TSAN_OPTIONS="log_path=$reports/report exitcode=0 die_after_fork=0 suppressions=$PWD/$build/tsan.supp"
status=0

# Addresses at random are too far apart for older versions of ThreadSanitizer: setarch.
run() {
    setarch -R meson test -C $build --no-rebuild --timeout-multiplier 4 --num-processes 2 --print-errorlogs "$@" ||
        status=1
}

if [ $# -gt 0 ]; then
    run "$@"
else
    run search search_games search_clamp builtin_player base linear learn_spsa match match_stats match_worker db_thread \
        queue result_reader store store_tables bot_install journal archive lag
    run --suite server --suite match --suite web
fi
for report in "$reports"/*; do
    [ -e "$report" ] || continue
    cat "$report"
    status=1
done
exit $status
