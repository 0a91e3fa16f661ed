#include "match/copyist.h"

#include "base/memory.h"
#include "base/task_thread.h"
#include "proto/replay_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct copyist {
    char folder[PATH_MAX];
    const struct match *match;
    struct task_thread *thread;
};

struct copy {
    struct task task; /* the first field, so that a task is a copy */
    struct copyist *copyist;
    struct result result;
    enum copyist_age age;
};

bool copyist_write(const char *folder, const struct match *match, const struct result *result,
                   enum copyist_age age, struct err *why)
{
    static const char *const endings[] = {"kw", "xml.gz"};
    char path[2][PATH_MAX + 32];

    for (int i = 0; i < 2; i++)
        snprintf(path[i], sizeof path[i], "%s/%05d%s.%s", folder, result->game,
                 result->red == MATCH_A ? "a" : "b", endings[i]);
    if (age == COPYIST_KNOWN && access(path[0], F_OK) == 0 && access(path[1], F_OK) == 0)
        return true;
    struct record *record = memory_get(1, sizeof *record);
    bool is_written = result_record(result, match, record)
                          ? replay_save(record, path[0], why) && replay_save(record, path[1], why)
                          : err_say(why, "match_damaged", path[0]);
    free(record);
    return is_written;
}

static bool write_copy(struct task *task, struct err *why)
{
    struct copy *copy = (struct copy *)task;
    const struct copyist *copyist = copy->copyist;
    bool is_written = copyist_write(copyist->folder, copyist->match, &copy->result, copy->age, why);

    free(copy);
    return is_written;
}

struct copyist *copyist_create(const char *folder, const struct match *match, struct err *why)
{
    struct task_thread *thread = task_thread_create(&(struct task_thread_config){0}, why);

    if (!thread)
        return NULL;
    struct copyist *copyist = memory_get(1, sizeof *copyist);
    snprintf(copyist->folder, sizeof copyist->folder, "%s", folder);
    copyist->match = match;
    copyist->thread = thread;
    return copyist;
}

void copyist_add(struct copyist *copyist, const struct result *result, enum copyist_age age)
{
    struct copy *copy = memory_get(1, sizeof *copy);

    *copy =
        (struct copy){.task.work = write_copy, .copyist = copyist, .result = *result, .age = age};
    task_thread_send(copyist->thread, &copy->task);
}

bool copyist_has_failed(struct copyist *copyist, struct err *why)
{
    return task_thread_has_failed(copyist->thread, why);
}

bool copyist_destroy(struct copyist *copyist, struct err *why)
{
    if (!copyist)
        return true;
    bool is_written = task_thread_destroy(copyist->thread, why);
    free(copyist);
    return is_written;
}
