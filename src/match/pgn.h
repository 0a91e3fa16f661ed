#ifndef MATCH_PGN_H
#define MATCH_PGN_H

/* Games as programs for chess ratings (Ordo, BayesElo) read them: who met whom, and the result.  Red is
 * White.  There are no moves in it. */

#include "match/result.h"

void pgn_print(const struct result *result, const struct match *match, struct buf *out);

#endif
