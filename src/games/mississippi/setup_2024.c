/*
 * A new game of season 2024: the river is drawn by lot, with the draws in the order of the official
 * server; what is not visible yet can be hidden and drawn again.
 */

#include "games/mississippi/river_2024.h"

#include "base/rng.h"
#include "game/text.h"

#include <assert.h>

enum {
    SPOTS = 15, /* fields of the first three columns: islands and passengers are only there */
    SPOT_COLUMNS = 3,
    ISLANDS_MIN = 2,
    FIRST_PASSENGER_SEGMENT = 1,
    LAST_PASSENGER_SEGMENT = 6,
    FIRST_GOAL = 17, /* the fields of the last segment from here on are goals */
    DRAWS_MAX = 64,  /* a hand-made river may be closed for good */
};

/* ---- the course ---- */

/* The directions in the order of the season's numbers, which run clockwise. */
static void draw_direction(struct mississippi *m, int segment, struct rng *rng)
{
    uint8_t choices[3];
    int n = 0;

    for (int turn = 1; turn >= -1; turn--) {
        int dir = (m->dir[segment - 1] + turn + RIVER_DIRECTIONS) % RIVER_DIRECTIONS;
        m->dir[segment] = (uint8_t)dir;
        if (river24_is_course(m->dir, segment + 1))
            choices[n++] = (uint8_t)dir;
    }
    assert(n > 0);
    m->dir[segment] = segment < 2 ? DIR_RIGHT : choices[rng_below(rng, n)];
}

/* ---- fields ---- */

/* A place in a segment as the season counts it from the centre, before the segment is turned. */
struct local_place {
    int q, r;
};

static struct local_place local_of(int column, int row)
{
    int r = row - SEGMENT_ROWS / 2;

    return (struct local_place){.q = column - 1 - (r > 0 ? r : 0), .r = r};
}

static struct local_place local_step(struct local_place at, int dir)
{
    static const int8_t step[RIVER_DIRECTIONS][2] = {{1, 0},  {0, 1},  {-1, 1},
                                                     {-1, 0}, {0, -1}, {1, -1}};

    return (struct local_place){.q = at.q + step[dir][0], .r = at.r + step[dir][1]};
}

/* A dock is water of the same segment, or directly in front of it, whatever is there. */
static bool is_dock(const struct mississippi *m, int segment, struct local_place at)
{
    int column = (at.r > 0 ? at.q + at.r : at.q) + 1, row = at.r + SEGMENT_ROWS / 2;

    if (row < 0 || row >= SEGMENT_ROWS || column < -1 || column >= SEGMENT_COLUMNS)
        return false;
    return column == -1 ||
           m->field[segment][river24_listed[column * SEGMENT_ROWS + row]] == FIELD_WATER;
}

/* Draws directions, each of them once, until one leads to a dock; false: none does. */
static bool draw_dock(struct mississippi *m, int segment, int spot, struct rng *rng)
{
    uint8_t dir[RIVER_DIRECTIONS] = {0, 1, 2, 3, 4, 5};
    struct local_place at = local_of(spot % SPOT_COLUMNS, spot / SPOT_COLUMNS);
    int index = river24_listed[spot % SPOT_COLUMNS * SEGMENT_ROWS + spot / SPOT_COLUMNS];

    for (int left = RIVER_DIRECTIONS; left > 0; left--) {
        int i = rng_below(rng, left), drawn = dir[i];
        dir[i] = dir[left - 1];
        if (!is_dock(m, segment, local_step(at, drawn)))
            continue;
        int turned = (river24_direction(drawn) + m->dir[segment]) % RIVER_DIRECTIONS;
        m->field[segment][index] = (uint8_t)(FIELD_PASSENGER + turned);
        return true;
    }
    return false;
}

/* Islands in the order of appearance, then the passenger. */
static bool place_fields(struct mississippi *m, int segment, int islands, bool has_passenger,
                         struct rng *rng)
{
    uint8_t *field = m->field[segment];
    bool is_drawn[SPOTS] = {false};
    int spot = 0;

    memset(field, FIELD_WATER, RIVER_SEGMENT_FIELDS);
    for (int n = 0; n < islands + has_passenger; n++) {
        do
            spot = rng_below(rng, SPOTS);
        while (is_drawn[spot]);
        is_drawn[spot] = true;
        field[river24_listed[spot % SPOT_COLUMNS * SEGMENT_ROWS + spot / SPOT_COLUMNS]] =
            FIELD_ISLAND;
    }
    if (segment == RIVER_SEGMENTS - 1)
        memset(&field[FIRST_GOAL], FIELD_GOAL, RIVER_SEGMENT_FIELDS - FIRST_GOAL);
    return !has_passenger || draw_dock(m, segment, spot, rng);
}

/* The official server also draws a number of sandbanks, which is always 0, and a direction of the
 * passenger that it does not use. */
static void draw_segment(struct mississippi *m, int segment, bool has_passenger, struct rng *rng)
{
    memset(m->field[segment], FIELD_WATER, RIVER_SEGMENT_FIELDS);
    if (segment == 0)
        return;
    int islands = ISLANDS_MIN + rng_below(rng, 2);
    rng_below(rng, 1);
    if (has_passenger)
        rng_below(rng, RIVER_DIRECTIONS);
    while (!place_fields(m, segment, islands, has_passenger, rng))
        continue;
}

/* ---- passengers ---- */

static bool had_passenger(const struct mississippi *m, int segment)
{
    for (int i = 0; i < RIVER_SEGMENT_FIELDS; i++) {
        if (m->field[segment][i] >= FIELD_PASSENGER)
            return true;
    }
    return false;
}

