#include "server/guest_games.h"

#include "base/clock.h"

static int count(const struct server *server)
{
    struct visitor_limit limit;

    visitors_limit(server->visitors, VISITOR_GAMES, &limit);
    return limit.all;
}

static bool take_place(struct server *server, struct visitor *visitor, struct err *why)
{
    if (count(server) >= LIMIT_GUEST_GAMES) {
        visitors_refuse(server->visitors, TOTAL_GUEST_GAMES);
        return err_set(why, "guests_full", "");
    }
    if (!visitor_may_ask(visitor, VISITOR_STARTS, clock_now_us()))
        return err_set(why, "guest_hasty", "");
    return visitor_take(visitor, VISITOR_GAMES) || err_set(why, "guest_games", "");
}

bool guest_games_begin(struct server *server, const struct in6_addr *address,
                       struct visitor **guest, struct err *why)
{
    if (!address)
        return true;
    *guest = visitors_enter(server->visitors, address);
    if (*guest && take_place(server, *guest, why))
        return true;
    if (!*guest)
        err_set(why, "guests_full", "");
    visitors_leave(server->visitors, *guest);
    *guest = NULL;
    return false;
}

void guest_games_end(struct server *server, struct visitor **guest)
{
    if (!*guest)
        return;
    visitor_give_back(*guest, VISITOR_GAMES, 1);
    visitors_leave(server->visitors, *guest);
    *guest = NULL;
}

void guest_games_tick(struct room_slot *slot, int64_t now_us)
{
    static const struct room_action call_off = {.kind = ROOM_CALL_OFF, .cause = CAUSE_REGULAR};
    const struct server *server = slot->room.context;

    if (slot->is_guests && !slot->is_done && !server->is_disk_full &&
        now_us - slot->active_us > LIMIT_GUEST_IDLE_MS * 1000LL)
        rooms_do_at(slot, &call_off, now_us, NULL);
}
