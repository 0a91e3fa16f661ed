#ifndef GAMES_HIVE_HIVE_H
#define GAMES_HIVE_HIVE_H

/*
 * Hive 2020: the position behind struct position.body, the packing of moves, and what the files of
 * this folder share.  Private to this folder.
 */

#include "game/game.h"
#include "games/hive/cells.h"

#include <assert.h>

/* In the order of the letters Q S B G A. */
enum kind { KIND_QUEEN, KIND_SPIDER, KIND_BEETLE, KIND_GRASSHOPPER, KIND_ANT, KIND_COUNT };

enum {
    HIVE_SET_SIZE = 11,
    HIVE_BRAMBLES = 3,       /* of a new game; a text may have any number */
    HIVE_TURN_MAX = 60,      /* then the 31st round begins: over */
    HIVE_QUEEN_DEADLINE = 6, /* from this turn on a queen in hand must be placed */
    HIVE_COVERED_MAX = 23,   /* pieces under others; two sets have 20 beetles at most */
    /* n movable pieces on e empty fields: n * e drags, 5 * e placements, with n + e <= 91 */
    HIVE_MOVES_MAX = 48 * 48,
    HIVE_PATH_MAX = BOARD_FIELDS,
};

/* A kind in the low bits, the side above them. */
static inline uint8_t piece_make(enum side side, enum kind kind)
{
    assert(side < SIDE_NONE && kind < KIND_COUNT);
    return (uint8_t)(side << 3 | kind);
}
static inline enum kind piece_kind(unsigned piece) { return (enum kind)(piece & 7); }
static inline enum side piece_side(unsigned piece) { return (enum side)(piece >> 3); }

/* A number of pieces of each kind: four bits per kind. */
static inline uint32_t hand_one(enum kind kind) { return UINT32_C(1) << 4 * kind; }
static inline int hand_count(uint32_t hand, enum kind kind)
{
    assert(kind < KIND_COUNT);
    return hand >> 4 * kind & 15;
}

#define HIVE_SET_BOOK     UINT32_C(0x33221) /* QSSBBGGGAAA */
#define HIVE_SERVER_WORDS "hand=QSSSBBGGAAA"

struct hive {
    cells_t kind[KIND_COUNT]; /* fields by the kind of their top piece */
    cells_t owner[SIDE_NONE]; /* fields by the side of their top piece */
    cells_t reach[SIDE_NONE]; /* everything beside an owned field */
    cells_t brambles;
    cells_t stacked; /* fields with two pieces or more */
    struct {
        uint8_t cell;
        uint8_t piece;
    } covered[HIVE_COVERED_MAX]; /* what lies under a top piece: by field, then from below */
    uint8_t covered_count;
    uint8_t queen[SIDE_NONE]; /* her field, also under beetles; CELL_NONE while in hand */
    uint8_t is_split;         /* the pieces are not connected; only a text can say so */
    int8_t euler;             /* connected parts minus the holes they enclose */
    uint32_t set;             /* what each side has at the start */
    uint32_t hand[SIDE_NONE]; /* what is left of it */
};

_Static_assert(sizeof(struct hive) <= GAME_BODY_MAX, "a hive fits into a position");
_Static_assert(offsetof(struct position, body) + sizeof(struct hive) <= 256, "and copies fast");

static inline struct hive *hive_body(struct position *pos) { return (struct hive *)pos->body; }
static inline const struct hive *hive_of(const struct position *pos)
{
    return (const struct hive *)pos->body;
}

static inline cells_t hive_occupied(const struct hive *hive)
{
    return hive->owner[SIDE_RED] | hive->owner[SIDE_BLUE];
}

/* Fields that can take a piece from a hand: no piece, no bramble. */
static inline cells_t hive_empty(const struct hive *hive)
{
    return CELLS_BOARD & ~(hive_occupied(hive) | hive->brambles);
}

/* The kind of the top piece, without branches, which would be mispredicted. */
static inline enum kind hive_top_kind(const struct hive *hive, int cell)
{
    int kind = KIND_QUEEN;

    for (int i = KIND_QUEEN + 1; i < KIND_COUNT; i++)
        kind += i * cells_have(hive->kind[i], cell);
    return (enum kind)kind;
}

/* A side whose queen is overdue may do nothing but place her. */
static inline bool hive_queen_is_overdue(const struct position *pos)
{
    assert(pos->side < SIDE_NONE);
    return pos->turn >= HIVE_QUEEN_DEADLINE && hive_of(pos)->queen[pos->side] == CELL_NONE;
}

