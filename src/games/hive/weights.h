#ifndef GAMES_HIVE_WEIGHTS_H
#define GAMES_HIVE_WEIGHTS_H

/* Weights of the evaluation, fitted to 5000 games of our own. */

#include <stdint.h>

/* clang-format off */
static const int16_t hive_weights[3][45] = {
    { /* first turn */
        59, /* tempo */
        78, /* queen in hand */
        -426, /* queen with 0 free */
        -290, /* queen with 1 free */
        -127, /* queen with 2 free */
        -36, /* queen with 3 free */
        45, /* queen with 4 free */
        145, /* queen with 5 or 6 free */
        -15, /* free fields at the end */
        78, /* queen with 0 of her own free */
        24, /* queen with 1 of her own free */
        31, /* queen with 2 of her own free */
        -106, /* queen ridden */
        -11, /* queen mobile */
        -10, /* queen open */
        85, /* loose guards */
        59, /* stuck guards */
        7, /* loose besiegers */
        13, /* stuck besiegers */
        -27, /* spiders in hand */
        -44, /* beetles in hand */
        -66, /* grasshoppers in hand */
        -62, /* ants in hand */
        36, /* loose spiders */
        35, /* loose beetles */
        -10, /* loose grasshoppers */
        10, /* loose ants */
        4, /* stuck spiders */
        36, /* stuck beetles */
        -9, /* stuck grasshoppers */
        -15, /* stuck ants */
        1, /* buried */
        18, /* room */
        62, /* room at the queen */
        26, /* ants with an aim */
        42, /* grasshoppers with an aim */
        24, /* spiders with an aim */
        15, /* beetles 1 away */
        11, /* beetles 2 away */
        6, /* beetles 3 away */
        -24, /* nothing lacks */
        20, /* 1 lacks */
        16, /* 2 lack */
        1260, /* strike */
        -164, /* threat */
    },
    { /* half of the game */
        31, /* tempo */
        -75, /* queen in hand */
        -366, /* queen with 0 free */
        -256, /* queen with 1 free */
        -108, /* queen with 2 free */
        42, /* queen with 3 free */
        169, /* queen with 4 free */
        255, /* queen with 5 or 6 free */
        8, /* free fields at the end */
        -85, /* queen with 0 of her own free */
        -26, /* queen with 1 of her own free */
        -12, /* queen with 2 of her own free */
        -71, /* queen ridden */
        70, /* queen mobile */
        -3, /* queen open */
        84, /* loose guards */
        47, /* stuck guards */
        -11, /* loose besiegers */
        -20, /* stuck besiegers */
        -22, /* spiders in hand */
        -26, /* beetles in hand */
        -9, /* grasshoppers in hand */
        -28, /* ants in hand */
        -18, /* loose spiders */
        11, /* loose beetles */
        -14, /* loose grasshoppers */
        -26, /* loose ants */
        -34, /* stuck spiders */
        -9, /* stuck beetles */
        -18, /* stuck grasshoppers */
        -43, /* stuck ants */
        -46, /* buried */
        5, /* room */
        12, /* room at the queen */
        -8, /* ants with an aim */
        32, /* grasshoppers with an aim */
        2, /* spiders with an aim */
        24, /* beetles 1 away */
        42, /* beetles 2 away */
        21, /* beetles 3 away */
        97, /* nothing lacks */
        52, /* 1 lacks */
        26, /* 2 lack */
        1174, /* strike */
        -139, /* threat */
    },
    { /* last turn */
        20, /* tempo */
        7, /* queen in hand */
        -306, /* queen with 0 free */
        -164, /* queen with 1 free */
        -64, /* queen with 2 free */
        41, /* queen with 3 free */
        145, /* queen with 4 free */
        275, /* queen with 5 or 6 free */
        8, /* free fields at the end */
        -179, /* queen with 0 of her own free */
        -160, /* queen with 1 of her own free */
        -87, /* queen with 2 of her own free */
        -98, /* queen ridden */
        120, /* queen mobile */
        18, /* queen open */
        62, /* loose guards */
        26, /* stuck guards */
        -29, /* loose besiegers */
        -20, /* stuck besiegers */
        -41, /* spiders in hand */
        -46, /* beetles in hand */
        -3, /* grasshoppers in hand */
        -23, /* ants in hand */
        -29, /* loose spiders */
        -35, /* loose beetles */
        -18, /* loose grasshoppers */
        -13, /* loose ants */
        -31, /* stuck spiders */
        -22, /* stuck beetles */
        -26, /* stuck grasshoppers */
        -27, /* stuck ants */
        -15, /* buried */
        2, /* room */
        36, /* room at the queen */
        -30, /* ants with an aim */
        25, /* grasshoppers with an aim */
        5, /* spiders with an aim */
        47, /* beetles 1 away */
        52, /* beetles 2 away */
        43, /* beetles 3 away */
        166, /* nothing lacks */
        126, /* 1 lacks */
        55, /* 2 lack */
        1088, /* strike */
        -105, /* threat */
    },
};
/* clang-format on */

#endif
