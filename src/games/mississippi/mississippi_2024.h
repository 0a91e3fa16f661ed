#ifndef GAMES_MISSISSIPPI_MISSISSIPPI_2024_H
#define GAMES_MISSISSIPPI_MISSISSIPPI_2024_H

/*
 * Mississippi Queen 2024: the same river and ships as in 2017 (mississippi.h), with a current, but
 * without logs and sandbanks.  Private to this folder; files of this season end in _2024.
 *
 * Inside, everything is as in 2017: coordinates x,y, directions counted counter-clockwise, the
 * fields of a segment in the order of the XML of 2017.  So the geometry is shared.  Texts, XML and
 * names of fields have the season's own q,r, its clockwise directions and its four columns of five
 * fields (river_2024.h).
 *
 * In struct mississippi `latest` is the number of visible segments less two, and one more direction
 * is known than `known`, the number of segments whose fields are.
 */

#include "games/mississippi/mississippi.h"

enum {
    VISIBLE_AT_FIRST = 2,
    PASSENGERS_ON_BOARD = 5,  /* of the river */
    PASSENGERS_AT_GOAL = 2,   /* needed */
    FREE_TURNS_MAX = 15,      /* in a text; more are of no use */
    LAG_MAX_2024 = 3,         /* segments; with more the game is over */
    MISSISSIPPI24_PUSHES = 3, /* at most, in one move */
};

struct mississippi24 {
    struct mississippi m;
    uint32_t current[RIVER_SEGMENTS]; /* bit i: field i has a current */
    uint8_t stuck;                    /* 1 + enum side of a ship that cannot move; 0: none */
    uint8_t spare[3];
};
_Static_assert(sizeof(struct mississippi24) <= GAME_BODY_MAX, "a body must fit into a position");

static inline struct mississippi24 *mississippi24_body(struct position *pos)
{
    return (struct mississippi24 *)(void *)pos->body;
}

static inline const struct mississippi24 *mississippi24_of(const struct position *pos)
{
    return (const struct mississippi24 *)(const void *)pos->body;
}

static inline enum side mississippi24_stuck(const struct mississippi24 *g)
{
    return g->stuck ? (enum side)(g->stuck - 1) : SIDE_NONE;
}

/* ---- a move is what it leaves behind ---- */

struct end_state24 {
    uint8_t place, dir, speed, coal; /* of the ship that moved; the coal that is left */
    uint8_t other_place, pushes;     /* the opponent gets a free turn for each push */
};

static inline move_t mississippi24_pack(const struct end_state24 *e)
{
    return (uint64_t)e->place | (uint64_t)e->other_place << 8 | (uint64_t)e->coal << 16 |
           (uint64_t)e->dir << 24 | (uint64_t)e->speed << 27 | (uint64_t)e->pushes << 30;
}

static inline struct end_state24 mississippi24_unpack(move_t move)
{
    return (struct end_state24){
        .place = (uint8_t)move,
        .other_place = (uint8_t)(move >> 8),
        .coal = (uint8_t)(move >> 16),
        .dir = move >> 24 & 7,
        .speed = move >> 27 & 7,
        .pushes = move >> 30 & 3,
    };
}

/* ---- rules_2024.c ---- */

extern const struct game_rules mississippi24_rules;

int mississippi24_points(const struct ship *ship);
/* Slow enough for a dock and for the goal? */
bool mississippi24_is_slow(const struct mississippi24 *g, const struct ship *ship);
/* In the goal with enough passengers, slow enough. */
bool mississippi24_is_home(const struct mississippi24 *g, const struct ship *ship);
/* The first of these in which the ships differ decides which of them opens the next round. */
enum lead_criterion mississippi24_lead_criterion(const struct mississippi24 *g);
enum side mississippi24_leader(const struct mississippi24 *g);
/* The ship with more points, then with more passengers; SIDE_NONE: they are even. */
enum side mississippi24_better_ship(const struct mississippi24 *g);
/* Ships and passengers after a move; whose turn it is then, and the end, come later. */
void mississippi24_apply(struct mississippi24 *g, enum side mover, struct end_state24 e,
                         enum ruleset ruleset);
void mississippi24_rekey(struct position *pos);
bool mississippi24_knows_moves(const struct position *pos, struct err *why);

/* ---- end_2024.c ---- */

/* Ends the game if it is over after a move of `mover`; `was_home`: the other ship was in the goal
 * before that move. */
void mississippi24_judge(struct position *pos, enum side mover, bool was_home);
/* The same for a position of a text, whose last move is not known. */
void mississippi24_end_if_over(struct position *pos);
/* Why the game would be over with this winner (SIDE_NONE: draw); END_NONE if it cannot be. */
enum mississippi_end mississippi24_end_with_winner(const struct position *pos, enum side winner);

/* ---- setup_2024.c ---- */

bool mississippi24_setup(struct position *pos, uint64_t seed, const struct game_options *options,
                         struct err *why);
void mississippi24_hide(struct position *pos);
void mississippi24_fill_hidden(struct position *pos, uint64_t seed);

/* ---- moves_2024.c ---- */

/* Which moves are looked for.  The plain ones turn by 1 to 3 steps, which is what the official
 * server looks for.  In all of them a turn by 0 steps may follow an advance: the next advance then
 * pays for the current again. */
enum turn_set { TURNS_PLAIN, TURNS_ALL };

struct move_scope {
    enum turn_set turns;
    int last; /* no ship may go to a segment behind this one */
};

/* The plain moves on the fields that count (in ruleset book the visible ones, in ruleset server all
 * of them); where there are none, all moves.  A player does not know what is hidden: in its sample
 * the visible fields come first, in both rulesets. */
int mississippi24_moves(const struct position *pos, move_t out[]);
int mississippi24_count(const struct position *pos);
bool mississippi24_legal(const struct position *pos, move_t move);
int mississippi24_count_in(const struct position *pos, enum side side, struct move_scope scope);
/* Is there any? */
bool mississippi24_has_move(const struct position *pos, enum side side, struct move_scope scope);

/* ---- plain_2024.c ---- */

/* Every end state of every move that the rules accept, one by one, each with the most coal. */
int mississippi24_plain_all_moves(const struct position *pos, move_t out[]);

/* ---- referee_2024.c ---- */

enum verdict mississippi24_read_move(const struct position *pos, struct slice words, move_t *out,
                                     struct err *why);

/* ---- text_2024.c ---- */

/* The field that a letter stands for; FIELD_KINDS_2024: none. */
int mississippi24_kind_of(char letter);
void mississippi24_print_move(const struct position *pos, move_t move, struct buf *out);
void mississippi24_print_position(const struct position *pos, struct buf *out);
bool mississippi24_parse_position(struct slice text, struct position *pos, struct err *why);

#endif
