#include "server/seat_logs.h"

#include "base/clock.h"
#include "server/bot_process.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct seat_logs {
    struct seat_logs *next; /* newest first */
    char room[ROOM_ID_SIZE];
    int ply; /* as last seen: the room may be gone */
    struct seat_log *seats[SIDE_NONE];
};

static struct seat_logs *find_logs(const struct server *server, const char *room)
{
    for (struct seat_logs *logs = server->seat_logs; logs; logs = logs->next) {
        if (strcmp(logs->room, room) == 0)
            return logs;
    }
    return NULL;
}

static void destroy_logs(struct seat_logs *logs)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        seat_log_destroy(logs->seats[side]);
    free(logs);
}

static void forget_old(struct server *server)
{
    struct seat_logs **place = &server->seat_logs;

    for (int count = 0; *place && count < LIMIT_SEAT_LOGS; count++)
        place = &(*place)->next;
    while (*place) {
        struct seat_logs *old = *place;
        *place = old->next;
        destroy_logs(old);
    }
}

bool seat_logs_open(struct server *server, struct room_slot *slot)
{
    struct seat_logs *logs = find_logs(server, slot->room.id);

    if (logs)
        return true;
    logs = calloc(1, sizeof *logs);
    if (!logs)
        return false;
    snprintf(logs->room, sizeof logs->room, "%s", slot->room.id);
    logs->next = server->seat_logs;
    server->seat_logs = logs;
    forget_old(server);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        struct session *session = session_find(server, slot->seats[side].session);
        if (session)
            seat_logs_seat(session, slot, side);
    }
    return true;
}

const struct seat_log *rooms_seat_log(struct server *server, const char *id, enum side side)
{
    return seat_logs_find(server, id, side);
}

struct seat_log *seat_logs_find(struct server *server, const char *room, enum side side)
{
    struct seat_logs *logs = find_logs(server, room);

    return logs ? logs->seats[side] : NULL;
}

void seat_logs_forget(struct server *server, const char *room)
{
    struct seat_logs *logs = find_logs(server, room), **place = &server->seat_logs;

    if (!logs)
        return;
    while (*place != logs)
        place = &(*place)->next;
    *place = logs->next;
    destroy_logs(logs);
}

void seat_logs_destroy(struct server *server)
{
    while (server->seat_logs) {
        struct seat_logs *logs = server->seat_logs;
        server->seat_logs = logs->next;
        destroy_logs(logs);
    }
}

/* ---- writing ---- */

static struct seat_log_moment now_in(struct server *server, struct seat_logs *logs)
{
    const struct room_slot *slot = rooms_find(server, logs->room);

    if (slot)
        logs->ply = slot->room.record.ply_count;
    return (struct seat_log_moment){.at_ms = clock_wall_ms(), .ply = logs->ply};
}

/* The log of a seat is made when there is something to write. */
static struct seat_log *open_log(struct seat_logs *logs, enum side side)
{
    if (logs && !logs->seats[side])
        logs->seats[side] = seat_log_create();
    return logs ? logs->seats[side] : NULL;
}

void seat_logs_add(struct server *server, const char *room, enum side side, enum seat_log_kind kind,
                   struct slice text)
{
    struct seat_logs *logs = find_logs(server, room);
    struct seat_log *seat_log = open_log(logs, side);

    if (seat_log)
        seat_log_add(seat_log, kind, now_in(server, logs), text);
}

void seat_logs_note(struct server *server, const char *room, enum side side, const struct err *why)
{
    char text[sizeof *why + 2];
    int len = snprintf(text, sizeof text, "%s\n%s", why->code, why->details);

    assert(why->code[0]);
    seat_logs_add(server, room, side, SEAT_LOG_NOTE, slice_make(text, (size_t)len));
}

/* ---- sessions ---- */

void seat_logs_seat(struct session *session, const struct room_slot *slot, enum side side)
{
    session->seat_log.is_kept = find_logs(session->server, slot->room.id) != NULL;
    if (!session->seat_log.is_kept)
        return;
    session->seat_log.side = side;
    session->seat_log.is_open = false;
    snprintf(session->seat_log.room, sizeof session->seat_log.room, "%s", slot->room.id);
    if (session->bytes.len > 0) /* what it came with */
        seat_logs_add(session->server, session->seat_log.room, side, SEAT_LOG_IN, session->bytes);
}

/* What the program printed before it sent this belongs before it. */
void seat_logs_hear(struct session *session, struct slice bytes)
{
    struct server *server = session->server;
    const char *room = session->seat_log.room;
    enum side side = session->seat_log.side;

    assert(session->seat_log.is_kept);
    bot_process_catch_up(server, room, side);
    struct seat_log *seat_log = seat_logs_find(server, room, side);
    if (!session->seat_log.is_open || !seat_log || !seat_log_go_on(seat_log, bytes))
        seat_logs_add(server, room, side, SEAT_LOG_IN, bytes);
}

void seat_logs_tell(struct session *session, struct slice message)
{
    assert(session->seat_log.is_kept);
    seat_logs_add(session->server, session->seat_log.room, session->seat_log.side, SEAT_LOG_OUT,
                  message);
}

void seat_logs_garbled(struct session *session, const struct err *refusal)
{
    struct err why = {0};
    struct seat_log *seat_log =
        seat_logs_find(session->server, session->seat_log.room, session->seat_log.side);

    assert(session->seat_log.is_kept);
    if (seat_log)
        seat_log_mark_error(seat_log, xml_reader_unread(session->reader));
    err_set(&why, "log_unreadable", refusal->details[0] ? refusal->details : refusal->code);
    seat_logs_note(session->server, session->seat_log.room, session->seat_log.side, &why);
}
