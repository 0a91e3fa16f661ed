#ifndef SEARCH_PRUNE_H
#define SEARCH_PRUNE_H

/*
 * What the search may leave out: guesses that cost little where they are wrong and save much where
 * they are right.  Each was accepted by paired games (SPRT); a game's search_params say how bold to
 * be.  Whole numbers only, so that every machine leaves out the same.
 */

#include "search/eval.h"

/* A game's search_params with the defaults put in. */
struct prune {
    int aspiration;          /* half of the first aspiration window */
    int futility;            /* margin of reverse futility pruning for each ply; 0: not used */
    int reduction;           /* late move reductions in percent; 0: not used */
    int late_moves;          /* late move pruning in percent; 0: not used */
    int null_move_reduction; /* plies; 0: no null move pruning */
};

void prune_init(struct prune *prune, const struct game_eval *eval);
/* Nothing is left out. */
void prune_nothing(struct prune *prune);

/* Late move reduction, in 1/1024 ply, of the move with this number (the first has 0). */
int prune_reduction(const struct prune *prune, int depth, int number);

/* Late move pruning: after so many moves the rest is left out; INT_MAX: nothing is. */
int prune_late_moves(const struct prune *prune, int depth, bool is_improving);

#endif
