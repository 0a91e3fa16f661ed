#ifndef WEB_NOTED_H
#define WEB_NOTED_H

/* Games of a match, from their lines in games.jsonl (match/result.h), for the page.  All of it
 * reads files, so it is for threads of web/errand. */

#include "base/json.h"
#include "web/library.h"
#include "web/runs.h"

/* Where a game is written down. */
struct noted {
    char path[PATH_MAX];
    const struct game_rules *rules;
    int64_t offset;     /* of the line in the file, if it is known; */
    int line;           /* else its number, from 0 on; -1: the offset is known */
    bool has_positions; /* it began at a given position, so that the seed says nothing */
};

/* The game whose line begins at this offset of a test's file. */
struct noted noted_of_test(const struct run *run, int64_t offset);

/* Its result, and the names of the players.  False: there is none (any more). */
bool noted_read(const struct noted *noted, struct match *match, struct result *result);
/* A replay of it. */
bool noted_record(const struct noted *noted, struct record *record);
/* As if it came from the archive, with this id.  The caller frees; NULL: there is none. */
struct tale *noted_tale(const struct noted *noted, const char *id);

/* A line in the list of games (docs/web.md: Row). */
void noted_show_row(struct json *json, const struct match *match, const struct result *result);

#endif
