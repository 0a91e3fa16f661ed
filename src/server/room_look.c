/* What others want to know of a room; nothing changes here. */

#include "server/room.h"

#include <string.h>

struct wire_state room_state(const struct room *room)
{
    struct wire_state state = {.pos = &room->pos, .first_side = (enum side)room->record.start.side};

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        state.names[side] = room->seats[side].name;
    if (room->record.ply_count > 0) {
        const struct record_ply *last = &room->record.plies[room->record.ply_count - 1];
        state.before = &room->before;
        state.words = record_slice(&room->record, last->words);
        state.hint = record_slice(&room->record, last->hint);
        state.form = room->form;
    }
    return state;
}

void room_hide(const struct game_rules *rules, struct position *pos)
{
    if (rules->hide)
        rules->hide(pos);
}

bool room_has_person(const struct room *room)
{
    return room->seats[SIDE_RED].kind == SEAT_PERSON || room->seats[SIDE_BLUE].kind == SEAT_PERSON;
}

bool room_is_paused(const struct room *room)
{
    return room->settings.is_paused || room->is_disk_full;
}

static bool is_program(enum seat_kind kind) { return kind == SEAT_MANUAL || kind == SEAT_BOT; }

bool room_has_program(const struct room *room)
{
    return is_program(room->seats[SIDE_RED].kind) || is_program(room->seats[SIDE_BLUE].kind);
}

bool room_seat_sent_garbage(const struct room *room, enum side side)
{
    const char *how = room->seats[side].how_left;

    return how && (strcmp(how, "PROTOCOL_ERROR") == 0 || strcmp(how, "UNKNOWN") == 0);
}

enum side room_free_seat(const struct room *room)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        const struct room_seat *seat = &room->seats[side];
        if (!seat->is_taken && (!seat->code[0] || seat->is_open))
            return side;
    }
    return SIDE_NONE;
}
