#include "games/mississippi/escape_2024.h"

#include <assert.h>

/* Most ships find a way at once; those that do not within `patience` steps are left to the full
 * search. */
struct escape_walk {
    const struct mississippi24 *g;
    struct escape24 *escape;
    int patience;
};

/* What a ship has left for the rest of its way. */
struct escape_supply {
    int points, turns;
    bool has_paid; /* the present advance has paid for the current */
};

static bool finds_way(struct escape_walk *walk, int place, int dir, struct escape_supply left)
{
    static const int8_t turn[RIVER_DIRECTIONS] = {0, 1, 5, 2, 4, 3};
    struct escape24 *escape = walk->escape;

    if (left.points == 0)
        return true;
    for (int i = 0; i < RIVER_DIRECTIONS && walk->patience > 0; i++) {
        int to = (dir + turn[i]) % RIVER_DIRECTIONS, turns = river_turns_between(dir, to);
        if (turns > left.turns)
            return false;
        walk->patience--;
        int next = river24_neighbour(&walk->g->m, place, to, escape->last);
        if (next == escape->other_place || !river_is_passable(river_field_at(&walk->g->m, next)))
            continue;
        struct escape_supply rest = {.points = left.points - 1,
                                     .turns = left.turns - turns,
                                     .has_paid = left.has_paid && turns == 0};
        if (river24_has_current(walk->g, next) && !rest.has_paid) {
            rest.points--;
            rest.has_paid = true;
        }
        if (rest.points >= 0 && finds_way(walk, next, to, rest)) {
            escape->place[escape->length++] = (uint8_t)next;
            return true;
        }
    }
    return false;
}

/* Tries the speeds near its own first: they cost no coal. */
bool escape24_find(const struct mississippi24 *g, const struct ship *ship, int coal,
                   struct escape24 *escape)
{
    static const int8_t changes[] = {-1, 0, 1, -2, 2, -3, 3, -4, 4, -5, 5};
    struct escape_walk walk = {.g = g, .escape = escape, .patience = 200};

    assert(coal <= ship->coal && ship->speed >= 1 && ship->speed <= SHIP_SPEED_MAX);
    escape->length = 0;
    for (size_t i = 0; i < sizeof changes; i++) {
        int speed = ship->speed + changes[i], left = coal - ship_acceleration_coal(changes[i]);
        struct escape_supply supply = {.points = speed, .turns = ship->free_turns + left};
        if (speed < 1 || speed > SHIP_SPEED_MAX || left < 0)
            continue;
        if (finds_way(&walk, ship->place, ship->dir, supply))
            return true;
    }
    return false;
}

bool escape24_exists(const struct mississippi24 *g, enum side side, int coal, int last)
{
    struct escape24 escape = {.other_place = g->m.ship[game_other(side)].place, .last = last};

    return escape24_find(g, &g->m.ship[side], coal, &escape);
}
