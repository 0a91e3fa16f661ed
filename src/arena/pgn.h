#ifndef ARENA_PGN_H
#define ARENA_PGN_H

/* Games as programs for chess ratings (Ordo, BayesElo) read them: who met whom, and the result.  Red is
 * White.  There are no moves in it. */

#include "arena/note.h"

void pgn_print(const struct note *note, const struct terms *terms, struct buf *out);

#endif
