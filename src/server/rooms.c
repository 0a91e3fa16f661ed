/* The table of rooms: making and finding them, the one door to them, their events. */

#include "server/internal.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/rng.h"
#include "server/archive.h"
#include "server/bot_check.h"
#include "server/bot_process.h"
#include "server/builtin.h"
#include "server/guest_games.h"
#include "server/held_answer.h"
#include "server/log_lines.h"
#include "server/room_tcp_port.h"
#include "server/seat_logs.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Looks like the UUIDs of the old servers; the first part is the number of the room. */
void rooms_draw_id(char id[ROOM_ID_SIZE], uint32_t slot)
{
    unsigned char random[12];

    randombytes_buf(random, sizeof random);
    snprintf(id, ROOM_ID_SIZE, "%08x-%02x%02x-4%01x%02x-8%01x%02x-%02x%02x%02x%02x%02x%02x", slot,
             random[0], random[1], random[2] & 15, random[3], random[4] & 15, random[5], random[6],
             random[7], random[8], random[9], random[10], random[11]);
}

static int find_free(const struct server *server)
{
    for (int i = 0; i < LIMIT_ROOMS; i++) {
        if (!server->rooms[i])
            return i;
    }
    return -1;
}

static void on_event(void *context, struct room *room, const struct room_event *event)
{
    struct room_slot *slot = slot_of(room);

    assert(context == room->context);
    if (event->kind == ROOM_EVENT_STARTED)
        slot->started_ms = clock_wall_ms();
    rooms_tell(slot, event);
}

/* Before a move is played: what was shown is in the journal. */
static bool keep_move(void *context, struct room *room)
{
    struct server *server = context;

    return archive_keep_move(server->archive, room);
}

struct room_slot *rooms_make(struct server *server, const struct game_rules *rules,
                             const struct position *start, int index)
{
    struct room_slot *slot = memory_try_large(1, sizeof *slot);

    assert(index >= 0 && index < LIMIT_ROOMS);
    if (!slot)
        return NULL;
    assert(!server->rooms[index]);
    server->rooms[index] = slot;
    slot->index = (uint32_t)index;
    slot->generation = ++server->generation;
    room_init(&slot->room, rules, start, on_event, server);
    slot->room.keep_move = keep_move;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        slot->room.settings.seats[side].limits = server->config.limits;
    if (index >= server->room_high)
        server->room_high = index + 1;
    server->stats.rooms++;
    return slot;
}

/* The next board: from a given start, or a new one of the next seed. */
static bool draw_start(struct server *server, const struct game_rules *rules,
                       struct position *start, uint64_t *seed, struct err *why)
{
    struct game_options options = {.ruleset = server->config.ruleset};

    if (server->config.start && server->config.default_game == rules) {
        *start = *server->config.start;
        return true;
    }
    if (server->config.default_game == rules)
        options.words = slice_of(server->config.options);
    *seed = server->next_seed++;
    memset(start, 0, sizeof *start);
    return rules->setup(start, *seed, &options, why);
}

/* One line of the log for many games that are refused, so that a flood does not fill it. */
void rooms_tell_refused(struct server *server, const char *reason)
{
    int64_t now_us = clock_now_us();

    if (now_us >= server->game_refusal_due_us)
        log_lines_write_event(server->log, "game-refused", "reason", reason);
    server->game_refusal_due_us = now_us + REFUSAL_TOLD_MS * 1000;
}

bool rooms_refuse_for_memory(struct server *server, struct err *why)
{
    err_set(why, "memory_short", "the server is short of memory, please come back later");
    rooms_tell_refused(server, "no memory");
    return false;
}

struct room_slot *rooms_create(struct server *server, const struct game_rules *rules,
                               const struct position *start, struct err *why)
{
    struct position board;
    uint64_t seed = 0;
    int index = find_free(server);

    if (index < 0)
        err_set(why, "full", "the server is full");
    if (index < 0 || !archive_takes_games(server->archive, why)) {
        rooms_tell_refused(server, why->details);
        return NULL;
    }
    if (!start && !draw_start(server, rules, &board, &seed, why))
        return NULL;
    struct room_slot *slot = rooms_make(server, rules, start ? start : &board, index);
    if (!slot) {
        rooms_refuse_for_memory(server, why);
        return NULL;
    }
    if (!start && !server->config.start) {
        slot->room.record.has_seed = true;
        slot->room.record.seed = (int64_t)seed;
    }
    slot->room.settings.is_paused = server->config.is_paused;
    rooms_draw_id(slot->room.id, (uint32_t)index);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (season_at(slot->room.wire->season)->names_unknown)
            snprintf(slot->room.seats[side].name, RECORD_NAME_SIZE, "Unknown");
    }
    return slot;
}

