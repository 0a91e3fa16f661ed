#include "match/runner.h"

#include "base/memory.h"
#include "search/signature.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TICK_MS = 200, SIGNALS = 2 };

/* A test that was entered, and the tasks about it. */
struct entry {
    struct entry *next;
    struct runner *runner;
    struct queue_test *test;
    int64_t id; /* of the test, when it is entered */
    const struct match *match;
    struct db_task task;
    bool is_entered;
};

struct runner {
    const struct runner_config *config;
    uv_loop_t loop;
    uv_timer_t timer;
    uv_signal_t signals[SIGNALS];
    struct db_thread *db_thread;
    struct worker *worker; /* NULL: not yet, or nobody plays here */
    struct follower *follower;
    struct entry *entries;
    struct db_task settling;
    int start_failures; /* in a row */
    bool is_settling;   /* what was played before is being told … */
    bool has_caught_up; /* … and has been */
    bool is_stopping;   /* the person has asked for it */
    bool is_quiet;      /* … and nobody plays any more */
    bool is_over;
    enum runner_end end;
    struct err why;
};

/* ---- what a test is called ---- */

/* Programs play the same whatever our own search does. */
static bool has_builtin(const struct match *match)
{
    return match->players[MATCH_A].kind == MATCH_BUILTIN ||
           match->players[MATCH_B].kind == MATCH_BUILTIN;
}

void runner_describe(struct queue_test *test, const char *kind, const struct match *match,
                     struct slice text)
{
    *test = (struct queue_test){.match = text};
    snprintf(test->kind, sizeof test->kind, "%s", kind);
    snprintf(test->name, sizeof test->name, "%.60s : %.60s", match->players[MATCH_A].name,
             match->players[MATCH_B].name);
    if (has_builtin(match))
        search_signature(match->rules, test->signature);
}

void runner_key(const struct match *match, const char *more, char key[QUEUE_KEY_SIZE])
{
    unsigned char hash[(QUEUE_KEY_SIZE - 1) / 2];
    char of_terms[MATCH_KEY_SIZE];
    crypto_generichash_state state;

    match_key(match, of_terms);
    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    crypto_generichash_update(&state, (const unsigned char *)of_terms, strlen(of_terms));
    crypto_generichash_update(&state, (const unsigned char *)more, strlen(more));
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2hex(key, QUEUE_KEY_SIZE, hash, sizeof hash);
}

void runner_crew_name(const char *key, char name[WORKER_NAME_SIZE])
{
    char host[WORKER_NAME_SIZE / 2] = "";

    gethostname(host, sizeof host - 1);
    snprintf(name, WORKER_NAME_SIZE, "%s %.12s", host, key);
}

struct db_thread *runner_clerk(struct runner *runner) { return runner->db_thread; }

bool runner_is_stopping(const struct runner *runner)
{
    return runner->is_stopping || runner->is_over;
}

/* ---- the end ---- */

static bool close_test(struct db *db, struct db_task *task, struct err *why)
{
    struct entry *entry = task->context;

    return queue_close(db, entry->id, why);
}

static void on_closed(struct db_task *task) { (void)task; }

static void send_close(struct entry *entry)
{
    entry->task = (struct db_task){.work = close_test, .done = on_closed, .context = entry};
    db_thread_send(entry->runner->db_thread, &entry->task);
}

/* Nobody plays here any more: the tests are closed, and the db_thread goes home.  What is still being entered is
 * closed when it is. */
static void leave(void *context)
{
    struct runner *runner = context;

    for (struct entry *entry = runner->entries; entry; entry = entry->next) {
        if (entry->is_entered)
            send_close(entry);
    }
    db_thread_stop(runner->db_thread);
}

void runner_finish(struct runner *runner, enum runner_end end, const struct err *why)
{
    if (runner->is_over)
        return;
    runner->is_over = true;
    runner->end = end;
    if (why)
        runner->why = *why;
    result_reader_stop(runner->follower);
    uv_close((uv_handle_t *)&runner->timer, NULL);
    for (int i = 0; i < SIGNALS; i++)
        uv_close((uv_handle_t *)&runner->signals[i], NULL);
    if (runner->worker && !runner->is_quiet)
        worker_stop(runner->worker, WORKER_AT_ONCE, leave);
    else
        leave(runner);
}

static void fail(struct runner *runner, const struct err *why)
{
    runner_finish(runner, RUNNER_FAILED, why);
}

/* ---- people ---- */

