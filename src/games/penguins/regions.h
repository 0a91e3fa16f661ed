#ifndef GAMES_PENGUINS_REGIONS_H
#define GAMES_PENGUINS_REGIONS_H

/*
 * Which floes hang together.  Floes never come back, so a penguin stays for good among those that
 * it is connected with, and penguins of different regions never meet again.
 */

#include "games/penguins/penguins.h"
#include "games/penguins/slides.h"

/* All neighbours of these fields.  A field of an even row touches the columns x - 1 and x of the
 * rows above and below, one of an odd row x and x + 1. */
static inline uint64_t regions_beside(uint64_t board)
{
    uint64_t wide = board | (board & PENGUINS_EVEN_ROWS & ~PENGUINS_COLUMN_A) >> 1 |
                    (board & PENGUINS_ODD_ROWS & ~PENGUINS_COLUMN_H) << 1;

    return wide << PENGUINS_ROW | wide >> PENGUINS_ROW | (board & ~PENGUINS_COLUMN_H) << 1 |
           (board & ~PENGUINS_COLUMN_A) >> 1;
}

/* The floes that these penguins can ever come to. */
static inline uint64_t regions_reach(uint64_t penguins, uint64_t floes)
{
    uint64_t reach = regions_beside(penguins) & floes, before = 0;

    while (reach != before) {
        before = reach;
        reach |= regions_beside(reach) & floes;
        reach |= regions_beside(reach) & floes;
    }
    return reach;
}

/* A region: floes, and the penguins that stand beside them.  A penguin between two pieces of ice
 * joins them, since it can go to either; two penguins side by side join nothing. */
struct region {
    uint64_t floes, penguins;
};

/* The whole region, or regions, around some floes. */
static inline struct region regions_around(uint64_t some, uint64_t floes, uint64_t penguins)
{
    struct region region = {.floes = some};
    uint64_t before = 0;

    while (region.floes != before) {
        before = region.floes;
        region.penguins = regions_beside(region.floes) & penguins;
        region.floes |= regions_beside(region.floes | region.penguins) & floes;
    }
    return region;
}

#endif
