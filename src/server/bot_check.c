#include "server/bot_check.h"

#include "base/memory.h"
#include "server/internal.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bot_check {
    struct bot_check *next;
    char room[ROOM_ID_SIZE];
    struct rooms_subscriber subscriber;
    const struct game_rules *rules;
    enum side side;
    int64_t started_us;
    bool wants_move; /* and nothing else */
    bool is_over;    /* its game */
    bool is_played;  /* to its end by the rules */
    bool is_silent;  /* its program did not join in time */
    bool is_garbled; /* what its program sent was no XML, or none that belongs here */
    bot_check_on_end *on_end;
    void *context;
    struct bot_check_result result;
};

/* ---- what happens in the room ---- */

static void note_move(struct bot_check *check, const struct room *room)
{
    const struct record_ply *ply = &room->record.plies[room->record.ply_count - 1];

    assert(room->record.ply_count > 0);
    if (check->result.words[0])
        return;
    buf_copy(check->result.words, sizeof check->result.words,
             record_slice(&room->record, ply->words));
    check->result.move_ms = ply->time_ms;
}

static void on_event(void *context, struct room *room, const struct room_event *event)
{
    struct bot_check *check = context;

    assert(strcmp(check->room, room->id) == 0);
    if (event->kind == ROOM_EVENT_MOVED && event->side == check->side)
        note_move(check, room);
    if (event->kind == ROOM_EVENT_ENDED) {
        check->is_garbled = room_seat_sent_garbage(room, check->side);
        check->is_over = true;
        check->is_played = room->pos.side == SIDE_NONE;
        check->result.outcome = room->outcome;
        check->result.plies = room->record.ply_count;
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

/* The program left: it crashed, was sent away, or ended by itself. */
static void judge_leaver(struct bot_check *check, const struct bot_process_state *program)
{
    if (check->is_garbled)
        err_set(&check->result.why, "bot_garbage", "");
    else if (bot_process_has_failed(program))
        check->result.why = program->end;
    else
        err_set(&check->result.why, "bot_left", "");
}

/* A join without a reservation came meanwhile: most likely from this program. */
static bool has_gone_astray(const struct server *server, struct bot_check *check)
{
    const struct unreserved_join *join = &server->unreserved_join;

    if (join->came_us < check->started_us)
        return false;
    if (join->rules == check->rules)
        err_set(&check->result.why, "bot_no_reservation", "");
    else
        err_set(&check->result.why, "bot_wrong_game", join->game);
    return true;
}

static void judge_silent(const struct server *server, struct bot_check *check,
                         const struct bot_process_state *program)
{
    const char *code = program->end.code;
    bool has_crashed =
        code[0] && strcmp(code, "bot_exited") != 0 && strcmp(code, "bot_stopped") != 0;

    if (!has_crashed && has_gone_astray(server, check))
        return;
    if (strcmp(code, "bot_exited") == 0 && !program->is_late)
        err_set(&check->result.why, "bot_exited_early", program->end.details);
    else if (!has_crashed)
        err_setf(&check->result.why, "bot_no_join", "%d", (server->config.join_ms + 999) / 1000);
    else
        check->result.why = program->end; /* a crash, or one of our limits */
}

static void judge(const struct server *server, struct bot_check *check,
                  const struct bot_process_state *program)
{
    struct bot_check_result *result = &check->result;
    const char *reason = result->outcome.reason[check->side];

    if (check->is_silent) {
        judge_silent(server, check, program);
        return;
    }
    if (check->wants_move && result->words[0]) {
        result->is_fine = true;
        return;
    }
    switch (result->outcome.cause[check->side]) {
    case CAUSE_REGULAR:
        result->is_fine = check->is_played;
        if (!result->is_fine)
            err_set(&result->why, "bot_called_off", "");
        break;
    case CAUSE_LEFT:
        judge_leaver(check, program);
        break;
    case CAUSE_RULE_VIOLATION:
        say_reason(&result->why, "bot_illegal", reason);
        break;
    case CAUSE_SOFT_TIMEOUT:
    case CAUSE_HARD_TIMEOUT:
        say_reason(&result->why, "bot_slow", reason);
        break;
    case CAUSE_UNKNOWN:
    case CAUSE_AGREED:
    case CAUSE_COUNT:
        err_set(&result->why, "bot_called_off", "");
        break;
    }
}

/* ---- time ---- */

static void call_off(struct room_slot *slot)
{
    static const struct room_action action = {.kind = ROOM_CALL_OFF, .cause = CAUSE_REGULAR};

    rooms_do_now(slot, &action, NULL);
}

/* Steers the room; true when there is nothing more to wait for. */
static bool step(struct server *server, struct bot_check *check,
                 const struct bot_process_state *program)
{
    struct room_slot *slot = rooms_find(server, check->room);

    if (program->phase == BOT_PROCESS_NONE)
        return true;
    if (slot && slot->room.phase == ROOM_WAITING &&
        (program->is_late || program->phase == BOT_PROCESS_GONE)) {
        check->is_silent = true;
        slot->is_hidden = true; /* it was no game */
        call_off(slot);
    } else if (slot && check->wants_move && check->result.words[0]) {
        call_off(slot);
    }
    /* How it ended is part of the verdict; after its game it has little time to do so. */
    return check->is_over && program->phase == BOT_PROCESS_GONE;
}

/* Another player may have been chosen for the seat meanwhile. */
static void release_room(struct server *server, const struct bot_check *check)
{
    struct room_slot *slot = rooms_find(server, check->room);

    if (!slot)
        return;
    call_off(slot);
}

/* Takes a check out of the list and tells how it went. */
static void conclude(struct server *server, struct bot_check **place,
                     const struct last_lines *lines)
{
    struct bot_check *check = *place;

    assert(check->on_end);
    *place = check->next;
    rooms_unsubscribe(server, &check->subscriber);
    release_room(server, check);
    check->result.lines = lines;
    check->on_end(check->context, &check->result);
    free(check);
}

void bot_checks_tick(struct server *server)
{
    for (struct bot_check **place = &server->checks; *place;) {
        const struct bot_process_state *program =
            bot_process_find(server, (*place)->room, (*place)->side);
        if (!step(server, *place, program)) {
            place = &(*place)->next;
            continue;
        }
        judge(server, *place, program);
        conclude(server, place, program->lines);
    }
}

void bot_checks_stop(struct server *server)
{
    while (server->checks) {
        struct bot_check *check = server->checks;
        err_set(&check->result.why, "bot_called_off", "");
        conclude(server, &server->checks,
                 bot_process_find(server, check->room, check->side)->lines);
    }
}

/* ---- the start ---- */

/* A board for the check.  The other side of a question is a person that is never asked. */
static bool fill_setup(struct server *server, const struct bot_check_config *config,
                       struct game_setup *setup, struct err *why)
{
    struct board_setup board = {.ruleset = server->config.ruleset, .options = ""};
    struct game_setup_seat *opponent = &setup->seats[game_other(config->side)];

    assert(config->rules && config->name && config->side < SIDE_NONE);
    *setup = (struct game_setup){.rules = config->rules, .is_hidden = !config->opponent};
    setup->seats[config->side] =
        (struct game_setup_seat){.kind = SEAT_BOT, .program = config->program};
    buf_copy(setup->seats[config->side].name, RECORD_NAME_SIZE, slice_of(config->name));
    opponent->kind = config->opponent ? SEAT_BUILTIN : SEAT_PERSON;
    opponent->player = config->opponent;
    if (config->opponent)
        buf_copy(opponent->name, RECORD_NAME_SIZE, slice_of(config->opponent));
    if (!config->start)
        return rooms_draw_board(server, &board, setup, why);
    setup->start = *config->start;
    return true;
}

bool bot_check_start(struct server *server, const struct bot_check_config *config,
                     bot_check_on_end *on_end, void *context, struct err *why)
{
    struct room_action limit = {.kind = ROOM_LIMIT, .side = config->side, .limits = config->limits};
    struct game_setup setup;
    struct game_ticket ticket;

    if (server->is_stopping)
        return err_set(why, "bot_called_off", "");
    if (!fill_setup(server, config, &setup, why) || !rooms_open(server, &setup, &ticket, why))
        return false;
    struct bot_check *check = memory_get(1, sizeof *check);
    snprintf(check->room, sizeof check->room, "%s", ticket.id);
    check->rules = config->rules;
    check->side = config->side;
    check->started_us = server_now_us(server);
    check->wants_move = !config->opponent;
    check->on_end = on_end;
    check->context = context;
    check->next = server->checks;
    server->checks = check;
    check->subscriber =
        (struct rooms_subscriber){.hear = on_event, .context = check, .room = check->room};
    rooms_subscribe(server, &check->subscriber);
    if (config->has_limits)
        rooms_do(server, check->room, &limit, NULL);
    return true;
}
