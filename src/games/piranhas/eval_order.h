#ifndef GAMES_PIRANHAS_EVAL_ORDER_H
#define GAMES_PIRANHAS_EVAL_ORDER_H

/* Which moves look good: the order values (search/eval.h) of all seasons. */

#include "games/piranhas/piranhas.h"

/* What they depend on. */
struct order_view {
    struct shoal main; /* the best swarm of the side to move */
    struct shoal enemies;
    int middle; /* the square in the middle of the fish of the side to move */
};

void piranhas_order_moves(const struct order_view *view, const move_t moves[], int n, int out[]);

/* Moves that make one swarm of all fish of the side to move are forcing. */
void piranhas_mark_unions(const struct position *pos, const move_t moves[], int n, int out[]);

#endif
