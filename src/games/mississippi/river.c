/* The river: where its fields are, how it is drawn by lot, what of it is hidden. */

#include "games/mississippi/river.h"

#include "base/rng.h"

const int8_t mississippi_offset[DIRECTIONS][SEGMENT_FIELDS][2] = {
    {{-2, 2}, {-2, -2}, {-1, 2}, {-1, 1}, {-1, 0}, {-1, -1}, {-1, -2}, {0, 2}, {0, 1}, {0, 0},
     {0, -1}, {0, -2},  {1, 1},  {1, 0},  {1, -1}, {1, -2},  {1, 2},   {2, 1}, {2, 0}, {2, -1}},
    {{1, 3},  {-2, 1},  {1, 2}, {0, 2},  {0, 1},  {-1, 1},  {-2, 0}, {2, 1},  {1, 1},  {0, 0},
     {-1, 0}, {-1, -1}, {1, 0}, {1, -1}, {0, -1}, {-1, -2}, {2, 0},  {2, -1}, {1, -2}, {0, -2}},
    {{3, 1}, {0, 3},  {2, 0},  {2, 1},  {1, 1},  {0, 2},  {-1, 2}, {2, -1}, {1, 0},   {0, 0},
     {0, 1}, {-1, 1}, {1, -1}, {0, -1}, {-1, 0}, {-2, 0}, {1, -2}, {0, -2}, {-1, -2}, {-1, -1}},
    {{2, -2}, {2, 2}, {1, -2}, {2, -1}, {1, 0}, {2, 1},  {1, 2},   {0, -2},  {1, -1}, {0, 0},
     {1, 1},  {0, 2}, {0, -1}, {-1, 0}, {0, 1}, {-1, 2}, {-1, -2}, {-1, -1}, {-2, 0}, {-1, 1}},
    {{0, -3}, {3, -1}, {-1, -2}, {0, -2}, {1, -1}, {2, -1}, {2, 0},  {-1, -1}, {0, -1}, {0, 0},
     {1, 0},  {2, 1},  {-1, 0},  {0, 1},  {1, 1},  {1, 2},  {-2, 0}, {-1, 1},  {-1, 2}, {0, 2}},
    {{-2, -1}, {1, -3}, {-2, 0}, {-1, -1}, {0, -1}, {0, -2}, {1, -2}, {-1, 1}, {-1, 0}, {0, 0},
     {1, -1},  {2, -1}, {0, 1},  {1, 1},   {1, 0},  {2, 0},  {-1, 2}, {0, 2},  {1, 2},  {2, 1}},
};

const uint8_t mississippi_row[SEGMENT_FIELDS] = {0, 0, 1, 1, 1, 1, 1, 2, 2, 2,
                                                 2, 2, 3, 3, 3, 3, 3, 4, 4, 4};

enum {
    REACH = 3, /* no field is farther from its centre, in x or in y */
    WIDTH = 2 * REACH + 1,
    LAST_FREE = 15, /* from this index on a segment has neither islands nor docks */
    FIRST_PASSENGER_SEGMENT = 1,
    LAST_PASSENGER_SEGMENT = 6,
    DRAWS_MAX = 64, /* a hand-made river may be closed for good */
};

/* mississippi_offset the other way round: index_at[dir][y + REACH][x + REACH], . is no field. */
static const char index_at[DIRECTIONS][WIDTH][WIDTH + 1] = {
    {".......", ".bglp..", "..fkot.", "..ejns.", "..dimr.", ".achq..", "......."},
    {".......", "..pts..", "..lonr.", ".gkjmq.", ".bfeih.", "...dc..", "....a.."},
    {".......", "..srq..", "..tnmh.", ".pojic.", "..lkeda", "..gf...", "...b..."},
    {".......", "..qhca.", "..rmid.", ".snje..", "..tokf.", "..plgb.", "......."},
    {"...a...", "..cd...", "..hiefb", ".qmjkg.", "..rnol.", "..stp..", "......."},
    {"....b..", "...fg..", ".adekl.", ".cijop.", "..hmnt.", "..qrs..", "......."},
};

