#include "server/room_tcp_port.h"

#include "server/internal.h"

#include <assert.h>

static void on_accept(void *context, struct conn *conn)
{
    struct room_slot *slot = context;
    struct session *session = session_open(slot->room.context, conn);

    if (session)
        session->home = slot->generation;
}

bool room_tcp_port_open(struct server *server, const char *room, int port, struct err *why)
{
    struct room_slot *slot = rooms_find(server, room);

    assert(port > 0);
    if (!slot || port == server_port(server))
        return slot != NULL;
    room_tcp_port_close(slot);
    slot->own_port =
        listener_create(server->loop, server->config.address, port, on_accept, slot, why);
    return slot->own_port != NULL;
}

int room_tcp_port_number(const struct server *server, const struct room_slot *slot)
{
    return slot->own_port ? listener_port(slot->own_port) : server_port(server);
}

void room_tcp_port_close(struct room_slot *slot)
{
    listener_close(slot->own_port);
    slot->own_port = NULL;
}
