#ifndef WEB_LIBRARY_H
#define WEB_LIBRARY_H

/* Games that are over, read from the archive's database with a connection of our own; for the
 * threads of errands, because a disk may be slow. */

#include "server/hall.h"

/* A game from the archive, as if its room were still there. */
struct tale {
    struct store_game game;
    struct room room;
};

/* Completes the room, whose record is there, with its end. */
void tale_furnish(struct tale *tale, const struct outcome *outcome, const char *id);
/* What the hall would show. */
void tale_show(const struct tale *tale, struct hall_game *game);

/* The game of this room in the store at this place.  The caller frees; NULL: there is none that is
 * over. */
struct tale *library_find(const char *place, const char *id);
/* Up to `max` games, newest first; the caller frees.  NULL and 0: there is none. */
struct tale *library_list(const char *place, int max, int *count);

#endif
