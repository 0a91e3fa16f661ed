#ifndef SEARCH_DEEPEN_H
#define SEARCH_DEEPEN_H

/*
 * Iterative deepening: the root is searched to depth 1, 2, 3 … until a limit is reached or the game
 * is decided.  Each iteration begins with the best moves of the one before, and with a small window
 * around its score (aspiration window).
 */

#include "search/ab.h"

/* `number` is that of the thread: only thread 0 asks the solver and reports.  Fills everything in
 * `result`, which is zero before, but the time; the root is in frames[0]. */
void deepen_run(struct ab *ab, int number, struct search_result *result);

#endif
