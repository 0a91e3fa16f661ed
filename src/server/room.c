#include "server/room.h"

#include "game/server_verdict.h"
#include "server/room_end.h"
#include "server/room_offer.h"

#include <assert.h>
#include <string.h>

enum { US_PER_MS = 1000 };

void room_init(struct room *room, const struct game_rules *rules, const struct position *start,
               room_emit *on_event, void *context)
{
    memset(room, 0, sizeof *room);
    room->rules = rules;
    room->wire = wire_of(rules);
    room->pos = *start;
    room->on_event = on_event;
    room->context = context;
    record_init(&room->record, rules, start);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        room->settings.seats[side].can_timeout = room->settings.seats[side].can_be_paused = true;
}

void room_tell(struct room *room, struct room_event event)
{
    room->on_event(room->context, room, &event);
}

/* ---- asking and showing ---- */

static void show(struct room *room, enum room_audience audience)
{
    assert(room->phase == ROOM_RUNNING);
    room_tell(room, (struct room_event){.kind = ROOM_EVENT_STATE, .audience = audience});
    if (audience == AUDIENCE_ALL)
        room->is_seen = true;
}

enum ask_when { ASK_AT_ONCE, ASK_DELAYED };

static void ask(struct room *room, enum ask_when when, int64_t now_us)
{
    assert(room->phase == ROOM_RUNNING && !room->is_asked && room->pos.side != SIDE_NONE);
    room->is_asked = true;
    room->asked_us = now_us;
    room->ask_due_us = 0;
    room_tell(room, (struct room_event){.kind = ROOM_EVENT_ASKED,
                                        .side = room->pos.side,
                                        .is_delayed = when == ASK_DELAYED});
}

static void show_and_ask(struct room *room, enum ask_when when, int64_t now_us)
{
    if (!room->is_seen)
        show(room, AUDIENCE_ALL);
    if (!room->is_asked)
        ask(room, when, now_us);
}

/* A move is shown as long as the pace says; room_tick asks then. */
static void show_and_ask_later(struct room *room, int64_t now_us)
{
    if (room->settings.move_pace_ms == 0 || room->record.ply_count == 0) {
        show_and_ask(room, ASK_AT_ONCE, now_us);
        return;
    }
    show(room, AUDIENCE_ALL);
    room->ask_due_us = now_us + (int64_t)room->settings.move_pace_ms * US_PER_MS;
}

/* ---- seats ---- */

/* Is the side to move held back by a pause? */
static bool is_held(const struct room *room)
{
    return room->is_disk_full ||
           (room->settings.is_paused && room->settings.seats[room->pos.side].can_be_paused);
}

/* What is shown at the start and after a move, and which side is asked next. */
static void go_on(struct room *room, int64_t now_us)
{
    const struct season *season = season_at(room->wire->season);

    if (room->pos.side == SIDE_NONE) {
        show(room, AUDIENCE_ALL);
        wire_end_regular(&room->record, &room->pos, &room->outcome);
        room_end(room);
    } else if (!is_held(room)) {
        show_and_ask_later(room, now_us);
    } else {
        if (season->shows_paused_state)
            show(room, season->has_paused_player ? AUDIENCE_ALL : AUDIENCE_OBSERVERS);
        room_tell(room, (struct room_event){.kind = ROOM_EVENT_HELD, .side = room->pos.side});
    }
}

static void start(struct room *room, int64_t now_us)
{
    assert(room->phase == ROOM_WAITING);
    room->phase = ROOM_RUNNING;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        record_set_name(&room->record, side, slice_of(room->seats[side].name));
    room_tell(room, (struct room_event){.kind = ROOM_EVENT_STARTED});
    go_on(room, now_us);
}

/* Can the player of this seat still be chosen? */
static bool is_free(const struct room *room, enum side side, struct err *why)
{
    if (room->phase != ROOM_WAITING || room->seats[side].is_taken)
        return err_set(why, "seat_taken", "");
    return true;
}

