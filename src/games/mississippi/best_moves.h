#ifndef GAMES_MISSISSIPPI_BEST_MOVES_H
#define GAMES_MISSISSIPPI_BEST_MOVES_H

/* The best of many moves by their order values: how candidates are chosen. */

#include "games/mississippi/mississippi.h"

enum {
    BEST_MAX = 28,     /* moves that stay … */
    BEST_OF_SPEED = 3, /* … and of every end speed at least */
};

/* The best so far, the best one first. */
struct best_moves {
    int count, size;
    int order_value[BEST_MAX];
    move_t move[BEST_MAX];
};

static inline void best_moves_offer(struct best_moves *list, move_t move, int order_value)
{
    int at = list->count;

    if (at == list->size && order_value <= list->order_value[at - 1])
        return;
    if (at == list->size)
        at--;
    else
        list->count++;
    for (; at > 0 && list->order_value[at - 1] < order_value; at--) {
        list->order_value[at] = list->order_value[at - 1];
        list->move[at] = list->move[at - 1];
    }
    list->order_value[at] = order_value;
    list->move[at] = move;
}

static inline bool best_moves_has(const struct best_moves *list, move_t move)
{
    for (int i = 0; i < list->count; i++) {
        if (list->move[i] == move)
            return true;
    }
    return false;
}

/* The best of all moves, and of every speed. */
struct best_choice {
    struct best_moves of_all, of_speed[SHIP_SPEED_MAX + 1];
};

static inline void best_choice_init(struct best_choice *choice)
{
    choice->of_all.count = 0;
    choice->of_all.size = BEST_MAX;
    for (int speed = 1; speed <= SHIP_SPEED_MAX; speed++) {
        choice->of_speed[speed].count = 0;
        choice->of_speed[speed].size = BEST_OF_SPEED;
    }
}

static inline void best_choice_offer(struct best_choice *choice, move_t move, int speed,
                                     int order_value)
{
    best_moves_offer(&choice->of_all, move, order_value);
    best_moves_offer(&choice->of_speed[speed], move, order_value);
}

/* Lists them, each once. */
static inline int best_choice_list(const struct best_choice *choice, move_t out[])
{
    const struct best_moves *best = &choice->of_all;
    int n = best->count;

    memcpy(out, best->move, (size_t)n * sizeof *out);
    for (int speed = 1; speed <= SHIP_SPEED_MAX; speed++) {
        const struct best_moves *some = &choice->of_speed[speed];
        for (int i = 0; i < some->count; i++) {
            if (!best_moves_has(best, some->move[i]))
                out[n++] = some->move[i];
        }
    }
    return n;
}

#endif
