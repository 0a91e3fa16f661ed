#ifndef GAMES_MISSISSIPPI_WEIGHTS_H
#define GAMES_MISSISSIPPI_WEIGHTS_H

/* What the evaluation counts, and what each of it is worth; a half field is 12. */

#include "games/mississippi/mississippi.h"

/* Mine minus yours, unless something else is said. */
enum { ROOM_COUNTED = 4 };

enum feature {
    FEATURE_TURNS, /* sixteenths of a turn that the opponent needs longer */
    FEATURE_WAY,   /* half fields that the opponent has farther to the goal */
    FEATURE_LEAD,  /* segments ahead, squared: four are a win */
    FEATURE_PASSENGERS,
    FEATURE_COAL,                                /* 0, 1 … 6 or more */
    FEATURE_SPEED = FEATURE_COAL + 7,            /* 1 … 6 */
    FEATURE_AGROUND = FEATURE_SPEED + SPEED_MAX, /* on a sandbank */
    FEATURE_BLIND,      /* can go on without coal only where nobody has looked yet */
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
    FEATURES = FEATURE_NEAR + 3,
};

static const int16_t mississippi_weights[FEATURES] = {
    [FEATURE_TURNS] = 2,
    [FEATURE_WAY] = 12,
    [FEATURE_LEAD] = -5,
    [FEATURE_PASSENGERS] = 230,
    [FEATURE_COAL] = -360,
    -150,
    -100,
    -40,
    0,
    60,
    120,
    [FEATURE_SPEED] = -20,
    35,
    30,
    -30,
    -110,
    -210,
    [FEATURE_AGROUND] = -50,
    [FEATURE_BLIND] = -30,
    [FEATURE_BLIND_POOR] = -100,
    [FEATURE_NEEDY] = -40,
    [FEATURE_NEEDIER] = -80,
    [FEATURE_STUCK] = -220,
    [FEATURE_POINTS] = 6,
    [FEATURE_SECOND] = 40,
    [FEATURE_TEMPO] = 40,
};

/* The features of a running position, as the side to move sees them. */
int mississippi_features(const struct position *pos, int out[FEATURES]);
/* The rough value of a ship with so much coal at this speed, part of the same table. */
static inline int supplies(int coal, int speed)
{
    return mississippi_weights[FEATURE_COAL + (coal < 6 ? coal : 6)] +
           mississippi_weights[FEATURE_SPEED + speed - 1];
}

#endif
