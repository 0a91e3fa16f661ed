#ifndef TOURNAMENT_RATING_H
#define TOURNAMENT_RATING_H

/*
 * Ratings of a whole pool from all its games at once (Bradley and Terry): the strengths that make
 * the results most likely, a draw being half a win for both.  Unlike a running Elo the order of the
 * games does not matter.
 *
 * Strengths are only comparable between players linked by games.  A player without a link is in a
 * pool of its own, and every pool has the mean 0.  Where a player won or lost everything the most
 * likely strength would be infinite; then every player of that pool gets one more game, drawn
 * against a player of strength 0 (is_held).
 */

#include <stdbool.h>
#include <stdint.h>

enum { RATING_PLAYERS_MAX = 256 };

/* What one player did against one other. */
struct rating_cell {
    int32_t wins, draws;
};

/* Large: memory of the caller, but not his stack.  Zero and a count is a pool without games. */
struct rating_table {
    int count;
    struct rating_cell cell[RATING_PLAYERS_MAX][RATING_PLAYERS_MAX];
};

struct rating {
    double elo;
    double error; /* standard error; 95 % lie within 1.96 of it.  0 without any game */
    int64_t games;
    double score; /* part of the points won */
    int pool;     /* 0, 1, …; ratings of different pools cannot be compared */
    bool is_held;
};

struct rating_list {
    int pools;
    struct rating rating[RATING_PLAYERS_MAX];
    double matrix[RATING_PLAYERS_MAX][RATING_PLAYERS_MAX]; /* for the calculation only */
};

enum rating_result { RATING_LOSS, RATING_DRAW, RATING_WIN };

/* A game of `player` against `other`, as `player` sees it. */
void rating_add(struct rating_table *table, int player, int other, enum rating_result result);

/* A pure function of the table; always comes to an end. */
void rating_solve(const struct rating_table *table, struct rating_list *list);

#endif
