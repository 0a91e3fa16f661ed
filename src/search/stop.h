#ifndef SEARCH_STOP_H
#define SEARCH_STOP_H

/* When a search has to end: its limits, and a flag for all of its threads. */

#include "search/search.h"

struct stop {
    const struct search_request *request;
    int64_t start_us;
    atomic_bool is_over; /* one thread has seen that it is time */
};

/* What the clock of this request says; 0 without one. */
int64_t stop_now_us(const struct search_request *request);

void stop_init(struct stop *stop, const struct search_request *request, int64_t start_us);

/* Microseconds since the start; 0 without a clock. */
int64_t stop_elapsed_us(const struct stop *stop);

/* Has somebody asked for the end, or is the time up? */
bool stop_is_due(struct stop *stop);
/* Is this part, in percent, of the time gone?  Never without a limit of time. */
bool stop_is_past(const struct stop *stop, int percent);

#endif
