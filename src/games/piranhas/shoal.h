#ifndef GAMES_PIRANHAS_SHOAL_H
#define GAMES_PIRANHAS_SHOAL_H

/* Sets of squares, such as the fish of one side, and what touches them. */

#include "games/piranhas/line.h"

/* Rows 0 to 4 and rows 5 to 9.  A row takes 12 bits, the last two of which stay empty, so that
 * neighbours can be shifted without running into the next row. */
struct shoal {
    uint64_t half[2];
};

enum { SHOAL_ROW = 12, SHOAL_ROWS = 5 };
/* Row 5, the first of the upper half, follows row 4: this shift leads from one half to the
 * other. */
enum { SHOAL_ACROSS = SHOAL_ROW * (SHOAL_ROWS - 1) };

/* All squares of a half, and those of its first column. */
#define SHOAL_HALF   UINT64_C(0x3ff3ff3ff3ff3ff)
#define SHOAL_COLUMN UINT64_C(0x1001001001001)

static inline uint64_t shoal_bit(int square)
{
    return UINT64_C(1) << (row_of(square) % SHOAL_ROWS * SHOAL_ROW + column_of(square));
}

static inline bool shoal_has(const struct shoal *shoal, int square)
{
    return shoal->half[row_of(square) / SHOAL_ROWS] & shoal_bit(square);
}

static inline void shoal_flip(struct shoal *shoal, int square)
{
    shoal->half[row_of(square) / SHOAL_ROWS] ^= shoal_bit(square);
}

static inline int shoal_size(const struct shoal *shoal)
{
    return __builtin_popcountll(shoal->half[0]) + __builtin_popcountll(shoal->half[1]);
}

static inline bool shoal_is_empty(struct shoal shoal) { return !(shoal.half[0] | shoal.half[1]); }

static inline bool shoal_is_same(struct shoal a, struct shoal b)
{
    return a.half[0] == b.half[0] && a.half[1] == b.half[1];
}

static inline struct shoal shoal_and(struct shoal a, struct shoal b)
{
    return (struct shoal){{a.half[0] & b.half[0], a.half[1] & b.half[1]}};
}

static inline struct shoal shoal_without(struct shoal a, struct shoal b)
{
    return (struct shoal){{a.half[0] & ~b.half[0], a.half[1] & ~b.half[1]}};
}

static inline struct shoal shoal_first(struct shoal shoal)
{
    uint64_t low = shoal.half[0], high = shoal.half[1];

    return (struct shoal){{low & -low, low ? 0 : high & -high}};
}

/* The first square of a set that is not empty. */
static inline int shoal_first_square(struct shoal shoal)
{
    assert(!shoal_is_empty(shoal));
    int half = shoal.half[0] == 0;
    int bit = __builtin_ctzll(shoal.half[half]), row = bit / SHOAL_ROW;

    return square_at(bit - row * SHOAL_ROW, row + half * SHOAL_ROWS);
}

/* The squares of a set and those that touch them; the empty bits between rows may be set, too. */
static inline struct shoal shoal_touch(struct shoal shoal)
{
    uint64_t low = shoal.half[0], high = shoal.half[1];

    low |= low << 1 | low >> 1;
    high |= high << 1 | high >> 1;
    return (struct shoal){{
        low | low << SHOAL_ROW | low >> SHOAL_ROW | high << SHOAL_ACROSS,
        high | high << SHOAL_ROW | high >> SHOAL_ROW | low >> SHOAL_ACROSS,
    }};
}

/* The fish that touch others. */
static inline struct shoal shoal_sociable(struct shoal shoal)
{
    uint64_t low = shoal.half[0], high = shoal.half[1];
    uint64_t beside_low = low << 1 | low >> 1, beside_high = high << 1 | high >> 1;
    uint64_t wide_low = low | beside_low, wide_high = high | beside_high;

    return (struct shoal){{
        low & (beside_low | wide_low << SHOAL_ROW | wide_low >> SHOAL_ROW |
               wide_high << SHOAL_ACROSS),
        high & (beside_high | wide_high << SHOAL_ROW | wide_high >> SHOAL_ROW |
                wide_low >> SHOAL_ACROSS),
    }};
}

/* What fish weigh in a season with sizes: those whose weight has this binary digit. */
struct fish_weights {
    struct shoal ones, twos;
};

/* What these fish weigh together; without weights each weighs 1. */
static inline int shoal_weight(struct shoal fish, const struct fish_weights *weights)
{
    if (!weights)
        return shoal_size(&fish);
    struct shoal ones = shoal_and(fish, weights->ones), twos = shoal_and(fish, weights->twos);
    return shoal_size(&ones) + 2 * shoal_size(&twos);
}

/* Everything in `shoal` that is connected with `swarm`, a part of it. */
static inline struct shoal shoal_swarm(struct shoal swarm, struct shoal shoal)
{
    struct shoal next = shoal_and(shoal_touch(swarm), shoal);

    while (!shoal_is_same(next, swarm)) {
        swarm = next;
        next = shoal_and(shoal_touch(swarm), shoal);
    }
    return swarm;
}

/* What one half adds to the Euler number; `above` holds for each square what is on the one
 * above. */
static inline int shoal_euler_part(uint64_t half, uint64_t above)
{
    uint64_t right = half >> 1, above_right = above >> 1;
    uint64_t runs = half & ~right;
    uint64_t bridges = half & above & ~(right & above_right);
    uint64_t crossings = (half ^ right) & (above ^ above_right) & (half ^ above);

    return __builtin_popcountll(runs) - __builtin_popcountll(bridges | crossings);
}

/* The Euler number, quickly: the number of swarms minus the number of holes in them.  Counting
 * finds it: runs of fish in each row, minus runs of places where a row touches the row
 * above: straight up, or only across a corner. */
static inline int piranhas_euler(const struct shoal *shoal)
{
    uint64_t low = shoal->half[0], high = shoal->half[1];

    return shoal_euler_part(low, low >> SHOAL_ROW | high << SHOAL_ACROSS) +
           shoal_euler_part(high, high >> SHOAL_ROW);
}

/* More than one means more than one swarm; one or less leaves it open. */
static inline bool piranhas_is_surely_split(const struct shoal *shoal)
{
    return piranhas_euler(shoal) > 1;
}

#endif
