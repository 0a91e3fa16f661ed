/* What a page shows: the heap is the only field, and every move takes stones from it. */

#include "game/view.h"

#include "game/text.h"
#include "games/newgame/newgame.h"

static const char heap[] = "heap";

static bool is_field(struct slice word) { return slice_is(word, heap); }

static void board(const struct position *pos, struct json *out)
{
    json_begin_array(out, "fields");
    json_begin_object(out, NULL);
    json_text(out, "id", heap);
    json_int(out, "x", 0);
    json_int(out, "y", 0);
    json_text(out, "kind", heap);
    json_int(out, "stones", newgame_of(pos)->stones);
    json_end_object(out);
    json_end_array(out);
    json_begin_array(out, "pieces");
    json_end_array(out);
    json_begin_object(out, "facts");
    json_end_object(out);
}

static void move(const struct position *pos, move_t move, struct json *out)
{
    (void)pos;
    json_nothing(out, "from");
    json_text(out, "to", heap);
    json_int(out, "stones", (int64_t)move);
}

static bool pick(const struct position *pos, struct slice field, struct err *why)
{
    if (!is_field(field))
        return text_refuse(why, "bad_field", field);
    return pos->side != SIDE_NONE || text_refuse(why, "over", field);
}

const struct game_view newgame_view = {
    .is_field = is_field,
    .board = board,
    .move = move,
    .pick = pick,
};
