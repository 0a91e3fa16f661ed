#include "search/search.h"

#include "base/memory.h"
#include "base/rng.h"
#include "search/deepen.h"
#include "search/samples.h"
#include "search/threads.h"
#include "search/win_probability.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct search {
    const struct game_rules *rules; /* of the last call; NULL: none yet */
    struct table table;
    struct ab *threads[SEARCH_THREADS_MAX]; /* NULL until they are needed */
    struct search_result results[SEARCH_THREADS_MAX];
    struct stop stop;
    int thread_count; /* of this call */
    int64_t start_us; /* start of the call: set-up time counts against the limit */
};

struct search *search_create(size_t table_bytes)
{
    struct search *search = memory_try_large(1, sizeof *search);

    if (search && !table_init(&search->table, table_bytes)) {
        free(search);
        return NULL;
    }
    return search;
}

static void free_threads(struct search *search)
{
    for (int i = 0; i < SEARCH_THREADS_MAX; i++) {
        ab_destroy(search->threads[i]);
        search->threads[i] = NULL;
    }
}

void search_destroy(struct search *search)
{
    if (!search)
        return;
    free_threads(search);
    table_free(&search->table);
    free(search);
}

void search_clear(struct search *search)
{
    table_clear(&search->table);
    for (int i = 0; i < SEARCH_THREADS_MAX; i++)
        ab_clear_solver(search->threads[i]);
}

/* Another game than last time: table and threads start anew. */
static void turn_to_game(struct search *search, const struct game_rules *rules)
{
    if (search->rules == rules)
        return;
    if (search->rules)
        table_clear(&search->table);
    free_threads(search);
    search->rules = rules;
}

/* False: there is no memory. */
static bool random_move(const struct search_request *request, move_t *move)
{
    struct rng rng = rng_make(request->seed ^ request->pos->key);
    move_t *moves = memory_try_large(request->rules->moves_max, sizeof *moves);

    if (!moves)
        return false;
    int n = request->rules->moves(request->pos, moves);
    assert(n > 0);
    *move = moves[rng_below(&rng, n)];
    free(moves);
    return true;
}

/* A weaker player takes one of the good moves by chance; the better it is, the more often. */
static move_t choose(const struct search_request *request, const struct level *player,
                     const struct search_result *result)
{
    struct rng rng = rng_make(request->seed ^ request->pos->key);
    int margin = eval_of(request->rules)->scale * player->tolerance / 16;
    int good = 1;

    if (player->choices <= 1 || result->line_count == 0)
        return result->best;
    while (good < result->line_count && good < player->choices &&
           result->lines[0].score - result->lines[good].score <= margin)
        good++;
    /* The better of two draws: weights 9:7:5:3:1 for five moves. */
    int first = rng_below(&rng, good), second = rng_below(&rng, good);
    return result->lines[first < second ? first : second].moves[0];
}

/* The request with the limits of a weaker player. */
static struct search_request limit_to_player(const struct search_request *request,
                                             const struct level *player)
{
    struct search_request own = *request;

    if (player->depth > 0 && (own.limits.depth == 0 || own.limits.depth > player->depth))
        own.limits.depth = player->depth;
    if (player->choices > 1 && own.lines < player->choices)
        own.lines = player->choices;
    return own;
}

/* The player as it plays this game. */
static struct level player_in(const struct game_rules *rules, const struct level *player)
{
    const struct easy_play *easy = player->is_easy ? &eval_of(rules)->easy : NULL;
    struct level own = *player;

    if (easy && easy->choices > 0) {
        own.choices = easy->choices;
        own.tolerance = easy->tolerance;
    }
    assert(own.choices <= SEARCH_LINES_MAX);
    return own;
}

/* The work of a thread; the first one ends the others. */
static void run_thread(void *context, int number)
{
    struct search *search = context;
    struct ab *ab = search->threads[number];

    deepen_run(ab, number, &search->results[number]);
    if (number == 0)
        atomic_store(&search->stop.is_over, true);
}

/* How much the result of a thread is worth: a proof is worth more than any depth. */
static int reliability(const struct search_result *result)
{
    if (result->is_solved)
        return 2 * SEARCH_PLY_MAX;
    return result->lines[0].score >= SCORE_SOLVED ? SEARCH_PLY_MAX : result->depth;
}

/* Sums over the parts of one search. */
static void add_up(const struct search_result parts[], int count, struct search_result *result)
{
    result->nodes = result->clamped = 0;
    for (int i = 0; i < count; i++) {
        if (result->clamped == 0 && parts[i].clamped > 0)
            result->clamped_pos = parts[i].clamped_pos;
        result->nodes += parts[i].nodes;
        result->clamped += parts[i].clamped;
    }
}

