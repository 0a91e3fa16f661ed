/* What an administrator may ask for, in the words of all seasons. */

#include "server/admin.h"

#include "server/builtin.h"
#include "server/internal.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- preparing a game ---- */

/* The start state of <loadGameInfo>, if there is one.  False: it is none. */
static bool read_start(const struct server *server, const struct game_wire *wire,
                       const struct xml_node *load, struct position *start, struct err *why)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    if (!wire->read_state(load, &buf, why))
        return false;
    if (server->config.ruleset == RULES_SERVER)
        buf_add(&buf, " rules=server");
    return game_find(slice_of(wire->game))->parse(buf_slice(&buf), start, why);
}

/* Limits of a seat's own win over those of the server. */
static void limit_seat(struct room_limits *limits, const struct msg_slot *wanted)
{
    if (wanted->soft_ms >= 0)
        limits->soft_ms = wanted->soft_ms;
    if (wanted->hard_ms >= 0)
        limits->hard_ms = wanted->hard_ms;
}

/* One reservation per reserved seat; a built-in player sits down at once. */
static void prepare_seat(struct room_slot *slot, enum side side, const struct msg_slot *wanted)
{
    struct room_seat *seat = &slot->room.seats[side];
    struct room_settings *settings = &slot->room.settings;
    const struct season *season = season_at(slot->room.wire->season);
    bool is_reserved = wanted->says_reserved ? wanted->is_reserved : season->reserves_seats;

    if (wanted->name[0])
        buf_copy(seat->name, sizeof seat->name, slice_of(wanted->name));
    settings->seats[side].can_timeout = wanted->can_timeout;
    limit_seat(&settings->seats[side].limits, wanted);
    if (season->pauses_by_seat)
        settings->seats[side].can_be_paused = wanted->is_paused;
    else if (wanted->is_paused)
        settings->is_paused = true;
    if (builtin_can_sit(wanted->player, NULL)) {
        seat->kind = SEAT_BUILTIN;
        snprintf(slot->seats[side].player, PLAYER_WORDS_SIZE, "%.31s", wanted->player);
    } else if (is_reserved) {
        rooms_draw_id(seat->code, slot->index);
    }
}

static void answer_prepared(struct session *session, const struct room_slot *slot)
{
    const char *codes[SIDE_NONE];
    int count = 0;
    struct buf buf;

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (slot->room.seats[side].code[0])
            codes[count++] = slot->room.seats[side].code;
    }
    buf_init(&buf, session->server->scratch, LIMIT_MESSAGE_BYTES);
    server_message_prepared(&buf, slot->room.id, codes, count);
    session_send(session, buf_slice(&buf), CONN_PACED, 0);
}

static bool has_memory(struct server *server, const struct msg *msg, struct err *why)
{
    for (int i = 0; i < msg->slot_count; i++) {
        if (builtin_can_sit(msg->slots[i].player, NULL))
            return builtin_has_memory(server, why);
    }
    return true;
}

static void on_prepare(struct session *session, const struct msg *msg)
{
    static const struct msg_slot missing = {.soft_ms = -1, .hard_ms = -1, .can_timeout = true};
    struct server *server = session->server;
    const struct game_wire *wire =
        msg->text[0] ? wire_find(msg->text) : wire_of(server->config.default_game);
    struct position start = {0};
    struct err why = {0};

    if (!wire || msg->slot_count > SIDE_NONE) {
        session_refuse(session, msg, wire ? "a game has two seats" : "unknown game type");
        return;
    }
    session->season = wire->season;
    if (msg->data && !read_start(server, wire, msg->data, &start, &why)) {
        session_refuse(session, msg, "the start position is none");
        return;
    }
    struct room_slot *slot =
        has_memory(server, msg, &why)
            ? rooms_create(server, game_find(slice_of(wire->game)), msg->data ? &start : NULL, &why)
            : NULL;
    if (!slot) {
        session_refuse(session, msg, why.details);
        return;
    }
    slot->room.is_prepared = true;
    slot->room.settings.is_paused = msg->flag;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        prepare_seat(slot, side, (int)side < msg->slot_count ? &msg->slots[side] : &missing);
    answer_prepared(session, slot);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (slot->room.seats[side].kind == SEAT_BUILTIN)
            rooms_do_at(slot, &(struct room_action){.kind = ROOM_SIT, .side = side},
                        session->now_us, NULL);
    }
}

/* What cannot be done now is ignored, as the old servers did. */
static void act(const struct session *session, struct room_slot *slot, struct room_action action)
{
    rooms_do_at(slot, &action, session->now_us, NULL);
}

static void on_free(struct session *session, const struct msg *msg)
{
    enum side side = SIDE_NONE;
    struct room_slot *slot = rooms_find_code(session->server, msg->text, &side);

    if (!slot || slot->room.seats[side].is_taken)
        session_refuse_as(session, msg, REFUSAL_NO_RESERVATION);
    else
        act(session, slot,
            (struct room_action){
                .kind = ROOM_EXPECT, .side = side, .seat_kind = slot->room.seats[side].kind});
}

/* ---- watching and steering ---- */

static bool is_observing(const struct room_slot *slot, const struct session *session)
{
    for (int i = 0; i < slot->observer_count; i++) {
        if (slot->observers[i].generation == session->generation)
            return true;
    }
    return false;
}

static void on_observe(struct session *session, const struct msg *msg, struct room_slot *slot)
{
    struct buf buf;

    if (slot->observer_count == LIMIT_OBSERVERS) {
        session_refuse(session, msg, "this room has enough observers");
        return;
    }
    if (!is_observing(slot, session))
        slot->observers[slot->observer_count++] = session_id(session);
    session->season = slot->room.wire->season;
    buf_init(&buf, session->server->scratch, LIMIT_MESSAGE_BYTES);
    server_message_observed(&buf, slot->room.id);
    session_send(session, buf_slice(&buf), CONN_PACED, 0);
    if (slot->room.phase == ROOM_RUNNING)
        xml_out_state(session->server, slot, session);
}

