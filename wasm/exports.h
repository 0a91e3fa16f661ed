#ifndef WASM_EXPORTS_H
#define WASM_EXPORTS_H

/* The door between a page and the rules: a question is arguments separated by the byte 0, an answer
 * is JSON, or the text of a game.  A module holds one game. */

#include "game/record.h"
#include "game/view.h"

/* A question and its answer under construction. */
struct talk {
    const struct game_rules *rules;
    struct slice rest; /* arguments not taken yet */
    struct json json;  /* its object is open and says "ok":true */
    struct buf *text;  /* instead of JSON, after talk_text() */
};

struct slice talk_take(struct talk *talk);
/* The next argument as a number; an empty one is 0. */
bool talk_take_int64(struct talk *talk, int64_t *out, struct err *why);

/* The next argument as a position; and one whose moves are known. */
bool talk_take_position(struct talk *talk, struct position *pos, struct err *why);
bool talk_take_ready(struct talk *talk, struct position *pos, struct err *why);

void talk_position(struct talk *talk, const char *key, const struct position *pos);

/* The members of a record up to "outcome". */
void talk_record(struct talk *talk, const struct record *record);

/* From now on the answer is text: throws away what was said so far. */
struct buf *talk_text(struct talk *talk);

/* Answers a question; false: refused. */
typedef bool talk_op(struct talk *talk, struct err *why);
#define OP(name) talk_op op_##name;
#include "ops.def"
#undef OP

#endif
