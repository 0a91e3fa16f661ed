#ifndef CLI_TICKER_H
#define CLI_TICKER_H

/* How far something is that takes long: a line that is written over again on a terminal, else a
 * line of its own every ten seconds. */

#include "base/buf.h"

enum { TICKER_LINE_SIZE = 512 };

struct ticker {
    bool is_terminal;
    int64_t told_us; /* when the last plain line was printed */
};

void ticker_start(struct ticker *ticker);
/* Is it time for a line? */
bool ticker_is_due(const struct ticker *ticker);
/* Shows it; on a terminal it is cut to fit. */
void ticker_show(struct ticker *ticker, char *line);
/* A bar, filled from its left end up to `part` of it. */
void ticker_bar(struct buf *out, double part);
/* Other output follows. */
void ticker_clear(const struct ticker *ticker);

#endif
