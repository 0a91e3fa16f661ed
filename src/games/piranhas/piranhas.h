#ifndef GAMES_PIRANHAS_PIRANHAS_H
#define GAMES_PIRANHAS_PIRANHAS_H

/*
 * Piranhas, season 2019: the position, the moves and what the files of this folder share.
 *
 * How far a fish swims depends only on its line, and so does whether it may.  So a position keeps
 * every row, column and diagonal as a number made of its cells; a table says how many moves there
 * are along a line with these cells (count.h), and the number of all moves is a running sum.
 */

#include "base/rng.h"
#include "game/game.h"

/* The lines by number: rows, columns, rising and falling diagonals. */
enum { FIRST_COLUMN = 10, FIRST_RISING = 20, FIRST_FALLING = 39, LINES = 58 };

enum {
    BOARD_SIZE = 10,
    TURN_LIMIT = 60, /* 30 rounds */
    /* Along a line of ten a side has at most six moves: n fish, each up or down by n squares. */
    MOVES_MAX = 6 * LINES,
};

/* The squares of one side's fish: rows 0 to 4 and rows 5 to 9.  A row takes 12 bits, the last two
 * of which stay empty, so that neighbours can be shifted without running into the next row. */
struct shoal {
    uint64_t half[2];
};

enum { SHOAL_ROW = 12, SHOAL_ROWS = 5 };

/* What is on a place of a line.  A line is its ten cells, place 0 in the lowest two bits; the places
 * beyond the end of a short diagonal are no water. */
enum cell { CELL_WATER, CELL_RED, CELL_BLUE, CELL_NO_WATER };

/* The body of a position. */
struct piranhas {
    struct shoal fish[SIDE_NONE];
    uint32_t lines[LINES];
    uint16_t moves[SIDE_NONE]; /* of each side, along all lines */
};

_Static_assert(sizeof(struct piranhas) <= GAME_BODY_MAX, "the position must fit into its body");

static inline struct piranhas *piranhas_of(struct position *pos)
{
    return (struct piranhas *)pos->body;
}

static inline const struct piranhas *piranhas_in(const struct position *pos)
{
    return (const struct piranhas *)pos->body;
}

/* A square is 16 * row + column: its hexadecimal digits are its coordinates. */
static inline int square_at(int x, int y) { return 16 * y + x; }
static inline int column_of(int square) { return square & 15; }
static inline int row_of(int square) { return square >> 4; }

static inline bool is_on_board(int x, int y)
{
    return x >= 0 && x < BOARD_SIZE && y >= 0 && y < BOARD_SIZE;
}

/* A move is 256 * from + to; since the two differ it is never 0. */
static inline move_t move_make(int from, int to) { return (move_t)(from << 8 | to); }
static inline int move_from(move_t move) { return (int)(move >> 8 & 255); }
static inline int move_to(move_t move) { return (int)(move & 255); }

/* The four lines through a square. */
enum axis { AXIS_ROW, AXIS_COLUMN, AXIS_RISING, AXIS_FALLING, AXES };

static inline int line_of(int square, enum axis axis)
{
    int x = column_of(square), y = row_of(square);

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

static inline enum cell cell_at(uint32_t line, int place)
{
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

static inline uint64_t shoal_bit(int square)
{
    return UINT64_C(1) << (row_of(square) % SHOAL_ROWS * SHOAL_ROW + column_of(square));
}

static inline bool shoal_has(const struct shoal *shoal, int square)
{
    return shoal->half[row_of(square) / SHOAL_ROWS] & shoal_bit(square);
}

static inline int shoal_size(const struct shoal *shoal)
{
    return __builtin_popcountll(shoal->half[0]) + __builtin_popcountll(shoal->half[1]);
}

static inline bool has_octopus(const struct piranhas *game, int square)
{
    return cell_at(game->lines[row_of(square)], column_of(square)) == CELL_NO_WATER;
}

/* Red opens every round. */
static inline enum side side_of_turn(int turn) { return turn % 2 == 0 ? SIDE_RED : SIDE_BLUE; }

/* How a game ends: `reason` is NULL while it goes on. */
struct ending {
    const char *reason;
    enum side winner;
};

enum { SWARMS_MAX = BOARD_SIZE * BOARD_SIZE / 4 }; /* one in each block of four squares */

struct swarms {
    int count, largest;
};

/* swarm.c: which fish touch each other. */
struct swarms piranhas_swarms(const struct shoal *shoal);
/* The swarms one by one, the largest first; returns how many. */
int piranhas_list_swarms(const struct shoal *shoal, struct shoal out[SWARMS_MAX]);
bool piranhas_is_united(const struct shoal *shoal);
bool piranhas_is_surely_split(const struct shoal *shoal); /* quick; false leaves it open */

/* ending.c: judged by the board and the turn; pos->side is not read. */
struct ending piranhas_ending(const struct position *pos);
bool piranhas_is_over(const struct position *pos);

/* rules.c: builds a position. First an empty board, then fish and octopuses in any order, then the
 * start, which looks at the end of the game, too. */
void piranhas_clear(struct position *pos, enum ruleset ruleset);
void piranhas_put_fish(struct position *pos, enum side side, int square);
void piranhas_put_octopus(struct position *pos, int square);
void piranhas_start(struct position *pos, int turn);

/* text.c, referee.c: their places in the table of rules. */
void piranhas_print(const struct position *pos, struct buf *out);
bool piranhas_parse(struct slice text, struct position *pos, struct err *why);
void piranhas_print_move(const struct position *pos, move_t move, struct buf *out);
void piranhas_print_square(int square, struct buf *out);
enum verdict piranhas_read(const struct position *pos, struct slice words, move_t *out,
                           struct err *why);

/* rules.c: the table itself, for those who talk about the game. */
extern const struct game_rules piranhas_rules;

#endif
