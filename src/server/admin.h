#ifndef SERVER_ADMIN_H
#define SERVER_ADMIN_H

/* Requests of administrators over XML: preparing, observing and steering games, test mode. */

#include "game/game.h"
#include "proto/client_messages.h"

struct msg;
struct room;
struct room_slot;
struct server;
struct session;

/* Running averages of test mode. */
struct test_score {
    char name[MSG_WORD_SIZE];
    const struct game_rules *rules;
    int tests;
    double values[GAME_SCORES_MAX];
};

void admin_handle(struct session *session, const struct msg *msg);
/* A client joined without a reservation and without naming the room. */
void admin_tell_joined(struct server *server, const struct room_slot *slot);
void admin_count_result(struct server *server, const struct room *room);

#endif
