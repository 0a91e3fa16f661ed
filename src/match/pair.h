#ifndef MATCH_PAIR_H
#define MATCH_PAIR_H

/*
 * The games of a match, which reader from its match and from nothing else.  Games 2n and 2n+1 are a pair: the same board, first A plays red, then B.
 */

#include "match/match.h"

struct pair_game {
    int game, pair;
    int64_t seed; /* of the board */
    struct position start;
    enum match_seat red; /* who plays red */
    uint64_t chance;     /* for the built-in players of this game */
};

/* Game number `game` of the match.  False: the game refuses the options, `why` says it. */
bool pair_game_make(const struct match *match, int game, struct pair_game *job, struct err *why);

static inline enum side pair_game_side(const struct pair_game *job, enum match_seat seat)
{
    return seat == job->red ? SIDE_RED : SIDE_BLUE;
}

static inline enum match_seat pair_game_seat(const struct pair_game *job, enum side side)
{
    return side == SIDE_RED ? job->red : (enum match_seat)(MATCH_B - job->red);
}

/* The seed of a built-in player's move after `ply` others. */
uint64_t pair_game_move_seed(const struct pair_game *job, int ply);

#endif
