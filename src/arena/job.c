#include "arena/job.h"

#include "base/rng.h"

#include <string.h>

enum { SEED_SHIFT = 16 }; /* 48 bits: a number that every JSON reader keeps */

bool job_make(const struct terms *terms, int game, struct job *job, struct err *why)
{
    const struct game_rules *rules = terms->rules;

    memset(job, 0, sizeof *job);
    job->game = game;
    job->pair = game / 2;
    job->red = game % 2 == 0 ? ARENA_A : ARENA_B;
    struct rng rng = rng_make(rng_mix((uint64_t)terms->seed) + (uint64_t)job->pair);
    job->seed = (int64_t)(rng_next(&rng) >> SEED_SHIFT);
    job->chance = rng_mix((uint64_t)job->seed + (uint64_t)job->red * 0x9e37);
    if (!terms->positions)
        return terms_setup(terms, job->seed, &job->start, why);
    job->start = terms->positions[job->pair % terms->position_count];
    if (rules->fill)
        rules->fill(&job->start, (uint64_t)job->seed);
    return true;
}

struct arena_chance job_chance(const struct job *job, int ply)
{
    return (struct arena_chance){.seed = rng_mix(job->chance + (uint64_t)ply), .ply = ply};
}
