#ifndef MATCH_SCRIBE_H
#define MATCH_SCRIBE_H

/*
 * Writes to the disk on a thread of its own, because a disk takes its time, and those who play meanwhile have a
 * clock running.  Tasks are done in the order they were given.
 */

#include "base/err.h"

struct scribe;

struct scribe_task {
    /* On the thread; the task is its own now, to free.  False: the disk refuses. */
    bool (*work)(struct scribe_task *task, struct err *why);
    struct scribe_task *next; /* the scribe's */
};

/* NULL: `why` says it. */
struct scribe *scribe_create(struct err *why);
/* Waits if too many are waiting. */
void scribe_add(struct scribe *scribe, struct scribe_task *task);
/* Has the disk refused so far?  Then `why` says it. */
bool scribe_has_failed(struct scribe *scribe, struct err *why);
/* Finishes everything; NULL is fine.  False: the disk has refused. */
bool scribe_destroy(struct scribe *scribe, struct err *why);

#endif
