#ifndef GAMES_MISSISSIPPI_WEIGHTS_H
#define GAMES_MISSISSIPPI_WEIGHTS_H

/* Weights of the evaluation, from fits to games of our own and from hand. */

#include <stdint.h>

/* clang-format off */
static const int16_t mississippi_weights[1][37] = {
    { /* always */
        2, /* turns */
        12, /* way */
        -5, /* lead */
        230, /* passengers */
        -360, /* 0 coal */
        -150, /* 1 coal */
        -100, /* 2 coal */
        -40, /* 3 coal */
        0, /* 4 coal */
        60, /* 5 coal */
        120, /* 6 or more coal */
        -20, /* speed 1 */
        35, /* speed 2 */
        30, /* speed 3 */
        -30, /* speed 4 */
        -110, /* speed 5 */
        -210, /* speed 6 */
        -50, /* aground */
        -30, /* blind */
        -100, /* blind and poor */
        -40, /* needy */
        -80, /* needier */
        -220, /* stuck */
        6, /* points */
        40, /* second */
        40, /* tempo */
        0, /* 0 fields around */
        0, /* 1 fields around */
        0, /* 2 fields around */
        0, /* 3 fields around */
        0, /* 0 fields ahead */
        0, /* 1 fields ahead */
        0, /* 2 fields ahead */
        0, /* 3 fields ahead */
        0, /* poor, hunted from 2 */
        0, /* poor, hunted from 4 */
        0, /* poor, hunted from 6 */
    },
};
/* clang-format on */

#endif
