#include "match/runner.h"

#include "base/clock.h"
#include "base/file.h"
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

/* The match of runner_play_match(). */
struct match_run {
    const struct match_config *config;
    struct match_report *report;
    struct queue_test test;
    struct folder *folder; /* NULL: none */
    bool has_begun;
    char place[PATH_MAX];
    char worker_name[WORKER_NAME_SIZE];
    /* How many workers there are elsewhere. */
    struct db_task asking;
    bool is_asking;
    struct queue_counts counts; /* the database thread's while it is asked */
};

struct runner {
    const struct runner_config *config;
    const struct match_events *events;
    struct match_run *match; /* NULL: the caller counts and decides */
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
    bool is_stopping;    /* after the first signal */
    bool is_quiet;       /* … and the worker has stopped */
    bool is_over;
    enum runner_end end;
    struct err why;
};

/* ---- what a test is called ---- */

/* The signature is of our own search: programs play the same whatever it is. */
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

struct db_thread *runner_db_thread(struct runner *runner) { return runner->db_thread; }

bool runner_is_stopping(const struct runner *runner)
{
    return runner->is_stopping || runner->is_over;
}

/* ---- the end ---- */

static bool work_close(struct db *db, struct db_task *task, struct err *why)
{
    return queue_close(db, ((struct entry *)task->context)->id, why);
}

static void on_closed(struct db_task *task) { (void)task; }

static void send_close(struct entry *entry)
{
    entry->task = (struct db_task){.work = work_close, .done = on_closed, .context = entry};
    db_thread_send(entry->runner->db_thread, &entry->task);
}

/* The worker has stopped: the tests are closed, and the database thread ends.  A test that is still
 * being entered is closed when it is. */
static void leave(struct runner *runner)
{
    for (struct entry *entry = runner->entries; entry; entry = entry->next) {
        if (entry->is_entered)
            send_close(entry);
    }
    db_thread_stop(runner->db_thread);
}

void runner_finish(struct runner *runner, enum runner_end end, const struct err *why)
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
}

static void fail(void *runner, const struct err *why) { runner_finish(runner, RUNNER_FAILED, why); }

static void on_signal(uv_signal_t *handle, int number)
{
    struct runner *runner = handle->data;

    (void)number;
    if (runner->is_stopping || !runner->worker) {
        runner_finish(runner, RUNNER_INTERRUPTED, NULL);
        return;
    }
    runner->is_stopping = true;
    worker_stop(runner->worker, WORKER_AFTER_GAMES);
}

/* ---- a match: counting and deciding ---- */

/* A run that is begun again may have been repaired: start failures of an earlier one do not count.
 */
static bool find_broken(struct match_run *match)
{
    struct match_report *report = match->report;
    int most = match->config->start_failures_max;

    for (int seat = 0; seat < MATCH_SEATS && most > 0 && !report->is_resuming; seat++) {
        if (report->tally.start_failures[seat] >= most) {
            report->broken = (enum match_seat)seat;
            return true;
        }
    }
    return false;
}

static bool is_decided(const struct match_run *match, const struct result *result)
{
    const struct stats_test *sprt = match->config->sprt;
    bool is_pair_complete = result->game % 2 == 1;

    return is_pair_complete && sprt &&
           stats_judge(sprt, stats_llr(&match->report->tally.pairs, sprt)) != STATS_OPEN;
}

/* Is this the last game that can have a result? */
static bool is_last(const struct match_run *match, int game)
{
    return game + 1 >= match->config->match->games;
}

static void decide(struct runner *runner, const struct result *result)
{
    struct match_run *match = runner->match;

    if (find_broken(match))
        runner_finish(runner, RUNNER_BROKEN, NULL);
    else if (is_decided(match, result))
        runner_finish(runner, RUNNER_DECIDED, NULL);
    else if (is_last(match, result->game))
        runner_finish(runner, RUNNER_DONE, NULL);
}

