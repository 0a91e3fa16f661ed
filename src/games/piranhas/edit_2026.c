/* Setting up a position of season 2026: fish of three sizes, octopuses, the first union. */

#include "game/text.h"
#include "games/piranhas/editor.h"
#include "games/piranhas/piranhas_2026.h"

static void print_piece(struct json *out, char letter, const char *kind, enum side side, int weight)
{
    const char id[] = {letter, '\0'};

    edit_begin_piece(out, id, kind, side);
    if (weight > 0)
        json_int(out, "weight", weight);
    json_end_object(out);
}

static void pieces(const struct position *pos, struct json *out)
{
    (void)pos;
    json_begin_array(out, "pieces");
    for (int weight = 1; weight <= FISH_WEIGHT_MAX; weight++)
        print_piece(out, (char)('0' + weight), "fish", SIDE_RED, weight);
    for (int weight = 1; weight <= FISH_WEIGHT_MAX; weight++)
        print_piece(out, (char)('0' + FISH_WEIGHT_MAX + weight), "fish", SIDE_BLUE, weight);
    print_piece(out, 'o', "octopus", SIDE_NONE, 0);
    json_end_array(out);
    json_bool(out, "turns", false);
}

static void settings(const struct position *pos, struct json *out)
{
    static const char *const choices[] = {"none", "red", "blue", NULL};
    enum side first = (enum side)piranhas26_of(pos)->first_union;

    edit_print_choice(out, "union", slice_of(side_name(first)), choices);
}

static bool set_union(struct position *pos, const struct edit *edit, struct err *why)
{
    struct piranhas26 *game = piranhas26_body(pos);

    if (!slice_is(edit->name, "union"))
        return edit_refuse(edit, why);
    for (enum side side = SIDE_RED; side <= SIDE_NONE; side++) {
        if (slice_is(edit->value, side_name(side))) {
            game->first_union = (uint8_t)side;
            return true;
        }
    }
    return edit_refuse(edit, why);
}

static bool print(const struct position *pos, const struct edit *edit, struct buf *text,
                  struct err *why)
{
    static const struct edit_letters board = {
        .pieces = "123456o", .empty = '.', .removable = "123456o", .find = piranhas_edit_find};
    struct position changed = *pos;
    bool is_set = edit->kind == EDIT_SET && edit->side == SIDE_NONE;

    if (is_set && !set_union(&changed, edit, why))
        return false;
    piranhas26_print_position(&changed, text);
    return is_set || edit_change_letter(&board, edit, text, why);
}

const struct game_edit piranhas26_edit = {.pieces = pieces, .settings = settings, .print = print};
