#include "games/mississippi/escape.h"

#include <assert.h>

/* Most ships find a way at once; those that do not within `patience` steps are left to the full
 * search. */
struct escape_walk {
    const struct mississippi *m;
    struct escape *escape;
    int patience;
};

/* What a ship has left for the rest of its way. */
struct escape_supply {
    int points, turns;
};

static bool is_free(const struct escape *escape, int kind, int x, int y)
{
    return river_is_passable(kind) && (x != escape->other_x || y != escape->other_y);
}

static bool finds_way(struct escape_walk *walk, int x, int y, int dir, struct escape_supply left)
{
    static const int8_t turn[RIVER_DIRECTIONS] = {0, 1, 5, 2, 4, 3};
    struct escape *escape = walk->escape;

    if (left.points == 0)
        return true;
    for (int i = 0; i < RIVER_DIRECTIONS && walk->patience > 0; i++) {
        int to = (dir + turn[i]) % RIVER_DIRECTIONS, next_x = x, next_y = y;
        if (river_turns_between(dir, to) > left.turns)
            return false;
        walk->patience--;
        river_step(&next_x, &next_y, to);
        int place = river_locate(walk->m, next_x, next_y, escape->first, escape->last);
        enum field kind = river_field_at(walk->m, place);
        if (!is_free(escape, kind, next_x, next_y) || left.points < river_entry_points(kind))
            continue;
        struct escape_supply rest = {.points = left.points - river_entry_points(kind),
                                     .turns = left.turns - river_turns_between(dir, to)};
        if (kind == FIELD_SANDBANK || finds_way(walk, next_x, next_y, to, rest)) {
            escape->x[escape->length] = (int8_t)next_x;
            escape->y[escape->length++] = (int8_t)next_y;
            return true;
        }
    }
    return false;
}

/* Tries the speeds near its own first: they cost no coal. */
bool escape_find(const struct mississippi *m, const struct ship *ship, int coal,
                 struct escape *escape)
{
    static const int8_t changes[] = {-1, 0, 1, -2, 2, -3, 3, -4, 4, -5, 5};
    struct escape_walk walk = {.m = m, .escape = escape, .patience = 200};

    assert(coal <= ship->coal && ship->speed >= 1 && ship->speed <= SHIP_SPEED_MAX);
    escape->length = 0;
    for (size_t i = 0; i < sizeof changes; i++) {
        int speed = ship->speed + changes[i], left = coal - ship_acceleration_coal(changes[i]);
        struct escape_supply supply = {.points = speed, .turns = ship->free_turns + left};
        if (speed < 1 || speed > SHIP_SPEED_MAX || left < 0)
            continue;
        if (finds_way(&walk, ship->x, ship->y, ship->dir, supply))
            return true;
    }
    return false;
}

bool escape_exists(const struct mississippi *m, enum side side, int coal, int last)
{
    const struct ship *other = &m->ship[game_other(side)];
    struct escape escape = {
        .other_x = other->x, .other_y = other->y, .first = river_first_visible(m), .last = last};

    return escape_find(m, &m->ship[side], coal, &escape);
}

bool escape_from_sandbank(const struct mississippi *m, const struct ship *ship,
                          const struct escape *escape)
{
    assert(river_field_at(m, ship->place) == FIELD_SANDBANK);
    for (int back = 0; back <= (ship->coal > 0); back++) {
        int x = ship->x, y = ship->y;
        river_step(&x, &y, back ? river_opposite(ship->dir) : ship->dir);
        enum field kind = river_field_at(m, river_locate(m, x, y, escape->first, escape->last));
        if (is_free(escape, kind, x, y) && kind != FIELD_LOG)
            return true;
    }
    return false;
}
