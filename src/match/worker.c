#include "match/worker.h"

#include "base/clock.h"
#include "base/memory.h"
#include "match/cores.h"
#include "match/local_game.h"
#include "match/worker_internal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TICK_MS = 100,
    LIST_MS = 500,   /* tests are looked for so often, if nobody says that there is news */
    AHEAD_MS = 200,  /* jobs for about so long are taken before they are needed … */
    AHEAD_MAX = 16,  /* … and at most so many for each slot */
    THREADS_MIN = 4, /* libuv's own number */
    US_PER_MS = 1000,
};

/* ---- games inside this process ---- */

static void work(uv_work_t *request)
{
    struct slot *slot = request->data;
    struct worker *worker = slot->worker;

    if (worker->has_cores)
        cores_stay_on(worker->cores[slot->index]);
    slot->is_played =
        local_game_play(slot->match, &slot->job, slot->builtin, &worker->stop, slot->played);
    if (worker->has_cores)
        cores_roam();
}

static void finish_game(struct slot *slot, const struct played *played);

static void done(uv_work_t *request, int status)
{
    struct slot *slot = request->data;

    finish_game(slot, status == 0 && slot->is_played ? slot->played : NULL);
}

static void play_inside(struct slot *slot)
{
    if (!slot->played)
        slot->played = memory_get(1, sizeof *slot->played);
    for (int seat = 0; seat < MATCH_SEATS; seat++)
        slot->builtin[seat] =
            builtin_player_reuse(slot->builtin[seat], &slot->match->players[seat].builtin);
    slot->work.data = slot;
    uv_queue_work(slot->worker->loop, &slot->work, work, done);
}

/* ---- games at the bot_server ---- */

static void on_played(void *context, int table, const struct played *played)
{
    struct worker *worker = context;

    finish_game(&worker->slots[table], played);
}

static void on_wait(void *context, int game, int port, const char *reservation)
{
    struct worker *worker = context;

    if (worker->config.on_wait)
        worker->config.on_wait(worker->config.context, game, port, reservation);
}

/* Only those who play with programs need a server. */
static bool open_venue(struct worker *worker, const struct game_rules *rules)
{
    struct err why = {0};
    struct bot_server_config bot_server = {
        .rules = rules,
        .tables = worker->tables,
        .cores = worker->has_cores ? worker->cores : NULL,
        .folder = worker->config.scratch,
        .port = worker->config.port,
        .sandbox = worker->config.sandbox,
        .on_played = on_played,
        .on_wait = on_wait,
        .context = worker,
    };

    if (!worker->bot_server)
        worker->bot_server = bot_server_create(worker->loop, &bot_server, &why);
    if (!worker->bot_server)
        worker_fail(worker, &why);
    return worker->bot_server != NULL;
}

static bool play_at_venue(struct slot *slot)
{
    if (!open_venue(slot->worker, slot->match->rules))
        return false;
    slot->is_at_venue = true;
    bot_server_play(slot->worker->bot_server, slot->index, slot->match, &slot->job);
    return true;
}

/* ---- jobs ---- */

static void leave(struct slot *slot)
{
    slot->is_busy = slot->is_at_venue = false;
    slot->worker->busy--;
    slot->test->users--;
}

static void note_duration(struct worker *worker, int64_t took_us)
{
    worker->job_us = worker->job_us == 0 ? took_us : (7 * worker->job_us + took_us) / 8;
}

static bool begin_game(struct slot *slot)
{
    struct err why = {0};

    if (!pair_game_make(slot->match, 2 * slot->order.pair + slot->leg, &slot->job, &why)) {
        worker_tests_refuse(slot->worker, slot->test, &why);
        return false;
    }
    slot->leg++;
    if (!match_are_inside(slot->match))
        return play_at_venue(slot);
    play_inside(slot);
    return true;
}

/* The next game of the job that nobody has played yet; else the slot is free. */
static void go_on(struct slot *slot)
{
    const struct queue_pair *order = &slot->order;
    struct worker *worker = slot->worker;

    while (slot->leg < order->games && order->is_done[slot->leg])
        slot->leg++;
    bool has_more = slot->leg < order->games;
    if (!has_more)
        note_duration(worker, clock_now_us() - slot->began_us);
    if (!has_more || worker->is_stopping || worker->has_failed || !begin_game(slot))
        leave(slot);
}

