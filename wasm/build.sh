#!/bin/sh
# build.sh - the rules and the search of one game as a WebAssembly module for the page.
# usage: wasm/build.sh GAME FAMILY OUTPUT   writes OUTPUT and OUTPUT.d, what it was made from
#        wasm/build.sh --check               says by its exit status whether everything for it is there
# Needs clang, lld, wasi-libc (memory and strings; nothing of WASI itself) and clang's wasm32 runtime
# (128-bit shifts).  The module imports one function: the clock.
set -e
clang=${CLANG:-clang}
# As meson does for the program: the compiler cache, where it is installed.
command -v ccache >/dev/null 2>&1 && clang="ccache $clang"
root=$(cd "$(dirname "$0")/.." && pwd)
target=--target=wasm32-wasi
if [ "$1" = --check ]; then
    case $root in *" "*) exit 1 ;; esac # lists of files would fall apart
    # The shift by a variable is what only the runtime has.
    echo '#include <stdlib.h>
        __int128 f(__int128 x, int n) { free(malloc(1)); return x << n; }' |
        $clang $target -mexec-model=reactor -x c - -o /dev/null -Wl,--export=f 2>/dev/null
    exit
fi
game=$1
family=$2
output=$(realpath -m "$3")
work=$output.parts

sources="base/buf.c base/err.c base/json_writer.c
    game/edit.c game/game.c game/outcome.c game/perft.c game/reason.c game/record.c game/server_verdict.c
    game/view.c
    search/ab.c search/builtin_player.c search/deepen.c search/eval.c search/win_probability.c
    search/order.c search/level.c search/prune.c search/samples.c search/search.c search/solver.c search/stop.c search/transposition_table.c
    server/room.c server/room_end.c server/room_look.c server/room_offer.c server/room_settings.c
    xml/node.c xml/writer.c
    proto/fault_text.c proto/refusal.c proto/server_messages.c proto/replay_check.c proto/replay_content.c proto/replay_write.c proto/season.c proto/wire.c"

# Sources are named from here, so that the compiler cache knows them in every copy of the tree.
cd "$root"

# Sums and shifts must be the same everywhere, so nothing is contracted; the page's own headers come before those of
# the program.
flags="$target -std=gnu17 -ffp-contract=off -mbulk-memory -mmutable-globals -msimd128 -fvisibility=hidden -DNDEBUG
    -Wall -Wextra -Werror"
own="-Iwasm -Isrc"

rm -rf "$work"
mkdir -p "$work/game"
echo "GAME($game, $family)" >"$work/game/games.def"
# Of the sentences for refusals those whose codes stand in these sources or in those that find the fault of a side,
# which a record names; the code of an end is put together.
faults="server/room.c server/room_end.c server/session.c server/builtin.c match/local_game.c match/result.c proto/*.c store/old_results.c"
(cd "$root/src" && cat $sources base/*.h game/*.h search/*.h games/"$family"/*.[ch] ../wasm/*.[ch] $faults) |
    grep -oE '"[a-z0-9_]+' | sort -u | sed -e 's/.*/REASON(&"/' -e '$aREASON("end_' >"$work/codes"
grep -F -f "$work/codes" "$root/src/game/reasons.def" >"$work/game/reasons.def"

objects=
for source in $sources src/games/"$family"/*.c wasm/*.c; do
    case $source in
    */make_lines.c) continue ;;  # it makes the table of the program
    */bench*.c) continue ;;      # positions of `bench`
    */eval_linear.c) continue ;; # for fitting weights
    src/* | wasm/*) ;;
    *) source=src/$source ;;
    esac
    folder=${source%/*}
    name=${folder##*/}_${source##*/}.o
    # Only what reads a list finds the module's own: all other commands are the same for every module, so that the
    # compiler cache knows them.
    lists=
    ! grep -q '^#include "game/.*\.def"' "$source" || lists=-I$work
    # What the search runs is made fast, everything else small: visitors load it.
    case $source in
    */text*.c | */edit*.c | */view*.c | */wire*.c | */setup*.c | */referee*.c | */plain*.c) speed=-Oz ;;
    */search/* | */games/*) speed=-O3 ;;
    *) speed=-Oz ;;
    esac
    # shellcheck disable=SC2086 # lists of words
    $clang $flags $lists $own $speed -MD -MT "$name" -c "$source" -o "$work/$name"
    objects="$objects $work/$name"
done
! grep -lE '(^| )src/game/[a-z]*\.def' "$work"/*.d || { echo "these read the lists of the program" >&2; exit 1; }

# A long list of moves lives on the stack of Mississippi Queen; at the front of the memory an overflow
# traps instead of writing over something.
$clang $target -mexec-model=reactor $objects -o "$output" -Wl,--strip-all \
    -Wl,-z,stack-size=4194304 -Wl,--stack-first -Wl,--export=__stack_pointer
chmod a-x "$output"

{
    printf '%s: %s ' "$3" "$root/src/games/$family/meson.build $root/src/game/reasons.def"
    (cd "$root/src" && printf "$root/src/%s " $faults)
    cat "$work"/*.d | sed -e 's/^[^ ]*\.o://' -e 's/\\$//' | tr -s ' \n' '\n' | grep -v "^$work" | sed "s:^[^/]:$root/&:" | sort -u | tr '\n' ' '
    echo
} >"$output.d"
rm -rf "$work"
