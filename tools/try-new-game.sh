#!/bin/sh
# try-new-game.sh - proves that a new game is one folder and one line, and a new season some files and one line: makes
# both in a copy of the tree, builds what they need and runs the tests of every game on them.  What was built last time is used again where it is still right.
set -e
cd "$(dirname "$0")/.."
copy=build-new-game/copy
kept=build-new-game/build
mkdir -p build-new-game
[ ! -d $copy/build ] || { rm -rf $kept && mv $copy/build $kept; }
rm -rf $copy
mkdir $copy
# tar keeps the times of the files, so that ninja sees what has changed.
git ls-files -co --exclude-standard | while read -r file; do [ ! -e "$file" ] || echo "$file"; done |
    tar -cf - -T - | tar -xf - -C $copy
[ ! -d $kept ] || mv $kept $copy/build
cd $copy
sh tools/new-game.sh steine
sh tools/new-season.sh penguins 2030
tests="base conform games perft positions record search view wire"
[ -f build/build.ninja ] || meson setup build -Dwasm=false
# shellcheck disable=SC2086 # a list
ninja -C build kielwasser $(printf 'tests/test-%s ' $tests)
build/tests/test-games --write steine >src/games/steine/tests/games.txt
for game in steine penguins30; do
    printf 'new seed=1\nmoves\ngo depth=4\nquit\n' | build/kielwasser engine $game
done
# shellcheck disable=SC2086 # a list
meson test -C build --no-rebuild --print-errorlogs --timeout-multiplier 10 $tests
for tool in layers sizes; do python3 tools/$tool.py; done
sh tools/pure.sh $(ls build/src/libcore.a.p/games_steine_*.o build/src/libcore.a.p/games_penguins_*_2030.c.o | grep -v _wire)
! wasm/build.sh --check || {
    wasm/build.sh steine steine build/steine.wasm
    wasm/build.sh penguins30 penguins build/penguins30.wasm
}
