#!/bin/sh
# fifth-game.sh - proves that a new game is one folder and one line: makes one in a copy of the
# tree, builds it and runs the tests of every game on it.
set -e
cd "$(dirname "$0")/.."
copy=build-fifth/copy
rm -rf build-fifth
mkdir -p $copy
git ls-files -co --exclude-standard | tar -cf - -T - | tar -xf - -C $copy
cd $copy
sh tools/new-game.sh steine
meson setup build
ninja -C build
build/tests/test-games --write steine >src/games/steine/tests/games.txt
printf 'new seed=1\nmoves\ngo depth=4\nquit\n' | build/kielwasser engine steine
meson test -C build --no-suite oracle --print-errorlogs base conform games perft positions record search view
for tool in layers sizes; do python3 tools/$tool.py; done
sh tools/pure.sh $(ls build/src/libcore.a.p/games_steine_*.o | grep -v _wire)
