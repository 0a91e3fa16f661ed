#include "base/task_thread.h"

#include "base/memory.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct task_list {
    struct task *first, *last;
};

struct task_thread {
    struct task_thread_config config;
    uv_thread_t *threads;
    int thread_count;
    uv_async_t *async; /* calls the loop; only with a loop, which frees it */
    int wake_fd;       /* an eventfd: a task was sent, or the end */
    /* Of the sender's thread. */
    int pending; /* tasks sent whose `done` has not been called */
    bool is_stopping, is_closed;
    /* Of both threads; the mutex guards them. */
    uv_mutex_t mutex;
    uv_cond_t taken; /* `waiting` has become smaller */
    struct task_list todo, finished;
    int waiting;    /* in `todo` */
    bool is_ending; /* no task will be sent any more */
    bool has_failed;
    struct err why; /* of the first failure */
};

static void add(struct task_list *list, struct task *task)
{
    task->next = NULL;
    if (list->last)
        list->last->next = task;
    else
        list->first = task;
    list->last = task;
}

static struct task *take(struct task_list *list)
{
    struct task *task = list->first;

    if (!task)
        return NULL;
    list->first = task->next;
    if (!list->first)
        list->last = NULL;
    return task;
}

/* ---- the task thread ---- */

static void wake(struct task_thread *thread)
{
    uint64_t one = 1;

    /* Else it fails only when the counter is full: then the thread is awake anyway. */
    while (write(thread->wake_fd, &one, sizeof one) < 0 && errno == EINTR)
        continue;
}

/* One thread wakes the next one, if there is something to do for it. */
static struct task *take_waiting(struct task_thread *thread, bool *is_ending)
{
    uv_mutex_lock(&thread->mutex);
    struct task *task = take(&thread->todo);
    thread->waiting -= task != NULL;
    *is_ending = thread->is_ending;
    if (task)
        uv_cond_signal(&thread->taken);
    if (thread->thread_count > 1 && (thread->waiting > 0 || thread->is_ending))
        wake(thread);
    uv_mutex_unlock(&thread->mutex);
    return task;
}

static void note_failure(struct task_thread *thread, const struct err *why)
{
    uv_mutex_lock(&thread->mutex);
    if (!thread->has_failed)
        thread->why = *why;
    thread->has_failed = true;
    uv_mutex_unlock(&thread->mutex);
}

static void finish(struct task_thread *thread, struct task *task)
{
    uv_mutex_lock(&thread->mutex);
    add(&thread->finished, task);
    uv_mutex_unlock(&thread->mutex);
    uv_async_send(thread->async);
}

static void do_task(struct task_thread *thread, struct task *task)
{
    struct err why = {0};
    bool is_fine = task->work(task, &why);

    if (!thread->config.loop) { /* the task is freed */
        if (!is_fine)
            note_failure(thread, &why);
        return;
    }
    task->is_fine = is_fine;
    task->why = why;
    finish(thread, task);
}

/* Makes wake_fd unreadable again. */
static void drain(struct task_thread *thread)
{
    uint64_t count;

    while (read(thread->wake_fd, &count, sizeof count) > 0)
        ;
}

void task_thread_sleep(struct task_thread *thread, int ms)
{
    struct pollfd wake = {.fd = thread->wake_fd, .events = POLLIN};

    poll(&wake, 1, ms);
    drain(thread);
}

void task_thread_call_loop(struct task_thread *thread) { uv_async_send(thread->async); }

static void run(void *context)
{
    struct task_thread *thread = context;
    bool is_ending;

    for (;;) {
        struct task *task = take_waiting(thread, &is_ending);
        if (task) {
            do_task(thread, task);
        } else if (is_ending) {
            return;
        } else if (thread->config.on_idle) {
            thread->config.on_idle(thread->config.context, thread, thread->wake_fd);
            drain(thread);
        } else {
            task_thread_sleep(thread, -1);
        }
    }
}

/* ---- the sender's thread ---- */

void task_thread_send(struct task_thread *thread, struct task *task)
{
    assert(task->work && !thread->is_closed);
    assert((task->done != NULL) == (thread->config.loop != NULL));
    thread->pending += thread->config.loop != NULL;
    uv_mutex_lock(&thread->mutex);
    while (!thread->config.loop && thread->waiting == TASK_THREAD_WAITING_MAX)
        uv_cond_wait(&thread->taken, &thread->mutex);
    add(&thread->todo, task);
    thread->waiting++;
    uv_mutex_unlock(&thread->mutex);
    wake(thread);
}