static void hand_in(struct slot *slot, const struct played *played)
{
    struct worker *worker = slot->worker;

    worker_store_keep(worker, result_to_row(&played->result, slot->order.test));
    worker->played++;
}

static void finish_game(struct slot *slot, const struct played *played)
{
    if (played)
        hand_in(slot, played);
    go_on(slot);
    worker_turn(slot->worker);
}

static bool choose_terms(struct slot *slot)
{
    struct err why = {0};

    slot->match = &slot->test->match;
    match_finish(&slot->applied);
    if (!slot->order.params[0])
        return true;
    slot->match = &slot->applied;
    if (match_apply(&slot->test->match, slot->order.params, &slot->applied, &why))
        return true;
    worker_tests_refuse(slot->worker, slot->test, &why);
    return false;
}

static void begin_job(struct slot *slot)
{
    struct worker *worker = slot->worker;

    slot->order = worker->stock[worker->stock_first];
    worker->stock_first = (worker->stock_first + 1) % WORKER_STOCK_MAX;
    worker->stock_count--;
    slot->test = worker_tests_find(worker, slot->order.test);
    slot->leg = 0;
    slot->began_us = clock_now_us();
    slot->is_busy = true;
    worker->busy++;
    if (!slot->test->has_begun && worker->config.on_begun)
        worker->config.on_begun(worker->config.context, &slot->test->head);
    slot->test->has_begun = true;
    if (choose_terms(slot))
        go_on(slot);
    else
        leave(slot);
}

/* The bot_server has fewer tables than we may have slots. */
static bool fits(const struct slot *slot, const struct queue_pair *job)
{
    const struct worker *worker = slot->worker;

    return slot->index < worker->tables ||
           match_are_inside(&worker_tests_find(worker, job->test)->match);
}

static void fill_lanes(struct worker *worker)
{
    for (int i = 0; i < worker->config.size; i++) {
        struct slot *slot = &worker->slots[i];
        while (!slot->is_busy && worker->stock_count > 0 && !worker->is_stopping &&
               !worker->has_failed && fits(slot, &worker->stock[worker->stock_first]))
            begin_job(slot);
    }
}

/* How many jobs to take: short ones are taken ahead of need, long ones are left for others. */
static int count_wanted(const struct worker *worker)
{
    int64_t ahead = worker->job_us > 0 ? AHEAD_MS * US_PER_MS / worker->job_us : 0;

    ahead = ahead < AHEAD_MAX ? ahead : AHEAD_MAX;
    ahead *= worker->config.size;
    int missing = worker->config.size - worker->busy - worker->stock_count;
    int room = WORKER_STOCK_MAX - worker->stock_count;
    /* Half of it is used up before more is taken, so that not every job is a way of its own. */
    if (missing <= 0 && worker->stock_count > ahead / 2)
        return 0;
    missing += (int)ahead;
    return missing < room ? missing : room;
}

/* ---- the end ---- */

void worker_fail(struct worker *worker, const struct err *why)
{
    bool is_news = !worker->has_failed && !worker->is_stopping;

    worker->has_failed = true;
    if (is_news && worker->config.on_failed)
        worker->config.on_failed(worker->config.context, why);
}

static void close_handles(struct worker *worker)
{
    worker->is_closed = true;
    uv_close((uv_handle_t *)&worker->timer, NULL);
    if (worker->bot_server)
        bot_server_stop(worker->bot_server);
    if (worker->on_stopped)
        worker->on_stopped(worker->config.context);
}

/* Step by step, as the slots and the db_thread are through. */
static void go_on_stopping(struct worker *worker)
{
    if (!worker->is_stopping || worker->is_closed || worker->busy > 0 || worker->exam.test ||
        !worker_store_is_quiet(worker))
        return;
    if (worker->has_failed || worker->has_given_back) {
        close_handles(worker);
        return;
    }
    worker->has_given_back = true;
    worker_store_give_back(worker);
}

/* Games at the bot_server end without a word. */
static void cut_games(struct worker *worker)
{
    if (worker->is_cut)
        return;
    worker->is_cut = true;
    atomic_store(&worker->stop, true);
    if (worker->bot_server)
        bot_server_stop(worker->bot_server);
    for (int i = 0; i < worker->config.size; i++) {
        if (worker->slots[i].is_at_venue)
            leave(&worker->slots[i]);
    }
}

