/* New boards: the fish on the edges, two octopuses drawn. */

#include "games/piranhas/piranhas.h"

#include "game/text.h"

#include <assert.h>

bool piranhas_share_a_line(int a, int b)
{
    for (int axis = 0; axis < AXES; axis++) {
        if (line_of(a, (enum axis)axis) == line_of(b, (enum axis)axis))
            return true;
    }
    return false;
}

/* Two octopuses in the inner 6 x 6 squares, not on a common line: the first on any of them, the
 * second on any of those left. */
static void put_octopuses(struct position *pos, struct rng *rng)
{
    int squares[36], n = 0, left = 0;

    for (int x = 2; x < 8; x++) {
        for (int y = 2; y < 8; y++)
            squares[n++] = square_at(x, y);
    }
    int first = squares[rng_below(rng, n)];
    for (int i = 0; i < n; i++) {
        if (!piranhas_share_a_line(first, squares[i]))
            squares[left++] = squares[i];
    }
    assert(left > 0);
    piranhas_put_octopus(pos, first);
    piranhas_put_octopus(pos, squares[rng_below(rng, left)]);
}

bool piranhas_setup(struct position *pos, uint64_t seed, const struct game_options *options,
                    struct err *why)
{
    struct rng rng = rng_make(seed);
    struct slice rest = options->words;
    struct slice word = slice_take_word(&rest);

    if (word.len > 0)
        return text_refuse(why, "bad_option", word);
    piranhas_clear(pos, options->ruleset);
    for (int i = 1; i <= 8; i++) {
        piranhas_put_fish(pos, SIDE_RED, square_at(0, i));
        piranhas_put_fish(pos, SIDE_RED, square_at(9, i));
        piranhas_put_fish(pos, SIDE_BLUE, square_at(i, 0));
        piranhas_put_fish(pos, SIDE_BLUE, square_at(i, 9));
    }
    put_octopuses(pos, &rng);
    piranhas_set_turn(pos, 0);
    return true;
}
