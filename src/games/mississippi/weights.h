#ifndef GAMES_MISSISSIPPI_WEIGHTS_H
#define GAMES_MISSISSIPPI_WEIGHTS_H

/* clang-format off */
/*
 * The weights of the evaluation (features.h), made by
 *
 *   kielwasser selfplay stark:nodes=1000 --game mississippi --games 800 --seed 1 --random-plies \
 *       0 --out mq0.txt.gz
 *   kielwasser tune mq0.txt.gz --game mississippi --lambda 0.5 --hold 3000 --held-out 10 --keep \
 *       --out src/games/mississippi/weights.h
 *
 * from 17923 positions; 2059 held out have a loss of 0.593886.
 */

#include "search/linear.h"

#define MISSISSIPPI_WEIGHTS(ROW) \
    ROW("turns",                   3) \
    ROW("way",                    13) \
    ROW("lead",                   -2) \
    ROW("passengers",            228) \
    ROW("0 coal",               -362) \
    ROW("1 coal",               -185) \
    ROW("2 coal",               -104) \
    ROW("3 coal",                -40) \
    ROW("4 coal",                  8) \
    ROW("5 coal",                 68) \
    ROW("6 or more coal",        145) \
    ROW("speed 1",               -45) \
    ROW("speed 2",                23) \
    ROW("speed 3",                16) \
    ROW("speed 4",               -13) \
    ROW("speed 5",               -85) \
    ROW("speed 6",              -202) \
    ROW("aground",               -57) \
    ROW("blind",                 -30) \
    ROW("blind and poor",       -100) \
    ROW("needy",                 -28) \
    ROW("needier",               -78) \
    ROW("stuck",                -214) \
    ROW("points",                  6) \
    ROW("second",                 62) \
    ROW("tempo",                  70) \
    ROW("0 fields around",         3) \
    ROW("1 fields around",         0) \
    ROW("2 fields around",        -3) \
    ROW("3 fields around",         2) \
    ROW("0 fields ahead",          0) \
    ROW("1 fields ahead",         -2) \
    ROW("2 fields ahead",          0) \
    ROW("3 fields ahead",          2) \
    ROW("poor, hunted from 2",   -16) \
    ROW("poor, hunted from 4",   -17) \
    ROW("poor, hunted from 6",    -9)

static const int16_t mississippi_weights[1][37] = {
    {MISSISSIPPI_WEIGHTS(LINEAR_SET_0)}, /* always */
};
/* clang-format on */

#endif
