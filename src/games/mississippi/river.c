/* The river: where its fields are. */

#include "games/mississippi/river.h"

#include "base/rng.h"

#include <assert.h>

const int8_t river_offset[RIVER_DIRECTIONS][RIVER_SEGMENT_FIELDS][2] = {
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

const uint8_t river_row[RIVER_SEGMENT_FIELDS] = {0, 0, 1, 1, 1, 1, 1, 2, 2, 2,
                                                 2, 2, 3, 3, 3, 3, 3, 4, 4, 4};

enum {
    REACH = 3, /* no field is farther from its centre, in x or in y */
    WIDTH = 2 * REACH + 1,
};

/* river_offset the other way round: index_at[dir][y + REACH][x + REACH], . is no field. */
static const char index_at[RIVER_DIRECTIONS][WIDTH][WIDTH + 1] = {
    {".......", ".bglp..", "..fkot.", "..ejns.", "..dimr.", ".achq..", "......."},
    {".......", "..pts..", "..lonr.", ".gkjmq.", ".bfeih.", "...dc..", "....a.."},
    {".......", "..srq..", "..tnmh.", ".pojic.", "..lkeda", "..gf...", "...b..."},
    {".......", "..qhca.", "..rmid.", ".snje..", "..tokf.", "..plgb.", "......."},
    {"...a...", "..cd...", "..hiefb", ".qmjkg.", "..rnol.", "..stp..", "......."},
    {"....b..", "...fg..", ".adekl.", ".cijop.", "..hmnt.", "..qrs..", "......."},
};

int river_locate(const struct mississippi *m, int x, int y, int first, int last)
{
    assert(first >= 0 && last < RIVER_SEGMENTS);
    if (last >= m->known)
        last = m->known - 1;
    for (int i = first; i <= last; i++) {
        unsigned dx = (unsigned)(x - m->centre_x[i] + REACH);
        unsigned dy = (unsigned)(y - m->centre_y[i] + REACH);
        if (dx >= WIDTH || dy >= WIDTH)
            continue;
        char index = index_at[m->dir[i]][dy][dx];
        if (index != '.')
            return i * RIVER_SEGMENT_FIELDS + (index - 'a');
    }
    return RIVER_NO_PLACE;
}

void river_lay_out(struct mississippi *m)
{
    static const int8_t step[RIVER_DIRECTIONS][2] = {{4, 0},  {2, -4}, {-2, -4},
                                                     {-4, 0}, {-2, 4}, {2, 4}};
    int x = 0, y = 0;

    memset(m->centre_x, 0, sizeof m->centre_x);
    memset(m->centre_y, 0, sizeof m->centre_y);
    for (m->known = 0; m->known < RIVER_SEGMENTS && m->dir[m->known] != DIR_HIDDEN; m->known++) {
        if (m->known > 0) {
            x += step[m->dir[m->known]][0];
            y += step[m->dir[m->known]][1];
        }
        m->centre_x[m->known] = (int8_t)x;
        m->centre_y[m->known] = (int8_t)y;
    }
}

uint64_t river_field_key(int place, enum field kind)
{
    assert(place >= 0 && place < RIVER_PLACES && kind < FIELD_KINDS_2024);
    if ((int)kind >= FIELD_EMPTIED)
        return rng_mix((uint64_t)(0x20000 + place * FIELD_KINDS_2024 + (int)kind));
    return rng_mix((uint64_t)(place * FIELD_KINDS + (int)kind + 1));
}

uint64_t river_board_key(const struct mississippi *m)
{
    uint64_t key = 0;

    for (int place = 0; place < RIVER_PLACES; place++)
        key ^= river_field_key(place, river_field_at(m, place));
    for (int i = 0; i < RIVER_SEGMENTS; i++)
        key ^= rng_mix((uint64_t)(0x10000 + i * (DIR_HIDDEN + 1) + m->dir[i]));
    return key;
}

void river_flood(const struct mississippi *m, bool is_reached[RIVER_PLACES])
{
    uint8_t queue[RIVER_PLACES];
    int head = 0, tail = 0;

    queue[tail++] = m->ship[SIDE_RED].place;
    is_reached[queue[0]] = true;
    while (head < tail) {
        int place = queue[head++];
        for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
            int x, y;
            river_place_xy(m, place, &x, &y);
            river_step(&x, &y, dir);
            int next = river_locate(m, x, y, 0, RIVER_SEGMENTS - 1);
            if (next == RIVER_NO_PLACE || is_reached[next] ||
                !river_is_passable(river_field_at(m, next)))
                continue;
            is_reached[next] = true;
            queue[tail++] = (uint8_t)next;
        }
    }
}

bool river_is_course(const uint8_t dir[RIVER_SEGMENTS], int known)
{
    if (known < 2 || dir[0] != DIR_RIGHT || dir[1] != DIR_RIGHT)
        return false;
    for (int i = 2; i < known; i++) {
        if (dir[i] >= RIVER_DIRECTIONS || !river_may_bend(dir[i - 1], dir[i]))
            return false;
    }
    return true;
}
