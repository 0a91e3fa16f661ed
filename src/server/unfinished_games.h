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

/* Afterwards the unfinished games of the store are exactly those that go on. */
bool unfinished_games_close(struct store *store, struct log *log, struct err *why);

#endif
