#include "store/db_thread.h"

#include "base/clock.h"
#include "base/memory.h"
#include "store/schema.h"

#include <assert.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
    IDLE_MS = 200,
    CHECK_MS = 2000, /* an idle db_thread asks whether the server is still there */
    PAUSE_MIN_MS = 100,
    PAUSE_MAX_MS = 5000,
};

/* A queue of tasks. */
struct tasks {
    struct db_task *first, *last;
};

/* What the thread has for the loop. */
struct mail {
    struct tasks finished;
    bool has_news;
    bool is_lost, is_back; /* the latter is later */
    struct err why;
};

struct db_thread {
    struct db_thread_events events;
    uv_async_t bell; /* there is mail */
    uv_thread_t thread;
    int wake_fd; /* there is work, or the end */
    /* The loop's. */
    int pending; /* tasks sent and not yet given back */
    bool is_away;
    bool is_closed;
    /* The thread's. */
    struct db *db;
    int64_t checked_us;
    int64_t version; /* of the file: it changes when somebody else writes */
    bool has_given_up;
    struct err lost_why;
    /* Both; the mutex guards it. */
    uv_mutex_t mutex;
    struct tasks todo;
    struct mail mail;
    bool is_stopping; /* no more waiting for a lost server */
    bool is_ending;   /* there will be no more tasks */
};

static void add(struct tasks *tasks, struct db_task *task)
{
    task->next = NULL;
    if (tasks->last)
        tasks->last->next = task;
    else
        tasks->first = task;
    tasks->last = task;
}

static struct db_task *take(struct tasks *tasks)
{
    struct db_task *task = tasks->first;

    if (!task)
        return NULL;
    tasks->first = task->next;
    if (!tasks->first)
        tasks->last = NULL;
    return task;
}

/* ---- the thread: the server goes and comes ---- */

static bool ask_flag(struct db_thread *db_thread, const bool *flag)
{
    uv_mutex_lock(&db_thread->mutex);
    bool value = *flag;
    uv_mutex_unlock(&db_thread->mutex);
    return value;
}

static void drain(struct db_thread *db_thread)
{
    uint64_t count;

    while (read(db_thread->wake_fd, &count, sizeof count) > 0)
        ;
}

static void tell_lost(struct db_thread *db_thread)
{
    uv_mutex_lock(&db_thread->mutex);
    db_thread->mail.is_lost = true;
    db_thread->mail.is_back = false;
    db_thread->mail.why = db_thread->lost_why;
    uv_mutex_unlock(&db_thread->mutex);
    uv_async_send(&db_thread->bell);
}

/* Whatever was said in between was not heard, so there may be news. */
static void tell_back(struct db_thread *db_thread)
{
    uv_mutex_lock(&db_thread->mutex);
    db_thread->mail.is_back = true;
    db_thread->mail.has_news = true;
    uv_mutex_unlock(&db_thread->mutex);
    uv_async_send(&db_thread->bell);
}

static void tell_news(struct db_thread *db_thread)
{
    uv_mutex_lock(&db_thread->mutex);
    db_thread->mail.has_news = true;
    uv_mutex_unlock(&db_thread->mutex);
    uv_async_send(&db_thread->bell);
}

/* Lets the time pass; new tasks do not shorten it.  False: the db_thread is to stop. */
static bool pause_ms(struct db_thread *db_thread, int ms)
{
    int64_t end_us = clock_now_us() + (int64_t)ms * 1000;
    struct pollfd wake = {.fd = db_thread->wake_fd, .events = POLLIN};

    while (!ask_flag(db_thread, &db_thread->is_stopping)) {
        int64_t left_us = end_us - clock_now_us();
        if (left_us <= 0)
            return true;
        poll(&wake, 1, (int)(left_us / 1000) + 1);
        drain(db_thread);
    }
    return false;
}