int mississippi_locate(const struct mississippi *m, int x, int y, int first, int last)
{
    if (last >= m->known)
        last = m->known - 1;
    for (int i = first; i <= last; i++) {
        unsigned dx = (unsigned)(x - m->centre_x[i] + REACH);
        unsigned dy = (unsigned)(y - m->centre_y[i] + REACH);
        if (dx >= WIDTH || dy >= WIDTH)
            continue;
        char index = index_at[m->dir[i]][dy][dx];
        if (index != '.')
            return i * SEGMENT_FIELDS + (index - 'a');
    }
    return NO_PLACE;
}

void mississippi_lay_out(struct mississippi *m)
{
    static const int8_t step[DIRECTIONS][2] = {{4, 0}, {2, -4}, {-2, -4}, {-4, 0}, {-2, 4}, {2, 4}};
    int x = 0, y = 0;

    memset(m->centre_x, 0, sizeof m->centre_x);
    memset(m->centre_y, 0, sizeof m->centre_y);
    for (m->known = 0; m->known < SEGMENTS && m->dir[m->known] != DIR_HIDDEN; m->known++) {
        if (m->known > 0) {
            x += step[m->dir[m->known]][0];
            y += step[m->dir[m->known]][1];
        }
        m->centre_x[m->known] = (int8_t)x;
        m->centre_y[m->known] = (int8_t)y;
    }
}

uint64_t mississippi_field_key(int place, enum field kind)
{
    return rng_mix((uint64_t)(place * FIELD_KINDS + (int)kind + 1));
}

uint64_t mississippi_board_key(const struct mississippi *m)
{
    uint64_t key = 0;

    for (int place = 0; place < SEGMENTS * SEGMENT_FIELDS; place++)
        key ^= mississippi_field_key(place, field_at(m, place));
    for (int i = 0; i < SEGMENTS; i++)
        key ^= rng_mix((uint64_t)(0x10000 + i * (DIR_HIDDEN + 1) + m->dir[i]));
    return key;
}

/* ---- courses ---- */

/* How the next segment may bend: -1, 0, +1; the river never flows back (direction 3). */
static bool may_follow(int dir, int next) { return next != LEFT && turns_between(dir, next) <= 1; }

bool mississippi_is_course(const uint8_t dir[SEGMENTS], int known)
{
    if (known < 2 || dir[0] != RIGHT || dir[1] != RIGHT)
        return false;
    for (int i = 2; i < known; i++) {
        if (dir[i] >= DIRECTIONS || !may_follow(dir[i - 1], dir[i]))
            return false;
    }
    return true;
}

static void draw_course(uint8_t dir[SEGMENTS], int from, struct rng *rng)
{
    for (int i = from; i < SEGMENTS; i++) {
        int choices[3], n = 0;
        if (i < 2) {
            dir[i] = RIGHT;
            continue;
        }
        for (int delta = -1; delta <= 1; delta++) {
            int next = (dir[i - 1] + delta + DIRECTIONS) % DIRECTIONS;
            if (may_follow(dir[i - 1], next))
                choices[n++] = next;
        }
        dir[i] = (uint8_t)choices[rng_below(rng, n)];
    }
}

/* In two courses the last segment runs into segment 2; the book does without them. */
static bool runs_into_itself(const uint8_t dir[SEGMENTS])
{
    static const uint8_t left[SEGMENTS] = {0, 0, 1, 2, 1, 0, 5, 4};
    static const uint8_t right[SEGMENTS] = {0, 0, 5, 4, 5, 0, 1, 2};

    return memcmp(dir, left, SEGMENTS) == 0 || memcmp(dir, right, SEGMENTS) == 0;
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

    place_xy(m, place, &x, &y);
    step_from(&x, &y, dir);
    return mississippi_locate(m, x, y, segment_of(place), segment_of(place));
}

