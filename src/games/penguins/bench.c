#include "search/signature.h"

/* Moves of a plain player, recorded once, on the boards of the seeds 1 to 4: never to be changed,
 * because the signature of `kielwasser bench` depends on them. */
const struct bench_lines penguins_bench = {{
    "c6 f3 f2 b7 f7 b1 c3 g4 f2g1 g4h5 f7f8 h5g6 f8g8 b1c1 c6c7 g6d6 g8f6 c1b3 g1h3 d6d7",
    "d3 e6 g8 d2 f1 c7 e7 b3 g8f8 c7c8 e7d7 c8a8 d7d6 a8b6 f1e2 e6g2 f8h4 b6c4 d3c1 c4c5",
    "e3 c1 f8 f4 f2 b7 c5 d6 e3a3 f4g4 f2g1 d6c8 a3c7 b7a6 c5b3 c1e1 g1h3 a6c3 f8g6 g4f6",
    "f3 c6 c5 h2 e6 a7 g4 d3 c5b3 a7h7 e6d8 c6b6 f3e2 d3c2 e2e1 h2g2 e1d1 g2g3 d1e4 h7f7",
}};
