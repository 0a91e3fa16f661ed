#ifndef ARENA_SHIFT_H
#define ARENA_SHIFT_H

/*
 * One sitting at the queue, for whoever wants something played: a loop, the clerk, a crew that plays here, the
 * follower who reads results in order, a timer and the person's signals.  The caller enters tests, hears of
 * their games, and says when it is enough.  Everything happens on the thread that calls shift_work().
 *
 * The first SIGINT or SIGTERM lets the running games finish, the second one ends at once.  At the end, whatever
 * it is, the tests are closed, so that nobody plays for nobody; entering them again opens them.
 */

#include "arena/crew.h"
#include "arena/follow.h"

enum { SHIFT_START_FAILURES = 6 };

struct shift;

enum shift_end {
    SHIFT_DONE,        /* the caller has what it wanted */
    SHIFT_INTERRUPTED, /* by the person */
    SHIFT_FAILED,      /* `why` says it */
};

struct shift_config {
    const char *place; /* the store */
    /* Who plays here: name, version, size (0: nobody, others do it), lease_ms, scratch, port, sandbox, lang. */
    struct crew_config crew;
    /* The terms of the one test there will be: the crew plays nothing else, and starts its programs as they
     * say.  NULL: it plays whatever is in the queue, and `resolve` says what to start. */
    const struct terms *only_terms;
    /* So many games in a row in which somebody has not sat down end the shift; 0: none do. */
    int start_failures_max;

    /* The store is open: enter tests. */
    void (*on_begin)(void *context, struct shift *shift);
    /* A test has its id and is being followed. */
    void (*on_entered)(void *context, struct queue_test *test);
    void (*on_note)(void *context, int64_t test, const struct note *note);
    /* Everything was told that was there before; now the crew begins, unless it is over already.  May be NULL,
     * as all that follows. */
    void (*on_caught_up)(void *context);
    /* Now and then. */
    void (*on_tick)(void *context);
    void (*on_wait)(void *context, int game, int port, const char *reservation);
    /* This test cannot be played here; NULL: that ends the shift. */
    void (*on_refused)(void *context, const struct queue_test *test, const struct err *why);
    /* The server of the store is away; `why` NULL: it is back. */
    void (*on_lost)(void *context, const struct err *why);
    terms_resolve *resolve; /* on a thread of its own, see arena/crew.h */
    void *context;
};

/* Until somebody says that it is over.  False: it could not begin, or it has failed: `why` says it. */
bool shift_work(const struct shift_config *config, enum shift_end *end, struct err *why);

/* ---- a test, before it is entered ---- */

/* Kind, name, signature and text of the terms (terms_print(), borrowed); the key and the games are the
 * caller's business. */
void shift_describe(struct queue_test *test, const char *kind, const struct terms *terms,
                    struct slice text);
/* A key for what follows from these terms and from `more`. */
void shift_key(const struct terms *terms, const char *more, char key[QUEUE_KEY_SIZE]);
/* A name for the crew: who comes back after a kill -9 takes up the jobs of its predecessor. */
void shift_crew_name(const char *key, char name[CREW_NAME_SIZE]);

/* ---- for the callbacks ---- */

/* Enters the test (queue_enter) and follows it.  Both are borrowed until the end. */
void shift_enter(struct shift *shift, struct queue_test *test, const struct terms *terms);
/* A test that was entered is not wanted any more: it is closed, and both are the caller's again. */
void shift_drop(struct shift *shift, const struct queue_test *test);
/* For chores of the caller's own. */
struct clerk *shift_clerk(struct shift *shift);
/* There are new jobs. */
void shift_look(struct shift *shift);
/* It is over; `why` only for SHIFT_FAILED. */
void shift_finish(struct shift *shift, enum shift_end end, const struct err *why);
/* Has the person asked for the end, or is it over? */
bool shift_is_stopping(const struct shift *shift);

#endif
