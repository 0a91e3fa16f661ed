/* Whole games in and out: the .kw text, and the XML of the season. */

#include "exports.h"

#include "game/record.h"
#include "proto/replay.h"

/* ---- a record as JSON ---- */

static void print_head(struct call *call, const struct record *record)
{
    struct json *json = &call->json;
    char digits[24];
    struct buf buf;

    json_text(json, "game", record->game);
    json_text(json, "rules", ruleset_name((enum ruleset)record->start.ruleset));
    buf_init(&buf, digits, sizeof digits);
    buf_add_int(&buf, record->seed);
    if (record->has_seed)
        json_text(json, "seed", digits);
    else
        json_nothing(json, "seed");
    json_begin_object(json, "names");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        json_text(json, side_name(side), record->names[side]);
    json_end_object(json);
    call_answer_position(call, "start", &record->start);
}

void call_answer_plies(struct call *call, const struct record *record, int first)
{
    struct position pos;
    struct json *json = &call->json;

    record_position(record, first, &pos);
    json_begin_array(json, "plies");
    for (int i = first; i < record->ply_count; i++) {
        const struct record_ply *ply = &record->plies[i];
        game_play(call->rules, &pos, ply->move);
        json_begin_object(json, NULL);
        json_slice(json, "words", record_slice(record, ply->words));
        if (ply->time_ms == RECORD_TIME_UNKNOWN)
            json_nothing(json, "ms");
        else
            json_int(json, "ms", ply->time_ms);
        json_int(json, "lag", ply->lag_ms);
        json_slice(json, "hint", record_slice(record, ply->hint));
        call_answer_position(call, "position", &pos);
        json_end_object(json);
    }
    json_end_array(json);
}

/* In both languages where we know it, otherwise as the file says it. */
static void print_fault(struct call *call, const struct outcome *outcome, enum side side)
{
    if (outcome->fault[side].code[0])
        view_refusal(&call->json, side_name(side), call->rules, &outcome->fault[side]);
    else
        json_text(&call->json, side_name(side), outcome->reason[side]);
}

void call_answer_outcome(struct call *call, const char *key, const struct outcome *outcome,
                         const char *reason)
{
    struct json *json = &call->json;

    json_begin_object(json, key);
    view_side(json, "winner", outcome->result.winner);
    json_begin_object(json, "cause");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        json_text(json, side_name(side), cause_name(outcome->cause[side]));
    json_end_object(json);
    json_begin_object(json, "say");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        print_fault(call, outcome, side);
    json_end_object(json);
    json_text_or_null(json, "reason", reason);
    json_begin_object(json, "scores");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        json_begin_array(json, side_name(side));
        for (int i = 0; i < call->rules->score_count; i++)
            json_int(json, NULL, outcome->result.score[side][i]);
        json_end_array(json);
    }
    json_end_object(json);
    json_end_object(json);
}

void call_answer_record(struct call *call, const struct record *record)
{
    print_head(call, record);
    call_answer_plies(call, record, 0);
    if (record->has_outcome)
        call_answer_outcome(call, "outcome", &record->outcome, NULL);
    else
        json_nothing(&call->json, "outcome");
}

/* ---- the .kw text ---- */

static struct record record;

bool op_read_text(struct call *call, struct err *why)
{
    if (!record_parse(call_take(call), &record, why))
        return false;
    call_answer_record(call, &record);
    json_nothing(&call->json, "report");
    return true;
}

/* ---- a record from a page ---- */

static bool take_seed(struct call *call, struct err *why)
{
    struct slice seed = call_take(call);

    record.has_seed = seed.len > 0;
    if (seed.len > 0 && !slice_to_int64(seed, &record.seed))
        return err_set(why, "bad_option", "seed");
    return true;
}

/* words, milliseconds or nothing, those of the server's lag or nothing, hint */
static bool take_ply(struct call *call, struct record *into, struct position *pos, struct err *why)
{
    struct slice words = call_take(call), time = call_take(call), lag = call_take(call);
    struct slice hint = call_take(call);
    int time_ms = RECORD_TIME_UNKNOWN, lag_ms = 0;
    move_t move;

    if (time.len > 0 && !slice_to_int(time, 0, INT32_MAX, &time_ms))
        return err_set(why, "bad_option", "ms");
    if (lag.len > 0 && !slice_to_int(lag, 0, INT32_MAX, &lag_ms))
        return err_set(why, "bad_option", "lag");
    if (!game_knows_moves(call->rules, pos, why))
        return false;
    if (call->rules->read(pos, words, &move, why) != VERDICT_LEGAL ||
        !record_add(into, move, words, time_ms, why))
        return false;
    record_set_lag(into, lag_ms);
    if (hint.len > 0)
        record_add_hint(into, hint, NULL);
    game_play(call->rules, pos, move);
    return true;
}

bool call_take_plies(struct call *call, struct record *into, struct err *why)
{
    struct position pos = into->start;

    while (call->rest.len > 0) {
        if (!take_ply(call, into, &pos, why))
            return false;
    }
    return true;
}

/* Of both sides cause, saying and fault; without causes the game has no end but its own. */
static bool take_outcome(struct call *call, struct outcome *outcome, bool *has_outcome,
                         struct err *why)
{
    struct buf buf;

    *outcome = (struct outcome){0};
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        struct slice cause = call_take(call), saying = call_take(call);
        err_parse(call_take(call), &outcome->fault[side]);
        *has_outcome = cause.len > 0;
        if (*has_outcome && !cause_find(cause, &outcome->cause[side]))
            return err_set(why, "bad_option", "cause");
        buf_init(&buf, outcome->reason[side], sizeof outcome->reason[side]);
        buf_add_slice(&buf, saying);
    }
    return true;
}

/* start, seed, red, blue, outcome, then the plies */
static bool take_record(struct call *call, struct err *why)
{
    struct position pos;
    struct outcome outcome;
    bool has_outcome;

    if (!call_take_position(call, &pos, why))
        return false;
    record_init(&record, call->rules, &pos);
    if (!take_seed(call, why))
        return false;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        record_set_name(&record, side, call_take(call));
    if (!take_outcome(call, &outcome, &has_outcome, why))
        return false;
    if (!call_take_plies(call, &record, why))
        return false;
    record_position(&record, record.ply_count, &pos);
    if (has_outcome) {
        outcome_settle(&outcome, call->rules, &pos);
        record_end(&record, &outcome);
    }
    return true;
}

bool op_write_text(struct call *call, struct err *why)
{
    if (!take_record(call, why))
        return false;
    record_print(&record, call_answer_text(call));
    return true;
}

bool op_write_xml(struct call *call, struct err *why)
{
    if (!take_record(call, why))
        return false;
    replay_write(&record, call_answer_text(call));
    return true;
}
