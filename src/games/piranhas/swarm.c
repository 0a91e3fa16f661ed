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

int piranhas_list_swarms(const struct shoal *shoal, const struct fish_weights *weights,
                         struct shoal out[SWARMS_MAX])
{
    struct shoal rest = *shoal;
    int n = 0;

    for (; !shoal_is_empty(rest); n++) {
        struct shoal swarm = take_swarm(&rest);
        int place = n, weight = shoal_weight(swarm, weights);
        assert(n < SWARMS_MAX);
        for (; place > 0 && shoal_weight(out[place - 1], weights) < weight; place--)
            out[place] = out[place - 1];
        out[place] = swarm;
    }
    return n;
}

bool piranhas_is_united(const struct shoal *shoal)
{
    return shoal_is_same(shoal_swarm(shoal_first(*shoal), *shoal), *shoal);
}
