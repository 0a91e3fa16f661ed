#ifndef SERVER_BOT_SANDBOX_H
#define SERVER_BOT_SANDBOX_H

/*
 * Where the server's programs are locked in (net/sandbox.h): what it takes to make cells, and the
 * unix socket through which programs in them reach the server.  It lies in the data folder:
 * cell/socket.  Where another user than our own cannot reach that folder, `cell` is a link to one
 * in /tmp; it has a copy of this program if the user cannot reach it where it is.
 */

#include "bots/bot_command.h"
#include "net/sandbox.h"

struct server;
struct bot_sandbox;

/* As the server's configuration says.  False: cells are asked for and cannot be had,
 * `why` says it. */
bool bot_sandbox_open(struct server *server, struct err *why);
/* Are programs locked in (docs/sandbox.md)? */
bool bot_sandbox_is_on(const struct server *server);
/* Takes no more connections; removes the socket. */
void bot_sandbox_close(struct bot_sandbox *cell);
/* After the loop has ended; NULL is fine. */
void bot_sandbox_destroy(struct bot_sandbox *cell);

/* What it takes to make cells; NULL: programs are not locked in. */
const struct sandbox *bot_sandbox_of(const struct server *server);
/* The filter of every cell. */
const struct cell_filter *bot_sandbox_filter(const struct server *server);
/* The command with a cell around it; it must not be moved afterwards. */
bool bot_sandbox_lock_in(const struct server *server, const struct bot_command *command,
                         struct sandbox_command *locked, struct err *why);

#endif
