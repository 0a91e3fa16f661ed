/* Setting up a position: how many stones there are. */

#include "game/edit.h"

#include "games/newgame/newgame.h"

static const struct edit_range stones = {"stones", 0, NEWGAME_STONES_MAX};

static void pieces(const struct position *pos, struct json *out)
{
    (void)pos;
    json_begin_array(out, "pieces");
    json_end_array(out);
    json_bool(out, "turns", false);
}

static void settings(const struct position *pos, struct json *out)
{
    edit_print_number(out, &stones, SIDE_NONE, newgame_of(pos)->stones);
}

static bool print(const struct position *pos, const struct edit *edit, struct buf *text,
                  struct err *why)
{
    struct position changed = *pos;
    int value;

    if (edit->kind == EDIT_SET && slice_is(edit->name, stones.name)) {
        if (!edit_read_number(edit, &stones, &value, why))
            return false;
        newgame_body(&changed)->stones = (uint8_t)value;
    } else if (edit->kind != EDIT_NOTHING) {
        return edit_refuse(edit, why);
    }
    newgame_print(&changed, text);
    return true;
}

const struct game_edit newgame_edit = {.pieces = pieces, .settings = settings, .print = print};
