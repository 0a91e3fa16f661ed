#ifndef GAMES_PIRANHAS_COUNT_LINE_MOVES_H
#define GAMES_PIRANHAS_COUNT_LINE_MOVES_H

/*
 * How many moves each side has along a line with these ten cells, counted one by one.  The program
 * looks it up in a table that make_lines.c has made of it; a page, which would have to download
 * that table, counts each line once, when it meets it.
 */

#include "games/piranhas/line.h"

enum { COUNT_LINES = 1 << 2 * BOARD_SIZE };

static inline int count_moves_of(uint32_t line, enum side side)
{
    int distance = line_distance(line), moves = 0;

    for (int place = 0; place < BOARD_SIZE; place++) {
        if (line_cell(line, place) == cell_of(side))
            moves += line_can_swim(line, side, place, place + distance) +
                     line_can_swim(line, side, place, place - distance);
    }
    return moves;
}

/* Red's number is in the lower four bits, blue's in the upper four; there are never more than
 * six. */
static inline int count_moves_along(uint32_t line)
{
    return count_moves_of(line, SIDE_RED) + 16 * count_moves_of(line, SIDE_BLUE);
}

#endif
