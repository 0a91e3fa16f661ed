#ifndef GAMES_PIRANHAS_COUNT_H
#define GAMES_PIRANHAS_COUNT_H

/*
 * How many moves each side has along a line with these ten cells (piranhas.h), counted one by one.
 * The program looks it up in a table that make_lines.c has made of it; a page, which would have to
 * download that table, counts each line once, when it meets it.
 */

#include <stdbool.h>

enum { COUNT_PLACES = 10, COUNT_LINES = 1 << 2 * COUNT_PLACES };

enum count_cell { COUNT_WATER, COUNT_RED, COUNT_BLUE, COUNT_NO_WATER };

static inline enum count_cell count_cell_at(int line, int place)
{
    return (enum count_cell)(line >> 2 * place & 3);
}

static inline bool count_is_fish(enum count_cell cell)
{
    return cell == COUNT_RED || cell == COUNT_BLUE;
}

static inline int count_fish(int line)
{
    int n = 0;

    for (int place = 0; place < COUNT_PLACES; place++)
        n += count_is_fish(count_cell_at(line, place));
    return n;
}

/* `step` is 1 or -1. */
static inline bool count_can_swim(int line, int from, int step, int distance)
{
    int to = from + step * distance;
    enum count_cell own = count_cell_at(line, from);

    if (to < 0 || to >= COUNT_PLACES || count_cell_at(line, to) == own ||
        count_cell_at(line, to) == COUNT_NO_WATER)
        return false;
    for (int place = from + step; place != to; place += step) {
        if (count_is_fish(count_cell_at(line, place)) && count_cell_at(line, place) != own)
            return false;
    }
    return true;
}

static inline int count_moves_of(int line, enum count_cell own)
{
    int distance = count_fish(line), moves = 0;

    for (int place = 0; place < COUNT_PLACES; place++) {
        if (count_cell_at(line, place) == own)
            moves += count_can_swim(line, place, 1, distance) +
                     count_can_swim(line, place, -1, distance);
    }
    return moves;
}

/* Red's number is in the lower four bits, blue's in the upper four; there are never more than
 * six. */
static inline int count_moves_along(int line)
{
    return count_moves_of(line, COUNT_RED) + 16 * count_moves_of(line, COUNT_BLUE);
}

#endif
