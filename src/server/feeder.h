#ifndef SERVER_FEEDER_H
#define SERVER_FEEDER_H

/*
 * Brings the journal into the store, chunk by chunk, one transaction each.  How far it came is part
 * of the transaction, so every line is brought in exactly once, whatever is killed when.
 */

#include "base/log.h"
#include "server/entry.h"
#include "server/journal.h"

struct feeder {
    const char *folder;         /* borrowed */
    struct store *store;        /* borrowed */
    struct log *log;            /* borrowed */
    struct journal_place place; /* everything before it is in the store */
    uint64_t stored;            /* sequence number of the last line in the store */
    struct entry entry;         /* the one at work */
    char *chunk;
};

bool feeder_init(struct feeder *feeder, const char *folder, struct store *store, struct log *log,
                 struct err *why);
void feeder_finish(struct feeder *feeder);

/* At start-up: all segments that an earlier server left behind.  A torn end is logged and set
 * aside, every other segment is removed. */
bool feeder_recover(struct feeder *feeder, struct err *why);

/* Everything up to `end`, the end of the journal; segments that are done are removed. */
bool feeder_feed(struct feeder *feeder, const struct journal_place *end, struct err *why);

#endif
