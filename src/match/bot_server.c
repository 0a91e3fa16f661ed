#include "match/bot_server.h"

#include "base/memory.h"
#include "match/cores.h"
#include "server/limits.h"
#include "server/rooms.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POLL_MS = 50 }; /* for what the server sends no event about */

/* A slot and the game in it. */
struct bot_slot {
    struct bot_server *bot_server;
    bool is_busy;
    const struct pair_game *game;
    struct builtin_player *const *builtin; /* of each seat, unless a program has it */
    struct result *result;
    char room[ROOM_ID_SIZE];
    bool has_begun; /* both players have joined */
    bool is_over;
    struct outcome outcome;
    bool is_missing[SIDE_NONE];    /* its program never joined, … */
    struct err refusal[SIDE_NONE]; /* … because it could not even be started */
    struct err fault;              /* of the machine: the game has no result; "": none */
    bool is_garbled[SIDE_NONE];
    bool has_left[SIDE_NONE];
    /* The search that is running, and for which move. */
    struct task work;
    bool is_thinking;
    atomic_bool stop;
    int ply;
    struct position pos;
    bool has_move;
    struct builtin_answer answer; /* if it has a move, … */
    struct err no_move;           /* … else this */
};

struct bot_server {
    struct bot_server_config config;
    struct server *server;
    struct rooms_subscriber subscriber;
    uv_timer_t poll;
    bool is_stopping;
    char log[PATH_MAX];
    struct bot_slot slots[BOT_SERVER_SLOTS_MAX];
};

static const struct match_player *player_of(const struct bot_slot *slot, enum side side)
{
    return &slot->game->match->players[pair_game_seat(slot->game, side)];
}

/* The core of its players; NULL: any. */
static const int *core_of(const struct bot_slot *slot)
{
    const struct bot_server *bot_server = slot->bot_server;

    return bot_server->config.cores ? &bot_server->config.cores[slot - bot_server->slots] : NULL;
}

static void on_poll(uv_timer_t *timer);

/* Looks at all slots on the next loop turn: we may be inside a server callback. */
static void look_soon(struct bot_server *bot_server)
{
    if (!bot_server->is_stopping)
        uv_timer_start(&bot_server->poll, on_poll, 0, POLL_MS);
}

/* ---- built-in players ---- */

static struct bot_slot *slot_of(struct task *task)
{
    return (struct bot_slot *)((char *)task - offsetof(struct bot_slot, work));
}

static bool work(struct task *task, struct err *why)
{
    struct bot_slot *slot = slot_of(task);
    enum match_seat seat = pair_game_seat(slot->game, (enum side)slot->pos.side);
    const int *core = core_of(slot);
    struct builtin_turn turn = {
        .rules = slot->game->match->rules,
        .pos = &slot->pos,
        .seed = pair_game_move_seed(slot->game, slot->ply),
        .ply = slot->ply,
        .stop = &slot->stop,
    };

    (void)why;
    if (core)
        cores_stay_on(*core);
    slot->has_move = builtin_player_move(slot->builtin[seat], &turn, &slot->answer, &slot->no_move);
    if (core)
        cores_roam();
    return true;
}

static void answer(struct bot_slot *slot)
{
    char words[GAME_WORDS_MAX];
    struct buf buf;
    struct room_action action = {.kind = slot->has_move ? ROOM_MOVE : ROOM_FAIL,
                                 .side = (enum side)slot->pos.side,
                                 .ply = slot->ply,
                                 .judging = JUDGE_TURN,
                                 .fault = &slot->no_move};

    buf_init(&buf, words, sizeof words);
    if (slot->has_move)
        slot->game->match->rules->print_move(&slot->pos, slot->answer.move, &buf);
    action.words = buf_slice(&buf);
    rooms_do(slot->bot_server->server, slot->room, &action, NULL);
}

static void done(struct task *task)
{
    struct bot_slot *slot = slot_of(task);

    slot->is_thinking = false;
    if (slot->is_over)
        look_soon(slot->bot_server);
    if (!slot->is_over && !slot->bot_server->is_stopping)
        answer(slot);
}

