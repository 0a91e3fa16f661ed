#include "games/mississippi/race.h"

#include "games/mississippi/stop_turns.h"

#include <assert.h>

_Static_assert(sizeof stop_turns == SHIP_SPEED_MAX * (RACE_FIELDS_MAX + 1),
               "stop_turns.py has them all");

enum {
    FEW_PASSENGERS = 10 * RACE_TURN, /* so much is lost without enough passengers */
    UNSEEN = 8,    /* a dock in a guessed segment may be far from the way, or missing */
    NOWHERE = 100, /* a coordinate far from everything */
    MIDDLE = 4,    /* half fields from the middle of a segment to its end */
};

int race_stop_turns(int speed, int fields)
{
    assert(speed >= 1 && speed <= SHIP_SPEED_MAX && fields >= 0);
    return stop_turns[speed - 1][fields < RACE_FIELDS_MAX ? fields : RACE_FIELDS_MAX];
}

/* ---- the stops ---- */

static void add_dock(const struct mississippi *m, int segment, struct race *race)
{
    int place = m->dock[segment], x, y;

    river_place_xy(m, place, &x, &y);
    struct race_stop stop = {.x = (int8_t)x, .y = (int8_t)y, .is_seen = true, .way = m->way[place]};
    if (river_has_passenger(river_field_at(m, m->passenger[segment])) && stop.way < RIVER_WAY_MAX)
        race->stop[race->count++] = stop;
    assert(race->count <= RACE_STOPS_MAX);
}

static void find_stops(const struct mississippi *m, struct race *race)
{
    int seen = m->guessed ? m->guessed : RIVER_SEGMENTS;

    for (int i = 0; i < seen; i++) {
        if (m->passenger[i])
            add_dock(m, i, race);
    }
    for (int i = seen; i < RIVER_SEGMENTS - 1; i++) {
        int way = RIVER_SEGMENT_WAY * (RIVER_SEGMENTS - 1 - i) + MIDDLE;
        race->stop[race->count++] = (struct race_stop){.way = (uint8_t)way};
    }
}

static int fields_between(const struct race_stop *from, const struct race_stop *to)
{
    int along = from->way > to->way ? from->way - to->way : to->way - from->way;
    int fields = (along + 1) / 2;

    if (!from->is_seen || !to->is_seen)
        return fields;
    int distance = river_distance(from->x, from->y, to->x, to->y);
    return distance > fields ? distance : fields;
}

/* From a stop to the goal, if one passenger more is needed by the nearest second stop. */
static int second_leg(const struct race *race, int first)
{
    int best = FEW_PASSENGERS + race_stop_turns(1, race->stop[first].way / 2);

    for (int i = 0; i < race->count; i++) {
        const struct race_stop *stop = &race->stop[i];
        if (i == first)
            continue;
        int turns = race_stop_turns(1, fields_between(&race->stop[first], stop)) +
                    race_stop_turns(1, stop->way / 2) + (stop->is_seen ? 0 : UNSEEN);
        best = turns < best ? turns : best;
    }
    return best;
}

void race_find_stops(const struct mississippi *m, int passengers, struct race *race)
{
    assert(m->is_precomputed);
    race->count = 0;
    race->is_hopeless = false;
    if (passengers >= SHIP_PASSENGERS_MAX)
        return;
    find_stops(m, race);
    race->is_hopeless = race->count == 0;
    for (int i = 0; i < race->count; i++) {
        struct race_stop *stop = &race->stop[i];
        int rest = passengers == SHIP_PASSENGERS_MAX - 1 ? race_stop_turns(1, stop->way / 2)
                                                         : second_leg(race, i);
        stop->rest = (int16_t)(rest + (stop->is_seen ? 0 : UNSEEN));
    }
}

/* ---- the ship ---- */

