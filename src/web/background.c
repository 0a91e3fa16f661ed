/*
 * Work that waits: for the data folder's database, on its thread (store/db_thread.h); for anything
 * else, on a thread of its own each, a few at a time.  The connection sleeps meanwhile.
 */

#include "web/background.h"

#include "base/file.h"
#include "base/memory.h"
#include "store/store.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct background {
    struct request *request;
    background_work *work;             /* on a thread of its own … */
    background_store_work *store_work; /* … or on the database thread */
    background_finish *finish;
    void *ctx;
    uv_thread_t thread;
    uv_async_t back;
    struct db_task task;
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

/* `finish` has answered, or has begun something else that will. */
static void go_on(struct request *request)
{
    if (request->response)
        request_wake(request);
}

static bool say_busy(struct request *request, void *ctx)
{
    free(ctx);
    refuse(request, 503, "busy", "");
    return false;
}

/* ---- threads of their own ---- */

static void run(void *context)
{
    struct background *background = context;

    background->work(background->ctx);
    uv_async_send(&background->back);
}

static void on_closed(uv_handle_t *handle) { free(handle->data); }

static void on_back(uv_async_t *handle)
{
    struct background *background = handle->data;
    struct request *request = background->request;

    uv_thread_join(&background->thread);
    request->web->background_count--;
    background->finish(request, background->ctx);
    free(background->ctx);
    go_on(request);
    uv_close((uv_handle_t *)handle, on_closed);
}

bool background_start(struct request *request, background_work *work, background_finish *finish,
                      void *ctx)
{
    struct web *web = request->web;
    struct background *background =
        web->background_count < WEB_BACKGROUND_MAX ? calloc(1, sizeof *background) : NULL;

    if (!background)
        return say_busy(request, ctx);
    *background =
        (struct background){.request = request, .work = work, .finish = finish, .ctx = ctx};
    uv_async_init(web->config.loop, &background->back, on_back);
    background->back.data = background;
    if (uv_thread_create(&background->thread, run, background) != 0) {
        uv_close((uv_handle_t *)&background->back, on_closed);
        return say_busy(request, ctx);
    }
    web->background_count++;
    request_sleep(request);
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
    const struct background *background = task->context;

    return background->store_work(db, background->ctx, why);
}

static void on_store_done(struct db_task *task)
{
    struct background *background = task->context;
    struct request *request = background->request;

    request->web->store_count--;
    if (task->is_fine)
        background->finish(request, background->ctx);
    else
        answer_store_refusal(request, &task->why);
    free(background->ctx);
    go_on(request);
    free(background);
}

bool background_start_store(struct request *request, background_store_work *work,
                            background_finish *finish, void *ctx)
{
    struct web *web = request->web;

    if (web->is_stopping || web->store_count >= WEB_STORE_MAX)
        return say_busy(request, ctx);
    struct background *background = memory_get(1, sizeof *background);
    *background =
        (struct background){.request = request, .store_work = work, .finish = finish, .ctx = ctx};
    background->task =
        (struct db_task){.work = run_store, .done = on_store_done, .context = background};
    web->store_count++;
    request_sleep(request);
    db_thread_send(web->db, &background->task);
    return true;
}
