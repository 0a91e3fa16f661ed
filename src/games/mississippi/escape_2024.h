#ifndef GAMES_MISSISSIPPI_ESCAPE_2024_H
#define GAMES_MISSISSIPPI_ESCAPE_2024_H

/* A quick look for any way on, as escape.h, with the current of season 2024. */

#include "games/mississippi/river_2024.h"

struct escape24 {
    int other_place;               /* where the opponent is */
    int last;                      /* segment to look in */
    int length;                    /* of the way that was found, in fields */
    uint8_t place[SHIP_SPEED_MAX]; /* the way, its end first */
};

/* Looks for a way of a ship that burns at most so much coal and does not touch the opponent. */
bool escape24_find(const struct mississippi24 *g, const struct ship *ship, int coal,
                   struct escape24 *escape);
/* The same for a side of this position, if the river ended with segment `last`. */
bool escape24_exists(const struct mississippi24 *g, enum side side, int coal, int last);

#endif
