#ifndef GAMES_PIRANHAS_WEIGHTS_H
#define GAMES_PIRANHAS_WEIGHTS_H

/* Weights of the evaluation, from fits to games of our own and from hand. */

#include <stdint.h>

/* clang-format off */
static const int16_t piranhas_weights[7][19] = {
    { /* turn 0 */
        923, /* fish */
        967, /* few */
        -167, /* steps */
        78, /* far */
        -14, /* loners */
        -41, /* off */
        26, /* edge */
        197, /* second ring */
        -67, /* third ring */
        -132, /* blocks */
        -80, /* swarms */
        -93, /* largest swarm */
        8, /* moves */
        298, /* walls */
        1567, /* threat */
        -2033, /* danger */
        -323, /* pressed */
        138, /* tempo */
        1051, /* last word */
    },
    { /* turn 10 */
        932, /* fish */
        968, /* few */
        -181, /* steps */
        50, /* far */
        -14, /* loners */
        -33, /* off */
        12, /* edge */
        137, /* second ring */
        11, /* third ring */
        -81, /* blocks */
        -86, /* swarms */
        15, /* largest swarm */
        15, /* moves */
        210, /* walls */
        1460, /* threat */
        -1968, /* danger */
        -344, /* pressed */
        295, /* tempo */
        1343, /* last word */
    },
    { /* turn 20 */
        959, /* fish */
        973, /* few */
        -209, /* steps */
        -15, /* far */
        -32, /* loners */
        37, /* off */
        56, /* edge */
        64, /* second ring */
        46, /* third ring */
        53, /* blocks */
        -87, /* swarms */
        56, /* largest swarm */
        27, /* moves */
        47, /* walls */
        1359, /* threat */
        -1893, /* danger */
        -282, /* pressed */
        360, /* tempo */
        1447, /* last word */
    },
    { /* turn 30 */
        1031, /* fish */
        975, /* few */
        -254, /* steps */
        -43, /* far */
        -34, /* loners */
        144, /* off */
        51, /* edge */
        7, /* second ring */
        41, /* third ring */
        -42, /* blocks */
        -80, /* swarms */
        118, /* largest swarm */
        32, /* moves */
        158, /* walls */
        1277, /* threat */
        -1824, /* danger */
        -89, /* pressed */
        456, /* tempo */
        1519, /* last word */
    },
    { /* turn 40 */
        1219, /* fish */
        1071, /* few */
        -323, /* steps */
        -126, /* far */
        -70, /* loners */
        205, /* off */
        -11, /* edge */
        -21, /* second ring */
        64, /* third ring */
        -12, /* blocks */
        -41, /* swarms */
        158, /* largest swarm */
        43, /* moves */
        126, /* walls */
        1584, /* threat */
        -1878, /* danger */
        -971, /* pressed */
        531, /* tempo */
        1616, /* last word */
    },
    { /* turn 50 */
        1458, /* fish */
        322, /* few */
        -365, /* steps */
        -171, /* far */
        -115, /* loners */
        189, /* off */
        -24, /* edge */
        -40, /* second ring */
        81, /* third ring */
        21, /* blocks */
        -34, /* swarms */
        322, /* largest swarm */
        61, /* moves */
        85, /* walls */
        307, /* threat */
        -1338, /* danger */
        989, /* pressed */
        553, /* tempo */
        1710, /* last word */
    },
    { /* turn 60 */
        1543, /* fish */
        -145, /* few */
        -348, /* steps */
        -133, /* far */
        -100, /* loners */
        124, /* off */
        -9, /* edge */
        20, /* second ring */
        25, /* third ring */
        162, /* blocks */
        -28, /* swarms */
        469, /* largest swarm */
        70, /* moves */
        72, /* walls */
        263, /* threat */
        -745, /* danger */
        -299, /* pressed */
        480, /* tempo */
        1759, /* last word */
    },
};
/* clang-format on */

#endif
