#ifndef SEARCH_LINEAR_H
#define SEARCH_LINEAR_H

/*
 * A game's evaluation as a weighted sum of features, for `kielwasser tune`, which fits the weights;
 * the search does not use this.  There is a set of weights for each phase of a game, and a position
 * has a part in each:
 *
 *   score = sum over sets, sum over features: part * feature * weight  /  divisor
 *
 * Each game has one `struct linear_eval` in its features.c, beside weights.h.
 */

#include "game/game.h"

enum { LINEAR_SETS_MAX = 8, LINEAR_FEATURES_MAX = 64, LINEAR_WEIGHTS_MAX = 256 };

struct linear_eval {
    int sets, features; /* 0: this game has no such table */
    int divisor;
    const int16_t *weights; /* set by set */
    const char *const *set_names, *const *feature_names;
    /* The features and parts of a running position, for the side to move; both are zero before.
     * False: the score of this one is no sum. */
    bool (*look)(const struct position *pos, int features[], int parts[]);
};

/* NULL: the game has none. */
const struct linear_eval *linear_of(const struct game_rules *rules);

/* The sum, not yet divided. */
int64_t linear_sum(const struct linear_eval *linear, const int features[], const int parts[]);

#endif
