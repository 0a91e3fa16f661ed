#include "match/runner.h"

#include "base/loop.h"
#include "base/memory.h"
#include "search/signature.h"

#include <assert.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TICK_MS = 200, ASK_EVERY = 5 /* ticks */, SIGNALS = 2 };

/* A test that was entered, and the database tasks about it. */
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
    const struct runner_calls *calls;
    uv_loop_t loop;
    uv_timer_t timer;
    uv_signal_t signals[SIGNALS];
    struct db_thread *db_thread;
    struct worker *worker; /* NULL: not yet, or none plays here */
    struct result_reader *reader;
    struct entry *entries;
    struct db_task catching_up;
    int ticks;
    int start_failures;  /* in a row */
    bool is_catching_up; /* results of earlier runs are being read … */
    bool has_caught_up;  /* … and have been told */
    bool is_lost;        /* the server of the store is away */
    bool is_stopping;    /* after the first signal */
    bool is_quiet;       /* … and the worker has stopped */
    bool is_over;
    enum runner_end end;
    struct err why;
};

struct db_thread *runner_db_thread(struct runner *runner) { return runner->db_thread; }

const struct worker *runner_worker(const struct runner *runner) { return runner->worker; }

bool runner_is_stopping(const struct runner *runner)
{
    return runner->is_stopping || runner->is_over;
}

static void call(const struct runner *runner, void (*function)(void *context))
{
    if (function)
        function(runner->calls->context);
}

/* ---- the end ---- */

static bool work_close(struct db *db, struct db_task *task, struct err *why)
{
    return queue_close_test(db, ((struct entry *)task->context)->id, why);
}

static void on_closed(struct db_task *task) { (void)task; }

static void send_close(struct entry *entry, void (*done)(struct db_task *task))
{
    entry->task = (struct db_task){.work = work_close, .done = done, .context = entry};
    db_thread_send(entry->runner->db_thread, &entry->task);
}

/* The worker has stopped: the tests are closed, and the database thread ends.  A test that is still
 * being entered is closed when it is. */
static void leave(struct runner *runner)
{
    for (struct entry *entry = runner->entries; entry; entry = entry->next) {
        if (entry->is_entered)
            send_close(entry, on_closed);
    }
    db_thread_stop(runner->db_thread);
}

void runner_stop(struct runner *runner, enum runner_end end, const struct err *why)
{
    assert((end == RUNNER_FAILED) == (why != NULL));
    if (runner->is_over)
        return;
    runner->is_over = true;
    runner->end = end;
    if (why)
        runner->why = *why;
    result_reader_stop(runner->reader);
    uv_close((uv_handle_t *)&runner->timer, NULL);
    for (int i = 0; i < SIGNALS; i++)
        uv_close((uv_handle_t *)&runner->signals[i], NULL);
    if (runner->worker && !runner->is_quiet)
        worker_stop(runner->worker, WORKER_AT_ONCE);
    else
        leave(runner);
    /* A person that has asked twice does not wait for a server that is away. */
    if (end == RUNNER_INTERRUPTED && runner->is_lost)
        db_thread_stop(runner->db_thread);
}

static void fail(void *runner, const struct err *why) { runner_stop(runner, RUNNER_FAILED, why); }

static void on_signal(uv_signal_t *handle, int number)
{
    struct runner *runner = handle->data;

    (void)number;
    if (runner->is_stopping || !runner->worker) {
        runner_stop(runner, RUNNER_INTERRUPTED, NULL);
        return;
    }
    runner->is_stopping = true;
    call(runner, runner->calls->on_stopping);
    worker_stop(runner->worker, WORKER_AFTER_GAMES);
}

/* ---- results ---- */

/* A program that cannot be started would fail for ever. */
static void count_start_failure(struct runner *runner, const struct result *result)
{
    int most = runner->config->start_failures_max;
    struct err why = {0};

    if (!runner->has_caught_up || most == 0)
        return;
    runner->start_failures = result->ending == ENDING_NO_JOIN ? runner->start_failures + 1 : 0;
    if (runner->start_failures < most)
        return;
    err_set(&why, "bot_broken", result->why);
    fail(runner, &why);
}

static void on_result(void *context, int64_t test, const struct result *result)
{
    struct runner *runner = context;

    if (runner->calls->on_result)
        runner->calls->on_result(runner->calls->context, test, result);
    count_start_failure(runner, result);
}

static void on_pair_closed(void *context, int64_t test, int pair)
{
    const struct runner_calls *calls = ((struct runner *)context)->calls;

    if (calls->on_pair_closed)
        calls->on_pair_closed(calls->context, test, pair);
}

/* In a file no news comes of pairs that our own worker has closed, so the reader looks now and
 * then. */
