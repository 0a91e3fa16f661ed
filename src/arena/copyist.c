#include "arena/copyist.h"

#include "base/memory.h"
#include "proto/replay_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <uv.h>

enum { WAITING_MAX = 32 };

struct task {
    struct note note;
    enum copyist_age age;
};

struct copyist {
    char folder[PATH_MAX];
    const struct terms *terms;
    uv_thread_t thread;
    struct record record; /* the thread's */
    /* The mutex guards the rest. */
    uv_mutex_t mutex;
    uv_cond_t change;
    struct task *tasks[WAITING_MAX]; /* a ring */
    int first, count;
    bool is_ending;
    bool has_failed;
    struct err why; /* of the first failure */
};

/* ---- on the thread ---- */

static bool write_files(struct copyist *copyist, const struct task *task, struct err *why)
{
    static const char *const endings[] = {"kw", "xml.gz"};
    const struct note *note = &task->note;
    char path[2][PATH_MAX + 32];

    for (int i = 0; i < 2; i++)
        snprintf(path[i], sizeof path[i], "%s/%05d%s.%s", copyist->folder, note->game,
                 note->red == ARENA_A ? "a" : "b", endings[i]);
    if (task->age == COPYIST_KNOWN && access(path[0], F_OK) == 0 && access(path[1], F_OK) == 0)
        return true;
    if (!note_record(note, copyist->terms, &copyist->record))
        return err_say(why, "match_damaged", path[0]);
    return replay_save(&copyist->record, path[0], why) &&
           replay_save(&copyist->record, path[1], why);
}

/* The next task, or NULL at the end. */
static struct task *take_task(struct copyist *copyist)
{
    struct task *task = NULL;

    uv_mutex_lock(&copyist->mutex);
    while (copyist->count == 0 && !copyist->is_ending)
        uv_cond_wait(&copyist->change, &copyist->mutex);
    if (copyist->count > 0) {
        task = copyist->tasks[copyist->first];
        copyist->first = (copyist->first + 1) % WAITING_MAX;
        copyist->count--;
        uv_cond_broadcast(&copyist->change);
    }
    uv_mutex_unlock(&copyist->mutex);
    return task;
}

static void note_failure(struct copyist *copyist, const struct err *why)
{
    uv_mutex_lock(&copyist->mutex);
    if (!copyist->has_failed)
        copyist->why = *why;
    copyist->has_failed = true;
    uv_mutex_unlock(&copyist->mutex);
}

static void work(void *context)
{
    struct copyist *copyist = context;
    struct err why = {0};

    for (struct task *task = take_task(copyist); task; task = take_task(copyist)) {
        if (!write_files(copyist, task, &why))
            note_failure(copyist, &why);
        free(task);
    }
}

/* ---- for the others ---- */

static void forget(struct copyist *copyist)
{
    uv_cond_destroy(&copyist->change);
    uv_mutex_destroy(&copyist->mutex);
    free(copyist);
}

struct copyist *copyist_create(const char *folder, const struct terms *terms, struct err *why)
{
    struct copyist *copyist = memory_get(1, sizeof *copyist);

    snprintf(copyist->folder, sizeof copyist->folder, "%s", folder);
    copyist->terms = terms;
    uv_mutex_init(&copyist->mutex);
    uv_cond_init(&copyist->change);
    if (uv_thread_create(&copyist->thread, work, copyist) == 0)
        return copyist;
    forget(copyist);
    err_say(why, "no_memory", "");
    return NULL;
}

void copyist_add(struct copyist *copyist, const struct note *note, enum copyist_age age)
{
    struct task *task = memory_get(1, sizeof *task);

    *task = (struct task){.note = *note, .age = age};
    uv_mutex_lock(&copyist->mutex);
    while (copyist->count == WAITING_MAX)
        uv_cond_wait(&copyist->change, &copyist->mutex);
    copyist->tasks[(copyist->first + copyist->count++) % WAITING_MAX] = task;
    uv_cond_broadcast(&copyist->change);
    uv_mutex_unlock(&copyist->mutex);
}

bool copyist_has_failed(struct copyist *copyist, struct err *why)
{
    uv_mutex_lock(&copyist->mutex);
    bool has_failed = copyist->has_failed;
    if (has_failed && why)
        *why = copyist->why;
    uv_mutex_unlock(&copyist->mutex);
    return has_failed;
}

bool copyist_destroy(struct copyist *copyist, struct err *why)
{
    if (!copyist)
        return true;
    uv_mutex_lock(&copyist->mutex);
    copyist->is_ending = true;
    uv_cond_broadcast(&copyist->change);
    uv_mutex_unlock(&copyist->mutex);
    uv_thread_join(&copyist->thread);
    bool is_written = !copyist_has_failed(copyist, why);
    forget(copyist);
    return is_written;
}
