#include "server/admin_password.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/task_thread.h"
#include "server/internal.h"
#include "server/password_file.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

enum { REFUSED_AT_ONCE = 64 }; /* in one turn of the loop */

/* A password that is to be checked. */
struct check {
    struct task task;   /* first: the thread's task is this check */
    struct check *next; /* of those that wait */
    struct admin_password *secret;
    struct server *server;
    struct session_id session;
    struct visitor *visitor; /* its address */
    char password[MSG_WORD_SIZE];
    int64_t due_us; /* not before: a wrong password of this connection came lately, or surplus */
};

struct admin_password {
    uv_loop_t *loop;
    char data_dir[PATH_MAX];
    struct task_thread *thread; /* checks one at a time; NULL until the first */
    uv_timer_t timer;           /* the next check is due; only with the thread */
    bool is_checking;           /* the thread is at work */
    bool is_stopping;
    int64_t rest_until_us[2]; /* after a wrong password; of other machines and of this one */
    struct check *waiting;    /* in the order in which they came */
    int waiting_from_others;  /* at most LIMIT_PASSWORD_CHECKS */
    /* Those beyond are refused unseen, but not sooner than others, in the order in which they came.
     */
    struct check *surplus, *surplus_last;
};

/* Without a given one that of the folder stays, or one is drawn and printed. */
static bool settle_password(const char *data_dir, const char *given, struct err *why)
{
    char drawn[PASSWORD_DRAWN_SIZE];

    if (given)
        return password_file_set(data_dir, given, why);
    if (password_file_is_there(data_dir))
        return true;
    password_file_draw(drawn);
    if (!password_file_set(data_dir, drawn, why))
        return false;
    printf("administrator's password: %s\n", drawn);
    return true;
}

struct admin_password *admin_password_create(uv_loop_t *loop, const char *data_dir,
                                             const char *password, struct err *why)
{
    struct admin_password *secret;

    if (!settle_password(data_dir, password, why))
        return NULL;
    secret = memory_get(1, sizeof *secret);
    secret->loop = loop;
    snprintf(secret->data_dir, sizeof secret->data_dir, "%s", data_dir);
    return secret;
}

static bool is_local(const struct check *check) { return check->visitor->is_loopback; }

static void free_check(struct check *check)
{
    visitors_leave(check->server->visitors, check->visitor);
    free(check);
}

static void free_list(struct check *check)
{
    while (check) {
        struct check *next = check->next;
        free_check(check);
        check = next;
    }
}

void admin_password_stop(struct admin_password *secret)
{
    if (!secret->thread || secret->is_stopping)
        return;
    secret->is_stopping = true;
    free_list(secret->waiting);
    free_list(secret->surplus);
    uv_close((uv_handle_t *)&secret->timer, NULL);
    task_thread_stop(secret->thread);
}

void admin_password_destroy(struct admin_password *secret)
{
    if (!secret)
        return;
    task_thread_destroy(secret->thread, NULL);
    free(secret);
}

/* ---- on the thread ---- */

static bool work(struct task *task, struct err *why)
{
    struct check *check = (struct check *)task;

    bool is_right = password_file_fits(check->secret->data_dir, check->password, why);

    sodium_memzero(check->password, sizeof check->password);
    return is_right;
}

/* ---- on the loop ---- */

static const char wrong[] = "wrong password";

/* The password itself is not repeated: it is gone from memory by now. */
static void refuse_password(struct session *session, const char *message)
{
    struct xml_node request = {.name = "authenticate", .text = ""};
    struct msg msg = {.kind = MSG_AUTHENTICATE, .element = &request};

    session->refused_us = clock_now_us();
    if (message == wrong)
        session_refuse_as(session, &msg, REFUSAL_WRONG_PASSWORD);
    else
        session_refuse(session, &msg, message);
}

