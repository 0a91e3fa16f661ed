#include "match/match_run.h"

#include "base/clock.h"
#include "base/file.h"
#include "match/runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASK_EVERY = 5 }; /* ticks */

struct run {
    const struct match_run_config *config;
    struct match_run_report *report;
    struct runner *runner;
    struct queue_test test;
    struct folder *folder;
    char place[PATH_MAX];
    char name[WORKER_NAME_SIZE];
    bool has_begun;
    bool is_resuming; /* what is told was played by an earlier run */
    bool is_over;
    int64_t start_us;
    int ticks;
    /* How many work elsewhere. */
    struct db_task asking;
    bool is_asking;
    struct queue_counts counts; /* the db_thread's while it is asked */
    int workers;
};

/* ---- results, in order ---- */

static void end(struct run *run, enum match_run_end how)
{
    run->is_over = true;
    run->report->end = how;
    runner_finish(run->runner, RUNNER_DONE, NULL);
}

static void fail(struct run *run, const struct err *why)
{
    run->is_over = true;
    runner_finish(run->runner, RUNNER_FAILED, why);
}

/* Who starts a run again has tried something: failures of an earlier one do not count. */
static bool find_broken(struct run *run)
{
    const struct match_run_config *config = run->config;

    for (int seat = 0; seat < MATCH_SEATS && !run->is_resuming; seat++) {
        if (config->start_failures_max > 0 &&
            run->report->tally.start_failures[seat] >= config->start_failures_max) {
            run->report->broken = (enum match_seat)seat;
            return true;
        }
    }
    return false;
}

static bool is_decided(const struct run *run, const struct result *result)
{
    const struct match_run_config *config = run->config;
    bool is_pair_complete = result->game % 2 == 1;

    return is_pair_complete && config->has_test &&
           stats_judge(&config->test, stats_llr(&run->report->tally.pairs, &config->test)) !=
               STATS_OPEN;
}

static void judge(struct run *run, const struct result *result)
{
    if (find_broken(run))
        end(run, MATCH_RUN_BROKEN);
    else if (is_decided(run, result))
        end(run, MATCH_RUN_DECIDED);
    else if (run->report->tally.games >= run->config->match->games)
        end(run, MATCH_RUN_COMPLETE);
}

static void on_note(void *context, int64_t test, const struct result *result)
{
    struct run *run = context;
    struct err why = {0};

    (void)test;
    if (run->is_over)
        return;
    if (run->folder &&
        !folder_add(run->folder, result, run->is_resuming ? COPYIST_KNOWN : COPYIST_NEW, &why)) {
        fail(run, &why);
        return;
    }
    tally_add(&run->report->tally, result);
    run->report->resumed += run->is_resuming;
    if (run->config->on_note && !run->is_resuming)
        run->config->on_note(run->config->context, result);
    judge(run, result);
}

static void on_caught_up(void *context)
{
    struct run *run = context;
    struct tally *tally = &run->report->tally;

    run->is_resuming = false;
    memset(tally->start_failures, 0, sizeof tally->start_failures);
}

/* ---- the beginning ---- */

static void on_begin(void *context, struct runner *runner)
{
    struct run *run = context;

    run->runner = runner;
    runner_enter(runner, &run->test, run->config->match);
}

static void on_entered(void *context, struct queue_test *test)
{
    struct run *run = context;
    struct err why = {0};

    (void)test;
    run->has_begun = true;
    if (run->folder && !folder_begin(run->folder, &why))
        fail(run, &why);
}

/* ---- time and people ---- */

static bool count_workers(struct db *db, struct db_task *task, struct err *why)
{
    struct run *run = task->context;

    return queue_count(db, &run->counts, why);
}

static void on_counted(struct db_task *task)
{
    struct run *run = task->context;

    run->is_asking = false;
    if (task->is_fine)
        run->workers = (int)run->counts.workers;
}

