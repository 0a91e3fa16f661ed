#ifndef SERVER_DIARY_H
#define SERVER_DIARY_H

/*
 * What went to and fro at one seat, for whoever looks for the fault in a bot: every message in and
 * out, what the program printed and what we noticed, each with its time and its ply.  Bytes stay as
 * they came. The oldest entries make room for new ones; a long text is cut.
 */

#include "base/slice.h"

#include <stdint.h>

enum {
    DIARY_BYTES = 1024 * 1024,
    DIARY_ENTRIES = 2048,
    DIARY_TEXT_MAX = 16 * 1024, /* of one entry */
};

enum diary_kind {
    DIARY_IN,   /* bytes of the program, up to the end of a message */
    DIARY_OUT,  /* our message */
    DIARY_SAYS, /* a line of its output */
    DIARY_NOTE, /* what we noticed: the code of a reason and, behind a line break, its details */
};

struct diary_moment {
    int64_t at_ms; /* since 1970 */
    int ply;       /* moves played before */
};

struct diary_entry {
    enum diary_kind kind;
    struct diary_moment when;
    struct slice text; /* valid until something is added */
    size_t left_out;   /* bytes that did not fit behind it */
    bool has_mark;
    size_t mark; /* here it went wrong; at most the length of the text */
};

struct diary;

/* NULL: no memory. */
struct diary *diary_create(void);
void diary_destroy(struct diary *diary);

void diary_add(struct diary *diary, enum diary_kind kind, struct diary_moment when,
               struct slice text);
/* More of the message that the last entry of kind DIARY_IN began; false: there is
 * none at the end. */
bool diary_go_on(struct diary *diary, struct slice text);
/* What came in last goes wrong so many bytes before its end. */
void diary_mark(struct diary *diary, size_t back);

/* Entries have numbers from 0 on; those before the first one are gone. */
uint64_t diary_first(const struct diary *diary);
uint64_t diary_next(const struct diary *diary);
/* `number` is at least the first one and below the next one. */
struct diary_entry diary_at(const struct diary *diary, uint64_t number);

#endif
