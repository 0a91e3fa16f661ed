#ifndef GAMES_HIVE_CELLS_H
#define GAMES_HIVE_CELLS_H

/*
 * Sets of fields as 128 bits.  The field x,y is bit 12x + y + 60, so its neighbours lie 1, 11 and
 * 12 bits up and down, and numbers grow with x, then with y, as in the text of a position.  Between
 * two rows there is always a bit that is no field: a step over the rim falls off as soon as the set
 * is cut to the board.
 */

#include "games/hive/ring.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

typedef unsigned __int128 cells_t;

enum {
    STEP_Y = 1,       /* to x, y+1 */
    STEP_X = 12,      /* to x+1, y */
    STEP_Z = 11,      /* to x+1, y-1: the same z */
    CELL_ORIGIN = 60, /* the field 0,0 */
    CELL_COUNT = 121, /* bits from the first field to the last, 30 of them are no fields */
    CELL_NONE = 127,  /* never a field */
    BOARD_RADIUS = 5,
    BOARD_FIELDS = 91,
};

#define CELLS_BOARD ((cells_t)0x01f83f87f8ff9ffb << 64 | 0xffbff3fe3fc3f83f)
#define CELLS_RIM   ((cells_t)0x01f820840880900a << 64 | 0x00a012022042083f)

static inline cells_t cell_bit(int cell)
{
    assert(cell >= 0 && cell < CELL_COUNT);
    return (cells_t)1 << cell;
}

/* The half of a set in which this field lies. */
static inline uint64_t cells_half(cells_t cells, int cell)
{
    return cell < 64 ? (uint64_t)cells : (uint64_t)(cells >> 64);
}

static inline bool cells_have(cells_t cells, int cell)
{
    return cells_half(cells, cell) >> (cell & 63) & 1;
}

static inline int cells_count(cells_t cells)
{
    return __builtin_popcountll((uint64_t)cells) + __builtin_popcountll((uint64_t)(cells >> 64));
}

/* The lowest field of a set that is not empty. */
static inline int cells_first(cells_t cells)
{
    uint64_t low = (uint64_t)cells, high = (uint64_t)(cells >> 64);

    assert(cells != 0);
    return __builtin_ctzll(low ? low : high) + (low ? 0 : 64);
}

/* Takes the lowest field out of a set that is not empty. */
static inline int cells_take(cells_t *cells)
{
    int first = cells_first(*cells);

    *cells &= *cells - 1;
    return first;
}

/* Every field that has a neighbour in the set; also bits that are no fields. */
static inline cells_t cells_around(cells_t cells)
{
    cells_t pairs = cells | cells << STEP_Y;

    return cells << STEP_Y | cells >> STEP_Y | pairs << STEP_Z | pairs >> STEP_X;
}

/* The neighbours of a field that are in the set, as a window (ring.h). */
static inline uint64_t cells_window(cells_t cells, int cell)
{
    cells_t moved = cell < STEP_X ? cells << (STEP_X - cell) : cells >> (cell - STEP_X);

    return (uint64_t)moved & RING_WINDOW;
}

/* The same as a ring. */
static inline unsigned cells_ring(cells_t cells, int cell)
{
    return (unsigned)(cells_window(cells, cell) * RING_MAGIC >> RING_SHIFT);
}

/* The neighbours of a field that a ring names; also bits that are no fields. */
static inline cells_t ring_cells(unsigned ring, int cell)
{
    cells_t window = ring_window[ring];

    return cell < STEP_X ? window >> (STEP_X - cell) : window << (cell - STEP_X);
}

static inline int cell_at(int x, int y) { return STEP_X * x + STEP_Y * y + CELL_ORIGIN; }

/* Rows of x are 12 numbers apart and y is at most 5, so x is the nearest row. */
static inline int cell_x(int cell) { return (cell + 6) / STEP_X - BOARD_RADIUS; }

static inline int cell_y(int cell) { return cell - CELL_ORIGIN - STEP_X * cell_x(cell); }

static inline bool cell_is_on_board(int x, int y)
{
    return x >= -BOARD_RADIUS && x <= BOARD_RADIUS && y >= -BOARD_RADIUS && y <= BOARD_RADIUS &&
           x + y >= -BOARD_RADIUS && x + y <= BOARD_RADIUS;
}

#endif
