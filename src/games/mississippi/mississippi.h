#ifndef GAMES_MISSISSIPPI_MISSISSIPPI_H
#define GAMES_MISSISSIPPI_MISSISSIPPI_H

/*
 * Mississippi Queen: the river, two ships, and what a move leaves behind.  Private to this folder.
 *
 *   river.c    where the fields are; drawing, hiding and filling a river
 *   reach.c    all end states that a ship can reach (the fast search; flow.c is its engine room)
 *   judge.c    the referee: executes a sender's actions one by one
 *   witness.c  words for an end state
 *   rules.c    what happens after a move, the end of the game
 *   text.c, eval.c, plain.c as in every game
 */

#include "game/game.h"

enum {
    SEGMENTS = 8,
    SEGMENT_FIELDS = 20,
    DIRECTIONS = 6,
    SPEED_MAX = 6,
    PASSENGERS_MAX = 2, /* aboard one ship */
    SEGMENT_POINTS = 5, /* also the points of a passenger */
    TURN_LIMIT = 60,    /* 30 rounds */
    LAG_SEGMENTS = 4,   /* so far ahead wins */
    COAL_MAX = 99,      /* in a position's text; a game starts with 6 */
    NO_PLACE = -1,
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
    FIELD_KINDS = FIELD_PASSENGER + DIRECTIONS,
};

/* Directions count counter-clockwise. */
enum { RIGHT, UP_RIGHT, UP_LEFT, LEFT, DOWN_LEFT, DOWN_RIGHT };

enum end { END_NONE, END_GOAL, END_LAG, END_ROUNDLIMIT, END_NOMOVE };

struct ship {
    int8_t x, y;
    uint8_t dir;
    uint8_t speed; /* 1 .. 6 */
    uint8_t coal;
    uint8_t passengers;
    uint8_t free_turns; /* 1, or 2 after being pushed */
    uint8_t place;      /* where x,y is: segment * SEGMENT_FIELDS + index, lowest segment first */
};

struct mississippi {
    struct ship ship[2]; /* by enum side */
    uint64_t board_key;  /* hash of directions and fields */
    uint8_t field[SEGMENTS]
                 [SEGMENT_FIELDS]; /* enum field, in the fixed order of the official XML */
    int8_t centre_x[SEGMENTS], centre_y[SEGMENTS]; /* 0 where hidden */
    uint8_t dir[SEGMENTS];                         /* of the segment; DIR_HIDDEN */
    uint8_t known;                                 /* segments 0 .. known-1 are not hidden */
    uint8_t latest;                                /* highest segment any ship has ever been on */
    uint8_t end;                                   /* enum end */
    uint8_t winner;                                /* enum side; meaningful with `end` */
    uint8_t spare[4];
};
_Static_assert(sizeof(struct mississippi) <= GAME_BODY_MAX, "a body must fit into a position");

static inline struct mississippi *mississippi_body(struct position *pos)
{
    return (struct mississippi *)(void *)pos->body;
}

static inline const struct mississippi *mississippi_view(const struct position *pos)
{
    return (const struct mississippi *)(const void *)pos->body;
}

/* ---- a move is what it leaves behind ---- */

struct outcome {
    int8_t x, y;
    uint8_t dir, speed, coal; /* of the ship that moved; the coal that is left */
    int8_t other_x, other_y;
    uint8_t other_speed, other_free_turns;
};

static inline move_t mississippi_pack(const struct outcome *o)
{
    uint64_t places = (uint64_t)(uint8_t)o->x | (uint64_t)(uint8_t)o->y << 8 |
                      (uint64_t)(uint8_t)o->other_x << 16 | (uint64_t)(uint8_t)o->other_y << 24;

    return places | (uint64_t)o->dir << 32 | (uint64_t)o->speed << 35 | (uint64_t)o->coal << 38 |
           (uint64_t)o->other_speed << 46 | (uint64_t)o->other_free_turns << 49;
}

