#ifndef MATCH_VERDICT_H
#define MATCH_VERDICT_H

/* What the numbers of a match mean, in plain words: which player is stronger, how sure that is, and
 * how many games are missing. */

#include "base/buf.h"
#include "base/language.h"
#include "match/stats.h"
#include "match/tally.h"

enum { VERDICT_SIZE = 512 };

/* How many games the test may still need, if it goes on as until now; -1: that cannot be said. */
int64_t verdict_games_left(const struct stats_pairs *pairs, const struct stats_test *test);
/* `test` NULL: the match has no hypotheses. */
void verdict_print(const struct tally *tally, const struct stats_test *test, enum lang lang,
                   struct buf *out);

#endif