static void find_next_stop(const struct race *race, const uint8_t fields[],
                           struct race_sight *sight)
{
    for (int i = 0; i < SHIP_SPEED_MAX; i++) {
        int best = 0, fewest = stop_turns[i][fields[0]] + race->stop[0].rest;
        for (int stop = 1; stop < race->count; stop++) {
            int turns = stop_turns[i][fields[stop]] + race->stop[stop].rest;
            best = turns < fewest ? stop : best;
            fewest = turns < fewest ? turns : fewest;
        }
        sight->turns[i] = (int16_t)fewest;
        sight->next[i] = (uint8_t)best;
    }
}

/* A field, or where one could be. */
struct race_spot {
    int place, x, y;
};

/* No stop is wanted, or none is left. */
static void sail_home(const struct race *race, struct race_sight *sight)
{
    for (int speed = 1; speed <= SHIP_SPEED_MAX; speed++)
        sight->turns[speed - 1] = (int16_t)(race_stop_turns(speed, (sight->way + 1) / 2) +
                                            (race->is_hopeless ? FEW_PASSENGERS : 0));
}

static void compute_sight(const struct mississippi *m, const struct race *race,
                          const struct race_spot *spot, struct race_sight *sight)
{
    uint8_t fields[RACE_STOPS_MAX];

    sight->place = (uint8_t)(spot->place == RIVER_NO_PLACE ? 0 : spot->place);
    sight->is_open = river_is_passable(river_field_at(m, spot->place));
    sight->way = spot->place == RIVER_NO_PLACE ? RIVER_WAY_MAX : m->way[spot->place];
    for (int i = 0; i < race->count; i++) {
        const struct race_stop *stop = &race->stop[i];
        int along = (sight->way > stop->way ? sight->way - stop->way : stop->way - sight->way) + 1;
        int distance = stop->is_seen ? river_distance(spot->x, spot->y, stop->x, stop->y) : 0;
        int way = distance > along / 2 ? distance : along / 2;
        sight->distance[i] = (uint8_t)distance;
        fields[i] = (uint8_t)(way < RACE_FIELDS_MAX ? way : RACE_FIELDS_MAX);
    }
    if (!sight->is_open) {
        memset(sight->turns, 0, sizeof sight->turns);
        memset(sight->next, 0, sizeof sight->next);
        return;
    }
    if (race->count > 0)
        find_next_stop(race, fields, sight);
    else
        sail_home(race, sight);
}

void race_compute_field(const struct mississippi *m, const struct race *race, int x, int y,
                        struct race_sight *sight)
{
    int place = river_locate(m, x, y, river_first_visible(m), river_last_visible(m));

    compute_sight(m, race, &(struct race_spot){.place = place, .x = x, .y = y}, sight);
}

/* Where there is no field its distance to a stop does not matter much: the ship must turn. */
void race_compute_place(const struct mississippi *m, const struct race *race, int place,
                        struct race_sight *sight)
{
    struct race_spot spot = {.place = place, .x = NOWHERE, .y = NOWHERE};

    if (place != RIVER_NO_PLACE)
        river_place_xy(m, place, &spot.x, &spot.y);
    compute_sight(m, race, &spot, sight);
}

/* What it costs that the bow points nearly or not at all where the ship wants to go. */
static int turning(int gain, int speed) { return gain > 0 ? 0 : gain == 0 ? 3 : 8 + 3 * speed; }

int race_turns(const struct race *race, const struct race_sight *here,
               const struct race_sight *ahead, int speed)
{
    int next = here->next[speed - 1], turns = here->turns[speed - 1];

    if (race->count > 0 && race->stop[next].is_seen)
        return here->distance[next] == 0
                   ? turns
                   : turns + turning(here->distance[next] - ahead->distance[next], speed);
    if (here->way == 0)
        return turns;
    return turns + turning(ahead->is_open ? here->way - ahead->way : -1, speed);
}

int race_ship_turns(const struct mississippi *m, const struct race *race, const struct ship *ship)
{
    struct race_sight here, ahead;
    int x = ship->x, y = ship->y;

    race_compute_field(m, race, x, y, &here);
    river_step(&x, &y, ship->dir);
    race_compute_field(m, race, x, y, &ahead);
    return race_turns(race, &here, &ahead, ship->speed);
}
