#ifndef BASE_LAST_LINES_H
#define BASE_LAST_LINES_H

/*
 * The last lines of a stream written by a program.  Whatever it writes, a line is valid UTF-8
 * without control characters, so it can be shown anywhere; an overlong line becomes several.  The
 * last line may still be growing.
 */

#include "base/slice.h"

#include <stdint.h>

enum {
    LAST_LINES_MAX = 120,   /* kept */
    LAST_LINES_BYTES = 200, /* of the stream in one line */
    LAST_LINES_TEXT_SIZE = 2 * LAST_LINES_BYTES + 1,
};

struct last_line {
    int64_t wall_ms; /* when it began */
    char text[LAST_LINES_TEXT_SIZE];
};

/* Zero is an empty one. */
struct last_lines {
    struct last_line kept[LAST_LINES_MAX];
    uint64_t begun; /* lines ever begun; the last one is the open one while `is_open` */
    bool is_open;
    char raw[LAST_LINES_BYTES]; /* of the open line */
    size_t raw_len;
};

void last_lines_add(struct last_lines *lines, struct slice bytes, int64_t wall_ms);
/* How many lines are kept. */
int last_lines_count(const struct last_lines *lines);
/* 0 is the oldest one kept. */
const struct last_line *last_lines_at(const struct last_lines *lines, int index);

#endif
