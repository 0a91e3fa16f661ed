#ifndef WEB_MATCH_JSON_H
#define WEB_MATCH_JSON_H

/* Mass tests as JSON (docs/web.md, section 3). */

#include "base/json.h"
#include "web/runs.h"

enum { VERDICT_SIZE = 512, TESTS_POINTS_MAX = 200 };

enum tests_detail { TESTS_OUTLINE, TESTS_WHOLE }; /* without and with plots */

void match_json(struct json *json, struct run *run, enum tests_detail detail);
/* Of somebody's opponent what stands in a table; its book is locked. */
void match_json_line(struct json *json, const struct run *run);
void match_json_score(struct json *json, const char *key, const struct tally_score *score);
/* Tells those who follow the tests. */
void match_json_tell(struct web *web, struct run *run);

/* How many games the test may still need, if it goes on as until now; -1: nobody can say. */
int64_t match_verdict_games_left(const struct stats_pairs *pairs, const struct stats_test *test);
/* In plain words what the totals of a match mean; `test` NULL: it is no such test. */
void match_verdict_print(const struct tally *tally, const struct stats_test *test, enum lang lang,
                         struct buf *out);

#endif