static void on_quiet(void *context)
{
    struct runner *runner = context;

    if (runner->is_over) {
        leave(runner);
        return;
    }
    runner->is_quiet = true;
    result_reader_look(runner->follower);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct runner *runner = handle->data;

    (void)number;
    if (runner->is_stopping || !runner->worker) {
        runner_finish(runner, RUNNER_INTERRUPTED, NULL);
        return;
    }
    runner->is_stopping = true;
    worker_stop(runner->worker, WORKER_AFTER_GAMES, on_quiet);
}

static void on_timer(uv_timer_t *timer)
{
    struct runner *runner = timer->data;

    if (runner->config->on_tick)
        runner->config->on_tick(runner->config->context);
    if (runner->is_quiet && result_reader_is_quiet(runner->follower))
        runner_finish(runner, RUNNER_INTERRUPTED, NULL);
}

/* ---- those who play ---- */

static void on_submitted(void *context)
{
    struct runner *runner = context;

    if (!runner->is_over)
        result_reader_look(runner->follower);
}

static void on_refused(void *context, const struct queue_test *test, const struct err *why)
{
    struct runner *runner = context;

    if (runner->config->on_refused)
        runner->config->on_refused(runner->config->context, test, why);
    else
        fail(runner, why);
}

static void on_crew_failed(void *context, const struct err *why) { fail(context, why); }

static void on_wait(void *context, int game, int port, const char *reservation)
{
    struct runner *runner = context;

    if (runner->config->on_wait)
        runner->config->on_wait(runner->config->context, game, port, reservation);
}

/* What is known here of the one who has this name. */
static bool find_player(const struct match *match, const char *name, struct match_player *player,
                        struct err *why)
{
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        const struct match_player *known = &match->players[seat];
        if (strcmp(known->name, name) != 0)
            continue;
        memcpy(player->command, known->command, sizeof player->command);
        memcpy(player->folder, known->folder, sizeof player->folder);
        return true;
    }
    return err_say(why, "bot_unknown", name);
}

static bool resolve(void *context, const char *name, struct match_player *player, struct err *why)
{
    const struct runner_config *config = ((const struct runner *)context)->config;

    return config->only_terms ? find_player(config->only_terms, name, player, why)
                              : config->resolve(config->context, name, player, why);
}

static void begin_playing(struct runner *runner)
{
    struct worker_config config = runner->config->worker;
    struct err why = {0};

    if (config.size == 0)
        return;
    config.db_thread = runner->db_thread;
    config.only_test = runner->config->only_terms ? runner->entries->test->id : 0;
    config.resolve = resolve;
    config.on_wait = on_wait;
    config.on_submitted = on_submitted;
    config.on_refused = on_refused;
    config.on_failed = on_crew_failed;
    config.context = runner;
    runner->worker = worker_create(&runner->loop, &config, &why);
    if (!runner->worker)
        fail(runner, &why);
}

void runner_look(struct runner *runner)
{
    if (runner->worker && !runner->is_stopping && !runner->is_over)
        worker_look(runner->worker);
}

/* ---- tests ---- */

static bool enter_test(struct db *db, struct db_task *task, struct err *why)
{
    struct entry *entry = task->context;

    return queue_enter(db, entry->test, why);
}

static bool do_nothing(struct db *db, struct db_task *task, struct err *why)
{
    (void)db, (void)task, (void)why;
    return true;
}

/* Chores are done in order, so the follower's have been done before. */
static void on_settled(struct db_task *task)
{
    struct runner *runner = task->context;

    if (runner->is_over)
        return;
    if (!result_reader_is_quiet(runner->follower)) {
        db_thread_send(runner->db_thread, task);
        return;
    }
    runner->has_caught_up = true;
    if (runner->config->on_caught_up)
        runner->config->on_caught_up(runner->config->context);
    if (!runner->is_over && !runner->is_stopping)
        begin_playing(runner);
}

/* What was decided long ago is not played again: nobody plays before everything is told. */
static void settle(struct runner *runner)
{
    if (runner->is_settling)
        return;
    runner->is_settling = true;
    runner->settling = (struct db_task){.work = do_nothing, .done = on_settled, .context = runner};
    db_thread_send(runner->db_thread, &runner->settling);
}

static void on_entered(struct db_task *task)
{
    struct entry *entry = task->context;
    struct runner *runner = entry->runner;

    if (!task->is_fine) {
        fail(runner, &task->why);
        return;
    }
    entry->id = entry->test->id;
    if (runner->is_over) {
        send_close(entry);
        return;
    }
    entry->is_entered = true;
    result_reader_add(runner->follower, entry->test->id, entry->match);
    runner->config->on_entered(runner->config->context, entry->test);
    if (runner->is_over)
        return;
    result_reader_look(runner->follower);
    settle(runner);
    runner_look(runner);
}

