/* Swarms: fish of one side that touch, also diagonally. */

#include "games/piranhas/piranhas.h"

/* Row 5, the first of the upper half, follows row 4: this shift leads from one half to the other. */
enum { ACROSS = SHOAL_ROW * (SHOAL_ROWS - 1) };

static bool is_empty(const struct shoal *shoal) { return !(shoal->half[0] | shoal->half[1]); }

/* The fish of `shoal` that are in `swarm` or touch it. */
static struct shoal grow(const struct shoal *swarm, const struct shoal *shoal)
{
    uint64_t low = swarm->half[0], high = swarm->half[1];

    low |= low << 1 | low >> 1;
    high |= high << 1 | high >> 1;

    uint64_t near_low = low | low << SHOAL_ROW | low >> SHOAL_ROW | high << ACROSS;
    uint64_t near_high = high | high << SHOAL_ROW | high >> SHOAL_ROW | low >> ACROSS;
    return (struct shoal){{near_low & shoal->half[0], near_high & shoal->half[1]}};
}

/* The swarm of the first fish of a shoal that is not empty. */
static struct shoal first_swarm(const struct shoal *shoal)
{
    uint64_t low = shoal->half[0], high = shoal->half[1];
    struct shoal next = {{low & -low, low ? 0 : high & -high}};
    struct shoal swarm;

    do {
        swarm = next;
        next = grow(&swarm, shoal);
    } while (next.half[0] != swarm.half[0] || next.half[1] != swarm.half[1]);
    return swarm;
}

static void remove_swarm(struct shoal *shoal, const struct shoal *swarm)
{
    shoal->half[0] ^= swarm->half[0];
    shoal->half[1] ^= swarm->half[1];
}

static struct shoal take_swarm(struct shoal *rest)
{
    struct shoal swarm = first_swarm(rest);

    remove_swarm(rest, &swarm);
    return swarm;
}

struct swarms piranhas_swarms(const struct shoal *shoal)
{
    struct shoal rest = *shoal;
    struct swarms swarms = {0};

    for (; !is_empty(&rest); swarms.count++) {
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

    for (; !is_empty(&rest); n++) {
        struct shoal swarm = take_swarm(&rest);
        int place = n;
        for (; place > 0 && shoal_size(&out[place - 1]) < shoal_size(&swarm); place--)
            out[place] = out[place - 1];
        out[place] = swarm;
    }
    return n;
}

bool piranhas_is_united(const struct shoal *shoal)
{
    struct shoal swarm = first_swarm(shoal);

    remove_swarm(&swarm, shoal);
    return is_empty(&swarm);
}

/* What one half adds to the Euler number; `above` holds for each square what is on the one above. */
static int euler_part(uint64_t half, uint64_t above)
{
    uint64_t right = half >> 1, above_right = above >> 1;
    uint64_t runs = half & ~right;
    uint64_t bridges = half & above & ~(right & above_right);
    uint64_t crossings = (half ^ right) & (above ^ above_right) & (half ^ above);

    return __builtin_popcountll(runs) - __builtin_popcountll(bridges | crossings);
}

/* The Euler number is the number of swarms minus the number of holes in them, and counting finds it:
 * runs of fish in each row, minus runs of places where a row touches the row above: straight up, or
 * only across a corner.  More than one means more than one swarm; one or less leaves it open, as
 * there may be holes. */
bool piranhas_is_surely_split(const struct shoal *shoal)
{
    uint64_t low = shoal->half[0], high = shoal->half[1];

    return euler_part(low, low >> SHOAL_ROW | high << ACROSS) +
               euler_part(high, high >> SHOAL_ROW) >
           1;
}
