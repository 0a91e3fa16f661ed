/* The referee of season 2024: reads a sender's actions and executes them. */

#include "games/mississippi/voyage_2024.h"

#include "game/text.h"

enum { ACTIONS_MAX = GAME_WORDS_MAX / 5 }; /* no action is shorter than "acc:0" */

/* Reads all actions; -1 with the first word that is none in `nonsense`. */
static int read_actions(struct slice words, struct action actions[ACTIONS_MAX],
                        struct slice *nonsense)
{
    int count = 0;

    while (words.len > 0) {
        size_t len = words.len;
        *nonsense = slice_take_until(&words, ';');
        bool has_open_end = words.len == 0 && nonsense->len < len; /* a semicolon, then nothing */
        if (count == ACTIONS_MAX || has_open_end ||
            !mississippi24_parse_action(*nonsense, &actions[count++]))
            return -1;
    }
    return count;
}

static enum verdict say_foul(struct slice part, struct err *why)
{
    text_refuse(why, "bad_move", part);
    return VERDICT_FOUL;
}

enum verdict mississippi24_read_move(const struct position *pos, struct slice words, move_t *out,
                                     struct err *why)
{
    struct action actions[ACTIONS_MAX];
    struct slice nonsense;

    words = slice_trim(words);
    if (words.len > GAME_WORDS_MAX)
        return say_foul(words, why);
    int count = read_actions(words, actions, &nonsense);
    if (count < 0)
        return say_foul(nonsense, why);
    if (pos->side == SIDE_NONE || count == 0) {
        err_set(why, pos->side == SIDE_NONE ? "over" : "empty", "");
        return VERDICT_ILLEGAL;
    }
    if (!mississippi24_knows_moves(pos, why))
        return VERDICT_ILLEGAL;
    struct voyage24 voyage = voyage24_begin(pos, why);
    if (!voyage24_act_all(&voyage, actions, count) || !voyage24_may_end(&voyage))
        return VERDICT_ILLEGAL;
    struct end_state24 end = voyage24_end_state(&voyage);
    *out = mississippi24_pack(&end);
    return VERDICT_LEGAL;
}
