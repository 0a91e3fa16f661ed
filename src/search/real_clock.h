#ifndef SEARCH_REAL_CLOCK_H
#define SEARCH_REAL_CLOCK_H

/* The clock of a process, for callers of the search that have one; a browser brings its own. */

#include "search/search.h"

extern const struct search_clock real_clock;

#endif
