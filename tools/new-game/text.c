#include "games/newgame/newgame.h"

#include "game/text.h"

/* "21 r 0": stones, side, turn. */
void newgame_print(const struct position *pos, struct buf *out)
{
    buf_add_int(out, newgame_of(pos)->stones);
    buf_add_char(out, ' ');
    buf_add_char(out, text_side_letter(pos->side));
    buf_add_char(out, ' ');
    buf_add_int(out, pos->turn);
    text_add_ruleset(out, pos);
}

bool newgame_parse(struct slice text, struct position *pos, struct err *why)
{
    struct position read = {.ruleset = text_cut_ruleset(&text)};
    int stones, turn;
    uint8_t side;

    struct slice rest = text;
    if (!slice_to_int(slice_take_word(&rest), 0, NEWGAME_STONES_MAX, &stones))
        return text_refuse(why, "bad_position", text);
    struct slice side_word = slice_take_word(&rest);
    if (!text_side(side_word, &side))
        return text_refuse(why, "bad_side", side_word);
    if (!slice_to_int(rest, 0, NEWGAME_STONES_MAX, &turn))
        return text_refuse(why, "bad_turn", rest);
    ((struct newgame *)read.body)->stones = (uint8_t)stones;
    read.turn = (uint16_t)turn;
    newgame_settle(&read);
    if (side != read.side && read.side != SIDE_NONE)
        return text_refuse(why, "bad_side", side_word);
    *pos = read;
    return true;
}

void newgame_print_move(const struct position *pos, move_t move, struct buf *out)
{
    (void)pos;
    buf_add_int(out, (int64_t)move);
}

enum verdict newgame_read(const struct position *pos, struct slice words, move_t *out,
                          struct err *why)
{
    int taken;

    if (!slice_to_int(words, 0, 99, &taken)) {
        text_refuse(why, "bad_move", words);
        return VERDICT_FOUL;
    }
    const char *code = pos->side == SIDE_NONE                  ? "over"
                       : taken < 1 || taken > NEWGAME_TAKE_MAX ? "one_to_three"
                       : taken > newgame_of(pos)->stones       ? "too_few_stones"
                                                               : NULL;
    if (code) {
        text_refuse(why, code, words);
        return VERDICT_ILLEGAL;
    }
    *out = (move_t)taken;
    return VERDICT_LEGAL;
}
