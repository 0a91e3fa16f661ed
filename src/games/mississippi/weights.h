#ifndef GAMES_MISSISSIPPI_WEIGHTS_H
#define GAMES_MISSISSIPPI_WEIGHTS_H

/* clang-format off */
/*
 * The weights of the evaluation (features.c), made by
 *
 *   kielwasser selfplay stark:nodes=1000 --game mississippi --games 800 --seed 1 --random-plies 0 --out mq0.txt.gz
 *   kielwasser tune mq0.txt.gz --game mississippi --lambda 0.5 --hold 3000 --held-out 10 --keep --out src/games/mississippi/weights.h
 *
 * from 17923 positions; 2059 held out have a loss of 0.593886.
 */

#include <stdint.h>

static const int16_t mississippi_weights[1][37] = {
    { /* always */
        3, /* turns */
        13, /* way */
        -2, /* lead */
        228, /* passengers */
        -362, /* 0 coal */
        -185, /* 1 coal */
        -104, /* 2 coal */
        -40, /* 3 coal */
        8, /* 4 coal */
        68, /* 5 coal */
        145, /* 6 or more coal */
        -45, /* speed 1 */
        23, /* speed 2 */
        16, /* speed 3 */
        -13, /* speed 4 */
        -85, /* speed 5 */
        -202, /* speed 6 */
        -57, /* aground */
        -30, /* blind */
        -100, /* blind and poor */
        -28, /* needy */
        -78, /* needier */
        -214, /* stuck */
        6, /* points */
        62, /* second */
        70, /* tempo */
        3, /* 0 fields around */
        0, /* 1 fields around */
        -3, /* 2 fields around */
        2, /* 3 fields around */
        0, /* 0 fields ahead */
        -2, /* 1 fields ahead */
        0, /* 2 fields ahead */
        2, /* 3 fields ahead */
        -16, /* poor, hunted from 2 */
        -17, /* poor, hunted from 4 */
        -9, /* poor, hunted from 6 */
    },
};
/* clang-format on */

#endif
