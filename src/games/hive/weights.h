#ifndef GAMES_HIVE_WEIGHTS_H
#define GAMES_HIVE_WEIGHTS_H

/* clang-format off */
/*
 * The weights of the evaluation (features.h), made by
 *
 *   kielwasser selfplay stark:nodes=2000,random=4 --game hive --games 4000 --seed 1 --out \
 *       hive.txt.gz
 *   kielwasser tune hive.txt.gz --game hive --lambda 0.7 --hold 100 --held-out 10 --out \
 *       src/games/hive/weights.h
 *
 * from 146152 positions; 16222 held out have a loss of 0.515118.
 */

#include "search/linear.h"

#define HIVE_WEIGHTS(ROW) \
    ROW("tempo",                           54,    35,    13) \
    ROW("queen in hand",                   47,  -174,   -69) \
    ROW("queen with 0 free",                0,     0,     0) \
    ROW("queen with 1 free",             -252,  -213,  -126) \
    ROW("queen with 2 free",             -127,   -62,   -64) \
    ROW("queen with 3 free",              -57,    85,     8) \
    ROW("queen with 4 free",               13,   191,    77) \
    ROW("queen with 5 or 6 free",          68,   288,   132) \
    ROW("free fields at the end",           0,    10,     6) \
    ROW("queen with 0 of her own free",  -107,   -99,  -149) \
    ROW("queen with 1 of her own free",   -45,    -9,   -90) \
    ROW("queen with 2 of her own free",     1,   -20,   -21) \
    ROW("queen ridden",                  -223,   -85,   -73) \
    ROW("queen mobile",                     4,    49,   104) \
    ROW("queen open",                      -9,    -9,    25) \
    ROW("loose guards",                    66,    90,    40) \
    ROW("stuck guards",                    39,    42,    -3) \
    ROW("loose besiegers",                 46,   -19,    -1) \
    ROW("stuck besiegers",                 47,    -7,    10) \
    ROW("spiders in hand",                -36,   -15,   -21) \
    ROW("beetles in hand",                -55,   -19,   -36) \
    ROW("grasshoppers in hand",           -54,   -20,    -2) \
    ROW("ants in hand",                   -35,   -23,    -1) \
    ROW("loose spiders",                   20,   -15,     0) \
    ROW("loose beetles",                    6,     0,     4) \
    ROW("loose grasshoppers",              -9,   -27,     7) \
    ROW("loose ants",                      13,   -10,     3) \
    ROW("stuck spiders",                    8,   -23,    -5) \
    ROW("stuck beetles",                   12,    -4,     4) \
    ROW("stuck grasshoppers",               4,   -37,    -5) \
    ROW("stuck ants",                       0,   -38,   -12) \
    ROW("buried",                          72,   -51,    10) \
    ROW("room",                            20,     4,     7) \
    ROW("room at the queen",               66,     8,    16) \
    ROW("ants with an aim",                50,   -28,   -24) \
    ROW("grasshoppers with an aim",        40,    28,    29) \
    ROW("spiders with an aim",             49,   -17,    14) \
    ROW("beetles 1 away",                  27,    49,    35) \
    ROW("beetles 2 away",                  29,    53,    49) \
    ROW("beetles 3 away",                   8,    43,    -4) \
    ROW("nothing lacks",                  -25,   126,   159) \
    ROW("1 lacks",                         18,    62,   121) \
    ROW("2 lack",                          18,    18,    50) \
    ROW("strike",                         312,   349,   288) \
    ROW("threat",                         -35,  -128,   -75)

static const int16_t hive_weights[3][45] = {
    {HIVE_WEIGHTS(LINEAR_SET_0)}, /* first turn */
    {HIVE_WEIGHTS(LINEAR_SET_1)}, /* half of the game */
    {HIVE_WEIGHTS(LINEAR_SET_2)}, /* last turn */
};
/* clang-format on */

#endif
