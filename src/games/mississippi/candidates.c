/*
 * The moves worth a look.  A ship has hundreds of end states; most of them waste coal, point the
 * wrong way or lead nowhere.  Each gets a quick order value: the turns that the race still takes
 * from there, what is left of the coal, and what a push does to the opponent.  The best ones stay,
 * and the best ones of every speed, so that there is always a slow and safe one among them.  If a
 * move wins at once, no other one is worth a look.
 */

#include "games/mississippi/candidates.h"

#include "games/mississippi/best_moves.h"
#include "games/mississippi/features.h"
#include "games/mississippi/race.h"
#include "games/mississippi/trap.h"
#include "games/mississippi/weights.h"

#include <assert.h>

/* The evaluation has one set of weights only. */
static const int16_t *const weights = mississippi_weights[0];

enum {
    ORDER_AGROUND = 60,
    ORDER_MEAN = 900,
    SQUARE = 16,
};

/* What is the same for all moves of a position.  Many moves end on the same field, so what race.c
 * says of a field is kept, by the low bits of x and y: fields within reach never share them. */
struct order_context {
    const struct position *pos;
    const struct mississippi *m;
    const struct ship *own, *other;
    struct race race, other_race;
    int other_turns;      /* of the race, as it stands */
    move_t last_opponent; /* the opponent's part of the last move, and what its change is worth */
    int last_push;
    struct trap trap;
    uint8_t sight_of[SQUARE][SQUARE]; /* number of the sight, 0: not looked yet */
    int sight_count;
    struct race_sight sight[SQUARE * SQUARE];
};

static void begin(const struct position *pos, struct order_context *o)
{
    const struct mississippi *m = mississippi_of(pos);

    o->pos = pos;
    o->m = m;
    o->own = &m->ship[pos->side];
    o->other = &m->ship[game_other(pos->side)];
    o->last_opponent = 0;
    trap_init(&o->trap, m);
    o->sight_count = 1;
    memset(o->sight_of, 0, sizeof o->sight_of);
    race_find_stops(m, o->own->passengers, &o->race);
    race_find_stops(m, o->other->passengers, &o->other_race);
    o->other_turns = race_ship_turns(m, &o->other_race, o->other);
}

static const struct race_sight *sight_at(struct order_context *o, int x, int y)
{
    uint8_t *number = &o->sight_of[y & (SQUARE - 1)][x & (SQUARE - 1)];

    if (*number == 0) {
        assert(o->sight_count <= UINT8_MAX);
        *number = (uint8_t)o->sight_count++;
        race_compute_field(o->m, &o->race, x, y, &o->sight[*number]);
    }
    return &o->sight[*number];
}

/* What it is worth to have the opponent there, at this speed. */
static int push_order_value(struct order_context *o, const struct end_state *e)
{
    struct ship other = *o->other;
    move_t opponent = (uint64_t)(uint8_t)e->other_x | (uint64_t)(uint8_t)e->other_y << 8 |
                      (uint64_t)e->other_speed << 16 | UINT64_C(1) << 32;

    if (e->other_x == other.x && e->other_y == other.y)
        return 0;
    if (opponent == o->last_opponent)
        return o->last_push;
    other.x = e->other_x;
    other.y = e->other_y;
    other.speed = e->other_speed;
    int place = river_locate(o->m, other.x, other.y, 0, RIVER_SEGMENTS - 1);
    int turns = race_ship_turns(o->m, &o->other_race, &other) - o->other_turns;
    o->last_opponent = opponent;
    o->last_push = weights[FEATURE_TURNS] * turns +
                   weights[FEATURE_WAY] * (o->m->way[place] - o->m->way[other.place]) +
                   (river_field_at(o->m, place) == FIELD_SANDBANK ? ORDER_AGROUND : 0);
    return o->last_push;
}

/* A ship that stops here finds a passenger. */
static bool is_dock(const struct race *race, const struct race_sight *sight)
{
    for (int i = 0; i < race->count; i++) {
        if (race->stop[i].is_seen && sight->distance[i] == 0)
            return true;
    }
    return false;
}

/* The rough value of a ship with so much coal at this speed. */
static int supplies(int coal, int speed)
{
    return weights[FEATURE_COAL + (coal < 6 ? coal : 6)] + weights[FEATURE_SPEED + speed - 1];
}

static int order_value_of(struct order_context *o, move_t move)
{
    struct end_state e = mississippi_unpack(move);
    const struct race_sight *here = sight_at(o, e.x, e.y);
    int x = e.x, y = e.y;
    enum field kind = river_field_at(o->m, here->place);

    river_step(&x, &y, e.dir);
    int turns = race_turns(&o->race, here, sight_at(o, x, y), e.speed);
    int order_value = supplies(e.coal, e.speed) - weights[FEATURE_TURNS] * turns -
                      weights[FEATURE_WAY] * here->way;
    if (e.speed == 1 && is_dock(&o->race, here))
        order_value += weights[FEATURE_PASSENGERS];
    if (kind == FIELD_SANDBANK)
        order_value -= ORDER_AGROUND;
    return order_value + push_order_value(o, &e);
}

void mississippi_order_values(const struct position *pos, const move_t moves[], int n, int out[])
{
    struct position copy;
    struct order_context o;

    begin(mississippi_precomputed(pos, &copy), &o);
    for (int i = 0; i < n; i++)
        out[i] = order_value_of(&o, moves[i]) + ORDER_MEAN;
}

static bool wins(const struct position *pos, move_t move)
{
    struct position next = *pos;

    mississippi_rules.play(&next, move);
    return next.side == SIDE_NONE && mississippi_of(&next)->winner == pos->side;
}

/* In the goal, or the opponent cannot go on: that depends only on where the ships are. */
static bool wins_at_once(struct order_context *o, move_t move)
{
    struct end_state e = mississippi_unpack(move);
    int place = sight_at(o, e.x, e.y)->place;

    if (river_field_at(o->m, place) == FIELD_GOAL && e.speed == 1 &&
        o->own->passengers >= SHIP_PASSENGERS_MAX)
        return wins(o->pos, move);
    if (!trap_may_catch(&o->trap, o->other, &e) || o->trap.is_harmless[place])
        return false;
    o->trap.is_harmless[place] = !wins(o->pos, move);
    return !o->trap.is_harmless[place];
}

int mississippi_candidates(const struct position *pos, move_t out[])
{
    struct best_choice choice;
    struct position copy;
    struct order_context o;
    int n = mississippi_moves(pos, out);

    assert(n > 0);
    begin(mississippi_precomputed(pos, &copy), &o);
    best_choice_init(&choice);
    for (int i = 0; i < n; i++) {
        int order_value = order_value_of(&o, out[i]);
        if (wins_at_once(&o, out[i])) {
            out[0] = out[i];
            return 1;
        }
        best_choice_offer(&choice, out[i], mississippi_unpack(out[i]).speed, order_value);
    }
    return best_choice_list(&choice, out);
}