static bool expect(struct room *room, const struct room_action *action, struct err *why)
{
    struct room_seat *seat = &room->seats[action->side];

    if (!is_free(room, action->side, why))
        return false;
    seat->kind = action->seat_kind;
    seat->is_open = action->is_open;
    buf_copy(seat->code, sizeof seat->code, slice_of(action->code ? action->code : ""));
    if (action->name)
        buf_copy(seat->name, sizeof seat->name, slice_of(action->name));
    room_tell(room, (struct room_event){.kind = ROOM_EVENT_CHANGED, .side = action->side});
    return true;
}

static bool sit(struct room *room, enum side side, int64_t now_us, struct err *why)
{
    if (!is_free(room, side, why))
        return false;
    room->seats[side].is_taken = true;
    room->seats[side].how_left = NULL;
    room_tell(room, (struct room_event){.kind = ROOM_EVENT_SEATED, .side = side});
    if (room->seats[SIDE_RED].is_taken && room->seats[SIDE_BLUE].is_taken)
        start(room, now_us);
    return true;
}

void room_resume(struct room *room, const struct record *record, int64_t now_us)
{
    assert(room->phase == ROOM_WAITING);
    room->record = *record;
    if (record->ply_count > 0)
        record_position(record, record->ply_count - 1, &room->before);
    record_position(record, record->ply_count, &room->pos);
    assert(room->pos.side != SIDE_NONE);
    room->phase = ROOM_RUNNING;
    go_on(room, now_us);
}

/* ---- moves ---- */

/* The limits of a seat that are enforced. */
static struct room_limits limits_of(const struct room *room, enum side side)
{
    static const struct room_limits none = {0};

    return room->settings.seats[side].can_timeout ? room->settings.seats[side].limits : none;
}

int room_limit_ms(const struct room *room, enum side side)
{
    struct room_limits limits = limits_of(room, side);

    return limits.soft_ms > 0 ? limits.soft_ms : limits.hard_ms;
}

static bool is_too_late(const struct room *room, enum side side, int64_t now_us)
{
    int soft_ms = limits_of(room, side).soft_ms;

    return soft_ms > 0 && now_us - room->asked_us > (int64_t)soft_ms * US_PER_MS;
}

/* Was this side asked, and is it in time?  Otherwise it has lost. */
static bool may_speak(struct room *room, const struct room_action *action, int64_t now_us)
{
    enum side side = action->side;
    struct err unasked = {0};

    room_tick(room, now_us); /* the hard limit may have passed since the last tick */
    if (room->phase != ROOM_RUNNING)
        return false;
    if (!room->is_asked || room->pos.side != side) {
        err_set(&unasked, "player_unasked", "");
        room_end_by_rule_violation(room, action, ROOM_EVENT_UNASKED, &unasked);
        return false;
    }
    if (is_too_late(room, side, now_us)) {
        room_end_by_time(room, side, CAUSE_SOFT_TIMEOUT, limits_of(room, side).soft_ms);
        return false;
    }
    return true;
}

/* When the words came in: they cannot have waited for us before they were asked for. */
static int64_t arrival_us(const struct room *room, int64_t lag_us, int64_t now_us)
{
    int64_t asked_for_us = room->is_asked ? now_us - room->asked_us : 0;

    assert(lag_us >= 0);
    if (lag_us > asked_for_us)
        lag_us = asked_for_us > 0 ? asked_for_us : 0;
    return now_us - lag_us;
}

/* A move is played only if it fits into the record: too many words break a rule. */
static bool note(struct room *room, move_t move, struct slice words, int64_t came_us,
                 struct err *why)
{
    int64_t time_ms = (came_us - room->asked_us) / US_PER_MS;

    return record_add(&room->record, move, words, (int32_t)time_ms, why);
}

