#include "match/pair.h"

#include "base/rng.h"

#include <string.h>

bool pair_game_make(const struct match *match, int game, struct pair_game *job, struct err *why)
{
    const struct game_rules *rules = match->rules;

    memset(job, 0, sizeof *job);
    job->game = game;
    job->pair = game / 2;
    job->red = game % 2 == 0 ? MATCH_A : MATCH_B;
    struct rng rng = rng_make(rng_mix((uint64_t)match->seed) + (uint64_t)job->pair);
    job->seed = rng_seed(rng_next(&rng));
    job->chance = rng_mix((uint64_t)job->seed + (uint64_t)job->red * 0x9e37);
    if (!match->positions)
        return match_setup(match, job->seed, &job->start, why);
    job->start = match->positions[job->pair % match->position_count];
    if (rules->fill)
        rules->fill(&job->start, (uint64_t)job->seed);
    return true;
}

uint64_t pair_game_move_seed(const struct pair_game *job, int ply)
{
    return rng_mix(job->chance + (uint64_t)ply);
}
