#ifndef MATCH_RUNNER_H
#define MATCH_RUNNER_H

/*
 * Has tests played and reads their results: a loop, the database thread, a worker that plays here
 * (unless only workers elsewhere play), the reader of results in order, a timer, and SIGINT and
 * SIGTERM.  The caller counts and decides: a match (match/match_run.h), self-play, SPSA, a
 * tournament.
 *
 * The store is the truth: a run that was killed and is begun again reads all results from the first
 * game on and plays only what is missing.  Every decision is made after a certain game, so it does
 * not depend on which worker played what and when; games beyond it are not counted.
 *
 * The first signal lets the running games finish, the second one ends at once.  At the end the
 * tests are closed, so that no worker plays for nothing; entering them again opens them.
 */

#include "match/result_reader.h"
#include "match/worker.h"

enum {
    RUNNER_START_FAILURES = 6, /* of self-play and SPSA, see start_failures_max */
};

struct runner;

enum runner_end {
    RUNNER_DONE,        /* all games are played, or the caller has enough */
    RUNNER_DECIDED,     /* a match: the SPRT has a verdict */
    RUNNER_BROKEN,      /* a match: a program cannot be started again and again */
    RUNNER_INTERRUPTED, /* by a signal */
    RUNNER_FAILED,      /* `why` says it */
};

/* For the code that has tests played, on the loop's thread; each may be NULL.  What a person is
 * told is in match_events. */
struct runner_calls {
    void *context;
    /* The store is open.  A caller without a test in its config enters tests from now on. */
    void (*on_begin)(void *context, struct runner *runner);
    /* The test has its id; its results are read from now on. */
    void (*on_entered)(void *context, struct queue_test *test);
    /* All results of earlier runs have been told; the worker here plays, if there is one. */
    void (*on_playing)(void *context);
    /* The next result of this test, in the order of its games. */
    void (*on_result)(void *context, int64_t test, const struct result *result);
    /* This pair is closed: it has no games, the next result is of another pair. */
    void (*on_pair_closed)(void *context, int64_t test, int pair);
    /* This test cannot be played here; told once for every test.  NULL: that ends the runner. */
    void (*on_refused)(void *context, const struct queue_test *test, const struct err *why);
    /* Five times a second, before match_events.on_tick. */
    void (*on_tick)(void *context);
    /* A signal came: the games that are running finish. */
    void (*on_stopping)(void *context);
    /* The worker here has stopped. */
    void (*on_stopped)(void *context);
};

struct runner_config {
    const char *place; /* the store */
    /* The worker here: name (NULL: by the key of the test), version, slots (0: only workers
     * elsewhere play), lease_ms, scratch, port, sandbox, lang and events; for many tests also bots.
     */
    struct worker_config worker;
    /* One test and its match: entered at once, and the worker plays nothing else.  NULL: the
     * caller enters tests, and the worker plays all that it finds.  Borrowed. */
    struct queue_test *test;
    const struct match *match;
    bool is_helper;      /* enters nothing: plays at once what others have entered … */
    bool ends_when_idle; /* … until nothing is left */
    /* So many games in a row that a program did not join end the runner; 0: any number is fine. */
    int start_failures_max;
    const struct runner_calls *calls; /* borrowed */
};

/* Returns when runner_stop() was called or a signal came.  False: it could not begin, or it has
 * failed. */
bool runner_work(const struct runner_config *config, enum runner_end *end, struct err *why);

/* ---- a test, before it is entered ---- */

/* Kind, name, signature and text of the match, which the caller frees (file_free()); the caller
 * sets key and games. */
void queue_test_from_match(struct queue_test *test, const char *kind, const struct match *match);
/* A key that is the same for the same match and the same `more`. */
void runner_key(const struct match *match, const char *more, char key[QUEUE_KEY_SIZE]);
/* A name for the worker.  The same key gives the same name, so a run after kill -9 gets its pairs
 * back. */
void runner_worker_name(const char *key, char name[WORKER_NAME_SIZE]);

/* ---- for the callbacks ---- */

/* Enters a test (queue_enter_test) and reads its results.  Both are borrowed until the end. */
void runner_enter_test(struct runner *runner, struct queue_test *test, const struct match *match);
/* A test that was entered is closed and not read any more; both are the caller's again. */
void runner_drop_test(struct runner *runner, const struct queue_test *test);
/* For database tasks of the caller's own. */
struct db_thread *runner_db_thread(struct runner *runner);
/* NULL: not yet, or none plays here. */
const struct worker *runner_worker(const struct runner *runner);
/* There are new pairs. */
void runner_new_pairs(struct runner *runner);
/* It is over; `why` only for RUNNER_FAILED. */
void runner_stop(struct runner *runner, enum runner_end end, const struct err *why);
/* After a signal or runner_stop(). */
bool runner_is_stopping(const struct runner *runner);

#endif
