#ifndef ARENA_CHRONICLE_H
#define ARENA_CHRONICLE_H

/*
 * A season told to people and programs: the end result with ratings, the tables of all stages, the tree of a
 * knock-out, the match days.  The tables themselves are report.h's.
 */

#include "arena/report.h"
#include "arena/season.h"

enum { CHRONICLE_WHY_SIZE = 512, CHRONICLE_NAME_SIZE = 64, CHRONICLE_ALL = -1 };

struct chronicle {
    const struct tournament_file *file;
    const struct season *season;
    /* Why a team has no playable bot, by team; "": it has one.  NULL: all have. */
    const char (*out)[CHRONICLE_WHY_SIZE];
    enum lang lang;
};

enum chronicle_format {
    CHRONICLE_TEXT,
    CHRONICLE_HTML,
    CHRONICLE_CSV,
    CHRONICLE_JSON,
    CHRONICLE_FORMATS
};

/* "text", "html", "csv", "json". */
bool chronicle_format_find(const char *word, enum chronicle_format *format);
/* The ending of a file: "txt". */
const char *chronicle_ending(enum chronicle_format format);

/* Room for whatever is printed here. */
size_t chronicle_size(const struct tournament_file *file);

/* A stage with all its groups, or CHRONICLE_ALL with the end result.  CSV has only the tables. */
void chronicle_print(const struct chronicle *chronicle, enum chronicle_format format, int stage,
                     struct buf *out);
/* The table of one group. */
void chronicle_print_group(const struct chronicle *chronicle, enum chronicle_format format,
                           int stage, int group, struct buf *out);

/* The end result so far. */
void chronicle_places(const struct chronicle *chronicle, struct buf *out);
/* All match days: who met, and how it ended. */
void chronicle_days(const struct chronicle *chronicle, struct buf *out);
void chronicle_days_json(const struct chronicle *chronicle, const char *key, struct json *json);
/* How the file with the games of a meeting is called, without its ending: stage, group, day, number. */
void chronicle_meeting_name(const struct season_meeting *meeting, char name[CHRONICLE_NAME_SIZE]);
/* The tree of a knock-out. */
void chronicle_tree(const struct chronicle *chronicle, int stage, struct buf *out);

#endif
