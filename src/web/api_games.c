/* Games: the list, a new one, one of them. */

#include "web/background.h"
#include "web/ended_game.h"
#include "web/program_request.h"

#include "base/memory.h"
#include "search/level.h"
#include "server/builtin.h"
#include "server/game_removal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUMMARY_BYTES = 128 * 1024 }; /* more than one needs, whatever its programs have printed */

/* ---- the list ---- */

/* A page of the archive. */
struct archive_page {
    char place[PATH_MAX];
    int before, limit; /* numbers below `before`, so many games at most */
    struct err why;    /* the archive could not be read */
    int count;
    struct store_game games[];
};

static bool take_game(void *ctx, const struct store_game *game)
{
    struct archive_page *page = ctx;

    page->games[page->count++] = *game;
    return true;
}

static bool read_page(struct db *db, void *ctx, struct json *json, struct err *why)
{
    struct archive_page *page = ctx;
    struct store *store = store_open_at(page->place, &page->why);

    (void)db, (void)json, (void)why;
    if (store)
        store_list_ended(store, page->before, page->limit, take_game, page, &page->why);
    store_close(store);
    return true;
}

/* A list that is too long for one answer ends early; the newest come first. */
static bool has_room(const struct json *json)
{
    return json->out->size - json->out->len > SUMMARY_BYTES;
}

static void list_living(struct request *request, struct json *json)
{
    struct room_view *games = malloc(WEB_LIST_MAX * sizeof *games);
    int count = games ? rooms_list(request->web->config.server, games, WEB_LIST_MAX) : 0;

    for (int i = 0; i < count && has_room(json); i++) {
        struct game_card card = game_card_of_room(&games[i]);
        game_json_summary(json, &card, game_json_reader(request));
    }
    free(games);
}

static void list_recent(struct request *request, struct json *json)
{
    struct room_view game;

    for (int i = 0; has_room(json) && rooms_recent(request->web->config.server, i, &game); i++) {
        struct game_card card = game_card_of_room(&game);
        game_json_summary(json, &card, game_json_reader(request));
    }
}

/* The number before which the next page begins; 0: there are no more games. */
static int64_t list_archived(struct request *request, struct json *json,
                             const struct archive_page *page)
{
    int i;

    for (i = 0; i < page->count && has_room(json); i++) {
        const struct store_game *game = &page->games[i];
        const struct game_rules *rules = game_find(slice_of(game->game));
        struct room_view recent;
        struct position end;
        if (rooms_view(request->web->config.server, game->id, &recent) || !rules ||
            !rules->parse(slice_of(game->last_position), &end, NULL))
            continue;
        struct game_card card = game_card_of_archive(game, &end, NULL);
        game_json_summary(json, &card, game_json_reader(request));
    }
    return i > 0 && (i < page->count || i == page->limit) ? page->games[i - 1].number : 0;
}

/* The first page begins with the games that are not in the archive, or not only there. */
static void answer_list(struct request *request, const struct archive_page *page)
{
    struct json *json = web_begin_json(request->web);
    int64_t more = 0;

    json_begin_object(json, NULL);
    json_begin_array(json, "games");
    if (!page || page->before == INT_MAX)
        list_living(request, json);
    if (page && page->before == INT_MAX)
        list_recent(request, json);
    if (page)
        more = list_archived(request, json, page);
    json_end_array(json);
    json_positive_or_null(json, "more", more);
    json_end_object(json);
    answer_json(request, MHD_HTTP_OK, json->out);
}

static void finish_list(struct request *request, void *ctx)
{
    const struct archive_page *page = ctx;

    if (page->why.code[0])
        answer_refusal(request, MHD_HTTP_SERVICE_UNAVAILABLE, NULL, &page->why);
    else
        answer_list(request, page);
}

/* GET /api/games?phase=running&before=NUMBER&limit=N */
static void on_list(struct request *request)
{
    const char *phase = request_argument(request, "phase");
    int before = INT_MAX, limit = WEB_LIST_USUAL;

    if (!request_number(request, "before", INT_MAX, &before) ||
        !request_number(request, "limit", WEB_LIST_MAX, &limit))
        return;
    if (phase && strcmp(phase, "running") == 0) {
        answer_list(request, NULL);
        return;
    }
    struct archive_page *page = memory_get(1, sizeof *page + (size_t)limit * sizeof page->games[0]);
    snprintf(page->place, sizeof page->place, "%s", request->web->store);
    page->before = before;
    page->limit = limit;
    background_start(request, read_page, finish_list, page);
}

/* ---- one game ---- */