/* Of the segments 1 .. 6 all but one have a passenger.  Draws numbers until as many different ones
 * have appeared as passengers are missing. */
static void draw_passengers(const struct mississippi *m, bool has[RIVER_SEGMENTS], struct rng *rng)
{
    int from = m->known > FIRST_PASSENGER_SEGMENT ? m->known : FIRST_PASSENGER_SEGMENT;
    int hidden = LAST_PASSENGER_SEGMENT + 1 - from, missing = PASSENGERS_ON_BOARD;

    for (int i = FIRST_PASSENGER_SEGMENT; i < from && i <= LAST_PASSENGER_SEGMENT; i++)
        missing -= had_passenger(m, i);
    for (missing = missing < hidden ? missing : hidden; missing > 0;) {
        int segment = from + rng_below(rng, hidden);
        missing -= !has[segment];
        has[segment] = true;
    }
}

/* ---- the whole river ---- */

/* The goal can be reached, and so can all docks but one. */
static bool is_navigable(const struct mississippi *m)
{
    bool is_reached[RIVER_PLACES] = {0}, has_goal = false;
    int closed = 0;

    river_flood(m, is_reached);
    for (int place = 0; place < RIVER_PLACES; place++) {
        int kind = river_field_at(m, place);
        has_goal |= kind == FIELD_GOAL && is_reached[place];
        if (!river_has_passenger(kind))
            continue;
        int dock = river24_neighbour(m, place, kind - FIELD_PASSENGER, RIVER_SEGMENTS - 1);
        closed += dock == RIVER_NO_PLACE || !is_reached[dock];
    }
    return has_goal && closed <= 1;
}

/* In ruleset server a ship may have been pushed to where it cannot see. */
static bool are_ships_afloat(const struct mississippi *m)
{
    return river_is_passable(river_field_at(m, m->ship[SIDE_RED].place)) &&
           river_is_passable(river_field_at(m, m->ship[SIDE_BLUE].place));
}

/* A guess at what is hidden must leave the side to move a move: it is not stuck. */
static bool is_good(struct position *pos)
{
    const struct mississippi *m = mississippi_of(pos);
    struct move_scope all = {.turns = TURNS_ALL, .last = river24_last_open(pos)};

    if (!are_ships_afloat(m))
        return false;
    if (pos->ruleset == RULES_BOOK && !is_navigable(m))
        return false;
    return pos->side == SIDE_NONE || mississippi24_has_move(pos, (enum side)pos->side, all);
}

/* Draws the segments that are not known, again until the river is a good one. */
static void draw_river(struct position *pos, uint64_t seed)
{
    struct mississippi24 *g = mississippi24_body(pos);
    struct mississippi *m = &g->m;
    int known = m->known;
    struct rng rng = rng_make(seed);

    for (int draw = 0; draw < DRAWS_MAX; draw++) {
        bool has_passenger[RIVER_SEGMENTS] = {false};
        m->known = (uint8_t)known;
        draw_passengers(m, has_passenger, &rng);
        for (int i = known; i < RIVER_SEGMENTS; i++) {
            bool is_given = known > 0 && i == known; /* its direction is shown */
            if (i == 0)
                m->dir[i] = DIR_RIGHT;
            else if (!is_given)
                draw_direction(m, i, &rng);
            draw_segment(m, i, has_passenger[i], &rng);
        }
        river24_lay_out(g, RIVER_SEGMENTS);
        if (is_good(pos))
            break;
    }
    assert(river24_is_course(m->dir, RIVER_SEGMENTS));
}

/* ---- for the rules ---- */

bool mississippi24_setup(struct position *pos, uint64_t seed, const struct game_options *options,
                         struct err *why)
{
    struct slice words = slice_trim(options->words);

    if (words.len > 0)
        return text_refuse(why, "bad_option", slice_take_word(&words));
    memset(pos, 0, sizeof *pos);
    struct mississippi *m = mississippi_body(pos);
    pos->ruleset = (uint8_t)options->ruleset;
    pos->side = SIDE_RED;
    m->ship[SIDE_RED] = (struct ship){
        .x = -1, .y = -1, .speed = 1, .coal = 6, .free_turns = 1, .place = river24_listed[1]};
    m->ship[SIDE_BLUE] = (struct ship){
        .x = -1, .y = 1, .speed = 1, .coal = 6, .free_turns = 1, .place = river24_listed[3]};
    draw_river(pos, seed);
    assert(river_locate(m, -1, -1, 0, 0) == river24_listed[1]);
    assert(river_locate(m, -1, 1, 0, 0) == river24_listed[3]);
    mississippi24_rekey(pos);
    return true;
}

/* The direction of the first hidden segment is shown. */
void mississippi24_hide(struct position *pos)
{
    struct mississippi24 *g = mississippi24_body(pos);
    struct mississippi *m = &g->m;
    int visible = river24_visible(m);

    mississippi_clear_precomputed(m);
    if (visible >= m->known)
        return;
    for (int i = visible; i < RIVER_SEGMENTS; i++) {
        m->dir[i] = i > visible ? DIR_HIDDEN : m->dir[i];
        memset(m->field[i], FIELD_NONE, RIVER_SEGMENT_FIELDS);
    }
    river24_lay_out(g, visible);
    mississippi24_rekey(pos);
}

void mississippi24_fill_hidden(struct position *pos, uint64_t seed)
{
    if (mississippi_of(pos)->known == RIVER_SEGMENTS)
        return;
    draw_river(pos, seed);
    mississippi24_end_if_over(pos);
    mississippi24_rekey(pos);
}
