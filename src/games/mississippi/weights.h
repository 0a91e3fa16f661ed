#ifndef GAMES_MISSISSIPPI_WEIGHTS_H
#define GAMES_MISSISSIPPI_WEIGHTS_H

/* clang-format off */
/*
 * The weights of the evaluation (eval_linear.c), made by
 *
 *   kielwasser selfplay stark:nodes=1000,random=2 --game mississippi --games 700 --seed 1 --out mississippi.txt.gz
 *   kielwasser tune mississippi.txt.gz --game mississippi --lambda 0.5 --hold 500 --held-out 10 --keep --out src/games/mississippi/weights.h
 *
 * from 13375 positions; 1487 held out have a loss of 0.472736.
 */

#include <stdint.h>

static const int16_t mississippi_weights[1][37] = {
    { /* always */
        4, /* turns */
        10, /* way */
        -5, /* lead */
        234, /* passengers */
        -349, /* 0 coal */
        -174, /* 1 coal */
        -50, /* 2 coal */
        1, /* 3 coal */
        42, /* 4 coal */
        96, /* 5 coal */
        -36, /* 6 or more coal */
        -72, /* speed 1 */
        26, /* speed 2 */
        14, /* speed 3 */
        -8, /* speed 4 */
        -77, /* speed 5 */
        -189, /* speed 6 */
        -38, /* aground */
        -30, /* blind */
        -100, /* blind and poor */
        -29, /* needy */
        -76, /* needier */
        -189, /* stuck */
        6, /* points */
        35, /* second */
        48, /* tempo */
        13, /* 0 fields around */
        -6, /* 1 fields around */
        1, /* 2 fields around */
        -4, /* 3 fields around */
        7, /* 0 fields ahead */
        -1, /* 1 fields ahead */
        6, /* 2 fields ahead */
        -12, /* 3 fields ahead */
        29, /* poor, hunted from 2 */
        -4, /* poor, hunted from 4 */
        -5, /* poor, hunted from 6 */
    },
};
/* clang-format on */

#endif
