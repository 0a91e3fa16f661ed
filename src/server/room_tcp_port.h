#ifndef SERVER_ROOM_TCP_PORT_H
#define SERVER_ROOM_TCP_PORT_H

/* A port of its own for one room: a plain join there comes to this room.  For
 * players that are started by hand and know nothing but a port. */

#include "base/err.h"

struct server;
struct room_slot;

/* Open until the game is over.  The server's own port is open anyway. */
bool room_tcp_port_open(struct server *server, const char *room, int port, struct err *why);
/* The port of this room: its own, or the server's. */
int room_tcp_port_number(const struct server *server, const struct room_slot *slot);
/* The game is over. */
void room_tcp_port_close(struct room_slot *slot);

#endif
