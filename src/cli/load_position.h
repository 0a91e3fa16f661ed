#ifndef CLI_LOAD_POSITION_H
#define CLI_LOAD_POSITION_H

/* A position of a recorded game, for commands that begin there. */

#include "cli/cli.h"

enum { LOAD_FROM_START = -1 };

/* Fills `rules` and `pos` from the file (.kw, .xml, .xml.gz) at this turn; what is still hidden of
 * a river is drawn with the seed.  False: refused, and said so. */
bool load_position(enum lang lang, const char *path, int turn, uint64_t seed,
                   const struct game_rules **rules, struct position *pos);

#endif
