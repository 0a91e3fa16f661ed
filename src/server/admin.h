#ifndef SERVER_ADMIN_H
#define SERVER_ADMIN_H

/* Requests of administrators over XML: preparing, observing and steering games, test mode. */

struct msg;
struct room;
struct room_slot;
struct server;
struct session;

void admin_handle(struct session *session, const struct msg *msg);
/* A client joined without a reservation and without naming the room. */
void admin_tell_joined(struct server *server, const struct room_slot *slot);
void admin_count_result(struct server *server, const struct room *room);

#endif
