#ifndef BASE_TASK_THREAD_H
#define BASE_TASK_THREAD_H

/*
 * A thread that does tasks one after the other, in the order in which they were sent: one has the
 * connection to the database (store/db_thread.h), one feeds the server's archive, one writes files,
 * so that a slow disk stops no clock.  Or several threads that share the work; libuv's own ones are
 * not used, because it ends the process where the system has no thread for them.
 *
 * With a loop, tasks are sent from the loop's thread and come back to it by `done`.  Without one, a
 * task is freed by its own `work`, and only the first failure of all is kept.
 */

#include "base/err.h"

#include <uv.h>

struct task_thread;

/* Without a loop task_thread_send() waits while so many tasks are waiting. */
enum { TASK_THREAD_WAITING_MAX = 32 };

struct task {
    bool (*work)(struct task *task, struct err *why); /* on the task thread */
    void (*done)(struct task *task); /* on the loop's thread; NULL without a loop */
    bool is_fine;                    /* what `work` returned … */
    struct err why;                  /* … and its reason; both for `done` */
    struct task *next;               /* the task thread's own */
};

struct task_thread_config {
    uv_loop_t *loop; /* NULL: tasks have no `done` */
    int threads;     /* at most so many, which take tasks in order; 0: one */
    /* On the task thread: no task is waiting.  Returns when the descriptor is readable, at the
     * latest. NULL: the thread sleeps until then. */
    void (*on_idle)(void *context, struct task_thread *thread, int wake_fd);
    /* On the loop's thread, before any `done`: after task_thread_call_loop().  May be NULL. */
    void (*on_call)(void *context);
    void *context;
};

/* NULL: no thread can be had, `why` says so. */
struct task_thread *task_thread_create(const struct task_thread_config *config, struct err *why);
/* The task's memory must live until `done`, or until `work` frees it. */
void task_thread_send(struct task_thread *thread, struct task *task);
/* Without a loop: has a task failed so far?  Then `why` (may be NULL) has the first reason. */
bool task_thread_has_failed(struct task_thread *thread, struct err *why);

/* Only with a loop: when all tasks are done, also those that a `done` sends, the thread ends and
 * the loop loses its handle. */
void task_thread_stop(struct task_thread *thread);
/* With a loop: after the loop has ended, or before a task was sent.  Without one: waits until all
 * tasks are done; false: one has failed.  NULL is fine. */
bool task_thread_destroy(struct task_thread *thread, struct err *why);

/* ---- for code that runs on the task thread ---- */

/* Sleeps until task_thread_send() or task_thread_stop() is called, at most so long;
 * -1: for ever. */
void task_thread_sleep(struct task_thread *thread, int ms);
/* Has `on_call` called soon, on the loop's thread. */
void task_thread_call_loop(struct task_thread *thread);

#endif
