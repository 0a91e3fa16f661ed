#ifndef GAMES_PENGUINS_WEIGHTS_H
#define GAMES_PENGUINS_WEIGHTS_H

/* clang-format off */
/*
 * The weights of the evaluation (features.h), made by
 *
 *   kielwasser selfplay stark:nodes=3000,random=6 --game penguins --games 5000 --seed 1 --out penguins.txt.gz
 *   kielwasser tune penguins.txt.gz --game penguins --lambda 1 --hold 100 --held-out 10 --out src/games/penguins/weights.h
 *
 * from 247295 positions; 27535 held out have a loss of 0.406195.
 */

#include <stdint.h>

static const int16_t penguins_weights[5][21] = {
    { /* late */
        924, /* bag */
        695, /* fish 1 slide away */
        606, /* fish 2 slides away */
        679, /* fish 3 slides away */
        271, /* floes 1 slide away */
        372, /* floes 2 slides away */
        215, /* floes 3 slides away */
        120, /* shared fish 1 slide away */
        195, /* shared fish 2 slides away */
        373, /* shared fish 3 slides away */
        242, /* room */
        98, /* trapped */
        270, /* tight */
        -206, /* narrow */
        -292, /* middling */
        142, /* captured fish */
        -83, /* captured floes */
        -60, /* step */
        -361, /* steps */
        28, /* fish on steps */
        -15, /* to move */
    },
    { /* middle */
        202, /* bag */
        109, /* fish 1 slide away */
        141, /* fish 2 slides away */
        144, /* fish 3 slides away */
        -145, /* floes 1 slide away */
        55, /* floes 2 slides away */
        38, /* floes 3 slides away */
        4, /* shared fish 1 slide away */
        13, /* shared fish 2 slides away */
        36, /* shared fish 3 slides away */
        81, /* room */
        -828, /* trapped */
        -245, /* tight */
        -85, /* narrow */
        -29, /* middling */
        -16, /* captured fish */
        -29, /* captured floes */
        -48, /* step */
        90, /* steps */
        22, /* fish on steps */
        170, /* to move */
    },
    { /* early */
        163, /* bag */
        -13, /* fish 1 slide away */
        -23, /* fish 2 slides away */
        -38, /* fish 3 slides away */
        -1, /* floes 1 slide away */
        16, /* floes 2 slides away */
        -16, /* floes 3 slides away */
        -2, /* shared fish 1 slide away */
        2, /* shared fish 2 slides away */
        -78, /* shared fish 3 slides away */
        4, /* room */
        -2735, /* trapped */
        -1320, /* tight */
        -452, /* narrow */
        -84, /* middling */
        26, /* captured fish */
        -103, /* captured floes */
        -17, /* step */
        19, /* steps */
        -6, /* fish on steps */
        366, /* to move */
    },
    { /* placing */
        0, /* bag */
        20, /* fish 1 slide away */
        0, /* fish 2 slides away */
        3, /* fish 3 slides away */
        -30, /* floes 1 slide away */
        -1, /* floes 2 slides away */
        -8, /* floes 3 slides away */
        1, /* shared fish 1 slide away */
        0, /* shared fish 2 slides away */
        9, /* shared fish 3 slides away */
        16, /* room */
        -137, /* trapped */
        -391, /* tight */
        -226, /* narrow */
        -44, /* middling */
        8, /* captured fish */
        23, /* captured floes */
        10, /* step */
        17, /* steps */
        6, /* fish on steps */
        433, /* to move */
    },
    { /* placing, one behind */
        38, /* bag */
        15, /* fish 1 slide away */
        -3, /* fish 2 slides away */
        5, /* fish 3 slides away */
        -13, /* floes 1 slide away */
        7, /* floes 2 slides away */
        5, /* floes 3 slides away */
        4, /* shared fish 1 slide away */
        1, /* shared fish 2 slides away */
        -4, /* shared fish 3 slides away */
        8, /* room */
        -286, /* trapped */
        -591, /* tight */
        -231, /* narrow */
        -59, /* middling */
        -2, /* captured fish */
        -3, /* captured floes */
        5, /* step */
        17, /* steps */
        4, /* fish on steps */
        -38, /* to move */
    },
};
/* clang-format on */

#endif
