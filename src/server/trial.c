#include "server/trial.h"

#include "base/clock.h"
#include "base/memory.h"
#include "server/house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct trial {
    struct trial *next;
    char room[ROOM_ID_SIZE];
    const struct game_rules *rules;
    enum side side;
    int64_t started_us;
    bool wants_move; /* and nothing else */
    bool is_over;    /* its game */
    bool is_played;  /* to its end by the rules */
    bool is_silent;  /* its program did not join in time */
    bool is_garbled; /* what its program sent was no XML, or none that belongs here */
    trial_on_end *on_end;
    void *context;
    struct trial_result result;
};

/* ---- what happens in the room ---- */

static void note_move(struct trial *trial, const struct room *room)
{
    const struct record_ply *ply = &room->record.plies[room->record.ply_count - 1];

    if (trial->result.words[0])
        return;
    buf_copy(trial->result.words, sizeof trial->result.words,
             record_slice(&room->record, ply->words));
    trial->result.move_ms = ply->time_ms;
}

static void on_event(void *context, struct room *room, const struct room_event *event)
{
    struct trial *trial = context;

    if (event->kind == ROOM_EVENT_MOVED && event->side == trial->side)
        note_move(trial, room);
    if (event->kind == ROOM_EVENT_ENDED) {
        trial->is_garbled = room_was_garbled(room, trial->side);
        trial->is_over = true;
        trial->is_played = room->pos.side == SIDE_NONE;
        trial->result.outcome = room->outcome;
        trial->result.plies = room->record.ply_count;
    }
}

/* ---- the verdict ---- */

/* The sentence of the referee without the word for a line break. */
static void say_reason(struct err *why, const char *code, const char *reason)
{
    err_set(why, code, reason);
    for (char *at = why->details; *at; at++)
        *at = *at == '\n' ? ' ' : *at;
}

/* Whoever left has crashed, was sent away, or went in peace. */
static void judge_leaver(struct trial *trial, const struct program_state *program)
{
    if (trial->is_garbled)
        err_set(&trial->result.why, "bot_garbage", "");
    else if (program_has_failed(program))
        trial->result.why = program->end;
    else
        err_set(&trial->result.why, "bot_left", "");
}

/* Somebody came without a reservation meanwhile: who else should it have been? */
static bool has_gone_astray(const struct server *server, struct trial *trial)
{
    const struct stray *stray = &server->stray;

    if (stray->came_us < trial->started_us)
        return false;
    if (stray->rules == trial->rules)
        err_set(&trial->result.why, "bot_no_reservation", "");
    else
        err_set(&trial->result.why, "bot_wrong_game", stray->game);
    return true;
}

static void judge_silent(const struct server *server, struct trial *trial,
                         const struct program_state *program)
{
    const char *code = program->end.code;
    bool has_crashed =
        code[0] && strcmp(code, "bot_exited") != 0 && strcmp(code, "bot_stopped") != 0;

    if (!has_crashed && has_gone_astray(server, trial))
        return;
    if (strcmp(code, "bot_exited") == 0 && !program->is_late)
        err_set(&trial->result.why, "bot_exited_early", program->end.details);
    else if (!has_crashed)
        err_setf(&trial->result.why, "bot_no_join", "%d", (server->config.join_ms + 999) / 1000);
    else
        trial->result.why = program->end; /* a crash, or one of our limits */
}

static void judge(const struct server *server, struct trial *trial,
                  const struct program_state *program)
{
    struct trial_result *result = &trial->result;
    const char *reason = result->outcome.reason[trial->side];

    if (trial->is_silent) {
        judge_silent(server, trial, program);
        return;
    }
    if (trial->wants_move && result->words[0]) {
        result->is_fine = true;
        return;
    }
    switch (result->outcome.cause[trial->side]) {
    case CAUSE_REGULAR:
        result->is_fine = trial->is_played;
        if (!result->is_fine)
            err_set(&result->why, "bot_called_off", "");
        break;
    case CAUSE_LEFT:
        judge_leaver(trial, program);
        break;
    case CAUSE_RULE_VIOLATION:
        say_reason(&result->why, "bot_illegal", reason);
        break;
    case CAUSE_SOFT_TIMEOUT:
    case CAUSE_HARD_TIMEOUT:
        say_reason(&result->why, "bot_slow", reason);
        break;
    case CAUSE_UNKNOWN:
    case CAUSE_COUNT:
        err_set(&result->why, "bot_called_off", "");
        break;
    }
}

