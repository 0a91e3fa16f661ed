/* A note as a record, for replays. */

#include "arena/note.h"

#include <string.h>

static enum side side_of(const struct note *note, enum arena_seat seat)
{
    return seat == note->red ? SIDE_RED : SIDE_BLUE;
}

static bool record_moves(const struct note *note, const struct game_rules *rules,
                         struct record *record, struct position *pos)
{
    struct slice moves = slice_of(note->moves), hints = slice_of(note->hints);
    move_t move;

    for (int i = 0; i < note->plies; i++) {
        struct slice words = slice_take_until(&moves, '\n');
        struct slice hint = slice_take_until(&hints, '\n');
        if (pos->side == SIDE_NONE || rules->read(pos, words, &move, NULL) != VERDICT_LEGAL ||
            !record_add(record, move, words, note->times_ms[i], NULL))
            return false;
        record_lag(record, note->lags_ms[i]);
        if (hint.len > 0)
            record_hint(record, hint, NULL);
        rules->play(pos, move);
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
    }
    return CAUSE_UNKNOWN;
}

static void record_failure(const struct note *note, const struct game_rules *rules,
                           const struct position *pos, struct record *record)
{
    struct outcome outcome = {0};

    for (int seat = 0; seat < ARENA_SEATS; seat++) {
        enum side side = side_of(note, (enum arena_seat)seat);
        if (note->offender != ARENA_SEATS && note->offender != (enum arena_seat)seat)
            continue;
        outcome.cause[side] = cause_of(note->ending);
        memcpy(outcome.reason[side], note->why, sizeof note->why);
        if (note->fault.code[0]) /* in the language of the contest, whatever that of the match is */
            outcome_blame(&outcome, rules, side, &note->fault);
    }
    outcome_settle(&outcome, rules, pos);
    record_end(record, &outcome);
}

bool note_record(const struct note *note, const struct terms *terms, struct record *record)
{
    const struct game_rules *rules = terms->rules;
    struct position pos = {0};

    if (!rules->parse(slice_of(note->start), &pos, NULL) ||
        (rules->ready && !rules->ready(&pos, NULL)))
        return false;
    record_init(record, rules, &pos);
    for (int seat = 0; seat < ARENA_SEATS; seat++)
        record_name(record, side_of(note, (enum arena_seat)seat),
                    slice_of(terms->players[seat].name));
    record->has_seed = !terms->positions;
    record->seed = terms->positions ? 0 : note->seed;
    if (!record_moves(note, rules, record, &pos))
        return false;
    if (note->ending != ENDING_REGULAR)
        record_failure(note, rules, &pos, record);
    return note->ending != ENDING_REGULAR || pos.side == SIDE_NONE;
}
