#ifndef SEARCH_SAMPLES_H
#define SEARCH_SAMPLES_H

/*
 * Determinization: where something is hidden (the river ahead), a search that believes in one
 * sample of it is sometimes too sure.  Several samples share the limits, and the move that most of
 * them found best is played.
 */

#include "search/search.h"

/* How many samples are worth a search of their own: 1 if nothing is hidden. */
int samples_choose_count(const struct search_request *request);

/* The request for sample `number` of `count`, with its part of the limits; it refers to `sample`.
 * `elapsed_us` is the time since the start of the whole search. */
struct search_request samples_search_request(const struct search_request *request, int number,
                                             int count, int64_t elapsed_us,
                                             struct position *sample);

/* Takes the result of the vote; nodes and other sums are those of the elected sample alone. */
void samples_vote(const struct search_result results[], int count, struct search_result *result);

#endif
