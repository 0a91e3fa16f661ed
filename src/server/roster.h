#ifndef SERVER_ROSTER_H
#define SERVER_ROSTER_H

/* The registered bots, as the loop asks for them: a connection to the store of its own, opened when
 * it is first needed.  Only small questions go this way. */

#include "store/store.h"

struct server;

/* NULL: it cannot be opened, `why` says it. */
struct store *roster_store(struct server *server, struct err *why);

/* What a bot must have: a name, a game if any, and a program that can be started. */
bool roster_check(const struct store_bot *bot, struct err *why);

/* Are programs locked in (docs/sandbox.md)? */
bool roster_has_cells(const struct server *server);

#endif
