/* Bots on trial: two games against zufall, or one move.  Only for the owner at this machine. */

#include "web/bot_book.h"
#include "web/game_json.h"
#include "web/program_request.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "game/view.h"
#include "server/bot_check.h"

#include <stdlib.h>
#include <string.h>

enum { ASK_LIMIT_MS = 10 * 1000, ASK_LIMIT_MAX_MS = 600 * 1000 };

/* ---- the self test: two games against zufall, colours swapped ---- */

/* The connection sleeps until somebody calls `wake`. */
static void sleep_on(struct request *request)
{
    request->is_waiting = true;
    MHD_suspend_connection(request->connection);
}

static void wake(struct request *request)
{
    request->is_waiting = false;
    MHD_resume_connection(request->connection);
    web_wake(request->web);
}

struct selftest {
    struct request *request;
    struct store_bot bot;
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

/* The verdict stays with the version that was tried; a disk that refuses does not
 * spoil the answer. */
static void note_test(const struct selftest *test, struct slice text)
{
    struct bot_book book = bot_book_open(test->request->web, &test->bot);

    bot_book_note_test(&book, text, NULL);
    bot_book_close(&book);
}

/* All that is told about a test; `why` is what kept it from beginning, or NULL. */
static const struct buf *write_test(struct selftest *test, const struct err *why)
{
    struct json *json = web_response_json(test->request->web);

    json_end_array(&test->json);
    json_begin_object(json, NULL);
    json_bool(json, "ok", test->is_fine && !why);
    json_int(json, "atMs", clock_wall_ms());
    json_text(json, "game", test->rules->name);
    game_json_refusal_or_null(json, "why", test->rules, why);
    json_raw(json, "games", buf_slice(&test->buf));
    json_end_object(json);
    if (!json->out->is_full)
        note_test(test, buf_slice(json->out));
    return json->out;
}

static void finish_test(struct selftest *test)
{
    answer_json(test->request, MHD_HTTP_OK, write_test(test, NULL));
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
    finish_test(test);
    wake(request);
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

/* {game} is needed for a bot that is registered for no special one. */
static void on_selftest(struct request *request)
{
    struct selftest *test = memory_get(1, sizeof *test);
    struct err why = {0};

    if (!program_request_find_bot(request, &test->bot)) {
        free(test);
        return;
    }
    const char *game = body_text(body_whole(&request->body), "game", test->bot.game, &why);
    test->request = request;
    test->rules = game ? game_find(slice_of(game)) : NULL;
    test->is_fine = true;
    buf_init(&test->buf, test->games, sizeof test->games);
    json_init(&test->json, &test->buf);
    json_begin_array(&test->json, NULL);
    if (!test->rules)
        err_set(&why, "bad_value", "game");
    if (test->rules && play_test(test, &why)) {
        sleep_on(request);
        return;
    }
    if (test->rules)
        write_test(test, &why);
    program_request_refuse(request, &why);
    free(test);
}

/* The last test, with all that the program said. */
static void on_last_test(struct request *request)
{
    struct store_bot bot;
    struct slice text;
    struct err why = {0};

    if (!program_request_find_bot(request, &bot))
        return;
    struct bot_book book = bot_book_open(request->web, &bot);
    if (bot_book_load_test(&book, &text, &why)) {
        answer_bytes(request, text, "application/json", MHD_RESPMEM_MUST_COPY);
        file_free(text);
    } else {
        answer_refusal(request, MHD_HTTP_NOT_FOUND, NULL, &why);
    }
    bot_book_close(&book);
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
    wake(request);
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

static void on_ask(struct request *request)
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
        sleep_on(request);
        return;
    }
    program_request_refuse(request, &why);
    free(question);
}

const struct route bot_check_routes[] = {
    {"GET", "/api/bots/*/test", RIGHT_OWNER_LOCAL, on_last_test},
    {"POST", "/api/bots/*/selftest", RIGHT_OWNER_LOCAL, on_selftest},
    {"POST", "/api/ask", RIGHT_OWNER_LOCAL, on_ask},
    {0},
};