/*
 * Moves: the field to go to in the low byte, above it the field to come from, or HIVE_HAND + kind
 * for a piece from the hand.  A skip goes from nowhere to nowhere.
 */
enum { HIVE_HAND = 128, HIVE_SKIP = CELL_NONE << 8 | CELL_NONE };

static inline move_t hive_drag(int from, int to) { return (move_t)(from << 8 | to); }
static inline move_t hive_place(enum kind kind, int to) { return hive_drag(HIVE_HAND + kind, to); }
static inline int hive_to(move_t move) { return move & 255; }
static inline int hive_from(move_t move) { return move >> 8 & 255; }
static inline bool hive_is_place(move_t move) { return hive_from(move) >= HIVE_HAND; }
static inline enum kind hive_kind(move_t move) { return (enum kind)(hive_from(move) - HIVE_HAND); }

/* rules.c */
extern const struct game_rules hive_rules;

/* moves.c */
int hive_moves(const struct position *pos, move_t out[]);
int hive_count(const struct position *pos);
bool hive_legal(const struct position *pos, move_t move);
/* Where the side to move may place a piece, no matter which. */
cells_t hive_placement_fields(const struct position *pos);
/* Pieces of a side that may be lifted without breaking the hive. */
cells_t hive_movable(const struct hive *hive, enum side side);
/* Where the top piece of this field can go once it is lifted, the one-hive rule aside. */
cells_t hive_targets(const struct hive *hive, int cell);
/* The fields that an ant or a spider comes by on a legal move, both ends included: how many. */
int hive_move_path(const struct hive *hive, move_t move, uint8_t path[HIVE_PATH_MAX]);

/* pins.c */
/* Is this one piece without gaps?  Nothing at all counts as one. */
bool hive_is_connected(cells_t cells);
/* The fields of a set that hang together with these. */
cells_t hive_part(cells_t cells, cells_t from);
/* Fields whose only piece holds the hive together. */
cells_t hive_pinned(const struct hive *hive);

/* board.c: changes of the pieces that keep key and derived fields right; turn and side are not
 * their business. */
void hive_put_piece(struct position *pos, int cell, unsigned piece);
/* Starts an empty board of this set. */
void hive_clear(struct position *pos, uint32_t set, enum ruleset ruleset);
void hive_put_bramble(struct position *pos, int cell); /* a bramble */
void hive_set_turn(struct position *pos, int turn);

/* setup.c */
bool hive_setup(struct position *pos, uint64_t seed, const struct game_options *options,
                struct err *why);

/* board.c */
void hive_play(struct position *pos, move_t move);

/* rules.c */
/* Empty fields beside a side's queen; -1 while she is in hand. */
int hive_queen_free_fields(const struct hive *hive, enum side side);

/* referee.c */
enum verdict hive_read_move(const struct position *pos, struct slice words, move_t *out,
                            struct err *why);
/* May the side to move place a piece of this kind, somewhere? */
bool hive_can_place(const struct position *pos, enum kind kind, struct err *why);
/* Has the side to move a piece on this field that can go somewhere? */
bool hive_can_move_from(const struct position *pos, int cell, struct err *why);

/* text.c */
void hive_print_position(const struct position *pos, struct buf *out);
bool hive_parse_position(struct slice text, struct position *pos, struct err *why);
/* What follows the fields: side, turn and the words of the game. */
void hive_print_tail(const struct position *pos, struct buf *out);
/* The letters of the pieces on a field, from below; there is one. */
void hive_print_stack(const struct hive *hive, int cell, struct buf *out);
void hive_print_move(const struct position *pos, move_t move, struct buf *out);
void hive_print_cell(int cell, struct buf *out);
/* Reads "x,y"; numbers beyond the board are taken too. */
bool hive_parse_cell(struct slice *text, int *x, int *y);
char hive_letter_of_kind(enum kind kind);
/* The kind of an upper-case letter; false if it is none. */
bool hive_kind_of_letter(char letter, enum kind *kind);
/* Q, S … of red, q, s … of blue. */
char hive_letter_of_piece(unsigned piece);
bool hive_read_piece(char letter, unsigned *piece);
/* Reads the letters of a set: eleven pieces, one queen. */
bool hive_read_set(struct slice letters, uint32_t *set);

#endif
