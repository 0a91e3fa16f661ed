#include "web/game_json.h"

#include "base/clock.h"
#include "game/view.h"
#include "web/internal.h"
#include "web/program_request.h"

bool game_json_keeps_secrets(const struct room_view *game)
{
    return game->room->rules->hide && game->room->phase != ROOM_ENDED;
}

/* ---- pieces ---- */

static void show_position(struct json *out, const char *key, const struct game_rules *rules,
                          const struct position *pos)
{
    struct position seen = *pos;
    char text[GAME_TEXT_MAX];
    struct buf buf;

    room_hide(rules, &seen);
    buf_init(&buf, text, sizeof text);
    rules->print(&seen, &buf);
    json_slice(out, key, buf_slice(&buf));
}

static void show_start(struct json *out, const struct room_view *game)
{
    const struct room *room = game->room;
    char text[GAME_TEXT_MAX];
    struct buf buf;

    if (game_json_keeps_secrets(game)) {
        show_position(out, "start", room->rules, &room->record.start);
        return;
    }
    buf_init(&buf, text, sizeof text);
    room->rules->print(&room->record.start, &buf);
    json_slice(out, "start", buf_slice(&buf));
}

/* A 64-bit number is a text: JavaScript would round it. */
static void show_seed(struct json *out, const struct room_view *game)
{
    const struct record *record = &game->room->record;
    char text[24];
    struct buf buf;

    if (!record->has_seed || game_json_keeps_secrets(game)) {
        json_nothing(out, "seed");
        return;
    }
    buf_init(&buf, text, sizeof text);
    buf_add_int(&buf, record->seed);
    json_slice(out, "seed", buf_slice(&buf));
}

void game_json_refusal_or_null(struct json *out, const char *key, const struct game_rules *rules,
                               const struct err *why)
{
    if (why && why->code[0])
        view_refusal(out, key, rules, why);
    else
        json_nothing(out, key);
}

/* ---- seats ---- */

const char *game_json_kind(enum seat_kind kind)
{
    static const char *const kinds[] = {[SEAT_PERSON] = "person",
                                        [SEAT_BUILTIN] = "builtin",
                                        [SEAT_BOT] = "bot",
                                        [SEAT_MANUAL] = "manual"};

    return kinds[kind];
}

static const char *state_of(const struct seat_view *seat)
{
    if (seat->program.phase == BOT_PROCESS_GONE || seat->has_left)
        return "gone";
    if (seat->is_here)
        return "ready";
    return seat->kind == SEAT_BOT ? "starting" : "empty";
}

/* What a program prints is its owner's business. */
static void show_program(struct json *out, const struct seat_view *seat, enum game_json_to to)
{
    const struct bot_process_state *program = &seat->program;
    bool has_program = program->phase != BOT_PROCESS_NONE;

    json_positive_or_null(out, "pid", program->phase == BOT_PROCESS_GONE ? 0 : program->pid);
    json_positive_or_null(out, "sinceMs", has_program ? program->since_ms : seat->since_ms);
    json_bool(out, "late", program->is_late);
    program_request_show_lines(out, "says", to == SHOW_OWNER ? program->lines : NULL);
    game_json_refusal_or_null(out, "exit", NULL, &program->end);
}

static void show_seat(struct json *out, const struct room_view *game, enum side side,
                      enum game_json_to to)
{
    const struct seat_view *seat = &game->seats[side];

    json_begin_object(out, side_name(side));
    json_text(out, "kind", game_json_kind(seat->kind));
    json_text(out, "name", game->room->seats[side].name);
    json_text_or_null(out, "player", seat->player);
    json_text(out, "state", state_of(seat));
    show_program(out, seat, to);
    json_text_or_null(out, "reservation", to == SHOW_OWNER ? seat->code : NULL);
    json_end_object(out);
}

/* ---- the result ---- */

static const char *reason_of(const struct room *room)
{
    struct game_result result = {0};

    if (room->pos.side != SIDE_NONE)
        return NULL;
    room->rules->result(&room->pos, &result);
    return result.reason;
}

static void show_scores(struct json *out, const struct room *room)
{
    json_begin_object(out, "scores");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        json_begin_array(out, side_name(side));
        for (int i = 0; i < room->rules->score_count; i++)
            json_int(out, NULL, room->outcome.result.score[side][i]);
        json_end_array(out);
    }
    json_end_object(out);
}

/* The refusal that says it in both languages: what we know of a program says more than that it has
 * left.  False: there is none. */
static bool find_fault(const struct room_view *game, enum side side, struct err *why)
{
    const struct room *room = game->room;
    const struct seat_view *seat = &game->seats[side];
    enum cause cause = room->outcome.cause[side];

    *why = room->outcome.fault[side];
    if (cause == CAUSE_LEFT && room_was_garbled(room, side))
        err_set(why, "bot_garbage", "");
    else if (cause == CAUSE_LEFT && bot_process_has_failed(&seat->program))
        *why = seat->program.end;
    return why->code[0] != '\0';
}

/* What a side did wrong; without a refusal as the result says it. */
static void show_fault(struct json *out, const struct room_view *game, enum side side)
{
    struct err why = {0};

    if (find_fault(game, side, &why))
        view_refusal(out, side_name(side), game->room->rules, &why);
    else
        json_text(out, side_name(side), game->room->outcome.reason[side]);
}

