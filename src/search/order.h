#ifndef SEARCH_ORDER_H
#define SEARCH_ORDER_H

/*
 * Move ordering.  Most of what alpha-beta can save depends on trying the best move first.  A move
 * is worth the sum of these, and the largest comes first:
 *
 *   table move    best move of an earlier visit, from the transposition table: before all others
 *   order value   the game's own guess (order_values in eval.h)
 *   killer moves  caused a beta cutoff in another position at the same ply
 *   countermove   refuted the move that led here when it was played elsewhere
 *   history       how often the move caused cutoffs anywhere in the tree
 */

#include "search/eval.h"

enum {
    ORDER_KILLERS = 2,
    ORDER_SLOTS = 4096,              /* moves with the same hash share a slot */
    ORDER_UNIT = 64,                 /* a game's order values are multiplied by this */
    ORDER_HISTORY_MAX = 8192,        /* 128 in the unit of a game's order values */
    ORDER_KILLER = 256 * ORDER_UNIT, /* added to a killer move */
    ORDER_TABLE_MOVE = INT32_MAX,
    ORDER_FORCING = ORDER_VALUE_FORCING / 2 * ORDER_UNIT, /* forcing moves have at least this */
};

/* What one thread has learned about moves, whatever the position. */
struct order {
    int16_t history[SIDE_NONE][ORDER_SLOTS];
    move_t countermoves[SIDE_NONE][ORDER_SLOTS]; /* refutations of the move in this slot */
};

void order_clear(struct order *order);

/* The moves of a node, on the stack of its thread. */
struct move_list {
    move_t *moves;
    int *values; /* the larger, the earlier */
    int count;
};

/* What is known about this node in particular. */
struct order_hints {
    const move_t *killers; /* ORDER_KILLERS of them, 0: none */
    move_t before;         /* the move that led here; 0: none */
};

/* Adds history, killers and countermove to the game's order values in `values`. */
void order_add_learned(const struct order *order, enum side side, const struct order_hints *hints,
                       struct move_list *list);

/* Brings the table's move, in 16 bits as the table has it, to the front; 0 or a move that is not in
 * the list (two moves may have the same 16 bits in the table): nothing changes. */
void order_put_table_move(struct move_list *list, uint16_t table_move);
/* Exchanges the move, which is in the list at this place or behind it, with the one at the
 * place. */
void order_put_at(struct move_list *list, int place, move_t move);
/* Moves the entry `from` to the front; those before it move back by one. */
void order_move_to_front(struct move_list *list, int from);

/* Brings the best of the moves from `from` on to that place (selection sort, one step). */
void order_pick(struct move_list *list, int from);

/* The first `tried` moves of the list were searched, and the last of them caused a beta cutoff: its
 * history gets a bonus, that of the others a malus. */
void order_update_history(struct order *order, enum side side, const struct move_list *list,
                          int tried, int depth);
/* `countermove` refuted the move `before`; 0: there is none. */
void order_set_countermove(struct order *order, enum side side, move_t before, move_t countermove);

static inline int order_slot(move_t move)
{
    return (int)(move * UINT64_C(0x9e3779b97f4a7c15) >> 52);
}

#endif
