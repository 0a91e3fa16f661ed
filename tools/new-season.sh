#!/bin/sh
# new-season.sh - the first steps of a later season of a game: a copy of the game under the season's name.
# usage: tools/new-season.sh GAME YEAR     (such as "hive 2030"; needs universal-ctags)
# What you get is the game as it was, called "hive30": its files have the year in their names (rules_2030.c), it builds,
# plays, thinks and passes the tests.  Then, file by file: what the season changes is changed in the copy; what it does
# not change is deleted there, and the season uses the game's own file.  CONTRIBUTING.md walks through it.
set -e
cd "$(dirname "$0")/.."
family=$1 year=$2
folder=src/games/$family
case $year in
20[0-9][0-9]) ;;
*)
    echo "usage: tools/new-season.sh GAME YEAR   (such as: tools/new-season.sh hive 2030)" >&2
    exit 2
    ;;
esac
if [ ! -f "$folder/rules.c" ]; then
    echo "new-season.sh: there is no game in $folder" >&2
    exit 2
fi
if [ -e "$folder/rules_$year.c" ]; then
    echo "new-season.sh: $folder/rules_$year.c is already there" >&2
    exit 2
fi
name=$family${year#20}
upper() { echo "$1" | tr a-z A-Z; }
words=$(mktemp)
trap 'rm -f "$words"' EXIT

# Files of the game itself: not those of other seasons, not what makes tables at build time.
own() { find "$@" -maxdepth 1 -type f | grep -v '_20[0-9][0-9]\.' | grep -v '/make_' | sort; }
sources=$(own "$folder" -name '*.c')
headers=$(own "$folder" -name '*.h')
data=$(own "$folder/tests" -name '*.txt')
with_year() { echo "${1%.*}_$year.${1##*.}"; }

# What the copies call otherwise: the prefix of the game, what other files may see without it, and headers.
{
    printf 's/\\b%s_/%s_/g\n' "$family" "$name" "$(upper "$family")" "$(upper "$name")"
    # shellcheck disable=SC2086 # a list
    ctags --kinds-C=fv --extras=-F -x --_xformat=%N $sources | sort -u | grep -v "^${family}_" |
        while read -r word; do printf 's/\\b%s\\b/%s_%s/g\n' "$word" "$name" "$word"; done
    for header in $headers; do
        path=${header#src/}
        printf 's|"%s"|"%s"|\n' "$path" "$(with_year "$path")"
        printf 's/\\b%s\\b/%s/\n' "$(upper "$path" | tr /. __)" "$(upper "$(with_year "$path")" | tr /. __)"
    done
} >"$words"

season=$(grep -o 'SEASON_20[0-9]*' "$folder/wire.c" | head -1)
old_year=${season#SEASON_}
for file in $sources $headers; do
    sed -f "$words" "$file" |
        sed -e "s/\.name = \"$family\"/.name = \"$name\"/; s/\.game = \"$family\"/.game = \"$name\"/" \
            -e "s/\(\.title = \".*\)$old_year/\1$year/; s/\.year = $old_year/.year = $year/" \
            -e "s/swc_${old_year}_/swc_${year}_/" >"$(with_year "$file")"
done
for file in $data; do cp "$file" "$(with_year "$file")"; done
{
    echo
    echo "# Season $year."
    printf 'game_rules_sources += files('
    for file in $sources; do printf "'%s', " "$(basename "$(with_year "$file")")"; done | fold -s -w 100 |
        sed -e 's/ *$//' -e '2,$s/^/  /' -e '$s/,$/)/'
    echo
} >>"$folder/meson.build"
echo "GAME($name, $family)" >>src/game/games.def
echo "made $name: files *_$year.* in $folder, its lines in meson.build and games.def"
echo "next: ninja -C build && build/kielwasser engine $name"
echo "its words in XML are still those of $old_year (wire_$year.c); a new one of src/proto/season.c comes there"
