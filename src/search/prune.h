#ifndef SEARCH_PRUNE_H
#define SEARCH_PRUNE_H

/*
 * What the search may leave out: guesses that cost little where they are wrong and save much where
 * they are right.  Each has earned its place in paired games; a game's parameters say how bold to be.
 * Whole numbers only, so that every machine leaves out the same.
 */

#include "search/eval.h"

/* A game's parameters with the usual values put in. */
struct prune {
    int aspiration;
    int futility;   /* for each ply; 0: not used */
    int reduction;  /* percent; 0: not used */
    int late_moves; /* percent; 0: not used */
    int null_move_reduction;
};

void prune_init(struct prune *prune, const struct game_eval *eval);
/* Nothing is left out. */
void prune_nothing(struct prune *prune);

/* So many 1024th of a ply a late move is searched less deep at first. */
int prune_reduction(const struct prune *prune, int depth, int number);

/* After so many moves the rest is not tried; INT_MAX: all are. */
int prune_late_moves(const struct prune *prune, int depth, bool is_improving);

#endif