/* Tries until the server is here again.  False: it is not, and the db_thread is to stop. */
static bool come_back(struct db_thread *db_thread, const struct err *why)
{
    int pause = PAUSE_MIN_MS;

    db_thread->lost_why = *why;
    tell_lost(db_thread);
    while (!db_reconnect(db_thread->db, NULL)) {
        if (!pause_ms(db_thread, pause)) {
            db_thread->has_given_up = true;
            return false;
        }
        pause = 2 * pause < PAUSE_MAX_MS ? 2 * pause : PAUSE_MAX_MS;
    }
    tell_back(db_thread);
    return true;
}

static bool is_lost(const struct err *why) { return strcmp(why->code, "store_lost") == 0; }

/* ---- the thread: tasks ---- */

static bool work_once(struct db_thread *db_thread, struct db_task *task)
{
    if (db_thread->has_given_up) {
        task->why = db_thread->lost_why;
        return false;
    }
    task->why = (struct err){0};
    return task->work(db_thread->db, task, &task->why);
}

static void do_chore(struct db_thread *db_thread, struct db_task *task)
{
    do
        task->is_fine = work_once(db_thread, task);
    while (!task->is_fine && is_lost(&task->why) && !db_thread->has_given_up &&
           come_back(db_thread, &task->why));
    uv_mutex_lock(&db_thread->mutex);
    add(&db_thread->mail.finished, task);
    uv_mutex_unlock(&db_thread->mutex);
    uv_async_send(&db_thread->bell);
}

/* A file cannot speak up; but it can be asked whether another process has written. */
static bool file_has_changed(struct db_thread *db_thread)
{
    int64_t before = db_thread->version;

    return db_number(db_thread->db, "PRAGMA data_version", DB_NO_VALUES, 0, &db_thread->version,
                     NULL) &&
           db_thread->version != before;
}

static void check_server(struct db_thread *db_thread)
{
    struct err why = {0};
    int64_t now_us = clock_now_us();

    if (now_us - db_thread->checked_us < (int64_t)CHECK_MS * 1000)
        return;
    db_thread->checked_us = now_us;
    if (!db_run(db_thread->db, "SELECT 1", DB_NO_VALUES, &why) && is_lost(&why))
        come_back(db_thread, &why);
}

static void idle(struct db_thread *db_thread)
{
    bool has_news = db_wait(db_thread->db, db_thread->wake_fd, IDLE_MS);

    drain(db_thread);
    if (db_thread->has_given_up)
        return;
    if (db_engine(db_thread->db) == DB_SQLITE)
        has_news = file_has_changed(db_thread);
    else
        check_server(db_thread);
    if (has_news)
        tell_news(db_thread);
}

static struct db_task *next_chore(struct db_thread *db_thread)
{
    uv_mutex_lock(&db_thread->mutex);
    struct db_task *task = take(&db_thread->todo);
    uv_mutex_unlock(&db_thread->mutex);
    return task;
}

static void run(void *context)
{
    struct db_thread *db_thread = context;

    while (!ask_flag(db_thread, &db_thread->is_ending)) {
        struct db_task *task = next_chore(db_thread);
        if (task)
            do_chore(db_thread, task);
        else
            idle(db_thread);
    }
}

/* ---- the loop ---- */

static void wake(struct db_thread *db_thread)
{
    uint64_t one = 1;

    /* It fails only when it is awake anyway. */
    if (write(db_thread->wake_fd, &one, sizeof one) < 0)
        return;
}

static void raise_flag(struct db_thread *db_thread, bool *flag)
{
    uv_mutex_lock(&db_thread->mutex);
    *flag = true;
    uv_mutex_unlock(&db_thread->mutex);
    wake(db_thread);
}

/* What was sent is done, and nobody will send more. */
static void end_if_over(struct db_thread *db_thread)
{
    if (!ask_flag(db_thread, &db_thread->is_stopping) || db_thread->pending > 0 ||
        db_thread->is_closed)
        return;
    db_thread->is_closed = true;
    raise_flag(db_thread, &db_thread->is_ending);
    uv_thread_join(&db_thread->thread);
    uv_close((uv_handle_t *)&db_thread->bell, NULL);
}