/* False: the disk refuses, and the runner has failed. */
static bool count_result(struct runner *runner, const struct result *result)
{
    struct match_run *match = runner->match;
    struct match_report *report = match->report;
    enum folder_age age = report->is_resuming ? FOLDER_GAME_OLD : FOLDER_GAME_NEW;
    struct err why = {0};

    if (match->folder && !folder_add(match->folder, result, age, &why)) {
        fail(runner, &why);
        return false;
    }
    assert(report->tally.games <= result->game); /* fewer, if pairs are closed */
    tally_add(&report->tally, result);
    report->resumed += report->is_resuming;
    return true;
}

static bool work_count_workers(struct db *db, struct db_task *task, struct err *why)
{
    struct match_run *match = task->context;

    return queue_count(db, &match->counts, why);
}

static void on_counted(struct db_task *task)
{
    struct match_run *match = task->context;

    match->is_asking = false;
    if (task->is_fine)
        match->report->workers = (int)match->counts.workers;
}

static void update_report(struct runner *runner)
{
    struct match_run *match = runner->match;
    struct match_report *report = match->report;

    report->is_stopping = runner_is_stopping(runner);
    report->elapsed_us = clock_now_us() - report->start_us;
    if (match->config->concurrency > 0 || match->is_asking || runner->ticks % ASK_EVERY != 0)
        return;
    match->is_asking = true;
    match->asking =
        (struct db_task){.work = work_count_workers, .done = on_counted, .context = match};
    db_thread_send(runner->db_thread, &match->asking);
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
    err_say(&why, "bot_broken", result->why);
    fail(runner, &why);
}

static void on_result(void *context, int64_t test, const struct result *result)
{
    struct runner *runner = context;
    const struct match_events *events = runner->events;

    if (runner->match && !count_result(runner, result))
        return;
    if (events->on_result)
        events->on_result(events->context, test, result);
    if (runner->match)
        decide(runner, result);
    else
        count_start_failure(runner, result);
}

static void on_pair_closed(void *context, int64_t test, int pair)
{
    struct runner *runner = context;
    const struct match_events *events = runner->events;

    if (runner->match) {
        runner->match->report->closed_pairs++;
        if (runner->match->folder)
            folder_skip_pair(runner->match->folder, pair);
    }
    if (events->on_pair_closed)
        events->on_pair_closed(events->context, test, pair);
    if (runner->match && is_last(runner->match, 2 * pair + 1))
        runner_finish(runner, RUNNER_DONE, NULL);
}

/* In a file no news comes of pairs that our own worker has closed, so the reader looks now and
 * then. */
static void on_timer(uv_timer_t *timer)
{
    struct runner *runner = timer->data;

    if (runner->match)
        update_report(runner);
    if (runner->events->on_tick)
        runner->events->on_tick(runner->events->context);
    if (runner->is_over)
        return;
    if (runner->is_quiet && result_reader_is_quiet(runner->reader))
        runner_finish(runner, RUNNER_INTERRUPTED, NULL);
    else if (runner->ticks++ % ASK_EVERY == 0)
        result_reader_look(runner->reader);
}

/* ---- the worker ---- */

static void on_worker_stopped(struct runner *runner)
{
    if (runner->is_over) {
        leave(runner);
        return;
    }
    runner->is_quiet = true;
    result_reader_look(runner->reader);
}

static void on_worker_news(void *owner, enum worker_news news, const struct err *why)
{
    struct runner *runner = owner;

    switch (news) {
    case WORKER_SUBMITTED:
        if (!runner->is_over)
            result_reader_look(runner->reader);
        return;
    case WORKER_REFUSED:
        if (!runner->events->on_refused)
            fail(runner, why);
        return;
    case WORKER_IDLE:
        return;
    case WORKER_FAILED:
        fail(runner, why);
        return;
    case WORKER_STOPPED:
        on_worker_stopped(runner);
        return;
    }
}

