#ifndef GAMES_HIVE_WEIGHTS_H
#define GAMES_HIVE_WEIGHTS_H

/* clang-format off */
/*
 * The weights of the evaluation (eval_linear.c), made by
 *
 *   kielwasser selfplay stark:nodes=3000,random=4 --game hive --games 5000 --seed 1 --out hive.txt.gz
 *   kielwasser tune hive.txt.gz --game hive --lambda 0.3 --hold 100 --held-out 10 --out src/games/hive/weights.h
 *
 * from 166917 positions; 19056 held out have a loss of 0.561097.
 */

#include <stdint.h>

static const int16_t hive_weights[2][45] = {
    { /* first turn */
        35, /* tempo */
        53, /* queen in hand */
        0, /* queen with 0 free */
        -281, /* queen with 1 free */
        -90, /* queen with 2 free */
        -15, /* queen with 3 free */
        35, /* queen with 4 free */
        89, /* queen with 5 or 6 free */
        0, /* free fields at the end */
        46, /* queen with 0 of her own free */
        -20, /* queen with 1 of her own free */
        -8, /* queen with 2 of her own free */
        -108, /* queen ridden */
        -20, /* queen mobile */
        -6, /* queen open */
        61, /* loose guards */
        47, /* stuck guards */
        19, /* loose besiegers */
        10, /* stuck besiegers */
        -9, /* spiders in hand */
        10, /* beetles in hand */
        -24, /* grasshoppers in hand */
        -24, /* ants in hand */
        3, /* loose spiders */
        37, /* loose beetles */
        -11, /* loose grasshoppers */
        0, /* loose ants */
        1, /* stuck spiders */
        41, /* stuck beetles */
        1, /* stuck grasshoppers */
        0, /* stuck ants */
        7, /* buried */
        13, /* room */
        27, /* room at the queen */
        23, /* ants with an aim */
        29, /* grasshoppers with an aim */
        14, /* spiders with an aim */
        9, /* beetles 1 away */
        24, /* beetles 2 away */
        12, /* beetles 3 away */
        19, /* nothing lacks */
        7, /* 1 lacks */
        10, /* 2 lack */
        390, /* strike */
        -85, /* threat */
    },
    { /* last turn */
        39, /* tempo */
        38, /* queen in hand */
        0, /* queen with 0 free */
        -210, /* queen with 1 free */
        -107, /* queen with 2 free */
        68, /* queen with 3 free */
        189, /* queen with 4 free */
        307, /* queen with 5 or 6 free */
        7, /* free fields at the end */
        -120, /* queen with 0 of her own free */
        -86, /* queen with 1 of her own free */
        -45, /* queen with 2 of her own free */
        -69, /* queen ridden */
        106, /* queen mobile */
        2, /* queen open */
        86, /* loose guards */
        27, /* stuck guards */
        -41, /* loose besiegers */
        -27, /* stuck besiegers */
        -7, /* spiders in hand */
        -36, /* beetles in hand */
        7, /* grasshoppers in hand */
        38, /* ants in hand */
        -17, /* loose spiders */
        -28, /* loose beetles */
        -18, /* loose grasshoppers */
        18, /* loose ants */
        -29, /* stuck spiders */
        -49, /* stuck beetles */
        -29, /* stuck grasshoppers */
        -20, /* stuck ants */
        -36, /* buried */
        -3, /* room */
        -2, /* room at the queen */
        -39, /* ants with an aim */
        34, /* grasshoppers with an aim */
        5, /* spiders with an aim */
        51, /* beetles 1 away */
        44, /* beetles 2 away */
        33, /* beetles 3 away */
        161, /* nothing lacks */
        115, /* 1 lacks */
        42, /* 2 lack */
        391, /* strike */
        -147, /* threat */
    },
};
/* clang-format on */

#endif
