#ifndef GAMES_PENGUINS_WEIGHTS_H
#define GAMES_PENGUINS_WEIGHTS_H

/* What each feature is worth in each phase, in hundredths of a fish; fitted to games of our own. */

#include "games/penguins/features.h"

/* clang-format off */
static const int16_t weights[PHASE_COUNT][FEATURE_COUNT] = {
    [PHASE_LATE] = {102, 93, 95, 105, -25, -20, -12, 47, 90, 113, 72, 279, 225, 81, 0, 5, -15},
    [PHASE_MIDDLE] = {96, 71, 81, 75, -30, 32, 2, 6, 29, 31, 20, -220, -72, -22, 7, -16, 57},
    [PHASE_EARLY] = {87, -1, 32, 2, 24, 17, -15, -4, -3, -10, -8, -1451, -614, -172, -47, 62, 281},
    [PHASE_PLACE] = {0, 11, 2, 9, 17, -5, -12, 0, 1, 4, -3, -705, -370, -131, -62, 102, 219},
    [PHASE_CATCH_UP] = {26, 12, 2, 5, 1, 1, 1, 0, 4, -12, 1, -858, -384, -130, 0, -6, -26},
};
/* clang-format on */

#endif
