/* What people at several browsers need: a seat is handed over, a game is played again. */

#include "server/internal.h"
#include "server/seat_secret.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- handing over ---- */

/* A game that was opened paused begins when the invited person has come. */
static void begin(struct room_slot *slot)
{
    if (slot->room.settings.is_paused && slot->room.record.ply_count == 0)
        rooms_do_now(slot, &(struct room_action){.kind = ROOM_GO_ON}, NULL);
}

bool rooms_hand_over(struct server *server, const char *id, enum side side, const char *secret,
                     const char *name, struct err *why)
{
    struct room_slot *slot = rooms_find(server, id);
    struct room_action action = {.kind = ROOM_HAND_OVER, .side = side};
    char before[STORE_KEY_SIZE];

    assert(side < SIDE_NONE);
    if (!slot)
        return err_set(why, rooms_find_any(server, id) ? "over" : "no_such_game", id);
    if (!seat_secret_is_one(secret))
        return err_set(why, "bad_value", "secret");
    memcpy(before, slot->seats[side].secret, sizeof before);
    seat_secret_digest(secret, slot->seats[side].secret);
    slot->seats[side].handovers++;
    action.name = name && name[0] ? name : NULL;
    if (rooms_do_now(slot, &action, why)) {
        if (action.name)
            begin(slot);
        return true;
    }
    slot->seats[side].handovers--;
    memcpy(slot->seats[side].secret, before, sizeof before);
    return false;
}

/* ---- once more ---- */

/* Like the game that is over, with sides swapped and a new board. */
static bool describe_rematch(struct server *server, const struct room_slot *slot,
                             struct game_setup *wish, struct err *why)
{
    const struct room *room = &slot->room;
    const struct board_setup board = {.ruleset = (enum ruleset)room->record.start.ruleset,
                                      .options = ""};

    wish->rules = room->rules;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        enum side before = game_other(side);
        wish->seats[side].kind = SEAT_PERSON;
        wish->seats[side].key = slot->seats[before].secret;
        snprintf(wish->seats[side].name, RECORD_NAME_SIZE, "%s", room->seats[before].name);
        if (room_limit_ms(room, side) > 0)
            wish->limit_ms = room_limit_ms(room, side);
    }
    wish->has_limit = wish->limits_everyone = wish->limit_ms > 0;
    wish->is_unarchived = slot->is_unarchived;
    return rooms_draw_board(server, &board, wish, why);
}

static bool begin_rematch(struct server *server, struct room_slot *slot,
                          const struct in6_addr *guest, struct err *why)
{
    struct game_setup wish = {.guest = slot->is_guests ? guest : NULL};
    struct game_ticket ticket;

    if (!describe_rematch(server, slot, &wish, why) || !rooms_open(server, &wish, &ticket, why))
        return false;
    memcpy(slot->rematch, ticket.id, sizeof slot->rematch);
    return true;
}

bool rooms_rematch(struct server *server, const char *id, enum side side,
                   const struct in6_addr *guest, struct err *why)
{
    struct room_slot *slot = rooms_find_any(server, id);

    assert(side < SIDE_NONE);
    if (!slot)
        return err_set(why, "no_such_game", id);
    if (slot->room.phase != ROOM_ENDED)
        return err_set(why, "rematch_early", "");
    if (slot->room.seats[game_other(side)].kind != SEAT_PERSON)
        return err_set(why, "offer_no_person", "");
    if (slot->rematch[0])
        return true;
    if (slot->wants_rematch[game_other(side)] && !begin_rematch(server, slot, guest, why))
        return false;
    slot->wants_rematch[side] = true;
    rooms_tell(slot, &(struct room_event){.kind = ROOM_EVENT_REMATCH, .side = side});
    return true;
}
