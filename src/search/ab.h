#ifndef SEARCH_AB_H
#define SEARCH_AB_H

/*
 * Alpha-beta over game.h, private to the search: what one thread needs to search a tree.  Scores are
 * for the side to move in the position they belong to; the sides need not alternate.
 *
 * The tree is searched with a principal variation: the first move of a node with the whole window,
 * the others with none, only to see that they are not better; if one is, it is searched again.
 */

#include "search/eval.h"
#include "search/order.h"
#include "search/prune.h"
#include "search/search.h"
#include "search/stop.h"
#include "search/table.h"

/* One ply of the line that is being searched. */
struct frame {
    struct position pos;
    move_t move; /* that led here; 0: none, or a null move */
    int eval;    /* of the position; TABLE_NO_EVAL: not asked for */
    move_t killers[ORDER_KILLERS];
    int line_length; /* the best line from here */
    move_t line[SEARCH_PLY_MAX];
};

struct ab {
    const struct game_rules *rules;
    const struct game_eval *eval;
    struct table *table; /* of all threads */
    struct stop *stop;   /* of all threads */
    struct prune prune;
    int contempt;            /* a draw is so much worse than level … */
    enum side contempt_side; /* … for this side */
    uint64_t key_salt; /* of the keys: to somebody else the same position is worth something else */
    uint64_t node_limit; /* 0: none */

    uint64_t nodes;
    uint64_t next_check; /* at the limits, in nodes */
    bool is_stopped;
    int root_depth;
    uint64_t clamped; /* as in search_result */
    struct position clamped_pos;

    /* A stack for the move lists of all plies; those of the root are the first. */
    move_t *moves;
    int *values;
    int top;
    struct order order;
    struct frame frames[SEARCH_PLY_MAX + 1];
    void *solver_memory;
    void *cache, *cache_start; /* as it is used, and as it is to be freed */
};

/* Where the search is, and what it has to find out there. */
struct window {
    int alpha, beta, depth, ply;
};

/* What is tried in a node. */
struct node {
    struct window w;
    enum side side;
    int eval;
    bool is_improving; /* since the same side's last turn */
    int best_score;
    move_t best;
};

struct ab *ab_create(const struct game_rules *rules);
void ab_destroy(struct ab *ab);
/* Forgets what its solver learned. */
void ab_clear(struct ab *ab);
/* Forgets the last search.  The root is the position of the request; `node_limit` is the share of this
 * thread, 0: no limit. */
void ab_begin(struct ab *ab, struct table *table, struct stop *stop, uint64_t node_limit);

/* The candidates of the position in this frame, put on the stack in no order; their order values too. */
struct move_list ab_list(struct ab *ab, const struct frame *frame);

/* The evaluation of a running position, within -EVAL_MAX .. EVAL_MAX. */
int ab_static_score(struct ab *ab, const struct position *pos);
/* What was found out in a node goes into the table. */
void ab_store(struct ab *ab, const struct node *node);

/* The value of the move with this number in the order for the side that plays it. */
int ab_search_move(struct ab *ab, const struct node *node, move_t move, int number, int value);

/* Looks at the limits; true: no more nodes. */
bool ab_check_limits(struct ab *ab);

/* Under which the table knows a position. */
static inline uint64_t ab_key(const struct ab *ab, const struct position *pos)
{
    return pos->key ^ ab->key_salt;
}

static inline bool ab_must_stop(struct ab *ab)
{
    return ab->nodes >= ab->next_check ? ab_check_limits(ab) : ab->is_stopped;
}

/* A game that is decided, for whom ever. */
static inline bool is_decided(int score) { return score >= SCORE_SOLVED || score <= -SCORE_SOLVED; }

#endif