static void think(struct bot_slot *slot, const struct room *room)
{
    if (player_of(slot, (enum side)room->pos.side)->kind != MATCH_BUILTIN ||
        slot->bot_server->is_stopping)
        return;
    assert(slot->is_busy && !slot->is_over && !slot->is_thinking);
    slot->ply = room->record.ply_count;
    slot->pos = room->pos;
    slot->is_thinking = true;
    slot->work = (struct task){.work = work, .done = done};
    task_thread_send(slot->bot_server->config.players, &slot->work);
}

/* ---- what happens in the games ---- */

static void show_move(const struct bot_slot *slot, const struct room *room, enum side side)
{
    const struct bot_server *bot_server = slot->bot_server;
    const struct record *record = &room->record;
    const struct record_ply *ply = &record->plies[record->ply_count - 1];
    const struct result_move move = {
        .mover = pair_game_seat(slot->game, side),
        .words = record_slice(record, ply->words),
        .hint = record_slice(record, ply->hint),
        .time_ms = ply->time_ms,
        .lag_ms = ply->lag_ms,
    };

    live_game_add_move(live_games_at(bot_server->config.live, (int)(slot - bot_server->slots)),
                       &move);
}

static void note_end(struct bot_slot *slot, const struct room *room)
{
    assert(slot->is_busy && !slot->is_over);
    slot->is_over = true;
    atomic_store(&slot->stop, true);
    slot->outcome = room->outcome;
    result_add_record(slot->result, slot->game, &room->record);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        slot->has_left[side] = room->seats[side].how_left != NULL;
        slot->is_garbled[side] = room_seat_sent_garbage(room, side);
    }
}

static void on_event(void *context, struct room *room, const struct room_event *event)
{
    struct bot_server *bot_server = context;

    for (int i = 0; i < bot_server->config.slots; i++) {
        struct bot_slot *slot = &bot_server->slots[i];
        if (!slot->is_busy || strcmp(slot->room, room->id) != 0)
            continue;
        if (event->kind == ROOM_EVENT_STARTED)
            slot->has_begun = true;
        else if (event->kind == ROOM_EVENT_MOVED)
            show_move(slot, room, event->side);
        else if (event->kind == ROOM_EVENT_ASKED)
            think(slot, room);
        else if (event->kind == ROOM_EVENT_ENDED)
            note_end(slot, room);
        if (event->kind == ROOM_EVENT_ENDED || event->kind == ROOM_EVENT_LEFT ||
            event->kind == ROOM_EVENT_PROGRAM)
            look_soon(bot_server); /* a program may have failed */
    }
}

/* ---- the end of a game ---- */

/* Says why this side has failed, if that is more than the referee knows. */
static void refine(struct bot_slot *slot, enum side side, const struct bot_process_state *program)
{
    struct result *result = slot->result;
    bool has_failed = bot_process_has_failed(program);
    struct err why = program->end;

    if (result->ending != ENDING_LEFT)
        return;
    if (slot->is_missing[side]) {
        result->ending = ENDING_NO_JOIN;
        if (slot->refusal[side].code[0])
            why = slot->refusal[side];
        else if (strcmp(why.code, "bot_exited") == 0)
            err_set(&why, "bot_exited_early", program->end.details);
        else if (!has_failed)
            err_set(&why, "bot_no_join", "10");
    } else if (slot->is_garbled[side]) {
        result->ending = ENDING_GARBAGE;
        err_set(&why, "bot_garbage", "");
    } else if (has_failed) {
        result->ending = ENDING_CRASH;
    } else {
        err_set(&why, "bot_left", "");
    }
    result_set_fault(result, slot->game->match, &why);
}

/* A game that never began is lost by the player that is missing; without a winner if both are. */
static void judge_missing(struct bot_slot *slot)
{
    const struct game_rules *rules = slot->game->match->rules;
    bool is_guilty[SIDE_NONE];

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        is_guilty[side] = slot->is_missing[side] || slot->has_left[side];
    if (is_guilty[SIDE_RED] == is_guilty[SIDE_BLUE])
        outcome_void(&slot->outcome, rules, &slot->game->start, CAUSE_LEFT);
    else
        outcome_forfeit(&slot->outcome, rules, &slot->game->start,
                        is_guilty[SIDE_RED] ? SIDE_RED : SIDE_BLUE, CAUSE_LEFT);
}

