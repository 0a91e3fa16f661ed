#ifndef GAMES_MISSISSIPPI_THINKING_H
#define GAMES_MISSISSIPPI_THINKING_H

/* What the search is told besides the evaluation: candidates.c. */

#include "games/mississippi/mississippi.h"

int mississippi_candidates(const struct position *pos, move_t out[]);
/* A move that may win at once promises at least PROMISE_FORCING_FROM, no other one so much. */
enum { PROMISE_WIN = 2500, PROMISE_FORCING_FROM = 1600 };
void mississippi_promises(const struct position *pos, const move_t moves[], int n, int out[]);

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
