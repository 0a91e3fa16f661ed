#include "games/newgame/newgame.h"

#include "game/text.h"

/* "21 r 0": stones, side, turn. */
void newgame_print(const struct position *pos, struct buf *out)
{
    buf_add_int(out, newgame_of(pos)->stones);
    buf_add_char(out, ' ');
    text_add_turn(out, pos);
    text_add_ruleset(out, pos);
}

bool newgame_parse(struct slice text, struct position *pos, struct err *why)
{
    struct slice stones_word = slice_take_word(&text);
    struct text_tail tail = text_tail(text);
    struct position read = {.ruleset = tail.ruleset};
    int stones;

    if (!slice_to_count(stones_word, NEWGAME_STONES_MAX, &stones))
        return text_refuse(why, "bad_position", stones_word);
    if (!text_read_turn(&tail, NEWGAME_STONES_MAX, why) || !text_check_end(tail.more, why))
        return false;
    newgame_body(&read)->stones = (uint8_t)stones;
    read.turn = (uint16_t)tail.turn;
    newgame_settle(&read);
    if (!text_check_side(&tail, &read, why))
        return false;
    *pos = read;
    return true;
}

void newgame_print_move(const struct position *pos, move_t move, struct buf *out)
{
    (void)pos;
    buf_add_int(out, (int64_t)move);
}
