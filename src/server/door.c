#include "server/door.h"

#include "server/house.h"

static void on_accept(void *context, struct conn *conn)
{
    struct room_slot *slot = context;
    struct session *session = session_open(slot->room.context, conn);

    if (session)
        session->home = slot->generation;
}

bool door_open(struct server *server, const char *room, int port, struct err *why)
{
    struct room_slot *slot = lobby_find(server, room);

    if (!slot || port == server_port(server))
        return slot != NULL;
    door_close(slot);
    slot->door = listener_create(server->loop, server->config.address, port, on_accept, slot, why);
    return slot->door != NULL;
}

int door_port(const struct server *server, const struct room_slot *slot)
{
    return slot->door ? listener_port(slot->door) : server_port(server);
}

void door_close(struct room_slot *slot)
{
    listener_close(slot->door);
    slot->door = NULL;
}
