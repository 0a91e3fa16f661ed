/* Games that the page keeps itself: the server's room (server/room.h), with people and built-in
 * players in its seats.  The page says what happens and when, and shows the answer:
 *
 *     {"ok":true,"room":1,"phase":"running","side":"red","askedAgoMs":0,"dueMs":60000,
 *      "paused":false,"paceMs":0,"limits":{"red":60000,"blue":null},
 *      "offer":null or {"kind":"draw","side":"red"},"result":null,
 *      "kept":4,"plies":[…]}
 *
 * After the first `kept` plies of the answer before come `plies`.  `dueMs`: the room wants the
 * action "tick" then. */

#include "exports.h"

#include "base/memory.h"
#include "server/room.h"

#include <stdlib.h>

enum { ROOMS_MAX = 16, US_PER_MS = 1000 };

static struct room *rooms[ROOMS_MAX];

/* ---- the answer ---- */

static void on_event(void *context, struct room *room, const struct room_event *event)
{
    (void)context, (void)room, (void)event; /* the answer says what has changed */
}

static void answer_times(struct json *json, const struct room *room, int64_t now_us)
{
    int64_t due_us = room_deadline_us(room);

    if (room->is_asked)
        json_int(json, "askedAgoMs", (now_us - room->asked_us) / US_PER_MS);
    else
        json_nothing(json, "askedAgoMs");
    if (due_us == INT64_MAX)
        json_nothing(json, "dueMs");
    else
        json_int(json, "dueMs",
                 due_us > now_us ? (due_us - now_us + US_PER_MS - 1) / US_PER_MS : 0);
}

static void answer_result(struct call *call, const struct room *room)
{
    struct game_result result = {0};

    if (room->phase != ROOM_ENDED) {
        json_nothing(&call->json, "result");
        return;
    }
    if (room->pos.side == SIDE_NONE)
        room->rules->result(&room->pos, &result);
    call_answer_outcome(call, "result", &room->outcome, result.reason);
}

static void answer_room(struct call *call, int number, int plies_before, int64_t now_us)
{
    const struct room *room = rooms[number - 1];
    int kept = plies_before < room->record.ply_count ? plies_before : room->record.ply_count;
    struct json *json = &call->json;

    json_int(json, "room", number);
    json_text(json, "phase", room->phase == ROOM_ENDED ? "over" : "running");
    view_side(json, "side", room->phase == ROOM_ENDED ? SIDE_NONE : (enum side)room->pos.side);
    answer_times(json, room, now_us);
    json_bool(json, "paused", room->settings.is_paused);
    json_int(json, "paceMs", room->settings.move_pace_ms);
    json_begin_object(json, "limits");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        json_positive_or_null(json, side_name(side), room_limit_ms(room, side));
    json_end_object(json);
    room_offer_json(&room->settings.offer, json);
    answer_result(call, room);
    json_int(json, "kept", kept);
    call_answer_plies(call, &room->record, kept);
}

/* ---- opening and closing ---- */

/* The number of a new room; 0: there are too many. */
static int find_place(struct err *why)
{
    for (int i = 0; i < ROOMS_MAX; i++) {
        if (!rooms[i])
            return i + 1;
    }
    err_set(why, "no_memory", "");
    return 0;
}

/* A game that has ended is only shown. */
static void resume(struct room *room, const struct record *record, int64_t now_us)
{
    struct position end;

    record_position(record, record->ply_count, &end);
    if (end.side != SIDE_NONE) {
        room_resume(room, record, now_us);
        return;
    }
    room->record = *record;
    room->pos = end;
    room->phase = ROOM_ENDED;
    wire_end_regular(&room->record, &end, &room->outcome);
}

/* start, kinds of red and blue, settings (server/room_settings.h), plies */
static bool fill_room(struct call *call, struct room *room, int64_t now_us, struct err *why)
{
    struct record *record = memory_get(1, sizeof *record);
    struct position start;
    bool is_filled = false;

    if (call_take_position(call, &start, why)) {
        room_init(room, call->rules, &start, on_event, NULL);
        for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
            room->seats[side].kind =
                slice_is(call_take(call), "builtin") ? SEAT_BUILTIN : SEAT_PERSON;
        record_init(record, call->rules, &start);
        is_filled = (room_settings_parse(call_take(call), &room->settings) ||
                     err_set(why, "bad_option", "settings")) &&
                    call_take_plies(call, record, why);
    }
    if (is_filled)
        resume(room, record, now_us);
    free(record);
    return is_filled;
}