/* Plays a move that has been noted. */
static void play(struct room *room, const struct room_action *action, move_t move, int64_t now_us)
{
    assert(room->is_asked && room->pos.side == action->side);
    room->form =
        action->data && room->wire->form_of_move ? room->wire->form_of_move(action->data) : 0;
    room->is_asked = false;
    room->is_seen = false;
    room->before = room->pos;
    game_play(room->rules, &room->pos, move);
    room_tell(room, (struct room_event){.kind = ROOM_EVENT_MOVED, .side = action->side});
    room_offer_end_by_move(room, action->side);
    go_on(room, now_us);
}

/* Does the move belong to this turn, and may it be made now? */
static bool is_of_this_turn(const struct room *room, const struct room_action *action,
                            struct err *why)
{
    if (action->ply != room->record.ply_count)
        return err_set(why, "stale", "");
    if (room->pos.side != action->side)
        return err_set(why, "not_your_turn", "");
    return room->is_asked || err_set(why, room->is_disk_full ? "disk_full" : "paused", "");
}

/* Record and referee would take these words. */
static bool is_playable(const struct room *room, struct slice words, struct err *why)
{
    move_t move;

    if (words.len >= GAME_WORDS_MAX)
        return err_set(why, "bad_move", "");
    return room->rules->read(&room->pos, words, &move, why) == VERDICT_LEGAL;
}

static bool is_admitted(const struct room *room, const struct room_action *action, struct err *why)
{
    if (action->judging >= JUDGE_TURN && !is_of_this_turn(room, action, why))
        return false;
    return action->judging < JUDGE_LENIENT || is_playable(room, action->words, why);
}

/* Writes a move down that has been noted; false: it was not, and it is not noted any more. */
static bool keep(struct room *room, const struct room_action *action, int64_t lag_us)
{
    int64_t lag_ms = (lag_us + action->gaps_us) / US_PER_MS;

    if (lag_ms > RECORD_LAG_USUAL_MS)
        record_set_lag(&room->record, lag_ms > INT32_MAX ? INT32_MAX : (int32_t)lag_ms);
    if (action->hint.len > 0) /* a full record loses hints, never moves */
        record_add_hint(&room->record, action->hint, NULL);
    if (!room->keep_move || room->keep_move(room->context, room))
        return true;
    record_truncate(&room->record, room->record.ply_count - 1);
    return false;
}

static bool move_by(struct room *room, const struct room_action *action, int64_t now_us,
                    struct err *why)
{
    int64_t came_us = arrival_us(room, action->lag_us, now_us);
    struct err fault = {0};
    move_t move;

    if (!is_admitted(room, action, why))
        return false;
    if (!may_speak(room, action, came_us))
        return true;
    bool is_legal = room->rules->read(&room->pos, action->words, &move, &fault) == VERDICT_LEGAL;
    if (!is_legal && room->seats[action->side].kind != SEAT_PERSON)
        server_verdict_advise(room->rules, &room->pos, action->words, &fault);
    if (!is_legal || !note(room, move, action->words, came_us, &fault)) {
        room_end_by_rule_violation(room, action, ROOM_EVENT_REFUSED, &fault);
        return true;
    }
    if (!keep(room, action, now_us - came_us))
        return err_set(why, "disk_full", "");
    play(room, action, move, now_us);
    return true;
}

static bool foul(struct room *room, const struct room_action *action, int64_t now_us)
{
    assert(action->fault);
    if (may_speak(room, action, arrival_us(room, action->lag_us, now_us)))
        room_end_by_rule_violation(room, action, ROOM_EVENT_REFUSED, action->fault);
    return true;
}

/* Before the start an open seat can be taken again, a prepared one was taken for good. */
static bool leave(struct room *room, enum side side, const char *how)
{
    const char *ways[SIDE_NONE] = {"NOT_CONNECTED", "NOT_CONNECTED"};
    bool has_started = room->phase == ROOM_RUNNING;

    assert(how && side < SIDE_NONE);
    ways[side] = room->seats[side].how_left = how;
    if (!has_started && !room->is_prepared)
        room->seats[side].is_taken = false;
    room_tell(room, (struct room_event){.kind = ROOM_EVENT_LEFT, .side = side});
    if (has_started)
        room_end_by_leaving(room, side, how);
    else if (room->is_prepared && !season_at(room->wire->season)->has_dummies)
        room_end_without_players(room, ways);
    return true;
}

