#ifndef SEARCH_EVAL_H
#define SEARCH_EVAL_H

/*
 * What a game tells the search about its positions; each game has one `struct game_eval` in its
 * eval.c.  Only `score` and `scale` are needed; what is NULL or 0 the search does without.
 *
 * All functions are pure functions of the position: no clock, no chance, no floating point in
 * anything that decides, so that a number of nodes means the same search everywhere.
 */

#include "game/game.h"

enum {
    EVAL_MAX = 20000,            /* an evaluation is between -EVAL_MAX and EVAL_MAX */
    ORDER_VALUE_MAX = 4096,      /* an order value is between -ORDER_VALUE_MAX and this … */
    ORDER_VALUE_FORCING = 16384, /* … or this more: a forcing move, see `order_values` */
    DRAW_SURE = 64,              /* `draw` of a certain draw */
    SOLUTION_MAX = 4000,         /* a margin is between -SOLUTION_MAX and SOLUTION_MAX */
};

/* A question to a game's solver: what is the result if both sides play their best? */
struct solve_request {
    /* Only margins between these are of interest: at most alpha, or at least beta, is enough. */
    int alpha, beta;
    uint64_t nodes; /* the solver gives up after so many positions */
    /* True: give up at once.  To be called every thousand nodes or so; the number of nodes must
     * not depend on anything else. */
    bool (*is_stopped)(void *context);
    void *context;
    /* `solver_bytes` of the game's own, 16-byte aligned, zero at first and kept from call to
     * call by the same thread, for results of earlier calls.  The solution must not depend on
     * it. */
    void *memory;
};

struct solution {
    /* The result for the side to move: above 0 a win, 0 a draw, below 0 a loss; the more the
     * better.  In points where `solves_points`; never 0 for a game that is not drawn. */
    int margin;
    enum { SOLUTION_EXACT, SOLUTION_AT_LEAST, SOLUTION_AT_MOST } kind;
    move_t best;    /* a move that leads there; 0 is allowed for SOLUTION_AT_MOST */
    uint64_t nodes; /* positions that were looked at, also when the solver gave up */
};

/* How boldly the search prunes in this game (prune.h).  0 means the default. */
struct search_params {
    /* Half of the first aspiration window around the last score; default: a quarter of `scale`. */
    int aspiration;
    /* Reverse futility pruning: near the leaves a position that is above beta by this for each ply
     * that is left is good enough.  Default: half of `scale`; negative: off. */
    int futility;
    int reduction; /* late move reductions, in percent of the default; negative: off */
    /* Late move pruning: how many moves are tried near the leaves, in percent of the default;
     * negative: all. */
    int late_moves;
    int null_move_reduction; /* plies less after a null move; default: 2 */
    /* A draw is so much worse than level for the side that is going to play the move; default: 0.
     * Solvers ignore it. */
    int contempt;
    bool has_short_moves; /* every move is below 2^16, and `legal` costs much less than `moves` */
};

/* How `leicht` plays this game, so that it is equally easy in every game; choices 0: as level.c
 * says. */
struct easy_play {
    int choices, tolerance; /* see struct level */
};

/* `cache` is memory of the game's own, `cache_bytes` long, aligned to a cache line, zero at first
 * and kept from call to call by the same thread; NULL: there is none.  No result may depend on
 * its contents. */
struct game_eval {
    size_t cache_bytes;

    /* How good this running position is for the side to move; 0 is level. */
    int (*score)(const struct position *pos, void *cache);
    /* The score at which a game is won with probability 1 / (1 + 1/e), about 73 %. */
    int scale;

    /* How likely this running position is to end in a draw, from 0 to DRAW_SURE; only used with
     * contempt (search_params). */
    int (*draw)(const struct position *pos);

    /* Forward pruning: the moves that are searched, some of `rules->moves`, at least one, always
     * the same ones for the same position.  So a loss that the search finds is one against the
     * candidates only; is_full_width looks at all moves.  NULL: all. */
    int (*candidates)(const struct position *pos, move_t out[]);

    /* A quick guess at how good each of these moves is: the search tries the largest first.
     * History adds -128 to 128, a countermove 128, a killer move 256 (order.h).  With
     * ORDER_VALUE_FORCING added a move comes before those and is never reduced or pruned. */
    void (*order_values)(const struct position *pos, void *cache, const move_t moves[], int n,
                         int out[]);

    /* Is no move a forcing one here?  Then killer moves are tried before the moves are listed,
     * which often saves listing them.  Only with has_short_moves; NULL: never. */
    bool (*is_quiet)(const struct position *pos, void *cache);

    /* Plies to search deeper here, because something is about to be decided: 0, rarely 1.  Called
     * for every position, also at the leaves, so it must be cheap. */
    int (*extension)(const struct position *pos, void *cache);

    /* Null move: gives the turn to the other side as if this one had passed, though the rules do
     * not allow it.  False (and nothing changed) where that says nothing, and where it would end
     * the game: the position afterwards is running.  Its key must differ from that of a real
     * position.  NULL: to move may be a burden in this game (zugzwang). */
    bool (*null_move)(struct position *pos);

    /* Is this position worth the solver's time?  Called at every inner node, so it must be
     * cheap. */
    bool (*is_solvable)(const struct position *pos);
    /* Solves a position exactly; false: gave up.  Called at the root with many nodes, whatever
     * is_solvable says, and inside the tree with some thousands.  NULL together with
     * is_solvable. */
    bool (*solve)(const struct position *pos, const struct solve_request *request,
                  struct solution *solution);
    size_t solver_bytes;
    /* The solver's margin is the first score part after the win points, own minus other. */
    bool solves_points;

    struct search_params params;
    struct easy_play easy;
};

const struct game_eval *eval_of(const struct game_rules *rules);

#endif