static void tell_link(struct db_thread *db_thread, const struct mail *mail)
{
    if (mail->is_lost && !db_thread->is_away) {
        db_thread->is_away = true;
        if (db_thread->events.on_lost)
            db_thread->events.on_lost(db_thread->events.context, &mail->why);
    }
    if (mail->is_back && db_thread->is_away) {
        db_thread->is_away = false;
        if (db_thread->events.on_back)
            db_thread->events.on_back(db_thread->events.context);
    }
}

static void give_back(struct db_thread *db_thread, struct tasks *finished)
{
    struct db_task *task;

    while ((task = take(finished))) {
        task->done(task);
        db_thread->pending--;
    }
}

static void on_bell(uv_async_t *bell)
{
    struct db_thread *db_thread = bell->data;

    uv_mutex_lock(&db_thread->mutex);
    struct mail mail = db_thread->mail;
    db_thread->mail = (struct mail){0};
    uv_mutex_unlock(&db_thread->mutex);
    tell_link(db_thread, &mail);
    give_back(db_thread, &mail.finished);
    if (mail.has_news && db_thread->events.on_news)
        db_thread->events.on_news(db_thread->events.context);
    end_if_over(db_thread);
}

void db_thread_send(struct db_thread *db_thread, struct db_task *task)
{
    assert(!db_thread->is_closed);
    db_thread->pending++;
    uv_mutex_lock(&db_thread->mutex);
    add(&db_thread->todo, task);
    uv_mutex_unlock(&db_thread->mutex);
    wake(db_thread);
}

void db_thread_stop(struct db_thread *db_thread)
{
    raise_flag(db_thread, &db_thread->is_stopping);
    end_if_over(db_thread);
}

/* ---- beginning and end ---- */

static bool listen_to_all(struct db *db, const char *const channels[], struct err *why)
{
    for (int i = 0; channels[i]; i++) {
        if (!db_listen(db, channels[i], why))
            return false;
    }
    return true;
}

/* When the power fails we are gone together with a file, and begin again with what it has.  A
 * server must not forget what it has said, because we go on when it comes back. */
static enum db_care care_for(const char *place)
{
    return db_is_server(place) ? DB_SYNCED : DB_RELAXED;
}

static bool open_store(struct db_thread *db_thread, const char *place, const char *const channels[],
                       struct err *why)
{
    db_thread->db = db_open(place, care_for(place), why);
    return db_thread->db && schema_migrate(db_thread->db, why) &&
           listen_to_all(db_thread->db, channels, why);
}

/* The thread begins by waiting for the mutex, so it finds the bell in its place. */
static bool start_thread(struct db_thread *db_thread, uv_loop_t *loop, struct err *why)
{
    if (db_thread->wake_fd < 0)
        return err_say(why, "no_memory", "");
    uv_mutex_lock(&db_thread->mutex);
    bool is_running = uv_thread_create(&db_thread->thread, run, db_thread) == 0;
    if (is_running) {
        uv_async_init(loop, &db_thread->bell, on_bell);
        db_thread->bell.data = db_thread;
    }
    uv_mutex_unlock(&db_thread->mutex);
    return is_running || err_say(why, "no_memory", "");
}

struct db_thread *db_thread_create(uv_loop_t *loop, const char *place, const char *const channels[],
                                   const struct db_thread_events *events, struct err *why)
{
    struct db_thread *db_thread = memory_get(1, sizeof *db_thread);

    db_thread->events = *events;
    db_thread->wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    uv_mutex_init(&db_thread->mutex);
    if (open_store(db_thread, place, channels, why) && start_thread(db_thread, loop, why))
        return db_thread;
    db_thread_destroy(db_thread);
    return NULL;
}

void db_thread_destroy(struct db_thread *db_thread)
{
    if (!db_thread)
        return;
    db_close(db_thread->db);
    if (db_thread->wake_fd >= 0)
        close(db_thread->wake_fd);
    uv_mutex_destroy(&db_thread->mutex);
    free(db_thread);
}
