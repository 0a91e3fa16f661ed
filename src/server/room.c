#include "server/room.h"

#include <assert.h>
#include <string.h>

enum { US_PER_MS = 1000 };

void room_init(struct room *room, const struct game_rules *rules, const struct position *start,
               room_emit *emit, void *context)
{
    memset(room, 0, sizeof *room);
    room->rules = rules;
    room->wire = wire_of(rules);
    room->pos = *start;
    room->emit = emit;
    room->context = context;
    record_init(&room->record, rules, start);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        room->seats[side].can_timeout = room->seats[side].can_be_paused = true;
}

static const struct room_limits *limits_of(const struct room *room, enum side side)
{
    return room->seats[side].has_own_limits ? &room->seats[side].limits : &room->limits;
}

static void emit(struct room *room, struct room_event event)
{
    room->emit(room->context, room, &event);
}

struct wire_state room_state(const struct room *room)
{
    struct wire_state state = {.pos = &room->pos};

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        state.names[side] = room->seats[side].name;
    if (room->record.ply_count > 0) {
        const struct record_ply *last = &room->record.plies[room->record.ply_count - 1];
        state.before = &room->before;
        state.words = record_slice(&room->record, last->words);
        state.hint = record_slice(&room->record, last->hint);
    }
    return state;
}

void room_hide(const struct game_rules *rules, struct position *pos)
{
    if (rules->hide)
        rules->hide(pos);
}

/* ---- asking and showing ---- */

static void show(struct room *room, enum room_audience audience)
{
    emit(room, (struct room_event){.kind = ROOM_EVENT_STATE, .audience = audience});
    if (audience == AUDIENCE_ALL)
        room->is_seen = true;
}

static void ask(struct room *room, int64_t now_us)
{
    room->is_asked = true;
    room->asked_us = now_us;
    room->ask_due_us = 0;
    emit(room, (struct room_event){.kind = ROOM_EVENT_ASKED, .side = room->pos.side});
}

static void show_and_ask(struct room *room, int64_t now_us)
{
    if (!room->is_seen)
        show(room, AUDIENCE_ALL);
    if (!room->is_asked)
        ask(room, now_us);
}

/* A move is shown as long as the pace says; room_tick asks then. */
static void show_and_ask_later(struct room *room, int64_t now_us)
{
    if (room->move_pace_ms == 0 || room->record.ply_count == 0) {
        show_and_ask(room, now_us);
        return;
    }
    show(room, AUDIENCE_ALL);
    room->ask_due_us = now_us + (int64_t)room->move_pace_ms * US_PER_MS;
}

/* ---- ends ---- */

static void end(struct room *room)
{
    room->phase = ROOM_ENDED;
    room->is_asked = false;
    room->ask_due_us = 0;
    emit(room, (struct room_event){.kind = ROOM_EVENT_ENDED});
}

static void end_regular(struct room *room)
{
    wire_end_regular(room->wire, &room->pos, &room->outcome);
    end(room);
}

static void forfeit(struct room *room, enum side side, enum cause cause, const struct err *fault)
{
    outcome_forfeit(&room->outcome, room->rules, &room->pos, side, cause);
    outcome_set_fault(&room->outcome, room->rules, side, fault);
    end(room);
}

static void end_by_rule_violation(struct room *room, enum side side, enum room_event_kind kind,
                                  const struct err *fault)
{
    char reason[OUTCOME_REASON_SIZE];
    struct buf buf;

    buf_init(&buf, reason, sizeof reason);
    reason_print(room->rules, fault, LANG_DE, &buf);
    emit(room, (struct room_event){.kind = kind, .side = side, .message = reason});
    forfeit(room, side, CAUSE_RULE_VIOLATION, fault);
}

static struct err left(const struct room *room, const char *how)
{
    bool has_more = how[0] && season_at(room->wire->season)->tells_how_left;
    struct err fault = {0};

    err_set(&fault, has_more ? "player_left_so" : "player_left", has_more ? how : "");
    return fault;
}

static void end_by_leaving(struct room *room, enum side side, const char *how)
{
    struct err fault = left(room, how);

    forfeit(room, side, CAUSE_LEFT, &fault);
}

/* Nobody is there to win: each side has left in its own way. */
static void end_without_players(struct room *room, const char *const how[SIDE_NONE])
{
    outcome_void(&room->outcome, room->rules, &room->pos, CAUSE_LEFT);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        struct err fault = left(room, how[side]);
        outcome_set_fault(&room->outcome, room->rules, side, &fault);
    }
    end(room);
}

static void end_by_time(struct room *room, enum side side, enum cause cause, int limit_ms)
{
    struct err fault = {0};

    err_setf(&fault, "player_late", "%g", limit_ms / 1000.0);
    forfeit(room, side, cause, &fault);
}

/* ---- seats ---- */

enum side room_free_seat(const struct room *room)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        const struct room_seat *seat = &room->seats[side];
        if (!seat->is_taken && (!seat->code[0] || seat->is_open))
            return side;
    }
    return SIDE_NONE;
}

