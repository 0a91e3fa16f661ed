/* All moves of a position: places for new penguins, or slides. */

#include "games/penguins/penguins.h"
#include "games/penguins/slides.h"

#include <assert.h>

static int list_places(uint64_t single, move_t out[])
{
    int n = 0;

    for (; single; single &= single - 1)
        out[n++] = penguins_place(__builtin_ctzll(single));
    return n;
}

static int list_slides(const struct penguins *ice, enum side side, move_t out[])
{
    int n = 0;

    for (uint64_t left = ice->team[side][0]; left; left &= left - 1) {
        int from = __builtin_ctzll(left);
        twin_t reach = slides_all(penguins_twin(from), ice->floes);

        for (uint64_t to = reach[0]; to; to &= to - 1)
            out[n++] = penguins_slide(from, __builtin_ctzll(to));
        for (uint64_t to = reach[1]; to; to &= to - 1)
            out[n++] = penguins_slide(from, 63 - __builtin_ctzll(to));
    }
    return n;
}

int penguins_moves(const struct position *pos, move_t out[])
{
    const struct penguins *ice = penguins_of(pos);

    if (pos->side == SIDE_NONE)
        return 0;
    if (!penguins_all_placed(ice, pos->side))
        return list_places(penguins_single(ice), out);

    int n = list_slides(ice, pos->side, out);
    assert(n == ice->choices);
    return n;
}

/* Which side is next depends on the number of its moves, so they are counted already. */
int penguins_count(const struct position *pos) { return penguins_of(pos)->choices; }

static bool can_slide(const struct penguins *ice, enum side side, int from, int to)
{
    if (!penguins_all_placed(ice, side) || !penguins_has(ice->team[side][0], from))
        return false;
    twin_t reach = slides_all(penguins_twin(from), ice->floes);
    return penguins_has(reach[0], to) || penguins_has(reach[1], 63 - to);
}

bool penguins_legal(const struct position *pos, move_t move)
{
    const struct penguins *ice = penguins_of(pos);
    enum side side = pos->side;
    int from = penguins_from(move), to = penguins_to(move);

    if (side == SIDE_NONE)
        return false;
    if (move == penguins_place(to))
        return !penguins_all_placed(ice, side) && penguins_has(penguins_single(ice), to);
    return move == penguins_slide(from, to) && can_slide(ice, side, from, to);
}