static void on_game(struct request *request)
{
    struct room_view game;

    if (rooms_view(request->web->config.server, request->id, &game)) {
        struct game_card card = game_card_of_room(&game);
        struct json *json = web_begin_json(request->web);
        game_json_whole(json, &card, game_json_reader(request));
        answer_json(request, MHD_HTTP_OK, json->out);
        return;
    }
    struct ended_game source = ended_game_of_archive(request->web, request->id);
    match_files_answer_game(request, &source);
}

/* ---- deleting one ---- */

static void on_removed(struct game_removal *removal)
{
    struct request *request = removal->context;

    if (!removal->task.is_fine)
        answer_store_refusal(request, &removal->task.why);
    else if (removal->unfinished > 0)
        refuse(request, MHD_HTTP_CONFLICT, "game_running", "");
    else if (removal->unknown > 0)
        refuse(request, MHD_HTTP_NOT_FOUND, "no_such_game", request->id);
    else
        answer_empty(request);
    free(removal);
    request_wake(request);
}

/* DELETE /api/games/ID */
static void on_remove(struct request *request)
{
    struct game_removal *removal = memory_get(1, sizeof *removal);
    struct err why = {0};

    removal->count = 1;
    removal->done = on_removed;
    removal->context = request;
    bool is_id = buf_copy_line(removal->games[0].id, STORE_ID_SIZE, request->id);
    if (is_id && game_removal_start(request->web->config.server, removal, &why)) {
        request_sleep(request);
        return;
    }
    free(removal);
    if (is_id)
        answer_refusal(request, MHD_HTTP_SERVICE_UNAVAILABLE, NULL, &why);
    else
        refuse(request, MHD_HTTP_NOT_FOUND, "no_such_game", request->id);
}

/* ---- a new one ---- */

static bool read_kind(struct body_part part, enum seat_kind *kind, struct err *why)
{
    const char *given = body_text(part, "kind", game_json_kind(SEAT_BUILTIN), why);

    for (*kind = SEAT_MANUAL; given && *kind <= SEAT_PERSON; ++*kind) {
        if (strcmp(game_json_kind(*kind), given) == 0)
            return true;
    }
    return err_set(why, "bad_value", "kind");
}

/* What a seat's program is called, unless the page says otherwise. */
static bool read_program(struct request *request, struct body_part part,
                         struct program_request *order, struct game_setup_seat *seat,
                         struct err *why)
{
    if (!request->is_loopback)
        return err_set(why, "bot_not_here", "");
    if (!program_request_read(request, part, order, why))
        return false;
    seat->program = order->wish;
    seat->program.name = NULL; /* the page has named the seat */
    return true;
}

bool game_setup_read_seat(struct request *request, struct body_part part,
                          struct program_request *order, struct game_setup_seat *seat,
                          struct err *why)
{
    if (!read_kind(part, &seat->kind, why))
        return false;
    if (!request->has_token && seat->kind != SEAT_PERSON && seat->kind != SEAT_BUILTIN)
        return err_set(why, "guest_seat", "");
    if (seat->kind == SEAT_BOT && !read_program(request, part, order, seat, why))
        return false;
    const char *name = body_text(part, "name", "", why);
    seat->player = body_text(part, "player", "", why);
    if (!name || !seat->player)
        return false;
    if (seat->kind == SEAT_BUILTIN && !builtin_can_sit(seat->player, why))
        return false;
    if (seat->kind == SEAT_BUILTIN && !name[0])
        name = seat->player;
    if (seat->kind == SEAT_BOT && !name[0])
        name = order->bot.name[0] ? order->bot.name : "Bot";
    if (seat->kind == SEAT_PERSON && !name[0])
        name = "Mensch";
    /* Names end up in XML and in files. */
    buf_copy_line(seat->name, sizeof seat->name, name);
    return true;
}

static bool read_board(struct body_part body, struct board_setup *board, char options[64],
                       struct err *why)
{
    const char *rules = body_text(body, "rules", "book", why);
    const char *hand = body_text(body, "hand", "", why);
    const char *start = body_text(body, "start", "", why);
    enum ruleset ruleset;

    if (!rules || !hand || !start)
        return false;
    if (!ruleset_find(slice_of(rules), &ruleset))
        return err_set(why, "bad_value", "rules");
    if (hand[0])
        snprintf(options, 64, "hand=%.48s", hand);
    *board = (struct board_setup){.ruleset = ruleset,
                                  .options = options,
                                  .position = start[0] ? start : NULL,
                                  .has_seed = body_has(body, "seed")};
    return body_int64(body, "seed", &board->seed, why);
}

/* With a program at the table its messages are logged, unless the request says otherwise. */
static bool read_logging(struct body_part body, struct game_setup *wish, struct err *why)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        enum seat_kind kind = wish->seats[side].kind;
        wish->is_logged |= kind == SEAT_BOT || kind == SEAT_MANUAL;
    }
    return body_bool(body, "log", &wish->is_logged, why);
}

