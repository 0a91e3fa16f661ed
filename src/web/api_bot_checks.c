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
    program_request_show_lines(json, "log", result->lines);
    json_end_object(json);
}

/* A test that is over; it stays with the version that was tried. */
struct selftest_verdict {
    int64_t bot;
    int version;
    struct err why;            /* what kept the test from beginning; no code: nothing did */
    struct answer_text answer; /* all that is told about it */
};

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

/* A store that refuses does not spoil the answer. */
static bool work_note(struct db *db, void *ctx, struct err *why)
{
    const struct selftest_verdict *verdict = ctx;
    struct slice whole = buf_slice(&verdict->answer.text);
    json_t *tree = json_loadb(whole.at, whole.len, 0, NULL), *outline = outline_of(tree);
    char *text = json_dumps(outline, JSON_COMPACT);

    if (tree && text)
        bot_table_set_test(db, verdict->bot, verdict->version,
                           &(struct bot_test_row){.whole = whole, .outline = slice_of(text)}, why);
    free(text);
    json_decref(outline);
    json_decref(tree);
    return true;
}

static void answer_verdict(struct request *request, void *ctx)
{
    const struct selftest_verdict *verdict = ctx;

    if (verdict->why.code[0])
        answer_store_refusal(request, &verdict->why);
    else
        answer_json(request, MHD_HTTP_OK, &verdict->answer.text);
}

/* Keeps the test and answers; `why` is what kept it from beginning, or NULL.  Frees it. */
static void finish_test(struct selftest *test, const struct err *why)
{
    struct selftest_verdict *verdict = memory_get(1, sizeof *verdict);
    struct json *json = &verdict->answer.json;

    verdict->bot = test->bot.id;
    verdict->version = test->bot.version;
    verdict->why = why ? *why : (struct err){0};
    answer_text_init(&verdict->answer);
    json_end_array(&test->json);
    json_begin_object(json, NULL);
    json_bool(json, "ok", test->is_fine && !why);
    json_int(json, "atMs", clock_wall_ms());
    json_text(json, "game", test->rules->name);
    game_json_refusal_or_null(json, "why", test->rules, why);
    json_raw(json, "games", buf_slice(&test->buf));
    json_end_object(json);
    background_start_store(test->request, work_note, answer_verdict, verdict);
    free(test);
}

static bool play_test(struct selftest *test, struct err *why);

static void on_test_game(void *context, const struct bot_check_result *result)
{
    struct selftest *test = context;
    struct request *request = test->request;
    struct bot_check_result broken = {.outcome.result.winner = SIDE_NONE};

    note_game(test, result);
    /* Who does not join in time would not do so a second time either. */
    if (test->side == SIDE_RED && strcmp(result->why.code, "bot_no_join") != 0) {
        test->side = SIDE_BLUE;
        if (play_test(test, &broken.why))
            return;
        note_game(test, &broken);
    }
    finish_test(test, NULL);
    if (request->response) /* it was refused */
        request_wake(request);
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

static bool work_load(struct db *db, void *ctx, struct err *why)
{
    struct bot_row *bot = ctx;

    return bot_table_load(db, bot->id, bot, why);
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
    if (!play_test(test, &why))
        finish_test(test, &why);
}

static void on_selftest(struct request *request)
{
    int64_t id;

    if (!program_request_bot_id(request, &id))
        return;
    struct bot_row *bot = memory_get(1, sizeof *bot);
    bot->id = id;
    background_start_store(request, work_load, begin_selftest, bot);
}

/* ---- the last test, with all that the program said ---- */

struct last_test {
    int64_t bot;
    char *text; /* on the heap */
    struct err why;
};

static bool work_last_test(struct db *db, void *ctx, struct err *why)
{
    struct last_test *test = ctx;
    struct bot_row bot;

    if (!bot_table_load(db, test->bot, &bot, why))
        return false;
    bot_table_load_test(db, test->bot, &test->text, &test->why);
    return true;
}

static void answer_last_test(struct request *request, void *ctx)
{
    const struct last_test *test = ctx;

    if (test->text)
        answer_bytes(request, slice_of(test->text), "application/json", MHD_RESPMEM_MUST_FREE);
    else
        answer_refusal(request, MHD_HTTP_NOT_FOUND, NULL, &test->why);
}

static void on_last_test(struct request *request)
{
    int64_t id;

    if (!program_request_bot_id(request, &id))
        return;
    struct last_test *test = memory_get(1, sizeof *test);
    test->bot = id;
    background_start_store(request, work_last_test, answer_last_test, test);
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
    struct json *json = web_response_json(request->web);

    json_begin_object(json, NULL);
    if (result->is_fine) {
        json_text(json, "words", result->words);
        json_int(json, "ms", result->move_ms);
    } else {
        view_refusal_members(json, question->rules, &result->why);
    }
    program_request_show_lines(json, "log", result->lines);
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
