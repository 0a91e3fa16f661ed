#ifndef GAMES_HIVE_WEIGHTS_H
#define GAMES_HIVE_WEIGHTS_H

/* Weights of the evaluation, fitted to 3000 games of our own. */

#include <stdint.h>

/* clang-format off */
static const int16_t hive_weights[3][45] = {
    { /* first turn */
        53, /* tempo */
        80, /* queen in hand */
        -426, /* queen with 0 free */
        -291, /* queen with 1 free */
        -126, /* queen with 2 free */
        -29, /* queen with 3 free */
        42, /* queen with 4 free */
        139, /* queen with 5 or 6 free */
        -15, /* free fields at the end */
        88, /* queen with 0 of her own free */
        33, /* queen with 1 of her own free */
        29, /* queen with 2 of her own free */
        -96, /* queen ridden */
        -22, /* queen mobile */
        -6, /* queen open */
        85, /* loose guards */
        65, /* stuck guards */
        -3, /* loose besiegers */
        3, /* stuck besiegers */
        -15, /* spiders in hand */
        -37, /* beetles in hand */
        -58, /* grasshoppers in hand */
        -52, /* ants in hand */
        29, /* loose spiders */
        23, /* loose beetles */
        -23, /* loose grasshoppers */
        -5, /* loose ants */
        5, /* stuck spiders */
        30, /* stuck beetles */
        -3, /* stuck grasshoppers */
        -17, /* stuck ants */
        -5, /* buried */
        20, /* room */
        46, /* room at the queen */
        25, /* ants with an aim */
        51, /* grasshoppers with an aim */
        22, /* spiders with an aim */
        22, /* beetles 1 away */
        26, /* beetles 2 away */
        24, /* beetles 3 away */
        -29, /* nothing lacks */
        7, /* 1 lacks */
        9, /* 2 lack */
        1260, /* strike */
        -172, /* threat */
    },
    { /* half of the game */
        33, /* tempo */
        -3, /* queen in hand */
        -366, /* queen with 0 free */
        -247, /* queen with 1 free */
        -112, /* queen with 2 free */
        27, /* queen with 3 free */
        142, /* queen with 4 free */
        220, /* queen with 5 or 6 free */
        4, /* free fields at the end */
        -62, /* queen with 0 of her own free */
        -37, /* queen with 1 of her own free */
        -23, /* queen with 2 of her own free */
        -79, /* queen ridden */
        62, /* queen mobile */
        2, /* queen open */
        74, /* loose guards */
        33, /* stuck guards */
        2, /* loose besiegers */
        -13, /* stuck besiegers */
        -24, /* spiders in hand */
        -32, /* beetles in hand */
        -12, /* grasshoppers in hand */
        -24, /* ants in hand */
        -13, /* loose spiders */
        8, /* loose beetles */
        -22, /* loose grasshoppers */
        -17, /* loose ants */
        -23, /* stuck spiders */
        -1, /* stuck beetles */
        -18, /* stuck grasshoppers */
        -34, /* stuck ants */
        -45, /* buried */
        5, /* room */
        16, /* room at the queen */
        -1, /* ants with an aim */
        47, /* grasshoppers with an aim */
        8, /* spiders with an aim */
        26, /* beetles 1 away */
        47, /* beetles 2 away */
        25, /* beetles 3 away */
        88, /* nothing lacks */
        56, /* 1 lacks */
        30, /* 2 lack */
        1174, /* strike */
        -142, /* threat */
    },
    { /* last turn */
        22, /* tempo */
        25, /* queen in hand */
        -306, /* queen with 0 free */
        -177, /* queen with 1 free */
        -75, /* queen with 2 free */
        47, /* queen with 3 free */
        146, /* queen with 4 free */
        274, /* queen with 5 or 6 free */
        8, /* free fields at the end */
        -172, /* queen with 0 of her own free */
        -158, /* queen with 1 of her own free */
        -92, /* queen with 2 of her own free */
        -84, /* queen ridden */
        119, /* queen mobile */
        11, /* queen open */
        59, /* loose guards */
        19, /* stuck guards */
        -19, /* loose besiegers */
        -10, /* stuck besiegers */
        -49, /* spiders in hand */
        -36, /* beetles in hand */
        -6, /* grasshoppers in hand */
        -6, /* ants in hand */
        -26, /* loose spiders */
        -39, /* loose beetles */
        -16, /* loose grasshoppers */
        -9, /* loose ants */
        -29, /* stuck spiders */
        -33, /* stuck beetles */
        -20, /* stuck grasshoppers */
        -25, /* stuck ants */
        -17, /* buried */
        7, /* room */
        25, /* room at the queen */
        -25, /* ants with an aim */
        27, /* grasshoppers with an aim */
        12, /* spiders with an aim */
        32, /* beetles 1 away */
        37, /* beetles 2 away */
        38, /* beetles 3 away */
        160, /* nothing lacks */
        125, /* 1 lacks */
        52, /* 2 lack */
        1088, /* strike */
        -111, /* threat */
    },
};
/* clang-format on */

#endif
