#include "games/piranhas/shape.h"

#include <assert.h>

enum { FAR = 3 }; /* from here on a fish is far from the middle */

/* ---- the middle ---- */

static int bits(uint64_t half) { return __builtin_popcountll(half); }

/* The squares in columns whose number has a certain binary digit; the same for the rows of a
 * half. */
#define COLUMNS(bits) (SHOAL_COLUMN * UINT64_C(bits))
#define ROW(y)        (UINT64_C(0x3ff) << SHOAL_ROW * (y))

static int sum_of_columns(struct shoal shoal)
{
    int sum = 0;

    for (int i = 0; i < 2; i++) {
        uint64_t half = shoal.half[i];
        sum += bits(half & COLUMNS(0x2aa)) + 2 * bits(half & COLUMNS(0x0cc)) +
               4 * bits(half & COLUMNS(0x0f0)) + 8 * bits(half & COLUMNS(0x300));
    }
    return sum;
}

static int sum_of_rows(struct shoal shoal)
{
    int sum = SHOAL_ROWS * bits(shoal.half[1]);

    for (int i = 0; i < 2; i++) {
        uint64_t half = shoal.half[i];
        sum += bits(half & (ROW(1) | ROW(3))) + 2 * bits(half & (ROW(2) | ROW(3))) +
               4 * bits(half & ROW(4));
    }
    return sum;
}

/* Rounded to the next square. */
static int middle_of(struct shoal shoal, int n)
{
    assert(n > 0);
    int x = (sum_of_columns(shoal) + n / 2) / n, y = (sum_of_rows(shoal) + n / 2) / n;

    return square_at(x, y);
}

/* The least sum of distances of n fish to their middle: one there, 8 around it, then 16, 24 … */
static int least_steps(int n) { return n <= 9 ? n - 1 : n <= 25 ? 2 * n - 10 : 3 * n - 35; }

/* The square of squares around a middle: its columns as the bits of a row, and its rows. */
struct box {
    uint64_t columns;
    struct shoal rows;
};

static struct box box_at(int middle)
{
    struct box box = {.columns = UINT64_C(1) << column_of(middle)};
    int y = row_of(middle);

    box.rows.half[y / SHOAL_ROWS] = ROW(y % SHOAL_ROWS);
    return box;
}

static void widen(struct box *box)
{
    uint64_t low = box->rows.half[0], high = box->rows.half[1];

    box->columns |= box->columns << 1 | (box->columns >> 1);
    box->rows.half[0] = low | low << SHOAL_ROW | low >> SHOAL_ROW | high << SHOAL_ACROSS;
    box->rows.half[1] = high | high << SHOAL_ROW | high >> SHOAL_ROW | low >> SHOAL_ACROSS;
}

static struct shoal outside(struct shoal shoal, const struct box *box)
{
    uint64_t columns = SHOAL_COLUMN * (box->columns & 0x3ff);

    return (struct shoal){{
        shoal.half[0] & ~(columns & box->rows.half[0]),
        shoal.half[1] & ~(columns & box->rows.half[1]),
    }};
}

/* Sums up the distances of all fish from the middle: how many are farther than 0, 1, 2 … */
static void measure(struct shoal fish, struct shape *shape)
{
    struct box box = box_at(shape->middle);
    int radius = 0;

    for (fish = outside(fish, &box); !shoal_is_empty(fish); fish = outside(fish, &box)) {
        int n = shoal_size(&fish);
        shape->steps += n;
        shape->far += radius >= FAR ? n : 0;
        radius++;
        widen(&box);
    }
    shape->steps -= least_steps(shape->fish);
}

/* ---- blocks of four ---- */

/* The lower left squares of blocks with at least three fish. */
static struct shoal blocks_of(struct shoal shoal)
{
    uint64_t low = shoal.half[0], high = shoal.half[1];
    uint64_t above_low = low >> SHOAL_ROW | high << SHOAL_ACROSS, above_high = high >> SHOAL_ROW;
    uint64_t both_low = low & low >> 1, any_low = low | low >> 1;
    uint64_t both_high = high & high >> 1, any_high = high | high >> 1;
    uint64_t both_above_low = above_low & above_low >> 1,
             any_above_low = above_low | above_low >> 1;
    uint64_t both_above_high = above_high & above_high >> 1;
    uint64_t any_above_high = above_high | above_high >> 1;

