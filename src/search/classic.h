#ifndef SEARCH_CLASSIC_H
#define SEARCH_CLASSIC_H

/*
 * The search of our first release, a plain alpha-beta, kept as a yardstick: whatever changes in the
 * search or in an evaluation, the levels that use it play as they always did.  Scores are for the side
 * to move in the position they belong to; the sides need not alternate.
 */

#include "search/search.h"

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
