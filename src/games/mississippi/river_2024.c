#include "games/mississippi/river_2024.h"

#include <assert.h>

const uint8_t river24_listed[RIVER_SEGMENT_FIELDS] = {1,  5,  4,  3,  0, 6,  10, 9,  8,  2,
                                                      11, 14, 13, 12, 7, 15, 19, 18, 17, 16};

const uint8_t river24_column[RIVER_SEGMENT_FIELDS] = {0, 0, 1, 0, 0, 0, 1, 2, 1, 1,
                                                      1, 2, 2, 2, 2, 3, 3, 3, 3, 3};

/* Three bends of the same sense in a row would lead the river back into itself. */
bool river24_is_course(const uint8_t dir[RIVER_SEGMENTS], int count)
{
    if (count < 2 || dir[0] != DIR_RIGHT || dir[1] != DIR_RIGHT)
        return false;
    for (int i = 2; i < count; i++) {
        int before = i > 2 ? dir[i - 3] : dir[0];
        if (dir[i] >= RIVER_DIRECTIONS || river_turns_between(dir[i - 1], dir[i]) > 1 ||
            dir[i] == river_opposite(before))
            return false;
    }
    return true;
}

/* Neighbours by field and by direction less that of the segment; . is no field. */
const char river24_inside[RIVER_SEGMENT_FIELDS][RIVER_DIRECTIONS + 1] = {
    "cd....", "g....f", "hida..", "ie..ac", "jkf.di", "kgb..e", "l..bfk",
    "qmic..", "mjedch", "nokeim", "olgfej", "p..gko", "rnjihq", "stojmr",
    "tplkjn", "...lot", ".rmh..", ".snmq.", "..tnr.", "..pons",
};

/* The same in the segment before, by how its own segment bends after that one … */
const char river24_before[RIVER24_BENDS][RIVER_SEGMENT_FIELDS][RIVER_DIRECTIONS + 1] = {
    {"..hc..", "...sr.", "......", "..qh..", "...q..", "...rq.", "......",
     "......", "......", "......", "......", "......", "......", "......",
     "......", "......", "......", "......", "......", "......"},
    {"..rq..", "...pt.", "......", "..sr..", "...s..", "...ts.", "......",
     "......", "......", "......", "......", "......", "......", "......",
     "......", "......", "......", "......", "......", "......"},
    {"..ts..", "...gl.", "......", "..pt..", "...p..", "...lp.", "......",
     "......", "......", "......", "......", "......", "......", "......",
     "......", "......", "......", "......", "......", "......"},
};

/* … and in the next one, by how that one bends. */
const char river24_after[RIVER24_BENDS][RIVER_SEGMENT_FIELDS][RIVER_DIRECTIONS + 1] = {
    {"......", "......", ".....a", "......", "......", "......", "......",
     "....ad", "......", "......", "......", "......", "......", "......",
     "......", "......", "f...de", "b....f", ".....b", "......"},
    {"......", "......", "......", "......", "......", "......", "......",
     "......", "......", "......", "......", "......", "......", "......",
     "......", "b.....", "a.....", "d....a", "ef...d", "fb...."},
    {"......", "......", "......", "......", "......", "......", ".b....",
     "......", "......", "......", "......", ".fb...", "......", "......",
     "......", "def...", "......", "......", ".a....", "ad...."},
};

/* ---- current ---- */

static void add_current(struct mississippi24 *g, int segment, int x, int y)
{
    int place = river_locate(&g->m, x, y, segment, segment);

    assert(place != RIVER_NO_PLACE);
    if (river_is_passable(river_field_at(&g->m, place)))
        g->current[segment] |= UINT32_C(1) << place % RIVER_SEGMENT_FIELDS;
}

/* The current runs along the middle: from behind the centre over it, then towards the next
 * segment. */
static void find_current(struct mississippi24 *g, int segment)
{
    int next = segment + 1 < RIVER_SEGMENTS ? g->m.dir[segment + 1] : g->m.dir[segment];
    int x = g->m.centre_x[segment], y = g->m.centre_y[segment];
    int behind_x = x, behind_y = y;

    g->current[segment] = 0;
    if (segment >= g->m.known)
        return;
    assert(next < RIVER_DIRECTIONS);
    river_step(&behind_x, &behind_y, river_opposite(g->m.dir[segment]));
    add_current(g, segment, behind_x, behind_y);
    for (int i = 0; i < 3; i++) {
        add_current(g, segment, x, y);
        river_step(&x, &y, next);
    }
}

void river24_lay_out(struct mississippi24 *g, int known)
{
    river_lay_out(&g->m);
    assert(g->m.known > known || known == RIVER_SEGMENTS);
    g->m.known = (uint8_t)known;
    for (int i = 0; i < RIVER_SEGMENTS; i++)
        find_current(g, i);
    g->m.board_key = river_board_key(&g->m);
}