/* ---- time ---- */

/* Steers the room; true when there is nothing more to wait for. */
static bool step(struct server *server, struct trial *trial, const struct program_state *program)
{
    struct room_slot *slot = lobby_find(server, trial->room);

    if (program->phase == PROGRAM_NONE)
        return true;
    if (slot && slot->room.phase == ROOM_WAITING &&
        (program->is_late || program->phase == PROGRAM_GONE)) {
        trial->is_silent = true;
        slot->is_private = true; /* it was no game */
        room_call_off(&slot->room, CAUSE_REGULAR);
    } else if (slot && trial->wants_move && trial->result.words[0]) {
        room_call_off(&slot->room, CAUSE_REGULAR);
    }
    /* How it ended is part of the verdict; after its game it has little time to do so. */
    return trial->is_over && program->phase == PROGRAM_GONE;
}

/* Somebody may have taken the program away. */
static void release_room(struct server *server, const struct trial *trial)
{
    struct room_slot *slot = lobby_find(server, trial->room);

    if (!slot)
        return;
    slot->watch = NULL;
    room_call_off(&slot->room, CAUSE_REGULAR);
}

/* Takes a trial out of the list and tells how it went. */
static void conclude(struct server *server, struct trial **place, const struct last_lines *lines)
{
    struct trial *trial = *place;

    *place = trial->next;
    release_room(server, trial);
    trial->result.lines = lines;
    trial->on_end(trial->context, &trial->result);
    free(trial);
}

void trials_tick(struct server *server)
{
    for (struct trial **place = &server->trials; *place;) {
        const struct program_state *program = program_find(server, (*place)->room, (*place)->side);
        if (!step(server, *place, program)) {
            place = &(*place)->next;
            continue;
        }
        judge(server, *place, program);
        conclude(server, place, program->lines);
    }
}

void trials_stop(struct server *server)
{
    while (server->trials) {
        struct trial *trial = server->trials;
        err_set(&trial->result.why, "bot_called_off", "");
        conclude(server, &server->trials, program_find(server, trial->room, trial->side)->lines);
    }
}

/* ---- the start ---- */

/* Nobody sits on the other side of a question; a built-in player sits down at once. */
static void seat_opponent(struct room_slot *slot, enum side side, const char *opponent)
{
    struct room_seat *seat = &slot->room.seats[side];

    seat->can_timeout = false;
    if (!opponent) {
        seat->is_taken = true;
        return;
    }
    snprintf(seat->name, sizeof seat->name, "%s", opponent);
    snprintf(slot->builtin[side], sizeof slot->builtin[side], "%s", opponent);
    room_seat(&slot->room, side, clock_now_us());
}

bool trial_start(struct server *server, const struct trial_config *config, trial_on_end *on_end,
                 void *context, struct err *why)
{
    struct room_slot *slot =
        server->is_stopping ? NULL : lobby_create(server, config->rules, config->start, why);

    if (!slot)
        return server->is_stopping ? err_set(why, "bot_called_off", "") : false;
    slot->room.is_prepared = true;
    slot->room.is_paused = false;
    slot->is_private = !config->opponent;
    if (config->has_limits)
        slot->room.limits = config->limits;
    snprintf(slot->room.seats[config->side].name, RECORD_NAME_SIZE, "%s", config->name);
    if (!program_start(server, slot->room.id, config->side, &config->program, why)) {
        room_call_off(&slot->room, CAUSE_REGULAR);
        return false;
    }
    struct trial *trial = memory_get(1, sizeof *trial);
    snprintf(trial->room, sizeof trial->room, "%s", slot->room.id);
    trial->rules = config->rules;
    trial->side = config->side;
    trial->started_us = clock_now_us();
    trial->wants_move = !config->opponent;
    trial->on_end = on_end;
    trial->context = context;
    trial->next = server->trials;
    server->trials = trial;
    slot->watch = on_event;
    slot->watch_context = trial;
    seat_opponent(slot, game_other(config->side), config->opponent);
    return true;
}
