#ifndef SEARCH_LINEAR_H
#define SEARCH_LINEAR_H

/*
 * A game's evaluation as a weighted sum of features, for `kielwasser tune`, which fits the weights;
 * the search does not use this.  There is a set of weights for each phase of a game, and a position
 * has a part in each:
 *
 *   score = sum over sets, sum over features: part * feature * weight  /  divisor
 *
 * Each game has one `struct linear_eval` in its features.c; the table is in weights.h.
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

/* Columns of the table in weights.h, a list of ROW(name, weight in set 0, weight in set 1 …). */
#define LINEAR_NAME(name, ...)                          name,
#define LINEAR_SET_0(name, a, ...)                      a,
#define LINEAR_SET_1(name, a, b, ...)                   b,
#define LINEAR_SET_2(name, a, b, c, ...)                c,
#define LINEAR_SET_3(name, a, b, c, d, ...)             d,
#define LINEAR_SET_4(name, a, b, c, d, e, ...)          e,
#define LINEAR_SET_5(name, a, b, c, d, e, f, ...)       f,
#define LINEAR_SET_6(name, a, b, c, d, e, f, g, ...)    g,
#define LINEAR_SET_7(name, a, b, c, d, e, f, g, h, ...) h,

/* NULL: the game has none. */
const struct linear_eval *linear_of(const struct game_rules *rules);

#endif
