#ifndef GAMES_MISSISSIPPI_ESCAPE_H
#define GAMES_MISSISSIPPI_ESCAPE_H

/*
 * A quick look for any way on: for the evaluation, for traps, and before a full search for a move.
 * An escape uses up all points without touching the opponent.  A ship that has one can move; one
 * that has none may still have a move that is hard to find, such as a push.
 */

#include "games/mississippi/river.h"

struct escape {
    int other_x, other_y;                        /* where the opponent is */
    int first, last;                             /* segments to look in */
    int length;                                  /* of the way that was found, in fields */
    int8_t x[SHIP_SPEED_MAX], y[SHIP_SPEED_MAX]; /* the way, its end first */
};

/* Looks for a way of a ship on water that burns at most so much coal. */
bool escape_find(const struct mississippi *m, const struct ship *ship, int coal,
                 struct escape *escape);
/* The same for a side of this position, if the river ended with segment `last`. */
bool escape_exists(const struct mississippi *m, enum side side, int coal, int last);
/* One field ahead of a sandbank, or for a coal one behind.  Logs do not count: the book does not
 * allow them. */
bool escape_from_sandbank(const struct mississippi *m, const struct ship *ship,
                          const struct escape *escape);

#endif
