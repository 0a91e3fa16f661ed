#ifndef HIVE_WEIGHTS_H
#define HIVE_WEIGHTS_H

/* The weights of the features for the first and for the last turn, fitted to games of our own. */

#include "games/hive/features.h"

static const struct hive_weights {
    int16_t start[FEATURE_COUNT], end[FEATURE_COUNT];
} hive_weights = {
    .start = {17,  82, -439, -281, -134, -30, 48,  118, -16, 100, 60,  14,  -101, -18,  -18,
              62,  65, -12,  -23,  28,   16,  -10, -15, 20,  6,   -31, -15, 14,   20,   -16,
              -16, -5, 6,    3,    26,   36,  20,  31,  49,  26,  -34, -24, -7,   1232, -192},
    .end = {23,  151, -304, -187, -91, 52,  147, 272, 6,   -17, -36, -17, -19, 90,   8,
            61,  10,  -22,  -15,  -40, -33, -15, 0,   -33, -32, -27, -16, -48, -53,  -36,
            -35, -36, 1,    37,   -25, 22,  6,   18,  22,  21,  146, 108, 47,  1016, -113},
};

#endif