static void on_timer(uv_timer_t *timer)
{
    struct runner *runner = timer->data;
    const struct match_events *events = runner->config->worker.events;

    call(runner, runner->calls->on_tick);
    if (events->on_tick)
        events->on_tick(events->context);
    if (runner->is_over)
        return;
    if (runner->is_quiet && result_reader_is_up_to_date(runner->reader))
        runner_stop(runner, RUNNER_INTERRUPTED, NULL);
    else if (runner->ticks++ % ASK_EVERY == 0)
        result_reader_poll(runner->reader);
}

/* ---- the worker ---- */

static void on_worker_stopped(struct runner *runner)
{
    call(runner, runner->calls->on_stopped);
    if (runner->is_over) {
        leave(runner);
        return;
    }
    runner->is_quiet = true;
    result_reader_poll(runner->reader);
}

static void on_worker_news(void *owner, enum worker_news news, const struct queue_test *test,
                           const struct err *why)
{
    struct runner *runner = owner;
    const struct runner_calls *calls = runner->calls;

    switch (news) {
    case WORKER_SUBMITTED:
        if (!runner->is_over)
            result_reader_poll(runner->reader);
        return;
    case WORKER_REFUSED:
        if (calls->on_refused)
            calls->on_refused(calls->context, test, why);
        else
            fail(runner, why);
        return;
    case WORKER_IDLE:
        if (runner->config->ends_when_idle)
            runner_stop(runner, RUNNER_DONE, NULL);
        return;
    case WORKER_FAILED:
        fail(runner, why);
        return;
    case WORKER_STOPPED:
        on_worker_stopped(runner);
        return;
    }
}

static bool start_worker(struct runner *runner, struct err *why)
{
    struct worker_config config = runner->config->worker;
    char name[WORKER_NAME_SIZE];

    assert(!runner->worker && (config.name || runner->config->test));
    if (!config.name) {
        runner_worker_name(runner->config->test->key, name);
        config.name = name;
    }
    config.db_thread = runner->db_thread;
    config.on_news = on_worker_news;
    config.owner = runner;
    if (runner->config->test) {
        config.only_test = runner->config->test->id;
        config.bots = runner->config->match->players;
        config.bot_count = MATCH_SEATS;
    }
    runner->worker = worker_create(&runner->loop, &config, why);
    return runner->worker != NULL;
}

static void begin_playing(struct runner *runner)
{
    struct err why = {0};

    runner->has_caught_up = true;
    if (runner->config->worker.slots > 0 && !start_worker(runner, &why))
        fail(runner, &why);
    else
        call(runner, runner->calls->on_playing);
}

void runner_new_pairs(struct runner *runner)
{
    if (runner->worker && !runner_is_stopping(runner))
        worker_poll(runner->worker);
}

/* ---- tests ---- */

static bool work_nothing(struct db *db, struct db_task *task, struct err *why)
{
    (void)db, (void)task, (void)why;
    return true;
}

/* Database tasks are done in order, so the reader's have been done before this one. */
static void on_caught_up(struct db_task *task)
{
    struct runner *runner = task->context;

    if (runner->is_over)
        return;
    if (result_reader_is_up_to_date(runner->reader))
        begin_playing(runner);
    else
        db_thread_send(runner->db_thread, task);
}

/* Reads all stored results before the worker starts: the match may be decided already. */
static void catch_up(struct runner *runner)
{
    if (runner->is_catching_up)
        return;
    runner->is_catching_up = true;
    runner->catching_up =
        (struct db_task){.work = work_nothing, .done = on_caught_up, .context = runner};
    db_thread_send(runner->db_thread, &runner->catching_up);
}

static bool work_enter(struct db *db, struct db_task *task, struct err *why)
{
    struct entry *entry = task->context;

    return queue_enter_test(db, entry->test, why);
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
        send_close(entry, on_closed);
        return;
    }
    entry->is_entered = true;
    result_reader_add_test(runner->reader, entry->id, entry->match);
    if (runner->calls->on_entered)
        runner->calls->on_entered(runner->calls->context, entry->test);
    if (runner->is_over)
        return;
    result_reader_poll(runner->reader);
    catch_up(runner);
    runner_new_pairs(runner);
}

void runner_enter_test(struct runner *runner, struct queue_test *test, const struct match *match)
{
    struct entry *entry = memory_get(1, sizeof *entry);

    assert(!runner->config->is_helper);
    *entry = (struct entry){
        .next = runner->entries,
        .runner = runner,
        .test = test,
        .match = match,
        .task = {.work = work_enter, .done = on_entered},
    };
    entry->task.context = entry;
    runner->entries = entry;
    db_thread_send(runner->db_thread, &entry->task);
}

static void on_dropped(struct db_task *task) { free(task->context); }

void runner_drop_test(struct runner *runner, const struct queue_test *test)
{
    struct entry **place = &runner->entries;

    while (*place && (*place)->test != test)
        place = &(*place)->next;
    struct entry *entry = *place;
    assert(entry && entry->is_entered);
    *place = entry->next;
    result_reader_drop_test(runner->reader, entry->id);
    send_close(entry, on_dropped);
}

