#include "web/game_json.h"

#include "base/clock.h"
#include "game/view.h"
#include "web/internal.h"
#include "web/program_request.h"

#include <string.h>

bool game_json_keeps_secrets(const struct game_card *card)
{
    return card->rules->hide && card->phase != ROOM_ENDED;
}

static void take_last(struct game_card *card, const struct record *record)
{
    card->plies = record->ply_count;
    if (card->plies > 0)
        card->last_words = record_slice(record, record->plies[card->plies - 1].words);
}

struct game_card game_card_of_room(const struct room_view *game)
{
    const struct room *room = game->room;
    struct game_card card = {.id = room->id,
                             .number = game->number,
                             .started_ms = game->started_ms,
                             .port = game->port,
                             .rules = room->rules,
                             .phase = room->phase,
                             .pos = &room->pos,
                             .outcome = &room->outcome,
                             .record = &room->record,
                             .room = room,
                             .asked_ago_ms = game->asked_ago_ms,
                             .rematch = game->rematch};

    take_last(&card, &room->record);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        card.names[side] = room->seats[side].name;
        card.seats[side] = game->seats[side];
    }
    return card;
}

struct game_card game_card_of_archive(const struct store_game *game, const struct position *end,
                                      const struct record *record)
{
    struct game_card card = {.id = game->id,
                             .number = game->number,
                             .started_ms = game->started_ms,
                             .rules = game_find(slice_of(game->game)),
                             .phase = ROOM_ENDED,
                             .pos = end,
                             .outcome = &game->outcome,
                             .record = record};

    if (record) {
        take_last(&card, record);
    } else {
        card.plies = game->plies;
        card.last_words = slice_of(game->last_words);
    }
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        const char *player = game->players[side];
        bool is_person = strcmp(player, STORE_PERSON) == 0;
        card.names[side] = game->names[side];
        card.seats[side] = (struct seat_view){.kind = is_person   ? SEAT_PERSON
                                                      : player[0] ? SEAT_BUILTIN
                                                                  : SEAT_MANUAL,
                                              .player = is_person ? "" : player,
                                              .code = "",
                                              .has_left = true};
    }
    return card;
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

static void show_start(struct json *out, const struct game_card *card)
{
    const struct position *start = &card->record->start;
    char text[GAME_TEXT_MAX];
    struct buf buf;

    if (game_json_keeps_secrets(card)) {
        show_position(out, "start", card->rules, start);
        return;
    }
    buf_init(&buf, text, sizeof text);
    card->rules->print(start, &buf);
    json_slice(out, "start", buf_slice(&buf));
}

/* A 64-bit number is a text: JavaScript would round it. */
static void show_seed(struct json *out, const struct game_card *card)
{
    const struct record *record = card->record;
    char text[24];
    struct buf buf;

    if (!record->has_seed || game_json_keeps_secrets(card)) {
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
    program_request_json_lines(out, "says", to == SHOW_OWNER ? program->lines : NULL);
    game_json_refusal_or_null(out, "exit", NULL, &program->end);
}

static void show_seat(struct json *out, const struct game_card *card, enum side side,
                      enum game_json_to to)
{
    const struct seat_view *seat = &card->seats[side];

    json_begin_object(out, side_name(side));
    json_text(out, "kind", game_json_kind(seat->kind));
    json_text(out, "name", card->names[side]);
    json_text_or_null(out, "player", seat->player);
    json_text(out, "state", state_of(seat));
    json_positive_or_null(out, "limitMs", card->room ? room_limit_ms(card->room, side) : 0);
    show_program(out, seat, to);
    json_int(out, "handovers", seat->handovers);
    json_bool(out, "wantsRematch", seat->wants_rematch);
    json_text_or_null(out, "reservation", to == SHOW_OWNER ? seat->code : NULL);
    json_end_object(out);
}

/* ---- the result ---- */

static const char *reason_of(const struct game_card *card)
{
    struct game_result result = {0};

    if (card->pos->side != SIDE_NONE)
        return NULL;
    card->rules->result(card->pos, &result);
    return result.reason;
}

static void show_scores(struct json *out, const struct game_card *card)
{
    json_begin_object(out, "scores");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        json_begin_array(out, side_name(side));
        for (int i = 0; i < card->rules->score_count; i++)
            json_int(out, NULL, card->outcome->result.score[side][i]);
        json_end_array(out);
    }
    json_end_object(out);
}

/* The refusal that says it in both languages: what we know of a program says more than that it has
 * left.  False: there is none. */
static bool find_fault(const struct game_card *card, enum side side, struct err *why)
{
    const struct seat_view *seat = &card->seats[side];
    enum cause cause = card->outcome->cause[side];

    *why = card->outcome->fault[side];
    if (cause == CAUSE_LEFT && card->room && room_seat_sent_garbage(card->room, side))
        err_set(why, "bot_garbage", "");
    else if (cause == CAUSE_LEFT && bot_process_has_failed(&seat->program))
        *why = seat->program.end;
    return why->code[0] != '\0';
}

/* What a side did wrong; without a refusal as the result says it. */
static void show_fault(struct json *out, const struct game_card *card, enum side side)
{
    struct err why = {0};

    if (find_fault(card, side, &why))
        view_refusal(out, side_name(side), card->rules, &why);
    else
        json_text(out, side_name(side), card->outcome->reason[side]);
}