/* How the match of the one test starts the program of this name. */
static bool find_player(void *context, const char *name, struct match_player *player,
                        struct err *why)
{
    const struct match *match = ((const struct runner *)context)->config->match;

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

static void begin_playing(struct runner *runner)
{
    struct worker_config config = runner->config->worker;
    struct err why = {0};

    assert(!runner->worker && runner->has_caught_up);
    if (config.slots == 0)
        return;
    config.db_thread = runner->db_thread;
    config.events = runner->events;
    config.on_news = on_worker_news;
    config.owner = runner;
    if (runner->config->test) {
        config.only_test = runner->config->test->id;
        config.resolve = find_player;
        config.resolve_context = runner;
    }
    runner->worker = worker_create(&runner->loop, &config, &why);
    if (!runner->worker)
        fail(runner, &why);
}

void runner_look(struct runner *runner)
{
    if (runner->worker && !runner_is_stopping(runner))
        worker_look(runner->worker);
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
    if (!result_reader_is_quiet(runner->reader)) {
        db_thread_send(runner->db_thread, task);
        return;
    }
    runner->has_caught_up = true;
    if (runner->match) {
        struct match_report *report = runner->match->report;
        report->is_resuming = false;
        memset(report->tally.start_failures, 0, sizeof report->tally.start_failures);
    }
    if (runner->events->on_caught_up)
        runner->events->on_caught_up(runner->events->context);
    if (!runner_is_stopping(runner))
        begin_playing(runner);
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

    return queue_enter(db, entry->test, why);
}

static void on_entered(struct db_task *task)
{
    struct entry *entry = task->context;
    struct runner *runner = entry->runner;
    struct err why = task->why;

    if (runner->match)
        runner->match->has_begun = task->is_fine;
    if (!task->is_fine ||
        (runner->match && runner->match->folder && !folder_begin(runner->match->folder, &why))) {
        fail(runner, &why);
        return;
    }
    entry->id = entry->test->id;
    if (runner->is_over) {
        send_close(entry);
        return;
    }
    entry->is_entered = true;
    result_reader_add(runner->reader, entry->id, entry->match);
    if (runner->events->on_entered)
        runner->events->on_entered(runner->events->context, entry->test);
    if (runner->is_over)
        return;
    result_reader_look(runner->reader);
    catch_up(runner);
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
        .task = {.work = work_enter, .done = on_entered},
    };
    entry->task.context = entry;
    runner->entries = entry;
    db_thread_send(runner->db_thread, &entry->task);
}

static void on_dropped(struct db_task *task) { free(task->context); }

void runner_drop(struct runner *runner, const struct queue_test *test)
{
    struct entry **place = &runner->entries;

    while (*place && (*place)->test != test)
        place = &(*place)->next;
    struct entry *entry = *place;
    assert(entry && entry->is_entered);
    *place = entry->next;
    result_reader_drop(runner->reader, entry->id);
    entry->task = (struct db_task){.work = work_close, .done = on_dropped, .context = entry};
    db_thread_send(runner->db_thread, &entry->task);
}

/* ---- the store ---- */

static void on_news(void *context)
{
    struct runner *runner = context;

    if (runner->is_over)
        return;
    result_reader_look(runner->reader);
    runner_look(runner);
}

static void on_lost(void *context, const struct err *why)
{
    const struct match_events *events = ((struct runner *)context)->events;

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
    static const char *const channels[] = {QUEUE_NEWS_PAIRS, QUEUE_NEWS_RESULTS, NULL};
    const struct db_thread_events db_events = {
        .on_news = on_news, .on_lost = on_lost, .on_back = on_back, .context = runner};
    const struct result_reader_events reader_events = {.on_result = on_result,
                                                       .on_pair_closed = on_pair_closed,
                                                       .on_failed = fail,
                                                       .context = runner};

    runner->db_thread =
        db_thread_create(&runner->loop, runner->config->place, channels, &db_events, why);
    if (!runner->db_thread)
        return false;
    runner->reader = result_reader_create(runner->db_thread, &reader_events);
    return true;
}

