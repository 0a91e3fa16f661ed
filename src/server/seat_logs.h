#ifndef SERVER_SEAT_LOGS_H
#define SERVER_SEAT_LOGS_H

/*
 * The seat_logs of games that are being debugged; those of the last
 * LIMIT_SEAT_LOGS games are kept, also when the game is over.  A session that plays in such a game
 * writes everything down; for all others this costs one look at a flag.
 */

#include "server/internal.h"
#include "server/seat_log.h"

/* From now on this game has seat_logs; false: no memory. */
bool seat_logs_open(struct server *server, struct room_slot *slot);
/* NULL: nothing is kept of this seat. */
struct seat_log *seat_logs_find(struct server *server, const char *room, enum side side);
/* The game is deleted. */
void seat_logs_forget(struct server *server, const char *room);
void seat_logs_destroy(struct server *server);

/* One entry about a seat, if there is a seat_log. */
void seat_logs_add(struct server *server, const char *room, enum side side, enum seat_log_kind kind,
                   struct slice text);
void seat_logs_note(struct server *server, const char *room, enum side side, const struct err *why);

/* The session sits down here: it writes into this seat's seat_log, or not any longer. */
void seat_logs_seat(struct session *session, const struct room_slot *slot, enum side side);
/* What it sends us, as it comes in and before it is read. */
void seat_logs_hear(struct session *session, struct slice bytes);
void seat_logs_tell(struct session *session, struct slice message);
/* What came in last makes no sense to the reader. */
void seat_logs_garbled(struct session *session, const struct err *refusal);

#endif
