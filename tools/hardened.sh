#!/bin/sh
# hardened.sh - fails if a release build lacks its protection: position-independent code, read-only tables of
# functions, checked stacks and buffers, assertions everywhere but in rules and search.
# usage: tools/hardened.sh BUILD_FOLDER
build=$1
program=$build/kielwasser
bad=0

# want WHAT COMMAND...: the command must succeed.
want() {
    what=$1
    shift
    "$@" >/dev/null || { echo "$build: $what"; bad=1; }
}

calls() { nm -u "$1"/*.o | grep -q "$2"; }
calls_not() { ! calls "$1" "$2"; }
is_pie() { readelf -h "$program" | grep -q 'DYN (Position-Independent'; }
has_relro() { readelf -lW "$program" | grep -q GNU_RELRO; }
is_bound() { readelf -dW "$program" | grep -q 'FLAGS_1.*NOW'; }

want "not position-independent" is_pie
want "no read-only relocations" has_relro
want "functions are bound late" is_bound
want "no stack protector" calls "$build/src/libhouse.a.p" __stack_chk_fail
want "no _FORTIFY_SOURCE" calls "$build/src/libhouse.a.p" __vsnprintf_chk
want "rules or search keep assertions" calls_not "$build/src/libcore.a.p" __assert_fail
want "no assertions outside rules and search" calls "$build/src/libhouse.a.p" __assert_fail
exit $bad
