#ifndef GAMES_MISSISSIPPI_CHART_H
#define GAMES_MISSISSIPPI_CHART_H

/*
 * A chart: a window of the river around a ship, in skewed coordinates, where each of the six
 * directions is one fixed distance in memory.  A row of the chart is one vector (simd_row.h).
 */

#include "games/mississippi/river.h"
#include "games/mississippi/simd_row.h"

enum {
    /* Two rows above and below the ship's reach, and the outermost columns, stay empty. */
    CHART_ROWS = 17,
    CHART_CELLS = ROW_SIZE * CHART_ROWS,
    CHART_CENTRE = CHART_ROWS / 2 * ROW_SIZE + 7, /* where the ship starts */
    CHART_FAR = 0x80, /* this bit: not reached; no ship turns so often or has so much coal */
};

static const int8_t chart_step[RIVER_DIRECTIONS] = {1,  1 - ROW_SIZE, -ROW_SIZE,
                                                    -1, ROW_SIZE - 1, ROW_SIZE};

/* Skewed coordinates of cell 0. */
struct chart_corner {
    int x, y;
};

static inline struct chart_corner chart_around(const struct ship *ship)
{
    return (struct chart_corner){.x = river_skew(ship->x, ship->y) - CHART_CENTRE % ROW_SIZE,
                                 .y = ship->y - CHART_CENTRE / ROW_SIZE};
}

/* The cell of a field, 0 outside the chart; and back. */
static inline int chart_cell_of(struct chart_corner corner, int x, int y)
{
    unsigned column = (unsigned)(river_skew(x, y) - corner.x - 1);
    unsigned row = (unsigned)(y - corner.y - 2);
    bool is_inside = row < CHART_ROWS - 4 && column < ROW_SIZE - 3;

    return is_inside ? (int)(row + 2) * ROW_SIZE + (int)column + 1 : 0;
}

static inline void chart_cell_xy(struct chart_corner corner, int cell, int *x, int *y)
{
    *y = cell / ROW_SIZE + corner.y;
    *x = cell % ROW_SIZE + corner.x + (*y + (*y & 1)) / 2;
}

/* A field is reached where the CHART_FAR bit is not set. */
static inline bool chart_is_any_reached(row_t row)
{
    uint64_t half[2];

    memcpy(half, &row, sizeof half);
    return (half[0] & half[1] & UINT64_C(0x8080808080808080)) != UINT64_C(0x8080808080808080);
}

#endif
