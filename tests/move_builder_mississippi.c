/*
 * A move of Mississippi Queen under construction (docs/web.md): random walks through what is
 * offered, in random games.  Whatever the light promises is held against the referee.
 */

#include "base/rng.h"
#include "game/view.h"
#include "tries.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Both writers of JSON have functions of these names; here only ours are called. */
#define json_object jansson_object
#define json_array  jansson_array
#define json_null   jansson_null
#include <jansson.h>
#undef json_object
#undef json_array
#undef json_null

#include <stdlib.h>
#include <string.h>

enum {
    GAMES = 6,
    WALKS = 3,           /* from each position and in each mode */
    WALK_MAX = 9,        /* actions */
    OPTIONS_EVERY = 9,   /* builds of which every option is tried */
    READS_MAX = 2000000, /* of the brute force, for one red light */
    PAPER_SIZE = 1 << 16,
};

struct words {
    char text[GAME_WORDS_MAX];
};

struct scene {
    const struct game_rules *rules;
    struct position pos;
    struct rng rng;
    int green, yellow, red;
    bool has_absolute_turns; /* season 2024 */
};

static const char *const mode_names[] = {"auto", "manual"};

static void expect(const struct scene *scene, bool holds, const struct words *words,
                   enum view_mode mode, const char *what)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    if (holds)
        return;
    buf_init(&buf, text, sizeof text);
    scene->rules->print(&scene->pos, &buf);
    fail_msg("%s: %s, \"%s\" %s", what, text, words->text, mode_names[mode]);
}

/* ---- asking ---- */

static json_t *parse(const struct buf *buf)
{
    json_t *tree = json_loads(buf->data, JSON_REJECT_DUPLICATES, NULL);

    assert_false(buf->is_full);
    assert_non_null(tree);
    return tree;
}

static json_t *build(const struct scene *scene, const struct words *words, enum view_mode mode)
{
    static char paper[PAPER_SIZE];
    struct buf buf;
    struct json out;

    buf_init(&buf, paper, sizeof paper);
    json_init(&out, &buf);
    json_begin_object(&out, NULL);
    view_of(scene->rules)->build(&scene->pos, slice_of(words->text), mode, &out);
    json_end_object(&out);
    return parse(&buf);
}

static json_t *view(const struct scene *scene, const struct position *pos)
{
    static char paper[PAPER_SIZE];
    struct buf buf;
    struct json out;

    buf_init(&buf, paper, sizeof paper);
    json_init(&out, &buf);
    view_position(scene->rules, pos, &out, NULL);
    return parse(&buf);
}

