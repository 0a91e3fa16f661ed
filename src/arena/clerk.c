#include "arena/clerk.h"

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
    CHECK_MS = 2000, /* an idle clerk asks whether the server is still there */
    PAUSE_MIN_MS = 100,
    PAUSE_MAX_MS = 5000,
};

/* A queue of chores. */
struct chores {
    struct chore *first, *last;
};

/* What the thread has for the loop. */
struct mail {
    struct chores finished;
    bool has_news;
    bool is_lost, is_back; /* the latter is later */
    struct err why;
};

struct clerk {
    struct clerk_events events;
    uv_async_t bell; /* there is mail */
    uv_thread_t thread;
    int wake_fd; /* there is work, or the end */
    /* The loop's. */
    int pending; /* chores sent and not yet given back */
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
    struct chores todo;
    struct mail mail;
    bool is_stopping; /* no more waiting for a lost server */
    bool is_ending;   /* there will be no more chores */
};

static void add(struct chores *chores, struct chore *chore)
{
    chore->next = NULL;
    if (chores->last)
        chores->last->next = chore;
    else
        chores->first = chore;
    chores->last = chore;
}

static struct chore *take(struct chores *chores)
{
    struct chore *chore = chores->first;

    if (!chore)
        return NULL;
    chores->first = chore->next;
    if (!chores->first)
        chores->last = NULL;
    return chore;
}

/* ---- the thread: the server goes and comes ---- */

static bool ask_flag(struct clerk *clerk, const bool *flag)
{
    uv_mutex_lock(&clerk->mutex);
    bool value = *flag;
    uv_mutex_unlock(&clerk->mutex);
    return value;
}

static void drain(struct clerk *clerk)
{
    uint64_t count;

    while (read(clerk->wake_fd, &count, sizeof count) > 0)
        ;
}

static void tell_lost(struct clerk *clerk)
{
    uv_mutex_lock(&clerk->mutex);
    clerk->mail.is_lost = true;
    clerk->mail.is_back = false;
    clerk->mail.why = clerk->lost_why;
    uv_mutex_unlock(&clerk->mutex);
    uv_async_send(&clerk->bell);
}

/* Whatever was said in between was not heard, so there may be news. */
static void tell_back(struct clerk *clerk)
{
    uv_mutex_lock(&clerk->mutex);
    clerk->mail.is_back = true;
    clerk->mail.has_news = true;
    uv_mutex_unlock(&clerk->mutex);
    uv_async_send(&clerk->bell);
}

static void tell_news(struct clerk *clerk)
{
    uv_mutex_lock(&clerk->mutex);
    clerk->mail.has_news = true;
    uv_mutex_unlock(&clerk->mutex);
    uv_async_send(&clerk->bell);
}

/* Lets the time pass; new chores do not shorten it.  False: the clerk is to stop. */
static bool pause_ms(struct clerk *clerk, int ms)
{
    int64_t end_us = clock_now_us() + (int64_t)ms * 1000;
    struct pollfd wake = {.fd = clerk->wake_fd, .events = POLLIN};

    while (!ask_flag(clerk, &clerk->is_stopping)) {
        int64_t left_us = end_us - clock_now_us();
        if (left_us <= 0)
            return true;
        poll(&wake, 1, (int)(left_us / 1000) + 1);
        drain(clerk);
    }
    return false;
}

/* Tries until the server is here again.  False: it is not, and the clerk is to stop. */
static bool come_back(struct clerk *clerk, const struct err *why)
{
    int pause = PAUSE_MIN_MS;

    clerk->lost_why = *why;
    tell_lost(clerk);
    while (!db_reconnect(clerk->db, NULL)) {
        if (!pause_ms(clerk, pause)) {
            clerk->has_given_up = true;
            return false;
        }
        pause = 2 * pause < PAUSE_MAX_MS ? 2 * pause : PAUSE_MAX_MS;
    }
    tell_back(clerk);
    return true;
}

static bool is_lost(const struct err *why) { return strcmp(why->code, "store_lost") == 0; }

/* ---- the thread: chores ---- */

static bool work_once(struct clerk *clerk, struct chore *chore)
{
    if (clerk->has_given_up) {
        chore->why = clerk->lost_why;
        return false;
    }
    chore->why = (struct err){0};
    return chore->work(clerk->db, chore, &chore->why);
}

static void do_chore(struct clerk *clerk, struct chore *chore)
{
    do
        chore->is_fine = work_once(clerk, chore);
    while (!chore->is_fine && is_lost(&chore->why) && !clerk->has_given_up &&
           come_back(clerk, &chore->why));
    uv_mutex_lock(&clerk->mutex);
    add(&clerk->mail.finished, chore);
    uv_mutex_unlock(&clerk->mutex);
    uv_async_send(&clerk->bell);
}

/* A file cannot speak up; but it can be asked whether another process has written. */
static bool file_has_changed(struct clerk *clerk)
{
    int64_t before = clerk->version;

    return db_number(clerk->db, "PRAGMA data_version", DB_NO_VALUES, 0, &clerk->version, NULL) &&
           clerk->version != before;
}

static void check_server(struct clerk *clerk)
{
    struct err why = {0};
    int64_t now_us = clock_now_us();

    if (now_us - clerk->checked_us < (int64_t)CHECK_MS * 1000)
        return;
    clerk->checked_us = now_us;
    if (!db_run(clerk->db, "SELECT 1", DB_NO_VALUES, &why) && is_lost(&why))
        come_back(clerk, &why);
}