struct room_slot *rooms_find(struct server *server, const char *room_id)
{
    unsigned long index = strtoul(room_id, NULL, 16);
    struct room_slot *slot = index < LIMIT_ROOMS ? server->rooms[index] : NULL;

    return slot && !slot->is_done && strcmp(slot->room.id, room_id) == 0 ? slot : NULL;
}

struct room_slot *rooms_find_code(struct server *server, const char *code, enum side *side)
{
    /* A reservation begins with the number of its room, too. */
    unsigned long index = strtoul(code, NULL, 16);
    struct room_slot *slot = index < LIMIT_ROOMS ? server->rooms[index] : NULL;

    for (*side = SIDE_RED; slot && code[0] && *side < SIDE_NONE; (*side)++) {
        if (strcmp(slot->room.seats[*side].code, code) == 0)
            return slot;
    }
    return NULL;
}

struct room_slot *rooms_find_open(struct server *server, const struct game_rules *rules,
                                  uint32_t home)
{
    struct room_slot *found = NULL;

    for (int i = 0; i < server->room_high; i++) {
        struct room_slot *slot = server->rooms[i];
        bool is_open = slot && !slot->is_done && slot->room.rules == rules &&
                       slot->room.phase == ROOM_WAITING && room_free_seat(&slot->room) != SIDE_NONE;
        if (is_open && slot->generation == home)
            return slot;
        if (is_open && !found)
            found = slot;
    }
    return found;
}

void rooms_sit(struct room_slot *slot, enum side side, struct session *session)
{
    assert(session->generation != 0 && side < SIDE_NONE);
    slot->seats[side].session = session_id(session);
    seat_logs_seat(session, slot, side);
    rooms_do_at(slot, &(struct room_action){.kind = ROOM_SIT, .side = side}, session->now_us, NULL);
}

/* ---- events ---- */

void rooms_subscribe(struct server *server, struct rooms_subscriber *subscriber)
{
    struct rooms_subscriber **place = &server->subscribers;

    assert(subscriber->hear);
    while (*place)
        place = &(*place)->next;
    subscriber->next = NULL;
    *place = subscriber;
}

void rooms_unsubscribe(struct server *server, struct rooms_subscriber *subscriber)
{
    struct rooms_subscriber **place = &server->subscribers;

    while (*place && *place != subscriber)
        place = &(*place)->next;
    if (*place)
        *place = subscriber->next;
}

static void on_seated(struct server *server, struct room_slot *slot, enum side side)
{
    struct session *session = session_find(server, slot->seats[side].session);

    slot->seats[side].since_ms = clock_wall_ms();
    if (!session)
        return;
    session->seat_count++;
    session_limit_queue(session);
    visitor_add(session->visitor, VISITOR_SEATS);
}

static void on_ended(struct server *server, struct room_slot *slot)
{
    assert(!slot->is_done);
    slot->is_done = true;
    server->done_count++;
    guest_games_end(server, &slot->guest);
    rooms_keep(server, slot);
}

static void note_event(void *context, struct room *room, const struct room_event *event)
{
    struct server *server = context;
    struct room_slot *slot = slot_of(room);

    if (slot->is_guests)
        slot->active_us = server_now_us(server);
    if (event->kind == ROOM_EVENT_SEATED)
        on_seated(server, slot, event->side);
    else if (event->kind == ROOM_EVENT_LEFT)
        slot->seats[event->side].since_ms = clock_wall_ms();
    else if (event->kind == ROOM_EVENT_STARTED)
        server->stats.games++;
    else if (event->kind == ROOM_EVENT_ASKED)
        slot->gaps_us = server->lag.clock.gaps_us;
    else if (event->kind == ROOM_EVENT_MOVED)
        server->stats.moves++;
    else if (event->kind == ROOM_EVENT_ENDED)
        on_ended(server, slot);
}

/* The server's own receivers of events, told before all others: the journal first, so that an end
 * is written before it is shown. */
static room_emit *const own_subscribers[] = {archive_hear, xml_out_hear, note_event, builtin_hear};

