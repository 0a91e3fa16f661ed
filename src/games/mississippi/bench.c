#include "search/signature.h"

/* Moves of a plain player, recorded once, on the boards of the seeds 1 to 4: never to be changed,
 * because the signature of `kielwasser bench` depends on them. */
const struct bench_lines mississippi_bench = {{
    "acc:+2;step:3 acc:+2;step:3 acc:-1;step:2 acc:-1;turn:-1;step:2 "
    "acc:-1;turn:+2;step:1;turn:-1 acc:+3;step:1;turn:+1;step:3 acc:-1;step:1;turn:-1;step:2 "
    "turn:+1;step:1 turn:+1;step:1 turn:-1;step:1 step:1;turn:-1 acc:+3;turn:-1;step:3 "
    "acc:+2;turn:+1;step:3 acc:-1;step:1;turn:-1;step:1 acc:+1;step:1;turn:-1;step:3 "
    "turn:+1;step:2 step:2;turn:+1;step:2 turn:-1;step:2 acc:-1;turn:-1;step:2 "
    "step:1;turn:+1;step:1",
    "acc:+2;step:3 acc:+3;step:4 acc:-1;turn:-1;step:1;turn:+1;step:2 acc:-1;turn:+1;step:2 "
    "acc:-1;turn:+1;step:2 acc:-1;turn:-2;step:1 acc:-1;turn:-1;step:1 "
    "acc:+1;turn:+1;step:1;turn:-1;step:1 acc:+1;turn:+1;step:1 acc:-1;turn:-1;step:1 "
    "acc:+1;turn:-1;step:2 turn:+2;step:1 acc:+1;step:2;turn:-1;step:1;turn:-1 "
    "acc:+2;turn:+1;step:3 acc:+1;turn:+2;step:1;turn:-1;step:3 "
    "acc:+1;step:2;turn:-1;step:1;turn:-1 turn:-1;step:3 step:3;turn:+1 step:2 "
    "acc:+1;turn:-1;step:4",
    "acc:+2;step:3 acc:+2;step:3 acc:-1;step:2 step:2;turn:-1;step:1 "
    "acc:+1;turn:+1;step:1;turn:-1;step:2 turn:-2;step:1;turn:+1;step:1 "
    "acc:-1;turn:-1;step:1;turn:-1;step:1 turn:+1;step:1;push:RIGHT step:1;push:LEFT;turn:-2 "
    "step:1;push:RIGHT;turn:-2 turn:+2;step:1;push:LEFT turn:+2;step:1;push:RIGHT "
    "step:1;push:LEFT;turn:-2 step:1;push:RIGHT;turn:+2 turn:+2;step:1;push:LEFT "
    "turn:-2;step:1;push:RIGHT step:1;push:LEFT;turn:+2 step:1;push:RIGHT;turn:-2 "
    "turn:-2;step:1;push:LEFT turn:+2;step:1;push:RIGHT;turn:+2",
    "acc:+2;step:3 acc:+1;step:2 acc:-1;step:2 step:2 acc:+1;step:3 acc:-1;turn:+1;step:1 "
    "acc:-1;turn:-1;step:2 acc:+2;turn:-1;step:3 acc:+1;step:1;turn:-1;step:1 "
    "acc:-1;step:1;turn:-1;step:1 acc:+1;turn:+2;step:1;turn:-1;step:2 turn:+1;step:2 "
    "acc:-1;step:2;turn:+1 acc:+2;turn:-1;step:1;turn:-1;step:3 "
    "acc:+1;turn:-1;step:1;turn:-1;step:2 acc:-1;step:2;turn:+1 step:2;turn:+1;step:1 "
    "turn:-1;step:1",
}};
