#!/bin/sh
# need.sh - makes sure that Debian packages are installed.
# usage: tools/need.sh PACKAGE...
# As root (or with sudo that asks nothing) it installs what is missing; otherwise it prints the
# exact line to type and goes on with what is there.
missing=
for package; do
    if command -v dpkg-query >/dev/null 2>&1; then
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    fi
done
[ -z "$missing" ] && exit 0

if [ "$(id -u)" = 0 ]; then
    as_root=
elif sudo -n true 2>/dev/null; then
    as_root=sudo
else
    echo "missing packages; please run:  sudo apt-get install -y$missing" >&2
    exit 0
fi
echo "installing:$missing"
# shellcheck disable=SC2086 # the list is meant to be split
if ! DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y --no-install-recommends $missing >/dev/null 2>&1; then
    $as_root apt-get update >/dev/null 2>&1
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y --no-install-recommends $missing >/dev/null ||
        echo "could not install; please run:  apt-get install -y$missing" >&2
fi
exit 0
