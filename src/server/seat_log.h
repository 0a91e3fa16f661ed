#ifndef SERVER_SEAT_LOG_H
#define SERVER_SEAT_LOG_H

/*
 * The log of one seat, for finding the fault in a bot: every message in and
 * out, what the program printed and what we noticed, each with its time and its ply.  Bytes stay as
 * they came. The oldest entries make room for new ones; a long text is cut.
 */

#include "base/slice.h"

#include <stdint.h>

enum {
    SEAT_LOG_BYTES = 1024 * 1024,
    SEAT_LOG_ENTRIES = 2048,
    SEAT_LOG_TEXT_MAX = 16 * 1024, /* of one entry */
};

enum seat_log_kind {
    SEAT_LOG_IN,   /* bytes of the program, up to the end of a message */
    SEAT_LOG_OUT,  /* our message */
    SEAT_LOG_SAYS, /* a line of its output */
    SEAT_LOG_NOTE, /* what we noticed: the code of a reason and, behind a line break, its details */
};

struct seat_log_moment {
    int64_t at_ms; /* since 1970 */
    int ply;       /* moves played before */
};

struct seat_log_entry {
    enum seat_log_kind kind;
    struct seat_log_moment when;
    struct slice text; /* valid until something is added */
    size_t left_out;   /* bytes that did not fit behind it */
    bool has_mark;
    size_t mark; /* here it went wrong; at most the length of the text */
};

struct seat_log;

/* NULL: no memory. */
struct seat_log *seat_log_create(void);
void seat_log_destroy(struct seat_log *log);

void seat_log_add(struct seat_log *log, enum seat_log_kind kind, struct seat_log_moment when,
                  struct slice text);
/* More of the message that the last entry of kind SEAT_LOG_IN began; false: there is
 * none at the end. */
bool seat_log_go_on(struct seat_log *log, struct slice text);
/* What came in last goes wrong so many bytes before its end. */
void seat_log_mark_error(struct seat_log *log, size_t back);

/* Entries have numbers from 0 on; those before the first one are gone. */
uint64_t seat_log_first(const struct seat_log *log);
uint64_t seat_log_next(const struct seat_log *log);
/* `number` is at least the first one and below the next one. */
struct seat_log_entry seat_log_at(const struct seat_log *log, uint64_t number);

#endif
