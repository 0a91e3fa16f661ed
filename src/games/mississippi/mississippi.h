#ifndef GAMES_MISSISSIPPI_MISSISSIPPI_H
#define GAMES_MISSISSIPPI_MISSISSIPPI_H

/*
 * Mississippi Queen: the river, two ships, and what a move leaves behind.  Private to this folder.
 *
 *   river.c       where the fields are (river.h)
 *   setup.c       draws a river, hides it, fills it again
 *   moves.c       all end states that a ship can reach (reach.c is its inner loop)
 *   escape.c      a quick look for any way on (escape.h)
 *   voyage.c      the movement rule, action by action (voyage.h)
 *   referee.c     executes a sender's actions; action_search.c finds actions
 *   view.c        the board as JSON; move_builder.c, edit.c a move, a position under construction
 *   rules.c       what happens after a move, the end of the game
 *   precompute.c  distances that stay the same for a whole search
 *   race.c        how many turns a ship still needs (race.h)
 *   candidates.c  the moves worth a look; trap.c those that leave the opponent without one
 *   text.c, eval.c, plain.c as in every game; files of season 2024 end in _2024
 */

#include "game/game.h"

enum {
    RIVER_SEGMENTS = 8,
    RIVER_SEGMENT_FIELDS = 20,
    RIVER_PLACES = RIVER_SEGMENTS * RIVER_SEGMENT_FIELDS,
    RIVER_DIRECTIONS = 6,
    SHIP_SPEED_MAX = 6,
    SHIP_PASSENGERS_MAX = 2,     /* aboard one ship */
    SEGMENT_POINTS = 5,          /* also the points of a passenger */
    MISSISSIPPI_TURN_LIMIT = 60, /* 30 rounds */
    LAG_SEGMENTS = 4,            /* so far ahead wins */
    SHIP_COAL_MAX = 99,          /* in a position's text; a game starts with 6 */
    RIVER_NO_PLACE = -1,
    RIVER_WAY_MAX = 200,   /* half fields to the goal; stands for no way at all */
    RIVER_SEGMENT_WAY = 8, /* half fields; its last row is the first one of the next segment */
    DIR_HIDDEN = 6,
};

enum field {
    FIELD_NONE, /* hidden in `field`; no field at all in a look-up */
    FIELD_WATER,
    FIELD_LOG,
    FIELD_SANDBANK,
    FIELD_GOAL, /* the last kind that a ship can enter */
    FIELD_ISLAND,
    FIELD_PASSENGER, /* + direction to the dock: 0 .. 5 */
    FIELD_KINDS = FIELD_PASSENGER + RIVER_DIRECTIONS,
    /* Only season 2024: a passenger's field after it went aboard, + direction of the dock. */
    FIELD_EMPTIED = FIELD_KINDS,
    FIELD_KINDS_2024 = FIELD_EMPTIED + RIVER_DIRECTIONS,
};

/* Directions count counter-clockwise. */
enum { DIR_RIGHT, DIR_UP_RIGHT, DIR_UP_LEFT, DIR_LEFT, DIR_DOWN_LEFT, DIR_DOWN_RIGHT };

enum mississippi_end { END_NONE, END_GOAL, END_LAG, END_ROUNDLIMIT, END_NOMOVE };

struct ship {
    int8_t x, y;
    uint8_t dir;
    uint8_t speed; /* 1 .. 6 */
    uint8_t coal;
    uint8_t passengers;
    uint8_t free_turns; /* 1, or 2 after being pushed */
    uint8_t place; /* where x,y is: segment * RIVER_SEGMENT_FIELDS + index, lowest segment first */
};

struct mississippi {
    struct ship ship[2]; /* by enum side */
    uint64_t board_key;  /* hash of directions and fields */
    /* enum field, in the fixed order of the official XML */
    uint8_t field[RIVER_SEGMENTS][RIVER_SEGMENT_FIELDS];
    int8_t centre_x[RIVER_SEGMENTS], centre_y[RIVER_SEGMENTS]; /* 0 where hidden */
    uint8_t dir[RIVER_SEGMENTS];                               /* of the segment; DIR_HIDDEN */
    uint8_t known;  /* segments 0 .. known-1 are not hidden */
    uint8_t latest; /* highest segment any ship has ever been on */
    uint8_t end;    /* enum mississippi_end */
    uint8_t winner; /* enum side; meaningful with `end` */

    /* Only in what the search gets (precompute.c), else 0. */
    uint8_t is_precomputed;
    uint8_t guessed; /* the first segment that is only a guess; 0: all are real */
    uint8_t spare[2];
    uint8_t passenger[RIVER_SEGMENTS],
        dock[RIVER_SEGMENTS];  /* places, as they were at first; 0: none */
    uint8_t way[RIVER_PLACES]; /* half fields from here to the goal, at
                                                           most RIVER_WAY_MAX */
};
_Static_assert(sizeof(struct mississippi) <= GAME_BODY_MAX, "a body must fit into a position");

