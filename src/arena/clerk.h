#ifndef ARENA_CLERK_H
#define ARENA_CLERK_H

/*
 * Somebody who writes to the database while others play: a thread with the one connection of this process.
 * Chores are done in the order they were given; `done` comes back on the loop's thread.  When the server is
 * lost, the clerk tries to come back for as long as it takes, and the chore that failed is tried again; so
 * a chore must be one transaction that may be done twice.
 */

#include "store/db.h"

#include <uv.h>

struct clerk;

struct clerk_events {
    /* A channel spoke; or, in a file, where nobody can, another process wrote something. */
    void (*on_news)(void *context);
    void (*on_lost)(void *context, const struct err *why); /* the server is away … */
    void (*on_back)(void *context);                        /* … and here again */
    void *context;
};

struct chore {
    bool (*work)(struct db *db, struct chore *chore, struct err *why); /* on the clerk's thread */
    void (*done)(struct chore *chore);                                 /* on the loop's thread */
    void *context;
    bool is_fine; /* what `work` said … */
    struct err why;
    struct chore *next; /* the clerk's */
};

/* Opens the store (and brings its tables up to date), and begins.  `channels` is ended by NULL; callbacks may be NULL.  Everything here belongs to the loop's thread. */
struct clerk *clerk_create(uv_loop_t *loop, const char *place, const char *const channels[],
                           const struct clerk_events *events, struct err *why);
/* The chore is the caller's memory and must live until `done`. */
void clerk_send(struct clerk *clerk, struct chore *chore);
/* Finishes what was sent, also by `done` of such a chore; then the thread ends and the loop is let go.
 * A lost server is not waited for: what is left comes back as failed. */
void clerk_stop(struct clerk *clerk);
/* After the loop has ended; NULL is fine. */
void clerk_destroy(struct clerk *clerk);

#endif