static void on_pause(struct session *session, const struct msg *msg, struct room_slot *slot)
{
    act(session, slot, (struct room_action){.kind = msg->flag ? ROOM_PAUSE : ROOM_GO_ON});
}

static void on_step(struct session *session, const struct msg *msg, struct room_slot *slot)
{
    act(session, slot, (struct room_action){.kind = msg->flag ? ROOM_STEP_FORCED : ROOM_STEP});
}

static void on_cancel(struct session *session, const struct msg *msg, struct room_slot *slot)
{
    (void)msg;
    act(session, slot, (struct room_action){.kind = ROOM_CALL_OFF, .cause = CAUSE_REGULAR});
}

static void on_timeout(struct session *session, const struct msg *msg, struct room_slot *slot)
{
    if (msg->slot < 0 || msg->slot >= SIDE_NONE)
        session_refuse(session, msg, "there are the slots 0 and 1");
    else
        act(session, slot,
            (struct room_action){.kind = msg->flag ? ROOM_CLOCK_ON : ROOM_CLOCK_OFF,
                                 .side = (enum side)msg->slot});
}

/* ---- test mode ---- */

static void on_test_mode(struct session *session, const struct msg *msg)
{
    struct buf buf;

    session->server->is_testing = msg->flag;
    buf_init(&buf, session->server->scratch, LIMIT_MESSAGE_BYTES);
    server_message_testing(&buf, msg->flag);
    session_send(session, buf_slice(&buf), CONN_PACED, 0);
}

static struct test_score *find_score(struct server *server, const char *name)
{
    for (int i = 0; i < server->test_count; i++) {
        if (strcmp(server->tests[i].name, name) == 0)
            return &server->tests[i];
    }
    return NULL;
}

static void on_score(struct session *session, const struct msg *msg)
{
    const struct test_score *found = find_score(session->server, msg->text);
    struct server_message_score score;
    struct buf buf;

    if (!found) {
        session_refuse(session, msg, "no test of this player is known");
        return;
    }
    score = (struct server_message_score){
        .name = found->name, .tests = found->tests, .rules = found->rules};
    memcpy(score.values, found->values, sizeof score.values);
    buf_init(&buf, session->server->scratch, LIMIT_MESSAGE_BYTES);
    server_message_player_score(&buf, &score);
    session_send(session, buf_slice(&buf), CONN_PACED, 0);
}

/* The old servers' bookkeeping: sums, and averages rounded half up to six decimals each time. */
static void add_result(struct test_score *score, const int parts[])
{
    score->tests++;
    for (int i = 0; i < score->rules->score_count; i++) {
        double n = score->tests;
        if (score->rules->scores[i].aggregation == AGGREGATION_SUM)
            score->values[i] += parts[i];
        else
            score->values[i] =
                floor((score->values[i] * ((n - 1) / n) + parts[i] / n) * 1e6 + 0.5) / 1e6;
    }
}

void admin_count_result(struct server *server, const struct room *room)
{
    assert(room->phase == ROOM_ENDED);
    if (!server->is_testing)
        return;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        const char *name = room->seats[side].name;
        struct test_score *score = find_score(server, name);
        if (!score && server->test_count < LIMIT_TEST_NAMES) {
            score = &server->tests[server->test_count++];
            *score = (struct test_score){.rules = room->rules};
            snprintf(score->name, sizeof score->name, "%s", name);
        }
        if (score && score->rules == room->rules)
            add_result(score, room->outcome.result.score[side]);
    }
}

/* ---- all of them ---- */

void admin_tell_joined(struct server *server, const struct room_slot *slot)
{
    const struct room *room = &slot->room;
    int players = room->seats[SIDE_RED].is_taken + room->seats[SIDE_BLUE].is_taken;
    char text[256];
    struct buf buf;

    if (server->admin_count == 0)
        return;
    buf_init(&buf, text, sizeof text);
    server_message_joined_game_room(&buf, season_at(room->wire->season), room->id, players,
                                    players > 1 || room->is_prepared);
    for (int i = 0; i < LIMIT_SESSIONS; i++) {
        struct session *session = &server->sessions[i];
        if (session->generation != 0 && session->is_admin)
            session_send(session, buf_slice(&buf), CONN_PACED, 0);
    }
}

static const struct {
    void (*run)(struct session *session, const struct msg *msg);
    void (*run_in_room)(struct session *session, const struct msg *msg, struct room_slot *slot);
} requests[] = {
    [MSG_PREPARE] = {.run = on_prepare},         [MSG_FREE] = {.run = on_free},
    [MSG_TEST_MODE] = {.run = on_test_mode},     [MSG_SCORE] = {.run = on_score},
    [MSG_OBSERVE] = {.run_in_room = on_observe}, [MSG_PAUSE] = {.run_in_room = on_pause},
    [MSG_STEP] = {.run_in_room = on_step},       [MSG_CANCEL] = {.run_in_room = on_cancel},
    [MSG_TIMEOUT] = {.run_in_room = on_timeout},
};

void admin_handle(struct session *session, const struct msg *msg)
{
    struct room_slot *slot = rooms_find(session->server, msg->room);

    assert(session->is_admin);
    if (requests[msg->kind].run)
        requests[msg->kind].run(session, msg);
    else if (slot)
        requests[msg->kind].run_in_room(session, msg, slot);
    else
        session_refuse_as(session, msg, REFUSAL_NO_ROOM);
}
