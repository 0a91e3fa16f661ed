#ifndef GAMES_MISSISSIPPI_WEIGHTS_2024_H
#define GAMES_MISSISSIPPI_WEIGHTS_2024_H

/* clang-format off */
/* The weights of the evaluation (features_2024.h), set by hand after those of 2017. */

#include "search/linear.h"

#define MISSISSIPPI24_WEIGHTS(ROW) \
    ROW("turns",                   4) \
    ROW("way",                    10) \
    ROW("lead",                    5) \
    ROW("passengers",            200) \
    ROW("more passengers",         5) \
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
    ROW("current",               -10) \
    ROW("blind",                 -30) \
    ROW("blind and poor",       -100) \
    ROW("needy",                 -28) \
    ROW("needier",               -78) \
    ROW("stuck",                -214) \
    ROW("home",                 1500) \
    ROW("points",                  6) \
    ROW("second",                 62) \
    ROW("tempo",                  70) \
    ROW("0 fields around",         0) \
    ROW("1 fields around",         0) \
    ROW("2 fields around",         0) \
    ROW("3 fields around",         0) \
    ROW("0 fields ahead",          0) \
    ROW("1 fields ahead",          0) \
    ROW("2 fields ahead",          0) \
    ROW("3 fields ahead",          0) \
    ROW("poor, hunted from 2",   -16) \
    ROW("poor, hunted from 4",   -17) \
    ROW("poor, hunted from 6",    -9)

static const int16_t mississippi24_weights[1][39] = {
    {MISSISSIPPI24_WEIGHTS(LINEAR_SET_0)}, /* always */
};
/* clang-format on */

#endif
