#include "store/db_thread.h"

#include "base/clock.h"
#include "base/memory.h"
#include "store/schema.h"

#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    IDLE_MS = 200,
    CHECK_MS = 2000, /* an idle thread asks so often whether the server is still there */
    PAUSE_MIN_MS = 100,
    PAUSE_MAX_MS = 5000,
};

/* What the thread has found out and the loop has not been told. */
struct db_news {
    bool has_news;
    bool is_lost, is_back; /* both: lost first, then back */
    struct err why;        /* of is_lost */
};

struct db_thread {
    struct db_thread_events events;
    struct task_thread *tasks;
    atomic_bool is_stopping; /* a lost server is not waited for any more */
    /* Of the loop's thread. */
    bool is_away; /* on_lost was called, on_back not yet */
    /* Of the database thread. */
    struct db *db;
    int64_t checked_us;
    int64_t version; /* of a file: it changes when another process writes */
    bool has_given_up;
    struct err lost_why;
    /* Of both; the mutex guards it. */
    uv_mutex_t mutex;
    struct db_news news;
};

/* ---- the database thread: the server is lost and comes back ---- */

static void tell(struct db_thread *db_thread, struct task_thread *thread,
                 const struct db_news *more)
{
    struct db_news *news = &db_thread->news;

    uv_mutex_lock(&db_thread->mutex);
    if (more->is_lost)
        *news = (struct db_news){.has_news = news->has_news, .is_lost = true, .why = more->why};
    news->is_back |= more->is_back;
    news->has_news |= more->has_news;
    uv_mutex_unlock(&db_thread->mutex);
    task_thread_call_loop(thread);
}

/* Lets the time pass; new tasks do not shorten it.  False: db_thread_stop() was called. */
static bool pause_ms(struct db_thread *db_thread, struct task_thread *thread, int ms)
{
    int64_t end_us = clock_now_us() + (int64_t)ms * 1000;

    while (!atomic_load(&db_thread->is_stopping)) {
        int64_t left_us = end_us - clock_now_us();
        if (left_us <= 0)
            return true;
        task_thread_sleep(thread, (int)(left_us / 1000) + 1);
    }
    return false;
}

/* Reconnects, however long it takes.  False: db_thread_stop() was called before that. */
static bool reconnect(struct db_thread *db_thread, struct task_thread *thread,
                      const struct err *why)
{
    int pause = PAUSE_MIN_MS;

    db_thread->lost_why = *why;
    tell(db_thread, thread, &(struct db_news){.is_lost = true, .why = *why});
    while (!db_reconnect(db_thread->db, NULL)) {
        if (!pause_ms(db_thread, thread, pause)) {
            db_thread->has_given_up = true;
            return false;
        }
        pause = 2 * pause < PAUSE_MAX_MS ? 2 * pause : PAUSE_MAX_MS;
    }
    /* Messages of the meantime were not received, so there may be news as well. */
    tell(db_thread, thread, &(struct db_news){.is_back = true, .has_news = true});
    return true;
}

static bool is_lost(const struct err *why) { return strcmp(why->code, "store_lost") == 0; }

/* ---- the database thread: tasks ---- */

static struct db_task *db_task_of(struct task *task)
{
    return (struct db_task *)((char *)task - offsetof(struct db_task, task));
}

static bool work_once(struct db_thread *db_thread, struct db_task *task, struct err *why)
{
    *why = (struct err){0};
    if (!db_thread->has_given_up)
        return task->work(db_thread->db, task, why);
    *why = db_thread->lost_why;
    return false;
}

static bool work(struct task *task, struct err *why)
{
    struct db_task *db_task = db_task_of(task);
    struct db_thread *db_thread = db_task->db_thread;
    bool is_fine;

    do
        is_fine = work_once(db_thread, db_task, why);
    while (!is_fine && is_lost(why) && !db_thread->has_given_up &&
           reconnect(db_thread, db_thread->tasks, why));
    return is_fine;
}

/* ---- the database thread: no task is waiting ---- */

/* A file sends no messages; but it can be asked whether another process has written. */
static bool file_has_changed(struct db_thread *db_thread)
{
    int64_t before = db_thread->version;

    return db_number(db_thread->db, "PRAGMA data_version", DB_NO_VALUES, 0, &db_thread->version,
                     NULL) &&
           db_thread->version != before;
}

