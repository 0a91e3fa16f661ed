#ifndef CLI_BENCH_SERVER_H
#define CLI_BENCH_SERVER_H

#include "cli/cli.h"

/* Measures a server under load; rooms 0: the usual table. */
int bench_server(enum lang lang, int rooms, int games);

#endif
