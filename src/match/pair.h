#ifndef MATCH_PAIR_H
#define MATCH_PAIR_H

/*
 * The games of a match.  Games 2n and 2n+1 are a pair: the same board, first A plays red, then B.
 * A game follows from the match and its number alone, whichever worker plays it.
 */

#include "match/match.h"

struct pair_game {
    const struct match *match; /* borrowed */
    int number, pair;
    int64_t seed; /* of the board */
    struct position start;
    enum match_seat red;
    uint64_t chance; /* from which the seeds of built-in players follow */
};

/* Game `number` of the match.  False: the game refuses the options of the match. */
bool pair_game_make(const struct match *match, int number, struct pair_game *game, struct err *why);

static inline enum side pair_game_side(const struct pair_game *game, enum match_seat seat)
{
    return seat == game->red ? SIDE_RED : SIDE_BLUE;
}

static inline enum match_seat pair_game_seat(const struct pair_game *game, enum side side)
{
    return side == SIDE_RED ? game->red : (enum match_seat)(MATCH_B - game->red);
}

/* The seed of a built-in player's move after `ply` others. */
uint64_t pair_game_move_seed(const struct pair_game *game, int ply);

#endif
