#!/bin/sh
# new-game.sh - lays out the folder of a new game and adds its line to games.def.
# usage: tools/new-game.sh NAME        (lower-case letters, such as "halma")
# What you get plays, prints, thinks and passes the tests: a heap of stones.  Replace it file by
# file with your game; CONTRIBUTING.md walks through it.
set -e
cd "$(dirname "$0")/.."
name=$1
case $name in
'' | *[!a-z]*)
    echo "usage: tools/new-game.sh NAME   (lower-case letters only)" >&2
    exit 2
    ;;
esac
folder=src/games/$name
if [ -e "$folder" ]; then
    echo "new-game.sh: $folder is already there" >&2
    exit 2
fi
upper=$(echo "$name" | tr a-z A-Z)
capital=$(echo "$name" | cut -c1 | tr a-z A-Z)$(echo "$name" | cut -c2-)
mkdir -p "$folder"
cp -R tools/new-game/. "$folder"
mv "$folder/newgame.h" "$folder/$name.h"
find "$folder" -type f -exec sed -i "s/newgame/$name/g; s/NEWGAME/$upper/g; s/Newgame/$capital/g" {} +
echo "GAME($name, $name)" >>src/game/games.def
echo "made $folder and its line in src/game/games.def"
echo "next: ninja -C build && build/kielwasser engine $name"
echo "its recorded games: build/tests/test-games --write $name >$folder/tests/games.txt"
