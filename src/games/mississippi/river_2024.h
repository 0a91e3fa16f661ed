#ifndef GAMES_MISSISSIPPI_RIVER_2024_H
#define GAMES_MISSISSIPPI_RIVER_2024_H

/* The river of season 2024: its course, its current, and how its texts and XML name directions,
 * coordinates and the fields of a segment. */

#include "games/mississippi/mississippi_2024.h"
#include "games/mississippi/river.h"

enum {
    SEGMENT_COLUMNS = 4, /* 0 is entered first */
    SEGMENT_ROWS = 5,
    RIVER24_BENDS = 3, /* of a segment after the one before: -1, 0, 1 */
};

/* The field of a segment that texts and XML name at place column * SEGMENT_ROWS + row; and the
 * column of a field, which is also its points. */
extern const uint8_t river24_listed[RIVER_SEGMENT_FIELDS];
extern const uint8_t river24_column[RIVER_SEGMENT_FIELDS];

/* A direction of the season for one of ours, or one of ours for a direction of the season. */
static inline int river24_direction(int dir) { return (RIVER_DIRECTIONS - dir) % RIVER_DIRECTIONS; }

/* The season's q for our x,y; its r is y.  And our x for its q,r. */
static inline int river24_q(int x, int y) { return river_skew(x, y); }
static inline int river24_x(int q, int r) { return q + (r + (r & 1)) / 2; }

static inline bool river24_has_current(const struct mississippi24 *g, int place)
{
    return g->current[river_segment_of(place)] >> place % RIVER_SEGMENT_FIELDS & 1;
}

/* How far a place is from the start: 5 for each segment and 1 for each column. */
static inline int river24_progress(int place)
{
    return SEGMENT_POINTS * river_segment_of(place) + river24_column[place % RIVER_SEGMENT_FIELDS];
}

static inline int river24_visible(const struct mississippi *m)
{
    return m->latest + VISIBLE_AT_FIRST;
}

/* The last segment that a move may use by the rules; it may still be hidden. */
static inline int river24_last_open(const struct position *pos)
{
    return pos->ruleset == RULES_SERVER ? RIVER_SEGMENTS - 1
                                        : river_last_visible(mississippi_of(pos));
}

extern const char river24_inside[RIVER_SEGMENT_FIELDS][RIVER_DIRECTIONS + 1];
extern const char river24_before[RIVER24_BENDS][RIVER_SEGMENT_FIELDS][RIVER_DIRECTIONS + 1];
extern const char river24_after[RIVER24_BENDS][RIVER_SEGMENT_FIELDS][RIVER_DIRECTIONS + 1];

/* -1, 0 or 1 as 0, 1, 2. */
static inline int river24_bend(int dir, int next)
{
    return (next - dir + 1 + RIVER_DIRECTIONS) % RIVER_DIRECTIONS;
}

/* The neighbour of a place in the segments up to `last`, or RIVER_NO_PLACE.  Only segments that
 * follow each other touch. */
static inline int river24_neighbour(const struct mississippi *m, int place, int dir, int last)
{
    int segment = river_segment_of(place), index = place % RIVER_SEGMENT_FIELDS;
    int own = m->dir[segment], side = (dir - own + RIVER_DIRECTIONS) % RIVER_DIRECTIONS;
    char to = river24_inside[index][side];

    last = last < m->known ? last : m->known - 1;
    if (to != '.' && segment <= last)
        return segment * RIVER_SEGMENT_FIELDS + to - 'a';
    if (segment > 0 && segment - 1 <= last) {
        to = river24_before[river24_bend(m->dir[segment - 1], own)][index][side];
        if (to != '.')
            return (segment - 1) * RIVER_SEGMENT_FIELDS + to - 'a';
    }
    if (segment < last) {
        to = river24_after[river24_bend(own, m->dir[segment + 1])][index][side];
        if (to != '.')
            return (segment + 1) * RIVER_SEGMENT_FIELDS + to - 'a';
    }
    return RIVER_NO_PLACE;
}

/* May the river take this course through its first `count` segments? */
bool river24_is_course(const uint8_t dir[RIVER_SEGMENTS], int count);
/* Computes centres, current and the hash of the board; the fields of `known` segments are given,
 * and the directions of as many and one more. */
void river24_lay_out(struct mississippi24 *g, int known);

#endif
