#ifndef MATCH_MATCH_EVENTS_H
#define MATCH_MATCH_EVENTS_H

/*
 * What a command wants to know while games are played.  One struct, filled by the command and
 * handed down by pointer through runner, worker and bot server.  Every callback gets `context`, is
 * called on the thread of the loop, and may be NULL.
 */

#include "match/result.h"
#include "store/queue.h"

struct runner;

struct match_events {
    void *context;

    /* ---- from the runner ---- */
    /* The store is open: enter tests.  Only where runner_config has no test of its own. */
    void (*on_begin)(void *context, struct runner *runner);
    /* The test has its id; its results are read from now on. */
    void (*on_entered)(void *context, struct queue_test *test);
    /* The next result of this test, in the order of its games. */
    void (*on_result)(void *context, int64_t test, const struct result *result);
    /* This pair is closed: its missing games are never played, the next result is of another pair.
     */
    void (*on_pair_closed)(void *context, int64_t test, int pair);
    /* All results of earlier runs have been told; playing begins. */
    void (*on_caught_up)(void *context);
    /* Five times a second. */
    void (*on_tick)(void *context);
    /* The server of the store is lost; `why` NULL: it is connected again. */
    void (*on_lost)(void *context, const struct err *why);

    /* ---- from the worker ---- */
    /* The first pair of this test begins. */
    void (*on_begun)(void *context, const struct queue_test *test);
    /* This test cannot be played here; told once for every test.  In a runner NULL: that ends it.
     */
    void (*on_refused)(void *context, const struct queue_test *test, const struct err *why);
    /* The machine has no process, memory, descriptor or port left; the worker tries again in a
     * while. */
    void (*on_machine_fault)(void *context, const struct err *why, int pause_ms);

    /* ---- from the bot server ---- */
    /* A program that is started by hand may join now. */
    void (*on_wait)(void *context, int game, int port, const char *reservation);
};

#endif
