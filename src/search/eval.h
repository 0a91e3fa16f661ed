#ifndef SEARCH_EVAL_H
#define SEARCH_EVAL_H

/* What a game tells the search about its positions; each game has one in its eval.c. */

#include "game/game.h"

enum { EVAL_MAX = 20000 }; /* a static score stays within -EVAL_MAX .. EVAL_MAX */

struct game_eval {
    /* How good this running position is for the side to move; 0 is level. */
    int (*score)(const struct position *pos);
    /* A quick guess at how good a move is, larger is better: the search tries it earlier.
     * NULL: no idea. */
    int (*promise)(const struct position *pos, move_t move);
    /* The score at which a game is won with probability 1 / (1 + 1/e), about 73 %. */
    int scale;
};

const struct game_eval *eval_of(const struct game_rules *rules);

#endif