void rooms_tell(struct room_slot *slot, const struct room_event *event)
{
    struct server *server = slot->room.context;

    assert(slot->room.id[0]);
    for (size_t i = 0; i < sizeof own_subscribers / sizeof *own_subscribers; i++)
        own_subscribers[i](server, &slot->room, event);
    for (struct rooms_subscriber *each = server->subscribers; each; each = each->next) {
        if (!each->room || strcmp(each->room, slot->room.id) == 0)
            each->hear(each->context, &slot->room, event);
    }
}

/* ---- finding the room of an action ---- */

static struct room_slot *find_living(struct server *server, const char *id, struct err *why)
{
    struct room_slot *slot = rooms_find(server, id);
    struct room_view ended;

    if (!slot)
        err_set(why, rooms_view(server, id, &ended) ? "over" : "no_such_game", id);
    return slot;
}

/* Adds what was left out of the server's time since the request, to be told with the move. */
static void add_gaps(struct server *server, const struct room_slot *slot, struct room_action *move)
{
    move->gaps_us = server->lag.clock.gaps_us - slot->gaps_us;
    if (move->lag_us + move->gaps_us > server->stats.longest_lag_us)
        server->stats.longest_lag_us = move->lag_us + move->gaps_us;
}

/* ---- the door while the disk is full ---- */

static bool is_disk_full(const struct err *why) { return strcmp(why->code, "disk_full") == 0; }

/* A wish that is refused if it cannot be written.  Moves are kept by the room (archive_keep_move),
 * and what is no wish, such as leaving or being late, happens in any case. */
static bool needs_disk(enum room_action_kind kind)
{
    return kind == ROOM_RESIGN || kind == ROOM_TAKE_BACK || kind == ROOM_OFFER_DRAW ||
           kind == ROOM_ACCEPT || kind == ROOM_DECLINE || kind == ROOM_HAND_OVER ||
           kind == ROOM_PAUSE || kind == ROOM_GO_ON || kind == ROOM_PACE || kind == ROOM_LIMIT ||
           kind == ROOM_CLOCK_ON || kind == ROOM_CLOCK_OFF || kind == ROOM_LOG;
}

static bool has_disk(const struct room_slot *slot, enum room_action_kind kind)
{
    const struct server *server = slot->room.context;

    return !needs_disk(kind) || slot->number == 0 || archive_has_room(server->archive);
}

/* ---- the door ---- */

bool rooms_do_at(struct room_slot *slot, const struct room_action *action, int64_t now_us,
                 struct err *why)
{
    struct server *server = slot->room.context;
    struct err refusal = {0};

    assert(slot->generation != 0);
    if (held_answer_is_before(slot, action))
        return true;
    if (!has_disk(slot, action->kind))
        return err_set(why, "disk_full", "");
    if (action->kind == ROOM_LOG && !seat_logs_open(server, slot))
        return err_set(why, "no_memory", "");
    if (action->kind == ROOM_FAIL && slot->room.phase == ROOM_RUNNING)
        builtin_note_fault(server, slot, action->side, action->fault);
    struct room_action full = *action;
    if (action->kind == ROOM_MOVE)
        add_gaps(server, slot, &full);
    bool is_done = room_do(&slot->room, &full, now_us, &refusal);
    /* It has happened, but a crash would undo it: not acknowledged. */
    if (is_done && needs_disk(action->kind) && !archive_is_written(server->archive))
        return err_set(why, "disk_full", "");
    if (is_done || (is_disk_full(&refusal) && held_answer_take(slot, &full, now_us)))
        return true;
    if (why)
        *why = refusal;
    return false;
}

bool rooms_do_now(struct room_slot *slot, const struct room_action *action, struct err *why)
{
    return rooms_do_at(slot, action, server_now_us(slot->room.context), why);
}

bool rooms_do(struct server *server, const char *id, const struct room_action *action,
              struct err *why)
{
    struct room_slot *slot = find_living(server, id, why);
    int64_t now_us = server_now_us(server);
    struct room_action heard = *action;

    heard.lag_us = lag_us(&server->lag, now_us); /* its request has just been read */
    return slot && rooms_do_at(slot, &heard, now_us, why);
}

void rooms_restart_clock(struct room_slot *slot)
{
    struct server *server = slot->room.context;

    room_restart_clock(&slot->room, server_now_us(server));
    slot->gaps_us = server->lag.clock.gaps_us;
}

/* ---- leaving ---- */