/* ---- a run ---- */

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
    result_reader_destroy(runner->reader);
    db_thread_destroy(runner->db_thread);
    while (runner->entries) {
        struct entry *entry = runner->entries;
        runner->entries = entry->next;
        free(entry);
    }
}

static bool work(const struct runner_config *config, struct match_run *match, enum runner_end *end,
                 struct err *why)
{
    struct runner runner = {.config = config, .events = config->events, .match = match};

    assert(config->events && (config->test != NULL) == (config->match != NULL));
    *end = RUNNER_FAILED;
    uv_loop_init(&runner.loop);
    if (open_store(&runner, why)) {
        start_handles(&runner);
        if (config->test)
            runner_enter(&runner, config->test, config->match);
        if (config->events->on_begin)
            config->events->on_begin(config->events->context, &runner);
        uv_run(&runner.loop, UV_RUN_DEFAULT);
        *end = runner.end;
        if (why && runner.end == RUNNER_FAILED)
            *why = runner.why;
    }
    clear(&runner);
    uv_loop_close(&runner.loop);
    return *end != RUNNER_FAILED;
}

bool runner_work(const struct runner_config *config, enum runner_end *end, struct err *why)
{
    return work(config, NULL, end, why);
}

/* ---- a match: beginning and end ---- */

/* The name is the same for the same match in the same folder on the same machine, so that a run
 * after kill -9 gets its pairs back. */
static void choose_name_and_place(struct match_run *match)
{
    const struct match_config *config = match->config;
    const char *folder = config->folder ? config->folder : config->scratch;
    char path[PATH_MAX], key[QUEUE_KEY_SIZE];

    if (!config->folder || !realpath(config->folder, path))
        path[0] = '\0';
    runner_key(config->match, path, key);
    runner_worker_name(key, match->worker_name);
    if (config->store)
        snprintf(match->place, sizeof match->place, "%s", config->store);
    else
        snprintf(match->place, sizeof match->place, "%.*s/arena.db", PATH_MAX - 16, folder);
}

static bool open_folder(struct match_run *match, struct err *why)
{
    const struct match_config *config = match->config;

    if (config->folder)
        match->folder = folder_open(config->folder, config->match, config->saving, why);
    return !config->folder || match->folder;
}

static bool work_match(struct match_run *match, struct err *why)
{
    const struct match_config *config = match->config;
    const struct runner_config runner = {
        .place = match->place,
        .worker = {.name = match->worker_name,
                   .version = config->version,
                   .slots = config->concurrency,
                   .lease_ms = QUEUE_LEASE_MS,
                   .scratch = config->scratch,
                   .port = config->port,
                   .sandbox = config->sandbox,
                   .lang = config->match->lang},
        .test = &match->test,
        .match = config->match,
        .events = config->events,
    };

    return work(&runner, match, &match->report->end, why);
}

bool runner_play_match(const struct match_config *config, struct match_report *report,
                       struct err *why)
{
    struct match_run match = {.config = config, .report = report};

    *report = (struct match_report){.is_resuming = true,
                                    .start_us = clock_now_us(),
                                    .workers = config->concurrency > 0 ? -1 : 0};
    tally_init(&report->tally);
    runner_describe(&match.test, "match", config->match, match_print(config->match));
    match.test.games = config->match->games;
    match_key(config->match, match.test.key);
    choose_name_and_place(&match);
    bool is_fine = open_folder(&match, why) && work_match(&match, why);
    is_fine = folder_close(match.folder, is_fine ? why : NULL) && is_fine;
    file_free(match.test.match);
    report->elapsed_us = clock_now_us() - report->start_us;
    if (is_fine || !match.has_begun)
        return is_fine;
    report->end = RUNNER_FAILED;
    report->why = *why;
    return true;
}
