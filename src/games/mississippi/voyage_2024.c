/* The movement rule of season 2024, with the checks in the order of the official server. */

#include "games/mississippi/voyage_2024.h"

#include <assert.h>

/* Refuses an action; details are its number and the field concerned. */
static bool refuse_at(const struct voyage24 *v, const char *code, int x, int y)
{
    return v->why && err_setf(v->why, code, "%d %d,%d", v->number, river24_q(x, y), y);
}

static bool refuse(const struct voyage24 *v, const char *code)
{
    int x, y;

    river_place_xy(&v->g->m, v->place, &x, &y);
    return refuse_at(v, code, x, y);
}

/* The field in a direction from the ship; RIVER_NO_PLACE if it is missing or not to be used. */
static int neighbour(const struct voyage24 *v, int dir)
{
    return river24_neighbour(&v->g->m, v->place, dir, v->last);
}

static bool refuse_neighbour(const struct voyage24 *v, const char *code, int dir)
{
    int x, y;

    river_place_xy(&v->g->m, v->place, &x, &y);
    river_step(&x, &y, dir);
    return refuse_at(v, code, x, y);
}

static bool accelerate(struct voyage24 *v, int change)
{
    if (change == 0)
        return refuse(v, "acc_zero");
    if (v->speed + change > SHIP_SPEED_MAX)
        return refuse(v, "speed_gt6");
    if (v->speed + change < 1)
        return refuse(v, "speed_lt1");
    if (ship_acceleration_coal(change) > v->coal)
        return refuse(v, "no_coal_acc");
    v->coal -= ship_acceleration_coal(change);
    v->speed += change;
    v->points += change;
    return true;
}

static bool turn(struct voyage24 *v, int dir)
{
    int units = river_turns_between(v->dir, dir);
    int cost = units > v->free_turns ? units - v->free_turns : 0;

    if (cost > v->coal)
        return refuse(v, "no_coal_turn");
    v->coal -= cost;
    v->free_turns = units > v->free_turns ? 0 : v->free_turns - units;
    v->dir = dir;
    return true;
}

/* An advance on its way. */
struct advance {
    struct voyage24 at;
    int points; /* before the advance */
    int cost;   /* so far */
    bool has_paid_current;
};

/* Goes one field on; false with a reason where the ship cannot stop on it.  The field itself costs
 * a point, the first field with a current another one, and on the opponent's field a point must
 * be left for the push. */
static bool advance_field(struct advance *a)
{
    struct voyage24 *v = &a->at;
    int place = neighbour(v, v->dir), cost = a->cost + 1;

    if (voyage24_is_on_opponent(v))
        return refuse(v, "through_ship");
    if (a->cost == a->points)
        return refuse(v, "no_mp");
    if (!river_is_passable(river_field_at(&v->g->m, place)))
        return refuse_neighbour(v, "blocked", v->dir);
    if (river24_has_current(v->g, place) && !a->has_paid_current)
        cost++;
    if (cost > a->points)
        return refuse(v, "no_mp");
    if (place == v->other_place && cost == a->points)
        return refuse_neighbour(v, "push_mp", v->dir);
    a->has_paid_current |= river24_has_current(v->g, place);
    a->cost = cost;
    v->place = place;
    return true;
}

static bool step(struct voyage24 *v, int count)
{
    struct advance a = {.at = *v, .points = v->points};

    if (count < 1 || count > SHIP_SPEED_MAX)
        return refuse(v, "step_range");
    if (count > v->points)
        return refuse(v, "no_mp");
    for (int i = 0; i < count; i++) {
        if (!advance_field(&a))
            return false;
    }
    v->place = a.at.place;
    v->points -= a.cost;
    return true;
}

static bool push(struct voyage24 *v, int dir)
{
    int place = neighbour(v, dir);

    if (v->points == 0)
        return refuse(v, "push_no_mp");
    if (place == RIVER_NO_PLACE)
        return refuse_neighbour(v, "push_no_field", dir);
    if (!river_is_passable(river_field_at(&v->g->m, place)))
        return refuse_neighbour(v, "push_blocked", dir);
    if (!voyage24_is_on_opponent(v))
        return refuse(v, "push_not_on_enemy");
    if (dir == river_opposite(v->dir))
        return refuse_neighbour(v, "push_behind", dir);
    v->points--;
    v->other_place = place;
    v->pushes++;
    return true;
}

bool voyage24_act(struct voyage24 *v, const struct action *action)
{
    v->number++;
    if (voyage24_is_on_opponent(v) && action->kind != ACTION_PUSH)
        return refuse(v, "must_push");
    if (action->kind == ACTION_ACC && v->number != 1)
        return refuse(v, "acc_not_first");
    switch (action->kind) {
    case ACTION_ACC:
        return accelerate(v, action->value);
    case ACTION_TURN:
        return turn(v, action->value);
    case ACTION_STEP:
        return step(v, action->value);
    case ACTION_PUSH:
        return push(v, action->value);
    case ACTION_KINDS:
        break;
    }
    assert(!"an action of no kind");
    return false;
}

/* The length of the advance that begins with action `at`, and how many actions it takes; false,
 * with the reason in `why`, if the book does not allow one of its parts. */
static bool add_up(const struct voyage24 *v, const struct action actions[], int left,
                   struct action *sum, int *parts)
{
    *sum = actions[0];
    *parts = 1;
    if (sum->kind != ACTION_STEP)
        return true;
    while (*parts < left && actions[*parts].kind == ACTION_STEP)
        sum->value += actions[(*parts)++].value;
    for (int i = 0; i < *parts && v->ruleset == RULES_BOOK; i++) {
        struct voyage24 part = *v;
        part.number += i + 1;
        if (actions[i].value < 1 || actions[i].value > SHIP_SPEED_MAX)
            return refuse(&part, "step_range");
    }
    return true;
}

bool voyage24_act_all(struct voyage24 *v, const struct action actions[], int count)
{
    for (int i = 0, parts; i < count; i += parts) {
        struct action action;
        bool is_step_allowed = !voyage24_is_on_opponent(v);
        if (!add_up(v, &actions[i], count - i, &action, &parts) && is_step_allowed)
            return false;
        if (!voyage24_act(v, &action))
            return false;
        v->number += parts - 1;
    }
    return true;
}

bool voyage24_may_end(const struct voyage24 *v) { return v->points == 0 || refuse(v, "mp_left"); }

struct voyage24 voyage24_begin(const struct position *pos, struct err *why)
{
    const struct mississippi24 *g = mississippi24_of(pos);
    const struct ship *own = &g->m.ship[pos->side], *other = &g->m.ship[game_other(pos->side)];

    assert(pos->side != SIDE_NONE);
    return (struct voyage24){
        .g = g,
        .ruleset = pos->ruleset,
        .last = river24_last_open(pos),
        .place = own->place,
        .dir = own->dir,
        .speed = own->speed,
        .coal = own->coal,
        .points = own->speed,
        .free_turns = own->free_turns,
        .other_place = other->place,
        .why = why,
    };
}

struct end_state24 voyage24_end_state(const struct voyage24 *v)
{
    return (struct end_state24){
        .place = (uint8_t)v->place,
        .dir = (uint8_t)v->dir,
        .speed = (uint8_t)v->speed,
        .coal = (uint8_t)v->coal,
        .other_place = (uint8_t)v->other_place,
        .pushes = (uint8_t)v->pushes,
    };
}
