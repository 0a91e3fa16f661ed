#include "match/scribe.h"

#include "base/memory.h"

#include <stdlib.h>
#include <uv.h>

enum { WAITING_MAX = 32 };

struct scribe {
    uv_thread_t thread;
    /* The mutex guards the rest. */
    uv_mutex_t mutex;
    uv_cond_t change;
    struct scribe_task *first, *last;
    int count;
    bool is_ending;
    bool has_failed;
    struct err why; /* of the first failure */
};

/* ---- on the thread ---- */

/* The next task, or NULL at the end. */
static struct scribe_task *take_task(struct scribe *scribe)
{
    uv_mutex_lock(&scribe->mutex);
    while (!scribe->first && !scribe->is_ending)
        uv_cond_wait(&scribe->change, &scribe->mutex);
    struct scribe_task *task = scribe->first;
    if (task) {
        scribe->first = task->next;
        scribe->count--;
        uv_cond_broadcast(&scribe->change);
    }
    uv_mutex_unlock(&scribe->mutex);
    return task;
}

static void note_failure(struct scribe *scribe, const struct err *why)
{
    uv_mutex_lock(&scribe->mutex);
    if (!scribe->has_failed)
        scribe->why = *why;
    scribe->has_failed = true;
    uv_mutex_unlock(&scribe->mutex);
}

static void work(void *context)
{
    struct scribe *scribe = context;
    struct err why = {0};

    for (struct scribe_task *task = take_task(scribe); task; task = take_task(scribe)) {
        if (!task->work(task, &why))
            note_failure(scribe, &why);
    }
}

/* ---- for the others ---- */

static void forget(struct scribe *scribe)
{
    uv_cond_destroy(&scribe->change);
    uv_mutex_destroy(&scribe->mutex);
    free(scribe);
}

struct scribe *scribe_create(struct err *why)
{
    struct scribe *scribe = memory_get(1, sizeof *scribe);

    uv_mutex_init(&scribe->mutex);
    uv_cond_init(&scribe->change);
    if (uv_thread_create(&scribe->thread, work, scribe) == 0)
        return scribe;
    forget(scribe);
    err_say(why, "no_memory", "");
    return NULL;
}

void scribe_add(struct scribe *scribe, struct scribe_task *task)
{
    task->next = NULL;
    uv_mutex_lock(&scribe->mutex);
    while (scribe->count == WAITING_MAX)
        uv_cond_wait(&scribe->change, &scribe->mutex);
    if (scribe->first)
        scribe->last->next = task;
    else
        scribe->first = task;
    scribe->last = task;
    scribe->count++;
    uv_cond_broadcast(&scribe->change);
    uv_mutex_unlock(&scribe->mutex);
}

bool scribe_has_failed(struct scribe *scribe, struct err *why)
{
    uv_mutex_lock(&scribe->mutex);
    bool has_failed = scribe->has_failed;
    if (has_failed && why)
        *why = scribe->why;
    uv_mutex_unlock(&scribe->mutex);
    return has_failed;
}

bool scribe_destroy(struct scribe *scribe, struct err *why)
{
    if (!scribe)
        return true;
    uv_mutex_lock(&scribe->mutex);
    scribe->is_ending = true;
    uv_cond_broadcast(&scribe->change);
    uv_mutex_unlock(&scribe->mutex);
    uv_thread_join(&scribe->thread);
    bool is_written = !scribe_has_failed(scribe, why);
    forget(scribe);
    return is_written;
}
