/*
 * What stays the same for a whole search is worked out once, when the search gets its sample of the
 * hidden river: how far the goal is from every field, where the docks are, and which segments are
 * only a guess.  Taking a passenger does not open a field, so no move changes it.
 */

#include "games/mississippi/river.h"

#include <assert.h>

enum {
    HALF = 2, /* half fields of a step */
    LAST_ROW = 4,
    FIRST_GOAL = 17, /* index of the first field of the last row */
};

/* What it costs to enter a field: a log takes two points and speed, a sandbank all speed. */
static int toll(enum field kind)
{
    return kind == FIELD_LOG ? 4 : kind == FIELD_SANDBANK ? 7 : HALF;
}

/* The way along the middle of the river, whatever is in it. */
static int open_way(int segment, int index)
{
    return RIVER_SEGMENT_WAY * (RIVER_SEGMENTS - 1 - segment) +
           HALF * (LAST_ROW - river_row[index]);
}

static int way_from(const struct mississippi *m, int place, int known)
{
    int best = m->way[place], own_x, own_y;

    river_place_xy(m, place, &own_x, &own_y);
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        int x = own_x, y = own_y;
        river_step(&x, &y, dir);
        int next = river_locate(m, x, y, 0, known - 1);
        if (next == RIVER_NO_PLACE || !river_is_passable(river_field_at(m, next)))
            continue;
        int way = m->way[next] + toll(river_field_at(m, next));
        best = way < best ? way : best;
    }
    return best;
}

/* Shortens ways until none can be shortened any more. */
static void find_ways(struct mississippi *m, int known)
{
    bool is_shorter = true;

    while (is_shorter) {
        is_shorter = false;
        for (int place = known * RIVER_SEGMENT_FIELDS - 1; place >= 0; place--) {
            int way = way_from(m, place, known);
            is_shorter |= way < m->way[place];
            m->way[place] = (uint8_t)way;
        }
    }
}

/* One for each segment: the generator never makes more. */
static void find_docks(struct mississippi *m, int known)
{
    for (int place = 0; place < known * RIVER_SEGMENT_FIELDS; place++) {
        int kind = river_field_at(m, place), segment = river_segment_of(place), x, y;
        if (!river_has_passenger(kind))
            continue;
        river_place_xy(m, place, &x, &y);
        river_step(&x, &y, kind - FIELD_PASSENGER);
        int dock = river_locate(m, x, y, 0, known - 1);
        if (dock == RIVER_NO_PLACE || !river_is_passable(river_field_at(m, dock)))
            continue;
        m->passenger[segment] = (uint8_t)place;
        m->dock[segment] = (uint8_t)dock;
    }
}

/* Where segments are guessed only their number counts: the known river ends in its last row. */
void mississippi_precompute(struct position *pos)
{
    struct mississippi *m = mississippi_body(pos);
    int known = river_last_visible(m) + 1;

    assert(known <= m->known);
    mississippi_clear_precomputed(m);
    memset(m->way, RIVER_WAY_MAX, sizeof m->way);
    for (int i = known; i < RIVER_SEGMENTS; i++) {
        for (int index = 0; index < RIVER_SEGMENT_FIELDS; index++)
            m->way[i * RIVER_SEGMENT_FIELDS + index] = (uint8_t)open_way(i, index);
    }
    for (int index = FIRST_GOAL; index < RIVER_SEGMENT_FIELDS; index++)
        m->way[(known - 1) * RIVER_SEGMENT_FIELDS + index] = (uint8_t)open_way(known - 1, index);
    find_ways(m, known);
    find_docks(m, known);
    m->guessed = known < RIVER_SEGMENTS ? (uint8_t)known : 0;
    m->is_precomputed = true;
}

void mississippi_clear_precomputed(struct mississippi *m)
{
    memset(m->way, 0, sizeof m->way);
    memset(m->passenger, 0, sizeof m->passenger);
    memset(m->dock, 0, sizeof m->dock);
    m->guessed = m->is_precomputed = 0;
}
