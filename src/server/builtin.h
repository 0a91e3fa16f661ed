#ifndef SERVER_BUILTIN_H
#define SERVER_BUILTIN_H

/*
 * Built-in players on seats of the server's own rooms.  They think on SEARCH_THREADS threads that
 * do nothing else, with players lent from server/player_pool, and see what a player may know.
 *
 * A player has the limits of its seat, like a program, and thinks a little shorter than they
 * allow; its time begins when one of the threads takes its turn.
 *
 * A player that makes no move, or long after its time none, ends its own game by a fault of the
 * server, which is logged and counted; other rooms do not notice.
 */

#include "game/game.h"

struct server;
struct room;
struct room_event;
struct room_slot;

/* Can these words (search/spec.h) take a seat?  False: `why` says what is wrong with them. */
bool builtin_can_sit(const char *words, struct err *why);

/* Is there memory for a game with a built-in player? */
bool builtin_has_memory(struct server *server, struct err *why);

/* A subscriber of room events (server/rooms.h): thinks when a built-in player is asked. */
void builtin_hear(void *server, struct room *room, const struct room_event *event);
/* Every TICK_MS: an answer that waited is given, a search that overruns is given up. */
void builtin_tick(struct server *server, struct room_slot *slot, int64_t now_us);
/* The same for all: searches that waited for memory begin, and tables are freed where it is short.
 */
void builtin_tick_all(struct server *server);

/* The built-in player on this seat has failed: logs and counts it. */
void builtin_note_fault(struct server *server, const struct room_slot *slot, enum side side,
                        const struct err *fault);

/* The server stops: all thinking ends soon, and no move comes of it. */
void builtin_stop(struct server *server);
/* After the loop has ended. */
void builtin_destroy(struct server *server);

#endif
