#include "game/edit.h"

#include "game/text.h"

#include <assert.h>

#define GAME(name, family) extern const struct game_edit name##_edit;
#include "game/games.def"
#undef GAME

static const struct game_edit *const edits[] = {
#define GAME(name, family) &name##_edit,
#include "game/games.def"
#undef GAME
};

static const struct game_edit *edit_of(const struct game_rules *rules)
{
    return edits[game_index(rules)];
}

/* ---- words ---- */

static bool take_field(struct slice *words, struct slice *field)
{
    *field = slice_take_word(words);
    return field->len > 0;
}

static bool read_put(struct slice *words, struct edit *edit)
{
    return take_field(words, &edit->field) && take_field(words, &edit->name);
}

static bool read_one_field(struct slice *words, struct edit *edit)
{
    return take_field(words, &edit->field);
}

static bool read_move(struct slice *words, struct edit *edit)
{
    return take_field(words, &edit->field) && take_field(words, &edit->to);
}

static bool read_set(struct slice *words, struct edit *edit)
{
    edit->name = slice_take_word(words);
    edit->value = slice_take_word(words);
    if (words->len > 0 && side_find(edit->value, &edit->side))
        edit->value = slice_take_word(words);
    return edit->value.len > 0;
}

static bool read_edit(struct slice words, struct edit *edit, struct err *why)
{
    static const struct {
        const char *name;
        enum edit_kind kind;
        bool (*read)(struct slice *words, struct edit *edit);
    } kinds[] = {
        {"put", EDIT_PUT, read_put},    {"take", EDIT_TAKE, read_one_field},
        {"move", EDIT_MOVE, read_move}, {"turn", EDIT_TURN, read_one_field},
        {"set", EDIT_SET, read_set},
    };
    struct slice rest = words, verb = slice_take_word(&rest);

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        *edit = (struct edit){.kind = kinds[i].kind, .side = SIDE_NONE};
        if (slice_is(verb, kinds[i].name) && kinds[i].read(&rest, edit) && rest.len == 0)
            return true;
    }
    return text_refuse(why, "bad_edit", words);
}

/* ---- settings of all games ---- */

static struct edit_range turn_range(const struct game_rules *rules)
{
    return (struct edit_range){"turn", 0, rules->turn_max};
}

static bool set_turn(const struct game_rules *rules, struct position *pos, const struct edit *edit,
                     struct err *why)
{
    struct edit_range range = turn_range(rules);
    int turn;

    if (!edit_read_number(edit, &range, &turn, why))
        return false;
    pos->turn = (uint16_t)turn;
    return true;
}

static bool set_side(const struct game_rules *rules, struct position *pos, const struct edit *edit,
                     struct err *why)
{
    enum side side;

    (void)rules;
    if (!side_find(edit->value, &side))
        return edit_refuse(edit, why);
    pos->side = (uint8_t)side;
    return true;
}

static bool set_ruleset(const struct game_rules *rules, struct position *pos,
                        const struct edit *edit, struct err *why)
{
    enum ruleset ruleset;

    (void)rules;
    if (!ruleset_find(edit->value, &ruleset))
        return edit_refuse(edit, why);
    pos->ruleset = (uint8_t)ruleset;
    return true;
}

/* Reads what is set in every game; false with `is_known` false: another setting. */
static bool set_common(const struct game_rules *rules, struct position *pos,
                       const struct edit *edit, bool *is_known, struct err *why)
{
    static const struct {
        const char *name;
        bool (*set)(const struct game_rules *rules, struct position *pos, const struct edit *edit,
                    struct err *why);
    } settings[] = {{"turn", set_turn}, {"side", set_side}, {"rules", set_ruleset}};

    *is_known = true;
    for (size_t i = 0; i < sizeof settings / sizeof *settings && edit->kind == EDIT_SET; i++) {
        if (edit->side == SIDE_NONE && slice_is(edit->name, settings[i].name))
            return settings[i].set(rules, pos, edit, why);
    }
    *is_known = false;
    return false;
}

/* ---- the change ---- */

/* The position after a change with this side to move, if the rules take it. */
static bool try_side(const struct game_rules *rules, const struct position *pos, enum side side,
                     const struct edit *edit, struct position *out, struct err *why)
{
    char text[GAME_TEXT_MAX];
    struct position wanted = *pos;
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    wanted.side = (uint8_t)side;
    if (!edit_of(rules)->print(&wanted, edit, &buf, why))
        return false;
    if (buf.is_full)
        return edit_refuse(edit, why);
    return rules->parse(buf_slice(&buf), out, why);
}

/* Most games know from board and turn which side is to move, and take no other. */
static bool try_sides(const struct game_rules *rules, const struct position *pos,
                      const struct edit *edit, struct position *out, struct err *why)
{
    enum side first = pos->side == SIDE_BLUE ? SIDE_BLUE : SIDE_RED;
    struct err refused = {0}, other = {0};

    if (try_side(rules, pos, first, edit, out, &refused) ||
        (!strcmp(refused.code, "bad_side") &&
         try_side(rules, pos, game_other(first), edit, out, &other)))
        return true;
    *why = refused;
    return false;
}

