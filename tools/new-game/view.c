/* What a painter is told: not more than the names of things, so far. */

#include "game/view.h"

static bool is_field(struct slice word)
{
    (void)word;
    return false;
}

static void board(const struct position *pos, struct json *out)
{
    (void)pos;
    json_array(out, "fields");
    json_end_array(out);
    json_array(out, "pieces");
    json_end_array(out);
    json_object(out, "facts");
    json_end_object(out);
}

static void move(const struct position *pos, move_t move, struct json *out)
{
    (void)pos;
    (void)move;
    json_null(out, "from");
    json_null(out, "to");
}

static bool pick(const struct position *pos, struct slice field, struct err *why)
{
    (void)pos;
    (void)field;
    return err_say(why, "no_move", "");
}

const struct game_view newgame_view = {
    .is_field = is_field,
    .board = board,
    .move = move,
    .pick = pick,
};
