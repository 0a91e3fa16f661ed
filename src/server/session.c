/* Connections: bytes become messages, messages are handled. */

#include "server/internal.h"

#include "base/clock.h"
#include "server/admin.h"
#include "server/admin_password.h"
#include "server/archive.h"
#include "server/log_lines.h"
#include "server/seat_logs.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words of the official results for players that have sent something else than a move: it could
 * not be read, or the official server failed over it. */
#define FAREWELL_GARBLED "PROTOCOL_ERROR"
#define FAREWELL_FAILED  "UNKNOWN"

struct session_id session_id(const struct session *session)
{
    uint32_t slot = (uint32_t)(session - session->server->sessions);

    return (struct session_id){.slot = slot, .generation = session->generation};
}

struct session *session_find(struct server *server, struct session_id id)
{
    struct session *session = &server->sessions[id.slot];

    assert(id.slot < LIMIT_SESSIONS);
    return id.generation != 0 && session->generation == id.generation ? session : NULL;
}

/* ---- speaking ---- */

void session_send(struct session *session, struct slice message, enum conn_timing timing,
                  uint64_t tag)
{
    static const char greeting[] = "<protocol>";
    char *text = session->server->greeting;

    assert(session->generation != 0 && message.len > 0);
    if (conn_is_closing(session->conn))
        return;
    if (!session->has_greeted && message.len <= LIMIT_MESSAGE_BYTES) {
        memcpy(text, greeting, sizeof greeting - 1);
        memcpy(text + sizeof greeting - 1, message.at, message.len);
        message = slice_make(text, message.len + sizeof greeting - 1);
    }
    session->has_greeted = true;
    if (session->seat_log.is_kept)
        seat_logs_tell(session, message);
    bool is_sent = conn_send(session->conn, message, timing, tag);
    if (!is_sent && !session->is_admin && session->server->unread_bytes > LIMIT_QUEUE_GUESTS)
        visitors_refuse(session->server->visitors, TOTAL_UNREAD);
    session->server->stats.messages++;
}

/* Is everything said as the season's own server said it? */
static bool is_official(const struct session *session)
{
    return session->server->config.ruleset == RULES_SERVER;
}

/* Seats are left at once, although the connection closes only when all was sent. */
static void leave_and_close(struct session *session)
{
    conn_close(session->conn);
    rooms_leave_all(session->server, session);
}

static void end_document(struct session *session)
{
    const char *end = session->has_greeted ? "\n</protocol>" : "<protocol/>";

    session->has_greeted = true;
    session_send(session, slice_of(end), CONN_AT_ONCE, 0);
    leave_and_close(session);
}

/* The end of a session that has not said good-bye. */
static void end_without_goodbye(struct session *session)
{
    if (season_at(session->season)->ends_silently && is_official(session))
        leave_and_close(session);
    else
        end_document(session);
}

void session_dismiss(struct session *session)
{
    char text[128];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    server_message_close(&buf, season_at(session->season));
    session_send(session, buf_slice(&buf), CONN_AT_ONCE, 0);
    end_document(session);
}

void session_limit_queue(struct session *session)
{
    /* The end of a game is told although its messages were not read yet. */
    size_t guest = conn_queued(session->conn) + LIMIT_QUEUE_GUEST;
    struct conn_queue_limit limit = {.bytes = session->seat_count > 0 ? LIMIT_QUEUE_PLAYER : guest,
                                     .total = &session->server->unread_bytes,
                                     .total_max = LIMIT_QUEUE_GUESTS,
                                     .bytes_scant = LIMIT_QUEUE_GUEST};

    if (session->is_admin)
        limit = (struct conn_queue_limit){.bytes = CONN_QUEUE_MAX};
    conn_limit_queue(session->conn, limit);
}

/* Did it come from another machine or out of a cell, and does not know the password? */
static bool is_stranger(const struct session *session)
{
    return !session->visitor->is_loopback && !session->is_admin;
}

