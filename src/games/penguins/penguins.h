#ifndef GAMES_PENGUINS_PENGUINS_H
#define GAMES_PENGUINS_PENGUINS_H

/*
 * „Hey, danke für den Fisch!“ (2023): the position and the moves as the files of this folder see
 * them.
 *
 * A field is a number: 8 * row + column, a1 = 0 at the top left, h8 = 63.  The hexagons of odd rows
 * (2, 4, 6, 8 in notation) are shifted half a field to the right.  A board is 64 bits, one per
 * field.
 */

#include "game/game.h"

#include <assert.h>

enum {
    PENGUINS_ROW = 8, /* fields in a row, and rows */
    PENGUINS_FIELDS = 64,
    PENGUINS_TEAM = 4, /* a side with fewer penguins places, with as many it slides */
    PENGUINS_OFF_BOARD = -1,
    PENGUINS_NUMBER_MAX = 9999, /* turns and fish never exceed this; see text.c */
};

/* A board and the same board turned by 180 degrees, where field f is 63 - f.  A slide to the west
 * on the first is a slide to the east on the second, so that shifting in three directions serves
 * all six, two at a time. */
typedef uint64_t twin_t __attribute__((vector_size(16)));

struct penguins {
    twin_t floes; /* fields with fish; a penguin stands on a field without */
    twin_t team[SIDE_NONE];
    uint64_t plus_one; /* fish on a floe = 1 + plus_one + 2 * plus_two */
    uint64_t plus_two;
    uint16_t fish[SIDE_NONE]; /* caught so far */
    uint16_t choices;         /* how many moves the side to move has */
    uint16_t spare[5];
};

_Static_assert(sizeof(struct penguins) <= GAME_BODY_MAX, "the body is too small");

static inline struct penguins *penguins_body(struct position *pos)
{
    return (struct penguins *)pos->body;
}

static inline const struct penguins *penguins_of(const struct position *pos)
{
    return (const struct penguins *)pos->body;
}

static inline uint64_t penguins_bit(int field)
{
    assert(field >= 0 && field < PENGUINS_FIELDS);
    return UINT64_C(1) << field;
}

/* A field on the board and on its turned twin. */
static inline twin_t penguins_twin(int field)
{
    return (twin_t){penguins_bit(field), penguins_bit(63 - field)};
}

static inline int penguins_field(int column, int row) { return row * PENGUINS_ROW + column; }

static inline bool penguins_has(uint64_t board, int field) { return board >> field & 1; }

/* A place in doubled coordinates, where all rows agree: a step east is (2,0), a diagonal one
 * (±1,±1).  It need not be on the board. */
struct penguins_place {
    int x, y;
};

static inline struct penguins_place penguins_place_of(int field)
{
    int y = field / PENGUINS_ROW;

    return (struct penguins_place){.x = 2 * (field % PENGUINS_ROW) + y % 2, .y = y};
}

static inline bool penguins_is_on_board(struct penguins_place at)
{
    return at.x >= 0 && at.x < 2 * PENGUINS_ROW && at.y >= 0 && at.y < PENGUINS_ROW &&
           at.x % 2 == at.y % 2;
}

static inline int penguins_field_at(struct penguins_place at)
{
    assert(penguins_is_on_board(at));
    return penguins_field(at.x / 2, at.y);
}

/* One step on the straight way from one place to another. */
static inline struct penguins_place penguins_step(struct penguins_place at,
                                                  struct penguins_place end)
{
    int dy = (end.y > at.y) - (end.y < at.y), dx = (end.x > at.x) - (end.x < at.x);

    return (struct penguins_place){.x = at.x + (dy == 0 ? 2 * dx : dx), .y = at.y + dy};
}

/* Floes with exactly one fish: the only places for a new penguin. */
static inline uint64_t penguins_single(const struct penguins *ice)
{
    return ice->floes[0] & ~(ice->plus_one | ice->plus_two);
}

/* 0 for a hole or a penguin. */
static inline int penguins_fish(const struct penguins *ice, int field)
{
    return (int)(ice->floes[0] >> field & 1) + (int)(ice->plus_one >> field & 1) +
           2 * (int)(ice->plus_two >> field & 1);
}

static inline int penguins_fish_on(const struct penguins *ice, uint64_t floes)
{
    return __builtin_popcountll(floes & ice->floes[0]) +
           __builtin_popcountll(floes & ice->plus_one) +
           2 * __builtin_popcountll(floes & ice->plus_two);
}

/* Odd texts may have more than four penguins; then, too, nothing is left to place. */
static inline bool penguins_all_placed(const struct penguins *ice, enum side side)
{
    assert(side < SIDE_NONE);
    return __builtin_popcountll(ice->team[side][0]) >= PENGUINS_TEAM;
}

/* Moves: the kind in bits 12 and up, the target in bits 6..11, the origin of a slide in 0..5. */
enum { PENGUINS_SLIDE = 1, PENGUINS_PLACE = 2 };

static inline move_t penguins_slide(int from, int to)
{
    return (move_t)(PENGUINS_SLIDE << 12 | to << 6 | from);
}

static inline move_t penguins_place(int to) { return (move_t)(PENGUINS_PLACE << 12 | to << 6); }

static inline bool penguins_is_slide(move_t move) { return move >> 12 == PENGUINS_SLIDE; }
static inline int penguins_to(move_t move) { return (int)(move >> 6 & 63); }
static inline int penguins_from(move_t move) { return (int)(move & 63); }

/* What the text calls a field: '0'..'4' fish, 'R' or 'B'. */
char penguins_letter(const struct penguins *ice, int field);

/* Fills an empty position's field; false if the text has no such letter. */
bool penguins_put_letter(struct penguins *ice, int field, char letter);

/* Once board, fish, turn and ruleset are there: finds the side to move, the number of its moves
 * and the key. */
void penguins_complete(struct position *pos);

/* The parts of penguins_rules that live in files of their own. */
int penguins_moves(const struct position *pos, move_t out[]);
int penguins_count(const struct position *pos);
bool penguins_legal(const struct position *pos, move_t move);
bool penguins_setup(struct position *pos, uint64_t seed, const struct game_options *options,
                    struct err *why);
enum verdict penguins_read_move(const struct position *pos, struct slice words, move_t *out,
                                struct err *why);
void penguins_print_position(const struct position *pos, struct buf *out);
bool penguins_parse_position(struct slice text, struct position *pos, struct err *why);
void penguins_print_field(int field, struct buf *out);
/* Cuts `c5` off the words; false: they do not begin with the name of a field.  A name beyond the
 * board, such as `k9`, is one, too, and gives PENGUINS_OFF_BOARD. */
bool penguins_parse_field(struct slice *words, int *field);
void penguins_print_move(const struct position *pos, move_t move, struct buf *out);

#endif