static bool resign(struct room *room, enum side side)
{
    struct err why = {0};
    struct fault_case fault = room_fault(room, side, CAUSE_LEFT, &why);

    err_set(&why, "player_resigned", "");
    return room_forfeit(room, &fault);
}

/* A built-in player has failed. */
static bool fail(struct room *room, const struct room_action *action)
{
    struct fault_case fault = room_fault(room, action->side, CAUSE_UNKNOWN, action->fault);

    return room_forfeit(room, &fault);
}

/* ---- taking back ---- */

/* The number of moves before the last position in which `side`, or with SIDE_NONE any person, was
 * to move; -1: there is none. */
static int find_turn(const struct room *room, enum side side)
{
    struct position pos = room->record.start;
    int found = -1;

    for (int ply = 0; ply < room->record.ply_count; ply++) {
        bool is_person = room->seats[pos.side].kind == SEAT_PERSON;
        if (side == SIDE_NONE ? is_person : pos.side == side)
            found = ply;
        game_play(room->rules, &pos, room->record.plies[ply].move);
    }
    return found;
}

static void go_back(struct room *room, int plies, int64_t now_us)
{
    assert(plies >= 0 && plies < room->record.ply_count);
    record_truncate(&room->record, plies);
    room_offer_forget(room);
    if (plies > 0)
        record_position(&room->record, plies - 1, &room->before);
    record_position(&room->record, plies, &room->pos);
    room->form = 0;
    room->is_asked = false;
    room->is_seen = false;
    room->ask_due_us = 0;
    room_tell(room, (struct room_event){.kind = ROOM_EVENT_TAKEN});
    go_on(room, now_us);
}

static bool can_take_back(const struct room *room, enum side side, int *plies, struct err *why)
{
    if (room_has_program(room))
        return err_set(why, "taken_program", "");
    *plies = find_turn(room, side);
    if (*plies < 0)
        return err_set(why, "no_past", "");
    return !record_has_revealed(&room->record, *plies) || err_set(why, "taken_river", "");
}

/* A person asks the other one first. */
static bool take_back(struct room *room, enum side side, int64_t now_us, struct err *why)
{
    bool is_agreed;
    int plies = 0;

    if (!can_take_back(room, side, &plies, why))
        return false;
    if (side != SIDE_NONE && room_is_between_people(room))
        return room_offer_make(room, side, OFFER_TAKE_BACK, &is_agreed, why);
    go_back(room, plies, now_us);
    return true;
}

/* ---- what two people settle ---- */

static bool agree_on_draw(struct room *room)
{
    outcome_agree(&room->outcome, room->rules, &room->pos);
    room_end(room);
    return true;
}

static bool offer_draw(struct room *room, enum side side, struct err *why)
{
    bool is_agreed;

    if (!room_offer_make(room, side, OFFER_DRAW, &is_agreed, why))
        return false;
    return !is_agreed || agree_on_draw(room);
}

static bool accept(struct room *room, enum side side, int64_t now_us, struct err *why)
{
    int plies = 0;

    if (!room_offer_stands(room, side, why))
        return false;
    if (room->settings.offer.kind == OFFER_DRAW)
        return agree_on_draw(room);
    if (!can_take_back(room, room->settings.offer.side, &plies, why))
        return false;
    go_back(room, plies, now_us);
    return true;
}

static bool hand_over(struct room *room, const struct room_action *action, struct err *why)
{
    struct room_seat *seat = &room->seats[action->side];

    if (seat->kind != SEAT_PERSON)
        return err_set(why, "no_seat", "");
    if (action->name)
        buf_copy_line(seat->name, sizeof seat->name, action->name);
    record_set_name(&room->record, action->side, slice_of(seat->name));
    room_tell(room, (struct room_event){.kind = ROOM_EVENT_HANDED, .side = action->side});
    return true;
}

