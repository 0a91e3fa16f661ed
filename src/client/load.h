#ifndef CLIENT_LOAD_H
#define CLIENT_LOAD_H

/*
 * A load for a server: many pairs of instant Piranhas players over real sockets, each pair playing
 * game after game.  The players do not parse XML; they look for what they need, as a fast bot
 * would.
 */

#include "base/err.h"

#include <stdint.h>

struct load_config {
    const char *host;
    int port;
    int pairs; /* rooms at a time */
    int games; /* in all */
};

struct load_report {
    int games, moves, failures;
    double seconds;
    double answer_p50_ms, answer_p99_ms,
        answer_max_ms; /* from sending a move to the next request */
};

bool load_run(const struct load_config *config, struct load_report *report, struct err *why);

#endif
