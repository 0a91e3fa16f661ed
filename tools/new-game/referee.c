/* The referee: reads the words of a move and, if it may not be played, says why not. */

#include "games/newgame/newgame.h"

#include "game/text.h"

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
