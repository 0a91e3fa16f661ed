#ifndef CLI_SITTING_H
#define CLI_SITTING_H

/* What all commands share that let players meet: who, how many at a time, and where.  Whatever is refused has
 * been told to the person. */

#include "arena/terms.h"
#include "cli/cli.h"

#include <limits.h>

/* The bots of `kielwasser bot` in this data folder (NULL: the user's own); NULL: there are none. */
struct store *sitting_roster(const char *data);
bool sitting_read_player(enum lang lang, const char *words, struct store *roster,
                         struct arena_player *player);
/* The first board must be there; then all are. */
bool sitting_check_start(enum lang lang, const struct terms *terms);
/* Games at a time: as wished (0: one for each core), as far as it is possible. */
bool sitting_choose_size(enum lang lang, const struct terms *terms, int64_t wished, int *size);
/* Says so if there are more games at a time than cores. */
void sitting_warn(enum lang lang, int size);
/* A folder for the server of programs: it lies in `out`, so that a killed run leaves nothing elsewhere; NULL:
 * in a temporary place.  paths_remove() it. */
bool sitting_make_scratch(enum lang lang, const char *out, char scratch[PATH_MAX]);

#endif
