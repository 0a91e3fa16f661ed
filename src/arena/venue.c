#include "arena/venue.h"

#include "arena/cores.h"
#include "arena/mind.h"
#include "base/memory.h"
#include "server/hall.h"
#include "server/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POLL_MS = 50 }; /* what matters is told; this is for what is not */

/* A table and the game at it. */
struct spot {
    struct venue *venue;
    bool is_busy;
    const struct terms *terms;
    struct job job;
    char room[ROOM_ID_SIZE];
    bool has_begun; /* all have sat down */
    bool is_over;
    struct outcome outcome;
    bool is_missing[SIDE_NONE];    /* its program never sat down, … */
    struct err refusal[SIDE_NONE]; /* … because it could not even be started */
    bool is_garbled[SIDE_NONE];
    bool has_left[SIDE_NONE];
    struct mind *minds[ARENA_SEATS]; /* of built-in players */
    /* The thought that is at work, and for which move. */
    uv_work_t work;
    bool is_thinking;
    atomic_bool stop;
    int ply;
    struct position pos;
    move_t best;
    struct played *played;
};

struct venue {
    struct venue_config config;
    uv_loop_t *loop;
    struct server *server;
    uv_timer_t poll;
    bool is_stopping;
    char log[PATH_MAX];
    struct spot spots[VENUE_TABLES_MAX];
};

static const struct arena_player *player_of(const struct spot *spot, enum side side)
{
    return &spot->terms->players[job_seat(&spot->job, side)];
}

/* Where its players think; NULL: anywhere. */
static const int *core_of(const struct spot *spot)
{
    const struct venue *venue = spot->venue;

    return venue->config.cores ? &venue->config.cores[spot - venue->spots] : NULL;
}

static void on_poll(uv_timer_t *timer);

/* Looks at all tables; not now, because somebody in the server may be speaking. */
static void look_soon(struct venue *venue)
{
    if (!venue->is_stopping)
        uv_timer_start(&venue->poll, on_poll, 0, POLL_MS);
}

/* ---- built-in players ---- */

static void work(uv_work_t *request)
{
    struct spot *spot = request->data;
    const struct terms *terms = spot->terms;
    enum arena_seat seat = job_seat(&spot->job, (enum side)spot->pos.side);
    const int *core = core_of(spot);

    if (core)
        cores_stay_on(*core);
    spot->best = mind_move(spot->minds[seat], terms->rules, &spot->pos,
                           job_chance(&spot->job, spot->ply), &spot->stop);
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
    if (spot->best != 0)
        spot->terms->rules->print_move(&spot->pos, spot->best, &buf);
    move.words = buf_slice(&buf);
    hall_move(spot->venue->server, spot->room, &move, NULL);
}

static void done(uv_work_t *request, int status)
{
    struct spot *spot = request->data;

    spot->is_thinking = false;
    if (spot->is_over)
        look_soon(spot->venue);
    if (status == 0 && !spot->is_over && !spot->venue->is_stopping)
        answer(spot);
}

static void think(struct spot *spot, const struct room *room)
{
    if (spot->is_thinking || room->phase != ROOM_RUNNING || room->pos.side == SIDE_NONE ||
        spot->ply == room->record.ply_count ||
        player_of(spot, (enum side)room->pos.side)->kind != ARENA_BUILTIN)
        return;
    spot->ply = room->record.ply_count;
    spot->pos = room->pos;
    spot->is_thinking = true;
    spot->work.data = spot;
    uv_queue_work(spot->venue->loop, &spot->work, work, done);
}

/* ---- what happens at the tables ---- */

static void note_end(struct spot *spot, const struct room *room)
{
    struct played *played = spot->played;
    const struct terms *terms = spot->terms;

    spot->is_over = true;
    atomic_store(&spot->stop, true);
    spot->outcome = room->outcome;
    played->record = room->record;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        record_name(&played->record, side,
                    slice_of(terms->players[job_seat(&spot->job, side)].name));
        spot->has_left[side] = room->how_left[side] != NULL;
        spot->is_garbled[side] = room_was_garbled(room, side);
    }
}

