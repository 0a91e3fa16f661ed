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

struct match_order {
    const struct game_rules *rules;
    char name[RUNS_NAME_SIZE];
    char players[MATCH_SEATS][BOT_COMMAND_LINE_SIZE]; /* as `match` understands them */
    int planned, concurrency;
    bool has_test;
    struct stats_test test;
};

/* Games and bounds alone, as far as they are there; others stay. */
bool start_match_read_length(struct body_part body, struct match_order *order, struct err *why);
/* Makes it the order of a run: words, numbers, and the file of positions. */
bool start_match_give(const struct match_order *order, struct run *run, struct err *why);
/* A new test, read and complete, but not started.  NULL: `why` says it. */
struct run *start_match_enter(const struct request *request, struct json_t *wants, struct err *why);
/* And back, for a run that goes on. */
void start_match_of(const struct run *run, struct match_order *order);

#endif
