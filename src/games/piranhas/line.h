#ifndef GAMES_PIRANHAS_LINE_H
#define GAMES_PIRANHAS_LINE_H

/* Rows, columns and diagonals as numbers made of their cells, and squares on them. */

#include "game/game.h"

#include <assert.h>

/* The lines by number: rows, columns, rising and falling diagonals. */
enum { FIRST_COLUMN = 10, FIRST_RISING = 20, FIRST_FALLING = 39, LINES = 58 };

enum { BOARD_SIZE = 10 };

/* What is on a place of a line.  A line is its ten cells, place 0 in the lowest two bits; the
 * places beyond the end of a short diagonal are no water. */
enum cell { CELL_WATER, CELL_RED, CELL_BLUE, CELL_NO_WATER };

/* A square is 16 * row + column: its hexadecimal digits are its coordinates. */
static inline int square_at(int x, int y) { return 16 * y + x; }
static inline int column_of(int square) { return square & 15; }
static inline int row_of(int square) { return square >> 4; }

static inline bool square_is_on_board(int x, int y)
{
    return x >= 0 && x < BOARD_SIZE && y >= 0 && y < BOARD_SIZE;
}

/* The four lines through a square. */
enum axis { AXIS_ROW, AXIS_COLUMN, AXIS_RISING, AXIS_FALLING, AXES };

static inline int line_of(int square, enum axis axis)
{
    int x = column_of(square), y = row_of(square);

    assert(axis < AXES);
    switch (axis) {
    case AXIS_ROW:
        return y;
    case AXIS_COLUMN:
        return FIRST_COLUMN + x;
    case AXIS_RISING:
        return FIRST_RISING + 9 + x - y;
    case AXIS_FALLING:
    case AXES:
        break;
    }
    return FIRST_FALLING + x + y;
}

/* Where on its line a square is.  Rows and diagonals begin on the left, columns at the bottom; so a
 * line's cells beyond its end are the highest, which keeps the part of the table in use small. */
static inline int place_of(int square, enum axis axis)
{
    int x = column_of(square), y = row_of(square), from_top = BOARD_SIZE - 1 - y;

    assert(axis < AXES);
    switch (axis) {
    case AXIS_ROW:
        return x;
    case AXIS_COLUMN:
        return y;
    case AXIS_RISING:
        return x < y ? x : y;
    case AXIS_FALLING:
    case AXES:
        break;
    }
    return x < from_top ? x : from_top;
}

/* What the next place of a line adds to a square. */
static inline int step_along(enum axis axis)
{
    static const int steps[AXES] = {
        [AXIS_ROW] = 1, [AXIS_COLUMN] = 16, [AXIS_RISING] = 17, [AXIS_FALLING] = -15};

    assert(axis < AXES);
    return steps[axis];
}

static inline enum cell line_cell(uint32_t line, int place)
{
    assert(place >= 0 && place < BOARD_SIZE);
    return (enum cell)(line >> 2 * place & 3);
}

static inline enum cell cell_of(enum side side) { return side == SIDE_RED ? CELL_RED : CELL_BLUE; }

/* The places with fish of this side: a bit for each place, two bits apart. */
static inline uint32_t line_fish(uint32_t line, enum side side)
{
    uint32_t low = line & 0x55555, high = line >> 1 & 0x55555;

    return side == SIDE_RED ? low & ~high : high & ~low;
}

/* How many fish of both sides are on a line: the distance of every move along it. */
static inline int line_distance(uint32_t line)
{
    return __builtin_popcount((line ^ line >> 1) & 0x55555);
}

/* Whether a fish of `side` on place `from` may swim to place `to`, which is as far as it has to
 * be. */
static inline bool line_can_swim(uint32_t line, enum side side, int from, int to)
{
    if (to < 0 || to >= BOARD_SIZE)
        return false;
    if (line_cell(line, to) == cell_of(side) || line_cell(line, to) == CELL_NO_WATER)
        return false;

    int low = from < to ? from : to, high = from < to ? to : from;
    uint32_t between = (1u << 2 * high) - (1u << 2 * (low + 1));
    return !(line_fish(line, game_other(side)) & between);
}

#endif
