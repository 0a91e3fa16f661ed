#ifndef SERVER_DIARIES_H
#define SERVER_DIARIES_H

/*
 * The diaries of games whose owner wants to know what goes to and fro; those of the last
 * LIMIT_DIARIES games are kept, also when the game is over.  A session that plays in such a game
 * writes everything down; for all others this costs one look at a flag.
 */

#include "server/diary.h"
#include "server/house.h"

/* From now on this game has diaries; false: no memory. */
bool diaries_open(struct server *server, struct room_slot *slot);
/* NULL: nothing is kept of this seat. */
struct diary *diaries_find(struct server *server, const char *room, enum side side);
void diaries_destroy(struct server *server);

/* One entry about a seat, if there is a diary. */
void diaries_add(struct server *server, const char *room, enum side side, enum diary_kind kind,
                 struct slice text);
void diaries_note(struct server *server, const char *room, enum side side, const struct err *why);

/* The session sits down here: it writes into this seat's diary, or not any longer. */
void diaries_seat(struct session *session, const struct room_slot *slot, enum side side);
/* What it sends us, as it comes in and before it is read. */
void diaries_hear(struct session *session, struct slice bytes);
void diaries_tell(struct session *session, struct slice message);
/* What came in last makes no sense to the reader. */
void diaries_garbled(struct session *session, const struct err *refusal);

#endif