static inline struct outcome mississippi_unpack(move_t move)
{
    return (struct outcome){
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

/* ---- river.c ---- */

extern const int8_t mississippi_offset[DIRECTIONS][SEGMENT_FIELDS][2]; /* x,y from the centre */
extern const uint8_t mississippi_row[SEGMENT_FIELDS];                  /* = points of the field */

/* The field at x,y in the segments first .. last, the lowest segment first; or NO_PLACE. */
int mississippi_locate(const struct mississippi *m, int x, int y, int first, int last);

/* Computes centres and `known` from `dir`. */
void mississippi_lay_out(struct mississippi *m);
uint64_t mississippi_board_key(const struct mississippi *m);
uint64_t mississippi_field_key(int place, enum field kind);

bool mississippi_is_course(const uint8_t dir[SEGMENTS], int known);
void mississippi_draw_river(struct mississippi *m, uint64_t seed, enum ruleset ruleset);
void mississippi_forget(struct mississippi *m);

static inline bool is_passable(int kind) { return kind >= FIELD_WATER && kind <= FIELD_GOAL; }

static inline int segment_of(int place) { return place / SEGMENT_FIELDS; }

static inline enum field field_at(const struct mississippi *m, int place)
{
    return place < 0 ? FIELD_NONE : (enum field)(&m->field[0][0])[place];
}

static inline int first_visible(const struct mississippi *m)
{
    int red = segment_of(m->ship[SIDE_RED].place), blue = segment_of(m->ship[SIDE_BLUE].place);

    return red < blue ? red : blue;
}

/* By the rules; it may still be hidden (struct mississippi: known). */
static inline int last_visible(const struct mississippi *m)
{
    return m->latest + 1 < SEGMENTS ? m->latest + 1 : SEGMENTS - 1;
}

static inline bool is_revealed(const struct mississippi *m) { return last_visible(m) < m->known; }

/* Even rows are shifted half a field to the right, so x changes differently there. */
static inline void step_from(int *x, int *y, int dir)
{
    static const int8_t dx[2][DIRECTIONS] = {{1, 1, 0, -1, 0, 1}, {1, 0, -1, -1, -1, 0}};
    static const int8_t dy[DIRECTIONS] = {0, -1, -1, 0, 1, 1};

    *x += dx[*y & 1][dir];
    *y += dy[dir];
}

static inline int opposite(int dir) { return (dir + 3) % DIRECTIONS; }

/* Unit turns between two directions. */
static inline int turns_between(int from, int to)
{
    static const uint8_t turns[2 * DIRECTIONS] = {0, 1, 2, 3, 2, 1, 0, 1, 2, 3, 2, 1};

    return turns[to - from + DIRECTIONS];
}

/* The first skewed coordinate: with it every direction has one fixed vector.  The second is y. */
static inline int skew(int x, int y) { return x - (y + (y & 1)) / 2; }

/* ---- rules.c ---- */

int mississippi_points(const struct ship *ship);
void mississippi_rekey(struct position *pos);
/* Why the game would be over with this winner (SIDE_NONE: draw); END_NONE if it cannot be. */
enum end mississippi_end_with(const struct position *pos, enum side winner);
/* Ends the game if the side to move has already won, lost or cannot move. */
void mississippi_settle(struct position *pos);
bool mississippi_ready(const struct position *pos, struct err *why);

/* ---- reach.c ---- */

int mississippi_moves(const struct position *pos, move_t out[]);
int mississippi_count(const struct position *pos);
bool mississippi_legal(const struct position *pos, move_t move);
bool mississippi_has_move(const struct position *pos, enum side side);
/* A quick yes, for a ship on water that burns at most so much coal; a no means only that a move is
 * hard to find. */
bool mississippi_has_easy_move(const struct mississippi *m, enum side side, int coal);

/* ---- judge.c ---- */

extern const char *const mississippi_dir_name[DIRECTIONS];
enum verdict mississippi_read(const struct position *pos, struct slice words, move_t *out,
                              struct err *why);

/* ---- witness.c ---- */

void mississippi_print_move(const struct position *pos, move_t move, struct buf *out);

/* ---- text.c ---- */

void mississippi_print(const struct position *pos, struct buf *out);
bool mississippi_parse(struct slice text, struct position *pos, struct err *why);

#endif
