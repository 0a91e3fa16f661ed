#include "match/worker.h"

#include "base/clock.h"
#include "base/memory.h"
#include "match/cores.h"
#include "match/local_game.h"
#include "match/worker_internal.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TICK_MS = 100,
    LIST_MS = 500,  /* tests are listed so often, also without news */
    AHEAD_MS = 200, /* pairs for about so long are taken before they are needed … */
    AHEAD_MAX = 16, /* … and at most so many for each slot */
};

static const int usual_pauses_ms[WORKER_PAUSES] = {1000, 5000, 15000};

void worker_fail(struct worker *worker, const struct err *why)
{
    if (worker->is_stopping)
        return;
    worker->is_stopping = true;
    worker->config.on_news(worker->config.owner, WORKER_FAILED, NULL, why);
}

static struct live_game *live_of(const struct slot *slot)
{
    return live_games_at(slot->worker->live, slot->index);
}

/* ---- a game inside this process ---- */

static struct slot *slot_of(struct task *task)
{
    return (struct slot *)((char *)task - offsetof(struct slot, work));
}

static bool work(struct task *task, struct err *why)
{
    struct slot *slot = slot_of(task);
    struct worker *worker = slot->worker;

    (void)why;
    if (worker->has_cores)
        cores_stay_on(worker->cores[slot->index]);
    slot->is_played =
        local_game_play(&slot->game, slot->builtin, &worker->stop, live_of(slot), slot->result);
    if (worker->has_cores)
        cores_roam();
    return true;
}

static void finish_game(struct slot *slot);

static void done(struct task *task) { finish_game(slot_of(task)); }

static void play_inside(struct slot *slot)
{
    slot->work = (struct task){.work = work, .done = done};
    task_thread_send(slot->worker->players, &slot->work);
}

/* ---- a game at the bot server ---- */

static void on_machine_fault(struct slot *slot, const struct err *why);

static void on_played(void *context, int index, const struct err *fault)
{
    struct worker *worker = context;
    struct slot *slot = &worker->slots[index];

    slot->is_at_bot_server = false;
    if (fault) {
        on_machine_fault(slot, fault);
        worker_turn(worker);
        return;
    }
    worker->faults = 0;
    slot->is_played = true;
    finish_game(slot);
}

/* Created for the first game with a program. */
static bool open_bot_server(struct worker *worker, const struct game_rules *rules, struct err *why)
{
    struct bot_server_config config = {
        .rules = rules,
        .slots = worker->bot_slots,
        .cores = worker->has_cores ? worker->cores : NULL,
        .folder = worker->config.scratch,
        .port = worker->config.port,
        .sandbox = worker->config.sandbox,
        .players = worker->players,
        .live = worker->live,
        .events = worker->config.events,
        .on_played = on_played,
        .context = worker,
    };

    if (!worker->bot_server)
        worker->bot_server = bot_server_create(worker->loop, &config, why);
    return worker->bot_server != NULL;
}

static bool has_program(const struct match *match)
{
    return match->players[MATCH_A].kind == MATCH_PROGRAM ||
           match->players[MATCH_B].kind == MATCH_PROGRAM;
}

/* With any port a server can be had, unless the machine has none left; a certain port may be taken
 * for long. */
static void play_at_bot_server(struct slot *slot)
{
    struct worker *worker = slot->worker;
    struct bot_user user;
    struct err why = {0};

    if (!worker->bot_server && has_program(slot->match) && !bot_user_choose(&user, &why)) {
        worker_fail(worker, &why);
        on_machine_fault(slot, &why);
        return;
    }
    if (open_bot_server(worker, slot->match->rules, &why)) {
        slot->is_at_bot_server = true;
        bot_server_play(worker->bot_server, slot->index, &slot->game, slot->builtin, slot->result);
        return;
    }
    if (worker->config.port != 0)
        worker_fail(worker, &why);
    on_machine_fault(slot, &why);
}

/* ---- pairs ---- */

static void leave(struct slot *slot)
{
    assert(slot->is_busy && slot->worker->busy > 0 && slot->test->users > 0);
    live_game_end(live_of(slot), NULL);
    slot->is_busy = slot->is_at_bot_server = slot->is_paused = false;
    slot->worker->busy--;
    slot->test->users--;
}

