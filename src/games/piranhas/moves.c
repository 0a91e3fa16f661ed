/* All moves of a position, line by line. */

#include "games/piranhas/piranhas.h"

#include <assert.h>

/* Where a line runs: the square on its place 0, and what every place on adds to that. */
struct course {
    int square, step;
};

/* The ways along a line that end on the right cells: a bit for the lower end of each, as in
 * line_fish().  A move from there up to the other end is `first`, and each place on adds `step`. */
struct ways {
    uint32_t low_ends;
    int first, step;
};

/* Adds those of the ways that no enemy bars.  `between` are the places between their ends, seen
 * from the lower one.  Every move is written and stays only if it may: there is nothing to
 * foresee for a branch. */
static inline move_t *add_ways(move_t *out, struct ways ways, uint32_t enemies, uint32_t between)
{
    for (uint32_t ends = ways.low_ends; ends; ends &= ends - 1) {
        int end = __builtin_ctz(ends);
        *out = (move_t)(ways.first + (end >> 1) * ways.step);
        out += !(enemies >> end & between);
    }
    return out;
}

/* Adds the moves of a side along a line with fish of it: first those towards its end. */
static inline move_t *add_moves(move_t *out, uint32_t line, enum side side, struct course course)
{
    uint32_t own = line_fish(line, side), enemies = line_fish(line, game_other(side));
    uint32_t targets = ~(own | (line & line >> 1)) & 0x55555;
    int n = line_distance(line), start = course.square, end = start + n * course.step;
    uint32_t between = (1u << 2 * n) - 4;
    struct ways up = {own & targets >> 2 * n, 256 * start + end, 257 * course.step};
    struct ways down = {targets & own >> 2 * n, 256 * end + start, 257 * course.step};

    out = add_ways(out, up, enemies, between);
    return add_ways(out, down, enemies, between);
}

/* The moves along lines side by side: each next one begins `aside` from the last. */
static inline move_t *add_lines(move_t *out, const uint32_t lines[], int n, enum side side,
                                struct course course, int aside)
{
    for (int i = 0; i < n; i++, course.square += aside) {
        if (line_fish(lines[i], side))
            out = add_moves(out, lines[i], side, course);
    }
    return out;
}

__attribute__((always_inline)) static inline int moves_of(const struct piranhas *game,
                                                          enum side side, move_t out[])
{
    const uint32_t *lines = game->lines, *rising = lines + FIRST_RISING;
    const uint32_t *falling = lines + FIRST_FALLING;
    move_t *end = out;

    end = add_lines(end, lines, 10, side, (struct course){square_at(0, 0), 1}, 16);
    end = add_lines(end, lines + FIRST_COLUMN, 10, side, (struct course){square_at(0, 0), 16}, 1);
    end = add_lines(end, rising, 10, side, (struct course){square_at(0, 9), 17}, -16);
    end = add_lines(end, rising + 10, 9, side, (struct course){square_at(1, 0), 17}, 1);
    end = add_lines(end, falling, 10, side, (struct course){square_at(0, 0), -15}, 16);
    end = add_lines(end, falling + 10, 9, side, (struct course){square_at(1, 9), -15}, 1);
    assert(end - out == game->moves[side]);
    assert(end - out <= PIRANHAS_MOVES_MAX);
    return (int)(end - out);
}

/* The side is known while compiling: a branch less for each line. */
int piranhas_moves(const struct position *pos, move_t out[])
{
    switch ((enum side)pos->side) {
    case SIDE_RED:
        return moves_of(piranhas_of(pos), SIDE_RED, out);
    case SIDE_BLUE:
        return moves_of(piranhas_of(pos), SIDE_BLUE, out);
    case SIDE_NONE:
        break;
    }
    return 0;
}

int piranhas_count(const struct position *pos)
{
    return pos->side == SIDE_NONE ? 0 : piranhas_of(pos)->moves[pos->side];
}

/* The axis of the line through both squares, or AXES if there is none. */
static enum axis axis_between(int from, int to)
{
    int dx = column_of(to) - column_of(from), dy = row_of(to) - row_of(from);

    if (dy == 0)
        return AXIS_ROW;
    if (dx == 0)
        return AXIS_COLUMN;
    if (dx == dy)
        return AXIS_RISING;
    return dx == -dy ? AXIS_FALLING : AXES;
}

static bool is_square(int square) { return square_is_on_board(column_of(square), row_of(square)); }

bool piranhas_legal(const struct position *pos, move_t move)
{
    enum side side = (enum side)pos->side;
    int from = piranhas_from(move), to = piranhas_to(move);
    enum axis axis = axis_between(from, to);

    if (side == SIDE_NONE || move != piranhas_move(from, to))
        return false;
    if (!is_square(from) || !is_square(to) || axis == AXES)
        return false;

    uint32_t line = piranhas_of(pos)->lines[line_of(from, axis)];
    int start = place_of(from, axis), end = place_of(to, axis), n = line_distance(line);
    if (line_cell(line, start) != cell_of(side) || (end != start + n && end != start - n))
        return false;
    return line_can_swim(line, side, start, end);
}
