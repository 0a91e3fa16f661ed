#ifndef GAMES_PIRANHAS_PIRANHAS_H
#define GAMES_PIRANHAS_PIRANHAS_H

/*
 * Piranhas: the position of season 2019, the moves and what the files of this folder share.  Later
 * seasons (piranhas_2026.h) keep more, and begin their positions with this one.
 *
 * How far a fish swims depends only on its line, and so does whether it may.  So a position keeps
 * every row, column and diagonal as a number made of its cells; a table says how many moves there
 * are along a line with these cells (count_line_moves.h), and the number of all moves is a running
 * sum.
 */

#include "base/rng.h"
#include "games/piranhas/shoal.h"

enum {
    PIRANHAS_TURN_MAX = 60, /* 30 rounds */
    /* Along a line of ten a side has at most six moves: n fish, each up or down by n squares. */
    PIRANHAS_MOVES_MAX = 6 * LINES,
};

/* The body of a position, or the beginning of it in a later season. */
struct piranhas {
    struct shoal fish[SIDE_NONE];
    uint32_t lines[LINES];
    uint16_t moves[SIDE_NONE]; /* of each side, along all lines */
};

_Static_assert(sizeof(struct piranhas) <= GAME_BODY_MAX, "the position must fit into its body");

static inline struct piranhas *piranhas_body(struct position *pos)
{
    return (struct piranhas *)pos->body;
}

static inline const struct piranhas *piranhas_of(const struct position *pos)
{
    return (const struct piranhas *)pos->body;
}

/* A move is 256 * from + to; since the two differ it is never 0. */
static inline move_t piranhas_move(int from, int to) { return (move_t)(from << 8 | to); }
static inline int piranhas_from(move_t move) { return (int)(move >> 8 & 255); }
static inline int piranhas_to(move_t move) { return (int)(move & 255); }

static inline bool piranhas_has_octopus(const struct piranhas *game, int square)
{
    return line_cell(game->lines[row_of(square)], column_of(square)) == CELL_NO_WATER;
}

/* Red opens every round. */
static inline enum side piranhas_side_of_turn(int turn)
{
    return turn % 2 == 0 ? SIDE_RED : SIDE_BLUE;
}

/* How a game ends: `reason` is NULL while it goes on. */
struct piranhas_ending {
    const char *reason;
    enum side winner;
};

enum { SWARMS_MAX = BOARD_SIZE * BOARD_SIZE / 4 }; /* one in each block of four squares */

struct swarms {
    int count, largest;
};

/* swarm.c: which fish touch each other. */
struct swarms piranhas_swarms(const struct shoal *shoal);
/* The swarms one by one, the heaviest first; without weights the largest.  Returns how many. */
int piranhas_list_swarms(const struct shoal *shoal, const struct fish_weights *weights,
                         struct shoal out[SWARMS_MAX]);
bool piranhas_is_united(const struct shoal *shoal);

/* ending.c, season 2019: judged by the board and the turn; pos->side is not read. */
struct piranhas_ending piranhas_ending(const struct position *pos);
bool piranhas_is_over(const struct position *pos);

/* rules.c: builds a position. First an empty board, then fish and octopuses in any order, then the
 * start, which looks at the end of the game, too.  Fish and the start are those of season 2019. */
void piranhas_clear(struct position *pos, enum ruleset ruleset);
void piranhas_put_fish(struct position *pos, enum side side, int square);
void piranhas_put_octopus(struct position *pos, int square);
void piranhas_set_turn(struct position *pos, int turn);

/* setup.c: octopuses never do. */
bool piranhas_share_a_line(int a, int b);

/* text.c: the rows of a position's text from the top, joined by '/'; a blank follows.  What a
 * letter means is the season's business. */
typedef char piranhas_letter_on(const struct position *pos, int square);
typedef bool piranhas_put(struct position *pos, char letter, int square);
void piranhas_print_rows(const struct position *pos, piranhas_letter_on *letter_on,
                         struct buf *out);
bool piranhas_parse_rows(struct slice rows, struct position *pos, piranhas_put *put,
                         struct err *why);

/* moves.c, setup.c, text.c, referee.c: their places in the table of rules. */
int piranhas_moves(const struct position *pos, move_t out[]);
int piranhas_count(const struct position *pos);
bool piranhas_legal(const struct position *pos, move_t move);
bool piranhas_setup(struct position *pos, uint64_t seed, const struct game_options *options,
                    struct err *why);
void piranhas_print_position(const struct position *pos, struct buf *out);
bool piranhas_parse_position(struct slice text, struct position *pos, struct err *why);
void piranhas_print_move(const struct position *pos, move_t move, struct buf *out);
void piranhas_print_square(int square, struct buf *out);
enum verdict piranhas_read_move(const struct position *pos, struct slice words, move_t *out,
                                struct err *why);

/* rules.c: the table itself. */
extern const struct game_rules piranhas_rules;

#endif
