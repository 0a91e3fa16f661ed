#ifndef GAMES_PENGUINS_WEIGHTS_H
#define GAMES_PENGUINS_WEIGHTS_H

/* What each feature is worth in each phase, in hundredths of a fish; fitted to games of our own. */

#include "games/penguins/features.h"

/* clang-format off */
static const int16_t weights[PHASE_COUNT][FEATURE_COUNT] = {
    [PHASE_LATE] = {102, 109, 102, 86, -2, -3, 21, 51, 130, 112, 60, 324, 264, 100, 23, 14, -16, 48, -23, -28, -11},
    [PHASE_MIDDLE] = {99, 63, 79, 80, -65, 23, -7, 5, 26, 34, 34, -182, -38, -5, 3, 3, -15, -8, 31, 14, 62},
    [PHASE_EARLY] = {94, -3, 32, 34, 3, -10, -69, -3, -2, -12, 5, -1502, -716, -254, -105, -77, 111, -45, 8, 14, 275},
    [PHASE_PLACE] = {0, 7, 2, 36, -7, -4, -51, -1, 0, 10, 8, -821, -351, -119, -51, 8, -17, 5, -4, 16, 242},
    [PHASE_CATCH_UP] = {29, 6, 5, 9, -11, -1, -2, 2, 3, 3, 6, -850, -404, -148, -59, -7, 3, 3, -8, 15, -29},
};
/* clang-format on */

#endif
