#ifndef ARENA_REPORT_H
#define ARENA_REPORT_H

/*
 * Standings for people and programs: as text for a terminal, as a page, as CSV and as JSON.  Names may
 * hold anything that is UTF-8; each format escapes it in its way.  Whether all fitted is asked of the
 * buffer, at the end.
 */

#include "arena/standings.h"
#include "base/json.h"
#include "base/lang.h"

struct report {
    const char *title;
    const struct game_rules *rules;
    const struct standings *standings;
    const char *const *names; /* of the teams */
    const int *places;        /* of a knock-out, by team; NULL: the standings rank */
};

enum {
    REPORT_CROSS_MAX = 20, /* the text shows who did what against whom for so many teams */
    /* What a report of so many teams needs at most, with names of 64 bytes. */
    REPORT_SIZE_PER_TEAM = 2048,
    REPORT_SIZE_PER_PAIR = 256,
};

void report_text(const struct report *report, enum lang lang, struct buf *out);
void report_html(const struct report *report, enum lang lang, struct buf *out);
/* The parts of a page, for one with more than a table on it. */
void report_html_begin(const char *title, enum lang lang, struct buf *out);
void report_html_table(const struct report *report, enum lang lang, struct buf *out);
void report_html_end(struct buf *out);
void report_html_text(const char *text, struct buf *out); /* escaped */
/* One line per team below a line with the keys; always with decimal points, whatever the language. */
void report_csv(const struct report *report, struct buf *out);
/* Its parts; `before` comes first in every row. */
void report_csv_head(const struct game_rules *rules, struct buf *out);
void report_csv_rows(const struct report *report, const char *before, struct buf *out);
void report_csv_text(const char *text, struct buf *out); /* quoted */
/* {"title":…,"game":…,"scores":[…],"rows":[{"place":1,"team":…,…,"against":[…]}]} */
void report_json(const struct report *report, struct buf *out);
void report_json_value(const struct report *report, const char *key, struct json *json);

#endif