static void ask_for_workers(struct run *run)
{
    if (run->config->concurrency > 0 || run->is_asking || run->ticks++ % ASK_EVERY != 0)
        return;
    run->is_asking = true;
    run->asking = (struct db_task){.work = count_workers, .done = on_counted, .context = run};
    db_thread_send(runner_clerk(run->runner), &run->asking);
}

static void on_tick(void *context)
{
    struct run *run = context;
    struct match_run_progress progress = {
        .tally = &run->report->tally,
        .games = run->config->match->games,
        .resumed = run->report->resumed,
        .elapsed_us = clock_now_us() - run->start_us,
        .is_stopping = runner_is_stopping(run->runner),
        .workers = run->config->concurrency > 0 ? -1 : run->workers,
    };

    ask_for_workers(run);
    if (run->config->on_progress)
        run->config->on_progress(run->config->context, &progress);
}

static void on_wait(void *context, int game, int port, const char *reservation)
{
    struct run *run = context;

    if (run->config->on_wait)
        run->config->on_wait(run->config->context, game, port, reservation);
}

static void on_lost(void *context, const struct err *why)
{
    struct run *run = context;

    if (run->config->on_lost)
        run->config->on_lost(run->config->context, why);
}

/* ---- what is entered ---- */

/* The same for the same match in the same folder on the same machine: who was killed finds his jobs. */
static void choose_name(struct run *run)
{
    char path[PATH_MAX], key[QUEUE_KEY_SIZE];

    if (!run->config->folder || !realpath(run->config->folder, path))
        path[0] = '\0';
    runner_key(run->config->match, path, key);
    runner_crew_name(key, run->name);
}

static void choose_place(struct run *run)
{
    const struct match_run_config *config = run->config;
    const char *folder = config->folder ? config->folder : config->scratch;

    if (config->store)
        snprintf(run->place, sizeof run->place, "%s", config->store);
    else
        snprintf(run->place, sizeof run->place, "%.*s/arena.db", PATH_MAX - 16, folder);
}

static void describe(struct run *run)
{
    const struct match *match = run->config->match;

    runner_describe(&run->test, "match", match, match_print(match));
    run->test.games = match->games;
    match_key(match, run->test.key);
    choose_name(run);
    choose_place(run);
}

/* ---- a run ---- */

static bool work(struct run *run, struct err *why)
{
    const struct match_run_config *config = run->config;
    const struct runner_config runner = {
        .place = run->place,
        .worker = {.name = run->name,
                   .version = config->version,
                   .size = config->concurrency,
                   .lease_ms = QUEUE_LEASE_MS,
                   .scratch = config->scratch,
                   .port = config->port,
                   .sandbox = config->sandbox,
                   .lang = config->match->lang},
        .only_terms = config->match,
        .on_begin = on_begin,
        .on_entered = on_entered,
        .on_caught_up = on_caught_up,
        .on_note = on_note,
        .on_tick = on_tick,
        .on_wait = on_wait,
        .on_lost = on_lost,
        .context = run,
    };
    enum runner_end end;

    bool is_fine = runner_work(&runner, &end, why);
    if (end == RUNNER_INTERRUPTED)
        run->report->end = MATCH_RUN_INTERRUPTED;
    return is_fine;
}

static bool open_ledger(struct run *run, struct err *why)
{
    const struct match_run_config *config = run->config;

    if (!config->folder)
        return true;
    run->folder = folder_open(config->folder, config->match, config->saving, why);
    return run->folder != NULL;
}

bool match_run(const struct match_run_config *config, struct match_run_report *report,
               struct err *why)
{
    struct run run = {
        .config = config, .report = report, .is_resuming = true, .start_us = clock_now_us()};

    memset(report, 0, sizeof *report);
    tally_init(&report->tally);
    describe(&run);
    bool is_fine = open_ledger(&run, why) && work(&run, why);
    is_fine = folder_close(run.folder, is_fine ? why : NULL) && is_fine;
    file_free(run.test.match);
    report->elapsed_us = clock_now_us() - run.start_us;
    if (is_fine || !run.has_begun)
        return is_fine;
    report->end = MATCH_RUN_FAILED;
    report->why = *why;
    return true;
}
