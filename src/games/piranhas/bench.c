#include "search/signature.h"

/* Moves of a plain player, recorded once, on the boards of the seeds 1 to 4: never to be changed,
 * because the signature of `kielwasser bench` depends on them. */
const struct bench_lines piranhas_bench = {{
    "j2h2 d0b2 j7h7 c0c2 a8c6 c9c6 a1c1 g0e2 c1f4 b0e3 a7d4 h9f7 a4e4 e9e4 h7f7 h0h2 a3d3 "
    "d9d6 f7f3 f9f5",
    "a5c7 e9c7 a1c3 c7c3 a4c6 h9h7 a7d7 g9e7 a8d5 d0d4 a6d6 b9b7 a2c0 i0e4 d7f5 h0j2 j8h6 "
    "j2g5 j5h3 e0e3",
    "a8c8 d9f7 a7d7 h9j7 a6c6 b9b7 c8f5 f9f5 a4c4 i9i7 a2c2 b0e3 j6h4 c9f6 c4f4 e9c7 a5c7 "
    "j7d7 c7e5 f7h5",
    "a2c2 i0i2 a5c3 f0f2 a3c1 b9e6 c1f4 h0e3 a6d6 b0f4 d6f4 g0j3 j4g4 j3g3 a4d4 e0e4 c2e4 "
    "c0c3 a7c9 d0h4",
}};
