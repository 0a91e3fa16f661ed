#ifndef SEARCH_ORDER_H
#define SEARCH_ORDER_H

/*
 * Which move comes first.  Most of what alpha-beta can save depends on it: the move that the table
 * knows, then the order value that the game gives, killer moves, the countermove of the move before,
 * and what was good elsewhere in the tree (history).
 */

#include "search/eval.h"

enum {
    ORDER_KILLERS = 2,
    ORDER_SLOTS = 4096,       /* moves share a slot if their hashes do */
    ORDER_HISTORY_MAX = 8192, /* 128 in the unit of order values */
    ORDER_UNIT = 64,
    ORDER_KILLER = 256 * ORDER_UNIT, /* what refuted a sister of the position */
    ORDER_TABLE_MOVE = INT32_MAX,    /* the move that the table knows */
    ORDER_FORCING = ORDER_VALUE_FORCING / 2 * ORDER_UNIT, /* at least this: a forcing move */
};

/* What a thread has learned about moves, whatever the position. */
struct order {
    int16_t history[SIDE_NONE][ORDER_SLOTS];
    move_t countermoves[SIDE_NONE][ORDER_SLOTS]; /* that refuted the move in this slot */
};

void order_clear(struct order *order);

/* The moves of a node, on the stack of its thread. */
struct move_list {
    move_t *moves;
    int *values; /* the larger, the earlier */
    int count;
};

/* What is special in this node. */
struct order_hints {
    const move_t *killers; /* ORDER_KILLERS of them */
    move_t before;         /* the move that led here; 0: none */
};

/* Adds to the order values in `values` what was learned: history, killers, countermove. */
void order_add_learned(const struct order *order, enum side side, const struct order_hints *hints,
                       struct move_list *list);

/* The move that the table knows, folded as there, comes before all others; 0: none is known. */
void order_put_table_move(struct move_list *list, uint16_t known);
/* Brings a move of the list to this place from one behind it. */
void order_put_at(struct move_list *list, int place, move_t move);

/* Brings the best of the moves from `from` on to that place. */
void order_pick(struct move_list *list, int from);

/* The first `tried` moves of the list were searched, and the last of them refuted the position. */
void order_update_history(struct order *order, enum side side, const struct move_list *list,
                          int tried, int depth);
void order_set_countermove(struct order *order, enum side side, move_t before, move_t countermove);

static inline int order_slot(move_t move)
{
    return (int)(move * UINT64_C(0x9e3779b97f4a7c15) >> 52);
}

#endif
