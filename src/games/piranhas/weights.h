#ifndef GAMES_PIRANHAS_WEIGHTS_H
#define GAMES_PIRANHAS_WEIGHTS_H

/* clang-format off */
/*
 * The weights of the evaluation (features.h), made by
 *
 *   kielwasser selfplay stark:nodes=3000,random=6 --game piranhas --games 1600 --seed 1 --out \
 *       piranhas.txt.gz
 *   kielwasser tune piranhas.txt.gz --game piranhas --lambda 0.5 --hold 100 --held-out 10 --out \
 *       src/games/piranhas/weights.h
 *
 * from 82593 positions; 9220 held out have a loss of 0.586996.
 */

#include "search/linear.h"

#define PIRANHAS_WEIGHTS(ROW) \
    ROW("fish",            156,   883,   974,  1132,  1479,  1654,  1013) \
    ROW("few",               0,     0,     0,  2369,  1452,   518,   -87) \
    ROW("steps",           116,   -38,  -184,  -287,  -347,  -431,  -384) \
    ROW("far",              39,   -63,   -28,   -28,  -136,  -232,   543) \
    ROW("loners",          340,   -54,    19,    55,     7,  -239,   -43) \
    ROW("off",             191,   132,   119,   240,   231,   258,   137) \
    ROW("edge",            109,  -125,    44,    32,   -88,  -102,    99) \
    ROW("second ring",     411,    82,    59,    67,    36,  -153,    48) \
    ROW("third ring",      288,    47,   128,   165,    86,    81,   109) \
    ROW("blocks",         -374,   102,    67,    79,   134,    95,   238) \
    ROW("swarms",         -381,   -10,   -84,  -239,  -235,   127,  -174) \
    ROW("largest swarm",   -27,     2,    41,   -50,    59,   262,  1498) \
    ROW("moves",            28,    23,    24,    45,    32,    72,    66) \
    ROW("walls",           492,    26,   188,    42,   -81,    55,  -114) \
    ROW("threat",            0,     0,     0,   280,  2129,  2956,  2857) \
    ROW("danger",            0,     0,     0, -1373, -1957, -2948, -2121) \
    ROW("pressed",           0,     0,     0,  -313, -3016, -5458, -5098) \
    ROW("tempo",           -87,   359,   352,   505,   664,   830,  1260) \
    ROW("last word",       958,  1524,  1534,  1648,  1802,  2063,  2135)

static const int16_t piranhas_weights[7][19] = {
    {PIRANHAS_WEIGHTS(LINEAR_SET_0)}, /* turn 0 */
    {PIRANHAS_WEIGHTS(LINEAR_SET_1)}, /* turn 10 */
    {PIRANHAS_WEIGHTS(LINEAR_SET_2)}, /* turn 20 */
    {PIRANHAS_WEIGHTS(LINEAR_SET_3)}, /* turn 30 */
    {PIRANHAS_WEIGHTS(LINEAR_SET_4)}, /* turn 40 */
    {PIRANHAS_WEIGHTS(LINEAR_SET_5)}, /* turn 50 */
    {PIRANHAS_WEIGHTS(LINEAR_SET_6)}, /* turn 60 */
};
/* clang-format on */

#endif