/* May the request be repeated in the refusal?  A guest that does not read what it is told gets
 * less.
 */
static bool may_repeat(const struct session *session)
{
    return session->is_admin || (conn_queued(session->conn) < LIMIT_QUEUE_REPEAT &&
                                 session->server->unread_bytes < LIMIT_QUEUE_GUESTS);
}

/* An administrator, and every client of 2023, is told what was wrong and stays; the old seasons'
 * players only understand being dismissed. */
void session_refuse(struct session *session, const struct msg *msg, const char *message)
{
    struct buf buf;

    session->server->stats.refused++;
    if (!session->is_admin && !season_at(session->season)->has_error_packet) {
        session_dismiss(session);
        return;
    }
    buf_init(&buf, session->server->scratch, LIMIT_MESSAGE_BYTES);
    const struct season *season = season_at(session->season);
    server_message_error_packet(&buf, season, message, may_repeat(session) ? msg->element : NULL);
    if (buf.is_full) {
        buf_clear(&buf);
        server_message_error_packet(&buf, season, message, NULL);
    }
    session_send(session, buf_slice(&buf), CONN_PACED, 0);
}

/* The wire of the game of a season; NULL: this program does not have it. */
static const struct game_wire *find_wire(enum season_id season)
{
    for (int i = 0; game_at(i); i++) {
        if (wire_of(game_at(i))->season == season)
            return wire_of(game_at(i));
    }
    return NULL;
}

void session_refuse_as(struct session *session, const struct msg *msg, enum refusal refusal)
{
    enum { SENTENCE_SIZE = 1024 };
    char sentence[SENTENCE_SIZE];
    struct buf buf;

    if (!is_official(session) || !season_at(session->season)->has_error_packet) {
        session_refuse(session, msg, refusal_sentence(refusal));
        return;
    }
    buf_init(&buf, sentence, sizeof sentence);
    refusal_print_official(refusal, msg, find_wire(session->season), &buf);
    session_refuse(session, msg, sentence);
}

/* ---- joining ---- */

/* Plain joins may not come too fast, or games of which something is kept would flood the archive.
 */
static bool may_join(const struct session *session)
{
    return session->is_admin || visitor_may_ask(session->visitor, VISITOR_JOINS, clock_now_us());
}

/* Is there a room for a game that a plain join opens?  The last ones are for this machine, and for
 * the owner. */
static bool has_room_left(const struct session *session)
{
    int spare = LIMIT_ROOMS / (is_stranger(session) ? LIMIT_RESERVE : LIMIT_RESERVE_OWN);

    return session->is_admin || session->server->stats.rooms < LIMIT_ROOMS - spare;
}

/* A join with a reservation, or an administrator's, has fewer limits. */
static bool is_plain(const struct session *session, const struct msg *msg)
{
    return msg->kind != MSG_JOIN_PREPARED && !session->is_admin;
}

/* May the session take one more seat?  False: it has been refused.  Asked before a room is made. */
static bool may_sit(struct session *session, const struct msg *msg)
{
    struct err why = {0};
    const char *refusal = NULL;
    bool is_limited = is_plain(session, msg);

    if (session->seat_count == LIMIT_SEATS ||
        (is_limited && !visitor_has_left(session->visitor, VISITOR_SEATS)))
        refusal = "you have enough seats";
    else if (is_limited && !may_join(session))
        refusal = "you join too often, please wait a moment";
    else if (!archive_takes_games(session->server->archive, &why)) { /* nor into a waiting room */
        refusal = why.details;
        rooms_tell_refused(session->server, refusal);
    }
    if (refusal)
        session_refuse(session, msg, refusal);
    return !refusal;
}

/* The gap of a connection stays as its first seat has set it, so that a client never meets another
 * one. */
static void set_message_gap(struct session *session, const struct room_slot *slot,
                            const struct msg *msg)
{
    if (session->has_message_gap)
        return;
    session->has_message_gap = true;
    if (msg->wants_no_gap)
        conn_set_message_gap(session->conn, 0);
    else if (slot->has_message_gap)
        conn_set_message_gap(session->conn, slot->message_gap_ms);
}