/* What everybody sees at the start and after a move, and who is asked next. */
static void go_on(struct room *room, int64_t now_us)
{
    const struct season *season = season_at(room->wire->season);

    if (room->pos.side == SIDE_NONE) {
        show(room, AUDIENCE_ALL);
        end_regular(room);
    } else if (!room->is_paused || !room->seats[room->pos.side].can_be_paused) {
        show_and_ask_later(room, now_us);
    } else if (season->shows_paused_state) {
        show(room, season->has_paused_player ? AUDIENCE_ALL : AUDIENCE_OBSERVERS);
        if (season->has_paused_player)
            emit(room, (struct room_event){.kind = ROOM_EVENT_PAUSED});
    }
}

static void start(struct room *room, int64_t now_us)
{
    room->phase = ROOM_RUNNING;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        record_set_name(&room->record, side, slice_of(room->seats[side].name));
    emit(room, (struct room_event){.kind = ROOM_EVENT_STARTED});
    go_on(room, now_us);
}

void room_seat(struct room *room, enum side side, int64_t now_us)
{
    assert(room->phase == ROOM_WAITING && !room->seats[side].is_taken);
    room->seats[side].is_taken = true;
    emit(room, (struct room_event){.kind = ROOM_EVENT_SEATED, .side = side});
    if (room->seats[SIDE_RED].is_taken && room->seats[SIDE_BLUE].is_taken)
        start(room, now_us);
}

void room_resume(struct room *room, const struct record *record, int64_t now_us)
{
    room->record = *record;
    if (record->ply_count > 0)
        record_position(record, record->ply_count - 1, &room->before);
    record_position(record, record->ply_count, &room->pos);
    assert(room->pos.side != SIDE_NONE);
    room->phase = ROOM_RUNNING;
    show_and_ask(room, now_us);
}

/* ---- moves ---- */

static bool is_too_late(const struct room *room, enum side side, int64_t now_us)
{
    int soft_ms = limits_of(room, side)->soft_ms;

    return room->seats[side].can_timeout && soft_ms > 0 &&
           now_us - room->asked_us > (int64_t)soft_ms * US_PER_MS;
}

/* Was this side asked, and is it in time?  Otherwise it has lost. */
static bool may_speak(struct room *room, enum side side, int64_t now_us)
{
    struct err unasked = {0};

    room_tick(room, now_us); /* nobody may have looked at the clock since the hard limit */
    if (room->phase != ROOM_RUNNING)
        return false;
    if (!room->is_asked || room->pos.side != side) {
        err_set(&unasked, "player_unasked", "");
        end_by_rule_violation(room, side, ROOM_EVENT_UNASKED, &unasked);
        return false;
    }
    if (is_too_late(room, side, now_us)) {
        end_by_time(room, side, CAUSE_SOFT_TIMEOUT, limits_of(room, side)->soft_ms);
        return false;
    }
    return true;
}

/* No move is played that could not be kept: whoever fills the record with words breaks a rule. */
static bool note(struct room *room, move_t move, struct slice words, int64_t now_us,
                 struct err *why)
{
    int64_t time_ms = (now_us - room->asked_us) / US_PER_MS;
    int64_t lag_ms = room->lag_us / US_PER_MS;

    if (!record_add(&room->record, move, words, (int32_t)time_ms, why))
        return false;
    if (lag_ms > RECORD_LAG_USUAL_MS)
        record_set_lag(&room->record, (int32_t)lag_ms);
    return true;
}

/* Plays a move that has been noted. */
static void play(struct room *room, enum side side, move_t move, struct slice hint, int64_t now_us)
{
    room->is_asked = false;
    room->is_seen = false;
    if (hint.len > 0)
        record_add_hint(&room->record, hint, NULL); /* a full record loses hints, never moves */
    room->before = room->pos;
    game_play(room->rules, &room->pos, move);
    emit(room, (struct room_event){.kind = ROOM_EVENT_MOVED, .side = side});
    go_on(room, now_us);
}

/* When the words came in: they cannot have waited for us before they were asked for. */
static int64_t arrival_us(struct room *room, int64_t now_us)
{
    int64_t asked_for_us = room->is_asked ? now_us - room->asked_us : 0;

    if (room->lag_us > asked_for_us)
        room->lag_us = asked_for_us > 0 ? asked_for_us : 0;
    return now_us - room->lag_us;
}

void room_move(struct room *room, enum side side, struct slice words, struct slice hint,
               int64_t now_us)
{
    int64_t came_us = arrival_us(room, now_us);
    struct err why = {0};
    move_t move;

    if (!may_speak(room, side, came_us))
        return;
    if (room->rules->read(&room->pos, words, &move, &why) != VERDICT_LEGAL ||
        !note(room, move, words, came_us, &why))
        end_by_rule_violation(room, side, ROOM_EVENT_REFUSED, &why);
    else
        play(room, side, move, hint, now_us);
    room->lag_us = 0;
}

void room_foul(struct room *room, enum side side, const struct err *why, int64_t now_us)
{
    if (may_speak(room, side, arrival_us(room, now_us)))
        end_by_rule_violation(room, side, ROOM_EVENT_REFUSED, why);
    room->lag_us = 0;
}

