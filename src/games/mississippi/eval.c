/*
 * The evaluation: a race of two ships in turns (race.c), what they have aboard, and whether they can
 * go on.  A sum of features times weights (weights.h).
 */

#include "games/mississippi/candidates.h"
#include "games/mississippi/escape.h"
#include "games/mississippi/features.h"
#include "games/mississippi/race.h"
#include "games/mississippi/weights.h"

#include "search/eval.h"

enum { LATE_ROUND = 20, HUNTING = 6 };

/* How a ship goes on. */
static void add_safety(const struct mississippi *m, enum side side, int sign, int out[])
{
    const struct ship *ship = &m->ship[side];
    int last = last_visible(m), seen = m->guessed ? m->guessed - 1 : last;

    if (field_at(m, ship->place) == FIELD_SANDBANK) {
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

/* How many fields around a ship are open, and how many of those before its bow; a ship in a corner is
 * easily trapped. */
static void add_room(const struct mississippi *m, enum side side, int sign, int out[])
{
    const struct ship *ship = &m->ship[side], *other = &m->ship[game_other(side)];
    int first = first_visible(m), last = last_visible(m), around = 0, ahead = 0;

    for (int dir = 0; dir < DIRECTIONS; dir++) {
        int x = ship->x, y = ship->y;
        step_from(&x, &y, dir);
        if (!is_passable(field_at(m, mississippi_locate(m, x, y, first, last))))
            continue;
        if (x == other->x && y == other->y)
            continue;
        around++;
        ahead += turns_between(ship->dir, dir) <= 1;
    }
    if (around < ROOM_COUNTED)
        out[FEATURE_AROUND + around] += sign;
    if (ahead < ROOM_COUNTED)
        out[FEATURE_AHEAD + ahead] += sign;
}

/* A ship without coal that the other one may reach. */
static void add_hunt(const struct mississippi *m, enum side side, int sign, int out[])
{
    const struct ship *ship = &m->ship[side], *other = &m->ship[game_other(side)];
    int distance = river_distance(ship->x, ship->y, other->x, other->y);

    if (distance > HUNTING)
        return;
    out[FEATURE_NEAR + (distance - 1) / 2] += ship->coal < 2 ? sign : 0;
}

static void add_ship(const struct mississippi *m, enum side side, int sign, int out[])
{
    const struct ship *ship = &m->ship[side];
    struct race race;

    mississippi_plan_race(m, ship->passengers, &race);
    out[FEATURE_TURNS] -= sign * mississippi_ship_turns(m, &race, ship);
    out[FEATURE_WAY] -= sign * m->way[ship->place];
    out[FEATURE_PASSENGERS] += sign * ship->passengers;
    out[FEATURE_COAL + (ship->coal < 6 ? ship->coal : 6)] += sign;
    out[FEATURE_SPEED + ship->speed - 1] += sign;
    add_safety(m, side, sign, out);
    add_room(m, side, sign, out);
    add_hunt(m, side, sign, out);
}

static void fill_features(const struct position *pos, int out[FEATURES])
{
    const struct mississippi *m = mississippi_in(pos);
    const struct ship *own = &m->ship[pos->side], *other = &m->ship[game_other(pos->side)];
    int lead = segment_of(own->place) - segment_of(other->place), round = pos->turn / 2;

    memset(out, 0, FEATURES * sizeof *out);
    add_ship(m, pos->side, 1, out);
    add_ship(m, game_other(pos->side), -1, out);
    out[FEATURE_LEAD] = lead * (lead < 0 ? -lead : lead);
    if (round > LATE_ROUND)
        out[FEATURE_POINTS] =
            (mississippi_points(own) - mississippi_points(other)) * (round - LATE_ROUND);
    out[FEATURE_SECOND] = pos->turn % 2 ? 1 : -1;
    out[FEATURE_TEMPO] = 1;
}

int mississippi_features(const struct position *pos, int out[FEATURES])
{
    struct position copy;

    fill_features(studied(pos, &copy), out);
    return FEATURES;
}

static int score(const struct position *pos)
{
    int features[FEATURES], sum = 0;

    mississippi_features(pos, features);
    for (int i = 0; i < FEATURES; i++)
        sum += features[i] * mississippi_weights[0][i];
    return sum;
}

static void order_values(const struct position *pos, const move_t moves[], int n, int out[])
{
    mississippi_order_values(pos, moves, n, out);
    for (int i = 0; i < n; i++) {
        int order_value = out[i] < ORDER_VALUE_MAX ? out[i] : ORDER_VALUE_MAX;
        out[i] = order_value > -ORDER_VALUE_MAX ? order_value : -ORDER_VALUE_MAX;
    }
}

extern const struct game_eval mississippi_classic;

const struct game_eval mississippi_eval = {
    .score = score,
    .candidates = mississippi_candidates,
    .order_values = order_values,
    .scale = 220,
    .classic = &mississippi_classic,
};