static void check_server(struct db_thread *db_thread, struct task_thread *thread)
{
    struct err why = {0};
    int64_t now_us = clock_now_us();

    if (now_us - db_thread->checked_us < (int64_t)CHECK_MS * 1000)
        return;
    db_thread->checked_us = now_us;
    if (!db_run(db_thread->db, "SELECT 1", DB_NO_VALUES, &why) && is_lost(&why))
        reconnect(db_thread, thread, &why);
}

static void on_idle(void *context, struct task_thread *thread, int wake_fd)
{
    struct db_thread *db_thread = context;
    bool is_file = db_engine(db_thread->db) == DB_SQLITE;
    bool can_sleep = is_file && !db_thread->events.on_news; /* until the next task */
    bool has_news = db_wait(db_thread->db, wake_fd, can_sleep ? -1 : IDLE_MS);

    if (db_thread->has_given_up || can_sleep)
        return;
    if (is_file)
        has_news = file_has_changed(db_thread);
    else
        check_server(db_thread, thread);
    if (has_news)
        tell(db_thread, thread, &(struct db_news){.has_news = true});
}

/* ---- the loop's thread ---- */

static void on_call(void *context)
{
    struct db_thread *db_thread = context;
    const struct db_thread_events *events = &db_thread->events;

    uv_mutex_lock(&db_thread->mutex);
    struct db_news news = db_thread->news;
    db_thread->news = (struct db_news){0};
    uv_mutex_unlock(&db_thread->mutex);
    if (news.is_lost && !db_thread->is_away) {
        db_thread->is_away = true;
        if (events->on_lost)
            events->on_lost(events->context, &news.why);
    }
    if (news.is_back && db_thread->is_away) {
        db_thread->is_away = false;
        if (events->on_back)
            events->on_back(events->context);
    }
    if (news.has_news && events->on_news)
        events->on_news(events->context);
}

static void done(struct task *task)
{
    struct db_task *db_task = db_task_of(task);

    db_task->is_fine = task->is_fine;
    db_task->why = task->why;
    db_task->done(db_task);
}

void db_thread_send(struct db_thread *db_thread, struct db_task *task)
{
    assert(task->work && task->done);
    task->task = (struct task){.work = work, .done = done};
    task->db_thread = db_thread;
    task_thread_send(db_thread->tasks, &task->task);
}

void db_thread_stop(struct db_thread *db_thread)
{
    atomic_store(&db_thread->is_stopping, true);
    task_thread_stop(db_thread->tasks);
}

/* ---- beginning and end ---- */

static bool listen_to_all(struct db *db, const char *const channels[], struct err *why)
{
    for (int i = 0; channels && channels[i]; i++) {
        if (!db_listen(db, channels[i], why))
            return false;
    }
    return true;
}

/* The runner of a match needs no file that is synced: a power failure ends it together with its
 * file, and the next run begins with what the file has.  A server must not forget what it has
 * confirmed, because this process goes on when the server is back. */
static enum db_care care_for(const struct db_thread_config *config)
{
    return config->is_synced || db_is_server(config->place) ? DB_SYNCED : DB_RELAXED;
}

static bool open_store(struct db_thread *db_thread, const struct db_thread_config *config,
                       struct err *why)
{
    db_thread->db = db_open(config->place, care_for(config), why);
    return db_thread->db && schema_migrate(db_thread->db, why) &&
           listen_to_all(db_thread->db, config->channels, why);
}

struct db_thread *db_thread_create(const struct db_thread_config *config, struct err *why)
{
    struct db_thread *db_thread = memory_get(1, sizeof *db_thread);
    const struct task_thread_config tasks = {
        .loop = config->loop, .on_idle = on_idle, .on_call = on_call, .context = db_thread};

    db_thread->events = config->events;
    uv_mutex_init(&db_thread->mutex);
    if (open_store(db_thread, config, why))
        db_thread->tasks = task_thread_create(&tasks, why);
    if (db_thread->tasks)
        return db_thread;
    db_thread_destroy(db_thread);
    return NULL;
}

void db_thread_destroy(struct db_thread *db_thread)
{
    if (!db_thread)
        return;
    task_thread_destroy(db_thread->tasks, NULL);
    db_close(db_thread->db);
    uv_mutex_destroy(&db_thread->mutex);
    free(db_thread);
}
