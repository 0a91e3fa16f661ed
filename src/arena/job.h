#ifndef ARENA_JOB_H
#define ARENA_JOB_H

/*
 * The games of a match, which follow from its terms and from nothing else.  Games 2n and 2n+1 are a pair: the same board, first A plays red, then B.
 */

#include "arena/terms.h"

struct job {
    int game, pair;
    int64_t seed; /* of the board */
    struct position start;
    enum arena_seat red; /* who plays red */
    uint64_t chance;     /* for the built-in players of this game */
};

/* Game number `game` of the match.  False: the game refuses the options, `why` says it. */
bool job_make(const struct terms *terms, int game, struct job *job, struct err *why);

static inline enum side job_side(const struct job *job, enum arena_seat seat)
{
    return seat == job->red ? SIDE_RED : SIDE_BLUE;
}

static inline enum arena_seat job_seat(const struct job *job, enum side side)
{
    return side == SIDE_RED ? job->red : (enum arena_seat)(ARENA_B - job->red);
}

/* The chance of a built-in player's move. */
struct arena_chance job_chance(const struct job *job, int ply);

#endif
