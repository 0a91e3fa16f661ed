#ifndef GAMES_MISSISSIPPI_FEATURES_H
#define GAMES_MISSISSIPPI_FEATURES_H

/* What the evaluation counts; weights.h says how much each feature is worth. */

#include "games/mississippi/mississippi.h"

enum { ROOM_COUNTED = 4 }; /* numbers of open fields with a feature each: 0 .. 3 */

/* Mine minus yours, unless said otherwise. */
enum mississippi_feature {
    FEATURE_TURNS, /* sixteenths of a turn that the opponent needs longer */
    FEATURE_WAY,   /* half fields that the opponent has farther to the goal */
    FEATURE_LEAD,  /* segments ahead, squared: four are a win */
    FEATURE_PASSENGERS,
    FEATURE_COAL,                                     /* 0, 1 … 6 or more */
    FEATURE_SPEED = FEATURE_COAL + 7,                 /* 1 … 6 */
    FEATURE_AGROUND = FEATURE_SPEED + SHIP_SPEED_MAX, /* on a sandbank */
    FEATURE_BLIND,      /* can go on without coal only into guessed segments */
    FEATURE_BLIND_POOR, /* … and has less than two coal */
    FEATURE_NEEDY,      /* needs a coal to go on */
    FEATURE_NEEDIER,    /* needs more */
    FEATURE_STUCK,      /* finds no way at all */
    FEATURE_POINTS,     /* near the end of time: times the rounds since the 20th */
    FEATURE_SECOND,     /* 1 if the mover ends the round, -1 if it begins one */
    FEATURE_TEMPO,      /* always 1 */
    FEATURE_AROUND,     /* 0, 1, 2, 3 open fields around */
    FEATURE_AHEAD =
        FEATURE_AROUND + ROOM_COUNTED, /* the same for the three before the bow; 3 is usual */
    FEATURE_NEAR =
        FEATURE_AHEAD + ROOM_COUNTED, /* less than two coal, the opponent 2, 4, 6 fields away */
    MISSISSIPPI_FEATURES = FEATURE_NEAR + 3,
};

/* Of a running position, as the side to move sees them. */
void mississippi_features(const struct position *pos, int out[MISSISSIPPI_FEATURES]);

#endif