static void draw_passenger(struct mississippi *m, int segment, struct rng *rng)
{
    for (;;) {
        int index = rng_below(rng, LAST_FREE), dir = rng_below(rng, DIRECTIONS);
        if (m->field[segment][index] != FIELD_WATER)
            continue;
        int dock = neighbour_in_segment(m, segment * SEGMENT_FIELDS + index, dir);
        if (field_at(m, dock) != FIELD_WATER)
            continue;
        m->field[segment][index] = (uint8_t)(FIELD_PASSENGER + dir);
        return;
    }
}

static void draw_segment(struct mississippi *m, int segment, bool has_passenger, struct rng *rng)
{
    memset(m->field[segment], FIELD_WATER, SEGMENT_FIELDS);
    if (segment == 0)
        return;
    if (segment == SEGMENTS - 1)
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
    for (int i = 0; i < SEGMENT_FIELDS; i++) {
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

/* Marks every field that a ship could reach from the red one, whatever its speed and coal. */
static void flood(const struct mississippi *m, bool is_reached[SEGMENTS * SEGMENT_FIELDS])
{
    uint8_t queue[SEGMENTS * SEGMENT_FIELDS];
    int head = 0, tail = 0;

    queue[tail++] = m->ship[SIDE_RED].place;
    is_reached[queue[0]] = true;
    while (head < tail) {
        int place = queue[head++];
        for (int dir = 0; dir < DIRECTIONS; dir++) {
            int x, y;
            place_xy(m, place, &x, &y);
            step_from(&x, &y, dir);
            int next = mississippi_locate(m, x, y, 0, SEGMENTS - 1);
            if (next == NO_PLACE || is_reached[next] || !is_passable(field_at(m, next)))
                continue;
            is_reached[next] = true;
            queue[tail++] = (uint8_t)next;
        }
    }
}

/* The goal can be reached, and so can two docks (those of passengers aboard count). */
static bool is_navigable(const struct mississippi *m)
{
    bool is_reached[SEGMENTS * SEGMENT_FIELDS] = {0}, has_goal = false;
    int docks = m->ship[SIDE_RED].passengers + m->ship[SIDE_BLUE].passengers;

    flood(m, is_reached);
    for (int place = 0; place < SEGMENTS * SEGMENT_FIELDS; place++) {
        int kind = field_at(m, place);
        has_goal |= kind == FIELD_GOAL && is_reached[place];
        if (kind < FIELD_PASSENGER)
            continue;
        int dock = neighbour_in_segment(m, place, kind - FIELD_PASSENGER);
        docks += dock != NO_PLACE && is_reached[dock];
    }
    return has_goal && docks >= PASSENGERS_MAX;
}

/* Draws the segments that are not known.  The book draws again until the river is a good one. */
void mississippi_draw_river(struct mississippi *m, uint64_t seed, enum ruleset ruleset)
{
    struct rng rng = rng_make(seed);
    int from = m->known;

    for (int draws = 0; draws < DRAWS_MAX; draws++) {
        m->known = (uint8_t)from;
        int empty = draw_empty_segment(m, &rng);
        draw_course(m->dir, from, &rng);
        mississippi_lay_out(m);
        for (int i = from; i < SEGMENTS; i++) {
            bool has_passenger = i <= LAST_PASSENGER_SEGMENT && i != empty;
            draw_segment(m, i, has_passenger, &rng);
        }
        if (ruleset == RULES_SERVER || (!runs_into_itself(m->dir) && is_navigable(m)))
            break;
    }
    m->board_key = mississippi_board_key(m);
}

/* Erases what no ship has come near: everything behind the last visible segment. */
void mississippi_forget(struct mississippi *m)
{
    for (int i = last_visible(m) + 1; i < SEGMENTS; i++) {
        m->dir[i] = DIR_HIDDEN;
        memset(m->field[i], FIELD_NONE, SEGMENT_FIELDS);
    }
    mississippi_lay_out(m);
    m->board_key = mississippi_board_key(m);
}
