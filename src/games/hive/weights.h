#ifndef GAMES_HIVE_WEIGHTS_H
#define GAMES_HIVE_WEIGHTS_H

/* Weights of the evaluation, from fits to games of our own and from hand. */

#include <stdint.h>

/* clang-format off */
static const int16_t hive_weights[2][45] = {
    { /* first turn */
        18, /* tempo */
        99, /* queen in hand */
        -426, /* queen with 0 free */
        -288, /* queen with 1 free */
        -130, /* queen with 2 free */
        -31, /* queen with 3 free */
        45, /* queen with 4 free */
        119, /* queen with 5 or 6 free */
        -15, /* free fields at the end */
        97, /* queen with 0 of her own free */
        43, /* queen with 1 of her own free */
        16, /* queen with 2 of her own free */
        -76, /* queen ridden */
        -20, /* queen mobile */
        -16, /* queen open */
        64, /* loose guards */
        64, /* stuck guards */
        -9, /* loose besiegers */
        -14, /* stuck besiegers */
        10, /* spiders in hand */
        5, /* beetles in hand */
        -17, /* grasshoppers in hand */
        -24, /* ants in hand */
        8, /* loose spiders */
        0, /* loose beetles */
        -35, /* loose grasshoppers */
        -24, /* loose ants */
        -4, /* stuck spiders */
        10, /* stuck beetles */
        -20, /* stuck grasshoppers */
        -27, /* stuck ants */
        -16, /* buried */
        4, /* room */
        15, /* room at the queen */
        31, /* ants with an aim */
        39, /* grasshoppers with an aim */
        12, /* spiders with an aim */
        24, /* beetles 1 away */
        45, /* beetles 2 away */
        20, /* beetles 3 away */
        -39, /* nothing lacks */
        -27, /* 1 lacks */
        -5, /* 2 lack */
        1260, /* strike */
        -176, /* threat */
    },
    { /* last turn */
        27, /* tempo */
        43, /* queen in hand */
        -306, /* queen with 0 free */
        -186, /* queen with 1 free */
        -93, /* queen with 2 free */
        55, /* queen with 3 free */
        150, /* queen with 4 free */
        270, /* queen with 5 or 6 free */
        7, /* free fields at the end */
        -163, /* queen with 0 of her own free */
        -158, /* queen with 1 of her own free */
        -97, /* queen with 2 of her own free */
        -71, /* queen ridden */
        105, /* queen mobile */
        1, /* queen open */
        68, /* loose guards */
        8, /* stuck guards */
        -18, /* loose besiegers */
        -10, /* stuck besiegers */
        -26, /* spiders in hand */
        -20, /* beetles in hand */
        -5, /* grasshoppers in hand */
        4, /* ants in hand */
        -23, /* loose spiders */
        -31, /* loose beetles */
        -20, /* loose grasshoppers */
        -4, /* loose ants */
        -38, /* stuck spiders */
        -38, /* stuck beetles */
        -29, /* stuck grasshoppers */
        -31, /* stuck ants */
        -28, /* buried */
        2, /* room */
        21, /* room at the queen */
        -38, /* ants with an aim */
        28, /* grasshoppers with an aim */
        8, /* spiders with an aim */
        42, /* beetles 1 away */
        37, /* beetles 2 away */
        37, /* beetles 3 away */
        166, /* nothing lacks */
        117, /* 1 lacks */
        45, /* 2 lack */
        1088, /* strike */
        -118, /* threat */
    },
};
/* clang-format on */

#endif
