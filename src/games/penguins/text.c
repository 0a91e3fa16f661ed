/* Positions and moves as text: "11131222/… r 0 0,0", "c3", "c3e5". */

#include "game/text.h"
#include "game/game.h"
#include "games/penguins/penguins.h"

#include <assert.h>

char penguins_letter(const struct penguins *ice, int field)
{
    if (penguins_has(ice->team[SIDE_RED][0], field))
        return 'R';
    if (penguins_has(ice->team[SIDE_BLUE][0], field))
        return 'B';
    return (char)('0' + penguins_fish(ice, field));
}

bool penguins_put_letter(struct penguins *ice, int field, char letter)
{
    twin_t here = penguins_twin(field);

    switch (letter) {
    case 'R':
        ice->team[SIDE_RED] |= here;
        return true;
    case 'B':
        ice->team[SIDE_BLUE] |= here;
        return true;
    case '0':
        return true;
    case '1':
    case '2':
    case '3':
    case '4':
        ice->floes |= here;
        ice->plus_one |= (letter - '1') & 1 ? here[0] : 0;
        ice->plus_two |= (letter - '1') & 2 ? here[0] : 0;
        return true;
    }
    return false;
}

void penguins_print_field(int field, struct buf *out)
{
    assert(field >= 0 && field < PENGUINS_FIELDS);
    buf_add_char(out, (char)('a' + field % PENGUINS_ROW));
    buf_add_char(out, (char)('1' + field / PENGUINS_ROW));
}

void penguins_print_move(const struct position *pos, move_t move, struct buf *out)
{
    (void)pos;
    if (penguins_is_slide(move))
        penguins_print_field(penguins_from(move), out);
    penguins_print_field(penguins_to(move), out);
}

void penguins_print_position(const struct position *pos, struct buf *out)
{
    const struct penguins *ice = penguins_of(pos);

    for (int field = 0; field < PENGUINS_FIELDS; field++) {
        if (field > 0 && field % PENGUINS_ROW == 0)
            buf_add_char(out, '/');
        buf_add_char(out, penguins_letter(ice, field));
    }
    buf_add_char(out, ' ');
    text_add_turn(out, pos);
    buf_add_char(out, ' ');
    buf_add_int(out, ice->fish[SIDE_RED]);
    buf_add_char(out, ',');
    buf_add_int(out, ice->fish[SIDE_BLUE]);
    text_add_ruleset(out, pos);
}

static bool parse_row(struct slice letters, int row, struct penguins *ice)
{
    if (letters.len != PENGUINS_ROW)
        return false;
    for (int column = 0; column < PENGUINS_ROW; column++) {
        if (!penguins_put_letter(ice, penguins_field(column, row), letters.at[column]))
            return false;
    }
    return true;
}

static bool parse_rows(struct slice rows, struct penguins *ice, struct err *why)
{
    struct slice rest = rows;

    for (int row = 0; row < PENGUINS_ROW; row++) {
        struct slice letters = slice_take_until(&rest, '/');
        if (!parse_row(letters, row, ice))
            return err_setf(why, "bad_row", "%d %.*s", row + 1, (int)letters.len, letters.at);
    }
    /* Nothing may follow, not even the slash that slice_take_until has dropped. */
    if (rows.len != PENGUINS_ROW * (PENGUINS_ROW + 1) - 1)
        return text_refuse(why, "bad_position", rows);
    return true;
}

/* A number that stays within PENGUINS_NUMBER_MAX when `growth` is added.  Limits that count what
 * may still be added hold for every position that follows, and its text is accepted, too. */
static bool parse_fish_of(struct slice digits, int growth, uint16_t *out)
{
    int value;

    if (!slice_to_count(digits, PENGUINS_NUMBER_MAX - growth, &value))
        return false;
    *out = (uint16_t)value;
    return true;
}

static bool parse_fish(struct slice word, struct penguins *ice)
{
    int left = penguins_fish_on(ice, ice->floes[0]);
    struct slice blue = word;
    struct slice red = slice_take_until(&blue, ',');

    return parse_fish_of(red, left, &ice->fish[SIDE_RED]) &&
           parse_fish_of(blue, left, &ice->fish[SIDE_BLUE]);
}

bool penguins_parse_position(struct slice text, struct position *pos, struct err *why)
{
    struct slice rows = slice_take_word(&text);
    struct text_tail tail = text_tail(text);
    struct position read = {.ruleset = tail.ruleset};
    struct penguins *ice = penguins_body(&read);

    if (!parse_rows(rows, ice, why))
        return false;
    /* Each move takes one floe, so a turn number can grow by as many as there are. */
    int turn_max = PENGUINS_NUMBER_MAX - __builtin_popcountll(ice->floes[0]);
    if (!text_read_turn(&tail, turn_max, why))
        return false;

    struct slice fish = slice_take_word(&tail.more);
    if (!parse_fish(fish, ice))
        return text_refuse(why, "bad_fish", fish);
    if (!text_check_end(tail.more, why))
        return false;
    read.turn = (uint16_t)tail.turn;
    penguins_complete(&read);
    if (!text_check_side(&tail, &read, why))
        return false;
    *pos = read;
    return true;
}
