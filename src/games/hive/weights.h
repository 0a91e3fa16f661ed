#ifndef GAMES_HIVE_WEIGHTS_H
#define GAMES_HIVE_WEIGHTS_H

/* clang-format off */
/*
 * The weights of the evaluation (features.h), made by
 *
 *   kielwasser selfplay stark:nodes=2000,random=4 --game hive --games 4000 --seed 1 --out hive.txt.gz
 *   kielwasser tune hive.txt.gz --game hive --lambda 0.7 --hold 100 --held-out 10 --out src/games/hive/weights.h
 *
 * from 146152 positions; 16222 held out have a loss of 0.515118.
 */

#include <stdint.h>

static const int16_t hive_weights[3][45] = {
    { /* first turn */
        54, /* tempo */
        47, /* queen in hand */
        0, /* queen with 0 free */
        -252, /* queen with 1 free */
        -127, /* queen with 2 free */
        -57, /* queen with 3 free */
        13, /* queen with 4 free */
        68, /* queen with 5 or 6 free */
        0, /* free fields at the end */
        -107, /* queen with 0 of her own free */
        -45, /* queen with 1 of her own free */
        1, /* queen with 2 of her own free */
        -223, /* queen ridden */
        4, /* queen mobile */
        -9, /* queen open */
        66, /* loose guards */
        39, /* stuck guards */
        46, /* loose besiegers */
        47, /* stuck besiegers */
        -36, /* spiders in hand */
        -55, /* beetles in hand */
        -54, /* grasshoppers in hand */
        -35, /* ants in hand */
        20, /* loose spiders */
        6, /* loose beetles */
        -9, /* loose grasshoppers */
        13, /* loose ants */
        8, /* stuck spiders */
        12, /* stuck beetles */
        4, /* stuck grasshoppers */
        0, /* stuck ants */
        72, /* buried */
        20, /* room */
        66, /* room at the queen */
        50, /* ants with an aim */
        40, /* grasshoppers with an aim */
        49, /* spiders with an aim */
        27, /* beetles 1 away */
        29, /* beetles 2 away */
        8, /* beetles 3 away */
        -25, /* nothing lacks */
        18, /* 1 lacks */
        18, /* 2 lack */
        312, /* strike */
        -35, /* threat */
    },
    { /* half of the game */
        35, /* tempo */
        -174, /* queen in hand */
        0, /* queen with 0 free */
        -213, /* queen with 1 free */
        -62, /* queen with 2 free */
        85, /* queen with 3 free */
        191, /* queen with 4 free */
        288, /* queen with 5 or 6 free */
        10, /* free fields at the end */
        -99, /* queen with 0 of her own free */
        -9, /* queen with 1 of her own free */
        -20, /* queen with 2 of her own free */
        -85, /* queen ridden */
        49, /* queen mobile */
        -9, /* queen open */
        90, /* loose guards */
        42, /* stuck guards */
        -19, /* loose besiegers */
        -7, /* stuck besiegers */
        -15, /* spiders in hand */
        -19, /* beetles in hand */
        -20, /* grasshoppers in hand */
        -23, /* ants in hand */
        -15, /* loose spiders */
        0, /* loose beetles */
        -27, /* loose grasshoppers */
        -10, /* loose ants */
        -23, /* stuck spiders */
        -4, /* stuck beetles */
        -37, /* stuck grasshoppers */
        -38, /* stuck ants */
        -51, /* buried */
        4, /* room */
        8, /* room at the queen */
        -28, /* ants with an aim */
        28, /* grasshoppers with an aim */
        -17, /* spiders with an aim */
        49, /* beetles 1 away */
        53, /* beetles 2 away */
        43, /* beetles 3 away */
        126, /* nothing lacks */
        62, /* 1 lacks */
        18, /* 2 lack */
        349, /* strike */
        -128, /* threat */
    },
    { /* last turn */
        13, /* tempo */
        -69, /* queen in hand */
        0, /* queen with 0 free */
        -126, /* queen with 1 free */
        -64, /* queen with 2 free */
        8, /* queen with 3 free */
        77, /* queen with 4 free */
        132, /* queen with 5 or 6 free */
        6, /* free fields at the end */
        -149, /* queen with 0 of her own free */
        -90, /* queen with 1 of her own free */
        -21, /* queen with 2 of her own free */
        -73, /* queen ridden */
        104, /* queen mobile */
        25, /* queen open */
        40, /* loose guards */
        -3, /* stuck guards */
        -1, /* loose besiegers */
        10, /* stuck besiegers */
        -21, /* spiders in hand */
        -36, /* beetles in hand */
        -2, /* grasshoppers in hand */
        -1, /* ants in hand */
        0, /* loose spiders */
        4, /* loose beetles */
        7, /* loose grasshoppers */
        3, /* loose ants */
        -5, /* stuck spiders */
        4, /* stuck beetles */
        -5, /* stuck grasshoppers */
        -12, /* stuck ants */
        10, /* buried */
        7, /* room */
        16, /* room at the queen */
        -24, /* ants with an aim */
        29, /* grasshoppers with an aim */
        14, /* spiders with an aim */
        35, /* beetles 1 away */
        49, /* beetles 2 away */
        -4, /* beetles 3 away */
        159, /* nothing lacks */
        121, /* 1 lacks */
        50, /* 2 lack */
        288, /* strike */
        -75, /* threat */
    },
};
/* clang-format on */

#endif
