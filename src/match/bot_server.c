#include "match/bot_server.h"

#include "base/memory.h"
#include "match/cores.h"
#include "search/builtin_player.h"
#include "server/hall.h"
#include "server/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POLL_MS = 50 }; /* what matters is told; this is for what is not */

/* A table and the game at it. */
struct spot {
    struct bot_server *bot_server;
    bool is_busy;
    const struct match *match;
    struct pair_game job;
    char room[ROOM_ID_SIZE];
    bool has_begun; /* all have sat down */
    bool is_over;
    struct outcome outcome;
    bool is_missing[SIDE_NONE];    /* its program never sat down, … */
    struct err refusal[SIDE_NONE]; /* … because it could not even be started */
    bool is_garbled[SIDE_NONE];
    bool has_left[SIDE_NONE];
    struct builtin_player *builtin[MATCH_SEATS]; /* NULL: a program */
    /* The thought that is at work, and for which move. */
    uv_work_t work;
    bool is_thinking;
    atomic_bool stop;
    int ply;
    struct position pos;
    bool has_move;
    struct builtin_answer answer; /* if it has a move, … */
    struct err fault;             /* … else this */
    struct played *played;
};

struct bot_server {
    struct bot_server_config config;
    uv_loop_t *loop;
    struct server *server;
    uv_timer_t poll;
    bool is_stopping;
    char log[PATH_MAX];
    struct spot spots[BOT_SERVER_TABLES_MAX];
};

static const struct match_player *player_of(const struct spot *spot, enum side side)
{
    return &spot->match->players[pair_game_seat(&spot->job, side)];
}

/* Where its players think; NULL: anywhere. */
static const int *core_of(const struct spot *spot)
{
    const struct bot_server *bot_server = spot->bot_server;

    return bot_server->config.cores ? &bot_server->config.cores[spot - bot_server->spots] : NULL;
}

static void on_poll(uv_timer_t *timer);

/* Looks at all tables; not now, because somebody in the server may be speaking. */
static void look_soon(struct bot_server *bot_server)
{
    if (!bot_server->is_stopping)
        uv_timer_start(&bot_server->poll, on_poll, 0, POLL_MS);
}

/* ---- built-in players ---- */

static void work(uv_work_t *request)
{
    struct spot *spot = request->data;
    enum match_seat seat = pair_game_seat(&spot->job, (enum side)spot->pos.side);
    const int *core = core_of(spot);
    struct builtin_turn turn = {
        .rules = spot->match->rules,
        .pos = &spot->pos,
        .seed = pair_game_move_seed(&spot->job, spot->ply),
        .ply = spot->ply,
        .stop = &spot->stop,
    };

    if (core)
        cores_stay_on(*core);
    spot->has_move = builtin_player_move(spot->builtin[seat], &turn, &spot->answer, &spot->fault);
    if (core)
        cores_roam();
}

static void answer(struct spot *spot)
{
    char words[GAME_WORDS_MAX];
    struct buf buf;
    struct hall_move move = {
        .side = (enum side)spot->pos.side, .ply = spot->ply, .judging = HALL_STRICT};

    buf_init(&buf, words, sizeof words);
    if (spot->has_move)
        spot->match->rules->print_move(&spot->pos, spot->answer.move, &buf);
    move.words = buf_slice(&buf);
    hall_move(spot->bot_server->server, spot->room, &move, NULL);
}

static void done(uv_work_t *request, int status)
{
    struct spot *spot = request->data;

    spot->is_thinking = false;
    if (spot->is_over)
        look_soon(spot->bot_server);
    if (status == 0 && !spot->is_over && !spot->bot_server->is_stopping)
        answer(spot);
}

static void think(struct spot *spot, const struct room *room)
{
    if (spot->is_thinking || room->phase != ROOM_RUNNING || room->pos.side == SIDE_NONE ||
        spot->ply == room->record.ply_count ||
        player_of(spot, (enum side)room->pos.side)->kind != MATCH_BUILTIN)
        return;
    spot->ply = room->record.ply_count;
    spot->pos = room->pos;
    spot->is_thinking = true;
    spot->work.data = spot;
    uv_queue_work(spot->bot_server->loop, &spot->work, work, done);
}

/* ---- what happens at the tables ---- */

static void note_end(struct spot *spot, const struct room *room)
{
    struct played *played = spot->played;
    const struct match *match = spot->match;

    spot->is_over = true;
    atomic_store(&spot->stop, true);
    spot->outcome = room->outcome;
    played->record = room->record;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        record_name(&played->record, side,
                    slice_of(match->players[pair_game_seat(&spot->job, side)].name));
        spot->has_left[side] = room->how_left[side] != NULL;
        spot->is_garbled[side] = room_was_garbled(room, side);
    }
}

