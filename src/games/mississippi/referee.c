/* The referee: executes a sender's actions one by one and says which rule the first wrong one
 * breaks. */

#include "games/mississippi/voyage.h"

#include "game/text.h"

/* Takes the next action from the list. */
static bool take_action(struct slice *words, struct action *action, struct slice *word)
{
    size_t len = words->len;

    *word = slice_take_until(words, ';');
    bool has_open_end = words->len == 0 && word->len < len; /* a semicolon, then nothing */
    return mississippi_parse_action(*word, action) && !has_open_end;
}

/* The first word that is no action; one without an address if all are. */
static struct slice find_nonsense(struct slice words)
{
    struct action action;
    struct slice word;

    while (words.len > 0) {
        if (!take_action(&words, &action, &word))
            return word;
    }
    return (struct slice){0};
}

static bool perform_all(struct voyage *v, struct slice words)
{
    struct action action;
    struct slice word;

    while (take_action(&words, &action, &word)) {
        if (!voyage_act(v, &action))
            return false;
    }
    return voyage_may_end(v);
}

static enum verdict say_foul(struct slice part, struct err *why)
{
    text_refuse(why, "bad_move", part);
    return VERDICT_FOUL;
}

enum verdict mississippi_read_move(const struct position *pos, struct slice words, move_t *out,
                                   struct err *why)
{
    words = slice_trim(words);
    if (words.len > GAME_WORDS_MAX)
        return say_foul(words, why);
    struct slice nonsense = find_nonsense(words);
    if (nonsense.at)
        return say_foul(nonsense, why);
    if (pos->side == SIDE_NONE) {
        err_set(why, "over", "");
        return VERDICT_ILLEGAL;
    }
    if (words.len == 0) {
        err_set(why, "empty", "");
        return VERDICT_ILLEGAL;
    }
    if (!mississippi_knows_moves(pos, why))
        return VERDICT_ILLEGAL;
    struct voyage voyage = voyage_begin(pos, why);
    if (!perform_all(&voyage, words))
        return VERDICT_ILLEGAL;
    struct end_state end = voyage_end_state(&voyage);
    *out = mississippi_pack(&end);
    return VERDICT_LEGAL;
}
