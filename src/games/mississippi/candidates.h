#ifndef GAMES_MISSISSIPPI_CANDIDATES_H
#define GAMES_MISSISSIPPI_CANDIDATES_H

/* What the search is told besides the evaluation: candidates.c. */

#include "games/mississippi/mississippi.h"

int mississippi_candidates(const struct position *pos, move_t out[]);
void mississippi_order_values(const struct position *pos, const move_t moves[], int n, int out[]);

/* Whoever thinks about a position that is no sample gets a studied copy. */
static inline const struct position *studied(const struct position *pos, struct position *copy)
{
    if (mississippi_in(pos)->is_studied)
        return pos;
    *copy = *pos;
    mississippi_study(copy);
    return copy;
}

#endif
