#include "web/background.h"

#include "base/file.h"
#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct background {
    struct request *request;
    background_finish *finish;
    void *ctx;
    /* Of libuv's pool. */
    uv_work_t job;
    background_work *work;
    /* Of the database thread. */
    struct db_task task;
    background_store_work *store_work;
    unsigned status; /* of the answer, if there is no `finish` */
    struct buf text; /* what the work has written, … */
    char *bytes;     /* … here: WEB_TEXT_MAX */
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

static bool say_busy(struct request *request, void *ctx)
{
    free(ctx);
    refuse(request, 503, "busy", "");
    wake_if_answered(request);
    return false;
}

/* ---- libuv's pool ---- */

static void run(uv_work_t *job)
{
    const struct background *background = job->data;

    background->work(background->ctx);
}

static void on_done(uv_work_t *job, int status)
{
    struct background *background = job->data;
    struct request *request = background->request;

    (void)status;
    request->web->background_count--;
    background->finish(request, background->ctx);
    free(background->ctx);
    free(background);
    wake_if_answered(request);
}

bool background_start(struct request *request, background_work *work, background_finish *finish,
                      void *ctx)
{
    struct web *web = request->web;

    if (web->background_count >= WEB_BACKGROUND_MAX)
        return say_busy(request, ctx);
    struct background *background = memory_get(1, sizeof *background);
    *background =
        (struct background){.request = request, .work = work, .finish = finish, .ctx = ctx};
    background->job.data = background;
    web->background_count++;
    request_sleep(request);
    uv_queue_work(web->config.loop, &background->job, run, on_done);
    return true;
}

static void remove_folder(void *folder) { file_remove_all(folder); }

static void on_removed(struct request *request, void *folder)
{
    (void)folder;
    answer_empty(request);
}

void background_remove(struct request *request, const char *folder)
{
    char *path = memory_get(1, PATH_MAX);

    snprintf(path, PATH_MAX, "%s", folder);
    background_start(request, remove_folder, on_removed, path);
}

/* ---- the database thread ---- */

static bool run_store(struct db *db, struct db_task *task, struct err *why)
{
    struct background *background = task->context;
    struct json json;

    buf_init(&background->text, background->bytes, WEB_TEXT_MAX);
    json_init(&json, &background->text);
    return background->store_work(db, background->ctx, &json, why);
}

static void on_store_done(struct db_task *task)
{
    struct background *background = task->context;
    struct request *request = background->request;

    request->web->store_count--;
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

static void start_store(struct background new)
{
    struct web *web = new.request->web;

    if (web->is_stopping || web->store_count >= WEB_STORE_MAX) {
        say_busy(new.request, new.ctx);
        return;
    }
    struct background *background = memory_get(1, sizeof *background);
    *background = new;
    background->bytes = memory_get(1, WEB_TEXT_MAX);
    background->task =
        (struct db_task){.work = run_store, .done = on_store_done, .context = background};
    web->store_count++;
    request_sleep(new.request);
    db_thread_send(web->db, &background->task);
}

void background_answer_store(struct request *request, unsigned status, background_store_work *work,
                             void *ctx)
{
    start_store(
        (struct background){.request = request, .status = status, .store_work = work, .ctx = ctx});
}

void background_start_store(struct request *request, background_store_work *work,
                            background_finish *finish, void *ctx)
{
    start_store(
        (struct background){.request = request, .store_work = work, .finish = finish, .ctx = ctx});
}
