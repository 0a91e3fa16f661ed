/* New boards of season 2026, drawn in the order of the official generator. */

#include "games/piranhas/piranhas_2026.h"

#include "game/text.h"

enum {
    SIZE_DRAWS = 9,     /* 4 of them make a small fish, 3 a medium and 2 a large one */
    OCTOPUS_SQUARES = 6 /* octopuses are on the inner 6 x 6 squares */
};

static int draw(const struct piranhas26_draws *draws, int below)
{
    int number = draws->draw(draws->context, below);

    assert(number >= 0 && number < below);
    return number;
}

static int draw_weight(const struct piranhas26_draws *draws)
{
    static const int weights[SIZE_DRAWS] = {1, 1, 1, 1, 2, 2, 2, 3, 3};

    return weights[draw(draws, SIZE_DRAWS)];
}

/* Blue's fish on x, y and red's on y, x have the same size: both sides weigh the same. */
static void put_pair(struct position *pos, int x, int y, int weight)
{
    piranhas26_put_fish(pos, SIDE_BLUE, weight, square_at(x, y));
    piranhas26_put_fish(pos, SIDE_RED, weight, square_at(y, x));
}

static int draw_octopus(const struct piranhas26_draws *draws)
{
    int number = draw(draws, OCTOPUS_SQUARES * OCTOPUS_SQUARES);

    return square_at(2 + number % OCTOPUS_SQUARES, 2 + number / OCTOPUS_SQUARES);
}

/* A second octopus on a line with the first is drawn again. */
static void put_octopuses(struct position *pos, const struct piranhas26_draws *draws)
{
    int first = draw_octopus(draws), second;

    do
        second = draw_octopus(draws);
    while (piranhas_share_a_line(first, second));
    piranhas_put_octopus(pos, first);
    piranhas_put_octopus(pos, second);
}

void piranhas26_draw_board(struct position *pos, enum ruleset ruleset,
                           const struct piranhas26_draws *draws)
{
    piranhas26_clear(pos, ruleset);
    for (int i = 1; i <= 8; i++) {
        put_pair(pos, i, 0, draw_weight(draws));
        put_pair(pos, i, 9, draw_weight(draws));
    }
    put_octopuses(pos, draws);
    piranhas26_start(pos, 0, SIDE_NONE);
}

static int draw_by_chance(void *rng, int below) { return rng_below(rng, below); }

bool piranhas26_setup(struct position *pos, uint64_t seed, const struct game_options *options,
                      struct err *why)
{
    struct rng rng = rng_make(seed);
    struct slice rest = options->words;
    struct slice word = slice_take_word(&rest);

    if (word.len > 0)
        return text_refuse(why, "bad_option", word);
    piranhas26_draw_board(pos, options->ruleset, &(struct piranhas26_draws){draw_by_chance, &rng});
    return true;
}
