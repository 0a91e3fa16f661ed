#ifndef SEARCH_AB_H
#define SEARCH_AB_H

/*
 * Alpha-beta over game.h, private to the search: what one thread needs to search a tree.  Scores
 * are for the side to move in the position they belong to (negamax); the sides need not alternate.
 *
 * It is a principal variation search: the first move of a node is searched with the whole window,
 * the others with a null window, only to see that they are not better; if one is, it is searched
 * again.  docs/search.md walks through it.
 */

#include "search/eval.h"
#include "search/order.h"
#include "search/prune.h"
#include "search/search.h"
#include "search/stop.h"
#include "search/transposition_table.h"

/* One ply of the line that is being searched. */
struct frame {
    struct position pos;
    move_t move; /* the move that led here; 0: none (the root), or a null move */
    int eval;    /* static evaluation of the position; TABLE_NO_EVAL: not needed */
    move_t killers[ORDER_KILLERS];
    int line_length; /* the best line from here (triangular table of principal variations) */
    move_t line[SEARCH_PLY_MAX];
};

struct ab {
    const struct game_rules *rules;
    const struct game_eval *eval;
    struct table *table; /* shared by all threads */
    struct stop *stop;   /* shared by all threads */
    struct prune prune;
    int contempt;            /* a draw is so much worse than level … */
    enum side contempt_side; /* … for this side, which is to move at the root */
    uint64_t key_salt;   /* XORed into table keys: with contempt, scores depend on contempt_side */
    uint64_t node_limit; /* the share of this thread; 0: none */

    uint64_t nodes;
    uint64_t next_check; /* the number of nodes at which the limits are checked again */
    bool is_stopped;
    int root_depth;   /* of the current iteration */
    uint64_t clamped; /* as in search_result */
    struct position clamped_pos;

    /* A stack for the move lists of all plies; that of the root is at the bottom. */
    move_t *moves;
    int *values;
    int top; /* moves in use */
    struct order order;
    struct frame frames[SEARCH_PLY_MAX + 1];
    bool lacks_solver_memory; /* the game is searched without its solver */
    void *solver_memory;
    void *cache;       /* of the game's evaluation, aligned to a cache line */
    void *cache_start; /* the same memory as it was allocated */
};

/* The question to a node: the window, and how deep it is to be searched. */
struct window {
    int alpha, beta, depth, ply;
};

/* A node while its moves are being searched. */
struct node {
    struct window w;
    enum side side;
    int eval;
    bool is_improving; /* better than at the same side's previous turn */
    int best_score;
    move_t best;
};

/* NULL: there is no memory (base/memory.h). */
struct ab *ab_create(const struct game_rules *rules);
void ab_destroy(struct ab *ab);
/* Forgets what the game's solver keeps in its memory. */
void ab_clear_solver(struct ab *ab);
/* Forgets the last search.  The root is the position of the request; `node_limit` is the share
 * of this thread, 0: no limit. */
void ab_begin(struct ab *ab, struct table *table, struct stop *stop, uint64_t node_limit);

/* Lists the moves of the position in this frame on top of the stack (not yet reserved), with the
 * game's order values, unsorted. */
struct move_list ab_list(struct ab *ab, const struct frame *frame);

/* The evaluation of a running position, within -EVAL_MAX .. EVAL_MAX. */
int ab_static_score(struct ab *ab, const struct position *pos);

/* Searches the moves of the list from number `number` on; those before it have been searched.
 * Updates best move and score of the node, and at the root brings each new best move to the
 * front of the list.  True: a beta cutoff. */
bool ab_search_moves(struct ab *ab, struct node *node, struct move_list *list, int number);

/* Writes the result of a node into the transposition table. */
void ab_store(struct ab *ab, const struct node *node);

/* Checks the limits; true: the search has to stop. */
bool ab_check_limits(struct ab *ab);

/* The key of a position in the transposition table. */
static inline uint64_t ab_key(const struct ab *ab, const struct position *pos)
{
    return pos->key ^ ab->key_salt;
}

static inline bool ab_must_stop(struct ab *ab)
{
    return ab->nodes >= ab->next_check ? ab_check_limits(ab) : ab->is_stopped;
}

/* Is the game decided, for either side? */
static inline bool is_decided(int score) { return score >= SCORE_SOLVED || score <= -SCORE_SOLVED; }

#endif
