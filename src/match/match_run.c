#include "match/match_run.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASK_EVERY = 5 }; /* ticks */

struct match_run {
    const struct match_config *config;
    const struct match *match;
    struct match_report *report;
    struct runner *runner;
    struct queue_test test;
    struct folder *folder; /* NULL: none */
    bool has_begun;
    char place[PATH_MAX], live[PATH_MAX];
    char worker_name[WORKER_NAME_SIZE];
    /* How many workers there are elsewhere. */
    int ticks;
    struct db_task asking;
    bool is_asking;
    struct queue_counts counts; /* the database thread's while it is asked */
    /* The totals, for readers of the store. */
    struct db_task writing;
    bool is_writing;
    int written;  /* games of the totals that were written last */
    char *totals; /* TALLY_TEXT_MAX; the database thread's while it is writing */
};

/* ---- counting and deciding ---- */

/* A run that is begun again may have been repaired: start failures of an earlier one
 * do not count. */
static bool find_broken(struct match_run *run)
{
    struct match_report *report = run->report;
    int most = run->config->runner.start_failures_max;

    for (int seat = 0; seat < MATCH_SEATS && most > 0 && !report->is_resuming; seat++) {
        if (report->tally.start_failures[seat] >= most) {
            report->broken = (enum match_seat)seat;
            return true;
        }
    }
    return false;
}

static bool is_decided(const struct match_run *run, const struct result *result)
{
    const struct stats_test *sprt = run->config->sprt;
    bool is_pair_complete = result->game % 2 == 1;

    return is_pair_complete && sprt &&
           stats_judge(sprt, stats_llr(&run->report->tally.pairs, sprt)) != STATS_OPEN;
}

/* Is this the last game that can have a result? */
static bool is_last(const struct match_run *run, int game) { return game + 1 >= run->match->games; }

/* False: the disk refuses, and the runner has failed. */
static bool count_result(struct match_run *run, const struct result *result)
{
    struct match_report *report = run->report;
    enum folder_age age = report->is_resuming ? FOLDER_GAME_OLD : FOLDER_GAME_NEW;
    struct err why = {0};

    if (run->folder && !folder_add(run->folder, result, age, &why)) {
        runner_stop(run->runner, RUNNER_FAILED, &why);
        return false;
    }
    assert(report->tally.games <= result->game); /* fewer, if pairs are closed */
    tally_add(&report->tally, result);
    report->resumed += report->is_resuming;
    return true;
}

static void on_result(void *context, int64_t test, const struct result *result)
{
    struct match_run *run = context;
    const struct runner_calls *calls = run->config->runner.calls;

    if (!count_result(run, result))
        return;
    if (calls->on_result)
        calls->on_result(calls->context, test, result);
    if (find_broken(run))
        runner_stop(run->runner, RUNNER_BROKEN, NULL);
    else if (is_decided(run, result))
        runner_stop(run->runner, RUNNER_DECIDED, NULL);
    else if (is_last(run, result->game))
        runner_stop(run->runner, RUNNER_DONE, NULL);
}

static void on_pair_closed(void *context, int64_t test, int pair)
{
    struct match_run *run = context;
    const struct runner_calls *calls = run->config->runner.calls;

    assert(run->report->tally.games <= 2 * pair);
    run->report->closed_pairs++;
    if (run->folder)
        folder_add_unplayed_pair(run->folder, pair);
    if (calls->on_pair_closed)
        calls->on_pair_closed(calls->context, test, pair);
    if (is_last(run, 2 * pair + 1))
        runner_stop(run->runner, RUNNER_DONE, NULL);
}

/* ---- beginning and end ---- */

static void on_begin(void *context, struct runner *runner)
{
    ((struct match_run *)context)->runner = runner;
}

static void on_entered(void *context, struct queue_test *test)
{
    struct match_run *run = context;
    struct err why = {0};

    (void)test;
    run->has_begun = true;
    if (run->folder && !folder_begin(run->folder, &why))
        runner_stop(run->runner, RUNNER_FAILED, &why);
}

static void on_playing(void *context)
{
    struct match_report *report = ((struct match_run *)context)->report;

    report->is_resuming = false;
    memset(report->tally.start_failures, 0, sizeof report->tally.start_failures);
}

static bool work_count_workers(struct db *db, struct db_task *task, struct err *why)
{
    return queue_count(db, &((struct match_run *)task->context)->counts, why);
}

static void on_counted(struct db_task *task)
{
    struct match_run *run = task->context;

    run->is_asking = false;
    if (task->is_fine)
        run->report->workers = (int)run->counts.workers;
}

/* ---- the totals are written ---- */

static struct slice print_totals(const struct match_run *run)
{
    struct buf buf;

