#include "games/piranhas/eval_order.h"

#include "base/minmax.h"
#include "games/piranhas/shape.h"
#include "search/eval.h"

#include <assert.h>
#include <stdlib.h>

/* The order value of a move: for each step towards the middle of the own fish, for coming into the
 * largest swarm or leaving it, for a capture. */
enum { ORDER_STEP = 24, ORDER_CAPTURE = 64, ORDER_JOIN = 48, ORDER_LEAVE = 32 };

enum { ROW_SQUARES = 16 }; /* numbers of squares in a row: ten of them are on the board */

/* The order value of leaving a square, and of coming to one. */
struct prospects {
    int16_t leaving[BOARD_SIZE * ROW_SQUARES], coming[BOARD_SIZE * ROW_SQUARES];
};

/* The squares of each kind in one row, a bit for each column. */
struct row {
    uint16_t main, near, enemies;
};

static uint16_t row_in(struct shoal shoal, int y)
{
    return (uint16_t)(shoal.half[y / SHOAL_ROWS] >> y % SHOAL_ROWS * SHOAL_ROW);
}

/* Column by column the same and without a branch, for the compiler to do many at once. */
static void look_along_row(struct row row, int steps_up, const int16_t steps_across[ROW_SQUARES],
                           int16_t leaving[ROW_SQUARES], int16_t coming[ROW_SQUARES])
{
    static const uint16_t column[ROW_SQUARES] = {1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 4,
                                                 1 << 5, 1 << 6, 1 << 7, 1 << 8, 1 << 9};

    for (int x = 0; x < ROW_SQUARES; x++) {
        int steps = int_max(steps_across[x], steps_up);
        int leave = row.main & column[x] ? ORDER_LEAVE : 0;
        int join = row.near & column[x] ? ORDER_JOIN : 0;
        int capture = row.enemies & column[x] ? ORDER_CAPTURE : 0;
        leaving[x] = (int16_t)(ORDER_STEP * steps - leave);
        coming[x] = (int16_t)(join + capture - ORDER_STEP * steps);
    }
}

static void look_around(const struct order_view *view, struct prospects *out)
{
    struct shoal near = shoal_touch(view->main);
    int16_t steps_across[ROW_SQUARES];

    assert(square_is_on_board(column_of(view->middle), row_of(view->middle)));
    for (int x = 0; x < ROW_SQUARES; x++)
        steps_across[x] = (int16_t)abs(x - column_of(view->middle));
    for (int y = 0; y < BOARD_SIZE; y++) {
        struct row row = {row_in(view->main, y), row_in(near, y), row_in(view->enemies, y)};
        look_along_row(row, abs(y - row_of(view->middle)), steps_across,
                       &out->leaving[ROW_SQUARES * y], &out->coming[ROW_SQUARES * y]);
    }
}

void piranhas_order_moves(const struct order_view *view, const move_t moves[], int n, int out[])
{
    struct prospects prospects;

    look_around(view, &prospects);
    for (int i = 0; i < n; i++)
        out[i] =
            prospects.leaving[piranhas_from(moves[i])] + prospects.coming[piranhas_to(moves[i])];
}

static void mark_forcing(move_t move, const move_t moves[], int n, int out[])
{
    for (int i = 0; i < n; i++) {
        if (moves[i] == move)
            out[i] += ORDER_VALUE_FORCING;
    }
}

void piranhas_mark_unions(const struct position *pos, const move_t moves[], int n, int out[])
{
    const struct piranhas *game = piranhas_of(pos);
    enum side side = (enum side)pos->side;
    move_t uniting[PIRANHAS_MOVES_MAX];
    struct shape shape;

    piranhas_find_swarms(&game->fish[side], &shape);
    int unite = piranhas_uniting_moves(game, side, &shape, uniting);
    for (int i = 0; i < unite; i++)
        mark_forcing(uniting[i], moves, n, out);
}