/* After may_sit(). */
static void take_seat(struct session *session, struct room_slot *slot, enum side side,
                      const struct msg *msg)
{
    assert(side < SIDE_NONE && slot->room.phase == ROOM_WAITING);
    session->season = slot->room.wire->season;
    session->has_played = false;
    set_message_gap(session, slot, msg);
    slot->seats[side].is_strangers = is_plain(session, msg) && is_stranger(session);
    rooms_sit(slot, side, session);
}

/* With a sandbox all programs of the server come out of cells. */
static void note_unreserved_join(const struct session *session, const struct msg *msg,
                                 const struct game_rules *rules)
{
    struct server *server = session->server;

    if (server->sandbox && !session->is_locked_in)
        return;
    server->unreserved_join.came_us = session->now_us;
    server->unreserved_join.rules = rules;
    snprintf(server->unreserved_join.game, sizeof server->unreserved_join.game, "%s",
             rules ? rules->title : msg->text);
}

static void on_join(struct session *session, const struct msg *msg)
{
    struct server *server = session->server;
    const struct game_wire *wire = msg->text[0] ? wire_find(msg->text) : NULL;
    const struct game_rules *rules =
        wire ? game_find(slice_of(wire->game)) : server->config.default_game;
    struct err why = {0};

    note_unreserved_join(session, msg, msg->text[0] && !wire ? NULL : rules);
    if (msg->text[0] && !wire) {
        session_refuse(session, msg, "unknown game type");
        return;
    }
    session->season = wire_of(rules)->season;
    struct room_slot *slot = rooms_find_open(server, rules, session->home);
    if (!slot && !has_room_left(session)) {
        visitors_refuse(server->visitors, TOTAL_ROOMS);
        session_refuse(session, msg, "the server is full, please come back later");
        return;
    }
    if (!may_sit(session, msg))
        return;
    if (!slot)
        slot = rooms_create(server, rules, NULL, &why);
    if (!slot) {
        session_refuse(session, msg, why.details);
        return;
    }
    take_seat(session, slot, room_free_seat(&slot->room), msg);
    admin_tell_joined(server, slot);
}

static void on_join_room(struct session *session, const struct msg *msg)
{
    struct room_slot *slot = rooms_find(session->server, msg->room);
    enum side side = slot ? room_free_seat(&slot->room) : SIDE_NONE;

    if (!slot)
        session_refuse_as(session, msg, REFUSAL_NO_ROOM);
    else if (slot->room.phase != ROOM_WAITING || side == SIDE_NONE)
        session_refuse_as(session, msg, REFUSAL_FULL);
    else if (may_sit(session, msg))
        take_seat(session, slot, side, msg);
}

static void on_join_prepared(struct session *session, const struct msg *msg)
{
    enum side side = SIDE_NONE;
    struct room_slot *slot = rooms_find_code(session->server, msg->text, &side);

    if (!slot || slot->room.phase != ROOM_WAITING || slot->room.seats[side].is_taken) {
        session_refuse_as(session, msg, REFUSAL_NO_RESERVATION);
        return;
    }
    if (may_sit(session, msg))
        take_seat(session, slot, side, msg);
}

/* ---- moves ---- */

/* The seat this session holds in the room; with both, the one that is to move. */
static enum side seat_of(const struct session *session, const struct room_slot *slot)
{
    enum side found = SIDE_NONE;

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        struct session_id id = slot->seats[side].session;
        bool is_mine = id.generation == session->generation && id.slot == session_id(session).slot;
        if (is_mine && (found == SIDE_NONE || side == slot->room.pos.side))
            found = side;
    }
    return found;
}

static void close_unreadable(struct session *session, const char *farewell)
{
    session->farewell = farewell;
    end_without_goodbye(session);
}

