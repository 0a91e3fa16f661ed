#ifndef SEARCH_SOLVER_H
#define SEARCH_SOLVER_H

/* Asks a game's solver (eval.h); its margins become scores beyond those of all evaluations. */

#include "search/ab.h"

/* Asks about the position in a frame, if the game thinks that it is worth it.  True: `found` is
 * what the table should know about it; false: `found` is unchanged. */
bool solver_ask(struct ab *ab, const struct window *w, struct table_entry *found);

/* Asks about the root, with a part of the limits.  True: `line` is its best move. */
bool solver_ask_root(struct ab *ab, struct search_line *line);

#endif
