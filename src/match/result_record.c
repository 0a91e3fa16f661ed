/* A result as a record, for replays. */

#include "match/result.h"

#include <string.h>

static enum side side_of(const struct result *result, enum match_seat seat)
{
    return seat == result->red ? SIDE_RED : SIDE_BLUE;
}

static bool record_moves(const struct result *result, const struct game_rules *rules,
                         struct record *record, struct position *pos)
{
    struct slice moves = slice_of(result->moves), hints = slice_of(result->hints);
    move_t move;

    for (int i = 0; i < result->plies; i++) {
        struct slice words = slice_take_until(&moves, '\n');
        struct slice hint = slice_take_until(&hints, '\n');
        if (pos->side == SIDE_NONE || rules->read(pos, words, &move, NULL) != VERDICT_LEGAL ||
            !record_add(record, move, words, result->times_ms[i], NULL))
            return false;
        record_lag(record, result->lags_ms[i]);
        if (hint.len > 0)
            record_hint(record, hint, NULL);
        game_play(rules, pos, move);
    }
    return true;
}

static enum cause cause_of(enum ending ending)
{
    switch (ending) {
    case ENDING_REGULAR:
        return CAUSE_REGULAR;
    case ENDING_ILLEGAL:
        return CAUSE_RULE_VIOLATION;
    case ENDING_SOFT_TIME:
        return CAUSE_SOFT_TIMEOUT;
    case ENDING_HARD_TIME:
        return CAUSE_HARD_TIMEOUT;
    case ENDING_LEFT:
    case ENDING_CRASH:
    case ENDING_NO_JOIN:
    case ENDING_GARBAGE:
    case ENDING_COUNT:
        return CAUSE_LEFT;
    case ENDING_HOUSE:
        break;
    }
    return CAUSE_UNKNOWN;
}

static void record_failure(const struct result *result, const struct game_rules *rules,
                           const struct position *pos, struct record *record)
{
    struct outcome outcome = {0};

    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        enum side side = side_of(result, (enum match_seat)seat);
        if (result->offender != MATCH_SEATS && result->offender != (enum match_seat)seat)
            continue;
        outcome.cause[side] = cause_of(result->ending);
        memcpy(outcome.reason[side], result->why, sizeof result->why);
        if (result->fault
                .code[0]) /* in the language of the contest, whatever that of the match is */
            outcome_blame(&outcome, rules, side, &result->fault);
    }
    outcome_settle(&outcome, rules, pos);
    record_end(record, &outcome);
}

bool result_record(const struct result *result, const struct match *match, struct record *record)
{
    const struct game_rules *rules = match->rules;
    struct position pos = {0};

    if (!rules->parse(slice_of(result->start), &pos, NULL) || !game_is_ready(rules, &pos, NULL))
        return false;
    record_init(record, rules, &pos);
    for (int seat = 0; seat < MATCH_SEATS; seat++)
        record_name(record, side_of(result, (enum match_seat)seat),
                    slice_of(match->players[seat].name));
    record->has_seed = !match->positions;
    record->seed = match->positions ? 0 : result->seed;
    if (!record_moves(result, rules, record, &pos))
        return false;
    if (result->ending != ENDING_REGULAR)
        record_failure(result, rules, &pos, record);
    return result->ending != ENDING_REGULAR || pos.side == SIDE_NONE;
}
