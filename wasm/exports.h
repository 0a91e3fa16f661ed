#ifndef WASM_EXPORTS_H
#define WASM_EXPORTS_H

/*
 * What a module exports to the page: one function for each operation of ops.def.  Its arguments
 * lie in the buffer, separated by the byte 0; its answer is written there, as JSON or as the text
 * of a game. A module holds one game.
 */

#include "game/record.h"
#include "game/view.h"

/* One call: its arguments, and the answer under construction. */
struct call {
    const struct game_rules *rules;
    struct slice rest; /* arguments not taken yet */
    struct json json;  /* its object is open and says "ok":true */
    struct buf *text;  /* instead of JSON, after call_answer_text() */
};

struct slice call_take(struct call *call);
/* The next argument as a number; an empty one is 0. */
bool call_take_int64(struct call *call, int64_t *out, struct err *why);

/* The next argument as a position; and one whose moves are known. */
bool call_take_position(struct call *call, struct position *pos, struct err *why);
bool call_take_ready(struct call *call, struct position *pos, struct err *why);

void call_answer_position(struct call *call, const char *key, const struct position *pos);

/* The rest of the arguments, four for each ply: words, milliseconds or nothing, those of the
 * server's lag or nothing, hint.  Refuses the first that is not legal. */
bool call_take_plies(struct call *call, struct record *into, struct err *why);

/* The members of a record up to "outcome". */
void call_answer_record(struct call *call, const struct record *record);
/* "plies" from this one on. */
void call_answer_plies(struct call *call, const struct record *record, int first);
/* `reason`: the code of an end by the rules, or NULL. */
void call_answer_outcome(struct call *call, const char *key, const struct outcome *outcome,
                         const char *reason);

/* From now on the answer is text: throws away what was written so far. */
struct buf *call_answer_text(struct call *call);

/* Runs one operation; false: refused. */
typedef bool call_op(struct call *call, struct err *why);

/* Where arguments and answers lie. */
char *kw_buffer(void);
uint32_t kw_buffer_size(void);
/* Runs an operation with the rules of a game; its arguments of `length` bytes lie in the buffer.
 * The length of the answer. */
uint32_t call_run(const struct game_rules *rules, call_op *op, uint32_t length);

#define OP(name) call_op op_##name;
#include "ops.def"
#undef OP

#endif
