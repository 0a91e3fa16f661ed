#ifndef SERVER_UNFINISHED_GAMES_H
#define SERVER_UNFINISHED_GAMES_H

/*
 * What becomes of the games that were running when a server died: those between people and built-in
 * players go on, one whose last move was the end has its result, all others are given up (cause
 * UNKNOWN), because their players are gone.
 */

#include "base/log.h"
#include "store/store.h"

enum { UNFINISHED_DAYS = 30 }; /* a game that was begun longer ago is given up, too */

/* Makes a room of a game; false: there is no place for it, it waits for the next server. */
typedef bool unfinished_go_on(void *context, const struct store_game *game,
                              const struct record *record);

/* Loads each unfinished game once: hands it to `go_on`, or ends it in the store. */
bool unfinished_games_resume(struct store *store, struct log *log, unfinished_go_on *go_on,
                             void *context, struct err *why);

#endif