static void show_result(struct json *out, const struct room_view *game)
{
    const struct room *room = game->room;

    if (room->phase != ROOM_ENDED) {
        json_nothing(out, "result");
        return;
    }
    json_begin_object(out, "result");
    view_side(out, "winner", room->outcome.result.winner);
    json_begin_object(out, "cause");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        json_text(out, side_name(side), cause_name(room->outcome.cause[side]));
    json_end_object(out);
    json_begin_object(out, "say");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        show_fault(out, game, side);
    json_end_object(out);
    json_text_or_null(out, "reason", reason_of(room));
    show_scores(out, room);
    json_end_object(out);
}

/* ---- plies ---- */

static void show_ply_members(struct json *out, const struct record *record, int ply)
{
    const struct record_ply *played = &record->plies[ply];

    json_slice(out, "words", record_slice(record, played->words));
    if (played->time_ms == RECORD_TIME_UNKNOWN)
        json_nothing(out, "ms");
    else
        json_int(out, "ms", played->time_ms);
    json_int(out, "lag", played->lag_ms);
    json_slice(out, "hint", record_slice(record, played->hint));
}

static void show_plies(struct json *out, const struct room *room)
{
    const struct record *record = &room->record;
    struct position pos = record->start;

    json_begin_array(out, "plies");
    for (int i = 0; i < record->ply_count; i++) {
        game_play(room->rules, &pos, record->plies[i].move);
        json_begin_object(out, NULL);
        show_ply_members(out, record, i);
        show_position(out, "position", room->rules, &pos);
        json_end_object(out);
    }
    json_end_array(out);
}

/* When the side to move was asked, by the wall's clock; null: nobody is asked. */
static void show_asked(struct json *out, const struct room *room)
{
    int64_t since_ms = (clock_now_us() - room->asked_us) / 1000;

    if (room->phase == ROOM_RUNNING && room->is_asked)
        json_int(out, "askedMs", clock_wall_ms() - since_ms);
    else
        json_nothing(out, "askedMs");
}

void game_json_last_ply(struct json *out, const struct room_view *game)
{
    const struct room *room = game->room;
    int last = room->record.ply_count - 1;

    json_begin_object(out, NULL);
    json_text(out, "id", room->id);
    json_int(out, "ply", last);
    show_ply_members(out, &room->record, last);
    show_position(out, "position", room->rules, &room->pos);
    view_side(out, "side", (enum side)room->pos.side);
    /* The event is told just before the next side is asked. */
    if (room->pos.side != SIDE_NONE && !room->is_paused)
        json_int(out, "askedMs", clock_wall_ms());
    else
        json_nothing(out, "askedMs");
    json_end_object(out);
}

/* ---- the whole ---- */

static void show_last_words(struct json *out, const struct record *record)
{
    if (record->ply_count > 0)
        json_slice(out, "last", record_slice(record, record->plies[record->ply_count - 1].words));
    else
        json_nothing(out, "last");
}

static void show_limit(struct json *out, const struct room *room)
{
    int limit_ms = 0;

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        const struct room_seat *seat = &room->seats[side];
        int soft_ms = seat->has_own_limits ? seat->limits.soft_ms : room->limits.soft_ms;
        if (seat->can_timeout && soft_ms > limit_ms)
            limit_ms = soft_ms;
    }
    json_positive_or_null(out, "limitMs", limit_ms);
}

static void game_json_summary_members(struct json *out, const struct room_view *game,
                                      enum game_json_to to)
{
    static const char *const phases[] = {
        [ROOM_WAITING] = "waiting", [ROOM_RUNNING] = "running", [ROOM_ENDED] = "over"};
    const struct room *room = game->room;

    json_text(out, "id", room->id);
    json_positive_or_null(out, "number", game->number);
    json_text(out, "game", room->rules->name);
    json_text(out, "phase", phases[room->phase]);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        show_seat(out, game, side, to);
    json_int(out, "ply", room->record.ply_count);
    view_side(out, "side", room->phase == ROOM_ENDED ? SIDE_NONE : (enum side)room->pos.side);
    show_position(out, "position", room->rules, &room->pos);
    show_last_words(out, &room->record);
    show_limit(out, room);
    json_bool(out, "paused", room->is_paused);
    json_positive_or_null(out, "startedMs", game->started_ms);
    show_result(out, game);
}

static void game_json_outline_members(struct json *out, const struct room_view *game,
                                      enum game_json_to to)
{
    const struct room *room = game->room;

    game_json_summary_members(out, game, to);
    json_text(out, "rules", ruleset_name((enum ruleset)room->record.start.ruleset));
    show_seed(out, game);
    show_start(out, game);
    show_asked(out, room);
    json_int(out, "paceMs", room->move_pace_ms);
    json_positive_or_null(out, "port", game->port);
}

void game_json_summary(struct json *out, const struct room_view *game, enum game_json_to to)
{
    json_begin_object(out, NULL);
    game_json_summary_members(out, game, to);
    json_end_object(out);
}

void game_json_outline(struct json *out, const struct room_view *game, enum game_json_to to)
{
    json_begin_object(out, NULL);
    game_json_outline_members(out, game, to);
    json_end_object(out);
}

enum game_json_to game_json_reader(const struct request *request)
{
    return request->has_token ? SHOW_OWNER : SHOW_VISITOR;
}

void game_json_answer(struct request *request, const struct room_view *game)
{
    struct json *json = web_response_json(request->web);

    json_begin_object(json, NULL);
    game_json_outline_members(json, game, game_json_reader(request));
    show_plies(json, game->room);
    json_end_object(json);
    answer_json(request, MHD_HTTP_OK, json->out);
}