/* Only players need pauses between messages. */
static void welcome_admin(struct session *session)
{
    session->server->admin_count += !session->is_admin;
    session->is_admin = true;
    session_limit_queue(session);
    conn_set_message_gap(session->conn, 0);
}

/* Tells the session, if it is still there; `message` NULL: the password is right. */
static void answer(struct check *check, const char *message)
{
    struct session *session = session_find(check->server, check->session);

    if (session) {
        session->is_checking = false;
        if (message)
            refuse_password(session, message);
        else
            welcome_admin(session);
        session_resume(session);
    }
    free_check(check);
}

static void go_on(struct admin_password *secret);

static void note_wrong(struct admin_password *secret, const struct check *check, int64_t now_us)
{
    secret->rest_until_us[is_local(check)] = now_us + PASSWORD_REST_MS * 1000;
    check->visitor->refused_us = now_us;
}

static void done(struct task *task)
{
    struct check *check = (struct check *)task;
    struct admin_password *secret = check->secret;

    bool is_unknown = !task->is_fine && strcmp(task->why.code, "memory_short") == 0;

    secret->is_checking = false;
    if (!task->is_fine && !is_unknown)
        note_wrong(secret, check, clock_now_us());
    answer(check, task->is_fine ? NULL
                  : is_unknown  ? "the server is short of memory, please come back later"
                                : wrong);
    go_on(secret);
}

/* ---- whose turn it is ---- */

/* When a check may be looked at. */
static int64_t due_us(const struct admin_password *secret, const struct check *check)
{
    int64_t due_us = secret->rest_until_us[is_local(check)];

    if (!is_local(check) && check->visitor->refused_us > 0 &&
        check->visitor->refused_us + PASSWORD_DELAY_MS * 1000 > due_us)
        due_us = check->visitor->refused_us + PASSWORD_DELAY_MS * 1000;
    return check->due_us > due_us ? check->due_us : due_us;
}

/* Of two checks that are due: this machine first, then the address that has waited longest. */
static bool is_before(const struct check *a, const struct check *b)
{
    if (is_local(a) || is_local(b))
        return is_local(a) && !is_local(b);
    return a->visitor->checked_us < b->visitor->checked_us;
}

/* The place in the list of the next check; `wake_us` is when to look again if there is none. */
static struct check **find_next(struct admin_password *secret, int64_t now_us, int64_t *wake_us)
{
    struct check **next = NULL;

    *wake_us = INT64_MAX;
    for (struct check **at = &secret->waiting; *at; at = &(*at)->next) {
        int64_t at_us = due_us(secret, *at);
        if (at_us > now_us)
            *wake_us = at_us < *wake_us ? at_us : *wake_us;
        else if (!next || is_before(*at, *next))
            next = at;
    }
    return next;
}

static struct check *take_out(struct admin_password *secret, struct check **place)
{
    struct check *check = *place;

    *place = check->next;
    secret->waiting_from_others -= !is_local(check);
    visitor_give_back(check->visitor, VISITOR_PASSWORDS, 1);
    return check;
}

/* Checks of connections that were closed are not worth the time. */
static void drop_closed(struct admin_password *secret)
{
    struct check **at = &secret->waiting;

    while (*at) {
        if (session_find((*at)->server, (*at)->session))
            at = &(*at)->next;
        else
            free_check(take_out(secret, at));
    }
}

/* Checks the next password if one is due; when one will be due otherwise, or while one is being
 * checked INT64_MAX. */
static int64_t check_next(struct admin_password *secret, int64_t now_us)
{
    int64_t wake_us;

    if (secret->is_checking)
        return INT64_MAX;
    drop_closed(secret);
    struct check **place = find_next(secret, now_us, &wake_us);
    if (!place)
        return wake_us;
    struct check *check = take_out(secret, place);
    check->visitor->checked_us = now_us;
    secret->is_checking = true;
    task_thread_send(secret->thread, &check->task);
    return INT64_MAX;
}

