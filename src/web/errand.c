/* Work that waits for a disk or a packer: a thread of its own each, a few at a time. */

#include "web/desk.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

struct errand {
    uv_thread_t thread;
    uv_async_t back;
    struct request *request;
    errand_work *work;
    errand_finish *finish;
    void *luggage;
};

static void run(void *context)
{
    struct errand *errand = context;

    errand->work(errand->luggage);
    uv_async_send(&errand->back);
}

static void on_closed(uv_handle_t *handle) { free(handle->data); }

static void on_back(uv_async_t *handle)
{
    struct errand *errand = handle->data;
    struct request *request = errand->request;
    struct web *web = request->web;

    uv_thread_join(&errand->thread);
    errand->finish(request, errand->luggage);
    free(errand->luggage);
    request->is_waiting = false;
    web->errand_count--;
    MHD_resume_connection(request->connection);
    web_wake(web);
    uv_close((uv_handle_t *)handle, on_closed);
}

static bool say_busy(struct request *request, void *luggage)
{
    free(luggage);
    return refuse(request, 503, "busy", "");
}

bool errand_send(struct request *request, errand_work *work, errand_finish *finish, void *luggage)
{
    struct web *web = request->web;
    struct errand *errand = web->errand_count < WEB_ERRANDS_MAX ? calloc(1, sizeof *errand) : NULL;

    if (!errand)
        return say_busy(request, luggage);
    *errand =
        (struct errand){.request = request, .work = work, .finish = finish, .luggage = luggage};
    uv_async_init(web->config.loop, &errand->back, on_back);
    errand->back.data = errand;
    if (uv_thread_create(&errand->thread, run, errand) != 0) {
        uv_close((uv_handle_t *)&errand->back, on_closed);
        return say_busy(request, luggage);
    }
    web->errand_count++;
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

void errand_remove(struct request *request, const char *folder)
{
    char *path = memory_get(1, PATH_MAX);

    snprintf(path, PATH_MAX, "%s", folder);
    errand_send(request, remove_folder, on_removed, path);
}
