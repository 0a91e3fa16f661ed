#ifndef CLI_BENCH_MATCH_H
#define CLI_BENCH_MATCH_H

#include "cli/cli.h"

/* How many games a second `match` plays on this machine, through a store as everywhere; `bot` is
 * the command line of a program to measure with (NULL: this one, whose start takes most of the
 * time). */
int bench_match(int games, const char *bot);

#endif
