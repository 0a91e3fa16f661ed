/*
 * What the evaluation counts: a race of two ships in turns (race.c), what they have aboard, and
 * whether they can go on; and their names, for the learner of weights.
 */

#include "games/mississippi/features.h"

#include "games/mississippi/escape.h"
#include "games/mississippi/race.h"
#include "games/mississippi/weights.h"
#include "search/linear.h"

#include <assert.h>

enum {
    LATE_ROUND = 20,
    HUNT_DISTANCE = 6, /* a ship farther away is no danger */
};

/* Can a ship go on, and at what price? */
static void add_safety(const struct mississippi *m, enum side side, int sign, int out[])
{
    const struct ship *ship = &m->ship[side];
    int last = river_last_visible(m), seen = m->guessed ? m->guessed - 1 : last;

    if (river_field_at(m, ship->place) == FIELD_SANDBANK) {
        out[FEATURE_AGROUND] += sign;
        return;
    }
    if (escape_exists(m, side, 0, seen < last ? seen : last))
        return;
    if (seen < last && escape_exists(m, side, 0, last)) {
        out[FEATURE_BLIND] += sign;
        if (ship->coal < 2)
            out[FEATURE_BLIND_POOR] += sign;
        return;
    }
    if (ship->coal > 0 && escape_exists(m, side, 1, last))
        out[FEATURE_NEEDY] += sign;
    else if (ship->coal > 1 && escape_exists(m, side, ship->coal, last))
        out[FEATURE_NEEDIER] += sign;
    else
        out[FEATURE_STUCK] += sign;
}

/* How many fields around a ship are open, and how many of those before its bow; a ship in a corner
 * is easily trapped. */
static void add_room(const struct mississippi *m, enum side side, int sign, int out[])
{
    const struct ship *ship = &m->ship[side], *other = &m->ship[game_other(side)];
    int first = river_first_visible(m), last = river_last_visible(m), around = 0, ahead = 0;

    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        int x = ship->x, y = ship->y;
        river_step(&x, &y, dir);
        if (!river_is_passable(river_field_at(m, river_locate(m, x, y, first, last))))
            continue;
        if (x == other->x && y == other->y)
            continue;
        around++;
        ahead += river_turns_between(ship->dir, dir) <= 1;
    }
    if (around < ROOM_COUNTED)
        out[FEATURE_AROUND + around] += sign;
    if (ahead < ROOM_COUNTED)
        out[FEATURE_AHEAD + ahead] += sign;
}

/* A ship with little coal that the other one may reach. */
static void add_hunt(const struct mississippi *m, enum side side, int sign, int out[])
{
    const struct ship *ship = &m->ship[side], *other = &m->ship[game_other(side)];
    int distance = river_distance(ship->x, ship->y, other->x, other->y);

    assert(distance > 0);
    if (distance > HUNT_DISTANCE)
        return;
    out[FEATURE_NEAR + (distance - 1) / 2] += ship->coal < 2 ? sign : 0;
}

static void add_ship(const struct mississippi *m, enum side side, int sign, int out[])
{
    const struct ship *ship = &m->ship[side];
    struct race race;

    race_find_stops(m, ship->passengers, &race);
    out[FEATURE_TURNS] -= sign * race_ship_turns(m, &race, ship);
    out[FEATURE_WAY] -= sign * m->way[ship->place];
    out[FEATURE_PASSENGERS] += sign * ship->passengers;
    out[FEATURE_COAL + (ship->coal < 6 ? ship->coal : 6)] += sign;
    out[FEATURE_SPEED + ship->speed - 1] += sign;
    add_safety(m, side, sign, out);
    add_room(m, side, sign, out);
    add_hunt(m, side, sign, out);
}

static void fill_features(const struct position *pos, int out[MISSISSIPPI_FEATURES])
{
    const struct mississippi *m = mississippi_of(pos);
    const struct ship *own = &m->ship[pos->side], *other = &m->ship[game_other(pos->side)];
    int lead = river_segment_of(own->place) - river_segment_of(other->place), round = pos->turn / 2;

    assert(pos->side != SIDE_NONE);
    memset(out, 0, MISSISSIPPI_FEATURES * sizeof *out);
    add_ship(m, pos->side, 1, out);
    add_ship(m, game_other(pos->side), -1, out);
    out[FEATURE_LEAD] = lead * (lead < 0 ? -lead : lead);
    if (round > LATE_ROUND)
        out[FEATURE_POINTS] =
            (mississippi_points(own) - mississippi_points(other)) * (round - LATE_ROUND);
    out[FEATURE_SECOND] = pos->turn % 2 ? 1 : -1;
    out[FEATURE_TEMPO] = 1;
}

void mississippi_features(const struct position *pos, int out[MISSISSIPPI_FEATURES])
{
    struct position copy;

    fill_features(mississippi_precomputed(pos, &copy), out);
}

/* ---- for the learner ---- */

_Static_assert(sizeof mississippi_weights == sizeof(int16_t[1][MISSISSIPPI_FEATURES]),
               "every feature has a weight");

static const char *const sets[] = {"always"};

static const char *const names[] = {MISSISSIPPI_WEIGHTS(LINEAR_NAME)};
_Static_assert(sizeof names == MISSISSIPPI_FEATURES * sizeof *names, "every feature has a name");

static bool look(const struct position *pos, int features[], int parts[])
{
    mississippi_features(pos, features);
    parts[0] = 1;
    return true;
}

const struct linear_eval mississippi_linear = {
    .sets = 1,
    .features = MISSISSIPPI_FEATURES,
    .divisor = 1,
    .weights = mississippi_weights[0],
    .set_names = sets,
    .feature_names = names,
    .look = look,
};
