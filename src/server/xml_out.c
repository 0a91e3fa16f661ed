/* Room events become XML messages to players and observers, in the words of the room's season. */

#include "server/internal.h"

#include "server/admin.h"
#include "server/seat_logs.h"

#include <assert.h>
#include <stdio.h>

/* The message under construction. */
static struct buf begin(struct server *server)
{
    struct buf buf;

    buf_init(&buf, server->scratch, LIMIT_MESSAGE_BYTES);
    return buf;
}

static void to_player(struct server *server, struct room_slot *slot, enum side side,
                      const struct buf *message, enum conn_timing timing, uint64_t tag)
{
    struct session *session = session_find(server, slot->seats[side].session);

    if (session)
        session_send(session, buf_slice(message), timing, tag);
}

static void to_players(struct server *server, struct room_slot *slot, const struct buf *message,
                       enum conn_timing timing)
{
    bool is_same =
        slot->seats[SIDE_RED].session.generation == slot->seats[SIDE_BLUE].session.generation;

    to_player(server, slot, SIDE_RED, message, timing, 0);
    if (!is_same)
        to_player(server, slot, SIDE_BLUE, message, timing, 0);
}

static void to_observers(struct server *server, struct room_slot *slot, const struct buf *message,
                         enum conn_timing timing)
{
    for (int i = 0; i < slot->observer_count; i++) {
        struct session *session = session_find(server, slot->observers[i]);
        if (session)
            session_send(session, buf_slice(message), timing, 0);
    }
}

/* ---- seats ---- */

static void tell_joined(struct server *server, struct room_slot *slot, enum side side)
{
    struct buf buf = begin(server);

    server_message_joined(&buf, slot->room.id);
    to_player(server, slot, side, &buf, CONN_PACED, 0);
}

static void on_seated(struct server *server, struct room_slot *slot, const struct room_event *event)
{
    const struct room *room = &slot->room;

    if (!room->is_prepared || season_at(room->wire->season)->joins_at_once)
        tell_joined(server, slot, event->side);
}

static void on_started(struct server *server, struct room_slot *slot,
                       const struct room_event *event)
{
    const struct room *room = &slot->room;
    const struct season *season = season_at(room->wire->season);

    (void)event;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (room->is_prepared && !season->joins_at_once)
            tell_joined(server, slot, side);
    }
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        struct buf buf = begin(server);
        server_message_welcome(&buf, season, room->id, side);
        to_player(server, slot, side, &buf, CONN_PACED, 0);
    }
}

/* ---- the game ---- */

static struct buf write_memento(struct server *server, const struct room *room)
{
    struct wire_state state = room_state(room);
    struct buf buf = begin(server);

    server_message_memento(&buf, room->wire, room->id, &state);
    return buf;
}

static bool has_clients(const struct room_slot *slot)
{
    return slot->observer_count > 0 || slot->seats[SIDE_RED].session.generation != 0 ||
           slot->seats[SIDE_BLUE].session.generation != 0;
}

static void on_state(struct server *server, struct room_slot *slot, const struct room_event *event)
{
    if (!has_clients(slot))
        return;
    struct buf buf = write_memento(server, &slot->room);
    to_observers(server, slot, &buf, CONN_PACED);
    if (event->audience == AUDIENCE_ALL)
        to_players(server, slot, &buf, CONN_PACED);
}

void xml_out_state(struct server *server, struct room_slot *slot, struct session *session)
{
    struct buf buf = write_memento(server, &slot->room);

    session_send(session, buf_slice(&buf), CONN_PACED, 0);
}

static uint64_t tag_of(const struct room_slot *slot)
{
    return (uint64_t)slot->index << 32 | slot->generation;
}

static void on_asked(struct server *server, struct room_slot *slot, const struct room_event *event)
{
    enum side side = event->side;

    assert(slot->room.is_asked && side == slot->room.pos.side);
    if (!session_find(server, slot->seats[side].session))
        return; /* people and built-in players are asked by other receivers of the event */
    struct buf buf = begin(server);
    server_message_move_request(&buf, season_at(slot->room.wire->season), slot->room.id);
    to_player(server, slot, side, &buf, CONN_PACED, tag_of(slot));
}

static void tell_paused(struct server *server, struct room_slot *slot)
{
    const struct room *room = &slot->room;
    struct wire_state state = room_state(room);
    struct buf buf = begin(server);

    server_message_paused(&buf, room->wire, room->id, &state, room_is_paused(room));
    to_observers(server, slot, &buf, CONN_PACED);
}

static void on_paused(struct server *server, struct room_slot *slot, const struct room_event *event)
{
    (void)event;
    if (season_at(slot->room.wire->season)->has_paused_flag)
        tell_paused(server, slot);
}