/* The most reliable result of all threads, the first of equals. */
static void take_result(const struct search *search, int count, struct search_result *result)
{
    *result = search->results[0];
    for (int i = 1; i < count; i++) {
        if (reliability(&search->results[i]) > reliability(result))
            *result = search->results[i];
    }
    add_up(search->results, count, result);
}

/* The share of one of `count` threads in the limit of nodes; 0: no limit. */
static uint64_t node_share(uint64_t nodes, int count)
{
    return nodes == 0 || nodes >= (uint64_t)count ? nodes / (uint64_t)count : 1;
}

/* A thread's memory is worth more than a large table: without a thread there is no move. */
static bool trade_table_for_thread(struct search *search, const struct game_rules *rules)
{
    table_free(&search->table);
    search->threads[0] = ab_create(rules);
    if (table_init(&search->table, 0))
        return search->threads[0] != NULL;
    free_threads(search);
    return false;
}

/* The number of threads for which there is memory, at most `wanted`. */
static int get_threads(struct search *search, const struct game_rules *rules, int wanted)
{
    int count = 0;

    while (count < wanted &&
           (search->threads[count] || (search->threads[count] = ab_create(rules))))
        count++;
    return count > 0 ? count : trade_table_for_thread(search, rules);
}

/* All threads search one position (Lazy SMP): they share nothing but the table and the end. */
static void search_position(struct search *search, const struct search_request *request,
                            struct search_result *result)
{
    int count = search->thread_count;

    stop_init(&search->stop, request, search->start_us);
    for (int i = 0; i < count; i++) {
        ab_begin(search->threads[i], &search->table, &search->stop,
                 node_share(request->limits.nodes, count));
        memset(&search->results[i], 0, sizeof search->results[i]);
    }
    threads_run(count, run_thread, search);
    take_result(search, count, result);
    for (int i = 0; i < result->line_count; i++)
        win_probability_fill(request->rules, request->pos, &result->lines[i]);
}

/* One sample of what is hidden after the other, then the vote. */
static void search_samples(struct search *search, const struct search_request *request, int count,
                           struct search_result *result)
{
    struct search_result results[SEARCH_SAMPLES_MAX] = {0};

    for (int i = 0; i < count; i++) {
        struct position sample;
        int64_t elapsed_us = stop_now_us(request) - search->start_us;
        struct search_request part = samples_search_request(request, i, count, elapsed_us, &sample);
        search_position(search, &part, &results[i]);
    }
    samples_vote(results, count, result);
    add_up(results, count, result);
}

static bool search_request_run(struct search *search, const struct search_request *request,
                               struct search_result *result)
{
    int samples = samples_choose_count(request);

    if (!search->table.memory && !table_init(&search->table, 0))
        return false; /* it was lost in an earlier call, for want of memory */
    turn_to_game(search, request->rules);
    search->thread_count =
        get_threads(search, request->rules, request->threads > 1 ? request->threads : 1);
    if (search->thread_count == 0)
        return false;
    table_age(&search->table);
    if (samples > 1)
        search_samples(search, request, samples, result);
    else
        search_position(search, request, result);
    return true;
}

bool search_run(struct search *search, const struct search_request *request,
                struct search_result *result)
{
    struct level player =
        player_in(request->rules, request->player ? request->player : level_strongest());
    struct search_request own = limit_to_player(request, &player);

    assert(request->pos->side != SIDE_NONE);
    assert(request->lines >= 0 && request->lines <= SEARCH_LINES_MAX);
    assert(request->threads >= 0 && request->threads <= SEARCH_THREADS_MAX);
    assert(request->samples >= 0 && request->samples <= SEARCH_SAMPLES_MAX);
    assert(request->limits.depth >= 0 && request->limits.depth <= SEARCH_DEPTH_MAX);
    search->start_us = stop_now_us(&own);
    memset(result, 0, sizeof *result);
    if (player.is_random)
        return random_move(request, &result->best);
    if (!search_request_run(search, &own, result))
        return false;
    result->best = choose(request, &player, result);
    result->time_us = stop_now_us(&own) - search->start_us;
    return true;
}

void search_eval(const struct game_rules *rules, const struct position *pos,
                 struct search_line *opinion)
{
    assert(pos->side != SIDE_NONE);
    memset(opinion, 0, sizeof *opinion);
    opinion->score = eval_of(rules)->score(pos, NULL);
    win_probability_fill(rules, pos, opinion);
}
