#ifndef GAME_PLAIN_H
#define GAME_PLAIN_H

/*
 * Each game's move generation once more, in the simplest words: arrays and loops straight from the
 * rules text, on a board of its own.  Tests compare the fast rules with it, `bench` measures them
 * against it.  No player uses it.
 */

#include "game/game.h"

struct game_plain {
    size_t board_size; /* bytes of the twin's own board, which is copied with memcpy() */
    void (*load)(void *board, const struct position *pos);
    /* The same moves as game_rules.moves, in any order; `out` may be NULL: only their number. */
    int (*moves)(void *board, move_t out[]);
    void (*play)(void *board, move_t move);
};

/* All moves of a position, and the leaves at this depth (perft.h), both by the plain twin. */
int plain_moves(const struct game_rules *rules, const struct position *pos, move_t out[]);
uint64_t plain_perft(const struct game_rules *rules, const struct position *pos, int depth);

#endif
