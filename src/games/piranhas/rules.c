/* The rules of Piranhas: setup, moves, the end.  Words are judged in referee.c. */

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

/* Changes the cell of a square on its four lines by exclusive or, and counts the moves along. */
static inline void flip_cells(struct piranhas *game, int square, enum cell cell)
{
    int red = game->moves[SIDE_RED], blue = game->moves[SIDE_BLUE];

    for (int i = 0; i < AXES; i++) {
        enum axis axis = (enum axis)i;
        uint32_t *line = &game->lines[line_of(square, axis)];
        int before = line_moves[*line];
        *line ^= (uint32_t)cell << 2 * place_of(square, axis);
        int after = line_moves[*line];
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

/* The end of a round: the only time when swarms count.  A ruleset's word on shoals without fish
 * comes before this. */
static struct ending swarm_ending(const struct position *pos)
{
    const struct piranhas *game = piranhas_in(pos);
    const struct shoal *red = &game->fish[SIDE_RED], *blue = &game->fish[SIDE_BLUE];
    bool is_red_united = piranhas_is_united(red), is_blue_united = piranhas_is_united(blue);

    if (!is_red_united && !is_blue_united)
        return (struct ending){0};
    if (!is_blue_united)
        return (struct ending){"swarm", SIDE_RED};
    if (!is_red_united)
        return (struct ending){"swarm", SIDE_BLUE};

    int lead = shoal_size(red) - shoal_size(blue);
    if (lead != 0)
        return (struct ending){"swarm", lead > 0 ? SIDE_RED : SIDE_BLUE};
    /* The official server overlooked this case and let the game go on. */
    if (pos->ruleset == RULES_SERVER)
        return (struct ending){0};
    return (struct ending){"swarm", SIDE_NONE};
}

/* Without fish a side has lost: at once if it is its turn, otherwise at the end of the round.  A
 * board without any fish can only be set up by hand; nobody has won there. */
static struct ending fishless_ending(const struct position *pos)
{
    const struct piranhas *game = piranhas_in(pos);
    bool has_red = shoal_size(&game->fish[SIDE_RED]) > 0;
    bool has_blue = shoal_size(&game->fish[SIDE_BLUE]) > 0;

    if (!has_red && !has_blue)
        return (struct ending){"nofish", SIDE_NONE};
    if (!has_blue)
        return (struct ending){"nofish", SIDE_RED};
    if (!has_red && side_of_turn(pos->turn) == SIDE_RED)
        return (struct ending){"nofish", SIDE_BLUE};
    return (struct ending){0};
}

static struct ending limit_ending(const struct piranhas *game)
{
    int lead = piranhas_swarms(&game->fish[SIDE_RED]).largest -
               piranhas_swarms(&game->fish[SIDE_BLUE]).largest;
    enum side winner = lead > 0 ? SIDE_RED : lead < 0 ? SIDE_BLUE : SIDE_NONE;

    return (struct ending){"roundlimit", winner};
}

struct ending piranhas_ending(const struct position *pos)
{
    const struct piranhas *game = piranhas_in(pos);
    enum side side = side_of_turn(pos->turn);
    bool is_round_over = side == SIDE_RED;
    struct ending ending = {0};

    if (pos->ruleset == RULES_BOOK)
        ending = fishless_ending(pos);
    if (!ending.reason && is_round_over)
        ending = swarm_ending(pos);
    if (!ending.reason && pos->turn >= TURN_LIMIT)
        ending = limit_ending(game);
    if (!ending.reason && game->moves[side] == 0)
        ending = (struct ending){"nomove", game_other(side)};
    return ending;
}

/* Says quickly that the game goes on; what it cannot exclude is for piranhas_ending(). */
static bool goes_on_for_sure(const struct position *pos, enum side side)
{
    const struct piranhas *game = piranhas_in(pos);

    if (game->moves[side] == 0)
        return false;
    if (side == SIDE_BLUE)
        return true;
    return pos->turn < TURN_LIMIT && piranhas_is_surely_split(&game->fish[SIDE_RED]) &&
           piranhas_is_surely_split(&game->fish[SIDE_BLUE]);
}

static void start_turn(struct position *pos)
{
    enum side side = side_of_turn(pos->turn);
    bool is_over = !goes_on_for_sure(pos, side) && piranhas_ending(pos).reason;

    pos->side = (uint8_t)(is_over ? SIDE_NONE : side);
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

/* Whether a fish of `side` on place `from` may swim to place `to`, which is as far as it has to be. */
static inline bool can_swim(uint32_t line, enum side side, int from, int to)
{
    if (to < 0 || to >= BOARD_SIZE)
        return false;
    if (cell_at(line, to) == cell_of(side) || cell_at(line, to) == CELL_NO_WATER)
        return false;

    int low = from < to ? from : to, high = from < to ? to : from;
    uint32_t between = (1u << 2 * high) - (1u << 2 * (low + 1));
    return !(line_fish(line, game_other(side)) & between);
}

/* Parallel lines: which ones, and what one place on adds to a square. */
static const struct {
    int first, count, step;
} families[AXES] = {
    [AXIS_ROW] = {0, 10, 1},
    [AXIS_COLUMN] = {10, 10, 16},
    [AXIS_RISING] = {20, 19, 17},
    [AXIS_FALLING] = {39, 19, -15},
};

/* The square on place 0 of the k-th line of a family. */
static int first_square(enum axis axis, int k)
{
    switch (axis) {
    case AXIS_ROW:
        return square_at(0, k);
    case AXIS_COLUMN:
        return square_at(k, 0);
    case AXIS_RISING:
        return k < 9 ? square_at(0, 9 - k) : square_at(k - 9, 0);
    case AXIS_FALLING:
    case AXES:
        break;
    }
    return k < 9 ? square_at(0, k) : square_at(k - 9, 9);
}

/* Adds the moves along a line whose place 0 is `square`. */
static move_t *add_moves(move_t *out, uint32_t line, enum side side, const int geometry[2])
{
    int n = line_distance(line), square = geometry[0], step = geometry[1];

    for (uint32_t fish = line_fish(line, side); fish; fish &= fish - 1) {
        int place = __builtin_ctz(fish) / 2, from = square + place * step;
        if (can_swim(line, side, place, place + n))
            *out++ = move_make(from, from + n * step);
        if (can_swim(line, side, place, place - n))
            *out++ = move_make(from, from - n * step);
    }
    return out;
}

static int moves(const struct position *pos, move_t out[])
{
    const struct piranhas *game = piranhas_in(pos);
    enum side side = (enum side)pos->side;
    move_t *end = out;

    if (side == SIDE_NONE)
        return 0;
    for (int axis = 0; axis < AXES; axis++) {
        for (int k = 0; k < families[axis].count; k++) {
            uint32_t line = game->lines[families[axis].first + k];
            int square = first_square((enum axis)axis, k), step = families[axis].step;
            if (line_moves[line] >> 4 * side & 15)
                end = add_moves(end, line, side, (int[]){square, step});
        }
    }
    return (int)(end - out);
}

static int count(const struct position *pos)
{
    return pos->side == SIDE_NONE ? 0 : piranhas_in(pos)->moves[pos->side];
}

static bool legal(const struct position *pos, move_t move)
{
    int from = move_from(move), to = move_to(move);
    int dx = column_of(to) - column_of(from), dy = row_of(to) - row_of(from);

    if (pos->side == SIDE_NONE || move != move_make(from, to))
        return false;
    if (!is_on_board(column_of(from), row_of(from)) || !is_on_board(column_of(to), row_of(to)))
        return false;
    if (dx != 0 && dy != 0 && dx != dy && dx != -dy)
        return false;

    enum axis axis = dy == 0    ? AXIS_ROW
                     : dx == 0  ? AXIS_COLUMN
                     : dx == dy ? AXIS_RISING
                                : AXIS_FALLING;
    uint32_t line = piranhas_in(pos)->lines[line_of(from, axis)];
    int distance = place_of(to, axis) - place_of(from, axis);
    if (cell_at(line, place_of(from, axis)) != cell_of((enum side)pos->side))
        return false;
    if (distance != line_distance(line) && -distance != line_distance(line))
        return false;
    return can_swim(line, (enum side)pos->side, place_of(from, axis), place_of(to, axis));
}

static void result(const struct position *pos, struct game_result *result)
{
    const struct piranhas *game = piranhas_in(pos);
    struct ending ending = {.winner = SIDE_NONE};

    if (pos->side == SIDE_NONE)
        ending = piranhas_ending(pos);
    *result = (struct game_result){.winner = ending.winner, .reason = ending.reason};
    for (int side = SIDE_RED; side <= SIDE_BLUE; side++) {
        bool is_draw = ending.reason && ending.winner == SIDE_NONE;
        result->score[side][0] = is_draw ? 1 : (int)ending.winner == side ? 2 : 0;
        result->score[side][1] = piranhas_swarms(&game->fish[side]).largest;
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
