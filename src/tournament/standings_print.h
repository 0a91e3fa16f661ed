#ifndef TOURNAMENT_STANDINGS_PRINT_H
#define TOURNAMENT_STANDINGS_PRINT_H

/*
 * Standings for people and programs: as text for a terminal, as a page, as CSV and as JSON.  Names
 * may hold anything that is UTF-8; each format escapes it in its way.  Whether all fitted is asked
 * of the buffer, at the end.
 */

#include "base/json_writer.h"
#include "base/language.h"
#include "tournament/standings.h"

struct standings_print {
    const char *title;
    const struct game_rules *rules;
    const struct standings *standings;
    const char *const *names; /* of the teams */
    const int *places;        /* of a knock-out, by team; NULL: the standings rank */
};

enum {
    STANDINGS_PRINT_CROSS_MAX = 20, /* the text has a cross table for so many teams */
    /* What a report of so many teams needs at most, with names of 64 bytes. */
    STANDINGS_PRINT_SIZE_PER_TEAM = 2048,
    STANDINGS_PRINT_SIZE_PER_PAIR = 256,
};

void standings_print_text(const struct standings_print *report, enum lang lang, struct buf *out);

/* The parts of a page. */
void standings_print_html_begin(const char *title, enum lang lang, struct buf *out);
void standings_print_html_table(const struct standings_print *report, enum lang lang,
                                struct buf *out);
void standings_print_html_end(struct buf *out);
void standings_print_html_text(const char *text, struct buf *out); /* escaped */

/* A line with the keys, and one for each team, which begins with `before`; always with decimal
 * points, whatever the language. */
void standings_print_csv_head(const struct game_rules *rules, struct buf *out);
void standings_print_csv_rows(const struct standings_print *report, const char *before,
                              struct buf *out);

/* {"title":…,"game":…,"scores":[…],"rows":[{"place":1,"team":…,…,"against":[…]}]} */
void standings_print_json(const struct standings_print *report, struct json *json);

#endif