/* Before the start: an open seat can be taken again, a prepared one was taken for good. */
static void leave_early(struct room *room, enum side side, const char *how)
{
    const char *ways[SIDE_NONE] = {"NOT_CONNECTED", "NOT_CONNECTED"};

    ways[side] = how;
    if (!room->is_prepared)
        room->seats[side].is_taken = false;
    else if (!season_at(room->wire->season)->has_dummies)
        end_without_players(room, ways);
}

void room_leave(struct room *room, enum side side, const char *how)
{
    if (room->phase != ROOM_ENDED)
        room->how_left[side] = how;
    switch (room->phase) {
    case ROOM_WAITING:
        leave_early(room, side, how);
        return;
    case ROOM_RUNNING:
        end_by_leaving(room, side, how);
        return;
    case ROOM_ENDED:
        return;
    }
}

bool room_was_garbled(const struct room *room, enum side side)
{
    const char *how = room->how_left[side];

    return how && strcmp(how, "PROTOCOL_ERROR") == 0;
}

void room_resign(struct room *room, enum side side)
{
    struct err fault = {0};

    err_set(&fault, "player_resigned", "");
    if (room->phase == ROOM_RUNNING)
        forfeit(room, side, CAUSE_LEFT, &fault);
}

void room_house_fault(struct room *room, enum side side, const struct err *fault)
{
    if (room->phase == ROOM_RUNNING)
        forfeit(room, side, CAUSE_UNKNOWN, fault);
}

void room_take_back(struct room *room, int plies, int64_t now_us)
{
    assert(room->phase == ROOM_RUNNING && plies >= 0 && plies < room->record.ply_count);
    record_truncate(&room->record, plies);
    if (plies > 0)
        record_position(&room->record, plies - 1, &room->before);
    record_position(&room->record, plies, &room->pos);
    room->is_asked = false;
    room->is_seen = false;
    room->ask_due_us = 0;
    emit(room, (struct room_event){.kind = ROOM_EVENT_TAKEN});
    go_on(room, now_us);
}

void room_restart_clock(struct room *room, int64_t now_us)
{
    if (room->phase == ROOM_RUNNING && room->is_asked)
        room->asked_us = now_us;
}

/* ---- administration ---- */

void room_pause(struct room *room, bool is_paused, int64_t now_us)
{
    if (room->is_paused == is_paused || room->phase == ROOM_ENDED)
        return;
    room->is_paused = is_paused;
    room->ask_due_us = 0;
    if (season_at(room->wire->season)->has_paused_flag)
        emit(room, (struct room_event){.kind = ROOM_EVENT_PAUSED});
    if (!is_paused && room->phase == ROOM_RUNNING)
        show_and_ask(room, now_us);
}

/* The hard limit of a seat, or 0. */
static int hard_ms(const struct room *room, enum side side)
{
    return room->seats[side].can_timeout ? limits_of(room, side)->hard_ms : 0;
}

/* A dummy runs into the time limit; without one it would be waited for in vain. */
static bool can_have_dummies(const struct room *room)
{
    bool is_limited = true;

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        is_limited = is_limited && (room->seats[side].is_taken || hard_ms(room, side) > 0);
    return is_limited && season_at(room->wire->season)->has_dummies;
}

/* Whoever is missing has lost, at once or by the time limit; with both missing nobody has won. */
static void start_incomplete(struct room *room, int64_t now_us)
{
    static const char *const ways[SIDE_NONE] = {"NOT_CONNECTED", "NOT_CONNECTED"};
    bool has_red = room->seats[SIDE_RED].is_taken, has_blue = room->seats[SIDE_BLUE].is_taken;

    if (can_have_dummies(room)) {
        start(room, now_us);
    } else if (has_red == has_blue) {
        end_without_players(room, ways);
    } else {
        end_by_leaving(room, has_red ? SIDE_BLUE : SIDE_RED, "NOT_CONNECTED");
    }
}

void room_step(struct room *room, bool is_forced, int64_t now_us)
{
    if (room->phase == ROOM_WAITING && is_forced)
        start_incomplete(room, now_us);
    else if (room->phase == ROOM_RUNNING && room->is_paused)
        show_and_ask(room, now_us);
}

void room_call_off(struct room *room, enum cause cause)
{
    if (room->phase == ROOM_ENDED)
        return;
    outcome_void(&room->outcome, room->rules, &room->pos, cause);
    end(room);
}

/* ---- time ---- */

int64_t room_deadline_us(const struct room *room)
{
    bool is_waiting = room->phase == ROOM_RUNNING && room->is_asked;
    int limit_ms = is_waiting ? hard_ms(room, room->pos.side) : 0;

    if (room->ask_due_us > 0)
        return room->ask_due_us;
    return limit_ms > 0 ? room->asked_us + (int64_t)limit_ms * US_PER_MS : INT64_MAX;
}

void room_tick(struct room *room, int64_t now_us)
{
    if (now_us < room_deadline_us(room))
        return;
    if (room->ask_due_us > 0)
        show_and_ask(room, now_us);
    else
        end_by_time(room, room->pos.side, CAUSE_HARD_TIMEOUT, hard_ms(room, room->pos.side));
}
