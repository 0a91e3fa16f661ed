/* What is shown of rooms: those that wait or run, and games that ended lately. */

#include "server/internal.h"

#include "base/memory.h"

#include "server/room_tcp_port.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static struct seat_view describe_seat(const struct server *server, const struct room_slot *slot,
                                      enum side side)
{
    const struct room_seat *seat = &slot->room.seats[side];

    return (struct seat_view){
        .kind = seat->kind,
        .player = slot->seats[side].player,
        .code = seat->code,
        .is_here = seat->is_taken && !seat->how_left,
        .has_left = seat->how_left != NULL,
        .since_ms = slot->seats[side].since_ms,
        .program = *bot_process_find(server, slot->room.id, side),
        .handovers = slot->seats[side].handovers,
        .wants_rematch = slot->wants_rematch[side],
    };
}

static void describe(struct server *server, const struct room_slot *slot, struct room_view *game)
{
    *game =
        (struct room_view){.room = &slot->room,
                           .number = (int64_t)slot->number,
                           .started_ms = slot->started_ms,
                           .port = room_tcp_port_number(server, slot),
                           .rematch = slot->rematch,
                           .asked_ago_ms = (server_now_us(server) - slot->room.asked_us) / 1000};
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        game->seats[side] = describe_seat(server, slot, side);
}

static int compare_age(const void *left, const void *right)
{
    const struct room_slot *const *a = left, *const *b = right;

    return (*a)->generation < (*b)->generation ? 1 : -1;
}

int rooms_list(struct server *server, struct room_view games[], int max)
{
    struct room_slot **slots = calloc(LIMIT_ROOMS, sizeof(struct room_slot *));
    int found = 0, count = 0;

    assert(max >= 0);
    for (int i = 0; slots && i < server->room_high; i++) {
        if (server->rooms[i] && !server->rooms[i]->is_done && !server->rooms[i]->is_hidden)
            slots[found++] = server->rooms[i];
    }
    if (found > 0)
        qsort(slots, (size_t)found, sizeof(struct room_slot *), compare_age);
    for (; count < found && count < max; count++)
        describe(server, slots[count], &games[count]);
    free(slots);
    return count;
}

/* Those that were deleted have no generation. */
static struct room_slot *recent_at(const struct server *server, int index)
{
    int kept =
        server->recent_count < LIMIT_RECENT_GAMES ? server->recent_count : LIMIT_RECENT_GAMES;

    for (int i = 0; i < kept; i++) {
        int place = (server->recent_count - 1 - i) % LIMIT_RECENT_GAMES;
        if (server->recent[place].generation != 0 && index-- == 0)
            return &server->recent[place];
    }
    return NULL;
}

void rooms_forget(struct server *server, const char *id)
{
    for (int i = 0; recent_at(server, i); i++) {
        struct room_slot *slot = recent_at(server, i);
        if (strcmp(slot->room.id, id) == 0)
            memset(slot, 0, sizeof *slot);
    }
}

bool rooms_recent(struct server *server, int index, struct room_view *game)
{
    const struct room_slot *slot = recent_at(server, index);

    if (slot)
        describe(server, slot, game);
    return slot != NULL;
}

struct room_slot *rooms_find_any(struct server *server, const char *id)
{
    struct room_slot *slot = rooms_find(server, id);

    for (int i = 0; !slot && recent_at(server, i); i++) {
        if (strcmp(recent_at(server, i)->room.id, id) == 0)
            slot = recent_at(server, i);
    }
    return slot;
}

bool rooms_view(struct server *server, const char *id, struct room_view *game)
{
    const struct room_slot *slot = rooms_find_any(server, id);

    if (slot)
        describe(server, slot, game);
    return slot != NULL;
}

bool rooms_view_of(struct room *room, struct room_view *view)
{
    const struct room_slot *slot = slot_of(room);

    if (!slot->is_hidden)
        describe(room->context, slot, view);
    return !slot->is_hidden;
}

bool rooms_keep_recent(struct server *server)
{
    if (!server->recent)
        server->recent = memory_try_large(LIMIT_RECENT_GAMES, sizeof *server->recent);
    return server->recent != NULL;
}

void rooms_keep(struct server *server, const struct room_slot *slot)
{
    assert(slot->is_done && slot->room.phase == ROOM_ENDED);
    if (!server->recent || slot->is_hidden || slot->is_unkept)
        return;
    struct room_slot *kept = &server->recent[server->recent_count++ % LIMIT_RECENT_GAMES];
    *kept = *slot;
    kept->own_port = NULL;
}
