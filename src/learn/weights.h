#ifndef LEARN_WEIGHTS_H
#define LEARN_WEIGHTS_H

/* A game's table of weights as the file that is compiled: src/games/piranhas/weights.h, or
 * src/games/piranhas/weights_2026.h for a later season. */

#include "base/buf.h"
#include "search/linear.h"

enum { WEIGHTS_FILE_SIZE = 64 * 1024 };

struct weights_sheet {
    const struct game_rules *rules; /* one with such a table */
    const int16_t *table;           /* set by set */
    const char *commands;           /* that made it, each in a line */
    const char *remark;             /* a line about it */
};

/* Where it belongs. */
void weights_print_path(const struct game_rules *rules, struct buf *out);
void weights_print(const struct weights_sheet *sheet, struct buf *out);

#endif