/* Refuses surplus ones that are due, some at a time; when the next one is due, or INT64_MAX. */
static int64_t refuse_surplus(struct admin_password *secret, int64_t now_us)
{
    struct check *check;

    for (int i = 0; (check = secret->surplus) && check->due_us <= now_us; i++) {
        if (i == REFUSED_AT_ONCE)
            return now_us;
        secret->surplus = check->next;
        answer(check, "too many attempts, please wait");
    }
    return check ? check->due_us : INT64_MAX;
}

static void on_timer(uv_timer_t *timer) { go_on(timer->data); }

static void go_on(struct admin_password *secret)
{
    int64_t now_us = clock_now_us();

    if (secret->is_stopping)
        return;
    int64_t refuse_us = refuse_surplus(secret, now_us), check_us = check_next(secret, now_us);
    int64_t wake_us = refuse_us < check_us ? refuse_us : check_us;
    if (wake_us < INT64_MAX)
        uv_timer_start(&secret->timer, on_timer, (uint64_t)((wake_us - now_us) / 1000) + 1, 0);
}

static bool start_thread(struct admin_password *secret)
{
    if (secret->thread)
        return true;
    secret->thread = task_thread_create(&(struct task_thread_config){.loop = secret->loop}, NULL);
    if (!secret->thread)
        return false;
    uv_timer_init(secret->loop, &secret->timer);
    secret->timer.data = secret;
    return true;
}

static void add_surplus(struct admin_password *secret, struct check *check);

/* All places of other addresses are taken: the one whose address was looked at last gives way to an
 * address that has waited longer, so that repeated guesses keep no place. */
static bool make_room(struct admin_password *secret, const struct check *check)
{
    struct check **last = NULL;

    for (struct check **at = &secret->waiting; *at; at = &(*at)->next) {
        if (!is_local(*at) && (!last || (*at)->visitor->checked_us > (*last)->visitor->checked_us))
            last = at;
    }
    if (!last || (*last)->visitor->checked_us <= check->visitor->checked_us)
        return false;
    add_surplus(secret, take_out(secret, last));
    return true;
}

/* False: it has no place any more. */
static bool add_waiting(struct admin_password *secret, struct check *check)
{
    struct check **end = &secret->waiting;

    if (!is_local(check) && secret->waiting_from_others == LIMIT_PASSWORD_CHECKS &&
        !make_room(secret, check)) {
        visitors_refuse(check->server->visitors, TOTAL_PASSWORDS);
        return false;
    }
    if (!visitor_take(check->visitor, VISITOR_PASSWORDS))
        return false;
    while (*end)
        end = &(*end)->next;
    *end = check;
    secret->waiting_from_others += !is_local(check);
    return true;
}

static void add_surplus(struct admin_password *secret, struct check *check)
{
    check->next = NULL;
    check->due_us = clock_now_us() + PASSWORD_DELAY_MS * 1000;
    if (secret->surplus)
        secret->surplus_last->next = check;
    else
        secret->surplus = check;
    secret->surplus_last = check;
}

bool admin_password_check(struct admin_password *secret, struct session *session,
                          const char *password)
{
    if (secret->is_stopping || !start_thread(secret))
        return false;
    struct check *check = memory_get(1, sizeof *check);
    check->task = (struct task){.work = work, .done = done};
    check->secret = secret;
    check->server = session->server;
    check->session = session_id(session);
    /* The session's visitor, so it is there; the check may outlast the session. */
    check->visitor = visitors_enter(session->server->visitors, &session->visitor->group);
    if (session->refused_us > 0)
        check->due_us = session->refused_us + PASSWORD_DELAY_MS * 1000;
    snprintf(check->password, sizeof check->password, "%s", password);
    drop_closed(secret); /* their places are free */
    if (!add_waiting(secret, check))
        add_surplus(secret, check);
    session->is_checking = true;
    /* Not now: we may be inside the answer to another check, which lets its session go on. */
    uv_timer_start(&secret->timer, on_timer, 0, 0);
    return true;
}