void worker_stop(struct worker *worker, enum worker_stopping stopping,
                 void (*on_stopped)(void *context))
{
    if (worker->is_closed)
        return;
    worker->is_stopping = true;
    if (on_stopped)
        worker->on_stopped = on_stopped;
    if (stopping == WORKER_AT_ONCE)
        cut_games(worker);
    worker_turn(worker);
}

/* ---- what can be done now ---- */

static void tell_idle(struct worker *worker)
{
    bool is_idle = worker->found_nothing && !worker->list_is_due && worker->busy == 0 &&
                   worker->stock_count == 0 && worker->result_count == 0 && !worker->look.is_out &&
                   !worker->submit.is_out && worker_tests_are_examined(worker);
    bool is_news = is_idle && !worker->was_idle && !worker->is_stopping && !worker->has_failed;

    worker->was_idle = is_idle;
    if (is_news && worker->config.on_idle)
        worker->config.on_idle(worker->config.context);
}

void worker_turn(struct worker *worker)
{
    if (worker->is_closed)
        return;
    fill_lanes(worker);
    worker_store_submit(worker);
    worker_tests_examine(worker);
    worker_store_look(worker, count_wanted(worker));
    worker_store_say_hello(worker);
    tell_idle(worker);
    go_on_stopping(worker);
}

void worker_look(struct worker *worker)
{
    worker->list_is_due = true;
    worker_turn(worker);
}

static void on_timer(uv_timer_t *timer)
{
    struct worker *worker = timer->data;

    if (clock_now_us() - worker->listed_us > LIST_MS * US_PER_MS)
        worker->list_is_due = true;
    worker_turn(worker);
}

/* ---- the beginning ---- */

/* libuv makes its threads at the first piece of work and asks the environment how many. */
static void allow_threads(int games)
{
    char number[16];

    snprintf(number, sizeof number, "%d", games + 2 > THREADS_MIN ? games + 2 : THREADS_MIN);
    setenv("UV_THREADPOOL_SIZE", number, 0);
}

static void open_lanes(struct worker *worker)
{
    worker->slots = memory_get((size_t)worker->config.size, sizeof *worker->slots);
    for (int i = 0; i < worker->config.size; i++) {
        worker->slots[i].worker = worker;
        worker->slots[i].index = i;
    }
}

struct worker *worker_create(uv_loop_t *loop, const struct worker_config *config, struct err *why)
{
    struct sandbox sandbox;

    /* Known before the first program is to be started. */
    if (config->sandbox == SANDBOX_ON && !sandbox_choose(SANDBOX_ON, &sandbox, why))
        return NULL;
    struct worker *worker = memory_get(1, sizeof *worker);
    worker->config = *config;
    snprintf(worker->name, sizeof worker->name, "%s", config->name);
    worker->config.name = worker->name;
    worker->loop = loop;
    worker->tables = config->size < BOT_SERVER_TABLES_MAX ? config->size : BOT_SERVER_TABLES_MAX;
    worker->has_cores = cores_claim(worker->cores, config->size);
    open_lanes(worker);
    allow_threads(config->size);
    signal(SIGPIPE, SIG_IGN);
    uv_timer_init(loop, &worker->timer);
    worker->timer.data = worker;
    uv_timer_start(&worker->timer, on_timer, TICK_MS, TICK_MS);
    worker_store_open(worker);
    worker_look(worker);
    return worker;
}

int worker_busy(const struct worker *worker) { return worker->busy; }

int64_t worker_played(const struct worker *worker) { return worker->played; }

bool worker_has_cores(const struct worker *worker) { return worker->has_cores; }

void worker_destroy(struct worker *worker)
{
    if (!worker)
        return;
    bot_server_destroy(worker->bot_server);
    for (int i = 0; i < worker->config.size; i++) {
        struct slot *slot = &worker->slots[i];
        match_finish(&slot->applied);
        free(slot->played);
        for (int seat = 0; seat < MATCH_SEATS; seat++)
            builtin_player_destroy(slot->builtin[seat]);
    }
    worker_store_close(worker);
    worker_tests_free(worker->tests);
    free(worker->slots);
    free(worker);
}
