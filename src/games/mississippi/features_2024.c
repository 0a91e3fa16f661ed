/*
 * What the evaluation of season 2024 counts: a race of two ships in turns (race.c), what they have
 * aboard, and whether they can go on; and their names, for the learner of weights.
 */

#include "games/mississippi/features_2024.h"

#include "games/mississippi/escape_2024.h"
#include "games/mississippi/race.h"
#include "games/mississippi/weights_2024.h"
#include "search/linear.h"

#include <assert.h>

enum {
    LATE_ROUND = 20,
    HUNT_DISTANCE = 6, /* a ship farther away is no danger */
    COAL_COUNTED = 6,
};

/* Can a ship go on, and at what price? */
static void add_safety(const struct mississippi24 *g, enum side side, int sign, int out[])
{
    const struct ship *ship = &g->m.ship[side];
    int last = river_last_visible(&g->m), seen = g->m.guessed ? g->m.guessed - 1 : last;

    if (escape24_exists(g, side, 0, seen < last ? seen : last))
        return;
    if (seen < last && escape24_exists(g, side, 0, last)) {
        out[FEATURE24_BLIND] += sign;
        if (ship->coal < 2)
            out[FEATURE24_BLIND_POOR] += sign;
        return;
    }
    if (ship->coal > 0 && escape24_exists(g, side, 1, last))
        out[FEATURE24_NEEDY] += sign;
    else if (ship->coal > 1 && escape24_exists(g, side, ship->coal, last))
        out[FEATURE24_NEEDIER] += sign;
    else
        out[FEATURE24_STUCK] += sign;
}

/* How many fields around a ship are open, and how many of those before its bow; a ship in a corner
 * is easily trapped. */
static void add_room(const struct mississippi24 *g, enum side side, int sign, int out[])
{
    const struct ship *ship = &g->m.ship[side], *other = &g->m.ship[game_other(side)];
    int last = river_last_visible(&g->m), around = 0, ahead = 0;

    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        int place = river24_neighbour(&g->m, ship->place, dir, last);
        if (!river_is_passable(river_field_at(&g->m, place)) || place == other->place)
            continue;
        around++;
        ahead += river_turns_between(ship->dir, dir) <= 1;
    }
    if (around < ROOM24_COUNTED)
        out[FEATURE24_AROUND + around] += sign;
    if (ahead < ROOM24_COUNTED)
        out[FEATURE24_AHEAD + ahead] += sign;
}

/* A ship with little coal that the other one may reach. */
static void add_hunt(const struct mississippi24 *g, enum side side, int sign, int out[])
{
    const struct ship *ship = &g->m.ship[side], *other = &g->m.ship[game_other(side)];
    int distance = river_distance(ship->x, ship->y, other->x, other->y);

    assert(distance > 0);
    if (distance > HUNT_DISTANCE)
        return;
    out[FEATURE24_NEAR + (distance - 1) / 2] += ship->coal < 2 ? sign : 0;
}

static int turns_of(const struct mississippi24 *g, const struct ship *ship)
{
    struct race race;
    struct race_sight here, ahead;

    race_find_stops(&g->m, ship->passengers, &race);
    race_compute_place(&g->m, &race, ship->place, &here);
    race_compute_place(&g->m, &race,
                       river24_neighbour(&g->m, ship->place, ship->dir, river_last_visible(&g->m)),
                       &ahead);
    return race_turns(&race, &here, &ahead, ship->speed);
}

static void add_ship(const struct mississippi24 *g, enum side side, int sign, int out[])
{
    const struct ship *ship = &g->m.ship[side];
    int more = ship->passengers - PASSENGERS_AT_GOAL;

    out[FEATURE24_TURNS] -= sign * turns_of(g, ship);
    out[FEATURE24_WAY] -= sign * g->m.way[ship->place];
    out[FEATURE24_PASSENGERS] += sign * (more > 0 ? PASSENGERS_AT_GOAL : ship->passengers);
    out[FEATURE24_MORE_PASSENGERS] += more > 0 ? sign * more : 0;
    out[FEATURE24_COAL + (ship->coal < COAL_COUNTED ? ship->coal : COAL_COUNTED)] += sign;
    out[FEATURE24_SPEED + ship->speed - 1] += sign;
    out[FEATURE24_CURRENT] += river24_has_current(g, ship->place) ? sign : 0;
    out[FEATURE24_HOME] += mississippi24_is_home(g, ship) ? sign : 0;
    add_safety(g, side, sign, out);
    add_room(g, side, sign, out);
    add_hunt(g, side, sign, out);
}

static void fill_features(const struct position *pos, int out[MISSISSIPPI24_FEATURES])
{
    const struct mississippi24 *g = mississippi24_of(pos);
    enum side side = (enum side)pos->side;
    const struct ship *own = &g->m.ship[side], *other = &g->m.ship[game_other(side)];
    int lead = river_segment_of(own->place) - river_segment_of(other->place), round = pos->turn / 2;

    assert(side != SIDE_NONE);
    memset(out, 0, MISSISSIPPI24_FEATURES * sizeof *out);
    add_ship(g, side, 1, out);
    add_ship(g, game_other(side), -1, out);
    out[FEATURE24_LEAD] = lead * (lead < 0 ? -lead : lead);
    if (round > LATE_ROUND)
        out[FEATURE24_POINTS] =
            (mississippi24_points(own) - mississippi24_points(other)) * (round - LATE_ROUND);
    out[FEATURE24_SECOND] = pos->turn % 2 ? 1 : -1;
    out[FEATURE24_TEMPO] = 1;
}

void mississippi24_features(const struct position *pos, int out[MISSISSIPPI24_FEATURES])
{
    struct position copy;

    fill_features(mississippi_precomputed(pos, &copy), out);
}

/* ---- for the learner ---- */

_Static_assert(sizeof mississippi24_weights == sizeof(int16_t[1][MISSISSIPPI24_FEATURES]),
               "every feature has a weight");

static const char *const sets[] = {"always"};

static const char *const names[] = {MISSISSIPPI24_WEIGHTS(LINEAR_NAME)};
_Static_assert(sizeof names == MISSISSIPPI24_FEATURES * sizeof *names, "every feature has a name");

static bool look(const struct position *pos, int features[], int parts[])
{
    mississippi24_features(pos, features);
    parts[0] = 1;
    return true;
}

const struct linear_eval mississippi24_linear = {
    .sets = 1,
    .features = MISSISSIPPI24_FEATURES,
    .divisor = 1,
    .weights = mississippi24_weights[0],
    .set_names = sets,
    .feature_names = names,
    .look = look,
};
