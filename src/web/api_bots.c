/* Bots: the list of programs, trying one, asking one for a move.  Only for the owner at this machine. */

#include "web/order.h"

#include "base/memory.h"
#include "game/view.h"
#include "server/roster.h"
#include "server/trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASK_LIMIT_MS = 10 * 1000, ASK_LIMIT_MAX_MS = 600 * 1000 };

static struct server *server_of(const struct request *request)
{
    return request->web->config.server;
}

static void answer_no(struct request *request, const struct err *why)
{
    bool is_unknown = strcmp(why->code, "bot_unknown") == 0;

    answer_refusal(request, is_unknown ? MHD_HTTP_NOT_FOUND : MHD_HTTP_UNPROCESSABLE_CONTENT, NULL,
                   why);
}

static void show_id(struct json *json, int64_t id)
{
    char text[24];

    snprintf(text, sizeof text, "%lld", (long long)id);
    json_text(json, "id", text);
}

/* ---- the list ---- */

static bool show_bot(void *context, const struct store_bot *bot)
{
    struct json *json = context;

    json_begin_object(json, NULL);
    show_id(json, bot->id);
    json_text(json, "name", bot->name);
    json_text(json, "game", bot->game);
    json_text(json, "command", bot->command);
    json_text(json, "folder", bot->folder);
    json_text(json, "note", bot->note);
    json_int(json, "addedMs", bot->added_ms);
    json_end_object(json);
    return true;
}

static void on_list(struct request *request)
{
    struct buf buf = web_paper(request->web);
    struct err why = {0};
    struct json json;
    struct store *store = roster_store(server_of(request), &why);

    json_init(&json, &buf);
    json_begin_object(&json, NULL);
    json_begin_array(&json, "bots");
    bool is_listed = store && store_bot_list(store, show_bot, &json, &why);
    json_end_array(&json);
    json_end_object(&json);
    if (is_listed)
        answer_json(request, MHD_HTTP_OK, &buf);
    else
        answer_refusal(request, MHD_HTTP_SERVICE_UNAVAILABLE, NULL, &why);
}

/* A text of the body, whole or not at all. */
static bool take_text(struct body_part body, const char *name, char *text, size_t size,
                      struct err *why)
{
    const char *given = body_text(body, name, "", why);
    struct buf buf;

    if (!given)
        return false;
    buf_init(&buf, text, size);
    for (; *given; given++)
        buf_add_char(&buf, (unsigned char)*given < ' ' ? ' ' : *given);
    return !buf.is_full || err_say(why, "bad_value", name);
}

static void on_add(struct request *request)
{
    struct body_part body = body_whole(&request->body);
    struct store_bot bot = {0};
    struct err why = {0};
    struct json json;

    if (!take_text(body, "name", bot.name, sizeof bot.name, &why) ||
        !take_text(body, "game", bot.game, sizeof bot.game, &why) ||
        !take_text(body, "command", bot.command, sizeof bot.command, &why) ||
        !take_text(body, "folder", bot.folder, sizeof bot.folder, &why) ||
        !take_text(body, "note", bot.note, sizeof bot.note, &why) ||
        !roster_add(server_of(request), &bot, &why)) {
        answer_no(request, &why);
        return;
    }
    struct buf buf = web_paper(request->web);
    json_init(&json, &buf);
    show_bot(&json, &bot);
    answer_json(request, MHD_HTTP_CREATED, &buf);
}

/* The bot that the path names; false: it has been refused. */
static bool find_bot(struct request *request, struct store_bot *bot)
{
    struct err why = {0};
    struct store *store = roster_store(server_of(request), &why);
    int64_t id = 0;

    if (!slice_to_int64(slice_of(request->id), &id))
        err_say(&why, "bot_unknown", "");
    else if (store && store_bot_load(store, id, bot, &why))
        return true;
    answer_no(request, &why);
    return false;
}

static void on_remove(struct request *request)
{
    struct store_bot bot;
    struct err why = {0};

    if (!find_bot(request, &bot))
        return;
    if (store_bot_remove(roster_store(server_of(request), &why), bot.id, &why))
        answer_empty(request);
    else
        answer_no(request, &why);
}

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

static void note_game(struct selftest *test, const struct trial_result *result)
{
    struct json *json = &test->json;

    test->is_fine = test->is_fine && result->is_fine;
    json_begin_object(json, NULL);
    view_side(json, "side", test->side);
    json_bool(json, "ok", result->is_fine);
    json_int(json, "plies", result->plies);
    view_side(json, "winner", result->outcome.result.winner);
    if (result->is_fine)
        json_nothing(json, "why");
    else
        view_refusal(json, "why", test->rules, &result->why);
    order_show_lines(json, "log", result->lines);
    json_end_object(json);
}

