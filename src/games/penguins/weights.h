#ifndef GAMES_PENGUINS_WEIGHTS_H
#define GAMES_PENGUINS_WEIGHTS_H

/* What each feature is worth in each phase, in hundredths of a fish; fitted to games of our own. */

#include "games/penguins/features.h"

/* clang-format off */
static const int16_t weights[PHASE_COUNT][FEATURE_COUNT] = {
    [PHASE_LATE] = {102, 96, 97, 118, -26, -17, -34, 42, 75, 117, 67, 264, 216, 86, -3, 8, -16},
    [PHASE_MIDDLE] = {99, 66, 74, 62, -11, 41, 25, 7, 32, 22, 16, -223, -85, -34, 12, -24, 54},
    [PHASE_EARLY] = {79, 2, 27, -12, 27, 27, 5, -4, -8, 26, -8, -1422, -521, -150, -102, 164, 274},
    [PHASE_PLACE] = {0, 5, -1, 19, 29, 0, -30, 1, 0, 4, -3, -419, -351, -106, -76, 140, 197},
    [PHASE_CATCH_UP] = {-6, 8, 2, 10, 12, 0, -6, -1, 4, -10, 0, -494, -338, -122, -1, -4, 6},
};
/* clang-format on */

#endif
