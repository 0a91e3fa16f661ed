#ifndef SERVER_STORE_CHECK_H
#define SERVER_STORE_CHECK_H

/*
 * Is a store whole?  Looks at the database itself (SQLite), at what its rows say about each other
 * (every game is played through by its rules), and at the journal and the replays of its data
 * folder.  Changes nothing, and may run beside a server: everything that is read is of one moment.
 */

#include "base/err.h"

#include <stdint.h>

struct store_check {
    const char *place;  /* as db_open() takes it */
    const char *folder; /* the data folder with journal and replays; NULL: there is none */
    /* A code of game/reasons.def; its sentence says all. */
    void (*on_finding)(void *context, const struct err *finding);
    void (*on_progress)(double part); /* may be NULL */
    void *context;
    /* What was looked at. */
    int64_t games, plies, results, replays, segments, lines;
    int64_t findings;
};

/* False: something was found. */
bool store_check_run(struct store_check *check);

#endif