    buf_init(&buf, run->totals, TALLY_TEXT_MAX);
    tally_print(&run->report->tally, &buf);
    assert(!buf.is_full);
    return buf_slice(&buf);
}

static bool work_write_totals(struct db *db, struct db_task *task, struct err *why)
{
    const struct match_run *run = task->context;

    return queue_set_totals(db, run->test.id, slice_of(run->totals), why);
}

static void on_totals_written(struct db_task *task)
{
    ((struct match_run *)task->context)->is_writing = false;
}

/* Not while results of earlier runs are counted again: readers have seen more already. */
static void write_totals(struct match_run *run)
{
    int games = run->report->tally.games;

    if (run->is_writing || run->report->is_resuming || games == run->written)
        return;
    print_totals(run);
    run->written = games;
    run->is_writing = true;
    run->writing =
        (struct db_task){.work = work_write_totals, .done = on_totals_written, .context = run};
    db_thread_send(runner_db_thread(run->runner), &run->writing);
}

/* After the runner has ended, and its database thread with it.  If this fails, readers see the
 * totals of a moment before. */
static void write_last_totals(const struct match_run *run, const char *place)
{
    bool is_counted = !run->report->is_resuming || run->report->end == RUNNER_DONE ||
                      run->report->end == RUNNER_DECIDED;
    bool is_wanted = run->test.id > 0 && is_counted;
    struct db *db = is_wanted ? db_open(place, DB_RELAXED, NULL) : NULL;

    if (db)
        queue_set_totals(db, run->test.id, print_totals(run), NULL);
    db_close(db);
}

static void on_tick(void *context)
{
    struct match_run *run = context;
    struct match_report *report = run->report;

    report->is_stopping = runner_is_stopping(run->runner);
    report->elapsed_us = clock_now_us() - report->start_us;
    if (run->ticks++ % ASK_EVERY != 0)
        return;
    write_totals(run);
    if (report->workers < 0 || run->is_asking)
        return;
    run->is_asking = true;
    run->asking = (struct db_task){.work = work_count_workers, .done = on_counted, .context = run};
    db_thread_send(runner_db_thread(run->runner), &run->asking);
}

/* The name is the same for the same match in the same folder on the same machine, so that a run
 * after kill -9 gets its pairs back. */
static void choose_name_and_place(struct match_run *run, struct runner_config *runner)
{
    const char *folder = run->config->folder;
    char path[PATH_MAX], key[QUEUE_KEY_SIZE];

    if (!folder || !realpath(folder, path))
        path[0] = '\0';
    runner_key(run->match, path, key);
    runner_worker_name(key, run->worker_name);
    runner->worker.name = run->worker_name;
    if (folder && file_join(run->live, folder, "live.jsonl"))
        runner->worker.live = run->live;
    if (runner->place)
        return;
    snprintf(run->place, sizeof run->place, "%.*s/arena.db", PATH_MAX - 16,
             folder ? folder : runner->worker.scratch);
    runner->place = run->place;
}

static bool work_match(struct match_run *run, struct err *why)
{
    const struct runner_calls calls = {.on_begin = on_begin,
                                       .on_entered = on_entered,
                                       .on_playing = on_playing,
                                       .on_result = on_result,
                                       .on_pair_closed = on_pair_closed,
                                       .on_tick = on_tick,
                                       .context = run};
    struct runner_config runner = run->config->runner;

    runner.test = &run->test;
    runner.start_failures_max = 0;
    runner.calls = &calls;
    choose_name_and_place(run, &runner);
    if (run->config->folder)
        run->folder = folder_open(run->config->folder, run->match, run->config->saving, why);
    bool is_fine =
        (run->folder || !run->config->folder) && runner_work(&runner, &run->report->end, why);
    write_last_totals(run, runner.place);
    return folder_close(run->folder, is_fine ? why : NULL) && is_fine;
}

bool match_run(const struct match_config *config, struct match_report *report, struct err *why)
{
    struct match_run run = {.config = config,
                            .match = config->runner.match,
                            .report = report,
                            .totals = memory_get(TALLY_TEXT_MAX, 1)};

    assert(run.match && !config->runner.test && !config->runner.is_helper);
    *report = (struct match_report){.is_resuming = true,
                                    .start_us = clock_now_us(),
                                    .workers = config->runner.worker.slots > 0 ? -1 : 0};
    tally_init(&report->tally);
    queue_test_from_match(&run.test, "match", run.match);
    run.test.games = run.match->games;
    match_key(run.match, run.test.key);
    bool is_fine = work_match(&run, why);
    file_free(run.test.match);
    free(run.totals);
    report->elapsed_us = clock_now_us() - report->start_us;
    if (is_fine || !run.has_begun)
        return is_fine;
    report->end = RUNNER_FAILED;
    report->why = *why;
    return true;
}