/* ---- settings ---- */

/* The request is taken back from a person, whose time begins anew when the game goes on; a program
 * has read it already. */
static void withdraw_request(struct room *room)
{
    room->ask_due_us = 0;
    if (room->is_asked && is_held(room) && room->seats[room->pos.side].kind == SEAT_PERSON)
        room->is_asked = false;
}

static bool pause(struct room *room)
{
    if (room->settings.is_paused)
        return true;
    room->settings.is_paused = true;
    withdraw_request(room);
    room_tell(room, (struct room_event){.kind = ROOM_EVENT_PAUSED});
    return true;
}

/* Unless the disk is full or a person has paused the game. */
static void ask_again(struct room *room, int64_t now_us)
{
    if (room->phase == ROOM_RUNNING && !is_held(room))
        show_and_ask(room, ASK_DELAYED, now_us);
}

static bool unpause(struct room *room, int64_t now_us)
{
    if (!room->settings.is_paused)
        return true;
    room->settings.is_paused = false;
    room_tell(room, (struct room_event){.kind = ROOM_EVENT_PAUSED});
    ask_again(room, now_us);
    return true;
}

static bool set_disk_full(struct room *room)
{
    if (room->is_disk_full)
        return true;
    room->is_disk_full = true;
    withdraw_request(room);
    room_tell(room, (struct room_event){.kind = ROOM_EVENT_DISK});
    return true;
}

static bool set_disk_free(struct room *room, int64_t now_us)
{
    if (!room->is_disk_full)
        return true;
    room->is_disk_full = false;
    room_tell(room, (struct room_event){.kind = ROOM_EVENT_DISK});
    ask_again(room, now_us);
    return true;
}

static bool tell_changed(struct room *room)
{
    room_tell(room, (struct room_event){.kind = ROOM_EVENT_CHANGED});
    return true;
}

/* A request that waits for the old pace, which may have been slow, is due now. */
static bool set_pace(struct room *room, int pace_ms, int64_t now_us, struct err *why)
{
    assert(pace_ms >= 0);
    if (room_has_person(room))
        return err_set(why, "pace_person", "");
    room->settings.move_pace_ms = pace_ms;
    if (room->ask_due_us > 0)
        room->ask_due_us = now_us;
    return tell_changed(room);
}

static bool set_limits(struct room *room, enum side side, struct room_limits limits)
{
    assert(limits.soft_ms >= 0 && limits.hard_ms >= 0);
    for (enum side each = SIDE_RED; each < SIDE_NONE; each++) {
        if (side == each || side == SIDE_NONE)
            room->settings.seats[each].limits = limits;
    }
    return tell_changed(room);
}

/* ---- steps ---- */

/* A dummy runs into the time limit; without one it would be waited for in vain. */
static bool can_have_dummies(const struct room *room)
{
    bool is_limited = true;

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        is_limited =
            is_limited && (room->seats[side].is_taken || limits_of(room, side).hard_ms > 0);
    return is_limited && season_at(room->wire->season)->has_dummies;
}

/* A missing player has lost, at once or by the time limit; with both missing neither has won. */
static void start_incomplete(struct room *room, int64_t now_us)
{
    static const char *const ways[SIDE_NONE] = {"NOT_CONNECTED", "NOT_CONNECTED"};
    bool has_red = room->seats[SIDE_RED].is_taken, has_blue = room->seats[SIDE_BLUE].is_taken;

    if (can_have_dummies(room))
        start(room, now_us);
    else if (has_red == has_blue)
        room_end_without_players(room, ways);
    else
        room_end_by_leaving(room, has_red ? SIDE_BLUE : SIDE_RED, "NOT_CONNECTED");
}

static bool step(struct room *room, int64_t now_us, struct err *why)
{
    if (room->is_disk_full)
        return err_set(why, "disk_full", "");
    if (!room->settings.is_paused)
        return err_set(why, "not_paused", "");
    show_and_ask(room, ASK_DELAYED, now_us);
    return true;
}