void runner_enter(struct runner *runner, struct queue_test *test, const struct match *match)
{
    struct entry *entry = memory_get(1, sizeof *entry);

    *entry = (struct entry){
        .next = runner->entries,
        .runner = runner,
        .test = test,
        .match = match,
        .task = {.work = enter_test, .done = on_entered},
    };
    entry->task.context = entry;
    runner->entries = entry;
    db_thread_send(runner->db_thread, &entry->task);
}

static void on_dropped(struct db_task *task) { free(task->context); }

void runner_drop(struct runner *runner, const struct queue_test *test)
{
    struct entry **place = &runner->entries;

    while ((*place)->test != test)
        place = &(*place)->next;
    struct entry *entry = *place;
    *place = entry->next;
    result_reader_drop(runner->follower, entry->id);
    entry->task = (struct db_task){.work = close_test, .done = on_dropped, .context = entry};
    db_thread_send(runner->db_thread, &entry->task);
}

/* ---- results and news ---- */

/* A program that cannot be started would go on so for ever.  What happened to an earlier runner does not count:
 * whoever begins again has tried something. */
static void count_failure(struct runner *runner, const struct result *result)
{
    struct err why = {0};

    if (!runner->has_caught_up)
        return;
    runner->start_failures = result->ending == ENDING_NO_JOIN ? runner->start_failures + 1 : 0;
    if (runner->config->start_failures_max == 0 ||
        runner->start_failures < runner->config->start_failures_max)
        return;
    err_say(&why, "bot_broken", result->why);
    fail(runner, &why);
}

static void on_note(void *context, int64_t test, const struct result *result)
{
    struct runner *runner = context;

    runner->config->on_note(runner->config->context, test, result);
    count_failure(runner, result);
}

static void on_bad_line(void *context, const struct err *why) { fail(context, why); }

static void on_news(void *context)
{
    struct runner *runner = context;

    if (runner->is_over)
        return;
    result_reader_look(runner->follower);
    runner_look(runner);
}

static void on_lost(void *context, const struct err *why)
{
    struct runner *runner = context;

    if (runner->config->on_lost)
        runner->config->on_lost(runner->config->context, why);
}

static void on_back(void *context)
{
    on_lost(context, NULL);
    on_news(context);
}

/* ---- the beginning ---- */

static bool open_store(struct runner *runner, struct err *why)
{
    static const char *const channels[] = {QUEUE_NEWS_PAIRS, QUEUE_NEWS_RESULTS, NULL};
    const struct db_thread_events events = {
        .on_news = on_news, .on_lost = on_lost, .on_back = on_back, .context = runner};
    const struct result_reader_events follows = {
        .on_note = on_note, .on_failed = on_bad_line, .context = runner};

    runner->db_thread =
        db_thread_create(&runner->loop, runner->config->place, channels, &events, why);
    if (!runner->db_thread)
        return false;
    runner->follower = result_reader_create(runner->db_thread, &follows);
    return true;
}

static void start_handles(struct runner *runner)
{
    static const int numbers[SIGNALS] = {SIGINT, SIGTERM};

    uv_timer_init(&runner->loop, &runner->timer);
    runner->timer.data = runner;
    uv_timer_start(&runner->timer, on_timer, TICK_MS, TICK_MS);
    for (int i = 0; i < SIGNALS; i++) {
        uv_signal_init(&runner->loop, &runner->signals[i]);
        runner->signals[i].data = runner;
        uv_signal_start(&runner->signals[i], on_signal, numbers[i]);
    }
}

static void clear(struct runner *runner)
{
    worker_destroy(runner->worker);
    result_reader_destroy(runner->follower);
    db_thread_destroy(runner->db_thread);
    while (runner->entries) {
        struct entry *entry = runner->entries;
        runner->entries = entry->next;
        free(entry);
    }
}

bool runner_work(const struct runner_config *config, enum runner_end *end, struct err *why)
{
    struct runner runner = {.config = config};

    *end = RUNNER_FAILED;
    uv_loop_init(&runner.loop);
    if (open_store(&runner, why)) {
        start_handles(&runner);
        config->on_begin(config->context, &runner);
        uv_run(&runner.loop, UV_RUN_DEFAULT);
        *end = runner.end;
        if (why && runner.end == RUNNER_FAILED)
            *why = runner.why;
    }
    clear(&runner);
    uv_loop_close(&runner.loop);
    return *end != RUNNER_FAILED;
}
