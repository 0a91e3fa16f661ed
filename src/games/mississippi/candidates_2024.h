#ifndef GAMES_MISSISSIPPI_CANDIDATES_2024_H
#define GAMES_MISSISSIPPI_CANDIDATES_2024_H

/* The moves of season 2024 that are worth a look, and in which order. */

#include "games/mississippi/mississippi_2024.h"

/* Some of mississippi24_moves(), at least one; only that one if it wins at once. */
int mississippi24_candidates(const struct position *pos, move_t out[]);
/* A quick guess at how good each of these moves is. */
void mississippi24_order_values(const struct position *pos, const move_t moves[], int n, int out[]);

#endif
