/* New boards.  Both rulesets draw the upper half only; the lower one is its 180 degree rotation. */

#include "base/rng.h"
#include "game/game.h"
#include "game/text.h"
#include "games/penguins/penguins.h"

#include <assert.h>

enum { HALF = PENGUINS_FIELDS / 2 };

/* ---- server: the generator of version 23.0.3, to the bit ---- */

/* Kotlin's Random(seed), Marsaglia's XorWow. */
struct xorwow {
    uint32_t x, y, z, w, v, addend;
};

static uint32_t xorwow_next(struct xorwow *rng)
{
    uint32_t t = rng->x ^ rng->x >> 2;

    rng->x = rng->y;
    rng->y = rng->z;
    rng->z = rng->w;
    rng->w = rng->v;
    rng->v = t ^ t << 1 ^ rng->v ^ rng->v << 4;
    rng->addend += 362437;
    return rng->v + rng->addend;
}

/* The official seed is a signed number of 32 bits: the low half of ours. */
static struct xorwow xorwow_make(uint32_t seed)
{
    uint32_t sign = seed >> 31 ? UINT32_MAX : 0;
    struct xorwow rng = {.x = seed, .y = sign, .v = ~seed, .addend = seed << 10 ^ sign >> 4};

    for (int i = 0; i < 64; i++)
        xorwow_next(&rng);
    return rng;
}

static int xorwow_below(struct xorwow *rng, uint32_t n)
{
    bool is_power_of_two = (n & (n - 1)) == 0;
    uint32_t bits, remainder;

    assert(n > 0);
    if (is_power_of_two) /* the top bits; n = 1 takes a number, too, and drops all of it */
        return (int)((uint64_t)xorwow_next(rng) * n >> 32);
    do {
        bits = xorwow_next(rng) >> 1;
        remainder = bits % n;
    } while (bits - remainder + (n - 1) > INT32_MAX);
    return (int)remainder;
}

static void draw_server(uint64_t seed, int half[HALF])
{
    struct xorwow rng = xorwow_make((uint32_t)seed);
    int rest = 64, holes = 5;

    for (int i = 0; i < HALF; i++) {
        int drawn = xorwow_below(&rng, (uint32_t)rest);
        assert(holes >= 0 && drawn < rest);
        if (drawn < holes) {
            half[i] = 0;
            holes--;
        } else {
            half[i] = (drawn - holes) / 20 + 1;
            rest -= half[i];
        }
    }
}

/* ---- book: rich at the rim on all four sides, poor and full of holes in the middle ---- */

enum { FISH_ON_BOARD_MAX = 134, SINGLE_FLOES_MIN = 10 };

/* Percent of the fields with 0, 1, … 4 fish, by distance from the rim. */
static const int percent[PENGUINS_ROW / 2][5] = {
    {4, 30, 36, 22, 8},
    {8, 42, 34, 13, 3},
    {14, 52, 27, 6, 1},
    {20, 58, 18, 4, 0},
};

static int distance_from_rim(int field)
{
    int x = field % PENGUINS_ROW, y = field / PENGUINS_ROW;
    int from_side = x < PENGUINS_ROW - 1 - x ? x : PENGUINS_ROW - 1 - x;

    return from_side < y ? from_side : y; /* the upper half is nearer to the upper rim */
}

static int draw_field(struct rng *rng, int field)
{
    const int *share = percent[distance_from_rim(field)];
    int drawn = rng_below(rng, 100), fish = 0;

    while (drawn >= share[fish])
        drawn -= share[fish++];
    assert(fish <= 4);
    return fish;
}

/* The document's upper bound, and room for eight penguins. */
static bool is_acceptable(const int half[HALF])
{
    int fish = 0, single = 0;

    for (int i = 0; i < HALF; i++) {
        fish += half[i];
        single += half[i] == 1;
    }
    return 2 * fish <= FISH_ON_BOARD_MAX && 2 * single >= SINGLE_FLOES_MIN;
}

static void draw_book(uint64_t seed, int half[HALF])
{
    struct rng rng = rng_make(seed);

    do {
        for (int i = 0; i < HALF; i++)
            half[i] = draw_field(&rng, i);
    } while (!is_acceptable(half));
}

bool penguins_setup(struct position *pos, uint64_t seed, const struct game_options *options,
                    struct err *why)
{
    struct slice words = slice_trim(options->words);
    int half[HALF];

    if (words.len > 0)
        return text_refuse(why, "bad_option", words);
    if (options->ruleset == RULES_SERVER)
        draw_server(seed, half);
    else
        draw_book(seed, half);

    *pos = (struct position){.ruleset = (uint8_t)options->ruleset};
    for (int i = 0; i < HALF; i++) {
        penguins_put_letter(penguins_body(pos), i, (char)('0' + half[i]));
        penguins_put_letter(penguins_body(pos), 63 - i, (char)('0' + half[i]));
    }
    penguins_complete(pos);
    return true;
}
