/*
 * What game/view.h promises, tried on random games of every game, and some positions of which we
 * know what a pupil must be told.  A new game is tested here without a line of test code.
 */

#include "support.h"
#include "tries.h"

#include "base/memory.h"
#include "base/rng.h"
#include "game/view.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

enum { GAMES_PER_RULESET = 2, ODD_LOOKS = 7 };

/* A position under test, and paper for what is said about it. */
struct scene {
    const struct game_rules *rules;
    struct position pos;
    move_t *moves;
    char *paper;
    struct buf buf;
    struct json out;
};

static void scene_create(struct scene *scene, const struct game_rules *rules)
{
    *scene = (struct scene){.rules = rules, .paper = memory_get(VIEW_TEXT_MAX, 1)};
    scene->moves = memory_get(rules->moves_max, sizeof *scene->moves);
}

static void scene_destroy(struct scene *scene)
{
    free(scene->moves);
    free(scene->paper);
}

/* Says which position it was before a test fails. */
static void expect(const struct scene *scene, bool holds, const char *what)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    if (holds)
        return;
    buf_init(&buf, text, sizeof text);
    scene->rules->print(&scene->pos, &buf);
    fail_msg("%s: %s: %s", scene->rules->name, what, text);
}

/* ---- asking ---- */

static struct json *clean_paper(struct scene *scene)
{
    buf_init(&scene->buf, scene->paper, VIEW_TEXT_MAX);
    json_init(&scene->out, &scene->buf);
    return &scene->out;
}

/* What is on the paper, as a tree; the caller releases it. */
static json_t *read_paper(struct scene *scene)
{
    json_error_t error;

    expect(scene, !scene->buf.is_full, "VIEW_TEXT_MAX is too small");
    json_t *tree = json_loads(scene->paper, JSON_REJECT_DUPLICATES, &error);
    expect(scene, tree != NULL, error.text);
    return tree;
}

static json_t *view_tree(struct scene *scene)
{
    view_position(scene->rules, &scene->pos, clean_paper(scene), NULL);
    return read_paper(scene);
}

static json_t *moves_tree(struct scene *scene)
{
    view_moves(scene->rules, &scene->pos, scene->moves, clean_paper(scene), NULL);
    return read_paper(scene);
}

/* An empty object where the game has nothing to show. */
static json_t *look_tree(struct scene *scene, const char *field)
{
    const struct game_view *view = view_of(scene->rules);
    struct json *out = clean_paper(scene);

    json_begin_object(out, NULL);
    if (view->look)
        view->look(&scene->pos, slice_of(field), out);
    json_end_object(out);
    return read_paper(scene);
}

/* NULL where a move can begin, otherwise the refusal. */
static json_t *pick_tree(struct scene *scene, const char *field)
{
    struct err why = {0};

    if (view_of(scene->rules)->pick(&scene->pos, slice_of(field), &why))
        return NULL;
    view_refusal(clean_paper(scene), NULL, scene->rules, &why);
    return read_paper(scene);
}