static void idle(struct clerk *clerk)
{
    bool has_news = db_wait(clerk->db, clerk->wake_fd, IDLE_MS);

    drain(clerk);
    if (clerk->has_given_up)
        return;
    if (db_engine(clerk->db) == DB_SQLITE)
        has_news = file_has_changed(clerk);
    else
        check_server(clerk);
    if (has_news)
        tell_news(clerk);
}

static struct chore *next_chore(struct clerk *clerk)
{
    uv_mutex_lock(&clerk->mutex);
    struct chore *chore = take(&clerk->todo);
    uv_mutex_unlock(&clerk->mutex);
    return chore;
}

static void run(void *context)
{
    struct clerk *clerk = context;

    while (!ask_flag(clerk, &clerk->is_ending)) {
        struct chore *chore = next_chore(clerk);
        if (chore)
            do_chore(clerk, chore);
        else
            idle(clerk);
    }
}

/* ---- the loop ---- */

static void wake(struct clerk *clerk)
{
    uint64_t one = 1;

    /* It fails only when it is awake anyway. */
    if (write(clerk->wake_fd, &one, sizeof one) < 0)
        return;
}

static void raise_flag(struct clerk *clerk, bool *flag)
{
    uv_mutex_lock(&clerk->mutex);
    *flag = true;
    uv_mutex_unlock(&clerk->mutex);
    wake(clerk);
}

/* What was sent is done, and nobody will send more. */
static void end_if_over(struct clerk *clerk)
{
    if (!ask_flag(clerk, &clerk->is_stopping) || clerk->pending > 0 || clerk->is_closed)
        return;
    clerk->is_closed = true;
    raise_flag(clerk, &clerk->is_ending);
    uv_thread_join(&clerk->thread);
    uv_close((uv_handle_t *)&clerk->bell, NULL);
}

static void tell_link(struct clerk *clerk, const struct mail *mail)
{
    if (mail->is_lost && !clerk->is_away) {
        clerk->is_away = true;
        if (clerk->events.on_lost)
            clerk->events.on_lost(clerk->events.context, &mail->why);
    }
    if (mail->is_back && clerk->is_away) {
        clerk->is_away = false;
        if (clerk->events.on_back)
            clerk->events.on_back(clerk->events.context);
    }
}

static void give_back(struct clerk *clerk, struct chores *finished)
{
    struct chore *chore;

    while ((chore = take(finished))) {
        chore->done(chore);
        clerk->pending--;
    }
}

static void on_bell(uv_async_t *bell)
{
    struct clerk *clerk = bell->data;

    uv_mutex_lock(&clerk->mutex);
    struct mail mail = clerk->mail;
    clerk->mail = (struct mail){0};
    uv_mutex_unlock(&clerk->mutex);
    tell_link(clerk, &mail);
    give_back(clerk, &mail.finished);
    if (mail.has_news && clerk->events.on_news)
        clerk->events.on_news(clerk->events.context);
    end_if_over(clerk);
}

void clerk_send(struct clerk *clerk, struct chore *chore)
{
    assert(!clerk->is_closed);
    clerk->pending++;
    uv_mutex_lock(&clerk->mutex);
    add(&clerk->todo, chore);
    uv_mutex_unlock(&clerk->mutex);
    wake(clerk);
}

void clerk_stop(struct clerk *clerk)
{
    raise_flag(clerk, &clerk->is_stopping);
    end_if_over(clerk);
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

/* When the power fails we are gone together with a file, and begin again with what it has.  A server must
 * not forget what it has said, because we go on when it comes back. */
static enum db_care care_for(const char *place)
{
    return db_is_server(place) ? DB_SYNCED : DB_RELAXED;
}

static bool open_store(struct clerk *clerk, const char *place, const char *const channels[],
                       struct err *why)
{
    clerk->db = db_open(place, care_for(place), why);
    return clerk->db && schema_migrate(clerk->db, why) && listen_to_all(clerk->db, channels, why);
}

/* The thread begins by waiting for the mutex, so it finds the bell in its place. */
static bool start_thread(struct clerk *clerk, uv_loop_t *loop, struct err *why)
{
    if (clerk->wake_fd < 0)
        return err_say(why, "no_memory", "");
    uv_mutex_lock(&clerk->mutex);
    bool is_running = uv_thread_create(&clerk->thread, run, clerk) == 0;
    if (is_running) {
        uv_async_init(loop, &clerk->bell, on_bell);
        clerk->bell.data = clerk;
    }
    uv_mutex_unlock(&clerk->mutex);
    return is_running || err_say(why, "no_memory", "");
}

struct clerk *clerk_create(uv_loop_t *loop, const char *place, const char *const channels[],
                           const struct clerk_events *events, struct err *why)
{
    struct clerk *clerk = memory_get(1, sizeof *clerk);

    clerk->events = *events;
    clerk->wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    uv_mutex_init(&clerk->mutex);
    if (open_store(clerk, place, channels, why) && start_thread(clerk, loop, why))
        return clerk;
    clerk_destroy(clerk);
    return NULL;
}

void clerk_destroy(struct clerk *clerk)
{
    if (!clerk)
        return;
    db_close(clerk->db);
    if (clerk->wake_fd >= 0)
        close(clerk->wake_fd);
    uv_mutex_destroy(&clerk->mutex);
    free(clerk);
}