static void play_game(struct slot *slot)
{
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        const struct match_player *player = &slot->match->players[seat];
        if (player->kind == MATCH_BUILTIN)
            slot->builtin[seat] =
                builtin_player_reuse_or_create(slot->builtin[seat], &player->builtin);
    }
    live_game_begin(live_of(slot), &slot->game, slot->pair.test);
    if (match_is_builtin_only(slot->match))
        play_inside(slot);
    else
        play_at_bot_server(slot);
}

static bool make_game(struct slot *slot)
{
    struct err why = {0};
    int number = 2 * slot->pair.pair + slot->game_of_pair;

    if (pair_game_make(slot->match, number, &slot->game, &why))
        return true;
    worker_visit_refuse_test(slot->worker, slot->test, &why);
    return false;
}

static void note_duration(struct worker *worker, int64_t took_us)
{
    worker->pair_us = worker->pair_us == 0 ? took_us : (7 * worker->pair_us + took_us) / 8;
}

/* The next game of the pair that has no result yet; else the slot is free. */
static void go_on(struct slot *slot)
{
    const struct queue_pair *pair = &slot->pair;
    struct worker *worker = slot->worker;

    while (slot->game_of_pair < pair->games && pair->is_done[slot->game_of_pair])
        slot->game_of_pair++;
    bool has_more = slot->game_of_pair < pair->games;
    if (!has_more)
        note_duration(worker, clock_now_us() - slot->began_us);
    if (!has_more || worker->is_stopping || !make_game(slot)) {
        leave(slot);
        return;
    }
    slot->game_of_pair++;
    play_game(slot);
}

static void keep_result(struct worker *worker, struct queue_result *result)
{
    worker->results =
        memory_grow(worker->results, (size_t)(worker->result_count + 1) * sizeof *worker->results);
    worker->results[worker->result_count++] = result;
}

static void finish_game(struct slot *slot)
{
    struct worker *worker = slot->worker;

    assert(slot->is_busy && !slot->is_paused);
    live_game_end(live_of(slot), slot->is_played ? slot->result : NULL);
    if (slot->is_played) {
        keep_result(worker, result_to_row(slot->result, slot->pair.test));
        worker->played++;
    }
    go_on(slot);
    worker_turn(worker);
}

static bool choose_match(struct slot *slot)
{
    struct err why = {0};

    slot->match = &slot->test->match;
    if (!slot->pair.params[0])
        return true;
    slot->match = &slot->applied;
    if (match_set_params(&slot->test->match, slot->pair.params, &slot->applied, &why))
        return true;
    worker_visit_refuse_test(slot->worker, slot->test, &why);
    return false;
}

static void begin_pair(struct slot *slot)
{
    struct worker *worker = slot->worker;
    const struct match_events *events = worker->config.events;

    assert(!slot->is_busy && worker->stock_count > 0);
    slot->pair = worker->stock[worker->stock_first];
    worker->stock_first = (worker->stock_first + 1) % WORKER_STOCK_MAX;
    worker->stock_count--;
    slot->test = worker_test_by_id(worker, slot->pair.test);
    assert(slot->test && slot->test->is_checked);
    assert(slot->pair.games >= 1 && slot->pair.games <= 2);
    slot->game_of_pair = 0;
    slot->began_us = clock_now_us();
    slot->is_busy = true;
    worker->busy++;
    assert(worker->busy <= worker->config.slots);
    if (!slot->test->has_begun && events->on_begun)
        events->on_begun(events->context, &slot->test->head);
    slot->test->has_begun = true;
    if (choose_match(slot))
        go_on(slot);
    else
        leave(slot);
}

/* The bot server has fewer places than the worker may have slots. */
static bool fits(const struct slot *slot, const struct queue_pair *pair)
{
    const struct worker *worker = slot->worker;

    return slot->index < worker->bot_slots ||
           match_is_builtin_only(&worker_test_by_id(worker, pair->test)->match);
}

static bool is_paused(const struct worker *worker)
{
    return clock_now_us() < worker->paused_until_us;
}

