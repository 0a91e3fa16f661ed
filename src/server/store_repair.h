#ifndef SERVER_STORE_REPAIR_H
#define SERVER_STORE_REPAIR_H

/*
 * Makes the SQLite store of a data folder again, when it is damaged, empty or missing:
 *
 *   1. rows that can still be read, page by page (store/salvage.h);
 *   2. the replays: games that are missing, and games whose moves in the database are not those of
 *      their replay;
 *   3. the journal: lines that the database does not have.
 *
 * The new store grows beside the old one.  When it is complete, the old one is renamed to
 * NAME.damaged-N and the new one takes its place.  Killed before that, everything is as it was;
 * killed in between, the store is missing (and refused), and the next repair ends what was begun.
 * Neither journal nor replays are changed.  Needs the folder for itself, without a server.
 */

#include "store/salvage.h"

#include <limits.h>

struct store_repair {
    const char *place;  /* of the store: a file */
    const char *folder; /* with journal and replays; NULL: there is none */
    /* What could not be brought back, or is worth a look: a code of game/reasons.def. */
    void (*on_finding)(void *context, const struct err *finding);
    void (*on_progress)(double part); /* of the part at work; may be NULL */
    void *context;
    /* What came from where. */
    struct salvage salvage;
    int64_t rows;                      /* from the old store */
    int64_t games_added, games_mended; /* from replays */
    int64_t lines;                     /* from the journal */
    int64_t games, finished;           /* in the new store */
    bool has_journal;                  /* journal and replays belong to this store */
    bool is_resumed;                   /* an earlier repair was complete but for the names */
    char aside[PATH_MAX + 32];         /* where the old store lies now; "": there was none */
};

/* False: nothing has changed, `why` says why. */
bool store_repair_run(struct store_repair *repair, struct err *why);

#endif