static const char *text_in(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static int int_in(const json_t *object, const char *key)
{
    assert_true(json_is_integer(json_object_get(object, key)));
    return (int)json_integer_value(json_object_get(object, key));
}

static bool has(const json_t *object, const char *key)
{
    assert_non_null(json_object_get(object, key));
    return !json_is_null(json_object_get(object, key));
}

/* ---- words ---- */

static bool is_prefix(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Behind the acceleration that may stand in front. */
static const char *without_acc(const char *words)
{
    if (!is_prefix(words, "acc:"))
        return words;
    const char *end = strchr(words, ';');
    return end ? end + 1 : words + strlen(words);
}

static struct words joined(const char *first, const char *second)
{
    struct words words;
    struct buf buf;

    buf_init(&buf, words.text, sizeof words.text);
    buf_add(&buf, first);
    if (*first && *second)
        buf_add_char(&buf, ';');
    buf_add(&buf, second);
    return words;
}

/* ---- the options ---- */

struct option {
    const char *words;
    bool is_ok, is_speed;
};

static int add_option(struct option options[], int n, const json_t *way, bool is_speed)
{
    if (json_is_null(way))
        return n;
    options[n].words = text_in(way, "words");
    options[n].is_ok = json_is_true(json_object_get(way, "ok"));
    options[n].is_speed = is_speed;
    assert_non_null(options[n].words);
    if (!options[n].is_ok)
        assert_true(text_in(way, "code") && text_in(way, "de") && text_in(way, "en"));
    return n + 1;
}

static int list_options(const json_t *tree, struct option options[])
{
    const json_t *next = json_object_get(tree, "next");
    json_t *way;
    size_t i;
    int n = 0;

    n = add_option(options, n, json_object_get(next, "faster"), true);
    n = add_option(options, n, json_object_get(next, "slower"), true);
    n = add_option(options, n, json_object_get(next, "left"), false);
    n = add_option(options, n, json_object_get(next, "right"), false);
    n = add_option(options, n, json_object_get(next, "back"), false);
    json_array_foreach(json_object_get(next, "turn"), i, way) n =
        add_option(options, n, way, false);
    json_array_foreach(json_object_get(next, "step"), i, way) n =
        add_option(options, n, way, false);
    json_array_foreach(json_object_get(next, "push"), i, way) n =
        add_option(options, n, way, false);
    return n;
}

/* A speed takes the place of the one in front; but step by step it may come too late. */
static struct words chosen(const struct words *words, const struct option *option,
                           enum view_mode mode)
{
    const char *way = without_acc(words->text);

    if (!option->is_speed || (mode == VIEW_MANUAL && *way))
        return joined(words->text, option->words);
    return joined(option->words, way);
}

static void check_option(const struct scene *scene, const struct words *words,
                         const struct option *option, enum view_mode mode)
{
    struct words then = chosen(words, option, mode);
    json_t *tree = build(scene, &then, mode);

    expect(scene, option->is_ok == !has(tree, "refusal"), &then, mode, "an option lies");
    json_decref(tree);
}

/* ---- the light ---- */

static void check_ship(const struct scene *scene, const json_t *ship, const json_t *piece,
                       const struct words *words, enum view_mode mode)
{
    static const char *const keys[] = {"x",    "y",          "dir",       "speed",
                                       "coal", "passengers", "freeTurns", "segment"};

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        expect(scene, int_in(ship, keys[i]) == int_in(piece, keys[i]), words, mode, keys[i]);
}

static int points_of(const json_t *view, enum side side)
{
    const json_t *facts = json_object_get(view, "facts");

    return int_in(json_object_get(facts, side == SIDE_RED ? "red" : "blue"), "points");
}

/* Plays the complete move and compares what comes out with what was promised. */
static void check_complete(const struct scene *scene, const json_t *tree, const struct words *words,
                           enum view_mode mode)
{
    const json_t *complete = json_object_get(tree, "complete");
    struct position after = scene->pos;
    enum side side = (enum side)scene->pos.side;
    struct err why;
    move_t move;

    enum verdict verdict =
        scene->rules->read(&scene->pos, slice_of(text_in(complete, "words")), &move, &why);
    expect(scene, verdict == VERDICT_LEGAL, words, mode, "complete is illegal");
    scene->rules->play(&after, move);
    json_t *before_view = view(scene, &scene->pos), *after_view = view(scene, &after);
    const json_t *pieces = json_object_get(after_view, "pieces");
    const json_t *own = json_array_get(pieces, side);
    check_ship(scene, json_object_get(tree, "ship"), own, words, mode);
    check_ship(scene, json_object_get(tree, "other"), json_array_get(pieces, game_other(side)),
               words, mode);
    expect(scene, int_in(complete, "coal") == int_in(own, "coal"), words, mode, "coal");
    expect(scene, int_in(complete, "speed") == int_in(own, "speed"), words, mode, "speed");
    int gain = points_of(after_view, side) - points_of(before_view, side);
    expect(scene, int_in(complete, "points") == gain, words, mode, "points");
    json_decref(before_view);
    json_decref(after_view);
}

static void check_fill(const struct scene *scene, const json_t *tree, const struct words *words,
                       enum view_mode mode)
{
    const json_t *fill = json_object_get(tree, "fill");
    const char *whole = text_in(fill, "words");
    struct err why;
    move_t move;

    expect(scene, scene->rules->read(&scene->pos, slice_of(whole), &move, &why) == VERDICT_LEGAL,
           words, mode, "fill is illegal");
    expect(scene, is_prefix(without_acc(whole), without_acc(words->text)), words, mode,
           "fill does not begin with the actions");
    bool is_fixed = mode == VIEW_MANUAL || is_prefix(words->text, "acc:");
    struct words own = *words;
    if (is_prefix(own.text, "acc:0"))
        own = joined("", without_acc(words->text));
    if (is_fixed)
        expect(scene, is_prefix(whole, own.text), words, mode, "fill changes the speed");
}

/* ---- brute force ---- */

/* Words that a referee refuses only because something is missing at the end. */
static bool is_unfinished(const struct scene *scene, const struct err *why)
{
    static const char *const codes[] = {"empty", "mp_left", "ends_on_enemy", "mp_overdrawn"};
    int n = scene->pos.ruleset == RULES_SERVER ? 4 : 3;

    for (int i = 0; i < n; i++) {
        if (strcmp(why->code, codes[i]) == 0)
            return true;
    }
    return false;
}

/* Does any sequence of unit actions make it a move?  Only the referee is asked. */
static bool can_end(const struct scene *scene, const struct words *words, int depth, int *reads)
{
    static const char *const by_steps[] = {"step:1", "turn:+1", "turn:-1", "step:-1", NULL};
    static const char *const to_names[] = {
        "step:1",        "turn:RIGHT",     "turn:LEFT",       "turn:UP_LEFT",
        "turn:UP_RIGHT", "turn:DOWN_LEFT", "turn:DOWN_RIGHT", NULL};
    static const char *const pushes[] = {
        "push:RIGHT",      "push:LEFT", "push:UP_LEFT", "push:UP_RIGHT", "push:DOWN_LEFT",
        "push:DOWN_RIGHT", NULL};
    const char *const *lists[] = {scene->has_absolute_turns ? to_names : by_steps, pushes};
    struct err why;
    move_t move;

    ++*reads;
    if (scene->rules->read(&scene->pos, slice_of(words->text), &move, &why) == VERDICT_LEGAL)
        return true;
    if (!is_unfinished(scene, &why) || depth == 0 || *reads > READS_MAX)
        return false;
    for (int i = 0; i < 2; i++) {
        for (const char *const *more = lists[i]; *more; more++) {
            struct words longer = joined(words->text, *more);
            if (can_end(scene, &longer, depth - 1, reads))
                return true;
        }
    }
    return false;
}

static void check_red(const struct scene *scene, const struct words *words, enum view_mode mode)
{
    static const char *const accs[] = {"",       "acc:+1", "acc:-1", "acc:+2", "acc:-2", "acc:+3",
                                       "acc:-3", "acc:+4", "acc:-4", "acc:+5", "acc:-5"};
    bool is_open = mode == VIEW_AUTO && !is_prefix(words->text, "acc:");
    const char *way = without_acc(words->text);
    bool is_marked = mode == VIEW_AUTO && is_prefix(words->text, "acc:0");
    int reads = 0;

    for (int i = 0; i < (is_open ? 11 : 1); i++) {
        struct words start = is_open || is_marked ? joined(accs[i], way) : *words;
        expect(scene, !can_end(scene, &start, 7, &reads), words, mode, "red, but there is an end");
    }
}

static void check_light(struct scene *scene, const json_t *tree, const struct words *words,
                        enum view_mode mode)
{
    const char *light = text_in(tree, "light");
    bool is_green = strcmp(light, "green") == 0, is_red = strcmp(light, "red") == 0;
    struct err why;
    move_t move;

    expect(scene, is_green == has(tree, "complete"), words, mode, "green is complete");
    expect(scene, is_red == !has(tree, "fill"), words, mode, "red cannot be filled");
    if (mode == VIEW_MANUAL) {
        bool is_legal =
            scene->rules->read(&scene->pos, slice_of(words->text), &move, &why) == VERDICT_LEGAL;
        expect(scene, is_green == is_legal, words, mode, "green is legal");
    }
    if (is_green)
        check_complete(scene, tree, words, mode);
    if (is_red)
        check_red(scene, words, mode);
    else
        check_fill(scene, tree, words, mode);
    scene->green += is_green;
    scene->red += is_red;
    scene->yellow += !is_green && !is_red;
}

/* ---- walks ---- */

static void check_build(struct scene *scene, const json_t *tree, const struct words *words,
                        enum view_mode mode)
{
    struct option options[32];
    int n = list_options(tree, options);

    expect(scene, !has(tree, "refusal"), words, mode, "what was offered is refused");
    check_light(scene, tree, words, mode);
    if (rng_below(&scene->rng, OPTIONS_EVERY) != 0)
        return;
    for (int i = 0; i < n; i++)
        check_option(scene, words, &options[i], mode);
}

/* Takes one of the options that are offered; false where there is none. */
static bool choose(struct scene *scene, const json_t *tree, struct words *words,
                   enum view_mode mode)
{
    struct option options[32];
    int n = list_options(tree, options), offered = 0;

    for (int i = 0; i < n; i++) {
        if (options[i].is_ok)
            options[offered++] = options[i];
    }
    if (offered == 0)
        return false;
    *words = chosen(words, &options[rng_below(&scene->rng, offered)], mode);
    return true;
}

static void walk(struct scene *scene, enum view_mode mode)
{
    struct words words = {""};
    bool goes_on = true;

    for (int i = 0; i < WALK_MAX && goes_on; i++) {
        json_t *tree = build(scene, &words, mode);
        check_build(scene, tree, &words, mode);
        goes_on = choose(scene, tree, &words, mode);
        json_decref(tree);
    }
}

static void play_game(struct scene *scene, move_t moves[])
{
    for (;;) {
        int n = scene->rules->moves(&scene->pos, moves);
        if (n == 0)
            return;
        for (int i = 0; i < WALKS; i++) {
            walk(scene, VIEW_AUTO);
            walk(scene, VIEW_MANUAL);
        }
        scene->rules->play(&scene->pos, moves[rng_below(&scene->rng, n)]);
    }
}

static void walk_games(const char *game)
{
    static move_t moves[GAME_MOVES_MAX];
    struct scene scene = {.rules = game_find(slice_of(game)), .rng = rng_make(7)};

    scene.has_absolute_turns = scene.rules && scene.rules->year >= 2024;
    for (uint64_t seed = 1; seed <= (uint64_t)tries(GAMES) && scene.rules; seed++) {
        struct game_options options = {.ruleset = seed % 2 ? RULES_BOOK : RULES_SERVER};
        assert_true(scene.rules->setup(&scene.pos, seed, &options, NULL));
        play_game(&scene, moves);
    }
    if (scene.rules)
        assert_true(scene.green > 0 && scene.yellow > 0 && scene.red > 0);
    print_message("%s: %d green, %d yellow, %d red\n", game, scene.green, scene.yellow, scene.red);
}

static void test_random_walks(void **state)
{
    (void)state;
    walk_games("mississippi");
    walk_games("mississippi24");
}

/* ---- examples ---- */

/* Seven segments of water behind the one of the example. */
#define WATER "WWWWWWWWWWWWWWWWWWWW"
#define REST                                                                                       \
    "/" WATER "/" WATER "/" WATER "/" WATER "/" WATER "/" WATER "/WWWWWWWWWWWWWWWWWGGG 0 r 0 "

/* Red is at -1,1 and looks to the right; behind its x,y come direction, speed, coal. */
#define OPEN_WATER "00000000 " WATER REST
#define SANDBANK   "00000000 WWWWWWWWSWWWWWWWWWWW" REST /* on 0,1 */
#define ISLANDS    "00000000 WWBWBWWWBWWWWWWWWWWW" REST /* on 0,1 and -1,0 and -1,2 */
#define BLUE       " -1,-1,0,1,6,0,1"

static bool begin_example_of(struct scene *scene, const char *game, const char *text)
{
    struct err why;

    *scene = (struct scene){.rules = game_find(slice_of(game))};
    if (scene->rules)
        assert_true(scene->rules->parse(slice_of(text), &scene->pos, &why));
    return scene->rules != NULL;
}

static bool begin_example(struct scene *scene, const char *text)
{
    return begin_example_of(scene, "mississippi", text);
}

/* Follows a path such as "next left code" into the tree. */
static const json_t *at(const json_t *tree, const char *path)
{
    struct slice rest = slice_of(path);

    while (rest.len > 0) {
        struct slice word = slice_take_word(&rest);
        char key[32] = "";
        int index;
        memcpy(key, word.at, word.len);
        tree = slice_to_int(word, 0, 99, &index) ? json_array_get(tree, (size_t)index)
                                                 : json_object_get(tree, key);
    }
    return tree;
}

static void expect_at(const struct scene *scene, const char *text, enum view_mode mode,
                      const char *path, const char *expected)
{
    struct words words = joined("", text);
    json_t *tree = build(scene, &words, mode);
    json_t *wanted = json_loads(expected, JSON_DECODE_ANY, NULL);
    char *found = json_dumps(at(tree, path), JSON_ENCODE_ANY);

    if (!json_equal(at(tree, path), wanted))
        fail_msg("\"%s\": %s is %s, not %s", text, path, found ? found : "absent", expected);
    free(found);
    json_decref(wanted);
    json_decref(tree);
}

static void test_step_by_step(void **state)
{
    struct scene scene;

    (void)state;
    if (!begin_example(&scene, OPEN_WATER "-1,1,0,2,6,0,1" BLUE))
        return;
    expect_at(&scene, "step:1", VIEW_MANUAL, "say de", "\"1 Bewegungspunkt ist noch übrig\"");
    expect_at(&scene, "step:1", VIEW_MANUAL, "fill added", "\"step:1\"");
    expect_at(&scene, "step:1", VIEW_MANUAL, "next faster code", "\"acc_not_first\"");
    expect_at(&scene, "acc:-1", VIEW_MANUAL, "next faster words", "\"\"");
    expect_at(&scene, "acc:+2", VIEW_MANUAL, "next faster coal", "2");
    expect_at(&scene, "turn:+1", VIEW_MANUAL, "next left coal", "1");
    expect_at(&scene, "step:2", VIEW_MANUAL, "say de",
              "\"Zug gültig – danach Tempo 2, Kohle 6, Punkte +2\"");
    expect_at(&scene, "step:2;step:1", VIEW_MANUAL, "refusal code", "\"no_mp\"");
    expect_at(&scene, "step:2;step:1", VIEW_MANUAL, "ship at", "\"1,1\"");
    expect_at(&scene, "step:1;hop", VIEW_MANUAL, "refusal code", "\"bad_move\"");
}

static void test_open_speed(void **state)
{
    struct scene scene;

    (void)state;
    if (!begin_example(&scene, OPEN_WATER "-1,1,0,2,1,0,1" BLUE))
        return;
    expect_at(&scene, "", VIEW_AUTO, "light", "\"yellow\"");
    expect_at(&scene, "", VIEW_AUTO, "ship speed", "2");
    expect_at(&scene, "step:1", VIEW_AUTO, "complete words", "\"acc:-1;step:1\"");
    expect_at(&scene, "step:1", VIEW_AUTO, "speed", "[1, 4]");
    expect_at(&scene, "step:1", VIEW_AUTO, "points", "null");
    expect_at(&scene, "step:3", VIEW_AUTO, "complete words", "\"acc:+1;step:3\"");
    expect_at(&scene, "step:3", VIEW_AUTO, "next step 0 coal", "1");
    expect_at(&scene, "step:3", VIEW_AUTO, "next step 1 code", "\"mp_overdrawn\"");
    expect_at(&scene, "acc:+1;step:1", VIEW_AUTO, "points", "3");
    expect_at(&scene, "acc:+1;step:1", VIEW_AUTO, "next slower words", "\"acc:0\"");
    expect_at(&scene, "acc:0;step:2", VIEW_AUTO, "complete words", "\"step:2\"");
}

static void test_sandbank(void **state)
{
    struct scene scene;

    (void)state;
    if (!begin_example(&scene, SANDBANK "-1,1,0,3,0,0,1" BLUE))
        return;
    expect_at(&scene, "", VIEW_MANUAL, "next step 0 kind", "\"sandbank\"");
    expect_at(&scene, "", VIEW_MANUAL, "next step 1 code", "\"through_sandbank\"");
    expect_at(&scene, "step:1", VIEW_MANUAL, "complete speed", "1");
    expect_at(&scene, "step:1", VIEW_MANUAL, "next left code", "\"after_sandbank\"");
    assert_true(begin_example(&scene, SANDBANK "0,1,0,1,6,0,1" BLUE));
    expect_at(&scene, "", VIEW_AUTO, "next left code", "\"turn_on_sandbank\"");
    expect_at(&scene, "", VIEW_AUTO, "next faster code", "\"acc_on_sandbank\"");
    expect_at(&scene, "", VIEW_AUTO, "next back coal", "1");
    expect_at(&scene, "step:-1", VIEW_AUTO, "complete coal", "5");
}

static void test_push(void **state)
{
    struct scene scene;

    (void)state;
    if (!begin_example(&scene, OPEN_WATER "-1,1,0,2,6,0,1 0,1,0,1,6,0,1"))
        return;
    expect_at(&scene, "", VIEW_MANUAL, "next step 0 kind", "\"ship\"");
    expect_at(&scene, "step:1", VIEW_MANUAL, "mustPush", "true");
    expect_at(&scene, "step:1", VIEW_MANUAL, "say de", "\"du musst den Gegner noch abdrängen\"");
    expect_at(&scene, "step:1", VIEW_MANUAL, "next push 3 code", "\"push_behind\"");
    expect_at(&scene, "step:1", VIEW_MANUAL, "next push 0 to", "\"1,1\"");
    expect_at(&scene, "step:1;push:RIGHT", VIEW_MANUAL, "light", "\"green\"");
    expect_at(&scene, "step:1;push:RIGHT", VIEW_MANUAL, "other freeTurns", "2");
    expect_at(&scene, "acc:-1;step:1", VIEW_MANUAL, "light", "\"red\"");
    expect_at(
        &scene, "acc:-1;step:1", VIEW_MANUAL, "say en",
        "\"no valid end is possible any more: the opponent cannot be pushed away from here\"");
}

/* The middle line from -1,0 to 2,0 has a current. */
static void test_current(void **state)
{
    struct scene scene;

    (void)state;
    if (!begin_example_of(&scene, "mississippi24",
                          "00000000 " WATER "/" WATER "/" WATER "/" WATER "/" WATER "/" WATER
                          "/" WATER "/WWWWWWWWWWWWWWWWGGGW 2 r 0 -1,0,0,3,1,0,1,0 "
                          "-2,1,0,1,6,0,1,0"))
        return;
    expect_at(&scene, "", VIEW_MANUAL, "next step 0 cost", "2");
    expect_at(&scene, "", VIEW_MANUAL, "next step 0 current", "true");
    expect_at(&scene, "", VIEW_MANUAL, "next step 1 cost", "3");
    expect_at(&scene, "", VIEW_MANUAL, "next step 2 code", "\"no_mp\"");
    expect_at(&scene, "step:1", VIEW_MANUAL, "next step 0 cost", "1");
    expect_at(&scene, "step:1;step:1", VIEW_MANUAL, "light", "\"green\"");
    expect_at(&scene, "step:1;turn:RIGHT;step:1", VIEW_MANUAL, "refusal code", "\"no_mp\"");
    expect_at(&scene, "step:1", VIEW_MANUAL, "fill added", "\"step:1\"");
    expect_at(&scene, "", VIEW_MANUAL, "next left words", "\"turn:UP_RIGHT\"");
    expect_at(&scene, "", VIEW_MANUAL, "next right words", "\"turn:DOWN_RIGHT\"");
    expect_at(&scene, "", VIEW_MANUAL, "next turn 1 words", "\"turn:UP_LEFT\"");
    expect_at(&scene, "", VIEW_MANUAL, "next turn 1 coal", "1");
    expect_at(&scene, "", VIEW_MANUAL, "next turn 2 code", "\"no_coal_turn\"");
    expect_at(&scene, "turn:UP_RIGHT", VIEW_MANUAL, "next left words", "\"turn:UP_LEFT\"");
    expect_at(&scene, "turn:UP_RIGHT;step:2", VIEW_MANUAL, "ship at", "\"1,-2\"");
}

static void test_no_coal(void **state)
{
    struct scene scene;

    (void)state;
    if (!begin_example(&scene, ISLANDS "-1,1,0,1,1,0,1" BLUE))
        return;
    expect_at(&scene, "turn:-1", VIEW_AUTO, "fill words", "\"turn:-1;turn:-1;step:1\"");
    expect_at(&scene, "turn:+1", VIEW_AUTO, "light", "\"red\"");
    expect_at(&scene, "turn:+1", VIEW_AUTO, "say de",
              "\"so ist kein gültiger Abschluss mehr möglich: die Kohle reicht nicht\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_walks), cmocka_unit_test(test_step_by_step),
        cmocka_unit_test(test_open_speed),   cmocka_unit_test(test_sandbank),
        cmocka_unit_test(test_push),         cmocka_unit_test(test_current),
        cmocka_unit_test(test_no_coal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
