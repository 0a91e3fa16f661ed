#ifndef SERVER_RESUME_H
#define SERVER_RESUME_H

/*
 * What becomes of the games that were running when a server died: those between people and built-in
 * players go on, one whose last move was the end has its result, all others are given up (cause
 * UNKNOWN), because their players are gone.
 */

#include "base/log.h"
#include "store/store.h"

enum { UNFINISHED_DAYS = 30 }; /* a game that was begun longer ago is given up, too */

/* Makes a room of a game; false: there is no place for it, it waits for the next server. */
typedef bool resume_take(void *context, const struct store_game *game, const struct record *record);

/* Loads each unfinished game once: hands it to `take`, or ends it in the store. */
bool resume_games(struct store *store, struct log *log, resume_take *take, void *context,
                  struct err *why);

/* Takes up the games of an earlier server that can go on: the same rooms, ids and numbers. */
struct server;
void rooms_resume(struct server *server);

#endif