static void show_result(struct json *out, const struct game_card *card)
{
    const struct outcome *outcome = card->outcome;

    if (card->phase != ROOM_ENDED) {
        json_nothing(out, "result");
        return;
    }
    json_begin_object(out, "result");
    view_side(out, "winner", outcome->result.winner);
    json_begin_object(out, "cause");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        json_text(out, side_name(side), cause_name(outcome->cause[side]));
    json_end_object(out);
    json_begin_object(out, "say");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        show_fault(out, card, side);
    json_end_object(out);
    json_text_or_null(out, "reason", reason_of(card));
    show_scores(out, card);
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

static void show_plies(struct json *out, const struct game_card *card)
{
    const struct record *record = card->record;
    struct position pos = record->start;

    json_begin_array(out, "plies");
    for (int i = 0; i < record->ply_count; i++) {
        game_play(card->rules, &pos, record->plies[i].move);
        json_begin_object(out, NULL);
        show_ply_members(out, record, i);
        show_position(out, "position", card->rules, &pos);
        json_end_object(out);
    }
    json_end_array(out);
}

/* How long the side to move has been asked, and since when, milliseconds since 1970; below 0: it
 * is not asked. */
static void show_asked(struct json *out, int64_t ago_ms)
{
    if (ago_ms < 0) {
        json_nothing(out, "askedAgoMs");
        json_nothing(out, "askedMs");
    } else {
        json_int(out, "askedAgoMs", ago_ms);
        json_int(out, "askedMs", clock_wall_ms() - ago_ms);
    }
}

static int64_t asked_ago_ms(const struct game_card *card)
{
    const struct room *room = card->room;
    bool is_asked = room && room->phase == ROOM_RUNNING && room->is_asked;

    return is_asked ? card->asked_ago_ms : -1;
}

void game_json_last_ply(struct json *out, const struct game_card *card)
{
    const struct room *room = card->room;

    json_begin_object(out, NULL);
    json_text(out, "id", card->id);
    json_int(out, "ply", card->plies - 1);
    show_ply_members(out, card->record, card->plies - 1);
    show_position(out, "position", card->rules, card->pos);
    view_side(out, "side", (enum side)card->pos->side);
    /* The event is told just before the next side is asked. */
    bool is_next = room && room->pos.side != SIDE_NONE && !room_is_paused(room);
    show_asked(out, is_next ? 0 : -1);
    json_end_object(out);
}

/* ---- the whole ---- */

static void show_limit(struct json *out, const struct room *room)
{
    int limit_ms = 0;

    for (enum side side = SIDE_RED; room && side < SIDE_NONE; side++) {
        if (room_limit_ms(room, side) > limit_ms)
            limit_ms = room_limit_ms(room, side);
    }
    json_positive_or_null(out, "limitMs", limit_ms);
}

static void show_summary(struct json *out, const struct game_card *card, enum game_json_to to)
{
    static const char *const phases[] = {
        [ROOM_WAITING] = "waiting", [ROOM_RUNNING] = "running", [ROOM_ENDED] = "over"};

    json_text(out, "id", card->id);
    json_positive_or_null(out, "number", card->number);
    json_text(out, "game", card->rules->name);
    json_text(out, "phase", phases[card->phase]);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        show_seat(out, card, side, to);
    json_int(out, "ply", card->plies);
    view_side(out, "side", card->phase == ROOM_ENDED ? SIDE_NONE : (enum side)card->pos->side);
    show_position(out, "position", card->rules, card->pos);
    if (card->plies > 0)
        json_slice(out, "last", card->last_words);
    else
        json_nothing(out, "last");
    show_limit(out, card->room);
    json_bool(out, "paused", card->room && room_is_paused(card->room));
    json_bool(out, "diskFull", card->room && card->room->is_disk_full);
    json_positive_or_null(out, "startedMs", card->started_ms);
    show_result(out, card);
}

static void show_outline(struct json *out, const struct game_card *card, enum game_json_to to)
{
    static const struct room_offer none = {0};

    show_summary(out, card, to);
    json_text(out, "rules", ruleset_name((enum ruleset)card->record->start.ruleset));
    show_seed(out, card);
    show_start(out, card);
    show_asked(out, asked_ago_ms(card));
    json_int(out, "paceMs", card->room ? card->room->settings.move_pace_ms : 0);
    json_text_or_null(out, "rematch", card->rematch);
    room_offer_json(card->room ? &card->room->settings.offer : &none, out);
    json_bool(out, "logged", card->room && card->room->settings.is_logged);
    json_positive_or_null(out, "port", card->port);
}

void game_json_summary(struct json *out, const struct game_card *card, enum game_json_to to)
{
    json_begin_object(out, NULL);
    show_summary(out, card, to);
    json_end_object(out);
}

void game_json_outline(struct json *out, const struct game_card *card, enum game_json_to to)
{
    json_begin_object(out, NULL);
    show_outline(out, card, to);
    json_end_object(out);
}

enum game_json_to game_json_reader(const struct request *request)
{
    return request->has_token ? SHOW_OWNER : SHOW_VISITOR;
}

void game_json_whole(struct json *out, const struct game_card *card, enum game_json_to to)
{
    json_begin_object(out, NULL);
    show_outline(out, card, to);
    show_plies(out, card);
    json_end_object(out);
}