/* ---- the store ---- */

static void on_news(void *context)
{
    struct runner *runner = context;

    if (runner->is_over)
        return;
    result_reader_poll(runner->reader);
    runner_new_pairs(runner);
}

static void on_lost(void *context, const struct err *why)
{
    struct runner *runner = context;
    const struct match_events *events = runner->config->worker.events;

    runner->is_lost = why != NULL;
    if (events->on_lost)
        events->on_lost(events->context, why);
}

static void on_back(void *context)
{
    on_lost(context, NULL);
    on_news(context);
}

static bool open_store(struct runner *runner, struct err *why)
{
    static const char *const channels[] = {QUEUE_NEWS_RESULTS, QUEUE_NEWS_PAIRS, NULL};
    const struct db_thread_config db_config = {
        .loop = &runner->loop,
        .place = runner->config->place,
        .channels = runner->config->is_helper ? channels + 1 : channels,
        .events = {.on_news = on_news, .on_lost = on_lost, .on_back = on_back, .context = runner}};
    const struct result_reader_events reader_events = {.on_result = on_result,
                                                       .on_pair_closed = on_pair_closed,
                                                       .on_failed = fail,
                                                       .context = runner};

    runner->db_thread = db_thread_create(&db_config, why);
    if (!runner->db_thread)
        return false;
    runner->reader = result_reader_create(runner->db_thread, &reader_events);
    return true;
}

/* ---- a run ---- */

static void begin(struct runner *runner)
{
    static const int numbers[SIGNALS] = {SIGINT, SIGTERM};
    const struct runner_config *config = runner->config;

    uv_timer_init(&runner->loop, &runner->timer);
    runner->timer.data = runner;
    uv_timer_start(&runner->timer, on_timer, TICK_MS, TICK_MS);
    for (int i = 0; i < SIGNALS; i++) {
        uv_signal_init(&runner->loop, &runner->signals[i]);
        runner->signals[i].data = runner;
        uv_signal_start(&runner->signals[i], on_signal, numbers[i]);
    }
    if (runner->calls->on_begin)
        runner->calls->on_begin(runner->calls->context, runner);
    if (config->test)
        runner_enter_test(runner, config->test, config->match);
    if (config->is_helper)
        begin_playing(runner);
}

static void clear(struct runner *runner)
{
    worker_destroy(runner->worker);
    result_reader_destroy(runner->reader);
    db_thread_destroy(runner->db_thread);
    while (runner->entries) {
        struct entry *entry = runner->entries;
        runner->entries = entry->next;
        free(entry);
    }
}

bool runner_work(const struct runner_config *config, enum runner_end *end, struct err *why)
{
    struct runner runner = {.config = config, .calls = config->calls};

    assert(config->calls && config->worker.events);
    assert((config->test != NULL) == (config->match != NULL));
    assert(!config->is_helper || (!config->test && config->worker.slots > 0));
    *end = RUNNER_FAILED;
    if (!loop_init(&runner.loop, why))
        return false;
    if (open_store(&runner, why)) {
        begin(&runner);
        uv_run(&runner.loop, UV_RUN_DEFAULT);
        assert(runner.is_over);
        *end = runner.end;
        if (why && runner.end == RUNNER_FAILED)
            *why = runner.why;
    }
    clear(&runner);
    uv_loop_close(&runner.loop);
    return *end != RUNNER_FAILED;
}

/* ---- what a test is called ---- */

/* The signature is of our own search: programs play the same whatever it is. */
static bool has_builtin(const struct match *match)
{
    return match->players[MATCH_A].kind == MATCH_BUILTIN ||
           match->players[MATCH_B].kind == MATCH_BUILTIN;
}

void queue_test_from_match(struct queue_test *test, const char *kind, const struct match *match)
{
    *test = (struct queue_test){.match = match_print(match)};
    snprintf(test->kind, sizeof test->kind, "%s", kind);
    snprintf(test->name, sizeof test->name, "%.60s : %.60s", match->players[MATCH_A].name,
             match->players[MATCH_B].name);
    if (has_builtin(match))
        search_signature(match->rules, test->signature);
}

void runner_key(const struct match *match, const char *more, char key[QUEUE_KEY_SIZE])
{
    unsigned char hash[(QUEUE_KEY_SIZE - 1) / 2];
    char of_match[MATCH_KEY_SIZE];
    crypto_generichash_state state;

    match_key(match, of_match);
    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    crypto_generichash_update(&state, (const unsigned char *)of_match, strlen(of_match));
    crypto_generichash_update(&state, (const unsigned char *)more, strlen(more));
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2hex(key, QUEUE_KEY_SIZE, hash, sizeof hash);
}

void runner_worker_name(const char *key, char name[WORKER_NAME_SIZE])
{
    char host[WORKER_NAME_SIZE / 2] = "";

    gethostname(host, sizeof host - 1);
    snprintf(name, WORKER_NAME_SIZE, "%s %.12s", host, key);
}
