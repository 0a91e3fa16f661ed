#ifndef BASE_ERR_H
#define BASE_ERR_H

/*
 * Why something was refused: a code for programs and the fields, numbers or names involved.  The
 * sentences for people belong to the code and live in lists (game/reason.h), in German and English.
 */

#include "base/slice.h"

#include <stdbool.h>

enum { ERR_CODE_SIZE = 32, ERR_DETAILS_SIZE = 240 };

struct err {
    char code[ERR_CODE_SIZE];       /* one word: "not_own" */
    char details[ERR_DETAILS_SIZE]; /* words separated by blanks: "a4 c4" */
};

/* Fills `err` (which may be NULL) and is always false, so that a refusal is `return err_set(…)`.
 * What is too long is cut. */
bool err_set(struct err *err, const char *code, const char *details);
/* The same with details as printf() writes them. */
bool err_setf(struct err *err, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "not_own a4 c4": code and details as one text, for files.  No code: an empty one. */
struct buf;
void err_print(const struct err *err, struct buf *out);
void err_parse(struct slice text, struct err *err);

#endif
