#ifndef GAME_REASON_H
#define GAME_REASON_H

/*
 * Reason codes and their sentences.  Each game has a list of its own (reasons.def in its folder);
 * what concerns every game is in game/reasons.def.  In a sentence {1}, {2} … stand for the words of
 * the details, {*} for all of them and {>} for the sentence whose code and details they are.
 */

#include "base/buf.h"
#include "base/err.h"
#include "base/language.h"

struct reason {
    const char *code;
    const char *text[LANG_COUNT];
};

/* A line of a list: #include "…/reasons.def" between the braces of a table, then {0}. */
#define REASON(code, de, en) {code, {de, en}},

struct game_rules;

/* Writes the sentence for `err`.  `rules` may be NULL where no game is concerned. */
void reason_print(const struct game_rules *rules, const struct err *err, enum lang lang,
                  struct buf *out);

#endif