    return (struct shoal){{
        (both_low & any_above_low) | (any_low & both_above_low),
        (both_high & any_above_high) | (any_high & both_above_high),
    }};
}

/* ---- swarms ---- */

static void note_swarm(struct shape *shape, struct shoal swarm, int weight)
{
    if (shape->swarms < SHAPE_SWARMS)
        shape->swarm[shape->swarms] = swarm;
    shape->swarms++;
    if (weight > shape->largest) {
        shape->largest = weight;
        shape->main = swarm;
    }
}

/* The heaviest single fish; the fish are not empty. */
static struct shoal heaviest_of(struct shoal fish, const struct fish_weights *weights)
{
    struct shoal twos = weights ? shoal_and(fish, weights->twos) : fish;
    struct shoal threes = weights ? shoal_and(twos, weights->ones) : fish;

    return shoal_first(!shoal_is_empty(threes) ? threes : !shoal_is_empty(twos) ? twos : fish);
}

static inline void note_loners(struct shape *shape, struct shoal loners,
                               const struct fish_weights *weights)
{
    shape->loners = shoal_size(&loners);
    if (shape->loners > SHAPE_SWARMS) {
        shape->swarms = shape->loners;
        shape->main = heaviest_of(loners, weights);
        shape->largest = shoal_weight(shape->main, weights);
        return;
    }
    for (; !shoal_is_empty(loners); loners = shoal_without(loners, shoal_first(loners)))
        note_swarm(shape, shoal_first(loners), shoal_weight(shoal_first(loners), weights));
}

/* Always inline: without weights nothing is left of them. */
__attribute__((always_inline)) static inline void find_swarms(const struct shoal *shoal,
                                                              const struct fish_weights *weights,
                                                              struct shape *out)
{
    struct shoal rest = shoal_sociable(*shoal);

    out->swarms = out->largest = 0;
    note_loners(out, shoal_without(*shoal, rest), weights);
    while (!shoal_is_empty(rest)) {
        struct shoal swarm = shoal_swarm(shoal_first(rest), rest);
        rest = shoal_without(rest, swarm);
        note_swarm(out, swarm, shoal_weight(swarm, weights));
    }
}

void piranhas_find_swarms(const struct shoal *shoal, struct shape *out)
{
    find_swarms(shoal, NULL, out);
}

/* ---- rings of the board ---- */

static int on_ring(struct shoal shoal, uint64_t low, uint64_t high)
{
    return bits(shoal.half[0] & low) + bits(shoal.half[1] & high);
}

/* The squares of a half that are at least so far from the left and the right. */
#define INNER(columns) (SHOAL_COLUMN * UINT64_C(columns))

static void count_rings(struct shoal shoal, struct shape *shape)
{
    const uint64_t low1 = INNER(0x1fe) & ~ROW(0), high1 = INNER(0x1fe) & ~ROW(4);
    const uint64_t low2 = INNER(0x0fc) & ~(ROW(0) | ROW(1));
    const uint64_t high2 = INNER(0x0fc) & ~(ROW(3) | ROW(4));
    const uint64_t low3 = INNER(0x078) & (ROW(3) | ROW(4)),
                   high3 = INNER(0x078) & (ROW(0) | ROW(1));
    int inside1 = on_ring(shoal, low1, high1), inside2 = on_ring(shoal, low2, high2);

    shape->edge = shape->fish - inside1;
    shape->second = inside1 - inside2;
    shape->third = inside2 - on_ring(shoal, low3, high3);
}

__attribute__((always_inline)) static inline void make_shape(const struct shoal *shoal,
                                                             const struct fish_weights *weights,
                                                             struct shape *out)
{
    struct shoal blocks = blocks_of(*shoal);

    out->fish = shoal_size(shoal);
    out->weight = shoal_weight(*shoal, weights);
    out->steps = out->far = out->middle = 0;
    out->blocks = shoal_size(&blocks);
    count_rings(*shoal, out);
    find_swarms(shoal, weights, out);
    if (out->fish == 0)
        return;
    out->middle = middle_of(*shoal, out->fish);
    measure(*shoal, out);
}

void piranhas_shape(const struct shoal *shoal, struct shape *out) { make_shape(shoal, NULL, out); }

void piranhas_weighed_shape(const struct shoal *shoal, const struct fish_weights *weights,
                            struct shape *out)
{
    make_shape(shoal, weights, out);
}