static bool step_forced(struct room *room, int64_t now_us, struct err *why)
{
    if (room->phase != ROOM_WAITING)
        return step(room, now_us, why);
    start_incomplete(room, now_us);
    return true;
}

/* ---- all actions ---- */

static bool needs_start(enum room_action_kind kind)
{
    return kind == ROOM_MOVE || kind == ROOM_FOUL || kind == ROOM_RESIGN ||
           kind == ROOM_TAKE_BACK || kind == ROOM_OFFER_DRAW || kind == ROOM_ACCEPT ||
           kind == ROOM_DECLINE || kind == ROOM_STEP || kind == ROOM_FAIL;
}

bool room_do(struct room *room, const struct room_action *action, int64_t now_us, struct err *why)
{
    if (room->phase == ROOM_ENDED)
        return err_set(why, "over", "");
    if (room->phase == ROOM_WAITING && needs_start(action->kind))
        return err_set(why, "still_waiting", "");
    switch (action->kind) {
    case ROOM_EXPECT:
        return expect(room, action, why);
    case ROOM_SIT:
        return sit(room, action->side, now_us, why);
    case ROOM_LEAVE:
        return leave(room, action->side, action->how);
    case ROOM_MOVE:
        return move_by(room, action, now_us, why);
    case ROOM_FOUL:
        return foul(room, action, now_us);
    case ROOM_RESIGN:
        return resign(room, action->side);
    case ROOM_TAKE_BACK:
        return take_back(room, action->side, now_us, why);
    case ROOM_OFFER_DRAW:
        return offer_draw(room, action->side, why);
    case ROOM_ACCEPT:
        return accept(room, action->side, now_us, why);
    case ROOM_DECLINE:
        return room_offer_decline(room, action->side, why);
    case ROOM_HAND_OVER:
        return hand_over(room, action, why);
    case ROOM_PAUSE:
        return pause(room);
    case ROOM_GO_ON:
        return unpause(room, now_us);
    case ROOM_STEP:
        return step(room, now_us, why);
    case ROOM_STEP_FORCED:
        return step_forced(room, now_us, why);
    case ROOM_DISK_FULL:
        return set_disk_full(room);
    case ROOM_DISK_FREE:
        return set_disk_free(room, now_us);
    case ROOM_PACE:
        return set_pace(room, action->pace_ms, now_us, why);
    case ROOM_LIMIT:
        return set_limits(room, action->side, action->limits);
    case ROOM_CLOCK_ON:
    case ROOM_CLOCK_OFF:
        room->settings.seats[action->side].can_timeout = action->kind == ROOM_CLOCK_ON;
        return tell_changed(room);
    case ROOM_LOG:
        room->settings.is_logged = true;
        return tell_changed(room);
    case ROOM_CALL_OFF:
        outcome_void(&room->outcome, room->rules, &room->pos, action->cause);
        room_end(room);
        return true;
    case ROOM_FAIL:
        return fail(room, action);
    }
    return false;
}

/* ---- time ---- */

void room_restart_clock(struct room *room, int64_t now_us)
{
    if (room->phase == ROOM_RUNNING && room->is_asked)
        room->asked_us = now_us;
}

int64_t room_deadline_us(const struct room *room)
{
    bool is_waiting = room->phase == ROOM_RUNNING && room->is_asked;
    int limit_ms = is_waiting ? limits_of(room, room->pos.side).hard_ms : 0;

    if (room->ask_due_us > 0)
        return room->ask_due_us;
    return limit_ms > 0 ? room->asked_us + (int64_t)limit_ms * US_PER_MS : INT64_MAX;
}

void room_tick(struct room *room, int64_t now_us)
{
    if (now_us < room_deadline_us(room))
        return;
    if (room->ask_due_us > 0)
        show_and_ask(room, ASK_DELAYED, now_us);
    else
        room_end_by_time(room, room->pos.side, CAUSE_HARD_TIMEOUT,
                         limits_of(room, room->pos.side).hard_ms);
}