static inline struct mississippi *mississippi_body(struct position *pos)
{
    return (struct mississippi *)(void *)pos->body;
}

static inline const struct mississippi *mississippi_of(const struct position *pos)
{
    return (const struct mississippi *)(const void *)pos->body;
}

/* ---- a move is what it leaves behind ---- */

struct end_state {
    int8_t x, y;
    uint8_t dir, speed, coal; /* of the ship that moved; the coal that is left */
    int8_t other_x, other_y;
    uint8_t other_speed, other_free_turns;
};

static inline move_t mississippi_pack(const struct end_state *o)
{
    uint64_t places = (uint64_t)(uint8_t)o->x | (uint64_t)(uint8_t)o->y << 8 |
                      (uint64_t)(uint8_t)o->other_x << 16 | (uint64_t)(uint8_t)o->other_y << 24;

    return places | (uint64_t)o->dir << 32 | (uint64_t)o->speed << 35 | (uint64_t)o->coal << 38 |
           (uint64_t)o->other_speed << 46 | (uint64_t)o->other_free_turns << 49;
}

static inline struct end_state mississippi_unpack(move_t move)
{
    return (struct end_state){
        .x = (int8_t)(uint8_t)move,
        .y = (int8_t)(uint8_t)(move >> 8),
        .other_x = (int8_t)(uint8_t)(move >> 16),
        .other_y = (int8_t)(uint8_t)(move >> 24),
        .dir = move >> 32 & 7,
        .speed = move >> 35 & 7,
        .coal = (uint8_t)(move >> 38),
        .other_speed = move >> 46 & 7,
        .other_free_turns = move >> 49 & 3,
    };
}

/* ---- rules.c ---- */

extern const struct game_rules mississippi_rules;
int mississippi_points(const struct ship *ship);

/* The first of these in which the ships differ decides which of them opens the next round. */
enum lead_criterion { BY_SEGMENT, BY_ROW, BY_DIRECTION, BY_SPEED, BY_COAL, BY_X, BY_Y, BY_SIDE };
enum lead_criterion mississippi_lead_criterion(const struct position *pos);
enum side mississippi_leader(const struct position *pos);
/* Ships and passengers after a move; whose turn it is then, and the end, come later. */
void mississippi_apply(struct mississippi *m, enum side mover, struct end_state o);
void mississippi_rekey(struct position *pos);
/* Why the game would be over with this winner (SIDE_NONE: draw); END_NONE if it cannot be. */
enum mississippi_end mississippi_end_with_winner(const struct position *pos, enum side winner);
/* Ends the game if the side to move has already won, lost or cannot move. */
void mississippi_end_if_over(struct position *pos);
bool mississippi_knows_moves(const struct position *pos, struct err *why);

/* ---- setup.c ---- */

bool mississippi_setup(struct position *pos, uint64_t seed, const struct game_options *options,
                       struct err *why);
void mississippi_hide(struct position *pos);
void mississippi_fill_hidden(struct position *pos, uint64_t seed);

/* ---- moves.c ---- */

/* A running position always has a listed move: rules.c ends the game of a side that has none, and a
 * ship that can make an overdraft of ruleset server, which is not listed, can also make a listed
 * move (mississippi_has_move() says why).  So these two are never 0 before the end. */
int mississippi_moves(const struct position *pos, move_t out[]);
int mississippi_count(const struct position *pos);
bool mississippi_legal(const struct position *pos, move_t move);
bool mississippi_has_move(const struct position *pos, enum side side);

/* ---- precompute.c ---- */

/* Fills the last part of a sample: how far the goal is and what is only guessed. */
void mississippi_precompute(struct position *pos);
void mississippi_clear_precomputed(struct mississippi *m);
/* The position itself, or a copy of one that is no sample. */
static inline const struct position *mississippi_precomputed(const struct position *pos,
                                                             struct position *copy)
{
    if (mississippi_of(pos)->is_precomputed)
        return pos;
    *copy = *pos;
    mississippi_precompute(copy);
    return copy;
}

/* ---- referee.c ---- */

enum verdict mississippi_read_move(const struct position *pos, struct slice words, move_t *out,
                                   struct err *why);

/* ---- text.c ---- */

extern const char *const mississippi_dir_name[RIVER_DIRECTIONS + 1]; /* NULL ends it */
/* Cuts "won=X" off; SIDE_NONE is a draw, false says that nothing is written. */
bool mississippi_cut_winner(struct slice *words, enum side *winner);
void mississippi_print_move(const struct position *pos, move_t move, struct buf *out);
void mississippi_print_position(const struct position *pos, struct buf *out);
bool mississippi_parse_position(struct slice text, struct position *pos, struct err *why);

#endif
