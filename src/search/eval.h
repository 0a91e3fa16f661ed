#ifndef SEARCH_EVAL_H
#define SEARCH_EVAL_H

/*
 * What a game tells the search about its positions; each game has one `struct game_eval` in its
 * eval.c.  Only `score` and `scale` are needed.  Whatever else is NULL or 0 the search does without.
 *
 * All of them are pure functions of the position: no clock, no chance, no floating point in anything
 * that decides, so that a number of nodes means the same search everywhere.
 */

#include "game/game.h"

enum {
    EVAL_MAX = 20000,       /* a static score stays within -EVAL_MAX .. EVAL_MAX */
    ORDER_VALUE_MAX = 4096, /* an order value stays within -ORDER_VALUE_MAX .. ORDER_VALUE_MAX … */
    ORDER_VALUE_FORCING =
        16384,           /* … unless this is added to it: the move forces, see `order_values` */
    DRAW_SURE = 64,      /* what `draw` says of a certain draw */
    SOLUTION_MAX = 4000, /* a margin stays within -SOLUTION_MAX .. SOLUTION_MAX */
};

/* A question to a game's solver: how does this end if both sides play their best? */
struct solve_request {
    /* Only margins between these are of interest: at most alpha, or at least beta, is enough. */
    int alpha, beta;
    uint64_t nodes; /* it gives up after so many positions */
    /* True: give up at once.  To be asked every thousand nodes or so; counting nodes must not depend
     * on anything else. */
    bool (*is_stopped)(void *context);
    void *context;
    /* `solver_bytes` of the game's own, 16-byte aligned, zero at first and kept from call to call by
     * the same thread.  It may hold what was solved before; the answers must not depend on it. */
    void *memory;
};

struct solution {
    /* The end for the side to move: above 0 a win, 0 a draw, below 0 a loss; the more the better.
     * In the game's own number where `solves_points`; never 0 for a game that is not drawn. */
    int margin;
    enum { SOLUTION_EXACT, SOLUTION_AT_LEAST, SOLUTION_AT_MOST } kind;
    move_t best;    /* a move that leads there; 0 is allowed for SOLUTION_AT_MOST */
    uint64_t nodes; /* looked at, also when it gave up */
};

/* How the search deals with this game.  0 means as usual. */
struct search_params {
    int aspiration; /* half of the first window around the last score; usual: a quarter of the scale */
    /* Near the leaves a position that is better than needed by so much for each ply that is left is
     * good enough.  Usual: half of the scale; negative: never assume that. */
    int futility;
    int reduction;  /* of late moves, in percent of the usual one; negative: none */
    int late_moves; /* near the leaves only so many more moves are tried, in percent of the usual
                      * number; negative: all */
    int null_move_reduction; /* plies less after a null move (see `null_move`); usual: 2 */
    int contempt; /* so much less than level a draw is worth to who plays to win; usual: nothing.
                      * Solvers do not know of it. */
    bool has_short_moves; /* every move is below 2^16 and `legal` costs much less than `moves` */
};

/* The same answers as those of the functions with these names below, found sooner with the help of
 * what was counted before, for other positions: `bytes` of the game's own, on a line of the
 * processor's cache, zero at first and kept from call to call by the same thread.  No answer may
 * depend on what is in there. */
struct eval_cached {
    size_t bytes;
    int (*score)(const struct position *pos, void *memory);
    void (*order_values)(const struct position *pos, void *memory, const move_t moves[], int n,
                         int out[]);
    int (*extension)(const struct position *pos, void *memory);
    /* Does no move force here (see `order_values`)?  Then what refuted sisters of the position is tried
     * before the moves are listed, which mostly saves listing them.  NULL: they are always listed; to
     * be had with short moves only. */
    bool (*is_quiet)(const struct position *pos, void *memory);
};

struct game_eval {
    /* How good this running position is for the side to move; 0 is level. */
    int (*score)(const struct position *pos);
    /* The score at which a game is won with probability 1 / (1 + 1/e), about 73 %. */
    int scale;

    /* How likely this running position is to end in a draw, from 0 to DRAW_SURE; only asked by who
     * plays to win and has contempt for draws (see the params). */
    int (*draw)(const struct position *pos);

    /* The moves worth a look, some of `rules->moves`, always the same ones for the same position; at
     * least one if there is any.  NULL: all. */
    int (*candidates)(const struct position *pos, move_t out[]);

    /* A quick guess at how good each of these moves is: the search tries the largest first.  What a
     * move did elsewhere in the tree counts from -128 to 128, to have refuted a sister of this
     * position 256.  With ORDER_VALUE_FORCING added a move comes before those and is never searched less
     * deep or left out. */
    void (*order_values)(const struct position *pos, const move_t moves[], int n, int out[]);

    /* So many plies deeper than planned, usually 0 and at most 1: something is about to be decided
     * here.  Asked for every position, also at the leaves, so it must be cheap and rarely 1. */
    int (*extension)(const struct position *pos);

    /* Null move: gives the turn to the other side as if this one had passed, though the rules do not
     * allow it.  False (and nothing changed) where that says nothing, and where it would end the
     * game: the position afterwards is running.  Its key must differ from that of a real position.
     * NULL: to move may be a burden in this game (zugzwang). */
    bool (*null_move)(struct position *pos);

    /* Is this position worth the solver's time?  Asked at every inner node, so it must be cheap. */
    bool (*is_solvable)(const struct position *pos);
    /* Solves a position exactly; false: gave up.  At the root it is asked with many nodes, whatever
     * is_solvable says; elsewhere with some thousands.  NULL together with is_solvable. */
    bool (*solve)(const struct position *pos, const struct solve_request *request,
                  struct solution *solution);
    size_t solver_bytes;
    bool
        solves_points; /* its margin is the first score part after the win points, mine minus yours */

    /* All three of them with a memory; NULL: nothing is worth remembering. */
    const struct eval_cached *cached;

    struct search_params params;

    /* What the yardstick `klassik` thinks of this game, never to be changed; NULL: the same as we. */
    const struct game_eval *classic;
};

const struct game_eval *eval_of(const struct game_rules *rules);

#endif
