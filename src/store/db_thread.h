#ifndef STORE_DB_THREAD_H
#define STORE_DB_THREAD_H

/*
 * The one connection of this process to its database, on a thread of its own (base/task_thread.h).
 * Tasks are done in the order in which they were sent; `done` is called on the loop's thread.  When
 * the server is lost, the thread reconnects for as long as it takes and does the task again that
 * has failed; so a task must be one transaction that may be done twice.
 */

#include "base/task_thread.h"
#include "store/db.h"

struct db_thread;

/* On the loop's thread; each may be NULL. */
struct db_thread_events {
    /* A message on a channel; or, where the database is a file, another process has
     * written to it. */
    void (*on_news)(void *context);
    void (*on_lost)(void *context, const struct err *why); /* the server is lost … */
    void (*on_back)(void *context);                        /* … and connected again */
    void *context;
};

struct db_task {
    bool (*work)(struct db *db, struct db_task *task, struct err *why); /* on the database thread */
    void (*done)(struct db_task *task);                                 /* on the loop's thread */
    void *context;
    bool is_fine;                /* what `work` returned … */
    struct err why;              /* … and its reason */
    struct task task;            /* the rest is the database thread's own */
    struct db_thread *db_thread; /* that it was sent to */
};

struct db_thread_config {
    uv_loop_t *loop;
    const char *place;           /* as db_open() takes it */
    const char *const *channels; /* to listen to, ended by NULL; NULL: none */
    bool is_synced;              /* what a file has committed survives a power cut */
    struct db_thread_events events;
};

/* Opens the database, brings its tables up to date and begins.  Everything here belongs to the
 * loop's thread.  NULL: `why` says it. */
struct db_thread *db_thread_create(const struct db_thread_config *config, struct err *why);
/* The task is the caller's memory and must live until `done`. */
void db_thread_send(struct db_thread *db_thread, struct db_task *task);
/* Finishes the tasks sent, also those that a `done` sends; then the thread ends and the loop loses
 * its handle. A lost server is not waited for: tasks that are left fail. */
void db_thread_stop(struct db_thread *db_thread);
/* After the loop has ended; NULL is fine. */
void db_thread_destroy(struct db_thread *db_thread);

#endif