/* The element is XML, but unknown here. */
static void close_unexpected(struct session *session, const struct xml_node *element,
                             const char *farewell)
{
    struct err why = {0};

    err_set(&why, "log_misplaced", element->name);
    if (session->seat_log.is_kept)
        seat_logs_note(session->server, session->seat_log.room, session->seat_log.side, &why);
    close_unreadable(session, farewell);
}

static enum wire_verdict read_move(const struct room *room, const struct xml_node *data,
                                   struct buf *words, struct buf *hint, struct err *why)
{
    if (data)
        return room->wire->read_move(data, &room->pos, words, hint, why);
    err_set(why, "not_a_move", "<room/>");
    return WIRE_NOT_A_MOVE;
}

/* A move, or what should be one: the time that it waited for us is not the mover's. */
static void act(struct session *session, struct room_slot *slot, struct room_action action)
{
    action.lag_us = session->lag_us;
    rooms_do_at(slot, &action, session->now_us, NULL);
}

static void lose_no_move(struct session *session, const struct msg *msg, struct room_slot *slot,
                         enum side side, const struct err *why)
{
    act(session, slot,
        (struct room_action){.kind = ROOM_FOUL, .side = side, .fault = why, .data = msg->data});
}

static void on_move(struct session *session, const struct msg *msg, struct room_slot *slot,
                    enum side side)
{
    char words_text[GAME_WORDS_MAX], hint_text[GAME_WORDS_MAX];
    struct buf words, hint;
    struct err why = {0};

    buf_init(&words, words_text, sizeof words_text);
    buf_init(&hint, hint_text, sizeof hint_text);
    session->server->original = msg->element;
    switch (read_move(&slot->room, msg->data, &words, &hint, &why)) {
    case WIRE_MOVE:
        act(session, slot,
            (struct room_action){.kind = ROOM_MOVE,
                                 .side = side,
                                 .words = buf_slice(&words),
                                 .hint = buf_slice(&hint),
                                 .data = msg->data});
        break;
    case WIRE_NOT_A_MOVE:
        if (season_at(session->season)->has_error_packet)
            session_refuse_as(session, msg, REFUSAL_NOT_A_MOVE);
        else
            lose_no_move(session, msg, slot, side, &why);
        break;
    case WIRE_FOUL:
        lose_no_move(session, msg, slot, side, &why);
        break;
    case WIRE_GARBLED:
        close_unexpected(session, msg->element,
                         strcmp(why.code, "incomplete") == 0 ? FAREWELL_FAILED : FAREWELL_GARBLED);
        break;
    }
    session->server->original = NULL;
    meter_add(&session->server->stats.move_times, server_now_us(session->server) - session->now_us);
}

/* Why a session without a seat in the room, which may not be there, sends no move. */
static enum refusal refusal_of_move(const struct session *session, const struct room_slot *slot)
{
    if (session->has_played && season_at(session->season)->tells_over)
        return REFUSAL_OVER;
    return slot ? REFUSAL_NO_SEAT : REFUSAL_NO_ROOM;
}

static void on_data(struct session *session, const struct msg *msg)
{
    struct room_slot *slot = rooms_find(session->server, msg->room);
    enum side side = slot ? seat_of(session, slot) : SIDE_NONE;

    if (side == SIDE_NONE && session->has_played && !season_at(session->season)->has_error_packet)
        return; /* too late, the game is over: harmless */
    if (side == SIDE_NONE)
        session_refuse_as(session, msg, refusal_of_move(session, slot));
    else if (msg->data && !xml_get(msg->data, "class"))
        close_unexpected(session, msg->data, FAREWELL_GARBLED);
    else
        on_move(session, msg, slot, side);
}

/* ---- the rest ---- */

static void on_close(struct session *session, const struct msg *msg)
{
    (void)msg;
    session->farewell = "RECEIVED_DISCONNECT";
    end_document(session);
}

