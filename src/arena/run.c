#include "arena/run.h"

#include "arena/table.h"
#include "arena/venue.h"
#include "base/clock.h"
#include "base/memory.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PROGRESS_MS = 200,
    SYNC_EVERY = 5,  /* of such times */
    AHEAD_MAX = 256, /* games that may be over while an earlier one is being played */
    THREADS_MIN = 4, /* libuv's own number */
};

/* A place where games are played one after the other. */
struct lane {
    struct run *run;
    int index;
    bool is_busy;
    struct job job;
    /* For games inside this process. */
    uv_work_t work;
    struct mind *minds[ARENA_SEATS];
    struct played *played;
    bool is_played;
};

struct run {
    const struct run_config *config;
    struct run_report *report;
    uv_loop_t loop;
    uv_timer_t timer;
    uv_signal_t signals[2];
    struct ledger *ledger;
    struct venue *venue; /* NULL: inside this process */
    atomic_bool stop;    /* for the threads */
    bool is_ending;      /* no new games */
    bool is_closed;
    int busy;
    int next; /* game to begin */
    int head; /* game whose result counts next */
    int ahead;
    struct played **results; /* of the games head, head + 1, …; in a ring */
    int ticks;
    int64_t start_us;
    struct lane *lanes;
};

/* ---- the end ---- */

static void close_handles(struct run *run)
{
    if (run->is_closed)
        return;
    run->is_closed = true;
    atomic_store(&run->stop, true);
    uv_close((uv_handle_t *)&run->timer, NULL);
    for (int i = 0; i < 2; i++)
        uv_close((uv_handle_t *)&run->signals[i], NULL);
    if (run->venue)
        venue_stop(run->venue);
}

/* Nothing that is still being played matters any more. */
static void end_now(struct run *run, enum run_end end)
{
    run->is_ending = true;
    run->report->end = end;
    close_handles(run);
}

/* ---- results, in order ---- */

static void judge(struct run *run, const struct note *note)
{
    const struct tally *tally = &run->report->tally;
    const struct run_config *config = run->config;

    for (int seat = 0; seat < ARENA_SEATS; seat++) {
        if (config->start_failures_max > 0 &&
            tally->start_failures[seat] >= config->start_failures_max) {
            run->report->broken = (enum arena_seat)seat;
            end_now(run, RUN_BROKEN);
            return;
        }
    }
    bool is_pair_complete = note->game % 2 == 1;
    if (is_pair_complete && config->has_test &&
        stats_judge(&config->test, stats_llr(&tally->pairs, &config->test)) != STATS_OPEN)
        end_now(run, RUN_DECIDED);
    else if (run->head >= config->terms->games)
        end_now(run, RUN_COMPLETE);
}

static void count(struct run *run, const struct note *note)
{
    run->head = note->game + 1;
    tally_add(&run->report->tally, note);
}

static void take_result(struct run *run, const struct played *played)
{
    if (run->ledger && !ledger_add(run->ledger, played, run->config->saving, &run->report->why)) {
        end_now(run, RUN_FAILED);
        return;
    }
    count(run, &played->note);
    if (run->config->on_note)
        run->config->on_note(run->config->context, &played->note);
    judge(run, &played->note);
}

static void take_results(struct run *run)
{
    for (;;) {
        struct played **place = &run->results[run->head % AHEAD_MAX];
        if (run->is_closed || !*place)
            return;
        take_result(run, *place);
        free(*place);
        *place = NULL;
    }
}

static void begin_games(struct run *run);

static void keep_result(struct run *run, const struct played *played)
{
    struct played *copy = memory_get(1, sizeof *copy);

    *copy = *played;
    run->results[played->note.game % AHEAD_MAX] = copy;
    take_results(run);
}

static void finish_game(struct run *run, struct lane *lane, const struct played *played)
{
    lane->is_busy = false;
    run->busy--;
    if (run->is_closed)
        return;
    if (played)
        keep_result(run, played);
    begin_games(run);
    if (run->busy == 0 && !run->is_closed)
        end_now(run, RUN_INTERRUPTED);
}

/* ---- games ---- */

static void work(uv_work_t *request)
{
    struct lane *lane = request->data;

    lane->is_played = table_play(lane->run->config->terms, &lane->job, lane->minds,
                                 &lane->run->stop, lane->played);
}

static void done(uv_work_t *request, int status)
{
    struct lane *lane = request->data;

    finish_game(lane->run, lane, status == 0 && lane->is_played ? lane->played : NULL);
}

static void on_played(void *context, int table, const struct played *played)
{
    struct run *run = context;

    finish_game(run, &run->lanes[table], played);
}

static void on_wait(void *context, int game, int port, const char *reservation)
{
    struct run *run = context;

    if (run->config->on_wait)
        run->config->on_wait(run->config->context, game, port, reservation);
}

/* The start was tried before the first game, so it is there. */
static void begin_game(struct run *run, struct lane *lane)
{
    struct err why = {0};

    if (!job_make(run->config->terms, run->next, &lane->job, &why)) {
        run->report->why = why;
        end_now(run, RUN_FAILED);
        return;
    }
    run->next++;
    run->busy++;
    lane->is_busy = true;
    if (run->venue) {
        venue_play(run->venue, lane->index, run->config->terms, &lane->job);
        return;
    }
    lane->work.data = lane;
    uv_queue_work(&run->loop, &lane->work, work, done);
}

static void begin_games(struct run *run)
{
    for (int i = 0; i < run->config->concurrency && !run->is_ending; i++) {
        bool has_more = run->next < run->config->terms->games && run->next < run->head + AHEAD_MAX;
        if (has_more && !run->lanes[i].is_busy)
            begin_game(run, &run->lanes[i]);
    }
}

