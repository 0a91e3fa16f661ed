#include "match/mind.h"

#include "base/memory.h"
#include "base/rng.h"
#include "search/real_clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TABLE_BYTES = 16 << 20,
    TIMED_TABLE_BYTES = 64 << 20, /* who has time looks at more */
    TABLE_BYTES_MIN = 64 << 10,
    BYTES_PER_NODE = 32, /* a small search needs no large table, which takes long to clear */
    GAME_MOVES = 8,      /* what is remembered of the moves before */
};

struct mind {
    struct player_spec player;
    struct search *search;
    bool is_fresh; /* nothing to forget */
    int win;
};

/* Depends on nothing but the player: a table of another size may lead to another move. */
static size_t table_bytes(const struct player_spec *player)
{
    int64_t bytes = player->nodes * BYTES_PER_NODE * GAME_MOVES;

    if (player->level->is_random)
        return TABLE_BYTES_MIN;
    if (player->nodes == 0)
        return TIMED_TABLE_BYTES;
    if (bytes > TABLE_BYTES)
        return TABLE_BYTES;
    return bytes < TABLE_BYTES_MIN ? TABLE_BYTES_MIN : (size_t)bytes;
}

struct mind *mind_create(const struct match_player *player)
{
    struct mind *mind = memory_get(1, sizeof *mind);

    mind->player = player->builtin;
    mind->search = search_create(table_bytes(&mind->player));
    if (mind->player.time_ms > 0)
        search_clear(mind->search); /* takes the memory now, not out of the first move's time */
    mind->is_fresh = true;
    return mind;
}

void mind_destroy(struct mind *mind)
{
    if (!mind)
        return;
    search_destroy(mind->search);
    free(mind);
}

/* Should equal players ever look different, only the memory is taken anew. */
struct mind *mind_of(struct mind *mind, const struct match_player *player)
{
    if (mind && memcmp(&mind->player, &player->builtin, sizeof mind->player) == 0)
        return mind;
    mind_destroy(mind);
    return mind_create(player);
}

void mind_clear(struct mind *mind)
{
    if (!mind->is_fresh)
        search_clear(mind->search);
    mind->is_fresh = true;
}

move_t mind_move(struct mind *mind, const struct game_rules *rules, const struct position *pos,
                 struct match_chance chance, const atomic_bool *stop)
{
    const struct player_spec *player = &mind->player;
    struct position sample = *pos;
    struct search_result result;
    struct search_request request = {
        .rules = rules,
        .pos = &sample,
        .limits = {.time_us = player->time_ms * 1000,
                   .nodes = (uint64_t)player->nodes,
                   .depth = player->depth},
        .player = player_spec_level(player, chance.ply),
        .seed = chance.seed,
        .is_played = true,
        .clock = &real_clock,
        .stop = stop,
    };

    mind->win = -1;
    game_sample(rules, &sample, rng_mix(chance.seed + 1));
    /* In the old server's Mississippi Queen only overdrafts may be left, which no search finds. */
    if (rules->count(&sample) == 0)
        return 0;
    real_clock_wait(player->sleep_ms * INT64_C(1000), stop);
    mind->is_fresh = mind->is_fresh && request.player->is_random;
    search_run(mind->search, &request, &result);
    if (!request.player->is_random && result.line_count > 0)
        mind->win = (int)lround(result.lines[0].win * 1000);
    return result.best;
}

int mind_win(const struct mind *mind) { return mind->win; }