static void fill_slots(struct worker *worker)
{
    for (int i = 0; i < worker->config.slots; i++) {
        struct slot *slot = &worker->slots[i];
        while (!slot->is_busy && worker->stock_count > 0 && !worker->is_stopping &&
               !is_paused(worker) && fits(slot, &worker->stock[worker->stock_first]))
            begin_pair(slot);
    }
}

/* How many pairs to take: short ones are taken ahead of need, long ones are left for
 * other workers. */
static int count_wanted(const struct worker *worker)
{
    int64_t ahead = worker->pair_us > 0 ? AHEAD_MS * WORKER_US_PER_MS / worker->pair_us : 0;

    if (is_paused(worker))
        return 0;
    ahead = ahead < AHEAD_MAX ? ahead : AHEAD_MAX;
    ahead *= worker->config.slots;
    int missing = worker->config.slots - worker->busy - worker->stock_count;
    int room = WORKER_STOCK_MAX - worker->stock_count;
    /* Refill at half stock, so that pairs are taken in batches. */
    if (missing <= 0 && worker->stock_count > ahead / 2)
        return 0;
    missing += (int)ahead;
    return missing < room ? missing : room;
}

/* ---- machine faults ---- */

static void leave_paused(struct worker *worker)
{
    for (int i = 0; i < worker->config.slots; i++) {
        if (worker->slots[i].is_paused)
            leave(&worker->slots[i]);
    }
}

/* The game of this slot could not begin.  All slots share one pause; after the last pause the
 * worker fails. */
static void on_machine_fault(struct slot *slot, const struct err *why)
{
    struct worker *worker = slot->worker;
    const struct match_events *events = worker->config.events;

    slot->is_paused = true;
    if (worker->is_stopping) {
        leave(slot);
        return;
    }
    if (is_paused(worker))
        return;
    if (worker->faults == WORKER_PAUSES) {
        worker_fail(worker, why);
        return;
    }
    int pause_ms = worker->config.pauses_ms[worker->faults++];
    worker->paused_until_us = clock_now_us() + (int64_t)pause_ms * WORKER_US_PER_MS;
    if (events->on_machine_fault)
        events->on_machine_fault(events->context, why, pause_ms);
}

/* The pause is over: the games that could not begin are tried again. */
static void resume(struct worker *worker)
{
    if (worker->is_stopping)
        leave_paused(worker);
    for (int i = 0; i < worker->config.slots && !is_paused(worker); i++) {
        struct slot *slot = &worker->slots[i];
        if (!slot->is_paused)
            continue;
        slot->is_paused = false;
        play_game(slot);
    }
}

/* ---- the end ---- */

static void close_handles(struct worker *worker)
{
    assert(worker->busy == 0 && !worker->is_closed);
    worker->is_closed = true;
    uv_close((uv_handle_t *)&worker->timer, NULL);
    if (worker->bot_server)
        bot_server_stop(worker->bot_server);
    task_thread_stop(worker->players);
    live_games_stop(worker->live);
    worker->config.on_news(worker->config.owner, WORKER_STOPPED, NULL, NULL);
}

/* Step by step, as games end and tasks are done. */
static void go_on_stopping(struct worker *worker)
{
    if (!worker->is_stopping || worker->is_closed || worker->busy > 0 || worker->visit.is_sent)
        return;
    if (worker->store_failed || worker->has_handed_back)
        close_handles(worker);
    else
        worker_visit_hand_back(worker);
}

/* Games at the bot server end without a result. */
static void cut_games(struct worker *worker)
{
    atomic_store(&worker->stop, true);
    if (worker->bot_server)
        bot_server_stop(worker->bot_server);
    for (int i = 0; i < worker->config.slots; i++) {
        if (worker->slots[i].is_at_bot_server)
            leave(&worker->slots[i]);
    }
}

void worker_stop(struct worker *worker, enum worker_stopping stopping)
{
    if (worker->is_closed)
        return;
    worker->is_stopping = true;
    if (stopping == WORKER_AT_ONCE)
        cut_games(worker);
    worker_turn(worker);
}

/* ---- what can be done now ---- */

