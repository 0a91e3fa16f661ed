/* Setting up a position: floes, holes, penguins and the fish that are caught. */

#include "game/edit.h"
#include "games/penguins/penguins.h"

static const struct edit_range caught = {"fish", 0, PENGUINS_NUMBER_MAX};

static bool find(struct slice word, size_t *place)
{
    int field;

    if (!penguins_parse_field(&word, &field) || field == PENGUINS_OFF_BOARD || word.len > 0)
        return false;
    *place = (size_t)(field / PENGUINS_ROW * (PENGUINS_ROW + 1) + field % PENGUINS_ROW);
    return true;
}

static void print_floe(struct json *out, int fish)
{
    const char id[] = {(char)('0' + fish), '\0'};

    edit_begin_piece(out, id, fish > 0 ? "floe" : "hole", SIDE_NONE);
    json_int(out, "fish", fish);
    json_end_object(out);
}

static void pieces(const struct position *pos, struct json *out)
{
    (void)pos;
    json_begin_array(out, "pieces");
    edit_begin_piece(out, "R", "penguin", SIDE_RED);
    json_end_object(out);
    edit_begin_piece(out, "B", "penguin", SIDE_BLUE);
    json_end_object(out);
    for (int fish = 1; fish <= 4; fish++)
        print_floe(out, fish);
    print_floe(out, 0);
    json_end_array(out);
    json_bool(out, "turns", false);
}

static void settings(const struct position *pos, struct json *out)
{
    const struct penguins *ice = penguins_of(pos);

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        edit_print_number(out, &caught, side, ice->fish[side]);
}

static bool set_fish(struct position *pos, const struct edit *edit, struct err *why)
{
    int fish;

    if (!slice_is(edit->name, caught.name) || edit->side == SIDE_NONE)
        return edit_refuse(edit, why);
    if (!edit_read_number(edit, &caught, &fish, why))
        return false;
    penguins_body(pos)->fish[edit->side] = (uint16_t)fish;
    return true;
}

static bool print(const struct position *pos, const struct edit *edit, struct buf *text,
                  struct err *why)
{
    static const struct edit_letters board = {
        .pieces = "RB01234", .empty = '0', .removable = "RB1234", .find = find};
    struct position changed = *pos;
    bool is_set = edit->kind == EDIT_SET;

    if (is_set && !set_fish(&changed, edit, why))
        return false;
    penguins_print_position(&changed, text);
    return is_set || edit_change_letter(&board, edit, text, why);
}

const struct game_edit penguins_edit = {.pieces = pieces, .settings = settings, .print = print};
