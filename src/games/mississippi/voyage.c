/* The movement rule, with the checks in the order of the official server. */

#include "games/mississippi/voyage.h"

#include <assert.h>

/* Refuses an action; details are its number and the field concerned. */
static bool refuse_at(const struct voyage *v, const char *code, int x, int y)
{
    return v->why && err_setf(v->why, code, "%d %d,%d", v->number, x, y);
}

bool voyage_set_err(const struct voyage *v, const char *code)
{
    return refuse_at(v, code, v->x, v->y);
}

static bool accelerate(struct voyage *v, int change)
{
    if (change == 0)
        return voyage_set_err(v, "acc_zero");
    if (v->speed + change > SHIP_SPEED_MAX)
        return voyage_set_err(v, "speed_gt6");
    if (v->speed + change < 1)
        return voyage_set_err(v, "speed_lt1");
    if (voyage_is_on_sandbank(v))
        return voyage_set_err(v, "acc_on_sandbank");
    v->coal -= ship_acceleration_coal(change);
    v->speed += change;
    v->points += change;
    return true;
}

static bool turn(struct voyage *v, int by)
{
    int size = by < 0 ? -by : by;

    if (size < 1 || size > 3)
        return voyage_set_err(v, "turn_range");
    int cost = size > v->free_turns ? size - v->free_turns : 0;
    if (cost > 0 && v->coal < cost)
        return voyage_set_err(v, "no_coal_turn");
    v->coal -= cost;
    v->free_turns = size > v->free_turns ? 0 : v->free_turns - size;
    v->dir = (v->dir + by + RIVER_DIRECTIONS) % RIVER_DIRECTIONS;
    return true;
}

static bool step_back(struct voyage *v)
{
    int x = v->x, y = v->y;

    if (!voyage_is_on_sandbank(v))
        return voyage_set_err(v, "back_not_sandbank");
    river_step(&x, &y, river_opposite(v->dir));
    enum field kind = voyage_field(v, x, y);
    if (!river_is_passable(kind) || kind == FIELD_LOG)
        return refuse_at(v, "back_blocked", x, y);
    v->x = x;
    v->y = y;
    v->points = 0;
    v->coal--;
    return true;
}

/* One field off a sandbank takes all the points.  The server lets it be a log, too. */
static bool step_off(struct voyage *v, int count)
{
    int x = v->x, y = v->y;

    if (count > 1)
        return voyage_set_err(v, "sandbank_step_gt1");
    river_step(&x, &y, v->dir);
    enum field kind = voyage_field(v, x, y);
    if (kind == FIELD_NONE)
        return refuse_at(v, "no_field", x, y);
    if (!river_is_passable(kind))
        return refuse_at(v, "blocked", x, y);
    if (kind == FIELD_LOG && v->ruleset == RULES_BOOK)
        return refuse_at(v, "log_mp", x, y);
    v->x = x;
    v->y = y;
    v->points = 0;
    return true;
}

/* Pays for the field just entered.  The book counts points at once; the server only looks for zero
 * when an action begins, so that a sandbank forgives everything before it. */
static bool pay_for(struct voyage *v, enum field kind)
{
    int cost = river_entry_points(kind);

    if (kind == FIELD_LOG && v->points < cost)
        return voyage_set_err(v, "log_mp");
    if (v->ruleset == RULES_BOOK && v->points < cost)
        return voyage_set_err(v, "mp_overdrawn");
    v->points -= cost;
    v->speed = ship_speed_after(kind, v->speed);
    if (kind == FIELD_SANDBANK) {
        v->points = 0;
        v->is_aground = true;
    }
    return true;
}

static bool step_ahead(struct voyage *v, int count)
{
    for (int i = 1; i <= count; i++) {
        int x = v->x, y = v->y;
        river_step(&x, &y, v->dir);
        enum field kind = voyage_field(v, x, y);
        bool is_through = i < count && x == v->other_x && y == v->other_y;
        if (kind == FIELD_NONE)
            return refuse_at(v, "no_field", x, y);
        if (!river_is_passable(kind) || is_through)
            return refuse_at(v, "blocked", x, y);
        if (kind == FIELD_SANDBANK && i < count)
            return refuse_at(v, "through_sandbank", x, y);
        v->x = x;
        v->y = y;
        if (!pay_for(v, kind))
            return false;
    }
    return true;
}

static bool step(struct voyage *v, int count)
{
    if (v->points == 0)
        return voyage_set_err(v, "no_mp");
    if (count != -1 && (count < 1 || count > SHIP_SPEED_MAX))
        return voyage_set_err(v, "step_range");
    if (count == -1)
        return step_back(v);
    if (voyage_is_on_sandbank(v))
        return step_off(v, count);
    return step_ahead(v, count);
}

