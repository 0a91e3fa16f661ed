/* The server itself: its name and version, its state, its log. */

#include "web/events.h"
#include "web/internal.h"
#include "web/network.h"

#include "base/memory.h"
#include "game/view.h"
#include "search/level.h"
#include "server/bot_sandbox.h"
#include "web/owner_code.h"

#include <stdio.h>
#include <stdlib.h>

const char *request_argument(struct request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

bool request_number(struct request *request, const char *name, int max, int *number)
{
    const char *given = request_argument(request, name);

    return !given || slice_to_int(slice_of(given), 0, max, number) ||
           refuse(request, MHD_HTTP_BAD_REQUEST, "bad_value", name);
}

const char *request_header(struct request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

static void hello_members(struct request *request, struct json *json)
{
    const struct web *web = request->web;

    json_text(json, "version", web->config.version);
    json_text(json, "build", static_files_build(web));
    json_bool(json, "owner", request->has_token);
    json_text(json, "guests", guests_word(web->guests));
    json_int(json, "port", server_port(web->config.server));
    json_bool(json, "cell", bot_sandbox_is_on(web->config.server));
    json_begin_array(json, "games");
    for (int i = 0; game_at(i); i++) {
        json_begin_object(json, NULL);
        json_text(json, "name", game_at(i)->name);
        json_text(json, "title", game_at(i)->title);
        json_text(json, "family", game_family(game_at(i)));
        json_int(json, "year", game_at(i)->year);
        json_end_object(json);
    }
    json_end_array(json);
    json_begin_array(json, "players");
    for (int i = 0; level_at(i); i++)
        json_text(json, NULL, level_at(i)->name);
    json_end_array(json);
}

static void on_hello(struct request *request)
{
    struct json *json = web_begin_json(request->web);

    json_begin_object(json, NULL);
    hello_members(request, json);
    json_end_object(json);
    answer_json(request, MHD_HTTP_OK, json->out);
}

/* A one-time code becomes the token (web/owner_code.h). */
static void on_token(struct request *request)
{
    struct err why = {0};
    const char *code = body_text(body_whole(&request->body), "code", "", &why);

    if (!code || !owner_code_take(request->web->data_dir, code)) {
        refuse(request, MHD_HTTP_FORBIDDEN, "bad_code", "");
        return;
    }
    struct json *json = web_begin_json(request->web);
    json_begin_object(json, NULL);
    json_text(json, "token", request->web->token);
    json_end_object(json);
    answer_json(request, MHD_HTTP_OK, json->out);
}

static void log_lines(struct server *server, struct json *json)
{
    struct last_lines *recent = calloc(1, sizeof *recent);

    if (recent)
        server_recent_log(server, recent);
    json_begin_array(json, "log");
    for (int i = 0; recent && i < last_lines_count(recent); i++)
        json_text(json, NULL, last_lines_at(recent, i)->text);
    json_end_array(json);
    free(recent);
}

static void problems(struct server *server, struct json *json)
{
    struct err why = {0};

    json_begin_array(json, "problems");
    if (!server_takes_games(server, &why))
        view_refusal(json, NULL, NULL, &why);
    if (memory_is_short())
        view_refusal(json, NULL, NULL, &(struct err){.code = "memory_short"});
    json_end_array(json);
}

static void on_status(struct request *request)
{
    const struct web *web = request->web;
    struct json *json = web_begin_json(request->web);
    struct server_counts counts;
    char address[WEB_ADDRESS_SIZE];

    server_count(web->config.server, &counts);
    web_address(web, address);
    json_begin_object(json, NULL);
    hello_members(request, json);
    json_int(json, "uptimeMs", counts.uptime_ms);
    json_int(json, "rooms", counts.rooms);
    json_int(json, "sessions", counts.sessions);
    json_int(json, "moves", counts.moves);
    json_int(json, "messages", counts.messages);
    json_int(json, "refused", counts.refused);
    json_int(json, "longestTurnMs", counts.longest_turn_us / 1000);
    json_int(json, "longestLagMs", counts.longest_lag_us / 1000);
    json_text(json, "address", address);
    problems(web->config.server, json);
    if (request->has_token) {
        json_text(json, "dataDir", web->data_dir);
        network_json(web, json);
        log_lines(web->config.server, json);
    }
    json_end_object(json);
    answer_json(request, MHD_HTTP_OK, json->out);
}

const struct route server_routes[] = {
    {"GET", "/api/hello", RIGHT_ANYONE, on_hello},
    {"POST", "/api/token", RIGHT_ANYONE, on_token},
    {"GET", "/api/status", RIGHT_ANYONE, on_status},
    {"GET", "/api/events", RIGHT_ANYONE, events_answer},
    {"POST", "/api/events/*/subs", RIGHT_ANYONE, events_set_topics},
    {0},
};
