/* Bots on trial: two games against zufall, or one move.  Only for the owner at this machine. */

#include "web/background.h"
#include "web/game_json.h"
#include "web/program_request.h"

#include "base/clock.h"
#include "base/memory.h"
#include "game/view.h"
#include "server/bot_check.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { ASK_LIMIT_MS = 10 * 1000, ASK_LIMIT_MAX_MS = 600 * 1000 };

/* ---- the self test: two games against zufall, colours swapped ---- */

struct selftest {
    struct request *request;
    struct bot_row bot; /* as it was when the test began */
    const struct game_rules *rules;
    enum side side; /* of the bot in the present game */
    bool is_fine;
    struct err why;         /* what kept it from beginning; no code: nothing did */
    char games[128 * 1024]; /* as far as they have been played, in JSON */
    struct buf buf;
    struct json json;
};

static void note_game(struct selftest *test, const struct bot_check_result *result)
{
    struct json *json = &test->json;

    test->is_fine = test->is_fine && result->is_fine;
    json_begin_object(json, NULL);
    view_side(json, "side", test->side);
    json_bool(json, "ok", result->is_fine);
    json_int(json, "plies", result->plies);
    view_side(json, "winner", result->outcome.result.winner);
    game_json_refusal_or_null(json, "why", test->rules, result->is_fine ? NULL : &result->why);
    program_request_json_lines(json, "log", result->lines);
    json_end_object(json);
}

/* A game without what was said in it. */
static json_t *result_of(const json_t *game)
{
    static const char *const keys[] = {"side", "ok", "plies", "winner"};
    json_t *result = json_object();

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        json_object_set(result, keys[i], json_object_get(game, keys[i]));
    return result;
}

/* What the list tells about a test: its results, and the first thing that went wrong. */
static json_t *outline_of(const json_t *test)
{
    json_t *results = json_array(), *why = json_object_get(test, "why"), *game;
    size_t i;

    json_array_foreach(json_object_get(test, "games"), i, game)
    {
        why = json_is_object(why) ? why : json_object_get(game, "why");
        json_array_append_new(results, result_of(game));
    }
    return json_pack("{s:o, s:O?, s:O?, s:O?, s:O?}", "results", results, "ok",
                     json_object_get(test, "ok"), "atMs", json_object_get(test, "atMs"), "game",
                     json_object_get(test, "game"), "why", json_is_object(why) ? why : NULL);
}

/* The test stays with the version that was tried; a store that refuses does not spoil the answer.
 */
static void keep(struct db *db, const struct selftest *test, struct slice whole)
{
    json_t *tree = json_loadb(whole.at, whole.len, 0, NULL), *outline = outline_of(tree);
    char *text = json_dumps(outline, JSON_COMPACT);

    if (tree && text)
        bot_table_set_test(db, test->bot.id, test->bot.version,
                           &(struct bot_test_row){.whole = whole, .outline = slice_of(text)}, NULL);
    free(text);
    json_decref(outline);
    json_decref(tree);
}

/* All that is told about the test. */
static bool work_finish(struct db *db, void *ctx, struct json *json, struct err *why)
{
    struct selftest *test = ctx;
    bool has_begun = !test->why.code[0];

    json_end_array(&test->json);
    json_begin_object(json, NULL);
    json_bool(json, "ok", test->is_fine && has_begun);
    json_int(json, "atMs", clock_wall_ms());
    json_text(json, "game", test->rules->name);
    game_json_refusal_or_null(json, "why", test->rules, has_begun ? NULL : &test->why);
    json_raw(json, "games", buf_slice(&test->buf));
    json_end_object(json);
    keep(db, test, buf_slice(json->out));
    return has_begun || err_set(why, test->why.code, test->why.details);
}

static bool play_test(struct selftest *test, struct err *why);

static void on_test_game(void *context, const struct bot_check_result *result)
{
    struct selftest *test = context;
    struct bot_check_result broken = {.outcome.result.winner = SIDE_NONE};

    note_game(test, result);
    /* A program that does not join in time would not do so a second time either. */
    if (test->side == SIDE_RED && strcmp(result->why.code, "bot_no_join") != 0) {
        test->side = SIDE_BLUE;
        if (play_test(test, &broken.why))
            return;
        note_game(test, &broken);
    }
    background_answer_store(test->request, MHD_HTTP_OK, work_finish, test);
}

static bool play_test(struct selftest *test, struct err *why)
{
    struct bot_check_config config = {
        .rules = test->rules,
        .side = test->side,
        .program = {.command = test->bot.command, .arguments = "", .folder = test->bot.folder},
        .name = test->bot.name,
        .opponent = "zufall",
    };

    return bot_check_start(test->request->web->config.server, &config, on_test_game, test, why);
}

