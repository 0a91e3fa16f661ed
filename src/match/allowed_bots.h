#ifndef MATCH_ALLOWED_BOTS_H
#define MATCH_ALLOWED_BOTS_H

/*
 * Which program is meant by a name, on this machine.  A worker starts nothing else, whatever a
 * store says. A file has a bot in each line; relative paths are meant from the file's folder:
 *
 *   # bots of this machine
 *   Nemo = java -jar nemo.jar
 *   Dory = ./dory --depth 3
 */

#include "match/match.h"

enum { ALLOWED_BOTS_FILE_MAX = 1 << 20 };

struct allowed_bots {
    struct match_player *list; /* of which name, command and folder matter */
    int count;
};

/* A line that is wrong, with its number. */
typedef void allowed_bots_on_mistake(void *context, int line, const struct err *why);

/* Adds the bots of a file, and makes sure that their programs are there.  False: the file cannot be
 * read (`why`), or has mistakes (`on_mistake` has heard of each, and `why` is empty). */
bool allowed_bots_load(struct allowed_bots *bots, const char *path,
                       allowed_bots_on_mistake *on_mistake, void *context, struct err *why);
/* Adds those of a store that have other names. */
void allowed_bots_add_registered(struct allowed_bots *bots, struct store *registered);
void allowed_bots_finish(struct allowed_bots *bots);

#endif