/* The server pushes onto hidden and removed fields as well. */
static bool find_push_target(const struct voyage *v, int x, int y, enum field *kind)
{
    *kind = river_field_at(v->m, river_locate(v->m, x, y, 0, RIVER_SEGMENTS - 1));
    if (*kind == FIELD_NONE)
        return refuse_at(v, "push_no_field", x, y);
    if (v->ruleset == RULES_SERVER)
        return true;
    *kind = voyage_field(v, x, y);
    return *kind != FIELD_NONE || refuse_at(v, "push_hidden", x, y);
}

/* The pusher is never on a sandbank: a ship that enters one has finished, and a ship that leaves
 * one has no points left. */
static bool push(struct voyage *v, int dir)
{
    int x = v->x, y = v->y;
    enum field kind;

    if (v->points == 0)
        return voyage_set_err(v, "no_mp");
    if (!voyage_is_on_opponent(v))
        return voyage_set_err(v, "push_not_on_enemy");
    river_step(&x, &y, dir);
    if (!find_push_target(v, x, y, &kind))
        return false;
    if (!river_is_passable(kind))
        return refuse_at(v, "push_blocked", x, y);
    if (dir == river_opposite(v->dir))
        return refuse_at(v, "push_behind", x, y);
    int cost = river_entry_points(kind);
    if (v->ruleset == RULES_BOOK && v->points < cost)
        return refuse_at(v, "mp_overdrawn", x, y);
    v->points -= cost;
    v->other_speed = ship_speed_after(kind, v->other_speed);
    v->other_x = x;
    v->other_y = y;
    v->has_pushed = true;
    return true;
}

bool voyage_act(struct voyage *v, const struct action *action)
{
    v->number++;
    if (voyage_is_on_opponent(v) && action->kind != ACTION_PUSH)
        return voyage_set_err(v, "must_push");
    if (v->is_aground)
        return voyage_set_err(v, "after_sandbank");
    if (action->kind == ACTION_TURN && voyage_is_on_sandbank(v))
        return voyage_set_err(v, "turn_on_sandbank");
    if (action->kind == ACTION_ACC && v->number != 1)
        return voyage_set_err(v, "acc_not_first");
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

/* The points that are left or missing are a detail, too. */
static bool refuse_points(const struct voyage *v, const char *code, int points)
{
    return v->why && err_setf(v->why, code, "%d %d,%d %d", v->number, v->x, v->y, points);
}

bool voyage_may_end(const struct voyage *v)
{
    if (voyage_is_on_opponent(v))
        return voyage_set_err(v, "ends_on_enemy");
    if (v->coal < 0)
        return voyage_set_err(v, "no_coal");
    if (v->points > 0)
        return refuse_points(v, "mp_left", v->points);
    if (v->points < 0)
        return refuse_points(v, "mp_overdrawn", -v->points);
    return true;
}

struct voyage voyage_begin(const struct position *pos, struct err *why)
{
    const struct mississippi *m = mississippi_of(pos);
    const struct ship *own = &m->ship[pos->side], *other = &m->ship[game_other(pos->side)];

    assert(pos->side != SIDE_NONE && river_is_revealed(m));
    return (struct voyage){
        .m = m,
        .ruleset = pos->ruleset,
        .x = own->x,
        .y = own->y,
        .dir = own->dir,
        .speed = own->speed,
        .coal = own->coal,
        .points = own->speed,
        .free_turns = own->free_turns,
        .other_x = other->x,
        .other_y = other->y,
        .other_speed = other->speed,
        .other_free_turns = other->free_turns,
        .why = why,
    };
}

/* A pushed ship may turn twice for free, unless it was pushed onto a sandbank. */
struct end_state voyage_end_state(const struct voyage *v)
{
    int place = river_locate(v->m, v->other_x, v->other_y, 0, RIVER_SEGMENTS - 1);
    bool is_freed = v->has_pushed && river_field_at(v->m, place) != FIELD_SANDBANK;

    return (struct end_state){
        .x = (int8_t)v->x,
        .y = (int8_t)v->y,
        .dir = (uint8_t)v->dir,
        .speed = (uint8_t)v->speed,
        .coal = (uint8_t)v->coal,
        .other_x = (int8_t)v->other_x,
        .other_y = (int8_t)v->other_y,
        .other_speed = (uint8_t)v->other_speed,
        .other_free_turns = (uint8_t)(is_freed ? 2 : v->other_free_turns),
    };
}
