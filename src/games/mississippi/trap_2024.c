#include "games/mississippi/trap_2024.h"

#include <assert.h>

enum { NOT_TRIED, BLOCKS, LEAVES_FREE };

void trap24_init(struct trap24 *trap, const struct mississippi24 *g)
{
    trap->g = g;
    trap->is_ready = false;
}

static bool finds_escape(const struct trap24 *trap, int other_place, struct escape24 *escape)
{
    *escape =
        (struct escape24){.other_place = other_place, .last = river_last_visible(&trap->g->m)};
    return escape24_find(trap->g, &trap->victim, trap->victim.coal, escape);
}

static void turn_to_victim(struct trap24 *trap, const struct ship *other,
                           const struct end_state24 *end)
{
    trap->victim = *other;
    trap->victim.place = end->other_place;
    trap->victim.free_turns = (uint8_t)(other->free_turns + end->pushes);
    trap->pushes = end->pushes;
    trap->is_ready = true;
    memset(trap->is_blocked, NOT_TRIED, sizeof trap->is_blocked);
    memset(trap->is_harmless, false, sizeof trap->is_harmless);
    trap->is_free = finds_escape(trap, RIVER_NO_PLACE, &trap->escape);
}

static bool blocks(struct trap24 *trap, int index)
{
    struct escape24 detour;

    assert(index < trap->escape.length);
    if (trap->is_blocked[index] == NOT_TRIED) {
        bool is_free = finds_escape(trap, trap->escape.place[index], &detour);
        trap->is_blocked[index] = is_free ? LEAVES_FREE : BLOCKS;
    }
    return trap->is_blocked[index] == BLOCKS;
}

bool trap24_may_catch(struct trap24 *trap, const struct ship *other, const struct end_state24 *end)
{
    if (!trap->is_ready || trap->victim.place != end->other_place || trap->pushes != end->pushes)
        turn_to_victim(trap, other, end);
    if (!trap->is_free)
        return true;
    for (int i = 0; i < trap->escape.length; i++) {
        if (trap->escape.place[i] == end->place)
            return blocks(trap, i);
    }
    return false;
}
