/*
 * What game/edit.h promises, tried on random games of every game: whatever the tools offer is
 * refused with a sentence, or gives a position of the game; and some changes whose outcome we know.
 */

#include "support.h"

#include "base/memory.h"
#include "base/rng.h"
#include "game/edit.h"
#include "game/view.h"

#include <jansson.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_PER_RULESET = 3, EDITS_PER_POSITION = 12, WORDS_SIZE = 128 };

struct scene {
    const struct game_rules *rules;
    struct position pos;
    struct rng rng;
    char *paper;
};

/* What the page gets, as a tree; the caller releases it. */
static json_t *tree_of(struct scene *scene,
                       void (*print)(const struct game_rules *rules, const struct position *pos,
                                     struct json *out))
{
    struct json json;
    struct buf buf;

    buf_init(&buf, scene->paper, VIEW_TEXT_MAX);
    json_init(&json, &buf);
    json_begin_object(&json, NULL);
    print(scene->rules, &scene->pos, &json);
    json_end_object(&json);
    assert_false(buf.is_full);
    json_t *tree = json_loads(scene->paper, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(tree);
    return tree;
}

static void print_view(const struct game_rules *rules, const struct position *pos, struct json *out)
{
    view_position(rules, pos, out, "view");
}

static const char *random_text(struct scene *scene, const json_t *array, const char *key)
{
    size_t n = json_array_size(array);
    const json_t *one =
        n > 0 ? json_array_get(array, (size_t)rng_below(&scene->rng, (int)n)) : NULL;

    if (!one)
        return "none";
    return json_string_value(key ? json_object_get(one, key) : one);
}

/* ---- words ---- */

static void write_setting(struct scene *scene, const json_t *settings, char words[WORDS_SIZE])
{
    size_t n = json_array_size(settings);
    const json_t *one = json_array_get(settings, (size_t)rng_below(&scene->rng, (int)n));
    const json_t *of = json_object_get(one, "of");
    const char *name = json_string_value(json_object_get(one, "name"));
    const char *side = json_string_value(json_object_get(one, "side"));

    if (of) {
        snprintf(words, WORDS_SIZE, "set %s %s", name, random_text(scene, of, NULL));
        return;
    }
    int min = (int)json_integer_value(json_object_get(one, "min"));
    int max = (int)json_integer_value(json_object_get(one, "max"));
    int value = min - 1 + rng_below(&scene->rng, max - min + 3);
    snprintf(words, WORDS_SIZE, "set %s %s %d", name, side ? side : "", value);
}

/* Something that the page could ask for, or nearly. */
static void write_words(struct scene *scene, char words[WORDS_SIZE])
{
    json_t *tools = tree_of(scene, edit_print_tools), *view = tree_of(scene, print_view);
    const json_t *fields = json_object_get(json_object_get(view, "view"), "fields");
    const char *field = random_text(scene, fields, "id"), *other = random_text(scene, fields, "id");
    const char *piece = random_text(scene, json_object_get(tools, "pieces"), "id");

    switch (rng_below(&scene->rng, 6)) {
    case 0:
        snprintf(words, WORDS_SIZE, "put %s %s", field, piece);
        break;
    case 1:
        snprintf(words, WORDS_SIZE, "take %s", field);
        break;
    case 2:
        snprintf(words, WORDS_SIZE, "move %s %s", field, other);
        break;
    case 3:
        snprintf(words, WORDS_SIZE, "turn %s", field);
        break;
    case 4:
        snprintf(words, WORDS_SIZE, "put nowhere%s %s", field, piece);
        break;
    default:
        write_setting(scene, json_object_get(tools, "settings"), words);
    }
    json_decref(tools);
    json_decref(view);
}

/* ---- promises ---- */

static void check_refusal(struct scene *scene, const struct err *why, const char *words)
{
    char sentence[512];
    struct buf buf;

    buf_init(&buf, sentence, sizeof sentence);
    reason_print(scene->rules, why, LANG_DE, &buf);
    if (!strchr(sentence, ' ') || strchr(sentence, '{'))
        fail_msg("%s: %s is refused without a sentence: %s", scene->rules->name, words, why->code);
}

static void check_position(const struct scene *scene, const char *words)
{
    char text[GAME_TEXT_MAX];
    struct position again;
    struct err why = {0};
    struct buf buf;
    size_t size = offsetof(struct position, body) + scene->rules->body_size;

    buf_init(&buf, text, sizeof text);
    scene->rules->print(&scene->pos, &buf);
    if (!scene->rules->parse(buf_slice(&buf), &again, &why) ||
        memcmp(&again, &scene->pos, size) != 0)
        fail_msg("%s: after %s this is no position: %s", scene->rules->name, words, text);
}

static void try_edits(struct scene *scene)
{
    struct position played = scene->pos;
    char words[WORDS_SIZE];

    for (int i = 0; i < EDITS_PER_POSITION; i++) {
        struct position before = scene->pos;
        struct err why = {0};
        write_words(scene, words);
        if (edit_position(scene->rules, &scene->pos, slice_of(words), &why)) {
            check_position(scene, words);
            assert_string_equal(why.code, "");
            continue;
        }
        check_refusal(scene, &why, words);
        assert_memory_equal(&before, &scene->pos, sizeof before);
    }
    scene->pos = played;
}

static void test_random_games(void **state)
{
    struct scene scene = {.rules = *state, .rng = rng_make(1119)};
    move_t *moves = memory_get(scene.rules->moves_max, sizeof *moves);

    scene.paper = memory_get(VIEW_TEXT_MAX, 1);
    for (uint64_t seed = 1; seed <= 2 * GAMES_PER_RULESET; seed++) {
        struct game_options options = {.ruleset = seed % 2 ? RULES_BOOK : RULES_SERVER};
        assert_true(scene.rules->setup(&scene.pos, seed, &options, NULL));
        for (;;) {
            try_edits(&scene);
            int n = scene.rules->moves(&scene.pos, moves);
            if (n == 0)
                break;
            game_play(scene.rules, &scene.pos, moves[rng_below(&scene.rng, n)]);
        }
    }
    free(moves);
    free(scene.paper);
}

/* ---- examples ---- */

struct example {
    const char *game, *text, *words;
    const char *after; /* the text, or "! CODE" */
};

#define RIVER  "00000000 "
#define WATER  "WWWWWWWWWWWWWWWWWWWW"
#define WATERS "/" WATER "/" WATER "/" WATER "/" WATER "/" WATER "/" WATER "/" WATER

static const struct example examples[] = {
    {"hive", "| r 0", "put 0,0 Q", "0,0:Q | r 0"},
    {"hive", "0,0:Q | r 0", "put 1,0 Q", "! not_in_hand"},
    {"hive", "0,0:Q | r 0", "put 0,0 b", "0,0:Qb | r 0"},
    {"hive", "0,0:Qb | r 0", "take 0,0", "0,0:Q | r 0"},
    {"hive", "0,0:Qb | r 0", "move 0,0 1,0", "0,0:Q 1,0:b | r 0"},
    {"hive", "0,0:Qb | r 0", "put 0,0 #", "! set_occupied"},
    {"hive", "0,0:# | r 0", "put 0,0 Q", "! target_bramble"},
    {"hive", "0,0:# | r 0", "put 7,0 Q", "! off_board"},
    {"hive", "0,0:# | r 0", "take 1,0", "! edit_empty"},
    {"hive", "0,0:Q | r 0", "set side blue", "0,0:Q | b 1"},
    {"hive", "0,0:Q | r 0", "set turn 9", "0,0:Q | b 9"},
    {"hive", "0,0:Q | r 0", "set turn 61", "! edit_range"},
    {"hive", "0,0:Q | r 0", "set set QSSSBBGGAAA", "0,0:Q | r 0 hand=QSSSBBGGAAA"},
    {"hive", "0,0:Q | r 0", "set rules server", "0,0:Q | r 0 rules=server"},
    {"hive", "0,0:Q | r 0", "turn 0,0", "! bad_edit"},
    {"hive", "0,0:Q | r 0", "", "! bad_edit"},
    {"hive", "0,0:Q | r 0", "put 0,0", "! bad_edit"},
    {"hive", "0,0:Q | r 0", "put 0,0 Q Q", "! bad_edit"},
    {"mississippi", RIVER WATER WATERS " 0 r 0 0,0,0,1,6,0,1 0,1,0,1,6,0,1", "set coal red 3",
     RIVER WATER WATERS " 0 r 0 0,0,0,1,3,0,1 0,1,0,1,6,0,1"},
    {"mississippi", RIVER WATER WATERS " 0 r 0 0,0,0,1,6,0,1 0,1,0,1,6,0,1", "set side blue",
     RIVER WATER WATERS " 0 b 0 0,0,0,1,6,0,1 0,1,0,1,6,0,1"},
    {"mississippi", RIVER WATER WATERS " 0 r 0 0,0,0,1,6,0,1 0,1,0,1,6,0,1", "turn 0,1",
     RIVER WATER WATERS " 0 r 0 0,0,0,1,6,0,1 0,1,1,1,6,0,1"},
    {"mississippi", RIVER WATER WATERS " 0 r 0 0,0,0,1,6,0,1 0,1,0,1,6,0,1", "move 0,0 6,0",
     RIVER WATER WATERS " 1 r 0 6,0,0,1,6,0,1 0,1,0,1,6,0,1"},
    {"mississippi", RIVER WATER WATERS " 0 r 0 0,0,0,1,6,0,1 0,1,0,1,6,0,1", "put 0,1 red",
     "! same_field"},
    {"mississippi", RIVER WATER WATERS " 0 r 0 0,0,0,1,6,0,1 0,1,0,1,6,0,1", "put 0,1 B",
     "! edit_ship_there"},
    {"mississippi", RIVER WATER WATERS " 0 r 0 0,0,0,1,6,0,1 0,1,0,1,6,0,1", "take 0,0",
     "! edit_ship_there"},
    {"mississippi", RIVER WATER WATERS " 0 r 0 0,0,0,1,6,0,1 0,1,0,1,6,0,1", "turn 1,0",
     "! edit_no_bend"},
    {"mississippi", RIVER WATER WATERS " 0 r 0 0,0,0,1,6,0,1 0,1,0,1,6,0,1", "set speed red 7",
     "! edit_range"},
};

static void test_examples(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const struct example *one = &examples[i];
        const struct game_rules *rules = game_find(slice_of(one->game));
        char found[GAME_TEXT_MAX];
        struct position pos;
        struct err why = {0};
        struct buf buf;
        if (!rules)
            continue;
        position_of(rules, slice_of(one->text), &pos);
        buf_init(&buf, found, sizeof found);
        if (edit_position(rules, &pos, slice_of(one->words), &why))
            rules->print(&pos, &buf);
        else
            buf_format(&buf, "! %s", why.code);
        if (strcmp(found, one->after) != 0)
            fail_msg("%s: %s: %s is not %s", one->game, one->words, found, one->after);
    }
}

/* The changed letter of a row, the turn and the side: what a table of letters has in common. */
static void test_letters(void **state)
{
    const struct game_rules *rules = game_find(slice_of("piranhas"));
    struct position pos;
    char text[GAME_TEXT_MAX];
    struct err why = {0};
    struct buf buf;

    (void)state;
    if (!rules)
        skip();
    assert_true(rules->setup(&pos, 1, &(struct game_options){0}, &why));
    assert_true(edit_position(rules, &pos, slice_of("put a9 o"), &why));
    assert_true(edit_position(rules, &pos, slice_of("move a9 j0"), &why));
    assert_true(edit_position(rules, &pos, slice_of("put b9 b"), &why));
    assert_true(edit_position(rules, &pos, slice_of("set side blue"), &why));
    buf_init(&buf, text, sizeof text);
    rules->print(&pos, &buf);
    assert_memory_equal(text, ".b", 2);
    assert_string_equal(strchr(text, ' '), " b 1");
    assert_int_equal(text[9 * 11 + 9], 'o');
}

int main(void)
{
    const struct CMUnitTest known[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_letters),
    };

    return run_for_every_game("changes in random games", test_random_games) +
           cmocka_run_group_tests(known, NULL, NULL);
}
