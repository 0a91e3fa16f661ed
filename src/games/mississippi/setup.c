/* A new game: the river is drawn by lot; what no ship has come near can be hidden and drawn
 * again. */

#include "games/mississippi/river.h"

#include "base/rng.h"
#include "game/text.h"

#include <assert.h>

enum {
    LAST_FREE = 15, /* from this index on a segment has neither islands nor docks */
    FIRST_PASSENGER_SEGMENT = 1,
    LAST_PASSENGER_SEGMENT = 6,
    DRAWS_MAX = 64, /* a hand-made river may be closed for good */
};

/* ---- the course ---- */

static void draw_course(uint8_t dir[RIVER_SEGMENTS], int from, struct rng *rng)
{
    for (int i = from; i < RIVER_SEGMENTS; i++) {
        int choices[3], n = 0;
        if (i < 2) {
            dir[i] = DIR_RIGHT;
            continue;
        }
        for (int delta = -1; delta <= 1; delta++) {
            int next = (dir[i - 1] + delta + RIVER_DIRECTIONS) % RIVER_DIRECTIONS;
            if (river_may_bend(dir[i - 1], next))
                choices[n++] = next;
        }
        dir[i] = (uint8_t)choices[rng_below(rng, n)];
    }
}

/* In two courses the last segment runs into segment 2; the book does without them. */
static bool runs_into_itself(const uint8_t dir[RIVER_SEGMENTS])
{
    static const uint8_t left[RIVER_SEGMENTS] = {0, 0, 1, 2, 1, 0, 5, 4};
    static const uint8_t right[RIVER_SEGMENTS] = {0, 0, 5, 4, 5, 0, 1, 2};

    return memcmp(dir, left, RIVER_SEGMENTS) == 0 || memcmp(dir, right, RIVER_SEGMENTS) == 0;
}

/* ---- fields ---- */

static int draw_water(const struct mississippi *m, int segment, struct rng *rng)
{
    int index;

    do
        index = rng_below(rng, LAST_FREE);
    while (m->field[segment][index] != FIELD_WATER);
    return index;
}

static int neighbour_in_segment(const struct mississippi *m, int place, int dir)
{
    int x, y;

    river_place_xy(m, place, &x, &y);
    river_step(&x, &y, dir);
    return river_locate(m, x, y, river_segment_of(place), river_segment_of(place));
}

static void draw_passenger(struct mississippi *m, int segment, struct rng *rng)
{
    for (;;) {
        int index = rng_below(rng, LAST_FREE), dir = rng_below(rng, RIVER_DIRECTIONS);
        if (m->field[segment][index] != FIELD_WATER)
            continue;
        int dock = neighbour_in_segment(m, segment * RIVER_SEGMENT_FIELDS + index, dir);
        if (river_field_at(m, dock) != FIELD_WATER)
            continue;
        m->field[segment][index] = (uint8_t)(FIELD_PASSENGER + dir);
        return;
    }
}

static void draw_segment(struct mississippi *m, int segment, bool has_passenger, struct rng *rng)
{
    memset(m->field[segment], FIELD_WATER, RIVER_SEGMENT_FIELDS);
    if (segment == 0)
        return;
    if (segment == RIVER_SEGMENTS - 1)
        memset(&m->field[segment][17], FIELD_GOAL, 3);

    int islands = 2 + rng_below(rng, 2), specials = 1 + rng_below(rng, 2);
    for (int i = 0; i < islands; i++)
        m->field[segment][draw_water(m, segment, rng)] = FIELD_ISLAND;
    for (int i = 0; i < specials; i++) {
        int index = draw_water(m, segment, rng);
        m->field[segment][index] = rng_below(rng, 2) ? FIELD_SANDBANK : FIELD_LOG;
    }
    if (has_passenger)
        draw_passenger(m, segment, rng);
}

static bool shows_passenger(const struct mississippi *m, int segment)
{
    for (int i = 0; i < RIVER_SEGMENT_FIELDS; i++) {
        if (m->field[segment][i] >= FIELD_PASSENGER)
            return true;
    }
    return false;
}

/*
 * Exactly one of the segments 1 .. 6 has no passenger.  A known segment that shows none either lost
 * its passenger to a ship or is the one without: the passengers aboard tell how many are of the
 * first kind.  If the one is not among the known segments, it is any of the others alike.
 */
