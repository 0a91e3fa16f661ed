#ifndef YARDSTICK_CLASSIC_H
#define YARDSTICK_CLASSIC_H

/*
 * A plain alpha-beta with evaluations of its own, kept to measure with: whatever changes in the
 * program's search, these players play as they always did.  Scores are for the side to move in the
 * position they belong to; the sides need not alternate.
 */

#include "search/eval.h"
#include "search/search.h"

/* A game's evaluation for it; the program's own where it has none. */
const struct game_eval *classic_eval(const struct game_rules *rules);

struct classic;

struct classic *classic_create(size_t table_bytes);
void classic_destroy(struct classic *classic);
/* Forgets everything learned. */
void classic_clear(struct classic *classic);

/* Deepens until a limit is reached; fills everything in `result` but the time.  The time runs since
 * `start_us`. */
void classic_run(struct classic *classic, const struct search_request *request, int64_t start_us,
                 struct search_result *result);

#endif
