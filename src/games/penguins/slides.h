#ifndef GAMES_PENGUINS_SLIDES_H
#define GAMES_PENGUINS_SLIDES_H

/*
 * Where penguins can slide, for all penguins of a board at once and without a branch.  Each
 * function answers for one axis: east on the board is west on its turned twin, and so on.
 * Penguins do not slide over each other, so in one direction no two of them reach the same floe.
 */

#include "games/penguins/penguins.h"

#define PENGUINS_COLUMN_A  UINT64_C(0x0101010101010101)
#define PENGUINS_COLUMN_H  UINT64_C(0x8080808080808080)
#define PENGUINS_EVEN_ROWS UINT64_C(0x00ff00ff00ff00ff) /* the 1st, 3rd …: row 0, 2, … */
#define PENGUINS_ODD_ROWS  UINT64_C(0xff00ff00ff00ff00)

/* East and west.  Adding a penguin's first floe to the floes carries through the whole run and
 * clears it.  Column h is left out of the sum, so that no carry leaves its row: the bit that
 * arrives there says whether the run reaches it. */
static inline twin_t slides_east(twin_t penguins, twin_t floes)
{
    twin_t first = penguins << 1 & floes & ~PENGUINS_COLUMN_A;
    twin_t sum = (floes & ~PENGUINS_COLUMN_H) + first;

    return floes & ~(sum ^ PENGUINS_COLUMN_H);
}

/* The diagonals go by doubling: one step, then two, then four at once make the seven that the board
 * allows.  A step from an even row and one from an odd row differ by one bit, a pair of steps is
 * always the same shift.  `odd` and `even` are the floes that a step may land on in such rows; the
 * result still contains the penguins themselves. */
static inline twin_t slides_south(twin_t penguins, twin_t odd, twin_t even, const int shift[2])
{
    int pair = shift[0] + shift[1];
    twin_t floes = odd | even;
    twin_t open = (floes << shift[0] & odd) | (floes << shift[1] & even);
    twin_t covered = penguins | (penguins << shift[0] & odd) | (penguins << shift[1] & even);

    covered |= covered << pair & open;
    open &= open << pair;
    return covered | (covered << 2 * pair & open);
}

/* South-east and north-west, the penguins included.  Nothing comes to column a in an even row. */
static inline twin_t slides_southeast(twin_t penguins, twin_t floes)
{
    return slides_south(penguins, floes & PENGUINS_ODD_ROWS,
                        floes & (PENGUINS_EVEN_ROWS & ~PENGUINS_COLUMN_A), (const int[]){8, 9});
}

/* South-west and north-east, the penguins included.  Nothing comes to column h in an odd row. */
static inline twin_t slides_southwest(twin_t penguins, twin_t floes)
{
    return slides_south(penguins, floes & (PENGUINS_ODD_ROWS & ~PENGUINS_COLUMN_H),
                        floes & PENGUINS_EVEN_ROWS, (const int[]){7, 8});
}

/* Every floe that one slide reaches in any direction: [0] to the east and south, [1], on the turned
 * board, to the west and north. */
static inline twin_t slides_all(twin_t penguins, twin_t floes)
{
    return (slides_east(penguins, floes) | slides_southeast(penguins, floes) |
            slides_southwest(penguins, floes)) &
           floes;
}

static inline int slides_popcount(twin_t board)
{
    return __builtin_popcountll(board[0]) + __builtin_popcountll(board[1]);
}

/* How many slides these penguins have. */
static inline int slides_count(twin_t penguins, twin_t floes)
{
    /* Two diagonals, each with its twin, still count the penguins themselves. */
    return slides_popcount(slides_east(penguins, floes)) +
           slides_popcount(slides_southeast(penguins, floes)) +
           slides_popcount(slides_southwest(penguins, floes)) -
           4 * __builtin_popcountll(penguins[0]);
}

/* Swaps neighbouring groups of `width` bits; `low` are the lower ones of each pair. */
static inline uint64_t slides_swapped(uint64_t board, int width, uint64_t low)
{
    return (board >> width & low) | (board & low) << width;
}

/* A board turned by 180 degrees: all 64 bits in reverse. */
static inline uint64_t slides_turned(uint64_t board)
{
    board = slides_swapped(board, 1, UINT64_C(0x5555555555555555));
    board = slides_swapped(board, 2, UINT64_C(0x3333333333333333));
    board = slides_swapped(board, 4, UINT64_C(0x0f0f0f0f0f0f0f0f));
    return __builtin_bswap64(board);
}

static inline twin_t slides_twin(uint64_t board) { return (twin_t){board, slides_turned(board)}; }

/* What one slide from any field of `front` reaches.  The front itself may be on floes: it blocks
 * the way, but whatever lies behind one of its fields is reached from that field. */
static inline uint64_t slides_reach(uint64_t front, uint64_t floes)
{
    twin_t to = slides_all(slides_twin(front), slides_twin(floes & ~front));

    return to[0] | slides_turned(to[1]);
}

/* A side that still places may run out of one-fish floes, one that slides may be stuck.  Perft and
 * search spend their time here, so the compiler is told what shall be a part of `play` (this) and
 * what shall stay out of its way (skip). */
static inline __attribute__((always_inline)) int penguins_choices(const struct penguins *ice,
                                                                  enum side side)
{
    if (!penguins_all_placed(ice, side))
        return __builtin_popcountll(penguins_single(ice));
    return slides_count(ice->team[side], ice->floes);
}

#endif
