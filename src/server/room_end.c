#include "server/room_end.h"

#include <assert.h>

enum { MS_PER_S = 1000 };

void room_end(struct room *room)
{
    assert(room->phase != ROOM_ENDED);
    room->phase = ROOM_ENDED;
    room->is_asked = false;
    room->ask_due_us = 0;
    room->settings.offer = (struct room_offer){0};
    room_tell(room, (struct room_event){.kind = ROOM_EVENT_ENDED});
}

struct fault_case room_fault(const struct room *room, enum side side, enum cause cause,
                             const struct err *fault)
{
    return (struct fault_case){
        .wire = room->wire,
        .pos = &room->pos,
        .names = {room->seats[SIDE_RED].name, room->seats[SIDE_BLUE].name},
        .side = side,
        .cause = cause,
        .fault = fault,
    };
}

/* The fault of a side, and the sentence about it that the result has. */
static void set_fault(struct room *room, enum side side, const struct fault_case *fault)
{
    struct buf buf;

    outcome_set_fault(&room->outcome, room->rules, side, fault->fault);
    buf_init(&buf, room->outcome.reason[side], sizeof room->outcome.reason[side]);
    fault_text_print_reason(fault, &buf);
}

bool room_forfeit(struct room *room, const struct fault_case *fault)
{
    assert(fault->side < SIDE_NONE);
    outcome_forfeit(&room->outcome, room->rules, &room->pos, fault->side, fault->cause);
    set_fault(room, fault->side, fault);
    room_end(room);
    return true;
}

void room_end_by_rule_violation(struct room *room, const struct room_action *action,
                                enum room_event_kind kind, const struct err *why)
{
    struct fault_case fault = room_fault(room, action->side, CAUSE_RULE_VIOLATION, why);
    char message[OUTCOME_REASON_SIZE];
    struct buf buf;

    fault.data = action->data;
    buf_init(&buf, message, sizeof message);
    fault_text_print_message(&fault, &buf);
    room_tell(room, (struct room_event){.kind = kind,
                                        .side = action->side,
                                        .fault = why,
                                        .message = message,
                                        .repeats_move = fault_text_repeats_move(&fault)});
    room_forfeit(room, &fault);
}

static struct err left(const struct room *room, const char *how)
{
    bool has_more = how[0] && season_at(room->wire->season)->tells_how_left;
    struct err fault = {0};

    err_set(&fault, has_more ? "player_left_so" : "player_left", has_more ? how : "");
    return fault;
}

void room_end_by_leaving(struct room *room, enum side side, const char *how)
{
    struct err why = left(room, how);
    struct fault_case fault = room_fault(room, side, CAUSE_LEFT, &why);

    room_forfeit(room, &fault);
}

/* Without a winner: each side has left in its own way. */
void room_end_without_players(struct room *room, const char *const how[SIDE_NONE])
{
    outcome_void(&room->outcome, room->rules, &room->pos, CAUSE_LEFT);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        struct err why = left(room, how[side]);
        struct fault_case fault = room_fault(room, SIDE_NONE, CAUSE_LEFT, &why);
        set_fault(room, side, &fault);
    }
    room_end(room);
}

/* "2.5": milliseconds as seconds, without zeros at the end. */
static void print_seconds(struct buf *out, int ms)
{
    int rest = ms % MS_PER_S;

    buf_add_int(out, ms / MS_PER_S);
    if (rest > 0)
        buf_add_char(out, '.');
    for (int unit = MS_PER_S / 10; rest > 0; rest %= unit, unit /= 10)
        buf_add_char(out, (char)('0' + rest / unit));
}

void room_end_by_time(struct room *room, enum side side, enum cause cause, int limit_ms)
{
    struct err why = {0};
    struct fault_case fault = room_fault(room, side, cause, &why);
    char seconds[24];
    struct buf buf;

    assert(limit_ms > 0);
    buf_init(&buf, seconds, sizeof seconds);
    print_seconds(&buf, limit_ms);
    err_set(&why, "player_late", seconds);
    room_forfeit(room, &fault);
}
