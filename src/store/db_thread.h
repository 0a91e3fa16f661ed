#ifndef STORE_DB_THREAD_H
#define STORE_DB_THREAD_H

/*
 * Somebody who writes to the database while others play: a thread with the one connection of this
 * process. Chores are done in the order they were given; `done` comes back on the loop's thread.
 * When the server is lost, the db_thread tries to come back for as long as it takes, and the task
 * that failed is tried again; so a task must be one transaction that may be done twice.
 */

#include "store/db.h"

#include <uv.h>

struct db_thread;

struct db_thread_events {
    /* A channel spoke; or, in a file, where nobody can, another process wrote something. */
    void (*on_news)(void *context);
    void (*on_lost)(void *context, const struct err *why); /* the server is away … */
    void (*on_back)(void *context);                        /* … and here again */
    void *context;
};

struct db_task {
    bool (*work)(struct db *db, struct db_task *task,
                 struct err *why);      /* on the db_thread's thread */
    void (*done)(struct db_task *task); /* on the loop's thread */
    void *context;
    bool is_fine; /* what `work` said … */
    struct err why;
    struct db_task *next; /* the db_thread's */
};

/* Opens the store (and brings its tables up to date), and begins.  `channels` is ended by NULL;
 * callbacks may be NULL.  Everything here belongs to the loop's thread. */
struct db_thread *db_thread_create(uv_loop_t *loop, const char *place, const char *const channels[],
                                   const struct db_thread_events *events, struct err *why);
/* The task is the caller's memory and must live until `done`. */
void db_thread_send(struct db_thread *db_thread, struct db_task *task);
/* Finishes what was sent, also by `done` of such a task; then the thread ends and the loop is let
 * go. A lost server is not waited for: what is left comes back as failed. */
void db_thread_stop(struct db_thread *db_thread);
/* After the loop has ended; NULL is fine. */
void db_thread_destroy(struct db_thread *db_thread);

#endif
