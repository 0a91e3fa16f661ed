/* Work that waits for a disk or a packer: a thread of its own each, a few at a time. */

#include "web/internal.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

struct background {
    uv_thread_t thread;
    uv_async_t back;
    struct request *request;
    background_work *work;
    background_finish *finish;
    void *ctx;
};

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
    struct web *web = request->web;

    uv_thread_join(&background->thread);
    background->finish(request, background->ctx);
    free(background->ctx);
    request->is_waiting = false;
    web->background_count--;
    MHD_resume_connection(request->connection);
    web_wake(web);
    uv_close((uv_handle_t *)handle, on_closed);
}

static bool say_busy(struct request *request, void *ctx)
{
    free(ctx);
    return refuse(request, 503, "busy", "");
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
    request->is_waiting = true;
    MHD_suspend_connection(request->connection);
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
