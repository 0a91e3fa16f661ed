#ifndef BASE_RNG_H
#define BASE_RNG_H

/*
 * Random numbers that are the same on every machine and in every release (SplitMix64), and the
 * mixing step alone as a hash for Zobrist keys.
 */

#include <assert.h>
#include <stdint.h>

struct rng {
    uint64_t state;
};

/* Spreads the bits of `x`; different numbers give different results. */
static inline uint64_t rng_mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static inline struct rng rng_make(uint64_t seed) { return (struct rng){.state = seed}; }

static inline uint64_t rng_next(struct rng *rng)
{
    rng->state += UINT64_C(0x9e3779b97f4a7c15);
    return rng_mix(rng->state);
}

/* A seed of 48 bits from 64 random ones: a number that every JSON reader keeps exactly. */
static inline int64_t rng_seed(uint64_t random) { return (int64_t)(random >> 16); }

/* Uniform in 0 .. n-1, without bias; n > 0. */
static inline int rng_below(struct rng *rng, int n)
{
    assert(n > 0);
    uint64_t range = (uint64_t)n;
    uint64_t limit = UINT64_MAX - UINT64_MAX % range;
    uint64_t x;

    do
        x = rng_next(rng);
    while (x >= limit);
    return (int)(x % range);
}

#endif
