/* The rules of Piranhas: boards and moves.  The end is in ending.c, words are judged in referee.c. */

#include "games/piranhas/piranhas.h"

#include "game/text.h"
#include "games/piranhas/lines.h"

/* What a fish, an octopus, a turn and a ruleset add to the key. */
enum { KEY_FISH = 1, KEY_OCTOPUS = 1024, KEY_SERVER = 2048 };
static const uint64_t key_of_turn = UINT64_C(0x9e3779b97f4a7c15);

static uint64_t key_of_fish(enum side side, int square)
{
    return rng_mix((uint64_t)(KEY_FISH + 256 * (int)side + square));
}

/* Changes a square on its four lines: water becomes this cell, and this cell becomes water.  The
 * moves along the lines are counted again. */
static inline void flip_cells(struct piranhas *game, int square, enum cell cell)
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
    game->moves[SIDE_RED] = (uint16_t)red;
    game->moves[SIDE_BLUE] = (uint16_t)blue;
}

/* Puts a fish on a square or takes it away. */
static inline void flip_fish(struct piranhas *game, enum side side, int square)
{
    game->fish[side].half[row_of(square) / SHOAL_ROWS] ^= shoal_bit(square);
    flip_cells(game, square, cell_of(side));
}

static void start_turn(struct position *pos)
{
    pos->side = (uint8_t)(piranhas_is_over(pos) ? SIDE_NONE : side_of_turn(pos->turn));
}

static void play(struct position *pos, move_t move)
{
    struct piranhas *game = piranhas_of(pos);
    enum side side = (enum side)pos->side, enemy = game_other(side);
    int from = move_from(move), to = move_to(move);

    if (shoal_has(&game->fish[enemy], to)) {
        flip_fish(game, enemy, to);
        pos->key -= key_of_fish(enemy, to);
    }
    flip_fish(game, side, from);
    flip_fish(game, side, to);
    pos->key += key_of_fish(side, to) - key_of_fish(side, from) + key_of_turn;

    pos->turn++;
    start_turn(pos);
}

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

/* Adds those of the ways that no enemy bars.  `between` are the places between their ends, seen from
 * the lower one.  Every move is written and stays only if it may: there is nothing to foresee for a
 * branch. */
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

static inline int moves_of(const struct piranhas *game, enum side side, move_t out[])
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
    return (int)(end - out);
}

/* The side is known while compiling: a branch less for each line. */
static int moves(const struct position *pos, move_t out[])
{
    switch ((enum side)pos->side) {
    case SIDE_RED:
        return moves_of(piranhas_in(pos), SIDE_RED, out);
    case SIDE_BLUE:
        return moves_of(piranhas_in(pos), SIDE_BLUE, out);
    case SIDE_NONE:
        break;
    }
    return 0;
}

