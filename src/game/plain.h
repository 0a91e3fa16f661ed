#ifndef GAME_PLAIN_H
#define GAME_PLAIN_H

/*
 * Each game's move generation once more, in the simplest words: arrays and loops straight from the
 * rules text.  Tests compare the fast rules with it, `bench` measures them against it.  No
 * player uses it.
 */

#include "game/game.h"

struct game_plain {
    /* The same moves as game_rules.moves, in any order. */
    int (*moves)(const struct position *pos, move_t out[]);
    /* Leaves at this depth; the last ply is counted, not played. */
    uint64_t (*perft)(const struct position *pos, int depth);
};

/* The plain twin of a game. */
const struct game_plain *game_plain(const struct game_rules *rules);

#endif
