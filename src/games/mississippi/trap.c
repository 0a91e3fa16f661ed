#include "games/mississippi/trap.h"

#include <assert.h>

enum { NOT_TRIED, BLOCKS, LEAVES_FREE };

void trap_init(struct trap *trap, const struct mississippi *m)
{
    trap->m = m;
    trap->is_ready = false;
}

/* The opponent's sight if our ship were at x,y.  Segments behind both ships vanish, so an escape
 * backwards out of its segment may be none. */
static struct escape look_for(const struct trap *trap, int x, int y)
{
    return (struct escape){.other_x = x,
                           .other_y = y,
                           .first = river_segment_of(trap->victim.place),
                           .last = river_last_visible(trap->m)};
}

static bool finds_escape(const struct trap *trap, int x, int y, struct escape *escape)
{
    *escape = look_for(trap, x, y);
    return escape_find(trap->m, &trap->victim, trap->victim.coal, escape);
}

static bool is_aground(const struct trap *trap)
{
    return river_field_at(trap->m, trap->victim.place) == FIELD_SANDBANK;
}

static bool leaves_sandbank(const struct trap *trap, int x, int y)
{
    struct escape escape = look_for(trap, x, y);

    return escape_from_sandbank(trap->m, &trap->victim, &escape);
}

static void turn_to_victim(struct trap *trap, const struct ship *other, const struct end_state *e)
{
    struct ship *victim = &trap->victim;
    enum { NOWHERE = 127 };

    *victim = *other;
    victim->x = e->other_x;
    victim->y = e->other_y;
    victim->speed = e->other_speed;
    victim->free_turns = e->other_free_turns;
    victim->place = (uint8_t)river_locate(trap->m, victim->x, victim->y, 0, RIVER_SEGMENTS - 1);
    trap->is_ready = true;
    memset(trap->is_blocked, NOT_TRIED, sizeof trap->is_blocked);
    memset(trap->is_harmless, false, sizeof trap->is_harmless);
    if (!is_aground(trap))
        trap->is_free = finds_escape(trap, NOWHERE, NOWHERE, &trap->escape);
}

static bool is_same_victim(const struct trap *trap, const struct end_state *e)
{
    const struct ship *victim = &trap->victim;

    return trap->is_ready && victim->x == e->other_x && victim->y == e->other_y &&
           victim->speed == e->other_speed && victim->free_turns == e->other_free_turns;
}

static bool blocks(struct trap *trap, int index)
{
    struct escape detour;

    assert(index < trap->escape.length);
    if (trap->is_blocked[index] == NOT_TRIED) {
        bool is_free = finds_escape(trap, trap->escape.x[index], trap->escape.y[index], &detour);
        trap->is_blocked[index] = is_free ? LEAVES_FREE : BLOCKS;
    }
    return trap->is_blocked[index] == BLOCKS;
}

bool trap_may_catch(struct trap *trap, const struct ship *other, const struct end_state *e)
{
    if (!is_same_victim(trap, e))
        turn_to_victim(trap, other, e);
    if (is_aground(trap))
        return !leaves_sandbank(trap, e->x, e->y);
    if (!trap->is_free)
        return true;
    for (int i = 0; i < trap->escape.length; i++) {
        if (trap->escape.x[i] == e->x && trap->escape.y[i] == e->y)
            return blocks(trap, i);
    }
    return false;
}
