/* Setting up a position: fish of both sides and octopuses. */

#include "games/piranhas/editor.h"
#include "games/piranhas/piranhas.h"
#include "games/piranhas/referee.h"

bool piranhas_edit_find(struct slice field, size_t *place)
{
    int square;

    if (!piranhas_parse_square(&field, &square) || field.len > 0)
        return false;
    *place = (size_t)((BOARD_SIZE - 1 - row_of(square)) * (BOARD_SIZE + 1) + column_of(square));
    return true;
}

static void pieces(const struct position *pos, struct json *out)
{
    (void)pos;
    json_begin_array(out, "pieces");
    edit_begin_piece(out, "r", "fish", SIDE_RED);
    json_end_object(out);
    edit_begin_piece(out, "b", "fish", SIDE_BLUE);
    json_end_object(out);
    edit_begin_piece(out, "o", "octopus", SIDE_NONE);
    json_end_object(out);
    json_end_array(out);
    json_bool(out, "turns", false);
}

static void settings(const struct position *pos, struct json *out)
{
    (void)pos;
    (void)out;
}

static bool print(const struct position *pos, const struct edit *edit, struct buf *text,
                  struct err *why)
{
    static const struct edit_letters board = {
        .pieces = "rbo", .empty = '.', .removable = "rbo", .find = piranhas_edit_find};

    piranhas_print_position(pos, text);
    return edit_change_letter(&board, edit, text, why);
}

const struct game_edit piranhas_edit = {.pieces = pieces, .settings = settings, .print = print};
