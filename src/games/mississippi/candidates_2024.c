/*
 * The moves worth a look, chosen as in 2017 (candidates.c): the best ones by the turns that the
 * race still takes from their end, what is left of the coal, and what a push does to the opponent;
 * and the best ones of every speed.  If a move wins at once, no other one is worth a look.
 */

#include "games/mississippi/candidates_2024.h"

#include "games/mississippi/best_moves.h"
#include "games/mississippi/features_2024.h"
#include "games/mississippi/race.h"
#include "games/mississippi/trap_2024.h"
#include "games/mississippi/weights_2024.h"

#include <assert.h>

/* The evaluation has one set of weights only. */
static const int16_t *const weights = mississippi24_weights[0];

enum {
    ORDER_MEAN = 900,
    COAL_COUNTED = 6,
    NOWHERE = RIVER_PLACES, /* stands for all places that are no field */
};

/* What is the same for all moves of a position.  Many moves end on the same field, so what race.c
 * says of a field is kept. */
struct order_context {
    const struct position *pos;
    const struct mississippi24 *g;
    const struct ship *own, *other;
    struct race race, other_race;
    int other_turns;  /* of the race, as it stands */
    int last_push_to; /* where the opponent was in the last move, and what that is worth */
    int last_push;
    struct trap24 trap;
    bool is_looked[RIVER_PLACES + 1];
    struct race_sight sight[RIVER_PLACES + 1];
};

static int turns_of(const struct mississippi24 *g, const struct race *race, const struct ship *ship)
{
    struct race_sight here, ahead;
    int place = river24_neighbour(&g->m, ship->place, ship->dir, river_last_visible(&g->m));

    race_compute_place(&g->m, race, ship->place, &here);
    race_compute_place(&g->m, race, place, &ahead);
    return race_turns(race, &here, &ahead, ship->speed);
}

static void begin(const struct position *pos, struct order_context *o)
{
    const struct mississippi24 *g = mississippi24_of(pos);

    o->pos = pos;
    o->g = g;
    o->own = &g->m.ship[pos->side];
    o->other = &g->m.ship[game_other((enum side)pos->side)];
    o->last_push_to = RIVER_NO_PLACE;
    trap24_init(&o->trap, g);
    memset(o->is_looked, 0, sizeof o->is_looked);
    race_find_stops(&g->m, o->own->passengers, &o->race);
    race_find_stops(&g->m, o->other->passengers, &o->other_race);
    o->other_turns = turns_of(g, &o->other_race, o->other);
}

static const struct race_sight *sight_at(struct order_context *o, int place)
{
    int index = place == RIVER_NO_PLACE ? NOWHERE : place;

    if (!o->is_looked[index]) {
        o->is_looked[index] = true;
        race_compute_place(&o->g->m, &o->race, place, &o->sight[index]);
    }
    return &o->sight[index];
}

/* What it is worth to have the opponent there. */
static int push_order_value(struct order_context *o, const struct end_state24 *end)
{
    struct ship other = *o->other;

    if (end->pushes == 0)
        return 0;
    if (end->other_place == o->last_push_to)
        return o->last_push;
    other.place = end->other_place;
    int turns = turns_of(o->g, &o->other_race, &other) - o->other_turns;
    o->last_push_to = end->other_place;
    o->last_push =
        weights[FEATURE24_TURNS] * turns +
        weights[FEATURE24_WAY] * (o->g->m.way[end->other_place] - o->g->m.way[o->other->place]);
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

static bool is_slow(const struct order_context *o, const struct end_state24 *end)
{
    return end->speed - river24_has_current(o->g, end->place) < 2;
}

static int order_value_of(struct order_context *o, const struct end_state24 *end)
{
    const struct race_sight *here = sight_at(o, end->place);
    int last = river_last_visible(&o->g->m);
    const struct race_sight *ahead =
        sight_at(o, river24_neighbour(&o->g->m, end->place, end->dir, last));
    int turns = race_turns(&o->race, here, ahead, end->speed);
    int coal = end->coal < COAL_COUNTED ? end->coal : COAL_COUNTED;
    int order_value = weights[FEATURE24_COAL + coal] + weights[FEATURE24_SPEED + end->speed - 1] -
                      weights[FEATURE24_TURNS] * turns - weights[FEATURE24_WAY] * here->way;

    if (is_slow(o, end) && is_dock(&o->race, here))
        order_value += weights[FEATURE24_PASSENGERS];
    return order_value + push_order_value(o, end);
}

void mississippi24_order_values(const struct position *pos, const move_t moves[], int n, int out[])
{
    struct position copy;
    struct order_context o;

    begin(mississippi_precomputed(pos, &copy), &o);
    for (int i = 0; i < n; i++) {
        struct end_state24 end = mississippi24_unpack(moves[i]);
        out[i] = order_value_of(&o, &end) + ORDER_MEAN;
    }
}

static bool wins(const struct position *pos, move_t move)
{
    struct position next = *pos;

    mississippi24_rules.play(&next, move);
    return next.side == SIDE_NONE && mississippi_of(&next)->winner == pos->side;
}

/* In the goal or too far ahead, or the opponent cannot go on, which depends only on where the ships
 * are. */
static bool wins_at_once(struct order_context *o, move_t move, const struct end_state24 *end)
{
    int lead = river_segment_of(end->place) - river_segment_of(end->other_place);

    if (lead > LAG_MAX_2024 || (river_field_at(&o->g->m, end->place) == FIELD_GOAL &&
                                o->own->passengers >= PASSENGERS_AT_GOAL && is_slow(o, end)))
        return wins(o->pos, move);
    if (!trap24_may_catch(&o->trap, o->other, end) || o->trap.is_harmless[end->place])
        return false;
    o->trap.is_harmless[end->place] = !wins(o->pos, move);
    return !o->trap.is_harmless[end->place];
}

int mississippi24_candidates(const struct position *pos, move_t out[])
{
    struct best_choice choice;
    struct position copy;
    struct order_context o;
    int n = mississippi24_moves(pos, out);

    assert(n > 0);
    begin(mississippi_precomputed(pos, &copy), &o);
    best_choice_init(&choice);
    for (int i = 0; i < n; i++) {
        struct end_state24 end = mississippi24_unpack(out[i]);
        int order_value = order_value_of(&o, &end);
        if (wins_at_once(&o, out[i], &end)) {
            out[0] = out[i];
            return 1;
        }
        best_choice_offer(&choice, out[i], end.speed, order_value);
    }
    return best_choice_list(&choice, out);
}