static void on_news(void *context, const struct hall_game *game, enum hall_news news)
{
    struct venue *venue = context;
    const struct room *room = game->room;

    for (int i = 0; i < venue->config.tables; i++) {
        struct spot *spot = &venue->spots[i];
        if (!spot->is_busy || strcmp(spot->room, room->id) != 0)
            continue;
        if (news != HALL_MOVED)
            look_soon(venue); /* programs come and go */
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
    struct note *note = &spot->played->note;
    bool has_failed = program->end.code[0] && strcmp(program->end.code, "bot_stopped") != 0 &&
                      strcmp(program->end.details, "0") != 0;
    struct err why = program->end;

    if (note->ending != ENDING_LEFT)
        return;
    if (spot->is_missing[side]) {
        note->ending = ENDING_NO_JOIN;
        if (spot->refusal[side].code[0])
            why = spot->refusal[side];
        else if (strcmp(why.code, "bot_exited") == 0)
            err_say(&why, "bot_exited_early", program->end.details);
        else if (!has_failed)
            err_say(&why, "bot_no_join", "10");
    } else if (spot->is_garbled[side]) {
        note->ending = ENDING_GARBAGE;
        err_say(&why, "bot_garbage", "");
    } else if (has_failed) {
        note->ending = ENDING_CRASH;
    } else {
        err_say(&why, "bot_left", "");
    }
    note_blame(note, spot->terms, &why);
}

/* A game that never began is lost by whoever was missing. */
static void judge_missing(struct spot *spot)
{
    const struct game_rules *rules = spot->terms->rules;
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
    struct venue *venue = spot->venue;
    struct note *note = &spot->played->note;
    struct program_state program = {0};

    if (!spot->has_begun)
        judge_missing(spot);
    played_end(spot->played, spot->terms, &spot->job, &spot->outcome);
    if (note->ending != ENDING_REGULAR) {
        enum arena_seat seat = note->offender == ARENA_SEATS ? ARENA_A : note->offender;
        enum side side = job_side(&spot->job, seat);
        program_find(venue->server, spot->room, side, &program);
        refine(spot, side, &program);
        note_keep_output(note, program.lines);
    }
    spot->is_busy = false;
    venue->config.on_played(venue->config.context, (int)(spot - venue->spots), spot->played);
}

/* ---- time ---- */

static bool are_gone(struct spot *spot)
{
    struct program_state program;

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (program_find(spot->venue->server, spot->room, side, &program) &&
            program.phase != PROGRAM_GONE)
            return false;
    }
    return true;
}

/* As long as a game has not begun, somebody may be missing for good. */
static void look_for_missing(struct spot *spot)
{
    struct server *server = spot->venue->server;
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
    struct venue *venue = timer->data;

    for (int i = 0; i < venue->config.tables && !venue->is_stopping; i++) {
        struct spot *spot = &venue->spots[i];
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
    const struct terms *terms = spot->terms;

    *wish = (struct hall_wish){
        .rules = terms->rules,
        .start = spot->job.start,
        .has_seed = !terms->positions,
        .seed = spot->job.seed,
        .has_limit = terms->has_time,
        .limit_ms = terms->time_ms,
        .has_gap = true,
        .gap_ms = terms->pace_ms,
        .is_unkept = true,
    };
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        const struct arena_player *player = player_of(spot, side);
        /* A built-in player answers here, as a person would; programs are started in a moment. */
        wish->seats[side].kind = player->kind == ARENA_BUILTIN ? HALL_PERSON : HALL_MANUAL;
        memcpy(wish->seats[side].name, player->name, sizeof player->name);
    }
}

