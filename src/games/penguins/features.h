#ifndef GAMES_PENGUINS_FEATURES_H
#define GAMES_PENGUINS_FEATURES_H

/*
 * What the evaluation looks at.  A score is the sum of each feature times its weight; the weights
 * (weights.h) change with the phase of the game.
 */

#include "games/penguins/penguins.h"

/* Mine minus yours, unless said otherwise. */
enum penguins_feature {
    FEATURE_BAG,  /* fish caught */
    FEATURE_FISH, /* on floes that a side reaches first: with one slide, two, three or more */
    FEATURE_FLOES = FEATURE_FISH + 3,   /* how many floes that are, likewise */
    FEATURE_SHARED = FEATURE_FLOES + 3, /* fish that both reach at the same time, likewise */
    FEATURE_ROOM = FEATURE_SHARED + 3,  /* slides that a side could make */
    FEATURE_TRAPPED,                    /* penguins without a floe beside them */
    FEATURE_TIGHT,                      /* with one */
    FEATURE_NARROW,                     /* with two */
    FEATURE_MIDDLING,                   /* with three */
    FEATURE_CAPTURED_FISH,              /* on floes that only one side can ever reach */
    FEATURE_CAPTURED_FLOES,
    FEATURE_STEP,       /* floes one step from any penguin */
    FEATURE_STEPS,      /* one step or two */
    FEATURE_STEPS_FISH, /* on those */
    FEATURE_TO_MOVE,    /* always 1 */
    PENGUINS_FEATURES,
};

/* The weights hold for so many floes, in between they are mixed.  While penguins are placed
 * there are weights of their own: with as many on either side, and with one less of the side to
 * move. */
enum penguins_phase {
    PHASE_LATE,
    PHASE_MIDDLE,
    PHASE_EARLY,
    PHASE_PLACE,
    PHASE_CATCH_UP,
    PHASE_COUNT
};
enum { PHASE_LATE_FLOES = 8, PHASE_STEP = 24 };

/* How much the weights of a phase count, in parts of PHASE_STEP. */
struct penguins_phase_mix {
    enum penguins_phase low, high;
    int part; /* of `high` */
};

void penguins_features(const struct position *pos, int out[PENGUINS_FEATURES]);
struct penguins_phase_mix penguins_phase_mix(const struct position *pos);

#endif
