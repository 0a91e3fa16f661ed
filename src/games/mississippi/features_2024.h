#ifndef GAMES_MISSISSIPPI_FEATURES_2024_H
#define GAMES_MISSISSIPPI_FEATURES_2024_H

/* What the evaluation of season 2024 counts; weights_2024.h says how much each feature is worth. */

#include "games/mississippi/mississippi_2024.h"

enum { ROOM24_COUNTED = 4 }; /* numbers of open fields with a feature each: 0 .. 3 */

/* Mine minus yours, unless said otherwise. */
enum mississippi24_feature {
    FEATURE24_TURNS,      /* sixteenths of a turn that the opponent needs longer */
    FEATURE24_WAY,        /* half fields that the opponent has farther to the goal */
    FEATURE24_LEAD,       /* segments ahead, squared: more than three end the game */
    FEATURE24_PASSENGERS, /* up to two, which a ship in the goal needs */
    FEATURE24_MORE_PASSENGERS,
    FEATURE24_COAL,                                       /* 0, 1 … 6 or more */
    FEATURE24_SPEED = FEATURE24_COAL + 7,                 /* 1 … 6 */
    FEATURE24_CURRENT = FEATURE24_SPEED + SHIP_SPEED_MAX, /* on a field with a current */
    FEATURE24_BLIND,      /* can go on without coal only into guessed segments */
    FEATURE24_BLIND_POOR, /* … and has less than two coal */
    FEATURE24_NEEDY,      /* needs a coal to go on */
    FEATURE24_NEEDIER,    /* needs more */
    FEATURE24_STUCK,      /* finds no way at all */
    FEATURE24_HOME,       /* in the goal; the round is not over yet */
    FEATURE24_POINTS,     /* near the end of time: times the rounds since the 20th */
    FEATURE24_SECOND,     /* 1 if the mover ends the round, -1 if it begins one */
    FEATURE24_TEMPO,      /* always 1 */
    FEATURE24_AROUND,     /* 0, 1, 2, 3 open fields around */
    FEATURE24_AHEAD =
        FEATURE24_AROUND + ROOM24_COUNTED, /* the same for the three before the bow; 3 is usual */
    FEATURE24_NEAR =
        FEATURE24_AHEAD + ROOM24_COUNTED, /* less than two coal, the opponent 2, 4, 6 fields away */
    MISSISSIPPI24_FEATURES = FEATURE24_NEAR + 3,
};

/* Of a running position, as the side to move sees them. */
void mississippi24_features(const struct position *pos, int out[MISSISSIPPI24_FEATURES]);

#endif
