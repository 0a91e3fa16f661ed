#ifndef GAMES_MISSISSIPPI_RIVER_H
#define GAMES_MISSISSIPPI_RIVER_H

/* Where fields are: segments, neighbours, directions, what is visible. */

#include "games/mississippi/mississippi.h"

/* x,y from the centre, by direction of the segment. */
extern const int8_t river_offset[RIVER_DIRECTIONS][RIVER_SEGMENT_FIELDS][2];
extern const uint8_t river_row[RIVER_SEGMENT_FIELDS]; /* = points of the field */

/* The field at x,y in the segments first .. last, the lowest segment first; or RIVER_NO_PLACE. */
int river_locate(const struct mississippi *m, int x, int y, int first, int last);

/* text.c: the field that a letter stands for; FIELD_KINDS: none. */
int mississippi_kind_of(char letter);

/* Computes centres and `known` from `dir`. */
void river_lay_out(struct mississippi *m);
uint64_t river_board_key(const struct mississippi *m);
uint64_t river_field_key(int place, enum field kind);

/* Marks every field that a ship could reach from the red one, whatever its speed and coal. */
void river_flood(const struct mississippi *m, bool is_reached[RIVER_PLACES]);

bool river_is_course(const uint8_t dir[RIVER_SEGMENTS], int known);

static inline bool river_is_passable(int kind) { return kind >= FIELD_WATER && kind <= FIELD_GOAL; }

/* Does a passenger wait on this field? */
static inline bool river_has_passenger(int kind)
{
    return kind >= FIELD_PASSENGER && kind < FIELD_EMPTIED;
}

/* Movement points that it takes to enter a field, or to push the opponent there. */
static inline int river_entry_points(int kind) { return kind == FIELD_LOG ? 2 : 1; }

/* The speed of a ship that enters a field, or is pushed there. */
static inline int ship_speed_after(int kind, int speed)
{
    if (kind == FIELD_SANDBANK)
        return 1;
    return kind == FIELD_LOG && speed > 1 ? speed - 1 : speed;
}

/* Coal for a change of speed: one up or down is free. */
static inline int ship_acceleration_coal(int change)
{
    int size = change < 0 ? -change : change;

    return size > 1 ? size - 1 : 0;
}

static inline int river_segment_of(int place) { return place / RIVER_SEGMENT_FIELDS; }

static inline void river_place_xy(const struct mississippi *m, int place, int *x, int *y)
{
    int segment = river_segment_of(place);
    assert(place >= 0 && segment < RIVER_SEGMENTS && m->dir[segment] < RIVER_DIRECTIONS);
    const int8_t *offset = river_offset[m->dir[segment]][place % RIVER_SEGMENT_FIELDS];

    *x = m->centre_x[segment] + offset[0];
    *y = m->centre_y[segment] + offset[1];
}

static inline enum field river_field_at(const struct mississippi *m, int place)
{
    return place < 0 ? FIELD_NONE : (enum field)(&m->field[0][0])[place];
}

static inline int river_first_visible(const struct mississippi *m)
{
    int red = river_segment_of(m->ship[SIDE_RED].place),
        blue = river_segment_of(m->ship[SIDE_BLUE].place);

    return red < blue ? red : blue;
}

/* By the rules; it may still be hidden (struct mississippi: known). */
static inline int river_last_visible(const struct mississippi *m)
{
    return m->latest + 1 < RIVER_SEGMENTS ? m->latest + 1 : RIVER_SEGMENTS - 1;
}

/* The last visible segment that is not hidden. */
static inline int river_last_known(const struct mississippi *m)
{
    return river_last_visible(m) < m->known ? river_last_visible(m) : m->known - 1;
}

static inline bool river_is_revealed(const struct mississippi *m)
{
    return river_last_visible(m) < m->known;
}

/* Even rows are shifted half a field to the right, so x changes differently there. */
static inline void river_step(int *x, int *y, int dir)
{
    static const int8_t dx[2][RIVER_DIRECTIONS] = {{1, 1, 0, -1, 0, 1}, {1, 0, -1, -1, -1, 0}};
    static const int8_t dy[RIVER_DIRECTIONS] = {0, -1, -1, 0, 1, 1};

    assert(dir >= 0 && dir < RIVER_DIRECTIONS);
    *x += dx[*y & 1][dir];
    *y += dy[dir];
}

static inline int river_opposite(int dir) { return (dir + 3) % RIVER_DIRECTIONS; }

/* Unit turns between two directions. */
static inline int river_turns_between(int from, int to)
{
    static const uint8_t turns[2 * RIVER_DIRECTIONS] = {0, 1, 2, 3, 2, 1, 0, 1, 2, 3, 2, 1};

    assert(to - from >= -RIVER_DIRECTIONS && to - from < RIVER_DIRECTIONS);
    return turns[to - from + RIVER_DIRECTIONS];
}

/* The first skewed coordinate: with it every direction has one fixed vector.  The second is y. */
static inline int river_skew(int x, int y) { return x - (y + (y & 1)) / 2; }

/* In fields, whatever lies between. */
static inline int river_distance(int x, int y, int to_x, int to_y)
{
    int dx = river_skew(to_x, to_y) - river_skew(x, y), dy = to_y - y, dz = dx + dy;
    int ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy, az = dz < 0 ? -dz : dz;

    return ax > ay ? (ax > az ? ax : az) : (ay > az ? ay : az);
}

/* How the next segment may bend: -1, 0, +1; the river never flows back (direction 3). */
static inline bool river_may_bend(int dir, int next)
{
    return next != DIR_LEFT && river_turns_between(dir, next) <= 1;
}

#endif
