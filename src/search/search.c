#include "search/search.h"

#include "base/memory.h"
#include "base/rng.h"
#include "search/ab.h"
#include "search/classic.h"
#include "search/opinion.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct search {
    const struct game_rules *rules; /* of the last call: another game starts afresh */
    size_t table_bytes;
    struct table table;
    struct ab ab;
    struct classic *classic; /* NULL until it is asked for */
};

struct search *search_create(size_t table_bytes)
{
    struct search *search = memory_get(1, sizeof *search);

    search->table_bytes = table_bytes;
    table_init(&search->table, table_bytes);
    return search;
}

static void free_stacks(struct search *search)
{
    free(search->ab.moves);
    free(search->ab.scratch);
    free(search->ab.promises);
    free(search->ab.solver_memory);
    search->ab.moves = NULL;
    search->ab.scratch = NULL;
    search->ab.promises = NULL;
    search->ab.solver_memory = NULL;
}

void search_destroy(struct search *search)
{
    if (!search)
        return;
    free_stacks(search);
    table_finish(&search->table);
    classic_destroy(search->classic);
    free(search);
}

void search_clear(struct search *search)
{
    table_clear(&search->table);
    if (search->classic)
        classic_clear(search->classic);
}

/* Takes memory for the game's move lists; what another game left in the table is useless. */
static void turn_to_game(struct search *search, const struct game_rules *rules)
{
    if (search->rules == rules)
        return;
    if (search->rules)
        table_clear(&search->table);
    search->rules = rules;
    free_stacks(search);
    search->ab.moves =
        memory_get((size_t)rules->moves_max * SEARCH_PLY_MAX, sizeof *search->ab.moves);
    search->ab.scratch = memory_get(rules->moves_max, sizeof *search->ab.scratch);
    search->ab.promises = memory_get(rules->moves_max, sizeof *search->ab.promises);
    if (eval_of(rules)->solver_bytes > 0)
        search->ab.solver_memory = memory_get(1, eval_of(rules)->solver_bytes);
}

static void prepare(struct search *search, const struct search_request *request, int64_t start_us)
{
    struct ab *ab = &search->ab;

    turn_to_game(search, request->rules);
    table_age(&search->table);
    ab->request = request;
    ab->rules = request->rules;
    ab->eval = eval_of(request->rules);
    ab->table = &search->table;
    ab->nodes = ab->next_look = 0;
    ab->is_stopped = false;
    ab->start_us = start_us;
    memset(ab->killers, 0, sizeof ab->killers);
    memset(ab->history, 0, sizeof ab->history);
}

static move_t random_move(const struct search_request *request)
{
    struct rng rng = rng_make(request->seed ^ request->pos->key);
    move_t *moves = memory_get(request->rules->moves_max, sizeof *moves);
    int n = request->rules->moves(request->pos, moves);
    move_t move = moves[rng_below(&rng, n)];

    free(moves);
    return move;
}

/* A weaker player takes one of the good moves; the better it is, the more often. */
static move_t choose(const struct search_request *request, const struct player *player,
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
    /* The best of two draws is drawn: weights 5:3:1 for three moves. */
    int first = rng_below(&rng, good), second = rng_below(&rng, good);
    return result->lines[first < second ? first : second].moves[0];
}

static struct search_request as_player(const struct search_request *request,
                                       const struct player *player)
{
    struct search_request own = *request;

    if (player->depth > 0 && (own.limits.depth == 0 || own.limits.depth > player->depth))
        own.limits.depth = player->depth;
    if (own.lines < player->choices)
        own.lines = player->choices;
    return own;
}

static const struct player *strongest(void)
{
    int i = 0;

    while (player_at(i + 1))
        i++;
    return player_at(i);
}

static int64_t now_us(const struct search_request *request)
{
    return request->clock ? request->clock->now_us(request->clock->context) : 0;
}

static void think(struct search *search, const struct search_request *request, int64_t start_us,
                  const struct player *player, struct search_result *result)
{
    if (player->is_classic) {
        if (!search->classic)
            search->classic = classic_create(search->table_bytes);
        classic_run(search->classic, request, start_us, result);
        return;
    }
    prepare(search, request, start_us);
    ab_run(&search->ab, result);
}

void search_run(struct search *search, const struct search_request *request,
                struct search_result *result)
{
    const struct player *player = request->player ? request->player : strongest();
    struct search_request own = as_player(request, player);

    assert(request->pos->side != SIDE_NONE && request->lines <= SEARCH_LINES_MAX);
    int64_t start_us = now_us(&own);
    memset(result, 0, sizeof *result);
    if (player->is_random) {
        result->best = random_move(request);
        return;
    }
    think(search, &own, start_us, player, result);
    for (int i = 0; i < result->line_count; i++)
        opinion_fill(request->rules, request->pos, &result->lines[i]);
    result->best = choose(request, player, result);
    result->time_us = now_us(&own) - start_us;
}

void search_eval(const struct game_rules *rules, const struct position *pos,
                 struct search_line *opinion)
{
    memset(opinion, 0, sizeof *opinion);
    opinion->score = eval_of(rules)->score(pos);
    opinion_fill(rules, pos, opinion);
}
