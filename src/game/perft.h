#ifndef GAME_PERFT_H
#define GAME_PERFT_H

/* Counts the leaves of the game tree: the number that pins a move generator. */

#include "game/game.h"

enum { PERFT_DEPTH_MAX = 64 };

/* Sequences of exactly `depth` moves; a finished game has none below it.  Depth 0 is 1. */
uint64_t perft(const struct game_rules *rules, const struct position *pos, int depth);

#endif
