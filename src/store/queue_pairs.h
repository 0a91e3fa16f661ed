#ifndef STORE_QUEUE_PAIRS_H
#define STORE_QUEUE_PAIRS_H

/* What queue.c and queue_pairs.c share. */

#include "store/db.h"

/* A statement by engine: SQLite has one writer at a time and needs no locks of rows. */
#define BOTH(sql, lock)                                                                            \
    {                                                                                              \
        [DB_SQLITE] = sql, [DB_POSTGRES] = sql lock                                                \
    }

/* Without this word SQLite goes through all pairs of a test, also those that are done. */
#define OPEN_INDEX " INDEXED BY pairs_open"

#endif
