#include "game/outcome.h"

#include "game/reason.h"

#include <assert.h>
#include <string.h>

static const char *const names[CAUSE_COUNT] = {
    [CAUSE_REGULAR] = "REGULAR",
    [CAUSE_LEFT] = "LEFT",
    [CAUSE_RULE_VIOLATION] = "RULE_VIOLATION",
    [CAUSE_SOFT_TIMEOUT] = "SOFT_TIMEOUT",
    [CAUSE_HARD_TIMEOUT] = "HARD_TIMEOUT",
    [CAUSE_UNKNOWN] = "UNKNOWN",
    [CAUSE_AGREED] = "AGREED",
};

const char *cause_name(enum cause cause)
{
    assert(cause < CAUSE_COUNT);
    return names[cause];
}

const char *cause_name_in_xml(enum cause cause)
{
    return cause_name(cause == CAUSE_AGREED ? CAUSE_REGULAR : cause);
}

bool cause_find(struct slice name, enum cause *cause)
{
    for (int i = 0; i < CAUSE_COUNT; i++) {
        if (slice_is(name, names[i])) {
            *cause = (enum cause)i;
            return true;
        }
    }
    return false;
}

static void set_reason(struct outcome *outcome, enum side side, const char *reason)
{
    buf_copy(outcome->reason[side], sizeof outcome->reason[side], slice_of(reason));
}

void outcome_regular(struct outcome *outcome, const struct game_rules *rules,
                     const struct position *pos, const char *reason)
{
    assert(pos->side == SIDE_NONE);
    memset(outcome, 0, sizeof *outcome);
    rules->result(pos, &outcome->result);
    set_reason(outcome, SIDE_RED, reason);
    set_reason(outcome, SIDE_BLUE, reason);
}

/* Does a side that fails lose all its score parts, not only the win points? */
static bool is_all_taken(const struct game_rules *rules, const struct position *pos,
                         enum side winner)
{
    switch (rules->forfeit) {
    case FORFEIT_KEEPS:
        return false;
    case FORFEIT_TAKES_ALL_BY_BOOK:
        return pos->ruleset == RULES_BOOK && winner != SIDE_NONE;
    case FORFEIT_TAKES_ALL:
        break;
    }
    return true;
}

static bool is_agreed(const struct outcome *outcome)
{
    return outcome->cause[SIDE_RED] == CAUSE_AGREED && outcome->cause[SIDE_BLUE] == CAUSE_AGREED;
}

void outcome_settle(struct outcome *outcome, const struct game_rules *rules,
                    const struct position *pos)
{
    struct game_result *result = &outcome->result;

    rules->result(pos, result);
    result->winner = SIDE_NONE;
    result->score[SIDE_RED][0] = result->score[SIDE_BLUE][0] = is_agreed(outcome) ? DRAW_POINTS : 0;
    if (is_agreed(outcome))
        return;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        enum side other = game_other(side);
        if (outcome->cause[side] == CAUSE_REGULAR)
            continue;
        if (outcome->cause[other] == CAUSE_REGULAR) {
            result->winner = other;
            result->score[other][0] = WIN_POINTS;
        }
        if (is_all_taken(rules, pos, result->winner))
            memset(result->score[side], 0, sizeof result->score[side]);
    }
}

void outcome_void(struct outcome *outcome, const struct game_rules *rules,
                  const struct position *pos, enum cause cause)
{
    *outcome = (struct outcome){.cause = {cause, cause}};
    outcome_settle(outcome, rules, pos);
}

void outcome_agree(struct outcome *outcome, const struct game_rules *rules,
                   const struct position *pos)
{
    struct err agreed = {0};

    *outcome = (struct outcome){.cause = {CAUSE_AGREED, CAUSE_AGREED}};
    outcome_settle(outcome, rules, pos);
    err_set(&agreed, "agreed", "");
    outcome_set_fault(outcome, rules, SIDE_RED, &agreed);
    outcome_set_fault(outcome, rules, SIDE_BLUE, &agreed);
}

void outcome_forfeit(struct outcome *outcome, const struct game_rules *rules,
                     const struct position *pos, enum side offender, enum cause cause)
{
    assert(offender < SIDE_NONE && cause != CAUSE_REGULAR);
    *outcome = (struct outcome){0};
    outcome->cause[offender] = cause;
    outcome_settle(outcome, rules, pos);
}

void outcome_set_fault(struct outcome *outcome, const struct game_rules *rules, enum side side,
                       const struct err *fault)
{
    struct buf buf;

    assert(side < SIDE_NONE);
    outcome->fault[side] = *fault;
    buf_init(&buf, outcome->reason[side], sizeof outcome->reason[side]);
    reason_print(rules, fault, LANG_DE, &buf);
}
