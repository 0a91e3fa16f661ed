#ifndef TOURNAMENT_REPORT_H
#define TOURNAMENT_REPORT_H

/*
 * A tournament told to people and programs: the end result with ratings, the tables of all stages,
 * the tree of a knock-out, the match days.  The tables themselves are standings_print.h's.
 */

#include "tournament/standings_print.h"
#include "tournament/tournament.h"

enum { REPORT_WHY_SIZE = 512, REPORT_NAME_SIZE = 64, REPORT_ALL = -1, REPORT_PLACES = -2 };

struct report {
    const struct tournament_file *file;
    const struct tournament *tournament;
    /* Why a team has no playable bot, by team; "": it has one.  NULL: all have. */
    const char (*out)[REPORT_WHY_SIZE];
    enum lang lang;
};

enum report_format { REPORT_TEXT, REPORT_HTML, REPORT_CSV, REPORT_JSON, REPORT_FORMATS };

/* "text", "html", "csv", "json". */
bool report_format_find(const char *word, enum report_format *format);
/* The ending of a file: "txt". */
const char *report_file_extension(enum report_format format);

/* Room for whatever is printed here. */
size_t report_buffer_size(const struct tournament_file *file);

/* A stage with all its groups, or REPORT_ALL with the end result.  CSV has only the tables.
 * REPORT_PLACES: the end result alone, always as text. */
void report_print(const struct report *report, enum report_format format, int stage,
                  struct buf *out);
/* The table of one group. */
void report_print_group(const struct report *report, enum report_format format, int stage,
                        int group, struct buf *out);

/* The end result so far. */
void report_places(const struct report *report, struct buf *out);
/* All match days: the meetings and their results. */
void report_days(const struct report *report, struct buf *out);
void report_days_json(const struct report *report, const char *key, struct json *json);
/* How the file with the games of a meeting is called, without its ending: stage, group, day,
 * number. */
void report_meeting_file_name(const struct tournament_meeting *meeting,
                              char name[REPORT_NAME_SIZE]);
/* The tree of a knock-out. */
void report_tree(const struct report *report, int stage, struct buf *out);

#endif
