#ifndef SERVER_ROSTER_H
#define SERVER_ROSTER_H

/* The registered bots, as the loop asks for them: a connection to the store of its own, opened when it is
 * first needed.  Only small questions go this way. */

#include "store/store.h"

struct server;

/* NULL: it cannot be opened, `why` says it. */
struct store *roster_store(struct server *server, struct err *why);

/* Checks a new bot (name, game, that its program can be started) and keeps it; fills id and added_ms. */
bool roster_add(struct server *server, struct store_bot *bot, struct err *why);

#endif