static bool work_load(struct db *db, void *ctx, struct json *json, struct err *why)
{
    (void)json;
    return bot_table_load(db, ((struct bot_row *)ctx)->id, ctx, why);
}

/* {game} is needed for a bot that is registered for no special one. */
static void begin_selftest(struct request *request, void *ctx)
{
    const struct bot_row *bot = ctx;
    struct err why = {0};
    const char *game = body_text(body_whole(&request->body), "game", bot->game, &why);
    const struct game_rules *rules = game ? game_find(slice_of(game)) : NULL;

    if (!rules) {
        refuse(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "bad_value", "game");
        return;
    }
    struct selftest *test = memory_get(1, sizeof *test);
    test->request = request;
    test->bot = *bot;
    test->rules = rules;
    test->is_fine = true;
    buf_init(&test->buf, test->games, sizeof test->games);
    json_init(&test->json, &test->buf);
    json_begin_array(&test->json, NULL);
    if (!play_test(test, &test->why))
        background_answer_store(request, MHD_HTTP_OK, work_finish, test);
}

static void on_selftest(struct request *request)
{
    struct bot_row *bot = memory_get(1, sizeof *bot);

    slice_to_int64(slice_of(request->id), &bot->id);
    background_start_store(request, work_load, begin_selftest, bot);
}

/* The last test, with all that the program said. */
static bool work_last_test(struct db *db, void *ctx, struct json *json, struct err *why)
{
    struct bot_row *bot = ctx;
    char *text;

    if (!bot_table_load(db, bot->id, bot, why) ||
        !bot_table_load_check_report(db, bot->id, &text, why))
        return false;
    json_raw(json, NULL, slice_of(text));
    free(text);
    return true;
}

static void on_last_test(struct request *request)
{
    struct bot_row *bot = memory_get(1, sizeof *bot);

    slice_to_int64(slice_of(request->id), &bot->id);
    background_answer_store(request, MHD_HTTP_OK, work_last_test, bot);
}

/* ---- asking for a move ---- */

struct question {
    struct request *request;
    const struct game_rules *rules;
};

static void on_answer(void *context, const struct bot_check_result *result)
{
    struct question *question = context;
    struct request *request = question->request;
    struct json *json = web_begin_json(request->web);

    json_begin_object(json, NULL);
    if (result->is_fine) {
        json_text(json, "words", result->words);
        json_int(json, "ms", result->move_ms);
    } else {
        view_refusal_members(json, question->rules, &result->why);
    }
    program_request_json_lines(json, "log", result->lines);
    json_end_object(json);
    answer_json(request, result->is_fine ? MHD_HTTP_OK : MHD_HTTP_UNPROCESSABLE_CONTENT, json->out);
    free(question);
    request_wake(request);
}

static bool read_question(struct request *request, struct game_setup *wish, int *limit_ms,
                          struct err *why)
{
    struct body_part body = body_whole(&request->body);
    const char *game = body_text(body, "game", "", why);
    const char *position = body_text(body, "position", "", why);
    struct board_setup board = {.options = "", .position = position};

    wish->rules = game ? game_find(slice_of(game)) : NULL;
    if (!wish->rules)
        return err_set(why, "bad_value", "game");
    if (!position || !position[0])
        return err_set(why, "bad_value", "position");
    return body_int(body, "limitMs", 1, ASK_LIMIT_MAX_MS, limit_ms, why) &&
           rooms_draw_board(request->web->config.server, &board, wish, why);
}

static void ask(struct request *request)
{
    struct game_setup wish = {0};
    struct program_request order;
    struct err why = {0};
    int limit_ms = ASK_LIMIT_MS;

    if (!read_question(request, &wish, &limit_ms, &why) ||
        !program_request_read(request, body_whole(&request->body), &order, &why)) {
        answer_refusal(request, MHD_HTTP_UNPROCESSABLE_CONTENT, wish.rules, &why);
        return;
    }
    struct question *question = memory_get(1, sizeof *question);
    *question = (struct question){.request = request, .rules = wish.rules};
    struct bot_check_config config = {
        .rules = wish.rules,
        .start = &wish.start,
        .side = (enum side)wish.start.side,
        .program = order.wish,
        .name = order.bot.name,
        .has_limits = true,
        .limits = {.hard_ms = limit_ms},
    };
    if (bot_check_start(request->web->config.server, &config, on_answer, question, &why)) {
        request_sleep(request);
        return;
    }
    answer_store_refusal(request, &why);
    free(question);
}

static void on_ask(struct request *request) { program_request_begin(request, ask); }

const struct route bot_check_routes[] = {
    {"GET", "/api/bots/*/test", RIGHT_OWNER_LOCAL, on_last_test},
    {"POST", "/api/bots/*/selftest", RIGHT_OWNER_LOCAL, on_selftest},
    {"POST", "/api/ask", RIGHT_OWNER_LOCAL, on_ask},
    {0},
};