static void finish_test(struct selftest *test)
{
    struct request *request = test->request;
    struct buf buf = web_paper(request->web);
    struct json json;

    json_end_array(&test->json);
    json_init(&json, &buf);
    json_begin_object(&json, NULL);
    json_bool(&json, "ok", test->is_fine);
    json_raw(&json, "games", buf_slice(&test->buf));
    json_end_object(&json);
    answer_json(request, MHD_HTTP_OK, &buf);
    free(test);
}

static bool play_test(struct selftest *test, struct err *why);

static void on_test_game(void *context, const struct trial_result *result)
{
    struct selftest *test = context;
    struct request *request = test->request;
    struct trial_result broken = {.outcome.result.winner = SIDE_NONE};

    note_game(test, result);
    if (test->side == SIDE_RED) {
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
    struct trial_config config = {
        .rules = test->rules,
        .side = test->side,
        .program = {.command = test->bot.command, .arguments = "", .folder = test->bot.folder},
        .name = test->bot.name,
        .opponent = "zufall",
    };

    return trial_start(server_of(test->request), &config, on_test_game, test, why);
}

/* {game} is needed for a bot that is registered for no special one. */
static void on_selftest(struct request *request)
{
    struct selftest *test = memory_get(1, sizeof *test);
    struct err why = {0};

    if (!find_bot(request, &test->bot)) {
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
        err_say(&why, "bad_value", "game");
    if (test->rules && play_test(test, &why)) {
        sleep_on(request);
        return;
    }
    answer_no(request, &why);
    free(test);
}

/* ---- asking for a move ---- */

struct question {
    struct request *request;
    const struct game_rules *rules;
};

static void on_answer(void *context, const struct trial_result *result)
{
    struct question *question = context;
    struct request *request = question->request;
    struct buf buf = web_paper(request->web);
    struct json json;

    json_init(&json, &buf);
    json_begin_object(&json, NULL);
    if (result->is_fine) {
        json_text(&json, "words", result->words);
        json_int(&json, "ms", result->move_ms);
    } else {
        view_refusal_members(&json, question->rules, &result->why);
    }
    order_show_lines(&json, "log", result->lines);
    json_end_object(&json);
    answer_json(request, result->is_fine ? MHD_HTTP_OK : MHD_HTTP_UNPROCESSABLE_CONTENT, &buf);
    free(question);
    wake(request);
}

static bool read_question(struct request *request, struct hall_wish *wish, int *limit_ms,
                          struct err *why)
{
    struct body_part body = body_whole(&request->body);
    const char *game = body_text(body, "game", "", why);
    const char *position = body_text(body, "position", "", why);
    struct hall_board board = {.options = "", .position = position};

    wish->rules = game ? game_find(slice_of(game)) : NULL;
    if (!wish->rules)
        return err_say(why, "bad_value", "game");
    if (!position || !position[0])
        return err_say(why, "bad_value", "position");
    return body_int(body, "limitMs", 1, ASK_LIMIT_MAX_MS, limit_ms, why) &&
           hall_draw(server_of(request), &board, wish, why);
}

static void on_ask(struct request *request)
{
    struct hall_wish wish = {0};
    struct order order;
    struct err why = {0};
    int limit_ms = ASK_LIMIT_MS;

    if (!read_question(request, &wish, &limit_ms, &why) ||
        !order_read(request, body_whole(&request->body), &order, &why)) {
        answer_refusal(request, MHD_HTTP_UNPROCESSABLE_CONTENT, wish.rules, &why);
        return;
    }
    struct question *question = memory_get(1, sizeof *question);
    *question = (struct question){.request = request, .rules = wish.rules};
    struct trial_config config = {
        .rules = wish.rules,
        .start = &wish.start,
        .side = (enum side)wish.start.side,
        .program = order.wish,
        .name = order.bot.name,
        .has_limits = true,
        .limits = {.hard_ms = limit_ms},
    };
    if (trial_start(server_of(request), &config, on_answer, question, &why)) {
        sleep_on(request);
        return;
    }
    answer_no(request, &why);
    free(question);
}

const struct route bot_routes[] = {
    {"GET", "/api/bots", RIGHT_HOUSE, on_list},
    {"POST", "/api/bots", RIGHT_HOUSE, on_add},
    {"DELETE", "/api/bots/*", RIGHT_HOUSE, on_remove},
    {"POST", "/api/bots/*/selftest", RIGHT_HOUSE, on_selftest},
    {"POST", "/api/ask", RIGHT_HOUSE, on_ask},
    {0},
};
