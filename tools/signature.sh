#!/bin/sh
# signature.sh - fails unless the programs of all these builds search the same: the same nodes, whichever compiler made
# them.  In fewer nodes than `bench` prints, because sanitizers are slow.
# usage: tools/signature.sh BUILD_FOLDER...
first=
for folder; do
    signature=$("$folder/kielwasser" bench --quick --nodes 4000 | awk 'NR > 2 { print $1, $2, $NF }')
    [ -n "$signature" ] || { echo "$folder: no signature"; exit 1; }
    [ -n "$first" ] || first=$signature
    [ "$signature" = "$first" ] || { printf '%s differs:\n%s\ninstead of\n%s\n' "$folder" "$signature" "$first"; exit 1; }
done
echo "$first"