static void start_program(struct spot *spot, enum side side)
{
    const struct arena_player *player = player_of(spot, side);
    struct venue *venue = spot->venue;
    struct program_wish wish = {.command = player->command,
                                .arguments = "",
                                .folder = player->folder,
                                .core = core_of(spot)};
    struct hall_game game;

    if (player->kind == ARENA_PROGRAM &&
        !hall_start(venue->server, spot->room, side, &wish, &spot->refusal[side]))
        spot->is_missing[side] = true;
    if (player->kind == ARENA_MANUAL && hall_find(venue->server, spot->room, &game))
        venue->config.on_wait(venue->config.context, spot->job.game, game.port,
                              game.seats[side].code);
}

static void call_minds(struct spot *spot)
{
    for (int seat = 0; seat < ARENA_SEATS; seat++) {
        const struct arena_player *player = &spot->terms->players[seat];
        if (player->kind != ARENA_BUILTIN)
            continue;
        spot->minds[seat] = mind_of(spot->minds[seat], player);
        mind_clear(spot->minds[seat]);
    }
}

static void reset(struct spot *spot, const struct terms *terms, const struct job *job)
{
    spot->is_busy = true;
    spot->terms = terms;
    spot->job = *job;
    spot->room[0] = '\0';
    spot->has_begun = spot->is_over = false;
    spot->ply = -1;
    atomic_store(&spot->stop, false);
    memset(spot->is_missing, 0, sizeof spot->is_missing);
    memset(spot->refusal, 0, sizeof spot->refusal);
    memset(spot->is_garbled, 0, sizeof spot->is_garbled);
    memset(spot->has_left, 0, sizeof spot->has_left);
    call_minds(spot);
    played_begin(spot->played, terms, job);
}

void venue_play(struct venue *venue, int table, const struct terms *terms, const struct job *job)
{
    struct spot *spot = &venue->spots[table];
    struct hall_ticket ticket;
    struct hall_wish wish;

    reset(spot, terms, job);
    look_soon(venue); /* it may be over before it has begun */
    fill_wish(spot, &wish);
    if (!hall_open(venue->server, &wish, &ticket, &spot->refusal[SIDE_RED])) {
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

static void furnish(struct venue *venue)
{
    for (int i = 0; i < venue->config.tables; i++) {
        venue->spots[i].venue = venue;
        venue->spots[i].played = memory_get(1, sizeof *venue->spots[i].played);
    }
}

struct venue *venue_create(uv_loop_t *loop, const struct venue_config *config, struct err *why)
{
    struct venue *venue = memory_get(1, sizeof *venue);
    struct server_config house = {
        .address = "127.0.0.1",
        .port = config->port,
        .default_game = config->rules,
        .options = "",
        .limits = {.soft_ms = DEFAULT_SOFT_MS, .hard_ms = DEFAULT_HARD_MS},
        .pace_ms = DEFAULT_PACE_MS,
        .data_dir = config->folder,
        .password = "arena",
        .log_path = venue->log,
        .sandbox = config->sandbox,
    };

    snprintf(venue->log, sizeof venue->log, "%s/log", config->folder);
    venue->config = *config;
    venue->loop = loop;
    furnish(venue);
    venue->server = server_create(loop, &house, why);
    if (!venue->server || !hall_watch(venue->server, on_news, venue)) {
        venue_destroy(venue);
        return NULL;
    }
    uv_timer_init(loop, &venue->poll);
    venue->poll.data = venue;
    uv_timer_start(&venue->poll, on_poll, POLL_MS, POLL_MS);
    return venue;
}

void venue_stop(struct venue *venue)
{
    if (venue->is_stopping)
        return;
    venue->is_stopping = true;
    for (int i = 0; i < venue->config.tables; i++)
        atomic_store(&venue->spots[i].stop, true);
    server_stop(venue->server);
    uv_close((uv_handle_t *)&venue->poll, NULL);
}

void venue_destroy(struct venue *venue)
{
    if (!venue)
        return;
    server_destroy(venue->server);
    for (int i = 0; i < venue->config.tables; i++) {
        for (int seat = 0; seat < ARENA_SEATS; seat++)
            mind_destroy(venue->spots[i].minds[seat]);
        free(venue->spots[i].played);
    }
    free(venue);
}
