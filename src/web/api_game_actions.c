/* What people and the owner do in a game. */

#include "web/game_json.h"
#include "web/internal.h"
#include "web/program_request.h"

#include "game/view.h"
#include "server/builtin.h"

#include <stdio.h>
#include <string.h>

static struct server *server_of(const struct request *request)
{
    return request->web->config.server;
}

/* The game has changed, is not what the caller thinks, or is not there: 409, 404; what was done
 * cannot be kept at the moment: 503; else the words were not a move: 422. */
static unsigned status_of(const struct err *why)
{
    static const char *const conflicts[] = {
        "stale",       "not_your_turn", "paused",          "not_paused",
        "over",        "no_past",       "seat_taken",      "taken_program",
        "taken_river", "still_waiting", "pace_person",     "offer_open",
        "offer_again", "no_offer",      "offer_no_person", "rematch_early"};

    if (strcmp(why->code, "no_such_game") == 0)
        return MHD_HTTP_NOT_FOUND;
    if (strcmp(why->code, "bad_value") == 0)
        return MHD_HTTP_BAD_REQUEST;
    if (strcmp(why->code, "disk_full") == 0)
        return MHD_HTTP_SERVICE_UNAVAILABLE;
    for (size_t i = 0; i < sizeof conflicts / sizeof *conflicts; i++) {
        if (strcmp(why->code, conflicts[i]) == 0)
            return MHD_HTTP_CONFLICT;
    }
    return MHD_HTTP_UNPROCESSABLE_CONTENT;
}

static const struct game_rules *rules_of(const struct request *request)
{
    struct room_view game;

    return rooms_view(server_of(request), request->id, &game) ? game.room->rules : NULL;
}

static void answer_action(struct request *request, bool is_done, const struct err *why)
{
    if (is_done)
        answer_empty(request);
    else
        answer_refusal(request, status_of(why), rules_of(request), why);
}

static void bad_request(struct request *request, const struct err *why)
{
    answer_refusal(request, MHD_HTTP_BAD_REQUEST, NULL, why);
}

/* Does it, and says so or why not. */
static void act(struct request *request, struct room_action action)
{
    struct err why = {0};

    answer_action(request, rooms_do(server_of(request), request->id, &action, &why), &why);
}

/* The ply as the event stream tells it; {} if a forced move was illegal and has ended the game. */
static void answer_ply(struct request *request, int ply)
{
    struct room_view game;

    if (!rooms_view(server_of(request), request->id, &game) ||
        game.room->record.ply_count != ply + 1) {
        answer_empty(request);
        return;
    }
    struct game_card card = game_card_of_room(&game);
    struct json *json = web_begin_json(request->web);
    game_json_last_ply(json, &card);
    answer_json(request, MHD_HTTP_OK, json->out);
}

static void on_move(struct request *request)
{
    struct body_part body = body_whole(&request->body);
    struct room_action move = {.kind = ROOM_MOVE, .side = request->seat, .ply = -1};
    struct err why = {0};
    bool is_forced = false;

    const char *words = body_text(body, "words", "", &why);
    if (!words || !body_int(body, "ply", 0, RECORD_PLIES_MAX, &move.ply, &why) ||
        !body_bool(body, "force", &is_forced, &why)) {
        bad_request(request, &why);
        return;
    }
    move.words = slice_of(words);
    move.judging = is_forced ? JUDGE_TURN : JUDGE_LENIENT;
    if (rooms_do(server_of(request), request->id, &move, &why))
        answer_ply(request, move.ply);
    else
        answer_action(request, false, &why);
}

static void on_resign(struct request *request)
{
    act(request, (struct room_action){.kind = ROOM_RESIGN, .side = request->seat});
}

static void on_takeback(struct request *request)
{
    act(request, (struct room_action){.kind = ROOM_TAKE_BACK, .side = request->seat});
}

/* A draw is offered; the other side accepts or declines it, or a move to be taken back. */
static void on_draw(struct request *request)
{
    act(request, (struct room_action){.kind = ROOM_OFFER_DRAW, .side = request->seat});
}

static void on_accept(struct request *request)
{
    act(request, (struct room_action){.kind = ROOM_ACCEPT, .side = request->seat});
}

static void on_decline(struct request *request)
{
    act(request, (struct room_action){.kind = ROOM_DECLINE, .side = request->seat});
}

