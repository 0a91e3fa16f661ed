#ifndef GAMES_PENGUINS_SOLVER_H
#define GAMES_PENGUINS_SOLVER_H

/*
 * How does a game end if both sides play their best?  Exact, once all penguins are placed.
 *
 * Regions that only one side can reach are solved alone: the other side does not disturb it, so it
 * gets the most fish that any way through them collects.  All that the rest of the game feels of
 * them is how many moves they offer to a side that would rather wait.  What both sides reach is
 * searched with alpha-beta and a table.
 */

#include "games/penguins/penguins.h"
#include "search/eval.h"

enum { PENGUINS_SOLVER_BYTES = 16 << 20 };

/* Margins are leads: the fish of the side to move minus those of the other at the end.  Needs a
 * running position without a penguin to place.  False: gave up, only `nodes` is filled. */
bool penguins_solve(const struct position *pos, const struct solve_request *request,
                    struct solution *solution);

/* How many floes any penguin can still reach. */
int penguins_count_reachable(const struct penguins *ice);

#endif
