#ifndef GAMES_PIRANHAS_WEIGHTS_H
#define GAMES_PIRANHAS_WEIGHTS_H

/* clang-format off */
/*
 * The weights of the evaluation (features.h), made by
 *
 *   kielwasser selfplay stark:nodes=3000,random=6 --game piranhas --games 1600 --seed 1 --out piranhas.txt.gz
 *   kielwasser tune piranhas.txt.gz --game piranhas --lambda 0.5 --hold 100 --held-out 10 --out src/games/piranhas/weights.h
 *
 * from 82593 positions; 9220 held out have a loss of 0.586996.
 */

#include <stdint.h>

static const int16_t piranhas_weights[7][19] = {
    { /* turn 0 */
        156, /* fish */
        0, /* few */
        116, /* steps */
        39, /* far */
        340, /* loners */
        191, /* off */
        109, /* edge */
        411, /* second ring */
        288, /* third ring */
        -374, /* blocks */
        -381, /* swarms */
        -27, /* largest swarm */
        28, /* moves */
        492, /* walls */
        0, /* threat */
        0, /* danger */
        0, /* pressed */
        -87, /* tempo */
        958, /* last word */
    },
    { /* turn 10 */
        883, /* fish */
        0, /* few */
        -38, /* steps */
        -63, /* far */
        -54, /* loners */
        132, /* off */
        -125, /* edge */
        82, /* second ring */
        47, /* third ring */
        102, /* blocks */
        -10, /* swarms */
        2, /* largest swarm */
        23, /* moves */
        26, /* walls */
        0, /* threat */
        0, /* danger */
        0, /* pressed */
        359, /* tempo */
        1524, /* last word */
    },
    { /* turn 20 */
        974, /* fish */
        0, /* few */
        -184, /* steps */
        -28, /* far */
        19, /* loners */
        119, /* off */
        44, /* edge */
        59, /* second ring */
        128, /* third ring */
        67, /* blocks */
        -84, /* swarms */
        41, /* largest swarm */
        24, /* moves */
        188, /* walls */
        0, /* threat */
        0, /* danger */
        0, /* pressed */
        352, /* tempo */
        1534, /* last word */
    },
    { /* turn 30 */
        1132, /* fish */
        2369, /* few */
        -287, /* steps */
        -28, /* far */
        55, /* loners */
        240, /* off */
        32, /* edge */
        67, /* second ring */
        165, /* third ring */
        79, /* blocks */
        -239, /* swarms */
        -50, /* largest swarm */
        45, /* moves */
        42, /* walls */
        280, /* threat */
        -1373, /* danger */
        -313, /* pressed */
        505, /* tempo */
        1648, /* last word */
    },
    { /* turn 40 */
        1479, /* fish */
        1452, /* few */
        -347, /* steps */
        -136, /* far */
        7, /* loners */
        231, /* off */
        -88, /* edge */
        36, /* second ring */
        86, /* third ring */
        134, /* blocks */
        -235, /* swarms */
        59, /* largest swarm */
        32, /* moves */
        -81, /* walls */
        2129, /* threat */
        -1957, /* danger */
        -3016, /* pressed */
        664, /* tempo */
        1802, /* last word */
    },
    { /* turn 50 */
        1654, /* fish */
        518, /* few */
        -431, /* steps */
        -232, /* far */
        -239, /* loners */
        258, /* off */
        -102, /* edge */
        -153, /* second ring */
        81, /* third ring */
        95, /* blocks */
        127, /* swarms */
        262, /* largest swarm */
        72, /* moves */
        55, /* walls */
        2956, /* threat */
        -2948, /* danger */
        -5458, /* pressed */
        830, /* tempo */
        2063, /* last word */
    },
    { /* turn 60 */
        1013, /* fish */
        -87, /* few */
        -384, /* steps */
        543, /* far */
        -43, /* loners */
        137, /* off */
        99, /* edge */
        48, /* second ring */
        109, /* third ring */
        238, /* blocks */
        -174, /* swarms */
        1498, /* largest swarm */
        66, /* moves */
        -114, /* walls */
        2857, /* threat */
        -2121, /* danger */
        -5098, /* pressed */
        1260, /* tempo */
        2135, /* last word */
    },
};
/* clang-format on */

#endif
