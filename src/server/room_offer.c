#include "server/room_offer.h"

#include "server/room_end.h"

#include <assert.h>

bool room_is_between_people(const struct room *room)
{
    return room->seats[SIDE_RED].kind == SEAT_PERSON && room->seats[SIDE_BLUE].kind == SEAT_PERSON;
}

static void set_offer(struct room *room, struct room_offer offer)
{
    room->settings.offer = offer;
    room_tell(room, (struct room_event){.kind = ROOM_EVENT_OFFER, .side = offer.side});
}

void room_offer_forget(struct room *room) { room->settings.offer = (struct room_offer){0}; }

bool room_offer_make(struct room *room, enum side side, enum room_offer_kind kind, bool *is_agreed,
                     struct err *why)
{
    const struct room_offer *open = &room->settings.offer;
    bool is_theirs = open->kind != OFFER_NONE && open->side != side;

    assert(side < SIDE_NONE && kind != OFFER_NONE);
    *is_agreed = is_theirs && kind == OFFER_DRAW && open->kind == OFFER_DRAW;
    if (!room_is_between_people(room))
        return err_set(why, "offer_no_person", "");
    if (*is_agreed || (open->kind == kind && !is_theirs))
        return true;
    if (is_theirs)
        return err_set(why, "offer_open", "");
    if (room->declined_at[side][kind] == room->record.ply_count + 1)
        return err_set(why, "offer_again", "");
    set_offer(room, (struct room_offer){.kind = kind, .side = side, .ply = room->record.ply_count});
    return true;
}

bool room_offer_stands(const struct room *room, enum side side, struct err *why)
{
    const struct room_offer *open = &room->settings.offer;

    return (open->kind != OFFER_NONE && open->side == game_other(side)) ||
           err_set(why, "no_offer", "");
}

bool room_offer_decline(struct room *room, enum side side, struct err *why)
{
    const struct room_offer *open = &room->settings.offer;

    if (open->kind == OFFER_NONE)
        return err_set(why, "no_offer", "");
    if (open->side != side)
        room->declined_at[open->side][open->kind] = room->record.ply_count + 1;
    set_offer(room, (struct room_offer){0});
    return true;
}

void room_offer_end_by_move(struct room *room, enum side side)
{
    const struct room_offer *open = &room->settings.offer;
    bool stays = open->kind == OFFER_DRAW && open->side == side;

    if (open->kind != OFFER_NONE && !stays)
        set_offer(room, (struct room_offer){0});
}
