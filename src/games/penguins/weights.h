#ifndef GAMES_PENGUINS_WEIGHTS_H
#define GAMES_PENGUINS_WEIGHTS_H

/* clang-format off */
/*
 * The weights of the evaluation (features.h), made by
 *
 *   kielwasser selfplay stark:nodes=3000,random=6 --game penguins --games 5000 --seed 1 --out \
 *       penguins.txt.gz
 *   kielwasser tune penguins.txt.gz --game penguins --lambda 1 --hold 100 --held-out 10 --out \
 *       src/games/penguins/weights.h
 *
 * from 247295 positions; 27535 held out have a loss of 0.406195.
 */

#include "search/linear.h"

#define PENGUINS_WEIGHTS(ROW) \
    ROW("bag",                         924,   202,   163,     0,    38) \
    ROW("fish 1 slide away",           695,   109,   -13,    20,    15) \
    ROW("fish 2 slides away",          606,   141,   -23,     0,    -3) \
    ROW("fish 3 slides away",          679,   144,   -38,     3,     5) \
    ROW("floes 1 slide away",          271,  -145,    -1,   -30,   -13) \
    ROW("floes 2 slides away",         372,    55,    16,    -1,     7) \
    ROW("floes 3 slides away",         215,    38,   -16,    -8,     5) \
    ROW("shared fish 1 slide away",    120,     4,    -2,     1,     4) \
    ROW("shared fish 2 slides away",   195,    13,     2,     0,     1) \
    ROW("shared fish 3 slides away",   373,    36,   -78,     9,    -4) \
    ROW("room",                        242,    81,     4,    16,     8) \
    ROW("trapped",                      98,  -828, -2735,  -137,  -286) \
    ROW("tight",                       270,  -245, -1320,  -391,  -591) \
    ROW("narrow",                     -206,   -85,  -452,  -226,  -231) \
    ROW("middling",                   -292,   -29,   -84,   -44,   -59) \
    ROW("captured fish",               142,   -16,    26,     8,    -2) \
    ROW("captured floes",              -83,   -29,  -103,    23,    -3) \
    ROW("step",                        -60,   -48,   -17,    10,     5) \
    ROW("steps",                      -361,    90,    19,    17,    17) \
    ROW("fish on steps",                28,    22,    -6,     6,     4) \
    ROW("to move",                     -15,   170,   366,   433,   -38)

static const int16_t penguins_weights[5][21] = {
    {PENGUINS_WEIGHTS(LINEAR_SET_0)}, /* late */
    {PENGUINS_WEIGHTS(LINEAR_SET_1)}, /* middle */
    {PENGUINS_WEIGHTS(LINEAR_SET_2)}, /* early */
    {PENGUINS_WEIGHTS(LINEAR_SET_3)}, /* placing */
    {PENGUINS_WEIGHTS(LINEAR_SET_4)}, /* placing, one behind */
};
/* clang-format on */

#endif
