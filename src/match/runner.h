#ifndef MATCH_RUNNER_H
#define MATCH_RUNNER_H

/*
 * One sitting at the queue, for whoever wants something played: a loop, the db_thread, a worker that plays here, the
 * follower who reads results in order, a timer and the person's signals.  The caller enters tests, hears of
 * their games, and says when it is enough.  Everything happens on the thread that calls runner_work().
 *
 * The first SIGINT or SIGTERM lets the running games finish, the second one ends at once.  At the end, whatever
 * it is, the tests are closed, so that nobody plays for nobody; entering them again opens them.
 */

#include "match/result_reader.h"
#include "match/worker.h"

enum { RUNNER_START_FAILURES = 6 };

struct runner;

enum runner_end {
    RUNNER_DONE,        /* the caller has what it wanted */
    RUNNER_INTERRUPTED, /* by the person */
    RUNNER_FAILED,      /* `why` says it */
};

struct runner_config {
    const char *place; /* the store */
    /* Who plays here: name, version, size (0: nobody, others do it), lease_ms, scratch, port, sandbox, lang. */
    struct worker_config worker;
    /* The match of the one test there will be: the worker plays nothing else, and starts its programs as they
     * say.  NULL: it plays whatever is in the queue, and `resolve` says what to start. */
    const struct match *only_terms;
    /* So many games in a row in which somebody has not sat down end the runner; 0: none do. */
    int start_failures_max;

    /* The store is open: enter tests. */
    void (*on_begin)(void *context, struct runner *runner);
    /* A test has its id and is being followed. */
    void (*on_entered)(void *context, struct queue_test *test);
    void (*on_note)(void *context, int64_t test, const struct result *result);
    /* Everything was told that was there before; now the worker begins, unless it is over already.  May be NULL,
     * as all that follows. */
    void (*on_caught_up)(void *context);
    /* Now and then. */
    void (*on_tick)(void *context);
    void (*on_wait)(void *context, int game, int port, const char *reservation);
    /* This test cannot be played here; NULL: that ends the runner. */
    void (*on_refused)(void *context, const struct queue_test *test, const struct err *why);
    /* The server of the store is away; `why` NULL: it is back. */
    void (*on_lost)(void *context, const struct err *why);
    match_resolve *resolve; /* on a thread of its own, see match/worker.h */
    void *context;
};

/* Until somebody says that it is over.  False: it could not begin, or it has failed: `why` says it. */
bool runner_work(const struct runner_config *config, enum runner_end *end, struct err *why);

/* ---- a test, before it is entered ---- */

/* Kind, name, signature and text of the match (match_print(), borrowed); the key and the games are the
 * caller's business. */
void runner_describe(struct queue_test *test, const char *kind, const struct match *match,
                     struct slice text);
/* A key for what follows from these match and from `more`. */
void runner_key(const struct match *match, const char *more, char key[QUEUE_KEY_SIZE]);
/* A name for the worker: who comes back after a kill -9 takes up the jobs of its predecessor. */
void runner_crew_name(const char *key, char name[WORKER_NAME_SIZE]);

/* ---- for the callbacks ---- */

/* Enters the test (queue_enter) and follows it.  Both are borrowed until the end. */
void runner_enter(struct runner *runner, struct queue_test *test, const struct match *match);
/* A test that was entered is not wanted any more: it is closed, and both are the caller's again. */
void runner_drop(struct runner *runner, const struct queue_test *test);
/* For tasks of the caller's own. */
struct db_thread *runner_clerk(struct runner *runner);
/* There are new jobs. */
void runner_look(struct runner *runner);
/* It is over; `why` only for RUNNER_FAILED. */
void runner_finish(struct runner *runner, enum runner_end end, const struct err *why);
/* Has the person asked for the end, or is it over? */
bool runner_is_stopping(const struct runner *runner);

#endif
