#ifndef GAME_RECORD_H
#define GAME_RECORD_H

/*
 * A game is a start position, moves and times; everything else follows from the rules.  The record
 * keeps the sender's own words beside each move, because in Mississippi Queen different words lead
 * to the same place.  Its text form is the .kw file (docs/record.md).
 */

#include "game/game.h"
#include "game/outcome.h"

enum {
    RECORD_PLIES_MAX = 128, /* twice as many as the longest game has */
    RECORD_NAME_SIZE = 64,
    RECORD_WORDS_SIZE = 16 * 1024,            /* words and hints of all plies together */
    RECORD_HINTS_MAX = RECORD_WORDS_SIZE / 2, /* beyond it no hint: the rest is for moves */
    RECORD_TEXT_MAX = 64 * 1024,
    RECORD_TIME_UNKNOWN = -1,
    RECORD_LAG_USUAL_MS = 20, /* shorter lags are not recorded */
};

/* A piece of record.words. */
struct record_words {
    uint16_t at, len;
};

struct record_ply {
    move_t move;
    int32_t time_ms; /* how long the mover thought, or RECORD_TIME_UNKNOWN */
    struct record_words words;
    struct record_words hint; /* what the mover said about it; empty: nothing */
    int32_t lag_ms; /* so long the move then waited for the server; not in time_ms; 0: as usual */
};

struct record {
    char game[16];
    char names[SIDE_NONE][RECORD_NAME_SIZE]; /* may be empty */
    bool has_seed;
    int64_t seed; /* of the start position */
    struct position start;
    int ply_count;
    struct record_ply plies[RECORD_PLIES_MAX];
    uint16_t words_len;
    char words[RECORD_WORDS_SIZE];
    bool has_outcome; /* the game did not end by its rules, but so: */
    struct outcome outcome;
};

void record_init(struct record *record, const struct game_rules *rules,
                 const struct position *start);
const struct game_rules *record_rules(const struct record *record);
void record_set_name(struct record *record, enum side side, struct slice name);

/* Adds a move; `words` as the sender put them.  Refused only when the record is full. */
bool record_add(struct record *record, move_t move, struct slice words, int32_t time_ms,
                struct err *why);
/* The server was slow to hear the last move. */
void record_set_lag(struct record *record, int32_t lag_ms);
/* Adds a hint to the last move.  Refused when hints have taken their share. */
bool record_add_hint(struct record *record, struct slice hint, struct err *why);

/* How the game ended.  What the rules say themselves is not kept. */
void record_end(struct record *record, const struct outcome *outcome);

/* The position after the first `plies` moves. */
void record_position(const struct record *record, int plies, struct position *pos);
/* Where a turn begins: the number of moves before it.  Refused where the record has no such
 * turn. */
bool record_find_turn(const struct record *record, int turn, int *plies, struct err *why);
/* Forgets the first `plies` moves: the position after them becomes the start. */
void record_cut_front(struct record *record, int plies);
/* Have the moves after the first `plies` shown something that was hidden before them? */
bool record_has_revealed(const struct record *record, int plies);
/* Forgets everything after the first `plies` moves: they were taken back. */
void record_truncate(struct record *record, int plies);
struct slice record_slice(const struct record *record, struct record_words words);

void record_print(const struct record *record, struct buf *out);
/* Reads a .kw text and plays it through; the first thing that is wrong is refused with its line. */
bool record_parse(struct slice text, struct record *record, struct err *why);

#endif