static void on_held(struct server *server, struct room_slot *slot, const struct room_event *event)
{
    (void)event;
    if (season_at(slot->room.wire->season)->has_paused_player)
        tell_paused(server, slot);
}

/* Repeats the offender's words, unless they are so many that the message would be cut. */
static struct buf write_error(struct server *server, const struct room *room, const char *message,
                              const struct xml_node *original)
{
    struct buf buf = begin(server);

    server_message_error(&buf, room->wire, room->id, message, original);
    if (buf.is_full) {
        buf_clear(&buf);
        server_message_error(&buf, room->wire, room->id, message, NULL);
    }
    return buf;
}

static void note_refusal(struct server *server, const struct room_slot *slot,
                         const struct room_event *event)
{
    char sentence[OUTCOME_REASON_SIZE];
    struct err why = {0};
    struct buf buf;

    if (!slot->room.settings.is_logged)
        return;
    buf_init(&buf, sentence, sizeof sentence);
    reason_print(slot->room.rules, event->fault, LANG_DE, &buf);
    err_set(&why, "bot_illegal", sentence);
    seat_logs_note(server, slot->room.id, event->side, &why);
}

/* The message to the offender has its name; in some seasons others get only the reason. */
static void on_refused(struct server *server, struct room_slot *slot,
                       const struct room_event *event)
{
    const struct room *room = &slot->room;
    const struct season *season = season_at(room->wire->season);
    const struct xml_node *original = event->repeats_move ? server->original : NULL;
    const char *name = room->seats[event->side].name;
    char message[OUTCOME_REASON_SIZE + RECORD_NAME_SIZE + 64];

    assert(event->message && event->side < SIDE_NONE);
    snprintf(message, sizeof message, "Ungueltiger Zug von '%s'.\n%s", name, event->message);
    note_refusal(server, slot, event);
    struct buf buf = write_error(server, room, message, original);
    to_player(server, slot, event->side, &buf, CONN_PACED, 0);
    if (season->tells_all_errors)
        to_player(server, slot, game_other(event->side), &buf, CONN_PACED, 0);
    if (!season->names_offender)
        buf = write_error(server, room, event->message, original);
    to_observers(server, slot, &buf, CONN_PACED);
}

/* Only the offender is told of a move without a request. */
static void on_unasked(struct server *server, struct room_slot *slot,
                       const struct room_event *event)
{
    struct buf buf = write_error(server, &slot->room, event->message, server->original);

    to_player(server, slot, event->side, &buf, CONN_PACED, 0);
}

/* ---- the end ---- */

static void release_player(struct server *server, struct room_slot *slot, enum side side)
{
    const struct room *room = &slot->room;
    struct session *session = session_find(server, slot->seats[side].session);

    slot->seats[side].session = (struct session_id){0};
    if (!session)
        return;
    session->seat_count--;
    visitor_give_back(session->visitor, VISITOR_SEATS, 1);
    session_limit_queue(session);
    session->has_played = true;
    session->idle_since_us = server_now_us(server);
    if (room->outcome.cause[side] == CAUSE_RULE_VIOLATION &&
        season_at(room->wire->season)->closes_offender)
        session_dismiss(session);
}

static void on_ended(struct server *server, struct room_slot *slot, const struct room_event *event)
{
    struct room *room = &slot->room;
    struct wire_state state = room_state(room);
    struct buf buf = begin(server);

    assert(room->phase == ROOM_ENDED);
    (void)event;
    admin_count_result(server, room);
    server_message_result(&buf, room->wire, room->id, &state, &room->outcome);
    to_players(server, slot, &buf, CONN_PACED);
    to_observers(server, slot, &buf, CONN_PACED);
    buf = begin(server);
    server_message_left(&buf, room->id);
    to_players(server, slot, &buf, CONN_AT_ONCE);
    to_observers(server, slot, &buf, CONN_AT_ONCE);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        release_player(server, slot, side);
}

/* ---- all events ---- */

typedef void event_handler(struct server *server, struct room_slot *slot,
                           const struct room_event *event);

static event_handler *const handlers[] = {
    [ROOM_EVENT_SEATED] = on_seated,   [ROOM_EVENT_STARTED] = on_started,
    [ROOM_EVENT_STATE] = on_state,     [ROOM_EVENT_ASKED] = on_asked,
    [ROOM_EVENT_HELD] = on_held,       [ROOM_EVENT_PAUSED] = on_paused,
    [ROOM_EVENT_REFUSED] = on_refused, [ROOM_EVENT_UNASKED] = on_unasked,
    [ROOM_EVENT_DISK] = on_paused,     [ROOM_EVENT_ENDED] = on_ended,
    [ROOM_EVENT_PROGRAM] = NULL,
};

void xml_out_hear(void *server, struct room *room, const struct room_event *event)
{
    if (handlers[event->kind])
        handlers[event->kind](server, slot_of(room), event);
}
