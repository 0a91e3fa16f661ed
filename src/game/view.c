#include "game/view.h"

#include "game/text.h"

#include <assert.h>
#include <string.h>

#define GAME(name, family) extern const struct game_view name##_view;
#include "game/games.def"
#undef GAME

static const struct game_view *const views[] = {
#define GAME(name, family) &name##_view,
#include "game/games.def"
#undef GAME
};

enum { SENTENCE_MAX = 512, FIELD_NAME_MAX = 16 };

const struct game_view *view_of(const struct game_rules *rules) { return views[game_index(rules)]; }

void view_side(struct json *out, const char *key, enum side side)
{
    if (side == SIDE_NONE)
        json_nothing(out, key);
    else
        json_text(out, key, side_name(side));
}

void view_write_board_field(struct json *out, const char *key,
                            void (*print)(int field, struct buf *out), int field)
{
    char name[FIELD_NAME_MAX];
    struct buf buf;

    buf_init(&buf, name, sizeof name);
    print(field, &buf);
    json_slice(out, key, buf_slice(&buf));
}

void view_place(struct json *out, const char *key, int x, int y)
{
    char name[FIELD_NAME_MAX];
    struct buf buf;

    buf_init(&buf, name, sizeof name);
    text_add_place(&buf, x, y);
    json_slice(out, key, buf_slice(&buf));
}

/* ---- sentences ---- */

static void print_sentences(struct json *out, const struct game_rules *rules, const struct err *err)
{
    char sentence[SENTENCE_MAX];
    struct buf buf;

    for (enum lang lang = 0; lang < LANG_COUNT; lang++) {
        buf_init(&buf, sentence, sizeof sentence);
        reason_print(rules, err, lang, &buf);
        json_slice(out, lang_key(lang), buf_slice(&buf));
    }
}

void view_say(struct json *out, const char *key, const struct game_rules *rules,
              const struct err *what)
{
    json_begin_object(out, key);
    print_sentences(out, rules, what);
    json_end_object(out);
}

static void print_fields(struct json *out, const struct game_view *view, struct slice details)
{
    json_begin_array(out, "fields");
    while (view && details.len > 0) {
        struct slice word = slice_take_word(&details);
        if (view->is_field(word))
            json_slice(out, NULL, word);
    }
    json_end_array(out);
}

void view_refusal_members(struct json *out, const struct game_rules *rules, const struct err *why)
{
    json_bool(out, "ok", false);
    json_text(out, "code", why->code);
    json_text(out, "details", why->details);
    print_sentences(out, rules, why);
    print_fields(out, rules ? view_of(rules) : NULL, slice_of(why->details));
}

void view_refusal(struct json *out, const char *key, const struct game_rules *rules,
                  const struct err *why)
{
    json_begin_object(out, key);
    view_refusal_members(out, rules, why);
    json_end_object(out);
}

/* ---- the position ---- */

/* The sentence for an end has the code end_REASON. */
static void print_over(struct json *out, const struct game_rules *rules,
                       const struct game_result *result)
{
    struct err end = {0};
    struct buf code;

    if (!result->reason) {
        json_nothing(out, "over");
        return;
    }
    buf_init(&code, end.code, sizeof end.code);
    buf_add(&code, "end_");
    buf_add(&code, result->reason);
    json_begin_object(out, "over");
    view_side(out, "winner", result->winner);
    json_text(out, "reason", result->reason);
    view_say(out, "say", rules, &end);
    json_end_object(out);
}

static void print_scores(struct json *out, const struct game_rules *rules,
                         const struct game_result *result)
{
    json_begin_object(out, "scores");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        json_begin_array(out, side_name(side));
        for (int i = 0; i < rules->score_count; i++)
            json_int(out, NULL, result->score[side][i]);
        json_end_array(out);
    }
    json_end_object(out);
    json_begin_array(out, "parts");
    for (int i = 0; i < rules->score_count; i++) {
        json_begin_object(out, NULL);
        json_text(out, "name", rules->scores[i].name);
        json_end_object(out);
    }
    json_end_array(out);
}

void view_criterion(struct json *out, const char *name, const int value[SIDE_NONE],
                    const char *decisive)
{
    json_begin_object(out, NULL);
    json_text(out, "name", name);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        json_int(out, side_name(side), value[side]);
    json_bool(out, "decides", decisive && strcmp(name, decisive) == 0);
    json_end_object(out);
}

bool view_ended_by(const struct game_result *result, const char *reason)
{
    return result->reason && strcmp(result->reason, reason) == 0;
}

void view_position(const struct game_rules *rules, const struct position *pos, struct json *out,
                   const char *key)
{
    struct position seen = *pos;
    struct game_result result = {0};

    rules->result(pos, &result);
    if (rules->hide)
        rules->hide(&seen);
    json_begin_object(out, key);
    json_text(out, "game", rules->name);
    json_text(out, "rules", ruleset_name((enum ruleset)pos->ruleset));
    json_int(out, "turn", pos->turn);
    json_int(out, "round", pos->turn / 2 + 1);
    json_int(out, "rounds", (rules->turn_max + 1) / 2);
    view_side(out, "side", pos->side);
    json_hex(out, "key", seen.key);
    print_over(out, rules, &result);
    print_scores(out, rules, &result);
    json_begin_array(out, "criteria");
    if (view_of(rules)->criteria)
        view_of(rules)->criteria(&seen, &result, out);
    json_end_array(out);
    view_of(rules)->board(&seen, out);
    json_end_object(out);
}

/* ---- moves ---- */

void view_move(const struct game_rules *rules, const struct position *pos, move_t move,
               struct json *out, const char *key)
{
    const struct game_view *view = view_of(rules);
    char words[GAME_WORDS_MAX];
    struct buf buf;

    json_begin_object(out, key);
    json_hex(out, "move", move);
    if (!view->has_costly_words) {
        buf_init(&buf, words, sizeof words);
        rules->print_move(pos, move, &buf);
        json_slice(out, "words", buf_slice(&buf));
    }
    view->move(pos, move, out);
    json_end_object(out);
}

void view_moves(const struct game_rules *rules, const struct position *pos, move_t moves[],
                struct json *out, const char *key)
{
    struct position seen = *pos;

    assert(game_knows_moves(rules, pos, NULL));
    if (rules->hide)
        rules->hide(&seen);
    if (!game_knows_moves(rules, &seen, NULL))
        seen = *pos;
    int n = rules->moves(&seen, moves);

    json_begin_array(out, key);
    for (int i = 0; i < n; i++)
        view_move(rules, &seen, moves[i], out, NULL);
    json_end_array(out);
}
