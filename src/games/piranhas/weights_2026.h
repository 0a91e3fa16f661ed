#ifndef GAMES_PIRANHAS_WEIGHTS_2026_H
#define GAMES_PIRANHAS_WEIGHTS_2026_H

/* clang-format off */
/*
 * The weights of the evaluation (features_2026.h), made by
 *
 *   kielwasser selfplay stark:nodes=2000,random=6 --game piranhas26 --games 3200 --seed 3 --out \
 *       piranhas26.txt.gz
 *   kielwasser tune piranhas26.txt.gz --game piranhas26 --lambda 0.5 --hold 100 --held-out 10 \
 *       --out src/games/piranhas/weights_2026.h
 *
 * from 165336 positions; 18342 held out have a loss of 0.556436.
 */

#include "search/linear.h"

#define PIRANHAS26_WEIGHTS(ROW) \
    ROW("fish",          906,   601,   659,  1009,  1448,  1431,   687) \
    ROW("few",             0,     0,  -110,   384,    16,     8,  -107) \
    ROW("steps",          44,  -121,  -280,  -341,  -413,  -539,  -478) \
    ROW("far",          -140,   -16,    52,   -43,  -252,  -304,   183) \
    ROW("loners",       -131,    -2,   -19,   -56,   -96,  -395,  -361) \
    ROW("off",          -873,   180,    78,   172,   282,   349,    49) \
    ROW("edge",          388,   180,   337,    88,  -125,  -230,   -29) \
    ROW("second ring",   705,   443,   397,   182,   -54,  -160,    18) \
    ROW("third ring",    201,   241,   299,   163,    19,   -82,   -90) \
    ROW("blocks",      -1267,  -256,   -29,    56,    -7,    60,   185) \
    ROW("swarms",         11,   -40,    19,    31,   -46,   412,   502) \
    ROW("heaviest",       72,    13,    79,   124,   281,   512,  1083) \
    ROW("weight",         23,   382,   528,   683,   940,  1199,   850) \
    ROW("moves",          -7,    13,    31,    22,    28,    49,    16) \
    ROW("walls",         -10,    -3,   158,   158,   310,   153,   378) \
    ROW("lead",         -278,   -40,    33,    52,   -15,   313,  1311) \
    ROW("union",           0,     0,     0,  -372,  1865,  2425,  2146) \
    ROW("threat",          0,     0,     0,  1017,  2647,  3139,  2663) \
    ROW("danger",          0,     0,    15, -1952, -3079, -3560, -1621) \
    ROW("pressed",         0,     0,     0,  -652, -2764, -3045, -3281) \
    ROW("tempo",         -53,   532,   400,   641,   913,  1272,  1698) \
    ROW("last word",     186,  1130,  1305,  1572,  2003,  2512,  3075)

static const int16_t piranhas26_weights[7][22] = {
    {PIRANHAS26_WEIGHTS(LINEAR_SET_0)}, /* turn 0 */
    {PIRANHAS26_WEIGHTS(LINEAR_SET_1)}, /* turn 10 */
    {PIRANHAS26_WEIGHTS(LINEAR_SET_2)}, /* turn 20 */
    {PIRANHAS26_WEIGHTS(LINEAR_SET_3)}, /* turn 30 */
    {PIRANHAS26_WEIGHTS(LINEAR_SET_4)}, /* turn 40 */
    {PIRANHAS26_WEIGHTS(LINEAR_SET_5)}, /* turn 50 */
    {PIRANHAS26_WEIGHTS(LINEAR_SET_6)}, /* turn 60 */
};
/* clang-format on */

#endif
