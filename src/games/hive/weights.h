#ifndef HIVE_WEIGHTS_H
#define HIVE_WEIGHTS_H

/* The weights of the features for the first and for the last turn, fitted to games of our own. */

#include "games/hive/features.h"

static const struct hive_weights {
    int16_t start[FEATURE_COUNT], end[FEATURE_COUNT];
} hive_weights = {
    .start = {18,  99,  -426, -288, -130, -31, 45,  119, -15, 97, 43,  16,  -76, -20,  -16,
              64,  64,  -9,   -14,  10,   5,   -17, -24, 8,   0,  -35, -24, -4,  10,   -20,
              -27, -16, 4,    15,   31,   39,  12,  24,  45,  20, -39, -27, -5,  1260, -176},
    .end = {27,  43,  -306, -186, -93, 55,  150, 270, 7,   -163, -158, -97, -71, 105,  1,
            68,  8,   -18,  -10,  -26, -20, -5,  4,   -23, -31,  -20,  -4,  -38, -38,  -29,
            -31, -28, 2,    21,   -38, 28,  8,   42,  37,  37,   166,  117, 45,  1088, -118},
};

#endif
