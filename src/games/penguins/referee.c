/* The referee: reads a move's words and says what is wrong with them. */

#include "game/game.h"
#include "game/text.h"
#include "games/penguins/penguins.h"

#include <assert.h>

enum { NOWHERE = -2 }; /* not PENGUINS_OFF_BOARD */

static enum verdict refuse(struct err *why, const char *code, int field, int other)
{
    text_refuse_fields(why, code, penguins_print_field, (const int[]){field, other},
                       other == NOWHERE ? 1 : 2);
    return VERDICT_ILLEGAL;
}

static bool is_straight(int from, int to)
{
    struct penguins_place a = penguins_place_of(from), b = penguins_place_of(to);
    int dx = b.x - a.x, dy = b.y - a.y;

    return dy == 0 || dx == dy || dx == -dy;
}

/* The first field on the straight way to `to` that no penguin can enter, or NOWHERE. */
static int find_block(const struct penguins *ice, int from, int to)
{
    struct penguins_place at = penguins_place_of(from), end = penguins_place_of(to);

    assert(is_straight(from, to));
    for (int field = from; field != to;) {
        at = penguins_step(at, end);
        field = penguins_field_at(at);
        if (!penguins_has(ice->floes[0], field))
            return field;
    }
    return NOWHERE;
}

static bool has_penguin(const struct penguins *ice, int field)
{
    return penguins_has(ice->team[SIDE_RED][0] | ice->team[SIDE_BLUE][0], field);
}

/* The order of the official validator: owner of the penguin, phase, a line, a free line. */
static enum verdict judge_slide(const struct position *pos, int from, int to, struct err *why)
{
    const struct penguins *ice = penguins_of(pos);

    if (!has_penguin(ice, from))
        return refuse(why, "no_penguin", from, NOWHERE);
    if (!penguins_has(ice->team[pos->side][0], from))
        return refuse(why, "wrong_color", from, NOWHERE);
    if (!penguins_all_placed(ice, pos->side))
        return refuse(why, "penguins", from, NOWHERE);
    if (from == to)
        return refuse(why, "zero_length", from, NOWHERE);
    if (!is_straight(from, to))
        return refuse(why, "not_straight", from, to);

    int block = find_block(ice, from, to);
    if (block == NOWHERE)
        return VERDICT_LEGAL;
    return refuse(why, has_penguin(ice, block) ? "blocked_penguin" : "blocked_hole", block, from);
}

static enum verdict judge_place(const struct position *pos, int to, struct err *why)
{
    const struct penguins *ice = penguins_of(pos);

    if (penguins_all_placed(ice, pos->side))
        return refuse(why, "max_penguins", to, NOWHERE);
    if (has_penguin(ice, to))
        return refuse(why, "occupied", to, NOWHERE);
    if (penguins_fish(ice, to) == 0)
        return refuse(why, "hole", to, NOWHERE);
    if (penguins_fish(ice, to) > 1)
        return refuse(why, "too_many_fish", to, NOWHERE);
    return VERDICT_LEGAL;
}

/* A letter and a digit are a field's name, even if the board has no such field. */
bool penguins_parse_field(struct slice *words, int *field)
{
    if (words->len < 2)
        return false;
    int column = words->at[0] - 'a', row = words->at[1] - '1';
    bool is_name = column >= 0 && column < 26 && row >= -1 && row < 9;
    bool is_on_board = column < PENGUINS_ROW && row >= 0 && row < PENGUINS_ROW;

    if (!is_name)
        return false;
    *field = is_on_board ? penguins_field(column, row) : PENGUINS_OFF_BOARD;
    *words = slice_skip(*words, 2);
    return true;
}

/* Reads "c3" (then `from` is NOWHERE) or "c3e5". */
static bool take_fields(struct slice words, int *from, int *to)
{
    *from = NOWHERE;
    if (!penguins_parse_field(&words, to))
        return false;
    if (words.len == 0)
        return true;
    *from = *to;
    return penguins_parse_field(&words, to) && words.len == 0;
}

static enum verdict illegal(struct err *why, const char *code, struct slice words)
{
    text_refuse(why, code, words);
    return VERDICT_ILLEGAL;
}

enum verdict penguins_read_move(const struct position *pos, struct slice words, move_t *out,
                                struct err *why)
{
    int from, to;

    if (!take_fields(words, &from, &to)) {
        text_refuse(why, "bad_move", words);
        return VERDICT_FOUL;
    }
    if (pos->side == SIDE_NONE)
        return illegal(why, "over", words);
    if (from == PENGUINS_OFF_BOARD || to == PENGUINS_OFF_BOARD) {
        bool is_from = from == PENGUINS_OFF_BOARD;
        return illegal(why, "off_board", slice_make(words.at + (is_from ? 0 : words.len - 2), 2));
    }

    bool is_place = from == NOWHERE;
    enum verdict verdict = is_place ? judge_place(pos, to, why) : judge_slide(pos, from, to, why);
    if (verdict != VERDICT_LEGAL)
        return verdict;
    *out = is_place ? penguins_place(to) : penguins_slide(from, to);
    assert(penguins_legal(pos, *out)); /* referee and generator agree */
    return verdict;
}