bool task_thread_has_failed(struct task_thread *thread, struct err *why)
{
    uv_mutex_lock(&thread->mutex);
    bool has_failed = thread->has_failed;
    if (has_failed && why)
        *why = thread->why;
    uv_mutex_unlock(&thread->mutex);
    return has_failed;
}

static void end_thread(struct task_thread *thread)
{
    thread->is_closed = true;
    uv_mutex_lock(&thread->mutex);
    thread->is_ending = true;
    uv_mutex_unlock(&thread->mutex);
    wake(thread);
    for (int i = 0; i < thread->thread_count; i++)
        uv_thread_join(&thread->threads[i]);
    thread->thread_count = 0;
}

static void free_handle(uv_handle_t *handle) { free(handle); }

static void close_handle(struct task_thread *thread)
{
    if (thread->async)
        uv_close((uv_handle_t *)thread->async, free_handle);
    thread->async = NULL;
}

static void end_if_over(struct task_thread *thread)
{
    if (!thread->is_stopping || thread->pending > 0 || thread->is_closed)
        return;
    end_thread(thread);
    close_handle(thread);
}

static void on_async(uv_async_t *async)
{
    struct task_thread *thread = async->data;
    struct task *task;

    uv_mutex_lock(&thread->mutex);
    struct task_list finished = thread->finished;
    thread->finished = (struct task_list){0};
    uv_mutex_unlock(&thread->mutex);
    if (thread->config.on_call)
        thread->config.on_call(thread->config.context);
    while ((task = take(&finished))) {
        task->done(task);
        thread->pending--;
        assert(thread->pending >= 0);
    }
    end_if_over(thread);
}

void task_thread_stop(struct task_thread *thread)
{
    assert(thread->config.loop);
    thread->is_stopping = true;
    wake(thread);
    end_if_over(thread);
}

static bool open_handle(struct task_thread *thread)
{
    if (!thread->config.loop)
        return true;
    thread->async = memory_get(1, sizeof *thread->async);
    thread->async->data = thread;
    if (uv_async_init(thread->config.loop, thread->async, on_async) == 0)
        return true;
    free(thread->async);
    thread->async = NULL;
    errno = ENOMEM;
    return false;
}

/* Fewer threads than wanted are enough.  They begin by locking the mutex, so they find all of
 * this in its place. */
static bool start(struct task_thread *thread)
{
    int wanted = thread->config.threads > 0 ? thread->config.threads : 1;
    const uv_thread_options_t options = {.flags = UV_THREAD_HAS_STACK_SIZE,
                                         .stack_size = memory_stack()};

    assert(wanted == 1 || !thread->config.on_idle);
    if (thread->wake_fd < 0 || !open_handle(thread))
        return false;
    thread->threads = memory_get((size_t)wanted, sizeof *thread->threads);
    uv_mutex_lock(&thread->mutex);
    while (thread->thread_count < wanted && memory_has_room(options.stack_size) &&
           uv_thread_create_ex(&thread->threads[thread->thread_count], &options, run, thread) == 0)
        thread->thread_count++;
    uv_mutex_unlock(&thread->mutex);
    errno = thread->thread_count > 0 ? 0 : EAGAIN;
    return thread->thread_count > 0;
}

struct task_thread *task_thread_create(const struct task_thread_config *config, struct err *why)
{
    struct task_thread *thread = memory_get(1, sizeof *thread);

    thread->config = *config;
    thread->wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    uv_mutex_init(&thread->mutex);
    uv_cond_init(&thread->taken);
    if (start(thread))
        return thread;
    err_set(why, "system_refused", strerror(errno));
    task_thread_destroy(thread, NULL);
    return NULL;
}

bool task_thread_destroy(struct task_thread *thread, struct err *why)
{
    if (!thread)
        return true;
    assert(thread->is_closed || !thread->config.loop || thread->pending == 0);
    if (!thread->is_closed)
        end_thread(thread);
    close_handle(thread);
    bool is_fine = !task_thread_has_failed(thread, why);
    if (thread->wake_fd >= 0)
        close(thread->wake_fd);
    uv_cond_destroy(&thread->taken);
    uv_mutex_destroy(&thread->mutex);
    free(thread->threads);
    free(thread);
    return is_fine;
}
