#include "proto/fault_text.h"

#include "game/reason.h"

#include <string.h>

static bool is_official(const struct fault_case *fault)
{
    return fault->pos->ruleset == RULES_SERVER;
}

static const struct season *season_of(const struct fault_case *fault)
{
    return season_at(fault->wire->season);
}

static bool is_code(const struct fault_case *fault, const char *code)
{
    return strcmp(fault->fault->code, code) == 0;
}

static void print_our_sentence(const struct fault_case *fault, struct buf *out)
{
    reason_print(game_find(slice_of(fault->wire->game)), fault->fault, LANG_DE, out);
}

/* ---- refused moves ---- */

static const struct wire_mistake not_a_move = {"not_a_move", NULL,
                                               "{name} hat kein Zug-Objekt gesendet.", true};

/* What the season's server called this fault; NULL: that is not known, or ours is wanted. */
static const struct wire_mistake *find_mistake(const struct fault_case *fault)
{
    const struct wire_mistake *mistake = fault->wire->mistakes;

    if (!is_official(fault))
        return NULL;
    if (is_code(fault, not_a_move.code))
        return &not_a_move;
    if (!fault->data)
        return NULL;
    while (mistake && mistake->code && !is_code(fault, mistake->code))
        mistake++;
    return mistake && mistake->code ? mistake : NULL;
}

static struct slice find_detail(const struct fault_case *fault, int number)
{
    struct slice rest = slice_of(fault->fault->details), word = {0};

    for (int i = 0; i < number; i++)
        word = slice_take_word(&rest);
    return word;
}

/* "ONE(Anna)" */
static void print_team(const struct fault_case *fault, enum side side, struct buf *out)
{
    const char *name = fault->names[side];

    buf_format(out, "%s(%s)", season_of(fault)->team[side], name ? name : "");
}

/* {1} is a detail of the fault, {name} and {sender} have failed, {side} and {expected} are to move;
 * every other {word} is a part of the move. */
static void fill_slot(const struct fault_case *fault, struct slice slot, struct buf *out)
{
    if (slot.len == 1)
        buf_add_slice(out, find_detail(fault, slot.at[0] - '0'));
    else if (slice_is(slot, "name"))
        buf_add(out, wire_player_name(fault->wire, fault->names, fault->side));
    else if (slice_is(slot, "side"))
        buf_add(out, fault->pos->side == SIDE_RED ? "RED" : "BLUE");
    else if (slice_is(slot, "sender"))
        print_team(fault, fault->side, out);
    else if (slice_is(slot, "expected"))
        print_team(fault, (enum side)fault->pos->side, out);
    else if (fault->data && fault->wire->describe)
        fault->wire->describe(fault->data, slot, out);
}

static void fill_in(const struct fault_case *fault, const char *text, struct buf *out)
{
    struct slice rest = slice_of(text);

    while (rest.len > 0) {
        buf_add_slice(out, slice_take_until(&rest, '{'));
        if (rest.len > 0)
            fill_slot(fault, slice_take_until(&rest, '}'), out);
    }
}

bool fault_text_repeats_move(const struct fault_case *fault)
{
    const struct wire_mistake *mistake = find_mistake(fault);

    /* Since 2024 also a move that the sentence does not describe. */
    bool is_untold = mistake && mistake->has_no_move && !season_of(fault)->has_winner_reason;
    return season_of(fault)->repeats_illegal && !is_untold;
}

static void print_refusal(const struct fault_case *fault, struct buf *out)
{
    const struct wire_mistake *mistake = find_mistake(fault);

    if (!mistake) {
        print_our_sentence(fault, out);
        return;
    }
    if (!season_of(fault)->has_exceptions) {
        fill_in(fault, mistake->text, out);
        return;
    }
    buf_add(out, "InvalidMoveException(mistake=");
    fill_in(fault, mistake->name ? mistake->name : mistake->text, out);
    fill_in(fault, mistake->has_no_move ? ", move=null)" : ", move={move})", out);
}

static void print_refusal_reason(const struct fault_case *fault, struct buf *out)
{
    const struct wire_mistake *mistake = find_mistake(fault);
    const struct season *season = season_of(fault);

    if (season->has_winner_reason)
        fill_in(fault, "Regelverletzung von {name}: ", out);
    if (!mistake) {
        print_our_sentence(fault, out);
        return;
    }
    fill_in(fault, mistake->text, out);
    if (season->has_exceptions && !mistake->has_no_move)
        fill_in(fault, season->has_winner_reason ? " bei '{move}'" : " bei Zug '{move}'", out);
}

/* ---- other faults ---- */

static void print_unasked(const struct fault_case *fault, struct buf *out)
{
    const struct season *season = season_of(fault);
    bool is_to_move = fault->pos->side == fault->side;
    const char *official = is_to_move ? season->not_requested : season->not_your_turn;

    if (is_official(fault) && official)
        fill_in(fault, official, out);
    else
        print_our_sentence(fault, out);
}

static void print_unasked_reason(const struct fault_case *fault, struct buf *out)
{
    if (season_of(fault)->has_winner_reason)
        fill_in(fault, "Missachtung des Spielablaufs von {name}: ", out);
    print_unasked(fault, out);
}

static void print_late_reason(const struct fault_case *fault, struct buf *out)
{
    static const char *const late[] = {
        [CAUSE_SOFT_TIMEOUT] = "{name} hat fuer die Antwort auf die Zugaufforderung laenger als "
                               "{1} Sekunden gebraucht.",
        [CAUSE_HARD_TIMEOUT] =
            "{name} hat innerhalb von {1} Sekunden nach Aufforderung keinen Zug gesendet.",
    };

    if (season_of(fault)->has_winner_reason)
        fill_in(fault, late[fault->cause], out);
    else
        print_our_sentence(fault, out);
}

static void print_left_reason(const struct fault_case *fault, struct buf *out)
{
    if (season_of(fault)->has_winner_reason && is_code(fault, "player_left_so"))
        fill_in(fault, "{name} hat das Spiel verlassen: {1}", out);
    else
        print_our_sentence(fault, out);
}

/* ---- all of them ---- */

void fault_text_print_message(const struct fault_case *fault, struct buf *out)
{
    if (is_code(fault, "player_unasked"))
        print_unasked(fault, out);
    else
        print_refusal(fault, out);
}

void fault_text_print_reason(const struct fault_case *fault, struct buf *out)
{
    bool is_silent = is_official(fault) && season_of(fault)->tells_violations_only;

    switch (fault->cause) {
    case CAUSE_RULE_VIOLATION:
        if (is_code(fault, "player_unasked"))
            print_unasked_reason(fault, out);
        else
            print_refusal_reason(fault, out);
        break;
    case CAUSE_SOFT_TIMEOUT:
    case CAUSE_HARD_TIMEOUT:
        if (!is_silent)
            print_late_reason(fault, out);
        break;
    case CAUSE_LEFT:
        if (!is_silent)
            print_left_reason(fault, out);
        break;
    case CAUSE_REGULAR:
    case CAUSE_UNKNOWN:
    case CAUSE_AGREED:
    case CAUSE_COUNT:
        print_our_sentence(fault, out);
        break;
    }
}