static void conclude(struct bot_slot *slot)
{
    struct bot_server *bot_server = slot->bot_server;
    int index = (int)(slot - bot_server->slots);
    struct result *result = slot->result;

    assert(slot->is_busy && slot->is_over && !slot->is_thinking);
    slot->is_busy = false;
    if (slot->fault.code[0]) {
        struct err fault = slot->fault; /* the next game may begin in this slot */
        bot_server->config.on_played(bot_server->config.context, index, &fault);
        return;
    }
    if (!slot->has_begun)
        judge_missing(slot);
    result_end(result, slot->game, &slot->outcome);
    if (result->ending != ENDING_REGULAR) {
        enum match_seat seat = result->offender == MATCH_SEATS ? MATCH_A : result->offender;
        enum side side = pair_game_side(slot->game, seat);
        const struct bot_process_state *program =
            bot_process_find(bot_server->server, slot->room, side);
        refine(slot, side, program);
        result_keep_output(result, program->lines);
    }
    bot_server->config.on_played(bot_server->config.context, index, NULL);
}

/* ---- time ---- */

static bool are_gone(struct bot_slot *slot)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        const struct bot_process_state *program =
            bot_process_find(slot->bot_server->server, slot->room, side);
        if (program->phase == BOT_PROCESS_STARTING || program->phase == BOT_PROCESS_READY)
            return false;
    }
    return true;
}

/* A game that has not begun is ended when one of its programs will not join any more. */
static void look_for_missing(struct bot_slot *slot)
{
    struct server *server = slot->bot_server->server;
    static const struct room_action call_off = {.kind = ROOM_CALL_OFF, .cause = CAUSE_REGULAR};
    struct room_view game;
    bool is_in_vain = false;

    if (!rooms_view(server, slot->room, &game) || game.room->phase != ROOM_WAITING)
        return;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        const struct seat_view *seat = &game.seats[side];
        bool is_silent =
            !seat->is_here && (seat->program.is_late || seat->program.phase == BOT_PROCESS_GONE);
        if (is_silent && !seat->has_left)
            slot->is_missing[side] = true;
        is_in_vain = is_in_vain || slot->is_missing[side] || seat->has_left;
    }
    if (!is_in_vain)
        return;
    if (!slot->fault.code[0])
        server_takes_games(server, &slot->fault); /* if not, joins were refused, too */
    rooms_do(server, slot->room, &call_off, NULL);
}

static void on_poll(uv_timer_t *timer)
{
    struct bot_server *bot_server = timer->data;

    for (int i = 0; i < bot_server->config.slots && !bot_server->is_stopping; i++) {
        struct bot_slot *slot = &bot_server->slots[i];
        if (!slot->is_busy)
            continue;
        if (!slot->is_over)
            look_for_missing(slot);
        if (slot->is_over && !slot->is_thinking && are_gone(slot))
            conclude(slot);
    }
}

/* ---- the beginning of a game ---- */

static void fill_wish(const struct bot_slot *slot, struct game_setup *wish)
{
    const struct match *match = slot->game->match;

    *wish = (struct game_setup){
        .rules = match->rules,
        .start = slot->game->start,
        .has_seed = !match->positions,
        .seed = slot->game->seed,
        .has_limit = match->has_time,
        .limit_ms = match->time_ms,
        .has_message_gap = true,
        .message_gap_ms = match->message_gap_ms,
        .is_unarchived = true,
    };
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        const struct match_player *player = player_of(slot, side);
        /* A built-in player moves through rooms_do(), as a person does; programs are started
         * later. */
        wish->seats[side].kind = player->kind == MATCH_BUILTIN ? SEAT_PERSON : SEAT_MANUAL;
        memcpy(wish->seats[side].name, player->name, sizeof player->name);
    }
}

/* Refusals that say nothing about the program: the machine, or the server of this
 * process, is full. */
static bool is_machine_fault(const struct err *why)
{
    static const char *const codes[] = {"machine_full", "no_memory", "system_refused",
                                        "bot_too_many"};

    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        if (strcmp(why->code, codes[i]) == 0)
            return true;
    }
    return false;
}

