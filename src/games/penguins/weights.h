#ifndef GAMES_PENGUINS_WEIGHTS_H
#define GAMES_PENGUINS_WEIGHTS_H

/* Weights of the evaluation, from fits to games of our own and from hand. */

#include <stdint.h>

/* clang-format off */
static const int16_t penguins_weights[5][21] = {
    { /* late */
        102, /* bag */
        109, /* fish 1 slide away */
        102, /* fish 2 slides away */
        86, /* fish 3 slides away */
        -2, /* floes 1 slide away */
        -3, /* floes 2 slides away */
        21, /* floes 3 slides away */
        51, /* shared fish 1 slide away */
        130, /* shared fish 2 slides away */
        112, /* shared fish 3 slides away */
        60, /* room */
        324, /* trapped */
        264, /* tight */
        100, /* narrow */
        23, /* middling */
        14, /* captured fish */
        -16, /* captured floes */
        48, /* step */
        -23, /* steps */
        -28, /* fish on steps */
        -11, /* to move */
    },
    { /* middle */
        99, /* bag */
        63, /* fish 1 slide away */
        79, /* fish 2 slides away */
        80, /* fish 3 slides away */
        -65, /* floes 1 slide away */
        23, /* floes 2 slides away */
        -7, /* floes 3 slides away */
        5, /* shared fish 1 slide away */
        26, /* shared fish 2 slides away */
        34, /* shared fish 3 slides away */
        34, /* room */
        -182, /* trapped */
        -38, /* tight */
        -5, /* narrow */
        3, /* middling */
        3, /* captured fish */
        -15, /* captured floes */
        -8, /* step */
        31, /* steps */
        14, /* fish on steps */
        62, /* to move */
    },
    { /* early */
        94, /* bag */
        -3, /* fish 1 slide away */
        32, /* fish 2 slides away */
        34, /* fish 3 slides away */
        3, /* floes 1 slide away */
        -10, /* floes 2 slides away */
        -69, /* floes 3 slides away */
        -3, /* shared fish 1 slide away */
        -2, /* shared fish 2 slides away */
        -12, /* shared fish 3 slides away */
        5, /* room */
        -1502, /* trapped */
        -716, /* tight */
        -254, /* narrow */
        -105, /* middling */
        -77, /* captured fish */
        111, /* captured floes */
        -45, /* step */
        8, /* steps */
        14, /* fish on steps */
        275, /* to move */
    },
    { /* placing */
        0, /* bag */
        7, /* fish 1 slide away */
        2, /* fish 2 slides away */
        36, /* fish 3 slides away */
        -7, /* floes 1 slide away */
        -4, /* floes 2 slides away */
        -51, /* floes 3 slides away */
        -1, /* shared fish 1 slide away */
        0, /* shared fish 2 slides away */
        10, /* shared fish 3 slides away */
        8, /* room */
        -821, /* trapped */
        -351, /* tight */
        -119, /* narrow */
        -51, /* middling */
        8, /* captured fish */
        -17, /* captured floes */
        5, /* step */
        -4, /* steps */
        16, /* fish on steps */
        242, /* to move */
    },
    { /* placing, one behind */
        29, /* bag */
        6, /* fish 1 slide away */
        5, /* fish 2 slides away */
        9, /* fish 3 slides away */
        -11, /* floes 1 slide away */
        -1, /* floes 2 slides away */
        -2, /* floes 3 slides away */
        2, /* shared fish 1 slide away */
        3, /* shared fish 2 slides away */
        3, /* shared fish 3 slides away */
        6, /* room */
        -850, /* trapped */
        -404, /* tight */
        -148, /* narrow */
        -59, /* middling */
        -7, /* captured fish */
        3, /* captured floes */
        3, /* step */
        -8, /* steps */
        15, /* fish on steps */
        -29, /* to move */
    },
};
/* clang-format on */

#endif