/* Where the turn says which side is to move, another side means the next turn or the one before. */
static bool try_other_turn(const struct game_rules *rules, const struct position *pos,
                           const struct edit *edit, struct position *out, struct err *why)
{
    enum side side = (enum side)pos->side;
    struct position wanted = *pos;
    struct err refused = {0};

    if (try_side(rules, pos, side, edit, out, &refused) && out->side == side)
        return true;
    wanted.turn = (uint16_t)(pos->turn < rules->turn_max ? pos->turn + 1 : pos->turn - 1);
    if (try_side(rules, &wanted, side, edit, out, &refused) && out->side == side)
        return true;
    return text_refuse(why, "bad_side", slice_of(side_name(side)));
}

bool edit_position(const struct game_rules *rules, struct position *pos, struct slice words,
                   struct err *why)
{
    struct position from = *pos, to;
    struct edit edit;
    bool is_common;

    if (!read_edit(words, &edit, why))
        return false;
    bool is_set = set_common(rules, &from, &edit, &is_common, why);
    if (is_common && !is_set)
        return false;
    bool is_side = is_common && slice_is(edit.name, "side");
    if (is_common)
        edit.kind = EDIT_NOTHING;
    if (!(is_side ? try_other_turn : try_sides)(rules, &from, &edit, &to, why))
        return false;
    *pos = to;
    return true;
}

/* ---- what can be changed ---- */

void edit_print_number(struct json *out, const struct edit_range *range, enum side side, int value)
{
    json_begin_object(out, NULL);
    json_text(out, "name", range->name);
    if (side != SIDE_NONE)
        json_text(out, "side", side_name(side));
    json_int(out, "value", value);
    json_int(out, "min", range->min);
    json_int(out, "max", range->max);
    json_end_object(out);
}

void edit_print_choice(struct json *out, const char *name, struct slice value,
                       const char *const choices[])
{
    json_begin_object(out, NULL);
    json_text(out, "name", name);
    json_slice(out, "value", value);
    json_begin_array(out, "of");
    for (; *choices; choices++)
        json_text(out, NULL, *choices);
    json_end_array(out);
    json_end_object(out);
}

void edit_begin_piece(struct json *out, const char *id, const char *kind, enum side side)
{
    json_begin_object(out, NULL);
    json_text(out, "id", id);
    json_text(out, "kind", kind);
    if (side != SIDE_NONE)
        json_text(out, "side", side_name(side));
}

void edit_print_tools(const struct game_rules *rules, const struct position *pos, struct json *out)
{
    static const char *const sides[] = {"red", "blue", NULL};
    static const char *const rulesets[] = {"book", "server", NULL};
    struct edit_range turn = turn_range(rules);

    edit_of(rules)->pieces(pos, out);
    json_begin_array(out, "settings");
    edit_print_choice(out, "side", slice_of(side_name((enum side)pos->side)), sides);
    edit_print_number(out, &turn, SIDE_NONE, pos->turn);
    edit_of(rules)->settings(pos, out);
    edit_print_choice(out, "rules", slice_of(ruleset_name((enum ruleset)pos->ruleset)), rulesets);
    json_end_array(out);
}

/* ---- for the games ---- */

bool edit_refuse(const struct edit *edit, struct err *why)
{
    return text_refuse(why, "bad_edit", edit->name.len > 0 ? edit->name : edit->field);
}

bool edit_read_number(const struct edit *edit, const struct edit_range *range, int *out,
                      struct err *why)
{
    return slice_to_int(edit->value, range->min, range->max, out) ||
           err_setf(why, "edit_range", "%d %d", range->min, range->max);
}

/* Takes the letter of a field off the board; 0: refused. */
static char take_letter(const struct edit_letters *board, const struct edit *edit, struct buf *text,
                        struct err *why)
{
    size_t place;

    if (!board->find(edit->field, &place)) {
        text_refuse(why, "bad_field", edit->field);
        return 0;
    }
    assert(place < text->len);
    char letter = text->data[place];
    if (!strchr(board->removable, letter)) {
        text_refuse(why, "edit_empty", edit->field);
        return 0;
    }
    text->data[place] = board->empty;
    return letter;
}

static bool put_letter(const struct edit_letters *board, struct slice field, char letter,
                       struct buf *text, struct err *why)
{
    size_t place;

    if (!board->find(field, &place))
        return text_refuse(why, "bad_field", field);
    assert(place < text->len);
    text->data[place] = letter;
    return true;
}

bool edit_change_letter(const struct edit_letters *board, const struct edit *edit, struct buf *text,
                        struct err *why)
{
    char letter;

    switch (edit->kind) {
    case EDIT_NOTHING:
        return true;
    case EDIT_PUT:
        letter = edit->name.len == 1 ? edit->name.at[0] : '\0';
        if (letter == '\0' || !strchr(board->pieces, letter))
            return edit_refuse(edit, why);
        return put_letter(board, edit->field, letter, text, why);
    case EDIT_TAKE:
        return take_letter(board, edit, text, why) != 0;
    case EDIT_MOVE:
        letter = take_letter(board, edit, text, why);
        return letter != 0 && put_letter(board, edit->to, letter, text, why);
    case EDIT_TURN:
    case EDIT_SET:
        break;
    }
    return edit_refuse(edit, why);
}
