#include "server/journal_reserver.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/task_thread.h"
#include "server/limits.h"
#include "server/log_lines.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct journal_reserver {
    struct task task; /* the first member, so a task is its reserver */
    struct journal *journal;
    struct log *log;
    struct task_thread *thread;
    struct journal_spare spare; /* the thread's while it is at work */
    bool is_at_work, is_stopped;
    int64_t due_us; /* not sooner, after a failure */
};

/* Says once that space can be reserved no more, or again. */
static void tell(struct journal_reserver *reserver, int error_before)
{
    int error = journal_reserve_error(reserver->journal);

    if (error != 0 && error_before == 0)
        log_lines_write_event(reserver->log, "journal-unreserved", "reason", strerror(error));
    if (error == 0 && error_before != 0)
        log_lines_write_event(reserver->log, "journal-reserved", NULL, NULL);
}

static bool work(struct task *task, struct err *why)
{
    struct journal_spare *spare = &((struct journal_reserver *)task)->spare;

    journal_reserve(spare);
    return spare->fd >= 0 || err_set(why, "file_write", strerror(spare->error));
}

static void done(struct task *task)
{
    struct journal_reserver *reserver = (struct journal_reserver *)task;
    int error_before = journal_reserve_error(reserver->journal);

    assert(reserver->is_at_work);
    reserver->is_at_work = false;
    reserver->due_us = task->is_fine ? 0 : clock_now_us() + ARCHIVE_RETRY_MS * 1000;
    journal_take_spare(reserver->journal, &reserver->spare);
    tell(reserver, error_before);
}

struct journal_reserver *journal_reserver_create(uv_loop_t *loop, struct journal *journal,
                                                 struct log *log)
{
    struct journal_reserver *reserver = memory_get(1, sizeof *reserver);
    struct err why = {0};

    reserver->task = (struct task){.work = work, .done = done};
    reserver->journal = journal;
    reserver->log = log;
    tell(reserver, 0);
    reserver->thread = task_thread_create(&(struct task_thread_config){.loop = loop}, &why);
    if (reserver->thread)
        return reserver;
    log_err(log, "journal-unreserved", &why);
    free(reserver);
    return NULL;
}

void journal_reserver_tick(struct journal_reserver *reserver, int64_t now_us)
{
    if (!reserver || reserver->is_at_work || reserver->is_stopped || now_us < reserver->due_us ||
        !journal_wants_spare(reserver->journal, &reserver->spare))
        return;
    reserver->is_at_work = true;
    task_thread_send(reserver->thread, &reserver->task);
}

void journal_reserver_stop(struct journal_reserver *reserver)
{
    if (!reserver)
        return;
    reserver->is_stopped = true;
    task_thread_stop(reserver->thread);
}

void journal_reserver_destroy(struct journal_reserver *reserver)
{
    if (!reserver)
        return;
    task_thread_destroy(reserver->thread, NULL);
    free(reserver);
}
