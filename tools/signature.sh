#!/bin/sh
# signature.sh - fails unless the programs of all these builds search the same: the same nodes, whichever compiler made
# them.
# usage: tools/signature.sh BUILD_FOLDER...
first=
for folder; do
    signature=$("$folder/kielwasser" bench --quick | awk 'NR > 2 { print $1, $2, $NF }')
    [ -n "$signature" ] || { echo "$folder: no signature"; exit 1; }
    [ -n "$first" ] || first=$signature
    [ "$signature" = "$first" ] || { printf '%s differs:\n%s\ninstead of\n%s\n' "$folder" "$signature" "$first"; exit 1; }
done
echo "$first"
