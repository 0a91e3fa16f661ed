#ifndef SERVER_BUILTIN_H
#define SERVER_BUILTIN_H

/* Built-in players at the server's own tables: they think on worker threads and get what a player may
 * know, never the hidden rest. */

#include <stdint.h>

struct server;
struct room_slot;

/* The side to move of this room is a built-in player: its move will come. */
void builtin_think(struct server *server, struct room_slot *slot);
/* The time passes: an answer that waited is given. */
void builtin_tick(struct room_slot *slot, int64_t now_us);

#endif
