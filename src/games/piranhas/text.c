/* Positions and moves as text.  Rows from the top, then the side and the turn. */

#include "games/piranhas/piranhas.h"

#include "game/text.h"

static char letter_at(const struct position *pos, int square)
{
    const struct piranhas *game = piranhas_of(pos);

    if (shoal_has(&game->fish[SIDE_RED], square))
        return 'r';
    if (shoal_has(&game->fish[SIDE_BLUE], square))
        return 'b';
    return piranhas_has_octopus(game, square) ? 'o' : '.';
}

void piranhas_print_rows(const struct position *pos, piranhas_letter_on *letter_on, struct buf *out)
{
    for (int y = BOARD_SIZE - 1; y >= 0; y--) {
        for (int x = 0; x < BOARD_SIZE; x++)
            buf_add_char(out, letter_on(pos, square_at(x, y)));
        buf_add_char(out, y > 0 ? '/' : ' ');
    }
}

void piranhas_print_position(const struct position *pos, struct buf *out)
{
    piranhas_print_rows(pos, letter_at, out);
    text_add_turn(out, pos);
    text_add_ruleset(out, pos);
}

static bool put_letter(struct position *pos, char letter, int square)
{
    switch (letter) {
    case 'r':
        piranhas_put_fish(pos, SIDE_RED, square);
        return true;
    case 'b':
        piranhas_put_fish(pos, SIDE_BLUE, square);
        return true;
    case 'o':
        piranhas_put_octopus(pos, square);
        return true;
    }
    return letter == '.';
}

static bool parse_row(struct slice row, int y, struct position *pos, piranhas_put *put)
{
    if (row.len != BOARD_SIZE)
        return false;
    for (int x = 0; x < BOARD_SIZE; x++) {
        if (!put(pos, row.at[x], square_at(x, y)))
            return false;
    }
    return true;
}

static int count_char(struct slice text, char c)
{
    int count = 0;

    for (size_t i = 0; i < text.len; i++)
        count += text.at[i] == c;
    return count;
}

bool piranhas_parse_rows(struct slice rows, struct position *pos, piranhas_put *put,
                         struct err *why)
{
    struct slice rest = rows;

    if (count_char(rows, '/') != BOARD_SIZE - 1)
        return text_refuse(why, "bad_rows", rows);
    for (int y = BOARD_SIZE - 1; y >= 0; y--) {
        struct slice row = slice_take_until(&rest, '/');
        if (!parse_row(row, y, pos, put))
            return err_setf(why, "bad_row", "%d %.*s", y, (int)row.len, row.at);
    }
    return true;
}

bool piranhas_parse_position(struct slice text, struct position *pos, struct err *why)
{
    struct slice rows = slice_take_word(&text);
    struct text_tail tail = text_tail(text);
    struct position board;

    piranhas_clear(&board, (enum ruleset)tail.ruleset);
    if (!piranhas_parse_rows(rows, &board, put_letter, why) ||
        !text_read_turn(&tail, PIRANHAS_TURN_MAX, why) || !text_check_end(tail.more, why))
        return false;
    piranhas_set_turn(&board, tail.turn);
    if (!text_check_side(&tail, &board, why))
        return false;
    *pos = board;
    return true;
}

void piranhas_print_square(int square, struct buf *out)
{
    buf_add_char(out, (char)('a' + column_of(square)));
    buf_add_char(out, (char)('0' + row_of(square)));
}

void piranhas_print_move(const struct position *pos, move_t move, struct buf *out)
{
    (void)pos;
    piranhas_print_square(piranhas_from(move), out);
    piranhas_print_square(piranhas_to(move), out);
}
