#ifndef GAMES_PENGUINS_SOLVER_H
#define GAMES_PENGUINS_SOLVER_H

/*
 * How does a game end if both sides play their best?  Exact, once all penguins are placed.
 *
 * Regions that only one side can reach are solved alone: the other side does not disturb it, so it
 * gets the most fish that any way through them collects.  All that the rest of the game feels of
 * them is how many moves they offer to a side that would rather wait.  What both sides reach is
 * searched with alpha-beta and a table.
 */

#include "games/penguins/penguins.h"

enum { PENGUINS_SOLVER_BYTES = 16 << 20 };

/* A question.  Only leads between alpha and beta are of interest. */
struct penguins_task {
    int alpha, beta;
    uint64_t nodes;                    /* gives up after so many */
    bool (*is_stopped)(void *context); /* true: gives up soon; may be NULL */
    void *context;
    /* PENGUINS_SOLVER_BYTES, 16-byte aligned; all zero, or as an earlier call left them.  What was
     * solved before is known there. */
    void *memory;
};

/* `lead` is the fish of the side to move minus those of the other at the end.  It is exact between
 * alpha and beta; at most alpha it is an upper bound, from beta on a lower one. */
struct penguins_answer {
    int lead;
    move_t best;
    uint64_t nodes;
};

/* Needs a running position without a penguin to place.  False: gave up, only `nodes` is filled. */
bool penguins_solve(const struct position *pos, const struct penguins_task *task,
                    struct penguins_answer *answer);

/* How many floes any penguin can still reach. */
int penguins_reachable(const struct penguins *ice);

#endif
