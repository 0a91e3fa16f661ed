#include "web/background.h"

#include "base/file.h"
#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct background {
    struct request *request;
    background_work *work;
    background_finish *finish; /* NULL: the answer is what the work has written */
    void *ctx;
    unsigned status;     /* of that answer */
    int *count;          /* of those that are under way at the same place */
    struct task job;     /* of the pool, … */
    struct db_task task; /* … or of the database thread; says how the work ended */
    struct buf text;     /* what the work has written, … */
    char *bytes;         /* … here: WEB_TEXT_MAX */
};

/* ---- connections that sleep ---- */

void request_sleep(struct request *request)
{
    if (request->is_waiting)
        return;
    request->is_waiting = true;
    MHD_suspend_connection(request->connection);
}

void request_wake(struct request *request)
{
    assert(request->is_waiting && request->response);
    request->is_waiting = false;
    MHD_resume_connection(request->connection);
    web_wake(request->web);
}

/* Without an answer something else has been started, which will have one. */
static void wake_if_answered(struct request *request)
{
    if (request->is_waiting && request->response)
        request_wake(request);
}

static bool say_no(struct request *request, void *ctx, const char *code)
{
    free(ctx);
    refuse(request, 503, code, "");
    wake_if_answered(request);
    return false;
}

/* ---- work ---- */

static bool run_work(struct db *db, struct db_task *task, struct err *why)
{
    struct background *background = task->context;
    struct json json;

    buf_init(&background->text, background->bytes, WEB_TEXT_MAX);
    json_init(&json, &background->text);
    return background->work(db, background->ctx, &json, why);
}

static void on_done(struct db_task *task)
{
    struct background *background = task->context;
    struct request *request = background->request;

    --*background->count;
    if (!task->is_fine)
        answer_store_refusal(request, &task->why);
    else if (background->finish)
        background->finish(request, background->ctx);
    else if (background->text.len > 0)
        answer_json(request, background->status, &background->text);
    else
        answer_empty(request);
    free(background->ctx);
    free(background->bytes);
    free(background);
    wake_if_answered(request);
}

static struct background *background_of(struct task *job)
{
    return (struct background *)((char *)job - offsetof(struct background, job));
}

static bool work_in_pool(struct task *job, struct err *why)
{
    return run_work(NULL, &background_of(job)->task, why);
}

static void on_pool_done(struct task *job)
{
    struct db_task *task = &background_of(job)->task;

    task->is_fine = job->is_fine;
    task->why = job->why;
    on_done(task);
}

/* NULL: there is no memory, and the request has its answer. */
static struct background *begin(struct background new, int *count)
{
    char *bytes = memory_try_large(1, WEB_TEXT_MAX);

    if (!bytes) {
        say_no(new.request, new.ctx, "memory_short");
        return NULL;
    }
    struct background *background = memory_get(1, sizeof *background);
    *background = new;
    background->count = count;
    ++*count;
    background->bytes = bytes;
    background->job = (struct task){.work = work_in_pool, .done = on_pool_done};
    background->task = (struct db_task){.work = run_work, .done = on_done, .context = background};
    request_sleep(new.request);
    return background;
}

static bool start_in_pool(struct background new)
{
    struct web *web = new.request->web;

    if (web->is_stopping || web->background_count >= WEB_BACKGROUND_MAX)
        return say_no(new.request, new.ctx, "busy");
    struct background *background = begin(new, &web->background_count);
    if (background)
        task_thread_send(web->pool, &background->job);
    return background != NULL;
}

static void start_in_store(struct background new)
{
    struct web *web = new.request->web;

    if (web->is_stopping || web->store_count >= WEB_STORE_MAX) {
        say_no(new.request, new.ctx, "busy");
        return;
    }
    struct background *background = begin(new, &web->store_count);
    if (background)
        db_thread_send(web->db, &background->task);
}

bool background_answer(struct request *request, background_work *work, void *ctx)
{
    return start_in_pool(
        (struct background){.request = request, .status = 200, .work = work, .ctx = ctx});
}

void background_start(struct request *request, background_work *work, background_finish *finish,
                      void *ctx)
{
    start_in_pool(
        (struct background){.request = request, .work = work, .finish = finish, .ctx = ctx});
}

void background_answer_store(struct request *request, unsigned status, background_work *work,
                             void *ctx)
{
    start_in_store(
        (struct background){.request = request, .status = status, .work = work, .ctx = ctx});
}

void background_start_store(struct request *request, background_work *work,
                            background_finish *finish, void *ctx)
{
    start_in_store(
        (struct background){.request = request, .work = work, .finish = finish, .ctx = ctx});
}

static bool remove_folder(struct db *db, void *folder, struct json *json, struct err *why)
{
    (void)db, (void)json, (void)why;
    file_remove_all(folder);
    return true;
}

void background_remove(struct request *request, const char *folder)
{
    background_answer(request, remove_folder, memory_copy(slice_of(folder)));
}