static void tell_idle(struct worker *worker)
{
    bool is_idle = worker->found_nothing && !worker->list_is_due && worker->busy == 0 &&
                   worker->stock_count == 0 && worker->result_count == 0 && !worker->visit.is_sent;
    bool is_news = is_idle && !worker->was_idle && !worker->is_stopping;

    worker->was_idle = is_idle;
    if (is_news)
        worker->config.on_news(worker->config.owner, WORKER_IDLE, NULL, NULL);
}

void worker_turn(struct worker *worker)
{
    if (worker->is_closed)
        return;
    resume(worker);
    fill_slots(worker);
    worker_visit_store(worker, count_wanted(worker));
    tell_idle(worker);
    go_on_stopping(worker);
}

void worker_poll(struct worker *worker)
{
    worker->list_is_due = true;
    worker_turn(worker);
}

static void on_timer(uv_timer_t *timer)
{
    struct worker *worker = timer->data;

    if (clock_now_us() - worker->listed_us > LIST_MS * WORKER_US_PER_MS)
        worker->list_is_due = true;
    live_games_write(worker->live);
    worker_turn(worker);
}

/* ---- the beginning ---- */

static void set_config(struct worker *worker, const struct worker_config *config)
{
    struct queue_worker *entry = &worker->visit.entry;

    assert(config->slots > 0 && config->slots <= WORKER_SLOTS_MAX);
    assert(config->events && config->on_news && config->lease_ms > 0);
    worker->config = *config;
    snprintf(entry->name, sizeof entry->name, "%s", config->name);
    snprintf(entry->version, sizeof entry->version, "%s", config->version);
    gethostname(entry->host, sizeof entry->host - 1);
    entry->cores = cores_allowed();
    worker->config.name = entry->name;
    if (config->pauses_ms[0] == 0)
        memcpy(worker->config.pauses_ms, usual_pauses_ms, sizeof usual_pauses_ms);
    worker->bot_slots =
        config->slots < BOT_SERVER_SLOTS_MAX ? config->slots : (int)BOT_SERVER_SLOTS_MAX;
}

static void make_slots(struct worker *worker)
{
    worker->has_cores = cores_claim(worker->cores, worker->config.slots);
    worker->slots = memory_get((size_t)worker->config.slots, sizeof *worker->slots);
    for (int i = 0; i < worker->config.slots; i++) {
        worker->slots[i].worker = worker;
        worker->slots[i].index = i;
        worker->slots[i].result = memory_get(1, sizeof *worker->slots[i].result);
    }
}

struct worker *worker_create(uv_loop_t *loop, const struct worker_config *config, struct err *why)
{
    struct sandbox sandbox;

    /* Known before the first program is to be started. */
    if (config->sandbox == SANDBOX_ON && !sandbox_choose(SANDBOX_ON, &sandbox, why))
        return NULL;
    struct task_thread *players = task_thread_create(
        &(struct task_thread_config){.loop = loop, .threads = config->slots}, why);
    if (!players)
        return NULL;
    struct worker *worker = memory_get(1, sizeof *worker);
    worker->players = players;
    worker->loop = loop;
    set_config(worker, config);
    make_slots(worker);
    if (config->live)
        worker->live = live_games_create(loop, config->live, config->slots);
    signal(SIGPIPE, SIG_IGN);
    uv_timer_init(loop, &worker->timer);
    worker->timer.data = worker;
    uv_timer_start(&worker->timer, on_timer, TICK_MS, TICK_MS);
    worker->is_new = true;
    worker_poll(worker);
    return worker;
}

int worker_games_running(const struct worker *worker) { return worker->busy; }

int64_t worker_games_played(const struct worker *worker) { return worker->played; }

bool worker_has_own_cores(const struct worker *worker) { return worker->has_cores; }

void worker_destroy(struct worker *worker)
{
    if (!worker)
        return;
    bot_server_destroy(worker->bot_server);
    task_thread_destroy(worker->players, NULL);
    live_games_destroy(worker->live);
    for (int i = 0; i < worker->config.slots; i++) {
        struct slot *slot = &worker->slots[i];
        free(slot->result);
        for (int seat = 0; seat < MATCH_SEATS; seat++)
            builtin_player_destroy(slot->builtin[seat]);
    }
    worker_visit_free(worker);
    free(worker->slots);
    free(worker);
}
