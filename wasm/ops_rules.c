/* Operations on positions and moves. */

#include "exports.h"

#include "game/edit.h"
#include "game/perft.h"
#include "search/level.h"

/* Room for the moves of a position; one call runs at a time. */
static move_t moves[GAME_MOVES_MAX];

bool op_about(struct call *call, struct err *why)
{
    struct json *json = &call->json;

    (void)why;
    json_text(json, "name", call->rules->name);
    json_text(json, "title", call->rules->title);
    json_begin_array(json, "players");
    for (int i = 0; level_at(i); i++)
        json_text(json, NULL, level_at(i)->name);
    json_end_array(json);
    return true;
}

/* seed, ruleset, words of the game */
bool op_setup(struct call *call, struct err *why)
{
    struct game_options options = {0};
    struct position pos = {0};
    int64_t seed;

    if (!call_take_int64(call, &seed, why))
        return false;
    ruleset_find(call_take(call), &options.ruleset); /* unknown: book */
    options.words = call_take(call);
    if (!call->rules->setup(&pos, (uint64_t)seed, &options, why))
        return false;
    call_answer_position(call, "position", &pos);
    return true;
}

/* A position in its own spelling, its whole key and the line of its result. */
bool op_parse(struct call *call, struct err *why)
{
    struct position pos;
    char text[128];
    struct buf buf;

    if (!call_take_position(call, &pos, why))
        return false;
    buf_init(&buf, text, sizeof text);
    game_print_result(call->rules, &pos, &buf);
    call_answer_position(call, "position", &pos);
    json_hex(&call->json, "key", pos.key);
    json_slice(&call->json, "result", buf_slice(&buf));
    return true;
}

bool op_view(struct call *call, struct err *why)
{
    struct position pos;

    if (!call_take_position(call, &pos, why))
        return false;
    view_position(call->rules, &pos, &call->json, "view");
    return true;
}

bool op_moves(struct call *call, struct err *why)
{
    struct position pos;

    if (!call_take_ready(call, &pos, why))
        return false;
    view_moves(call->rules, &pos, moves, &call->json, "moves");
    return true;
}

/* Sixteen hexadecimal digits, as json_hex writes them. */
static bool take_move(struct call *call, move_t *move)
{
    struct slice word = call_take(call);

    *move = 0;
    for (; word.len > 0; word = slice_skip(word, 1)) {
        const char *digits = "0123456789abcdef", *at = strchr(digits, word.at[0]);
        if (!at)
            return false;
        *move = *move << 4 | (move_t)(at - digits);
    }
    return *move != 0;
}

static void answer_words(struct call *call, const struct position *pos, move_t move)
{
    char words[GAME_WORDS_MAX];
    struct buf buf;

    buf_init(&buf, words, sizeof words);
    call->rules->print_move(pos, move, &buf);
    json_slice(&call->json, "words", buf_slice(&buf));
}

/* position, move: its words */
bool op_words(struct call *call, struct err *why)
{
    struct position pos;
    move_t move;

    if (!call_take_ready(call, &pos, why))
        return false;
    if (!take_move(call, &move) || !call->rules->legal(&pos, move))
        return err_set(why, "bad_move", "");
    answer_words(call, &pos, move);
    return true;
}

/* position, field */
bool op_pick(struct call *call, struct err *why)
{
    struct position pos;

    return call_take_ready(call, &pos, why) &&
           view_of(call->rules)->pick(&pos, call_take(call), why);
}

/* position, field */
bool op_look(struct call *call, struct err *why)
{
    const struct game_view *view = view_of(call->rules);
    struct position pos;

    if (!call_take_position(call, &pos, why))
        return false;
    if (view->look)
        view->look(&pos, call_take(call), &call->json);
    return true;
}

/* The words of a move, and the move the referee read in them. */
struct move_text {
    struct position pos;
    struct slice words;
    move_t move;
};

/* position, words: false where the referee refuses them */
static bool take_move_text(struct call *call, struct move_text *text, struct err *why)
{
    if (!call_take_ready(call, &text->pos, why))
        return false;
    text->words = slice_trim(call_take(call));
    return call->rules->read(&text->pos, text->words, &text->move, why) == VERDICT_LEGAL;
}

/* Where many ways lead to the same place the words stay as they came; otherwise the usual spelling
 * is answered. */
static void answer_move_text(struct call *call, const struct move_text *text)
{
    if (view_of(call->rules)->has_costly_words)
        json_slice(&call->json, "words", text->words);
    else
        answer_words(call, &text->pos, text->move);
    view_move(call->rules, &text->pos, text->move, &call->json, "move");
}

bool op_judge(struct call *call, struct err *why)
{
    struct move_text text;

    if (!take_move_text(call, &text, why))
        return false;
    answer_move_text(call, &text);
    return true;
}

bool op_play(struct call *call, struct err *why)
{
    struct move_text text;

    if (!take_move_text(call, &text, why))
        return false;
    answer_move_text(call, &text);
    game_play(call->rules, &text.pos, text.move);
    call_answer_position(call, "position", &text.pos);
    return true;
}

/* position, words so far, mode */
bool op_build(struct call *call, struct err *why)
{
    const struct game_view *view = view_of(call->rules);
    struct position pos;

    if (!call_take_ready(call, &pos, why))
        return false;
    struct slice words = call_take(call), mode = call_take(call);
    if (!view->build)
        return err_set(why, "bad_option", "build");
    view->build(&pos, words, slice_is(mode, "manual") ? VIEW_MANUAL : VIEW_AUTO, &call->json);
    return true;
}

bool op_hide(struct call *call, struct err *why)
{
    struct position pos;

    if (!call_take_position(call, &pos, why))
        return false;
    if (call->rules->hide)
        call->rules->hide(&pos);
    call_answer_position(call, "position", &pos);
    return true;
}

/* position, seed */
bool op_fill(struct call *call, struct err *why)
{
    struct position pos;
    int64_t seed;

    if (!call_take_position(call, &pos, why) || !call_take_int64(call, &seed, why))
        return false;
    if (call->rules->fill)
        call->rules->fill(&pos, (uint64_t)seed);
    call_answer_position(call, "position", &pos);
    return true;
}

/* position, a change or nothing: the position, and what can be changed in it */
bool op_edit(struct call *call, struct err *why)
{
    struct position pos;

    if (!call_take_position(call, &pos, why))
        return false;
    struct slice words = slice_trim(call_take(call));
    if (words.len > 0 && !edit_position(call->rules, &pos, words, why))
        return false;
    call_answer_position(call, "position", &pos);
    edit_print_tools(call->rules, &pos, &call->json);
    return true;
}

/* position, depth */
bool op_perft(struct call *call, struct err *why)
{
    struct position pos;
    char digits[24];
    struct buf buf;
    int depth;

    if (!call_take_ready(call, &pos, why))
        return false;
    struct slice word = call_take(call);
    if (!slice_to_int(word, 0, PERFT_DEPTH_MAX, &depth))
        return err_set(why, "bad_depth", "");
    buf_init(&buf, digits, sizeof digits);
    buf_add_int(&buf, (int64_t)perft(call->rules, &pos, depth));
    json_slice(&call->json, "leaves", buf_slice(&buf));
    return true;
}
