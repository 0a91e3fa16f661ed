#ifndef SEARCH_REAL_CLOCK_H
#define SEARCH_REAL_CLOCK_H

/* The monotonic clock of this machine, for searches; the browser has its own (wasm/). */

#include "search/search.h"

extern const struct search_clock real_clock;

/* Waits so long; a `stop` that becomes true ends the waiting within 20 ms, NULL never does. */
void real_clock_wait(int64_t wait_us, const atomic_bool *stop);

#endif
