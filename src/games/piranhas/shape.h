#ifndef GAMES_PIRANHAS_SHAPE_H
#define GAMES_PIRANHAS_SHAPE_H

/* How the fish of one side lie, and how far they are from being one swarm. */

#include "games/piranhas/piranhas.h"

enum { SHAPE_SWARMS = 5 }; /* so many swarms are kept: hardly ever one move joins more */

struct shape {
    int fish, weight;    /* without weights each fish weighs 1 */
    int swarms, largest; /* the weight of its heaviest swarm */
    int loners;          /* fish that touch no other */
    int steps;  /* that its fish are farther from their middle, in all, than they need to be */
    int far;    /* how much more than three of them, in all */
    int blocks; /* of four squares with at least three fish */
    int edge, second, third; /* fish on the edge of the board and on the two rings inside of it */
    int middle;              /* the square in the middle of its fish */
    struct shoal main;       /* its heaviest swarm */
    struct shoal swarm[SHAPE_SWARMS]; /* some of its swarms, or all if there are no more; the loners
                                         are first */
};

void piranhas_shape(const struct shoal *shoal, struct shape *out);
/* The same of fish with sizes. */
void piranhas_weighed_shape(const struct shoal *shoal, const struct fish_weights *weights,
                            struct shape *out);

/* Only the swarms of a shape, without weights. */
void piranhas_find_swarms(const struct shoal *shoal, struct shape *out);

/* Could this side, if it were its turn, unite all its fish by one move?  Not if they are one swarm
 * already. */
bool piranhas_can_unite(const struct piranhas *game, enum side side, const struct shape *shape);
/* Without a look at the enemy: false means that it surely could not. */
bool piranhas_may_unite(const struct shape *shape);
/* The moves that do, some of `moves`; returns how many. */
int piranhas_uniting_moves(const struct piranhas *game, enum side side, const struct shape *shape,
                           move_t out[]);

#endif
