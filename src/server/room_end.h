#ifndef SERVER_ROOM_END_H
#define SERVER_ROOM_END_H

/* How a room ends its game.  Private to room.c, which says when. */

#include "proto/fault_text.h"
#include "server/room.h"

/* To the receivers of events; in room.c. */
void room_tell(struct room *room, struct room_event event);

/* The outcome is filled. */
void room_end(struct room *room);

/* What a side has done wrong; the caller may add the move as it was sent. */
struct fault_case room_fault(const struct room *room, enum side side, enum cause cause,
                             const struct err *fault);
/* The side loses.  Always true. */
bool room_forfeit(struct room *room, const struct fault_case *fault);

/* `kind`: REFUSED or UNASKED. */
void room_end_by_rule_violation(struct room *room, const struct room_action *action,
                                enum room_event_kind kind, const struct err *why);
void room_end_by_leaving(struct room *room, enum side side, const char *how);
/* Without a winner: each side has left in its own way. */
void room_end_without_players(struct room *room, const char *const how[SIDE_NONE]);
void room_end_by_time(struct room *room, enum side side, enum cause cause, int limit_ms);

#endif