static int count(const struct position *pos)
{
    return pos->side == SIDE_NONE ? 0 : piranhas_in(pos)->moves[pos->side];
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

static bool is_square(int square) { return is_on_board(column_of(square), row_of(square)); }

static bool legal(const struct position *pos, move_t move)
{
    enum side side = (enum side)pos->side;
    int from = move_from(move), to = move_to(move);
    enum axis axis = axis_between(from, to);

    if (side == SIDE_NONE || move != move_make(from, to))
        return false;
    if (!is_square(from) || !is_square(to) || axis == AXES)
        return false;

    uint32_t line = piranhas_in(pos)->lines[line_of(from, axis)];
    int start = place_of(from, axis), end = place_of(to, axis), n = line_distance(line);
    if (cell_at(line, start) != cell_of(side) || (end != start + n && end != start - n))
        return false;
    return line_can_swim(line, side, start, end);
}

static void result(const struct position *pos, struct game_result *out)
{
    const struct piranhas *game = piranhas_in(pos);
    struct ending ending = {.winner = SIDE_NONE};

    if (pos->side == SIDE_NONE)
        ending = piranhas_ending(pos);
    *out = (struct game_result){.winner = ending.winner, .reason = ending.reason};
    for (int side = SIDE_RED; side <= SIDE_BLUE; side++) {
        bool is_draw = ending.reason && ending.winner == SIDE_NONE;
        out->score[side][0] = is_draw ? 1 : (int)ending.winner == side ? 2 : 0;
        out->score[side][1] = piranhas_swarms(&game->fish[side]).largest;
    }
}

void piranhas_clear(struct position *pos, enum ruleset ruleset)
{
    struct piranhas *game = piranhas_of(pos);

    *pos = (struct position){.side = SIDE_NONE, .ruleset = (uint8_t)ruleset};
    if (ruleset == RULES_SERVER)
        pos->key = rng_mix(KEY_SERVER);
    for (int i = 0; i < LINES; i++)
        game->lines[i] = (1u << 2 * BOARD_SIZE) - 1;
    for (int y = 0; y < BOARD_SIZE; y++) {
        for (int x = 0; x < BOARD_SIZE; x++)
            flip_cells(game, square_at(x, y), CELL_NO_WATER);
    }
}

void piranhas_put_fish(struct position *pos, enum side side, int square)
{
    flip_fish(piranhas_of(pos), side, square);
    pos->key += key_of_fish(side, square);
}

void piranhas_put_octopus(struct position *pos, int square)
{
    flip_cells(piranhas_of(pos), square, CELL_NO_WATER);
    pos->key += rng_mix((uint64_t)(KEY_OCTOPUS + square));
}

void piranhas_start(struct position *pos, int turn)
{
    pos->turn = (uint16_t)turn;
    pos->key += (uint64_t)turn * key_of_turn;
    start_turn(pos);
}

static bool share_a_line(int a, int b)
{
    for (int axis = 0; axis < AXES; axis++) {
        if (line_of(a, (enum axis)axis) == line_of(b, (enum axis)axis))
            return true;
    }
    return false;
}

/* Two octopuses in the inner 6 x 6 squares, not on a common line: the first on any of them, the
 * second on any of those left. */
static void put_octopuses(struct position *pos, struct rng *rng)
{
    int squares[36], n = 0, left = 0;

    for (int x = 2; x < 8; x++) {
        for (int y = 2; y < 8; y++)
            squares[n++] = square_at(x, y);
    }
    int first = squares[rng_below(rng, n)];
    for (int i = 0; i < n; i++) {
        if (!share_a_line(first, squares[i]))
            squares[left++] = squares[i];
    }
    piranhas_put_octopus(pos, first);
    piranhas_put_octopus(pos, squares[rng_below(rng, left)]);
}

static bool setup(struct position *pos, uint64_t seed, const struct game_options *options,
                  struct err *why)
{
    struct rng rng = rng_make(seed);
    struct slice rest = options->words;
    struct slice word = slice_take_word(&rest);

    if (word.len > 0)
        return text_refuse(why, "bad_option", word);
    piranhas_clear(pos, options->ruleset);
    for (int i = 1; i <= 8; i++) {
        piranhas_put_fish(pos, SIDE_RED, square_at(0, i));
        piranhas_put_fish(pos, SIDE_RED, square_at(9, i));
        piranhas_put_fish(pos, SIDE_BLUE, square_at(i, 0));
        piranhas_put_fish(pos, SIDE_BLUE, square_at(i, 9));
    }
    put_octopuses(pos, &rng);
    piranhas_start(pos, 0);
    return true;
}

static const struct reason reasons[] = {
#define REASON(code, de, en) {code, {de, en}},
#include "games/piranhas/reasons.def"
#undef REASON
    {0},
};

const struct game_rules piranhas_rules = {
    .name = "piranhas",
    .title = "Piranhas 2019",
    .scores = {{"Gewinner", AGGREGATION_SUM}, {"∅ Schwarm", AGGREGATION_AVERAGE}},
    .score_count = 2,
    .body_size = sizeof(struct piranhas),
    .turn_max = TURN_LIMIT,
    .moves_max = MOVES_MAX,
    .reasons = reasons,
    .setup = setup,
    .moves = moves,
    .count = count,
    .read = piranhas_read,
    .legal = legal,
    .play = play,
    .result = result,
    .print = piranhas_print,
    .parse = piranhas_parse,
    .print_move = piranhas_print_move,
};
