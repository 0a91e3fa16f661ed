#include "search/order.h"

#include "search/transposition_table.h"

#include <assert.h>
#include <string.h>

enum {
    COUNTERMOVE = 128 * ORDER_UNIT,
    BONUS_FACTOR = 24, /* times depth squared: the bonus of a cutoff … */
    BONUS_MAX = 1536,  /* … which is at most this */
};

void order_clear(struct order *order) { memset(order, 0, sizeof *order); }

void order_add_learned(const struct order *order, enum side side, const struct order_hints *hints,
                       struct move_list *list)
{
    assert(side < SIDE_NONE);
    const int16_t *history = order->history[side];
    move_t first = hints->killers[0], second = hints->killers[1];
    move_t countermove = hints->before ? order->countermoves[side][order_slot(hints->before)] : 0;

    for (int i = 0; i < list->count; i++) {
        move_t move = list->moves[i];
        int value = list->values[i] * ORDER_UNIT + history[order_slot(move)];
        if (move == first || move == second)
            value += ORDER_KILLER;
        if (move == countermove)
            value += COUNTERMOVE;
        list->values[i] = value;
    }
}

static void swap(struct move_list *list, int a, int b)
{
    move_t move = list->moves[a];
    int value = list->values[a];

    list->moves[a] = list->moves[b];
    list->values[a] = list->values[b];
    list->moves[b] = move;
    list->values[b] = value;
}

void order_put_table_move(struct move_list *list, uint16_t table_move)
{
    for (int i = 0; table_move && i < list->count; i++) {
        if (table_fold(list->moves[i]) != table_move)
            continue;
        list->values[i] = ORDER_TABLE_MOVE;
        swap(list, i, 0);
        return;
    }
}

void order_put_at(struct move_list *list, int place, move_t move)
{
    int at = place;

    while (at < list->count && list->moves[at] != move)
        at++;
    assert(at < list->count);
    if (at < list->count)
        swap(list, at, place);
}

void order_move_to_front(struct move_list *list, int from)
{
    move_t move = list->moves[from];
    int value = list->values[from];

    assert(from >= 0 && from < list->count);
    memmove(&list->moves[1], &list->moves[0], (size_t)from * sizeof *list->moves);
    memmove(&list->values[1], &list->values[0], (size_t)from * sizeof *list->values);
    list->moves[0] = move;
    list->values[0] = value;
}

/* Finds the largest value first, then its place: so the compiler can compare many at once. */
void order_pick(struct move_list *list, int from)
{
    const int *values = list->values;
    int largest = values[from], best = from;

    assert(from >= 0 && from < list->count);
    if (largest == ORDER_TABLE_MOVE)
        return;
    for (int i = from + 1; i < list->count; i++)
        largest = values[i] > largest ? values[i] : largest;
    while (values[best] != largest)
        best++;
    swap(list, best, from);
}

/* History gravity: the nearer to its limit, the less a bonus changes, so that old cutoffs fade. */
static void add_bonus(int16_t *history, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;

    *history = (int16_t)(*history + bonus - *history * size / ORDER_HISTORY_MAX);
}

void order_update_history(struct order *order, enum side side, const struct move_list *list,
                          int tried, int depth)
{
    int16_t *history = order->history[side];
    int bonus = depth * depth * BONUS_FACTOR;

    assert(tried > 0 && tried <= list->count && depth > 0);
    if (bonus > BONUS_MAX)
        bonus = BONUS_MAX;
    for (int i = 0; i < tried - 1; i++)
        add_bonus(&history[order_slot(list->moves[i])], -bonus);
    add_bonus(&history[order_slot(list->moves[tried - 1])], bonus);
}

void order_set_countermove(struct order *order, enum side side, move_t before, move_t countermove)
{
    if (before)
        order->countermoves[side][order_slot(before)] = countermove;
}
