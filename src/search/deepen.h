#ifndef SEARCH_DEEPEN_H
#define SEARCH_DEEPEN_H

/*
 * The root: deeper and deeper, until a limit is reached or nothing is left to find out.  Each depth
 * begins with a small window around the last score and with the move that was best.
 */

#include "search/ab.h"

/* `number` is that of the thread; only the first one reports.  Fills everything in `result` but the
 * time; the root is in frames[0]. */
void deepen_run(struct ab *ab, int number, struct search_result *result);

#endif
