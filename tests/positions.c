/* Every game's positions.txt: stories about single positions; the words are in tests/README.md. */

#include "support.h"

#include "game/legal_move_texts.h"

#include <stdio.h>
#include <string.h>

struct story {
    struct data data;
    struct position pos;
};

static void tell_position(struct story *story, struct slice rest)
{
    struct err why = {0};

    if (!story->data.rules->parse(rest, &story->pos, &why))
        data_fail(&story->data, "refused: %s %s", why.code, why.details);
}

static void tell_is(struct story *story, struct slice rest)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    story->data.rules->print(&story->pos, &buf);
    if (!slice_is(rest, text))
        data_fail(&story->data, "is %s", text);
}

static void tell_moves(struct story *story, struct slice rest)
{
    int expected = -1;
    int n = story->data.rules->count(&story->pos);

    if (!slice_to_int(rest, 0, GAME_MOVES_MAX, &expected) || n != expected)
        data_fail(&story->data, "%d moves", n);
}

/* Compares the moves that begin with `prefix` with the expected words. */
/* Is this text in the list, letter by letter? */
static bool has_text(const struct legal_move_texts *list, const char *text)
{
    for (int i = 0; i < list->n; i++) {
        if (strcmp(list->text[i], text) == 0)
            return true;
    }
    return false;
}

static void compare_list(struct story *story, const char *prefix, struct slice expected)
{
    struct legal_move_texts list;
    int found = 0, wanted = 0;

    legal_move_texts_create(&list, story->data.rules, &story->pos);
    for (int i = 0; i < list.n; i++)
        found += strncmp(list.text[i], prefix, strlen(prefix)) == 0;
    for (; expected.len > 0; wanted++) {
        char text[GAME_WORDS_MAX];
        struct slice word = slice_take_word(&expected);
        snprintf(text, sizeof text, "%.*s", (int)word.len, word.at);
        if (!has_text(&list, text))
            data_fail(&story->data, "%s is not in the list", text);
    }
    if (found != wanted)
        data_fail(&story->data, "%d moves instead of %d", found, wanted);
    legal_move_texts_destroy(&list);
}

static void tell_list(struct story *story, struct slice rest) { compare_list(story, "", rest); }

static void tell_from(struct story *story, struct slice rest)
{
    char prefix[32];
    struct slice word = slice_take_word(&rest);

    snprintf(prefix, sizeof prefix, "%.*s", (int)word.len, word.at);
    compare_list(story, prefix, rest);
}

/* What the referee says, in one word: "legal", "foul", or the code of an illegal move. */
static const char *verdict(struct story *story, struct slice words, move_t *move, struct err *why)
{
    switch (story->data.rules->read(&story->pos, words, move, why)) {
    case VERDICT_LEGAL:
        return "legal";
    case VERDICT_ILLEGAL:
        return why->code;
    case VERDICT_FOUL:
        return "foul";
    }
    return "";
}

static move_t expect(struct story *story, struct slice words, struct slice expected)
{
    struct err why = {0};
    move_t move = 0;
    const char *said = verdict(story, words, &move, &why);

    if (!slice_is(expected, said))
        data_fail(&story->data, "%.*s: %s %s", (int)words.len, words.at, said, why.details);
    return move;
}

static void tell_legal(struct story *story, struct slice rest)
{
    expect(story, rest, slice_of("legal"));
}

static void tell_illegal(struct story *story, struct slice rest)
{
    struct slice code = slice_take_word(&rest);

    expect(story, rest, code);
}

static void tell_foul(struct story *story, struct slice rest)
{
    expect(story, rest, slice_of("foul"));
}

static void tell_play(struct story *story, struct slice rest)
{
    move_t move = expect(story, rest, slice_of("legal"));

    if (move)
        game_play(story->data.rules, &story->pos, move);
}

static void tell_result(struct story *story, struct slice rest)
{
    char text[256];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    game_print_result(story->data.rules, &story->pos, &buf);
    if (!slice_is(rest, text))
        data_fail(&story->data, "result %s", text);
}

static void tell_refused(struct story *story, struct slice rest)
{
    struct slice code = slice_take_word(&rest);
    struct err why = {0};
    struct position pos;

    if (story->data.rules->parse(rest, &pos, &why))
        data_fail(&story->data, "accepted");
    else if (!slice_is(code, why.code))
        data_fail(&story->data, "refused with %s %s", why.code, why.details);
}

static const struct {
    const char *word;
    void (*tell)(struct story *, struct slice rest);
} words[] = {
    {"position", tell_position}, {"is", tell_is},           {"moves", tell_moves},
    {"list", tell_list},         {"from", tell_from},       {"legal", tell_legal},
    {"illegal", tell_illegal},   {"foul", tell_foul},       {"play", tell_play},
    {"result", tell_result},     {"refused", tell_refused},
};

static void tell(struct story *story)
{
    struct slice rest = slice_of(story->data.line);
    struct slice word = slice_take_word(&rest);

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (slice_is(word, words[i].word)) {
            words[i].tell(story, rest);
            return;
        }
    }
    data_fail(&story->data, "unknown word");
}

static void test_positions(void **state)
{
    struct story story = {0};

    data_open(&story.data, *state, "positions.txt");
    while (data_next(&story.data))
        tell(&story);
    assert_true(story.data.line_number > 0);
    data_close(&story.data);
}

int main(void) { return run_for_every_game("positions", test_positions); }
