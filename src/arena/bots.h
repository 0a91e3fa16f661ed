#ifndef ARENA_BOTS_H
#define ARENA_BOTS_H

/*
 * Which program is meant by a name, on this machine.  A worker starts nothing else, whatever a store says.
 * A file has a bot in each line; relative paths are meant from the file's folder:
 *
 *   # the season's favourites
 *   Nemo = java -jar nemo.jar
 *   Dory = ./dory --depth 3
 */

#include "arena/terms.h"

enum { BOTS_FILE_MAX = 1 << 20 };

struct bots {
    struct arena_player *list; /* of which name, command and folder matter */
    int count;
};

/* A line that is wrong, with its number. */
typedef void bots_on_mistake(void *context, int line, const struct err *why);

/* Adds the bots of a file, and makes sure that their programs are there.  False: the file cannot be read
 * (`why`), or has mistakes (`on_mistake` has heard of each, and `why` is empty). */
bool bots_load(struct bots *bots, const char *path, bots_on_mistake *on_mistake, void *context,
               struct err *why);
/* Adds those of a store that have other names. */
void bots_add_registered(struct bots *bots, struct store *roster);
void bots_finish(struct bots *bots);

/* For terms_parse.  Where a bot meets itself the names are "Nemo A" and "Nemo B": Nemo is meant. */
bool bots_resolve(const struct bots *bots, const char *name, struct arena_player *player,
                  struct err *why);

#endif