static void leave(struct room_slot *slot, struct session *session)
{
    struct session_id id = session_id(session);

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        struct room_action action = {.kind = ROOM_LEAVE, .side = side, .how = session->farewell};
        if (slot->seats[side].session.generation != id.generation)
            continue;
        slot->seats[side].session = (struct session_id){0};
        rooms_do_at(slot, &action, session->now_us, NULL);
    }
    for (int i = 0; i < slot->observer_count; i++) {
        if (slot->observers[i].generation == id.generation)
            slot->observers[i--] = slot->observers[--slot->observer_count];
    }
    /* A room that was not prepared and has no player is of no use. */
    bool is_deserted = slot->room.phase == ROOM_WAITING && !slot->room.is_prepared &&
                       !slot->room.seats[SIDE_RED].is_taken &&
                       !slot->room.seats[SIDE_BLUE].is_taken;
    if (is_deserted && !slot->is_done) {
        slot->is_done = true;
        session->server->done_count++;
    }
}

void rooms_leave_all(struct server *server, struct session *session)
{
    assert(session->generation != 0);
    if (session->seat_count == 0 && !session->is_admin)
        return; /* only administrators observe */
    for (int i = 0; i < server->room_high; i++) {
        if (server->rooms[i] && !server->rooms[i]->is_done)
            leave(server->rooms[i], session);
    }
}

/* ---- time ---- */

static void sweep_rooms(struct server *server)
{
    for (int i = 0; i < server->room_high && server->done_count > 0; i++) {
        struct room_slot *slot = server->rooms[i];
        if (!slot || !slot->is_done || slot->thinking > 0)
            continue;
        server->rooms[i] = NULL;
        server->done_count--;
        server->stats.rooms--;
        room_tcp_port_close(slot);
        free(slot);
    }
    while (server->room_high > 0 && !server->rooms[server->room_high - 1])
        server->room_high--;
}

static void sweep_sessions(struct server *server, int64_t now_us)
{
    for (int i = 0; i < LIMIT_SESSIONS; i++) {
        struct session *session = &server->sessions[i];
        int64_t idle_ms = (now_us - session->idle_since_us) / 1000;
        if (session->generation == 0 || session->is_admin || session->is_checking ||
            session->seat_count > 0)
            continue;
        if (idle_ms > (session->has_played ? IDLE_AFTER_GAME_MS : IDLE_AT_START_MS))
            session_dismiss(session);
    }
}

static void tell_disk(struct server *server, int count)
{
    struct log_line line;

    log_begin(&line, server->is_disk_full ? "games-paused" : "games-go-on");
    log_int(&line, "count", count);
    log_text(&line, "reason", server->is_disk_full ? "the disk is full" : "the disk has room");
    log_end(server->log, &line);
}

/* Games are paused when the disk is full, and go on when there is room again; those that are not
 * archived do not need it. */
static void look_at_disk(struct server *server, int64_t now_us)
{
    bool is_full = archive_is_disk_full(server->archive);
    struct room_action action = {.kind = is_full ? ROOM_DISK_FULL : ROOM_DISK_FREE};
    int count = 0;

    if (is_full == server->is_disk_full)
        return;
    server->is_disk_full = is_full;
    for (int i = 0; i < server->room_high; i++) {
        struct room_slot *slot = server->rooms[i];
        if (!slot || slot->is_done || slot->is_hidden || slot->is_unarchived)
            continue;
        count += slot->room.phase == ROOM_RUNNING;
        rooms_do_at(slot, &action, now_us, NULL);
    }
    tell_disk(server, count);
}

static void tick_room(struct room_slot *slot, int64_t now_us)
{
    const struct server *server = slot->room.context;

    if (!slot->held.is_there)
        room_tick(&slot->room, now_us);
    else if (!server->is_disk_full)
        held_answer_release(slot, now_us);
}

void rooms_tick(struct server *server, int64_t now_us)
{
    look_at_disk(server, now_us);
    server->is_open = true;
    for (int i = 0; i < server->room_high; i++) {
        if (!server->rooms[i])
            continue;
        tick_room(server->rooms[i], now_us);
        guest_games_tick(server->rooms[i], now_us);
        builtin_tick(server, server->rooms[i], now_us);
    }
    builtin_tick_all(server);
    memory_refill();
    bot_processes_tick(server, now_us);
    bot_checks_tick(server);
    archive_tick(server->archive, clock_now_us());
    sweep_rooms(server);
    if (now_us - server->swept_us > 1000000) {
        server->swept_us = now_us;
        sweep_sessions(server, now_us);
        visitors_sweep(server->visitors, clock_now_us());
        if (memory_is_short())
            memory_give_back();
    }
}
