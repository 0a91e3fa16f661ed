#include "match/pair.h"

#include "base/rng.h"

#include <assert.h>
#include <string.h>

bool pair_game_make(const struct match *match, int number, struct pair_game *game, struct err *why)
{
    const struct game_rules *rules = match->rules;

    assert(match->rules && number >= 0);
    memset(game, 0, sizeof *game);
    game->match = match;
    game->number = number;
    game->pair = number / 2;
    game->red = number % 2 == 0 ? MATCH_A : MATCH_B;
    struct rng rng = rng_make(rng_mix((uint64_t)match->seed) + (uint64_t)game->pair);
    game->seed = rng_seed(rng_next(&rng));
    game->chance = rng_mix((uint64_t)game->seed + (uint64_t)game->red * 0x9e37);
    if (!match->positions)
        return match_setup(match, game->seed, &game->start, why);
    assert(match->position_count > 0);
    game->start = match->positions[game->pair % match->position_count];
    if (rules->fill)
        rules->fill(&game->start, (uint64_t)game->seed);
    return true;
}

uint64_t pair_game_move_seed(const struct pair_game *game, int ply)
{
    return rng_mix(game->chance + (uint64_t)ply);
}