static void on_authenticate(struct session *session, const struct msg *msg)
{
    if (xml_get(msg->element, "passphrase") && session->season > SEASON_2019)
        session->season = SEASON_2019;
    if (admin_password_check(session->server->password, session, msg->text)) {
        xml_reader_suspend(session->reader);
        conn_hold(session->conn, true);
    } else {
        session_refuse(session, msg, "too many attempts, please wait");
    }
}

static void on_unknown(struct session *session, const struct msg *msg)
{
    if (session->is_admin)
        session_refuse(session, msg, "this request is not known");
    else
        close_unexpected(session, msg->element, FAREWELL_GARBLED);
}

static void on_admin(struct session *session, const struct msg *msg)
{
    if (!session->is_admin)
        session_refuse_as(session, msg, REFUSAL_NO_RIGHTS);
    else
        admin_handle(session, msg);
}

typedef void message_handler(struct session *session, const struct msg *msg);

/* All other kinds of messages are for administrators. */
static message_handler *const handlers[MSG_UNKNOWN + 1] = {
    [MSG_JOIN] = on_join,
    [MSG_JOIN_ROOM] = on_join_room,
    [MSG_JOIN_PREPARED] = on_join_prepared,
    [MSG_DATA] = on_data,
    [MSG_AUTHENTICATE] = on_authenticate,
    [MSG_LEAVE] = on_close,
    [MSG_CLOSE] = on_close,
    [MSG_UNKNOWN] = on_unknown,
};

/* ---- bytes ---- */

static bool on_element(void *context, const struct xml_node *element)
{
    struct session *session = context;
    struct msg msg;

    session->idle_since_us = session->now_us;
    msg_read(element, &msg);
    (handlers[msg.kind] ? handlers[msg.kind] : on_admin)(session, &msg);
    return !conn_is_closing(session->conn);
}

/* What follows a call of the reader, whether it fed or resumed. */
static void after_reading(struct session *session, bool is_read, const struct err *why)
{
    if (session->seat_log.is_kept)
        session->seat_log.is_open = !xml_reader_is_between(session->reader);
    if (conn_is_closing(session->conn))
        return;
    if (!is_read) {
        if (session->seat_log.is_kept)
            seat_logs_garbled(session, why);
        close_unreadable(session, FAREWELL_GARBLED);
    } else if (xml_reader_is_ended(session->reader)) {
        session->farewell = "LOST_CONNECTION";
        end_without_goodbye(session);
    }
}

static void on_bytes(void *context, struct slice bytes)
{
    struct session *session = context;
    struct err why = {0};

    session->now_us = server_now_us(session->server);
    session->lag_us = lag_us(&session->server->lag, session->now_us);
    if (session->seat_log.is_kept)
        seat_logs_hear(session, bytes);
    session->bytes = bytes;
    bool is_read = xml_reader_feed(session->reader, bytes.at, bytes.len, &why);
    session->bytes = slice_of("");
    after_reading(session, is_read, &why);
}

void session_resume(struct session *session)
{
    struct err why = {0};

    assert(session->bytes.len == 0);
    if (conn_is_closing(session->conn))
        return;
    session->now_us = server_now_us(session->server);
    session->lag_us = 0;
    conn_hold(session->conn, false);
    bool is_read = xml_reader_resume(session->reader, &why);
    after_reading(session, is_read, &why);
}

/* A request for a move counts from the moment it went out. */
static void on_written(void *context, uint64_t tag)
{
    struct session *session = context;
    struct room_slot *slot = session->server->rooms[tag >> 32];

    assert(tag >> 32 < LIMIT_ROOMS);
    if (slot && slot->generation == (uint32_t)tag)
        rooms_restart_clock(slot);
}

static void leave(struct server *server, struct visitor *visitor)
{
    visitor_give_back(visitor, VISITOR_CONNECTIONS, 1);
    visitors_leave(server->visitors, visitor);
}

