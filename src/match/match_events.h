#ifndef MATCH_MATCH_EVENTS_H
#define MATCH_MATCH_EVENTS_H

/*
 * What a person is told while games are played.  One struct, filled by the command and handed down
 * by pointer (in worker_config) through runner, worker and bot server.  Every callback gets
 * `context`, is called on the thread of the loop, and may be NULL.
 */

#include "match/result.h"
#include "store/queue.h"

struct match_events {
    void *context;

    /* Five times a second. */
    void (*on_tick)(void *context);
    /* The server of the store is lost; `why` NULL: it is connected again. */
    void (*on_lost)(void *context, const struct err *why);
    /* The first pair of this test begins. */
    void (*on_begun)(void *context, const struct queue_test *test);
    /* The machine has no process, memory, descriptor or port left; the worker tries again in a
     * while. */
    void (*on_machine_fault)(void *context, const struct err *why, int pause_ms);
    /* A program that is started by hand may join now. */
    void (*on_wait)(void *context, int game, int port, const char *reservation);
};

#endif