static void start_program(struct bot_slot *slot, enum side side)
{
    const struct match_player *player = player_of(slot, side);
    struct bot_server *bot_server = slot->bot_server;
    const struct match_events *events = bot_server->config.events;
    struct game_setup_seat wish = {.kind = SEAT_BOT,
                                   .program = {.command = player->command,
                                               .arguments = "",
                                               .folder = player->folder,
                                               .core = core_of(slot)}};
    struct room_view game;

    if (player->kind == MATCH_PROGRAM && !slot->fault.code[0] &&
        !rooms_change_seat(bot_server->server, slot->room, side, &wish, &slot->refusal[side])) {
        slot->is_missing[side] = true;
        if (is_machine_fault(&slot->refusal[side]))
            slot->fault = slot->refusal[side];
    }
    if (player->kind == MATCH_MANUAL && events->on_wait &&
        rooms_view(bot_server->server, slot->room, &game))
        events->on_wait(events->context, slot->game->number, game.port, game.seats[side].code);
}

void bot_server_play(struct bot_server *bot_server, int index, const struct pair_game *game,
                     struct builtin_player *const builtin[MATCH_SEATS], struct result *result)
{
    struct bot_slot *slot = &bot_server->slots[index];
    struct game_ticket ticket;
    struct game_setup wish;

    assert(index < bot_server->config.slots && !slot->is_busy && !slot->is_thinking);
    *slot = (struct bot_slot){.bot_server = bot_server,
                              .is_busy = true,
                              .game = game,
                              .builtin = builtin,
                              .result = result,
                              .ply = -1};
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        if (game->match->players[seat].kind == MATCH_BUILTIN)
            builtin_player_clear(builtin[seat]);
    }
    result_begin(result, game);
    look_soon(bot_server); /* it may be over before it has begun */
    fill_wish(slot, &wish);
    if (!rooms_open(bot_server->server, &wish, &ticket, &slot->fault)) {
        slot->is_over = true;
        return;
    }
    memcpy(slot->room, ticket.id, sizeof slot->room);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        start_program(slot, side);
}

/* ---- the server ---- */

struct bot_server *bot_server_create(uv_loop_t *loop, const struct bot_server_config *config,
                                     struct err *why)
{
    assert(config->slots > 0 && config->slots <= BOT_SERVER_SLOTS_MAX);
    struct bot_server *bot_server = memory_get(1, sizeof *bot_server);
    struct server_config server = {
        .address = "127.0.0.1",
        .port = config->port,
        .default_game = config->rules,
        .options = "",
        .limits = {.soft_ms = DEFAULT_SOFT_MS, .hard_ms = DEFAULT_HARD_MS},
        .message_gap_ms = DEFAULT_MESSAGE_GAP_MS,
        .data_dir = config->folder,
        .password = "arena",
        .log_path = bot_server->log,
        .sandbox = config->sandbox,
    };

    snprintf(bot_server->log, sizeof bot_server->log, "%s/log", config->folder);
    bot_server->config = *config;
    bot_server->server = server_create(loop, &server, why);
    if (!bot_server->server || !rooms_keep_recent(bot_server->server)) {
        bot_server_destroy(bot_server);
        return NULL;
    }
    bot_server->subscriber = (struct rooms_subscriber){.hear = on_event, .context = bot_server};
    rooms_subscribe(bot_server->server, &bot_server->subscriber);
    uv_timer_init(loop, &bot_server->poll);
    bot_server->poll.data = bot_server;
    uv_timer_start(&bot_server->poll, on_poll, POLL_MS, POLL_MS);
    return bot_server;
}

void bot_server_stop(struct bot_server *bot_server)
{
    if (bot_server->is_stopping)
        return;
    bot_server->is_stopping = true;
    for (int i = 0; i < bot_server->config.slots; i++)
        atomic_store(&bot_server->slots[i].stop, true);
    server_stop(bot_server->server);
    uv_close((uv_handle_t *)&bot_server->poll, NULL);
}

void bot_server_destroy(struct bot_server *bot_server)
{
    if (!bot_server)
        return;
    server_destroy(bot_server->server);
    free(bot_server);
}
