#ifndef WEB_START_MATCH_H
#define WEB_START_MATCH_H

/* A match that is to be played (the body of POST /api/tests, with one opponent), as the words
 * of `kielwasser match`. */

#include "web/internal.h"
#include "web/runs.h"

enum {
    TEST_GAMES = 400, /* unless the request says otherwise */
    TEST_GAMES_MAX = 1000000,
};

/* Games, bounds and games at a time, as far as they are there; others stay. */
bool start_match_read_length(struct body_part body, struct run *run, struct err *why);
/* The words of the command behind its players, and the file of positions. */
bool start_match_build_command(struct run *run, struct err *why);
/* A new test, read and complete, but not started.  NULL: `why` says it. */
struct run *start_match_enter(const struct request *request, struct json_t *wants, struct err *why);

#endif
