#ifndef HIVE_WEIGHTS_H
#define HIVE_WEIGHTS_H

/* The weights of the features for the first and for the last turn, fitted to games of our own. */

#include "games/hive/features.h"

static const struct hive_weights {
    int16_t start[FEATURE_COUNT], end[FEATURE_COUNT];
} hive_weights = {
    .start = {16,  127, -393, -260, -121, -36, 40, 103, -22, -78, -18, -8, 67,   72,
              -15, -25, 10,   13,   -30,  -39, 1,  -6,  -56, -39, -8,  16, -35,  -35,
              -21, 6,   -1,   27,   35,   24,  32, 57,  24,  -19, -21, -4, 1233, -173},
    .end = {22,  109, -333, -195, -100, 63, 154, 282, 5,  -50, 70,  2,   61,   8,
            -31, -24, -4,   -15,  14,   31, 7,   -17, 9,  7,   -10, -37, 0,    -15,
            -5,  -1,  44,   -28,  16,   -7, 22,  22,  30, 135, 104, 47,  1031, -132},
};

#endif