static bool read_pace(struct body_part body, struct game_setup *wish, struct err *why)
{
    enum { LIMIT_MAX_MS = 24 * 3600 * 1000 };
    const char *limit_for = body_text(body, "limitFor", "bots", why);

    wish->has_limit = body_has(body, "limitMs");
    wish->limits_everyone = limit_for && strcmp(limit_for, "all") == 0;
    return limit_for && body_int(body, "limitMs", 0, LIMIT_MAX_MS, &wish->limit_ms, why) &&
           body_int(body, "paceMs", 0, LIMIT_PACE_MS, &wish->move_pace_ms, why) &&
           body_bool(body, "paused", &wish->is_paused, why);
}

/* The game is looked up first, so that a refusal can be told in its words. */
static bool read_wish(struct request *request, struct game_setup *wish,
                      struct program_request orders[], struct err *why)
{
    struct body_part body = body_whole(&request->body);
    const char *game = body_text(body, "game", "", why);
    char options[64] = "";
    struct board_setup board;

    wish->rules = game ? game_find(slice_of(game)) : NULL;
    if (!wish->rules)
        return err_set(why, "bad_value", "game");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        struct body_part part;
        if (!body_get_object(body, side_name(side), &part, why) ||
            !game_setup_read_seat(request, part, &orders[side], &wish->seats[side], why))
            return false;
    }
    return body_int(body, "port", 0, 65535, &wish->port, why) && read_pace(body, wish, why) &&
           read_logging(body, wish, why) && read_board(body, &board, options, why) &&
           rooms_draw_board(request->web->config.server, &board, wish, why);
}

static bool is_level(const char *player)
{
    for (int i = 0; level_at(i); i++) {
        if (strcmp(level_at(i)->name, player) == 0)
            return true;
    }
    return false;
}

/* What a guest may order: people, and built-in players as they are. */
static bool take_guest(struct request *request, struct game_setup *wish, struct err *why)
{
    bool is_fine = wish->port == 0, has_person = false;

    if (request->has_token)
        return true;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        const struct game_setup_seat *seat = &wish->seats[side];
        has_person = has_person || seat->kind == SEAT_PERSON;
        is_fine = is_fine && (seat->kind != SEAT_BUILTIN || is_level(seat->player));
    }
    wish->guest = &request->address;
    wish->is_logged = false;
    return (is_fine && has_person) || err_set(why, "guest_seat", "");
}

static void answer_ticket(struct request *request, const struct game_ticket *ticket)
{
    struct json *json = web_begin_json(request->web);

    json_begin_object(json, NULL);
    json_text(json, "id", ticket->id);
    json_begin_object(json, "secrets");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (ticket->secrets[side][0])
            json_text(json, side_name(side), ticket->secrets[side]);
    }
    json_end_object(json);
    json_end_object(json);
    answer_json(request, MHD_HTTP_CREATED, json->out);
}

/* A program or a port that is not to be had is the asker's business, all else ours. */
static unsigned status_of(const struct err *why)
{
    bool is_theirs = strncmp(why->code, "bot_", 4) == 0 || strncmp(why->code, "port_", 5) == 0;

    if (strncmp(why->code, "guest_", 6) == 0)
        return MHD_HTTP_TOO_MANY_REQUESTS;
    return is_theirs ? MHD_HTTP_UNPROCESSABLE_CONTENT : MHD_HTTP_SERVICE_UNAVAILABLE;
}

static void create(struct request *request)
{
    struct game_setup wish = {0};
    struct program_request orders[SIDE_NONE];
    struct game_ticket ticket;
    struct err why = {0};

    if (!read_wish(request, &wish, orders, &why) || !take_guest(request, &wish, &why))
        answer_refusal(request,
                       strcmp(why.code, "guest_seat") == 0 ? MHD_HTTP_FORBIDDEN
                                                           : MHD_HTTP_BAD_REQUEST,
                       wish.rules, &why);
    else if (!rooms_open(request->web->config.server, &wish, &ticket, &why))
        answer_refusal(request, status_of(&why), wish.rules, &why);
    else
        answer_ticket(request, &ticket);
}

static void on_create(struct request *request) { program_request_begin(request, create); }

const struct route game_routes[] = {
    {"GET", "/api/games", RIGHT_WATCH, on_list},
    {"POST", "/api/games", RIGHT_GUEST, on_create},
    {"GET", "/api/games/*.kw", RIGHT_ANYONE, game_download_answer},
    {"GET", "/api/games/*.xml", RIGHT_ANYONE, game_download_answer},
    {"GET", "/api/games/*.xml.gz", RIGHT_ANYONE, game_download_answer},
    {"GET", "/api/games/*", RIGHT_ANYONE, on_game},
    {"DELETE", "/api/games/*", RIGHT_OWNER, on_remove},
    {0},
};
