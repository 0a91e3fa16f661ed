#ifndef GAMES_PIRANHAS_BOARD_H
#define GAMES_PIRANHAS_BOARD_H

/* What every season does to a board, square by square. */

#include "games/piranhas/line_table.h"
#include "games/piranhas/piranhas.h"

#include <assert.h>

/* Changes a square on its four lines: water becomes this cell, and this cell becomes water.  The
 * moves along the lines are counted again. */
static inline void piranhas_flip_cells(struct piranhas *game, int square, enum cell cell)
{
    int red = game->moves[SIDE_RED], blue = game->moves[SIDE_BLUE];

    for (int i = 0; i < AXES; i++) {
        enum axis axis = (enum axis)i;
        uint32_t *line = &game->lines[line_of(square, axis)];
        int before = line_moves(*line);
        *line ^= (uint32_t)cell << 2 * place_of(square, axis);
        int after = line_moves(*line);
        red += (after & 15) - (before & 15);
        blue += (after >> 4) - (before >> 4);
    }
    assert(red >= 0 && blue >= 0);
    game->moves[SIDE_RED] = (uint16_t)red;
    game->moves[SIDE_BLUE] = (uint16_t)blue;
}

/* Puts a fish on a square or takes it away. */
static inline void piranhas_flip_fish(struct piranhas *game, enum side side, int square)
{
    game->fish[side].half[row_of(square) / SHOAL_ROWS] ^= shoal_bit(square);
    piranhas_flip_cells(game, square, cell_of(side));
}

static inline bool piranhas_is_water(const struct piranhas *game, int square)
{
    return line_cell(game->lines[row_of(square)], column_of(square)) == CELL_WATER;
}

/* Water everywhere; the memory is zero before. */
static inline void piranhas_clear_board(struct piranhas *game)
{
    for (int i = 0; i < LINES; i++)
        game->lines[i] = (1u << 2 * BOARD_SIZE) - 1;
    for (int y = 0; y < BOARD_SIZE; y++) {
        for (int x = 0; x < BOARD_SIZE; x++)
            piranhas_flip_cells(game, square_at(x, y), CELL_NO_WATER);
    }
}

#endif
