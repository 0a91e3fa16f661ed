#ifndef GAMES_PIRANHAS_SHAPE_H
#define GAMES_PIRANHAS_SHAPE_H

/* How the fish of one side lie, and how far they are from being one swarm. */

#include "games/piranhas/piranhas.h"

struct shape {
    int fish;
    int swarms, largest;
    int steps;  /* that its fish are farther from their middle, in all, than they need to be */
    int far;    /* how much more than three of them, in all */
    int loners; /* fish that touch no other */
    int gap;    /* squares of water to the largest swarm, summed up over the fish outside of it */
    int blocks; /* of four squares with at least three fish */
    int edge, second, third; /* fish on the edge of the board and on the two rings inside of it */
    int middle;              /* the square in the middle of its fish */
    struct shoal main;       /* its largest swarm */
};

void piranhas_shape(const struct shoal *shoal, struct shape *out);

/* Could this side, if it were its turn, unite all its fish by one move?  Not if they are one swarm
 * already. */
bool piranhas_can_unite(const struct piranhas *game, enum side side);
/* The moves that do, some of `moves`; returns how many. */
int piranhas_uniting_moves(const struct piranhas *game, enum side side, move_t out[]);

#endif