static void on_news(void *context, const struct hall_game *game, enum hall_news news)
{
    struct bot_server *bot_server = context;
    const struct room *room = game->room;

    for (int i = 0; i < bot_server->config.tables; i++) {
        struct spot *spot = &bot_server->spots[i];
        if (!spot->is_busy || strcmp(spot->room, room->id) != 0)
            continue;
        if (news != HALL_MOVED)
            look_soon(bot_server); /* programs come and go */
        if (spot->is_over)
            continue;
        spot->has_begun = spot->has_begun || room->phase == ROOM_RUNNING;
        if (news == HALL_ENDED)
            note_end(spot, room);
        else
            think(spot, room);
    }
}

/* ---- the end of a game ---- */

/* Says why this side has failed, if that is more than the referee knows. */
static void refine(struct spot *spot, enum side side, const struct program_state *program)
{
    struct result *result = &spot->played->result;
    bool has_failed = program->end.code[0] && strcmp(program->end.code, "bot_stopped") != 0 &&
                      strcmp(program->end.details, "0") != 0;
    struct err why = program->end;

    if (result->ending != ENDING_LEFT)
        return;
    if (spot->is_missing[side]) {
        result->ending = ENDING_NO_JOIN;
        if (spot->refusal[side].code[0])
            why = spot->refusal[side];
        else if (strcmp(why.code, "bot_exited") == 0)
            err_say(&why, "bot_exited_early", program->end.details);
        else if (!has_failed)
            err_say(&why, "bot_no_join", "10");
    } else if (spot->is_garbled[side]) {
        result->ending = ENDING_GARBAGE;
        err_say(&why, "bot_garbage", "");
    } else if (has_failed) {
        result->ending = ENDING_CRASH;
    } else {
        err_say(&why, "bot_left", "");
    }
    result_blame(result, spot->match, &why);
}

/* A game that never began is lost by whoever was missing. */
static void judge_missing(struct spot *spot)
{
    const struct game_rules *rules = spot->match->rules;
    bool is_guilty[SIDE_NONE];

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        is_guilty[side] = spot->is_missing[side] || spot->has_left[side];
    if (is_guilty[SIDE_RED] == is_guilty[SIDE_BLUE])
        outcome_void(&spot->outcome, rules, &spot->job.start, CAUSE_LEFT);
    else
        outcome_forfeit(&spot->outcome, rules, &spot->job.start,
                        is_guilty[SIDE_RED] ? SIDE_RED : SIDE_BLUE, CAUSE_LEFT);
}

static void conclude(struct spot *spot)
{
    struct bot_server *bot_server = spot->bot_server;
    struct result *result = &spot->played->result;
    struct program_state program = {0};

    if (!spot->has_begun)
        judge_missing(spot);
    played_end(spot->played, spot->match, &spot->job, &spot->outcome);
    if (result->ending != ENDING_REGULAR) {
        enum match_seat seat = result->offender == MATCH_SEATS ? MATCH_A : result->offender;
        enum side side = pair_game_side(&spot->job, seat);
        program_find(bot_server->server, spot->room, side, &program);
        refine(spot, side, &program);
        result_keep_output(result, program.lines);
    }
    spot->is_busy = false;
    bot_server->config.on_played(bot_server->config.context, (int)(spot - bot_server->spots),
                                 spot->played);
}

/* ---- time ---- */

static bool are_gone(struct spot *spot)
{
    struct program_state program;

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (program_find(spot->bot_server->server, spot->room, side, &program) &&
            program.phase != PROGRAM_GONE)
            return false;
    }
    return true;
}

/* As long as a game has not begun, somebody may be missing for good. */
static void look_for_missing(struct spot *spot)
{
    struct server *server = spot->bot_server->server;
    struct hall_game game;
    bool is_vain = false;

    if (!hall_find(server, spot->room, &game) || game.room->phase != ROOM_WAITING)
        return;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        const struct hall_seat *seat = &game.seats[side];
        bool is_silent = seat->has_program && !seat->is_here &&
                         (seat->program.is_late || seat->program.phase == PROGRAM_GONE);
        if (is_silent && !seat->has_left)
            spot->is_missing[side] = true;
        is_vain = is_vain || spot->is_missing[side] || seat->has_left;
    }
    if (is_vain)
        hall_abort(server, spot->room, NULL);
}

static void on_poll(uv_timer_t *timer)
{
    struct bot_server *bot_server = timer->data;

    for (int i = 0; i < bot_server->config.tables && !bot_server->is_stopping; i++) {
        struct spot *spot = &bot_server->spots[i];
        if (!spot->is_busy)
            continue;
        if (!spot->is_over)
            look_for_missing(spot);
        if (spot->is_over && !spot->is_thinking && are_gone(spot))
            conclude(spot);
    }
}

/* ---- the beginning of a game ---- */

static void fill_wish(const struct spot *spot, struct hall_wish *wish)
{
    const struct match *match = spot->match;

    *wish = (struct hall_wish){
        .rules = match->rules,
        .start = spot->job.start,
        .has_seed = !match->positions,
        .seed = spot->job.seed,
        .has_limit = match->has_time,
        .limit_ms = match->time_ms,
        .has_gap = true,
        .gap_ms = match->pace_ms,
        .is_unkept = true,
    };
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        const struct match_player *player = player_of(spot, side);
        /* A built-in player answers here, as a person would; programs are started in a moment. */
        wish->seats[side].kind = player->kind == MATCH_BUILTIN ? HALL_PERSON : HALL_MANUAL;
        memcpy(wish->seats[side].name, player->name, sizeof player->name);
    }
}

