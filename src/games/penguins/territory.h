#ifndef GAMES_PENGUINS_TERRITORY_H
#define GAMES_PENGUINS_TERRITORY_H

/*
 * Both sides at once: [0] is mine, [1] is yours, and one shift moves both.  Nothing is turned, so
 * all six directions are needed, three to higher fields and three to lower ones.
 */

#include "games/penguins/slides.h"

typedef uint64_t both_t __attribute__((vector_size(16)));

static inline both_t both_same(uint64_t board) { return (both_t){board, board}; }
static inline both_t both_swapped(both_t boards) { return (both_t){boards[1], boards[0]}; }

/* As slides_south in slides.h, to lower fields. */
static inline both_t both_north(both_t from, both_t odd, both_t even, const int shift[2])
{
    int pair = shift[0] + shift[1];
    both_t floes = odd | even;
    both_t open = (floes >> shift[0] & odd) | (floes >> shift[1] & even);
    both_t covered = from | (from >> shift[0] & odd) | (from >> shift[1] & even);

    covered |= covered >> pair & open;
    open &= open >> pair;
    return covered | (covered >> 2 * pair & open);
}

static inline both_t both_west(both_t from, both_t floes)
{
    both_t open = floes & ~PENGUINS_COLUMN_H, covered = from | (from >> 1 & open);

    open &= open >> 1;
    covered |= covered >> 2 & open;
    open &= open >> 2;
    return covered | (covered >> 4 & open);
}

/* All floes that one slide from any of these fields reaches; the fields themselves are not among
 * the floes. */
static inline both_t both_slides(both_t from, both_t floes)
{
    both_t odd = floes & PENGUINS_ODD_ROWS, even = floes & PENGUINS_EVEN_ROWS;
    both_t odd_h = odd & ~PENGUINS_COLUMN_H, even_a = even & ~PENGUINS_COLUMN_A;
    both_t reached = slides_east(from, floes) | both_west(from, floes);

    reached |= slides_south(from, odd, even_a, (const int[]){8, 9});
    reached |= slides_south(from, odd_h, even, (const int[]){7, 8});
    reached |= both_north(from, odd_h, even, (const int[]){9, 8});
    reached |= both_north(from, odd, even_a, (const int[]){8, 7});
    return reached & floes;
}

/* All neighbours; see regions_beside. */
static inline both_t both_beside(both_t boards)
{
    both_t wide = boards | (boards & (PENGUINS_EVEN_ROWS & ~PENGUINS_COLUMN_A)) >> 1 |
                  (boards & (PENGUINS_ODD_ROWS & ~PENGUINS_COLUMN_H)) << 1;

    return wide << PENGUINS_ROW | wide >> PENGUINS_ROW | (boards & ~PENGUINS_COLUMN_H) << 1 |
           (boards & ~PENGUINS_COLUMN_A) >> 1;
}

enum { TERRITORY_NEAR = 3 }; /* one slide, two, three or more */

/* Which floes a side reaches with fewer slides than the other, by the number of slides, and which
 * both reach with as many. */
struct territory {
    both_t first[TERRITORY_NEAR];
    uint64_t shared[TERRITORY_NEAR];
};

/* No slide crosses a floe that the other side reached before.  One's own floes of earlier rounds
 * need not be open again either: what lies behind them was reached from there. */
static inline struct territory territory_of(both_t teams, uint64_t floes)
{
    struct territory territory = {0};
    both_t front = teams, open = both_same(floes);

    for (int slides = 0; (front[0] | front[1]) != 0; slides++) {
        int near = slides < TERRITORY_NEAR ? slides : TERRITORY_NEAR - 1;
        front = both_slides(front, open);
        both_t other = both_swapped(front);
        territory.first[near] |= front & ~other;
        territory.shared[near] |= front[0] & other[0];
        open &= ~(front | other);
    }
    return territory;
}

#endif