/* The person draws the secret and keeps it first, so that an answer that is lost loses no seat. */
static void on_join(struct request *request)
{
    struct body_part body = body_whole(&request->body);
    struct err why = {0};
    const char *secret = body_text(body, "secret", "", &why);
    const char *name = secret ? body_text(body, "name", "", &why) : NULL;

    if (!name) {
        bad_request(request, &why);
        return;
    }
    answer_action(
        request,
        rooms_hand_over(server_of(request), request->id, request->seat, secret, name, &why), &why);
}

static void on_rematch(struct request *request)
{
    const struct in6_addr *guest = request->has_token ? NULL : &request->address;
    struct err why = {0};

    answer_action(request,
                  rooms_rematch(server_of(request), request->id, request->seat, guest, &why), &why);
}

/* Which seat the secret opens; null: none. */
static void on_own_seat(struct request *request)
{
    struct json *json = web_begin_json(request->web);

    json_begin_object(json, NULL);
    view_side(json, "side", request->seat);
    json_end_object(json);
    answer_json(request, MHD_HTTP_OK, json->out);
}

static void on_pause(struct request *request)
{
    static const struct room_action unlimit = {.kind = ROOM_LIMIT, .side = SIDE_NONE};
    struct err why = {0};
    bool is_paused = true, is_unlimited = false;
    struct body_part body = body_whole(&request->body);

    if (!body_bool(body, "paused", &is_paused, &why) ||
        !body_bool(body, "unlimited", &is_unlimited, &why))
        bad_request(request, &why);
    else if (is_unlimited && !rooms_do(server_of(request), request->id, &unlimit, &why))
        answer_action(request, false, &why);
    else
        act(request, (struct room_action){.kind = is_paused ? ROOM_PAUSE : ROOM_GO_ON});
}

static void on_step(struct request *request)
{
    act(request, (struct room_action){.kind = ROOM_STEP});
}

static void on_abort(struct request *request)
{
    act(request, (struct room_action){.kind = ROOM_CALL_OFF, .cause = CAUSE_REGULAR});
}

static void on_pace(struct request *request)
{
    struct room_action action = {.kind = ROOM_PACE};
    struct err why = {0};

    if (!body_int(body_whole(&request->body), "ms", 0, LIMIT_PACE_MS, &action.pace_ms, &why))
        bad_request(request, &why);
    else
        act(request, action);
}

static bool read_side(struct body_part body, enum side *side, struct err *why)
{
    const char *given = body_text(body, "side", "", why);

    return (given && side_find(slice_of(given), side)) || err_set(why, "bad_value", "side");
}

static void take_seat(struct request *request)
{
    struct body_part body = body_whole(&request->body);
    struct game_setup_seat seat = {0};
    struct program_request order = {0};
    struct err why = {0};
    enum side side;

    if (!game_setup_read_seat(request, body, &order, &seat, &why) ||
        !read_side(body, &side, &why)) {
        answer_action(request, false, &why);
        return;
    }
    seat.program.name = order.wish.name; /* the seat keeps its name otherwise */
    answer_action(request, rooms_change_seat(server_of(request), request->id, side, &seat, &why),
                  &why);
}

/* A built-in player or a program takes a seat that is still empty. */
static void on_seat(struct request *request) { program_request_begin(request, take_seat); }

const struct route game_action_routes[] = {
    {"POST", "/api/games/*/move", RIGHT_SEAT, on_move},
    {"POST", "/api/games/*/resign", RIGHT_SEAT, on_resign},
    {"POST", "/api/games/*/takeback", RIGHT_SEAT_OR_OWNER, on_takeback},
    {"POST", "/api/games/*/draw", RIGHT_SEAT, on_draw},
    {"POST", "/api/games/*/accept", RIGHT_SEAT, on_accept},
    {"POST", "/api/games/*/decline", RIGHT_SEAT, on_decline},
    {"POST", "/api/games/*/join", RIGHT_SEAT, on_join},
    {"POST", "/api/games/*/rematch", RIGHT_SEAT, on_rematch},
    {"GET", "/api/games/*/seat", RIGHT_ANYONE, on_own_seat},
    {"POST", "/api/games/*/pause", RIGHT_OWNER, on_pause},
    {"POST", "/api/games/*/step", RIGHT_OWNER, on_step},
    {"POST", "/api/games/*/abort", RIGHT_OWNER, on_abort},
    {"POST", "/api/games/*/pace", RIGHT_OWNER, on_pace},
    {"POST", "/api/games/*/seat", RIGHT_OWNER, on_seat},
    {0},
};