static const char *text_in(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

/* ---- sentences ---- */

/* A code without a sentence is printed itself, and a missing detail leaves two blanks. */
static bool is_sentence(const char *text, const char *code)
{
    return text && strchr(text, ' ') && !strchr(text, '{') && !strstr(text, "  ") &&
           (!code || strcmp(text, code) != 0);
}

static void check_refusal(const struct scene *scene, const json_t *refusal)
{
    const char *code = text_in(refusal, "code");
    const json_t *fields = json_object_get(refusal, "fields");

    expect(scene, code && code[0], "a refusal without a code");
    expect(scene, is_sentence(text_in(refusal, "de"), code), code);
    expect(scene, is_sentence(text_in(refusal, "en"), code), code);
    expect(scene, json_is_array(fields), "a refusal without fields");
    for (size_t i = 0; i < json_array_size(fields); i++) {
        const char *field = json_string_value(json_array_get(fields, i));
        expect(scene, view_of(scene->rules)->is_field(slice_of(field)), field);
    }
}

/* Every refusal anywhere in a tree. */
static void check_refusals(const struct scene *scene, json_t *tree)
{
    const char *key;
    json_t *value;
    size_t i;

    if (json_is_false(json_object_get(tree, "ok")))
        check_refusal(scene, tree);
    json_object_foreach(tree, key, value) check_refusals(scene, value);
    json_array_foreach(tree, i, value) check_refusals(scene, value);
}

/* ---- the view of a position ---- */

static bool is_known(const json_t *fields, const char *id)
{
    return id && json_object_get(fields, id);
}

/* The ids of the fields as keys; the caller releases it. */
static json_t *fields_of(const struct scene *scene, const json_t *view)
{
    json_t *fields = json_pack("{}");
    json_t *field;
    size_t i;

    json_array_foreach(json_object_get(view, "fields"), i, field)
    {
        const char *id = text_in(field, "id");
        expect(scene, id && view_of(scene->rules)->is_field(slice_of(id)), "no name of a field");
        expect(scene, !is_known(fields, id), "a field is there twice");
        expect(scene,
               json_is_integer(json_object_get(field, "x")) &&
                   json_is_integer(json_object_get(field, "y")) && text_in(field, "kind"),
               "a field without place or kind");
        json_object_set_new(fields, id, json_true());
    }
    expect(scene, json_object_size(fields) > 0, "a board without fields");
    return fields;
}

static void check_pieces(const struct scene *scene, const json_t *view, const json_t *fields)
{
    json_t *piece;
    size_t i;

    json_array_foreach(json_object_get(view, "pieces"), i, piece)
    {
        expect(scene, is_known(fields, text_in(piece, "at")), "a piece beside the board");
        expect(scene, text_in(piece, "side") && text_in(piece, "kind"), "a strange piece");
    }
}

static void check_over(const struct scene *scene, const json_t *view)
{
    const json_t *over = json_object_get(view, "over"), *say = json_object_get(over, "say");
    bool is_over = scene->pos.side == SIDE_NONE;

    expect(scene, is_over == json_is_null(json_object_get(view, "side")), "whose turn is it?");
    expect(scene, is_over == json_is_object(over), "over or not?");
    if (is_over)
        expect(scene,
               is_sentence(text_in(say, "de"), NULL) && is_sentence(text_in(say, "en"), NULL),
               "the end has no sentence");
}

/* Of a game that is over one criterion has decided, and a draw is one where it is even.  A game may
 * have none. */
static void check_criteria(const struct scene *scene, const json_t *view)
{
    const json_t *over = json_object_get(view, "over");
    int decisive = 0;
    json_t *one;
    size_t i;

    json_array_foreach(json_object_get(view, "criteria"), i, one)
    {
        json_int_t red = json_integer_value(json_object_get(one, "red"));
        json_int_t blue = json_integer_value(json_object_get(one, "blue"));
        expect(scene, text_in(one, "name") != NULL, "a criterion without a name");
        if (!json_is_true(json_object_get(one, "decides")))
            continue;
        decisive++;
        expect(scene, text_in(over, "winner") || red == blue, "a draw with a better side");
    }
    expect(scene, i == 0 || decisive == json_is_object(over), "what has decided?");
}

/* The view tells nothing of what is hidden. */
static void check_secrets(struct scene *scene)
{
    struct position whole = scene->pos;

    if (!scene->rules->hide)
        return;
    json_t *seen = view_tree(scene);
    scene->rules->hide(&scene->pos);
    json_t *hidden = view_tree(scene);
    expect(scene, json_equal(seen, hidden), "the view knows secrets");
    scene->pos = whole;
    json_decref(seen);
    json_decref(hidden);
}

/* ---- moves ---- */

static void check_words(const struct scene *scene, const json_t *move, move_t expected)
{
    const char *words = text_in(move, "words");
    move_t read = 0;

    if (view_of(scene->rules)->has_costly_words)
        return;
    expect(scene,
           words && scene->rules->read(&scene->pos, slice_of(words), &read, NULL) == VERDICT_LEGAL,
           "a move with other words");
    expect(scene, read == expected, words);
}

/* Collects in `begins` the fields where moves begin, and where something is placed in `places`. */
static void check_move(const struct scene *scene, const json_t *move, const json_t *fields,
                       json_t *begins, json_t *places)
{
    const json_t *from = json_object_get(move, "from");
    const char *to = text_in(move, "to");

    if (json_is_true(json_object_get(move, "skip")))
        return;
    expect(scene, is_known(fields, to), "a move to nowhere");
    expect(scene, json_is_null(from) || is_known(fields, text_in(move, "from")),
           "a move from nowhere");
    if (json_is_null(from))
        json_object_set_new(places, to, json_true());
    else
        json_object_set_new(begins, text_in(move, "from"), json_true());
}

/* What may be placed lies on the field itself or in a reserve beside the board; so a field where
 * something can be placed may be picked or not. */
static void check_picks(struct scene *scene, json_t *fields, const json_t *begins,
                        const json_t *places)
{
    const char *field;
    json_t *value;

    json_object_foreach(fields, field, value)
    {
        json_t *refusal = pick_tree(scene, field);
        if (is_known(begins, field))
            expect(scene, !refusal, field);
        else if (!is_known(places, field))
            expect(scene, refusal != NULL, field);
        if (refusal)
            check_refusal(scene, refusal);
        json_decref(refusal);
    }
}

static void check_moves(struct scene *scene, json_t *fields)
{
    json_t *moves = moves_tree(scene), *begins = json_pack("{}"), *places = json_pack("{}");
    json_t *move;
    size_t i;
    struct position seen = scene->pos;

    if (scene->rules->hide)
        scene->rules->hide(&seen);
    expect(scene, (int)json_array_size(moves) == scene->rules->count(&seen), "moves differ");
    json_array_foreach(moves, i, move)
    {
        move_t number = strtoull(text_in(move, "move"), NULL, 16);
        expect(scene, number == scene->moves[i], "a number of a move got lost");
        check_words(scene, move, number);
        check_move(scene, move, fields, begins, places);
    }
    check_picks(scene, fields, begins, places);
    json_decref(moves);
    json_decref(begins);
    json_decref(places);
}

/* A look at some fields, and at one that is not there. */
static void check_looks(struct scene *scene, json_t *fields)
{
    const char *field;
    json_t *value;
    int n = 0;

    json_object_foreach(fields, field, value)
    {
        if (n++ % ODD_LOOKS != scene->pos.turn % ODD_LOOKS)
            continue;
        json_t *look = look_tree(scene, field);
        check_refusals(scene, look);
        json_decref(look);
    }
    json_t *refusal = pick_tree(scene, "nowhere");
    expect(scene, refusal != NULL, "a move begins nowhere");
    check_refusal(scene, refusal);
    json_decref(refusal);
    json_decref(look_tree(scene, "nowhere"));
}

static void check_position(struct scene *scene)
{
    json_t *view = view_tree(scene);
    json_t *fields = fields_of(scene, view);

    check_refusals(scene, view);
    check_pieces(scene, view, fields);
    check_over(scene, view);
    check_criteria(scene, view);
    check_secrets(scene);
    check_moves(scene, fields);
    check_looks(scene, fields);
    json_decref(fields);
    json_decref(view);
}

static void play_game(struct scene *scene, struct rng *rng)
{
    for (;;) {
        check_position(scene);
        int n = scene->rules->moves(&scene->pos, scene->moves);
        if (n == 0)
            return;
        game_play(scene->rules, &scene->pos, scene->moves[rng_below(rng, n)]);
    }
}

static void test_random_games(void **state)
{
    struct rng rng = rng_make(1117);
    struct scene scene;

    scene_create(&scene, *state);
    for (uint64_t seed = 1; seed <= (uint64_t)tries(GAMES_PER_RULESET); seed++) {
        for (enum ruleset ruleset = RULES_BOOK; ruleset <= RULES_SERVER; ruleset++) {
            struct game_options options = {.ruleset = ruleset};
            assert_true(scene.rules->setup(&scene.pos, seed, &options, NULL));
            play_game(&scene, &rng);
        }
    }
    scene_destroy(&scene);
}

/* ---- examples ---- */

/* False where this game is not built. */
static bool begin_example(struct scene *scene, const char *game, const char *text)
{
    const struct game_rules *rules = game_find(slice_of(game));

    if (!rules)
        return false;
    scene_create(scene, rules);
    position_of(rules, slice_of(text), &scene->pos);
    return true;
}

/* Compares a member of a tree, or all of it, with JSON; releases the tree. */
static void expect_json(json_t *tree, const char *key, const char *expected)
{
    json_t *wanted = json_loads(expected, JSON_DECODE_ANY, NULL);
    json_t *part = key ? json_object_get(tree, key) : tree;
    char *found = json_dumps(part, JSON_ENCODE_ANY);

    if (!wanted || !json_equal(part, wanted))
        fail_msg("%s is %s, not %s", key ? key : "it", found, expected);
    free(found);
    json_decref(wanted);
    json_decref(tree);
}

/* The element of an array whose member `key` is this text. */
static json_t *element_with(const json_t *array, const char *key, const char *text)
{
    json_t *element;
    size_t i;

    json_array_foreach(array, i, element)
    {
        if (text_in(element, key) && strcmp(text_in(element, key), text) == 0)
            return element;
    }
    fail_msg("there is no %s %s", key, text);
    return NULL;
}

static void expect_move(struct scene *scene, const char *words, const char *key,
                        const char *expected)
{
    json_t *moves = moves_tree(scene);

    expect_json(json_incref(element_with(moves, "words", words)), key, expected);
    json_decref(moves);
}

static void expect_pick(struct scene *scene, const char *field, const char *code)
{
    json_t *refusal = pick_tree(scene, field);
    const char *found = refusal ? text_in(refusal, "code") : "fine";

    if (strcmp(found, code) != 0)
        fail_msg("picking %s is %s, not %s", field, found, code);
    json_decref(refusal);
}

static void test_piranhas(void **state)
{
    struct scene scene;

    (void)state;
    if (!begin_example(&scene, "piranhas",
                       "........../........../........../........../...bo...../........../"
                       "..rrb...../.r......../........../r......... r 10"))
        skip();
    expect_json(view_tree(&scene), "facts",
                "{\"red\":{\"fish\":4,\"biggest\":3,\"swarms\":2,\"missing\":1},"
                "\"blue\":{\"fish\":2,\"biggest\":1,\"swarms\":2,\"missing\":1},\"connected\":[]}");
    expect_json(view_tree(&scene), "pieces",
                "[{\"at\":\"b2\",\"side\":\"red\",\"kind\":\"fish\",\"swarm\":0},"
                "{\"at\":\"c3\",\"side\":\"red\",\"kind\":\"fish\",\"swarm\":0},"
                "{\"at\":\"d3\",\"side\":\"red\",\"kind\":\"fish\",\"swarm\":0},"
                "{\"at\":\"a0\",\"side\":\"red\",\"kind\":\"fish\",\"swarm\":1},"
                "{\"at\":\"e3\",\"side\":\"blue\",\"kind\":\"fish\",\"swarm\":0},"
                "{\"at\":\"d5\",\"side\":\"blue\",\"kind\":\"fish\",\"swarm\":1}]");
    expect_move(&scene, "d3d5", "distance", "2");
    expect_move(&scene, "d3d5", "eats", "true");
    expect_move(&scene, "d3d5", "swarm", "{\"red\":[3,2],\"blue\":[1,1]}");
    expect_move(&scene, "d3a3", "eats", "false");
    expect_pick(&scene, "d3", "fine");
    expect_pick(&scene, "e3", "enemy_fish");
    expect_pick(&scene, "e5", "octopus");
    expect_pick(&scene, "a9", "no_fish");
    scene_destroy(&scene);
}

static void test_piranhas_look(void **state)
{
    struct scene scene;

    (void)state;
    if (!begin_example(&scene, "piranhas",
                       "........../........../........../........../...bo...../........../"
                       "..rrb...../.r......../........../r......... r 10"))
        skip();
    json_t *look = look_tree(&scene, "d3"), *ways = json_object_get(look, "ways");
    assert_int_equal(json_array_size(ways), 8);
    json_t *blocked = element_with(ways, "direction", "RIGHT");
    assert_string_equal(text_in(blocked, "to"), "g3");
    assert_string_equal(text_in(blocked, "code"), "blocked");
    expect_json(json_incref(blocked), "fields", "[\"d3\",\"g3\",\"e3\"]");
    expect_json(json_incref(element_with(ways, "direction", "UP")), NULL,
                "{\"to\":\"d5\",\"ok\":true,\"direction\":\"UP\"}");
    expect_json(json_incref(json_array_get(json_object_get(look, "lines"), 3)), NULL,
                "{\"axis\":3,\"count\":1,"
                "\"cells\":[\"a6\",\"b5\",\"c4\",\"d3\",\"e2\",\"f1\",\"g0\"]}");
    json_decref(look);
    scene_destroy(&scene);
}

/* Fish with sizes; the heaviest swarm comes first, though another one has more fish. */
static void test_piranhas26(void **state)
{
    struct scene scene;

    (void)state;
    if (!begin_example(&scene, "piranhas26",
                       "........../........../........../........../....o...../........../"
                       ".....6...5/..33....../........../111....... r 10 b"))
        skip();
    expect_json(view_tree(&scene), "facts",
                "{\"red\":{\"fish\":5,\"biggest\":2,\"swarms\":2,\"missing\":3,"
                "\"weight\":9,\"heaviest\":6,\"weights\":[6,3]},"
                "\"blue\":{\"fish\":2,\"biggest\":1,\"swarms\":2,\"missing\":1,"
                "\"weight\":5,\"heaviest\":3,\"weights\":[3,2]},"
                "\"connected\":[],\"firstUnion\":\"blue\"}");
    json_t *view = view_tree(&scene), *pieces = json_object_get(view, "pieces");
    expect_json(json_incref(element_with(pieces, "at", "c2")), NULL,
                "{\"at\":\"c2\",\"side\":\"red\",\"kind\":\"fish\",\"size\":\"L\","
                "\"weight\":3,\"swarm\":0}");
    expect_json(json_incref(element_with(pieces, "at", "j3")), NULL,
                "{\"at\":\"j3\",\"side\":\"blue\",\"kind\":\"fish\",\"size\":\"M\","
                "\"weight\":2,\"swarm\":1}");
    json_decref(view);
    expect_move(&scene, "b0b1", "swarm", "{\"red\":[6,9],\"blue\":[3,3]}");
    expect_move(&scene, "b0b1", "eats", "false");
    scene_destroy(&scene);
}

/* Blocked on the way beyond the edge: there is no target to show. */
static void test_piranhas26_look(void **state)
{
    struct scene scene;

    (void)state;
    if (!begin_example(&scene, "piranhas26",
                       "4........4/........../........../........../........../1.......24/"
                       "........../........../........../.......... r 10 -"))
        skip();
    json_t *look = look_tree(&scene, "i4"), *ways = json_object_get(look, "ways");
    json_t *blocked = element_with(ways, "direction", "RIGHT");
    expect_json(json_incref(blocked), "to", "null");
    expect_json(json_incref(blocked), "code", "\"blocked\"");
    expect_json(json_incref(blocked), "fields", "[\"i4\",\"j4\"]");
    json_decref(look);
    scene_destroy(&scene);
}

/* A fish in the corner among enemies, and red in one swarm while blue still has an answer. */
static void test_piranhas_ends(void **state)
{
    struct scene scene;

    (void)state;
    if (!begin_example(&scene, "piranhas",
                       ".........b/........../........../.....r..../........../........../"
                       "........../........../bb......../rb........ r 10"))
        skip();
    expect_pick(&scene, "a0", "stuck");
    scene_destroy(&scene);
    begin_example(&scene, "piranhas",
                  ".........b/........../........../.....rr.../........../........../"
                  "........../........../........../.b........ b 11");
    json_t *view = view_tree(&scene);
    expect_json(json_incref(json_object_get(view, "facts")), "connected", "[\"red\"]");
    expect_json(view, "over", "null");
    scene_destroy(&scene);
    begin_example(&scene, "piranhas",
                  ".........b/........../........../.....rr.../........../........../"
                  "........../........../........../.b........ - 12");
    view = view_tree(&scene);
    expect_json(json_incref(json_object_get(view, "over")), "reason", "\"swarm\"");
    expect_json(json_incref(json_object_get(view, "over")), "winner", "\"red\"");
    expect_json(view, "side", "null");
    expect_pick(&scene, "f6", "over");
    scene_destroy(&scene);
}

static void test_penguins(void **state)
{
    struct scene scene;

    (void)state;
    if (!begin_example(&scene, "penguins",
                       "00000000/0R121B40/00300000/00000000/R0000000/0R000000/BB000000/BR000000 "
                       "r 8 4,5"))
        skip();
    expect_json(view_tree(&scene), "facts",
                "{\"red\":{\"fish\":4,\"placed\":4,\"reach\":7,\"stuck\":3},"
                "\"blue\":{\"fish\":5,\"placed\":4,\"reach\":11,\"stuck\":3},"
                "\"phase\":\"slide\",\"toPlace\":0,\"regions\":{\"c2\":\"both\",\"d2\":\"both\","
                "\"e2\":\"both\",\"c3\":\"both\",\"g2\":\"blue\"},"
                "\"left\":11,\"canMove\":[\"red\",\"blue\"]}");
    expect_move(&scene, "b2e2", "fish", "1");
    expect_move(&scene, "b2e2", "path", "[\"c2\",\"d2\"]");
    json_t *look = look_tree(&scene, "b2");
    expect_json(json_incref(json_array_get(json_object_get(look, "ways"), 0)), NULL,
                "{\"cells\":[\"c2\",\"d2\",\"e2\"],\"blocker\":\"penguin\",\"at\":\"f2\"}");
    json_decref(look);
    expect_pick(&scene, "b2", "fine");
    expect_pick(&scene, "a5", "stuck");
    expect_pick(&scene, "f2", "wrong_color");
    expect_pick(&scene, "c3", "no_penguin");
    scene_destroy(&scene);
}

static void expect_kind(struct scene *scene, const char *field, const char *kind)
{
    json_t *view = view_tree(scene);

    assert_string_equal(text_in(element_with(json_object_get(view, "fields"), "id", field), "kind"),
                        kind);
    json_decref(view);
}

static void test_penguins_placing(void **state)
{
    struct scene scene;

    (void)state;
    if (!begin_example(&scene, "penguins",
                       "12000000/R0000000/00000000/00000000/00000000/00000000/00000000/00000000 "
                       "b 1 1,0"))
        skip();
    json_t *view = view_tree(&scene), *facts = json_object_get(view, "facts");
    expect_json(json_incref(facts), "phase", "\"place\"");
    expect_json(json_incref(facts), "toPlace", "7");
    json_decref(view);
    expect_kind(&scene, "a1", "start");
    expect_kind(&scene, "b1", "floe");
    expect_kind(&scene, "a2", "floe");
    expect_kind(&scene, "c1", "hole");
    expect_move(&scene, "a1", "from", "null");
    expect_pick(&scene, "a1", "fine");
    expect_pick(&scene, "b1", "too_many_fish");
    expect_pick(&scene, "a2", "occupied");
    expect_pick(&scene, "c1", "hole");
    scene_destroy(&scene);
}

/* A chain with an ant at its end, a beetle on its queen, and blue's queen overdue. */
static void test_hive(void **state)
{
    struct scene scene;

    (void)state;
    if (!begin_example(&scene, "hive",
                       "-3,0:QB -2,0:S -1,0:S 0,0:A 1,0:a 2,0:s 3,0:s 4,0:# 5,-5:# | b 7"))
        return;
    json_t *view = view_tree(&scene), *pieces = json_object_get(view, "pieces");
    json_t *facts = json_object_get(view, "facts"), *blue = json_object_get(facts, "blue");
    json_t *reserve = json_object_get(blue, "reserve"), *ant = element_with(reserve, "kind", "ant");
    expect_json(json_incref(json_array_get(pieces, 0)), NULL,
                "{\"at\":\"-3,0\",\"side\":\"red\",\"kind\":\"bee\",\"level\":0,\"top\":false,"
                "\"pinned\":false,\"stuck\":false}");
    expect_json(json_incref(json_array_get(pieces, 2)), "pinned", "true");
    expect_json(json_incref(json_array_get(pieces, 7)), "pinned", "false");
    expect_json(json_incref(blue), "mustPlaceQueen", "true");
    expect_json(json_incref(json_object_get(ant, "locked")), "code", "\"queen_deadline\"");
    expect_json(json_incref(element_with(reserve, "kind", "bee")), "locked", "null");
    expect_json(json_incref(element_with(reserve, "kind", "spider")), "count", "0");
    json_decref(view);
    expect_json(look_tree(&scene, "2,0"), "falls", "[\"3,0\"]");
    expect_json(look_tree(&scene, "3,0"), "falls", "[]");
    expect_pick(&scene, "3,0", "queen_deadline");
    expect_pick(&scene, "-3,0", "not_own_piece");
    expect_pick(&scene, "0,3", "no_piece");
    expect_pick(&scene, "4,0", "target_bramble");
    expect_move(&scene, "Q@3,1", "from", "null");
    expect_move(&scene, "Q@3,1", "kind", "\"bee\"");
    scene_destroy(&scene);
}

static void test_hive_ways(void **state)
{
    struct scene scene;

    (void)state;
    if (!begin_example(&scene, "hive", "0,0:Q 1,0:q 2,0:A 0,1:S -1,0:Ab -2,0:a 3,0:# | r 8"))
        return;
    expect_move(&scene, "2,0>1,1", "path", "[\"2,0\",\"1,1\"]");
    expect_move(&scene, "2,0>0,-1", "path", "[\"2,0\",\"2,-1\",\"1,-1\",\"0,-1\"]");
    expect_move(&scene, "0,1>-3,1", "path", "[\"0,1\",\"-1,1\",\"-2,1\",\"-3,1\"]");
    expect_pick(&scene, "2,0", "fine");
    expect_pick(&scene, "0,0", "one_hive");
    expect_pick(&scene, "-1,0", "covered");
    scene_destroy(&scene);
}

/* A queen in the corner, beside a bramble: only two fields are left, and one of them is taken. */
static void test_hive_queen(void **state)
{
    struct scene scene;

    (void)state;
    if (!begin_example(&scene, "hive", "5,-5:Q 4,-5:# 4,-4:a 3,-3:q | r 8"))
        return;
    json_t *view = view_tree(&scene), *facts = json_object_get(view, "facts");
    json_t *red = json_object_get(facts, "red");
    expect_json(json_incref(red), "free", "1");
    expect_json(json_incref(red), "around",
                "[{\"id\":\"6,-6\",\"cause\":\"edge\"},{\"id\":\"5,-6\",\"cause\":\"edge\"},"
                "{\"id\":\"4,-5\",\"cause\":\"bramble\"},{\"id\":\"4,-4\",\"cause\":\"insect\"},"
                "{\"id\":\"5,-4\",\"cause\":\"free\"},{\"id\":\"6,-5\",\"cause\":\"edge\"}]");
    json_decref(view);
    expect_pick(&scene, "5,-5", "fine");
    scene_destroy(&scene);
}

int main(void)
{
    const struct CMUnitTest examples[] = {
        cmocka_unit_test(test_hive),          cmocka_unit_test(test_hive_ways),
        cmocka_unit_test(test_hive_queen),    cmocka_unit_test(test_piranhas),
        cmocka_unit_test(test_piranhas_look), cmocka_unit_test(test_piranhas_ends),
        cmocka_unit_test(test_piranhas26),    cmocka_unit_test(test_piranhas26_look),
        cmocka_unit_test(test_penguins),      cmocka_unit_test(test_penguins_placing),
    };

    return run_for_every_game("views of random games", test_random_games) +
           cmocka_run_group_tests(examples, NULL, NULL);
}