static void on_closed(void *context)
{
    struct session *session = context;

    assert(session->generation != 0);
    session->now_us = server_now_us(session->server);
    rooms_leave_all(session->server, session);
    xml_reader_destroy(session->reader);
    session->server->admin_count -= session->is_admin;
    visitor_give_back(session->visitor, VISITOR_SEATS, session->seat_count);
    leave(session->server, session->visitor);
    session->generation = 0;
    session->server->stats.sessions--;
}

/* How many connections there may be before another one of this visitor is let in. */
static int sessions_for(const struct server *server, const struct visitor *visitor)
{
    if (visitor == server->cells)
        return server->session_max;
    return server->session_max -
           server->session_max / (visitor->is_loopback ? LIMIT_RESERVE_OWN : LIMIT_RESERVE);
}

static struct session *find_free(struct server *server, const struct visitor *visitor)
{
    int most = server->is_stopping ? 0 : sessions_for(server, visitor);

    for (int i = 0; server->stats.sessions < most && i < LIMIT_SESSIONS; i++) {
        struct session *session = &server->sessions[(server->session_hint + i) % LIMIT_SESSIONS];
        if (session->generation == 0) {
            server->session_hint = (server->session_hint + i + 1) % LIMIT_SESSIONS;
            return session;
        }
    }
    if (!server->is_stopping)
        visitors_refuse(server->visitors, TOTAL_CONNECTIONS);
    return NULL;
}

/* A season is not known yet: these words are understood, or at least read, in all of them. */
static void turn_away(struct conn *conn)
{
    static const char words[] =
        "<protocol>\n  <errorpacket message=\"the server is full, please come back later\"/>"
        "\n  <sc.protocol.responses.CloseConnection/>\n</protocol>";

    conn_send(conn, slice_of(words), CONN_AT_ONCE, 0);
    conn_close(conn);
}

/* False: there are too many connections of this address, or too many addresses.  Programs that we
 * have started always come in; they have no address. */
static bool enter(struct server *server, const struct conn *conn, struct visitor **visitor)
{
    const struct in6_addr *address = conn_address(conn);

    *visitor = visitors_enter(server->visitors, address ? address : &server->cells->group);
    if (*visitor && *visitor == server->cells)
        visitor_add(*visitor, VISITOR_CONNECTIONS);
    else if (!*visitor || !visitor_take(*visitor, VISITOR_CONNECTIONS)) {
        visitors_leave(server->visitors, *visitor);
        return false;
    }
    return true;
}

/* One line of the log for many connections, so that a flood does not fill it. */
static void refuse_connection(struct server *server, struct conn *conn)
{
    int64_t now_us = clock_now_us();

    server->stats.refused++;
    if (now_us >= server->refusal_due_us)
        log_lines_write_event(server->log, "connection-refused", "reason",
                              server->is_stopping ? "stopping" : "too many connections");
    server->refusal_due_us = now_us + REFUSAL_TOLD_MS * 1000;
    turn_away(conn);
}

struct session *session_open(struct server *server, struct conn *conn)
{
    static const struct conn_events events = {on_bytes, on_written, on_closed};
    struct visitor *visitor;
    bool is_welcome = enter(server, conn, &visitor);
    struct session *session = is_welcome ? find_free(server, visitor) : NULL;
    struct xml_reader *reader =
        session ? xml_reader_create(LIMIT_XML_BYTES, on_element, session) : NULL;

    if (!reader) {
        if (is_welcome)
            leave(server, visitor);
        refuse_connection(server, conn);
        return NULL;
    }
    *session = (struct session){
        .generation = ++server->generation,
        .server = server,
        .conn = conn,
        .visitor = visitor,
        .reader = reader,
        .season = wire_of(server->config.default_game)->season,
        .idle_since_us = server_now_us(server),
        .farewell = "LOST_CONNECTION",
    };
    server->stats.sessions++;
    conn_set_message_gap(conn, server->config.message_gap_ms);
    session_limit_queue(session);
    conn_set_events(conn, &events, session);
    return session;
}

void session_accept(void *context, struct conn *conn) { session_open(context, conn); }