static int draw_empty_segment(const struct mississippi *m, struct rng *rng)
{
    int without = 0, taken = m->ship[SIDE_RED].passengers + m->ship[SIDE_BLUE].passengers;
    int from = m->known > FIRST_PASSENGER_SEGMENT ? m->known : FIRST_PASSENGER_SEGMENT;

    for (int i = FIRST_PASSENGER_SEGMENT; i < from && i <= LAST_PASSENGER_SEGMENT; i++)
        without += !shows_passenger(m, i);
    if (without > taken || from > LAST_PASSENGER_SEGMENT)
        return 0;
    return from + rng_below(rng, LAST_PASSENGER_SEGMENT + 1 - from);
}

/* The goal can be reached, and so can two docks (those of passengers aboard count). */
static bool is_navigable(const struct mississippi *m)
{
    bool is_reached[RIVER_PLACES] = {0}, has_goal = false;
    int docks = m->ship[SIDE_RED].passengers + m->ship[SIDE_BLUE].passengers;

    river_flood(m, is_reached);
    for (int place = 0; place < RIVER_PLACES; place++) {
        int kind = river_field_at(m, place);
        has_goal |= kind == FIELD_GOAL && is_reached[place];
        if (kind < FIELD_PASSENGER)
            continue;
        int dock = neighbour_in_segment(m, place, kind - FIELD_PASSENGER);
        docks += dock != RIVER_NO_PLACE && is_reached[dock];
    }
    return has_goal && docks >= SHIP_PASSENGERS_MAX;
}

/* Draws the segments that are not known.  The book draws again until the river is a good one. */
static void draw_river(struct mississippi *m, uint64_t seed, enum ruleset ruleset)
{
    struct rng rng = rng_make(seed);
    int from = m->known;

    for (int draws = 0; draws < DRAWS_MAX; draws++) {
        m->known = (uint8_t)from;
        int empty = draw_empty_segment(m, &rng);
        draw_course(m->dir, from, &rng);
        river_lay_out(m);
        for (int i = from; i < RIVER_SEGMENTS; i++) {
            bool has_passenger = i <= LAST_PASSENGER_SEGMENT && i != empty;
            draw_segment(m, i, has_passenger, &rng);
        }
        if (ruleset == RULES_SERVER || (!runs_into_itself(m->dir) && is_navigable(m)))
            break;
    }
    assert(m->known == RIVER_SEGMENTS && river_is_course(m->dir, RIVER_SEGMENTS));
    m->board_key = river_board_key(m);
}

/* ---- for the rules ---- */

bool mississippi_setup(struct position *pos, uint64_t seed, const struct game_options *options,
                       struct err *why)
{
    struct slice words = slice_trim(options->words);

    if (words.len > 0)
        return text_refuse(why, "bad_option", slice_take_word(&words));
    memset(pos, 0, sizeof *pos);
    struct mississippi *m = mississippi_body(pos);
    pos->ruleset = (uint8_t)options->ruleset;
    pos->side = SIDE_RED;
    m->ship[SIDE_RED] = (struct ship){.x = -1, .y = 1, .speed = 1, .coal = 6, .free_turns = 1};
    m->ship[SIDE_BLUE] = (struct ship){.x = -1, .y = -1, .speed = 1, .coal = 6, .free_turns = 1};
    m->ship[SIDE_RED].place = 3;
    m->ship[SIDE_BLUE].place = 5;
    draw_river(m, seed, options->ruleset);
    assert(river_locate(m, -1, 1, 0, 0) == 3 && river_locate(m, -1, -1, 0, 0) == 5);
    mississippi_rekey(pos);
    return true;
}

/* Erases what no ship has come near: everything behind the last visible segment. */
void mississippi_hide(struct position *pos)
{
    struct mississippi *m = mississippi_body(pos);

    mississippi_clear_precomputed(m);
    for (int i = river_last_visible(m) + 1; i < RIVER_SEGMENTS; i++) {
        m->dir[i] = DIR_HIDDEN;
        memset(m->field[i], FIELD_NONE, RIVER_SEGMENT_FIELDS);
    }
    river_lay_out(m);
    m->board_key = river_board_key(m);
    mississippi_rekey(pos);
}

/* What is revealed by filling may show that the side to move is stuck. */
void mississippi_fill_hidden(struct position *pos, uint64_t seed)
{
    struct mississippi *m = mississippi_body(pos);

    if (m->known == RIVER_SEGMENTS)
        return;
    draw_river(m, seed, pos->ruleset);
    mississippi_end_if_over(pos);
    mississippi_rekey(pos);
}
