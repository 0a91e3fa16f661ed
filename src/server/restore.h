#ifndef SERVER_RESTORE_H
#define SERVER_RESTORE_H

/*
 * A backup (server/backup.h) becomes the contents of a data folder, in two parts.
 *
 * restore_prepare() unpacks it beside them and tests everything; nothing of the folder changes, and
 * a server may run.  At its end the folder has DATA/restoring: from then on it is decided.
 *
 * restore_take() needs the lock of the folder; every server does it at its start.  What was there
 * goes to DATA/before-restore-TIME, what was unpacked comes in.  Every step can be repeated, so a
 * process that is killed at any of them leaves the rest to the next one.
 */

#include "base/err.h"

#include <limits.h>
#include <stdint.h>

enum { RESTORE_NAME_SIZE = 64 };

struct restore {
    const char *folder; /* the data folder */
    const char *file;   /* the backup; not for restore_take() */
    const char *store;  /* postgresql://… of the games; NULL: they are in the folder */

    /* Filled by restore_prepare(). */
    int64_t games, plies, bots, made_ms;
    bool has_store;                 /* the games are those of a database server */
    char before[RESTORE_NAME_SIZE]; /* in the data folder: where the old contents will be */
};

bool restore_prepare(struct restore *restore, struct err *why);
/* After restore_prepare(): it is not wanted after all.  Does nothing once it has begun. */
void restore_drop(const char *folder);
/* Is there something to be taken, and does it fit a server with (or without) such a store? */
bool restore_is_ready(const char *folder, const char *store, struct err *why);
/* True also if there is nothing to be done. */
bool restore_take(const char *folder, const char *store, struct err *why);
/* Are the old contents in DATA/NAME?  There may have been none. */
bool restore_has_kept(const struct restore *restore);
/* Nothing is left to be taken. */
bool restore_is_done(const char *folder);

#endif
