#ifndef SEARCH_SAMPLES_H
#define SEARCH_SAMPLES_H

/*
 * Where a game has secrets, a search that believes in one guess of them is sometimes too sure.  Several
 * guesses share the limits, and the move that most of them like is played.
 */

#include "search/search.h"

/* The search of one guess. */
typedef void sample_search(void *context, const struct search_request *request,
                           struct search_result *result);

/* How many different guesses there are to search: 1 if nothing is hidden. */
int samples_count(const struct search_request *request);

/* Asks `search` for each of them and takes the vote. */
void samples_run(const struct search_request *request, int count, int64_t start_us,
                 sample_search *search, void *context, struct search_result *result);

#endif
