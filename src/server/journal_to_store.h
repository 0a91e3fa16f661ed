#ifndef SERVER_JOURNAL_TO_STORE_H
#define SERVER_JOURNAL_TO_STORE_H

/*
 * Brings the journal into the store, chunk by chunk, one transaction each.  How far it came is part
 * of the transaction, so every line is brought in exactly once, whatever is killed when.
 */

#include "base/log.h"
#include "server/journal.h"
#include "server/journal_event.h"

struct journal_to_store {
    const char *folder;         /* borrowed */
    struct store *store;        /* borrowed */
    struct log *log;            /* borrowed */
    struct journal_place place; /* everything before it is in the store */
    bool keeps_segments;        /* they are only read: nothing is removed or set aside */
    uint64_t stored;            /* sequence number of the last line in the store */
    struct journal_event entry; /* the one at work */
    char *chunk;
};

bool journal_to_store_init(struct journal_to_store *to_store, const char *folder,
                           struct store *store, struct log *log, struct err *why);
void journal_to_store_finish(struct journal_to_store *to_store);

/* At start-up: all segments that an earlier server left behind.  A torn end is logged and set
 * aside, every other segment is removed. */
bool journal_to_store_recover(struct journal_to_store *to_store, struct err *why);

/* Everything up to `end`, the end of the journal; segments that are done are removed. */
bool journal_to_store_feed(struct journal_to_store *to_store, const struct journal_place *end,
                           struct err *why);

#endif
