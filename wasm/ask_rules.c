/* What a page asks the rules. */

#include "exports.h"

#include "game/perft.h"
#include "search/level.h"

/* Room for the moves of a position; one question is answered at a time. */
static move_t moves[GAME_MOVES_MAX];

bool op_about(struct talk *talk, struct err *why)
{
    struct json *json = &talk->json;

    (void)why;
    json_text(json, "name", talk->rules->name);
    json_text(json, "title", talk->rules->title);
    json_begin_array(json, "players");
    for (int i = 0; level_at(i); i++)
        json_text(json, NULL, level_at(i)->name);
    json_end_array(json);
    return true;
}

/* seed, ruleset, words of the game */
bool op_setup(struct talk *talk, struct err *why)
{
    struct game_options options = {0};
    struct position pos = {0};
    int64_t seed;

    if (!talk_take_int64(talk, &seed, why))
        return false;
    ruleset_find(talk_take(talk), &options.ruleset); /* unknown: book */
    options.words = talk_take(talk);
    if (!talk->rules->setup(&pos, (uint64_t)seed, &options, why))
        return false;
    talk_position(talk, "position", &pos);
    return true;
}

/* A position in its own spelling, its whole key and the line of its result. */
bool op_parse(struct talk *talk, struct err *why)
{
    struct position pos;
    char text[128];
    struct buf buf;

    if (!talk_take_position(talk, &pos, why))
        return false;
    buf_init(&buf, text, sizeof text);
    game_print_result(talk->rules, &pos, &buf);
    talk_position(talk, "position", &pos);
    json_hex(&talk->json, "key", pos.key);
    json_slice(&talk->json, "result", buf_slice(&buf));
    return true;
}

bool op_view(struct talk *talk, struct err *why)
{
    struct position pos;

    if (!talk_take_position(talk, &pos, why))
        return false;
    view_position(talk->rules, &pos, &talk->json, "view");
    return true;
}

bool op_moves(struct talk *talk, struct err *why)
{
    struct position pos;

    if (!talk_take_ready(talk, &pos, why))
        return false;
    view_moves(talk->rules, &pos, moves, &talk->json, "moves");
    return true;
}

/* Sixteen hexadecimal digits, as json_hex writes them. */
static bool take_move(struct talk *talk, move_t *move)
{
    struct slice word = talk_take(talk);

    *move = 0;
    for (; word.len > 0; word = slice_skip(word, 1)) {
        const char *digits = "0123456789abcdef", *at = strchr(digits, word.at[0]);
        if (!at)
            return false;
        *move = *move << 4 | (move_t)(at - digits);
    }
    return *move != 0;
}

static void answer_words(struct talk *talk, const struct position *pos, move_t move)
{
    char words[GAME_WORDS_MAX];
    struct buf buf;

    buf_init(&buf, words, sizeof words);
    talk->rules->print_move(pos, move, &buf);
    json_slice(&talk->json, "words", buf_slice(&buf));
}

/* position, move: its words */
bool op_words(struct talk *talk, struct err *why)
{
    struct position pos;
    move_t move;

    if (!talk_take_ready(talk, &pos, why))
        return false;
    if (!take_move(talk, &move) || !talk->rules->legal(&pos, move))
        return err_set(why, "bad_move", "");
    answer_words(talk, &pos, move);
    return true;
}

/* position, field */
bool op_pick(struct talk *talk, struct err *why)
{
    struct position pos;

    return talk_take_ready(talk, &pos, why) &&
           view_of(talk->rules)->pick(&pos, talk_take(talk), why);
}

/* position, field */
bool op_look(struct talk *talk, struct err *why)
{
    const struct game_view *view = view_of(talk->rules);
    struct position pos;

    if (!talk_take_position(talk, &pos, why))
        return false;
    if (view->look)
        view->look(&pos, talk_take(talk), &talk->json);
    return true;
}

/* A sender's words, and what the referee made of them. */
struct wish {
    struct position pos;
    struct slice words;
    move_t move;
};

/* position, words: false where the referee says no */
static bool take_wish(struct talk *talk, struct wish *wish, struct err *why)
{
    if (!talk_take_ready(talk, &wish->pos, why))
        return false;
    wish->words = slice_trim(talk_take(talk));
    return talk->rules->read(&wish->pos, wish->words, &wish->move, why) == VERDICT_LEGAL;
}

/* Where many ways lead to the same place the sender's own way is kept, otherwise the usual
 * spelling. */
static void answer_wish(struct talk *talk, const struct wish *wish)
{
    if (view_of(talk->rules)->has_costly_words)
        json_slice(&talk->json, "words", wish->words);
    else
        answer_words(talk, &wish->pos, wish->move);
    view_move(talk->rules, &wish->pos, wish->move, &talk->json, "move");
}

bool op_judge(struct talk *talk, struct err *why)
{
    struct wish wish;

    if (!take_wish(talk, &wish, why))
        return false;
    answer_wish(talk, &wish);
    return true;
}

bool op_play(struct talk *talk, struct err *why)
{
    struct wish wish;

    if (!take_wish(talk, &wish, why))
        return false;
    answer_wish(talk, &wish);
    game_play(talk->rules, &wish.pos, wish.move);
    talk_position(talk, "position", &wish.pos);
    return true;
}

/* position, words so far, mode */
bool op_build(struct talk *talk, struct err *why)
{
    const struct game_view *view = view_of(talk->rules);
    struct position pos;

    if (!talk_take_ready(talk, &pos, why))
        return false;
    struct slice words = talk_take(talk), mode = talk_take(talk);
    if (!view->build)
        return err_set(why, "bad_option", "build");
    view->build(&pos, words, slice_is(mode, "manual") ? VIEW_MANUAL : VIEW_AUTO, &talk->json);
    return true;
}

bool op_hide(struct talk *talk, struct err *why)
{
    struct position pos;

    if (!talk_take_position(talk, &pos, why))
        return false;
    if (talk->rules->hide)
        talk->rules->hide(&pos);
    talk_position(talk, "position", &pos);
    return true;
}

/* position, seed */
bool op_fill(struct talk *talk, struct err *why)
{
    struct position pos;
    int64_t seed;

    if (!talk_take_position(talk, &pos, why) || !talk_take_int64(talk, &seed, why))
        return false;
    if (talk->rules->fill)
        talk->rules->fill(&pos, (uint64_t)seed);
    talk_position(talk, "position", &pos);
    return true;
}

/* position, depth */
bool op_perft(struct talk *talk, struct err *why)
{
    struct position pos;
    char digits[24];
    struct buf buf;
    int depth;

    if (!talk_take_ready(talk, &pos, why))
        return false;
    struct slice word = talk_take(talk);
    if (!slice_to_int(word, 0, PERFT_DEPTH_MAX, &depth))
        return err_set(why, "bad_depth", "");
    buf_init(&buf, digits, sizeof digits);
    buf_add_int(&buf, (int64_t)perft(talk->rules, &pos, depth));
    json_slice(&talk->json, "leaves", buf_slice(&buf));
    return true;
}
