/* Positions and moves as text: "11131222/… r 0 0,0", "c3", "c3e5". */

#include "game/text.h"
#include "game/game.h"
#include "games/penguins/penguins.h"

char penguins_letter(const struct penguins *ice, int field)
{
    if (penguins_has(ice->team[SIDE_RED][0], field))
        return 'R';
    if (penguins_has(ice->team[SIDE_BLUE][0], field))
        return 'B';
    return (char)('0' + penguins_fish(ice, field));
}

bool penguins_put(struct penguins *ice, int field, char letter)
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

void penguins_print(const struct position *pos, struct buf *out)
{
    const struct penguins *ice = penguins_of(pos);

    for (int field = 0; field < PENGUINS_FIELDS; field++) {
        if (field > 0 && field % PENGUINS_ROW == 0)
            buf_add_char(out, '/');
        buf_add_char(out, penguins_letter(ice, field));
    }
    buf_add_char(out, ' ');
    buf_add_char(out, text_side_letter(pos->side));
    buf_add_char(out, ' ');
    buf_add_int(out, pos->turn);
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
        if (!penguins_put(ice, penguins_field(column, row), letters.at[column]))
            return false;
    }
    return true;
}

static bool refuse_row(struct err *why, int row, struct slice letters)
{
    char details[ERR_DETAILS_SIZE];
    struct buf buf;

    buf_init(&buf, details, sizeof details);
    buf_add_int(&buf, row + 1);
    buf_add_char(&buf, ' ');
    buf_add_slice(&buf, letters);
    return err_say(why, "bad_row", details);
}

static bool parse_rows(struct slice rows, struct penguins *ice, struct err *why)
{
    struct slice rest = rows;

    for (int row = 0; row < PENGUINS_ROW; row++) {
        struct slice letters = slice_take_until(&rest, '/');
        if (!parse_row(letters, row, ice))
            return refuse_row(why, row, letters);
    }
    /* Nothing may follow, not even the slash that slice_take_until has dropped. */
    if (rows.len != PENGUINS_ROW * (PENGUINS_ROW + 1) - 1)
        return text_refuse(why, "bad_position", rows);
    return true;
}

/* A number without a sign that stays within PENGUINS_NUMBER_MAX when `growth` is added. */
static bool parse_number(struct slice digits, int growth, uint16_t *out)
{
    int value;

    if (digits.len == 0 || digits.at[0] < '0' || digits.at[0] > '9')
        return false;
    if (!slice_to_int(digits, 0, PENGUINS_NUMBER_MAX - growth, &value))
        return false;
    *out = (uint16_t)value;
    return true;
}

/* Each move takes one floe, so a turn number can grow by as many as there are.  Limits that count
 * what may still be added hold for every position that follows, and its text is accepted, too. */
static bool parse_turn(struct slice word, struct position *pos)
{
    return parse_number(word, __builtin_popcountll(penguins_of(pos)->floes[0]), &pos->turn);
}

static bool parse_fish(struct slice word, struct penguins *ice)
{
    int left = 0;

    for (int field = 0; field < PENGUINS_FIELDS; field++)
        left += penguins_fish(ice, field);
    struct slice blue = word;
    struct slice red = slice_take_until(&blue, ',');
    return parse_number(red, left, &ice->fish[SIDE_RED]) &&
           parse_number(blue, left, &ice->fish[SIDE_BLUE]);
}

static bool parse_words(struct slice text, struct position *pos, struct err *why)
{
    struct slice rows = slice_take_word(&text);
    struct slice side = slice_take_word(&text);
    struct slice turn = slice_take_word(&text);
    struct slice fish = slice_take_word(&text);

    if (!parse_rows(rows, penguins_body(pos), why))
        return false;
    if (!text_side(side, &pos->side))
        return text_refuse(why, "bad_side", side);
    if (!parse_turn(turn, pos))
        return text_refuse(why, "bad_turn", turn);
    if (!parse_fish(fish, penguins_body(pos)))
        return text_refuse(why, "bad_fish", fish);
    if (text.len > 0)
        return text_refuse(why, "bad_position", text);
    return true;
}

bool penguins_parse(struct slice text, struct position *pos, struct err *why)
{
    struct position read = {0};

    text = slice_trim(text);
    read.ruleset = text_cut_ruleset(&text);
    if (!parse_words(text, &read, why))
        return false;

    uint8_t told = read.side;
    penguins_complete(&read);
    /* A finished game is finished, whoever was said to move. */
    if (read.side != SIDE_NONE && read.side != told)
        return text_refuse(why, "bad_side",
                           slice_of(told == SIDE_RED    ? "r"
                                    : told == SIDE_BLUE ? "b"
                                                        : "-"));
    *pos = read;
    return true;
}
