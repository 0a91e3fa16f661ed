#include "search/signature.h"

/* Moves of a plain player, recorded once, on the boards of the seeds 1 to 4: never to be changed,
 * because the signature of `kielwasser bench` depends on them. */
const struct bench_lines piranhas26_bench = {{
    "a7c9 c0a2 j2h0 h9j7 h0i1 a2b1 j8h8 j7i7 a8c8 i0h1 a1d4 d9f7 a6c4 i9i6 a5c3 f9d7 d4g7 "
    "b0d2 a4d4 g0j3",
    "j2h0 b0b2 a1c1 c9a7 a8c8 b9b7 j1h1 g0e2 a2c4 f0f2 a6c6 a7d7 c4e2 c0b1 c6g2 b2b5 a3d0 "
    "e0c2 a4c2 b5e8",
    "j7h9 h0j2 a7c9 i9i7 h9f7 g9j6 j8h8 e9e7 f7i7 b9b7 j1i2 d9a6 a2c0 f9f7 a8c8 j6h4 a1a6 "
    "e7i7 a3c3 i7i4",
    "j2h0 h9j7 j1h1 i0i2 a2c0 c9a7 a1c1 b0b2 j3h5 d0d2 c1c3 e0c2 a4c2 g0e2 h0h3 a7b8 a3d3 "
    "i9c9 a8c6 f9f7",
}};
