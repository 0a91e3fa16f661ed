/* The one door to a room. */

#include "server/rooms.h"

#include "base/clock.h"
#include "server/builtin.h"
#include "server/internal.h"
#include "server/seat_logs.h"

#include <assert.h>

static struct room_slot *find(struct server *server, const char *id, struct err *why)
{
    struct room_slot *slot = rooms_find(server, id);
    struct room_view ended;

    if (!slot)
        err_set(why, rooms_view(server, id, &ended) ? "over" : "no_such_game", id);
    return slot;
}

bool rooms_do_at(struct room_slot *slot, const struct room_action *action, int64_t now_us,
                 struct err *why)
{
    struct server *server = slot->room.context;

    assert(slot->generation != 0);
    if (action->kind == ROOM_LOG && !seat_logs_open(server, slot))
        return err_set(why, "no_memory", "");
    if (action->kind == ROOM_FAIL && slot->room.phase == ROOM_RUNNING)
        builtin_note_fault(server, slot, action->side, action->fault);
    return room_do(&slot->room, action, now_us, why);
}

bool rooms_do(struct server *server, const char *id, const struct room_action *action,
              struct err *why)
{
    struct room_slot *slot = find(server, id, why);

    return slot && rooms_do_at(slot, action, clock_now_us(), why);
}

const struct seat_log *rooms_seat_log(struct server *server, const char *id, enum side side)
{
    return seat_logs_find(server, id, side);
}
