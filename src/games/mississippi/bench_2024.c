#include "search/signature.h"

/* Moves of a plain player, recorded once, on the boards of the seeds 1 to 4: never to be changed,
 * because the signature of `kielwasser bench` depends on them. */
const struct bench_lines mississippi24_bench = {{
    "acc:+1;step:2 acc:+1;step:2 step:2 acc:+2;step:2;turn:UP_RIGHT;step:1 "
    "acc:-3;step:1;turn:RIGHT acc:+2;step:1;push:DOWN_LEFT;step:1;turn:DOWN_RIGHT;step:1 "
    "acc:-3;step:1 acc:+1;turn:UP_RIGHT;step:1;turn:RIGHT;step:1 acc:+1;step:2 "
    "acc:+1;turn:DOWN_RIGHT;step:3 acc:+1;turn:RIGHT;step:3 "
    "acc:+2;step:1;turn:RIGHT;step:3;push:DOWN_LEFT acc:-1;step:1;turn:DOWN_RIGHT;step:3 "
    "acc:-2;turn:DOWN_LEFT;step:1 step:4 turn:RIGHT;step:1 acc:-1;step:2;turn:RIGHT acc:+1;step:1 "
    "acc:+1;step:3;turn:UP_RIGHT acc:+1;step:1;turn:DOWN_RIGHT;step:2",
    "acc:+1;step:2 acc:+1;step:2 acc:+1;step:3;turn:DOWN_RIGHT acc:+1;turn:UP_RIGHT;step:2 "
    "acc:-1;step:1;turn:RIGHT acc:+1;turn:RIGHT;step:3 acc:-1;step:1;turn:UP_RIGHT;step:2 "
    "acc:+1;step:1;turn:UP_RIGHT;step:2 acc:+1;step:3;turn:RIGHT step:2;turn:RIGHT acc:-3;step:1 "
    "acc:+1;step:3;turn:DOWN_RIGHT step:1;turn:RIGHT;step:3 "
    "acc:+1;turn:DOWN_RIGHT;step:1;turn:RIGHT;step:1 step:2;turn:DOWN_RIGHT;step:1 "
    "acc:-1;step:1;turn:DOWN_RIGHT acc:-3;turn:RIGHT;step:1 acc:+2;step:2;turn:RIGHT "
    "acc:+1;turn:DOWN_RIGHT;step:1;turn:DOWN_LEFT;step:1 step:2;turn:DOWN_RIGHT",
    "acc:+1;step:2 acc:+1;step:2 acc:+1;step:3 acc:+1;step:3 step:3 step:3 "
    "acc:-1;step:1;turn:UP_RIGHT;step:1 acc:+1;step:3;turn:DOWN_RIGHT acc:-1;step:3 "
    "acc:+1;turn:RIGHT;step:1;turn:DOWN_RIGHT;step:2 step:3 acc:+1;step:4;turn:DOWN_LEFT "
    "acc:-1;turn:RIGHT;step:2 acc:-1;turn:DOWN_RIGHT;step:3 acc:+1;step:2;turn:DOWN_RIGHT "
    "step:2;turn:DOWN_LEFT acc:-1;step:1;turn:DOWN_LEFT;step:1 acc:-2;step:1;turn:LEFT "
    "acc:-1;step:1;turn:LEFT acc:+2;turn:UP_RIGHT;step:2",
    "acc:+1;step:2 acc:+1;step:2 step:2 acc:+1;step:3 acc:-1;step:1 acc:+1;turn:DOWN_RIGHT;step:2 "
    "acc:+1;step:1;turn:DOWN_RIGHT;step:2 acc:+1;turn:DOWN_LEFT;step:1;turn:DOWN_RIGHT;step:3 "
    "acc:-1;step:3;turn:RIGHT acc:-2;step:1;turn:RIGHT acc:-1;turn:DOWN_RIGHT;step:2 "
    "acc:+1;step:1;turn:DOWN_RIGHT;step:1 acc:+1;turn:RIGHT;step:2 acc:+2;step:4 "
    "step:1;turn:DOWN_LEFT;step:1;turn:LEFT;step:1 acc:-2;turn:UP_RIGHT;step:1 "
    "step:1;turn:DOWN_LEFT;step:3 acc:+1;turn:RIGHT;step:1;turn:DOWN_RIGHT;step:1 "
    "acc:-1;step:2;turn:DOWN_RIGHT;step:1 acc:+1;step:1;turn:DOWN_LEFT;step:2",
}};
