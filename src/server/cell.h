#ifndef SERVER_CELL_H
#define SERVER_CELL_H

/*
 * Where the server's programs are locked in (net/sandbox.h): what it takes to make cells, and the
 * unix socket through which programs in them reach the server.  It lies in the data folder:
 * cell/socket.
 */

#include "net/sandbox.h"
#include "server/command.h"

struct server;
struct cell;

/* As the server's configuration says.  False: cells are asked for and cannot be had,
 * `why` says it. */
bool cell_open(struct server *server, struct err *why);
/* Nobody can come in any more; the socket goes. */
void cell_close(struct cell *cell);
/* After the loop has ended; NULL is fine. */
void cell_destroy(struct cell *cell);

/* The command with a cell around it; it must not be moved afterwards. */
bool cell_lock_in(const struct server *server, const struct command *command,
                  struct sandbox_command *locked, struct err *why);

#endif
