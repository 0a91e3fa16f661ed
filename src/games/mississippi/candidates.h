#ifndef GAMES_MISSISSIPPI_CANDIDATES_H
#define GAMES_MISSISSIPPI_CANDIDATES_H

/* The moves worth a look, and in which order. */

#include "games/mississippi/mississippi.h"

/* Some of mississippi_moves(), at least one; only that one if it wins at once. */
int mississippi_candidates(const struct position *pos, move_t out[]);
/* A quick guess at how good each of these moves is. */
void mississippi_order_values(const struct position *pos, const move_t moves[], int n, int out[]);

#endif
