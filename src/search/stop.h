#ifndef SEARCH_STOP_H
#define SEARCH_STOP_H

/* When a search has to end: its time limit, the caller's stop flag, and a flag for all threads. */

#include "search/search.h"

struct stop {
    const struct search_request *request;
    int64_t start_us;
    atomic_bool is_over; /* set by the first thread that finds a reason to stop */
};

/* The time on the clock of this request; 0 without a clock. */
int64_t stop_now_us(const struct search_request *request);

void stop_init(struct stop *stop, const struct search_request *request, int64_t start_us);

/* Microseconds since the start; 0 without a clock. */
int64_t stop_elapsed_us(const struct stop *stop);

/* Is the stop flag set, or the time up? */
bool stop_is_due(struct stop *stop);
/* Is this part, in percent, of the time limit used up?  Never without a limit of time. */
bool stop_has_used_percent(const struct stop *stop, int percent);

#endif
