/* Swarms: fish of one side that touch, also diagonally. */

#include "games/piranhas/piranhas.h"

#include <assert.h>

static struct shoal take_swarm(struct shoal *rest)
{
    struct shoal swarm = shoal_swarm(shoal_first(*rest), *rest);

    *rest = shoal_without(*rest, swarm);
    return swarm;
}

struct swarms piranhas_swarms(const struct shoal *shoal)
{
    struct shoal rest = shoal_sociable(*shoal);
    int loners = shoal_size(shoal) - shoal_size(&rest);
    struct swarms swarms = {.count = loners, .largest = loners > 0};

    for (; !shoal_is_empty(rest); swarms.count++) {
        struct shoal swarm = take_swarm(&rest);
        int size = shoal_size(&swarm);
        if (size > swarms.largest)
            swarms.largest = size;
    }
    return swarms;
}

int piranhas_list_swarms(const struct shoal *shoal, struct shoal out[SWARMS_MAX])
{
    struct shoal rest = *shoal;
    int n = 0;

    for (; !shoal_is_empty(rest); n++) {
        struct shoal swarm = take_swarm(&rest);
        int place = n;
        assert(n < SWARMS_MAX);
        for (; place > 0 && shoal_size(&out[place - 1]) < shoal_size(&swarm); place--)
            out[place] = out[place - 1];
        out[place] = swarm;
    }
    return n;
}

bool piranhas_is_united(const struct shoal *shoal)
{
    return shoal_is_same(shoal_swarm(shoal_first(*shoal), *shoal), *shoal);
}

/* What one half adds to the Euler number; `above` holds for each square what is on the one
 * above. */
static int euler_part(uint64_t half, uint64_t above)
{
    uint64_t right = half >> 1, above_right = above >> 1;
    uint64_t runs = half & ~right;
    uint64_t bridges = half & above & ~(right & above_right);
    uint64_t crossings = (half ^ right) & (above ^ above_right) & (half ^ above);

    return __builtin_popcountll(runs) - __builtin_popcountll(bridges | crossings);
}

/* Counting finds it: runs of fish in each row, minus runs of places where a row touches the row
 * above: straight up, or only across a corner. */
int piranhas_euler(const struct shoal *shoal)
{
    uint64_t low = shoal->half[0], high = shoal->half[1];

    return euler_part(low, low >> SHOAL_ROW | high << SHOAL_ACROSS) +
           euler_part(high, high >> SHOAL_ROW);
}