static void start_program(struct spot *spot, enum side side)
{
    const struct match_player *player = player_of(spot, side);
    struct bot_server *bot_server = spot->bot_server;
    struct program_wish wish = {.command = player->command,
                                .arguments = "",
                                .folder = player->folder,
                                .core = core_of(spot)};
    struct hall_game game;

    if (player->kind == MATCH_PROGRAM &&
        !hall_start(bot_server->server, spot->room, side, &wish, &spot->refusal[side]))
        spot->is_missing[side] = true;
    if (player->kind == MATCH_MANUAL && hall_find(bot_server->server, spot->room, &game))
        bot_server->config.on_wait(bot_server->config.context, spot->job.game, game.port,
                                   game.seats[side].code);
}

static void prepare_builtin(struct spot *spot)
{
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        const struct match_player *player = &spot->match->players[seat];
        if (player->kind != MATCH_BUILTIN)
            continue;
        spot->builtin[seat] = builtin_player_reuse(spot->builtin[seat], &player->builtin);
        builtin_player_clear(spot->builtin[seat]);
    }
}

static void reset(struct spot *spot, const struct match *match, const struct pair_game *job)
{
    spot->is_busy = true;
    spot->match = match;
    spot->job = *job;
    spot->room[0] = '\0';
    spot->has_begun = spot->is_over = false;
    spot->ply = -1;
    atomic_store(&spot->stop, false);
    memset(spot->is_missing, 0, sizeof spot->is_missing);
    memset(spot->refusal, 0, sizeof spot->refusal);
    memset(spot->is_garbled, 0, sizeof spot->is_garbled);
    memset(spot->has_left, 0, sizeof spot->has_left);
    prepare_builtin(spot);
    played_begin(spot->played, match, job);
}

void bot_server_play(struct bot_server *bot_server, int table, const struct match *match,
                     const struct pair_game *job)
{
    struct spot *spot = &bot_server->spots[table];
    struct hall_ticket ticket;
    struct hall_wish wish;

    reset(spot, match, job);
    look_soon(bot_server); /* it may be over before it has begun */
    fill_wish(spot, &wish);
    if (!hall_open(bot_server->server, &wish, &ticket, &spot->refusal[SIDE_RED])) {
        /* No room: nobody's fault, and nobody wins. */
        spot->refusal[SIDE_BLUE] = spot->refusal[SIDE_RED];
        spot->is_over = spot->is_missing[SIDE_RED] = spot->is_missing[SIDE_BLUE] = true;
        return;
    }
    memcpy(spot->room, ticket.id, sizeof spot->room);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        start_program(spot, side);
}

/* ---- the house ---- */

static void furnish(struct bot_server *bot_server)
{
    for (int i = 0; i < bot_server->config.tables; i++) {
        bot_server->spots[i].bot_server = bot_server;
        bot_server->spots[i].played = memory_get(1, sizeof *bot_server->spots[i].played);
    }
}

struct bot_server *bot_server_create(uv_loop_t *loop, const struct bot_server_config *config,
                                     struct err *why)
{
    struct bot_server *bot_server = memory_get(1, sizeof *bot_server);
    struct server_config house = {
        .address = "127.0.0.1",
        .port = config->port,
        .default_game = config->rules,
        .options = "",
        .limits = {.soft_ms = DEFAULT_SOFT_MS, .hard_ms = DEFAULT_HARD_MS},
        .pace_ms = DEFAULT_PACE_MS,
        .data_dir = config->folder,
        .password = "arena",
        .log_path = bot_server->log,
        .sandbox = config->sandbox,
    };

    snprintf(bot_server->log, sizeof bot_server->log, "%s/log", config->folder);
    bot_server->config = *config;
    bot_server->loop = loop;
    furnish(bot_server);
    bot_server->server = server_create(loop, &house, why);
    if (!bot_server->server || !hall_watch(bot_server->server, on_news, bot_server)) {
        bot_server_destroy(bot_server);
        return NULL;
    }
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
    for (int i = 0; i < bot_server->config.tables; i++)
        atomic_store(&bot_server->spots[i].stop, true);
    server_stop(bot_server->server);
    uv_close((uv_handle_t *)&bot_server->poll, NULL);
}

void bot_server_destroy(struct bot_server *bot_server)
{
    if (!bot_server)
        return;
    server_destroy(bot_server->server);
    for (int i = 0; i < bot_server->config.tables; i++) {
        for (int seat = 0; seat < MATCH_SEATS; seat++)
            builtin_player_destroy(bot_server->spots[i].builtin[seat]);
        free(bot_server->spots[i].played);
    }
    free(bot_server);
}