/* ---- time and people ---- */

static void tell_progress(struct run *run)
{
    struct run_progress progress = {
        .tally = &run->report->tally,
        .games = run->config->terms->games,
        .resumed = run->report->resumed,
        .elapsed_us = clock_now_us() - run->start_us,
        .is_stopping = run->is_ending,
    };

    if (run->config->on_progress)
        run->config->on_progress(run->config->context, &progress);
}

static void on_timer(uv_timer_t *timer)
{
    struct run *run = timer->data;

    tell_progress(run);
    if (run->ledger && ++run->ticks % SYNC_EVERY == 0)
        ledger_sync(run->ledger);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct run *run = handle->data;

    (void)number;
    if (run->is_ending || run->busy == 0) {
        end_now(run, RUN_INTERRUPTED);
        return;
    }
    run->is_ending = true;
    tell_progress(run);
}

/* ---- the beginning ---- */

static void resume(void *context, const struct note *note)
{
    struct run *run = context;

    count(run, note);
    run->report->resumed++;
}

/* Only where this run has not counted the failures itself: whoever starts it again has tried something. */
static void forget_start_failures(struct tally *tally)
{
    memset(tally->start_failures, 0, sizeof tally->start_failures);
}

static bool is_over_already(struct run *run)
{
    const struct tally *tally = &run->report->tally;
    const struct run_config *config = run->config;
    bool is_decided =
        config->has_test && run->head % 2 == 0 &&
        stats_judge(&config->test, stats_llr(&tally->pairs, &config->test)) != STATS_OPEN;

    run->report->end = is_decided ? RUN_DECIDED : RUN_COMPLETE;
    return is_decided || run->head >= config->terms->games;
}

static bool open_venue(struct run *run, struct err *why)
{
    const struct run_config *config = run->config;
    struct venue_config venue = {
        .rules = config->terms->rules,
        .tables = config->concurrency,
        .folder = config->scratch,
        .port = config->port,
        .sandbox = config->sandbox,
        .on_played = on_played,
        .on_wait = on_wait,
        .context = run,
    };

    run->venue = venue_create(&run->loop, &venue, why);
    return run->venue != NULL;
}

static void open_lanes(struct run *run)
{
    const struct terms *terms = run->config->terms;

    run->lanes = memory_get((size_t)run->config->concurrency, sizeof *run->lanes);
    for (int i = 0; i < run->config->concurrency; i++) {
        struct lane *lane = &run->lanes[i];
        lane->run = run;
        lane->index = i;
        if (run->venue)
            continue;
        lane->played = memory_get(1, sizeof *lane->played);
        for (int seat = 0; seat < ARENA_SEATS; seat++)
            lane->minds[seat] = mind_create(&terms->players[seat]);
    }
}

static void close_lanes(struct run *run)
{
    for (int i = 0; i < run->config->concurrency; i++) {
        free(run->lanes[i].played);
        for (int seat = 0; seat < ARENA_SEATS; seat++)
            mind_destroy(run->lanes[i].minds[seat]);
    }
    free(run->lanes);
    for (int i = 0; i < AHEAD_MAX; i++)
        free(run->results[i]);
}

static void start_handles(struct run *run)
{
    static const int numbers[] = {SIGINT, SIGTERM};

    uv_timer_init(&run->loop, &run->timer);
    run->timer.data = run;
    uv_timer_start(&run->timer, on_timer, PROGRESS_MS, PROGRESS_MS);
    for (int i = 0; i < 2; i++) {
        uv_signal_init(&run->loop, &run->signals[i]);
        run->signals[i].data = run;
        uv_signal_start(&run->signals[i], on_signal, numbers[i]);
    }
}

/* libuv makes its threads at the first piece of work and asks the environment how many. */
static void allow_threads(int concurrency)
{
    char number[16];

    snprintf(number, sizeof number, "%d",
             concurrency + 2 > THREADS_MIN ? concurrency + 2 : THREADS_MIN);
    setenv("UV_THREADPOOL_SIZE", number, 0);
}

static bool play(struct run *run, struct err *why)
{
    allow_threads(run->config->concurrency);
    signal(SIGPIPE, SIG_IGN);
    if (!terms_are_inside(run->config->terms) && !open_venue(run, why))
        return false;
    open_lanes(run);
    start_handles(run);
    run->start_us = clock_now_us();
    begin_games(run);
    uv_run(&run->loop, UV_RUN_DEFAULT);
    run->report->elapsed_us = clock_now_us() - run->start_us;
    venue_destroy(run->venue);
    close_lanes(run);
    return true;
}

bool run_match(const struct run_config *config, struct run_report *report, struct err *why)
{
    struct run run = {.config = config, .report = report};
    bool is_fine = true;

    memset(report, 0, sizeof *report);
    tally_init(&report->tally);
    run.results = memory_get(AHEAD_MAX, sizeof(struct played *));
    if (config->folder) {
        run.ledger = ledger_open(config->folder, config->terms, resume, &run, why);
        is_fine = run.ledger != NULL;
    }
    forget_start_failures(&report->tally);
    run.next = run.head;
    if (is_fine && !is_over_already(&run)) {
        uv_loop_init(&run.loop);
        is_fine = play(&run, why);
        uv_loop_close(&run.loop);
    }
    if (is_fine && run.ledger)
        is_fine = ledger_write_csv(run.ledger, why);
    ledger_close(run.ledger);
    free(run.results);
    return is_fine;
}
