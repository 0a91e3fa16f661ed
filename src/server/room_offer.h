#ifndef SERVER_ROOM_OFFER_H
#define SERVER_ROOM_OFFER_H

/*
 * What two people settle between them: one side offers a draw or wants a move back, the other one
 * accepts or declines.  One offer stands at a time.  A move ends it; only a draw may be offered
 * together with one's own move.  Private to room.c.
 */

#include "server/room.h"

/* Do two people play, so that one can ask the other? */
bool room_is_between_people(const struct room *room);

/* False: refused.  The other side may have offered the same: then *is_agreed is true, and nothing
 * has changed yet. */
bool room_offer_make(struct room *room, enum side side, enum room_offer_kind kind, bool *is_agreed,
                     struct err *why);
/* Is there an offer that this side may accept? */
bool room_offer_stands(const struct room *room, enum side side, struct err *why);
bool room_offer_decline(struct room *room, enum side side, struct err *why);
/* The side has moved. */
void room_offer_end_by_move(struct room *room, enum side side);
/* Ends without an answer, because it has become void; no event is sent. */
void room_offer_forget(struct room *room);

#endif
