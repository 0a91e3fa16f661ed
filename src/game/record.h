#ifndef GAME_RECORD_H
#define GAME_RECORD_H

/*
 * A game is a start position, moves and times; everything else follows from the rules.  The record
 * keeps the sender's own words beside each move, because in Mississippi Queen different words lead
 * to the same place.  Its text form is the .kw file (docs/record.md).
 */

#include "game/game.h"

enum {
    RECORD_PLIES_MAX = 256,
    RECORD_NAME_SIZE = 64,
    RECORD_WORDS_SIZE = 48 * 1024, /* words and hints of all plies together */
    RECORD_HINTS_END = 24 * 1024,  /* hints stop here, so that moves always find room */
    RECORD_TEXT_MAX = 128 * 1024,
    RECORD_TIME_UNKNOWN = -1,
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
};

void record_init(struct record *record, const struct game_rules *rules,
                 const struct position *start);
const struct game_rules *record_rules(const struct record *record);
void record_name(struct record *record, enum side side, struct slice name);

/* Adds a move; `words` as the sender put them.  Refused only when the record is full. */
bool record_add(struct record *record, move_t move, struct slice words, int32_t time_ms,
                struct err *why);
/* Adds a hint to the last move.  Refused when the record is half full. */
bool record_hint(struct record *record, struct slice hint, struct err *why);

/* The position after the first `plies` moves. */
void record_position(const struct record *record, int plies, struct position *pos);
struct slice record_slice(const struct record *record, struct record_words words);

void record_print(const struct record *record, struct buf *out);
/* Reads a .kw text and plays it through; the first thing that is wrong is refused with its line. */
bool record_parse(struct slice text, struct record *record, struct err *why);

#endif