/* microseconds of the page's clock, then what fill_room takes */
bool op_room_open(struct call *call, struct err *why)
{
    int number = find_place(why);
    int64_t now_us;

    if (number == 0 || !call_take_int64(call, &now_us, why))
        return false;
    struct room *room = memory_get(1, sizeof *room);
    if (!fill_room(call, room, now_us, why)) {
        free(room);
        return false;
    }
    rooms[number - 1] = room;
    answer_room(call, number, 0, now_us);
    return true;
}

/* The number of a room that is open; 0: it is not. */
static int take_room(struct call *call, struct err *why)
{
    int number = 0;

    if (slice_to_int(call_take(call), 1, ROOMS_MAX, &number) && rooms[number - 1])
        return number;
    err_set(why, "bad_option", "room");
    return 0;
}

/* room */
bool op_room_close(struct call *call, struct err *why)
{
    int number = take_room(call, why);

    if (number == 0)
        return false;
    free(rooms[number - 1]);
    rooms[number - 1] = NULL;
    return true;
}

/* ---- actions ---- */

/* What each word of the page does. */
static const struct {
    const char *word;
    struct room_action action;
} actions[] = {
    {"move", {.kind = ROOM_MOVE, .judging = JUDGE_LENIENT}},
    {"force", {.kind = ROOM_MOVE, .judging = JUDGE_TURN}},
    {"resign", {.kind = ROOM_RESIGN}},
    {"takeback", {.kind = ROOM_TAKE_BACK}},
    {"draw", {.kind = ROOM_OFFER_DRAW}},
    {"accept", {.kind = ROOM_ACCEPT}},
    {"decline", {.kind = ROOM_DECLINE}},
    {"pause", {.kind = ROOM_PAUSE}},
    {"go_on", {.kind = ROOM_GO_ON}},
    {"step", {.kind = ROOM_STEP}},
    {"pace", {.kind = ROOM_PACE}},
    {"abort", {.kind = ROOM_CALL_OFF, .cause = CAUSE_REGULAR}},
};

static bool find_action(struct slice word, struct room_action *action, struct err *why)
{
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (slice_is(word, actions[i].word)) {
            *action = actions[i].action;
            return true;
        }
    }
    return err_set(why, "bad_option", "action");
}

static bool needs_side(enum room_action_kind kind)
{
    return kind == ROOM_MOVE || kind == ROOM_RESIGN || kind == ROOM_OFFER_DRAW ||
           kind == ROOM_ACCEPT || kind == ROOM_DECLINE;
}

/* The page shows a built-in player's move later than it was found, which is not its time. */
static void count_thought(struct room *room, int64_t thought_ms, int64_t now_us)
{
    if (room->is_asked && room->seats[room->pos.side].kind == SEAT_BUILTIN)
        room_restart_clock(room, now_us - thought_ms * US_PER_MS);
}

/* action, side, words of a move or milliseconds of a pace, milliseconds of thought or nothing */
static bool act(struct call *call, struct room *room, int64_t now_us, struct err *why)
{
    struct slice word = call_take(call), side = call_take(call), words = call_take(call);
    struct room_action action;
    int64_t thought_ms;

    if (!call_take_int64(call, &thought_ms, why))
        return false;
    if (thought_ms > 0)
        count_thought(room, thought_ms, now_us);
    room_tick(room, now_us);
    if (slice_is(word, "tick"))
        return true;
    if (!find_action(word, &action, why))
        return false;
    if (!side_find(side, &action.side))
        action.side = SIDE_NONE;
    if (action.side == SIDE_NONE && needs_side(action.kind))
        return err_set(why, "bad_option", "side");
    if (action.kind == ROOM_PACE && !slice_to_int(words, 0, INT32_MAX, &action.pace_ms))
        return err_set(why, "bad_option", "pace");
    action.words = words;
    action.ply = room->record.ply_count;
    return room_do(room, &action, now_us, why);
}

/* room, microseconds of the page's clock, then what act takes */
bool op_room_do(struct call *call, struct err *why)
{
    int number = take_room(call, why);
    int64_t now_us;

    if (number == 0 || !call_take_int64(call, &now_us, why))
        return false;
    int plies_before = rooms[number - 1]->record.ply_count;
    if (!act(call, rooms[number - 1], now_us, why))
        return false;
    answer_room(call, number, plies_before, now_us);
    return true;
}
