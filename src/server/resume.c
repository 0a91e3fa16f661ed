#include "server/resume.h"

#include "base/clock.h"
#include "base/memory.h"
#include "proto/wire.h"
#include "server/archive.h"
#include "server/builtin.h"
#include "server/internal.h"
#include "server/log_lines.h"
#include "server/seat_logs.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- the store ---- */

/* A game that was left over, as far as it can be read. */
struct leftover {
    struct store_game game;
    struct record record;
    bool is_sound; /* all of it */
};

static bool load(struct store *store, int64_t number, struct leftover *left, struct err *why)
{
    struct err fault = {0};

    left->record.game[0] = '\0';
    if (!store_load_game(store, number, &left->game, why))
        return false;
    left->is_sound = store_load_record(store, &left->game, &left->record, &fault);
    if (!left->is_sound && store_is_trouble(&fault)) {
        *why = fault; /* says nothing about the game */
        return false;
    }
    return true;
}

/* People and built-in players come back; programs are gone with their connection. */
static bool comes_back(const char *player)
{
    return builtin_can_sit(player, NULL) || strcmp(player, STORE_PERSON) == 0;
}

/* Players do not come back to a game that was begun so long ago. */
static bool is_forgotten(const struct store_game *game)
{
    return clock_wall_ms() - game->started_ms > (int64_t)UNFINISHED_DAYS * 24 * 3600 * 1000;
}

static bool can_go_on(const struct leftover *left)
{
    return left->is_sound && !is_forgotten(&left->game) &&
           comes_back(left->game.players[SIDE_RED]) && comes_back(left->game.players[SIDE_BLUE]);
}

static void end_unknown(struct outcome *outcome)
{
    memset(outcome, 0, sizeof *outcome);
    outcome->result.winner = SIDE_NONE;
    outcome->cause[SIDE_RED] = outcome->cause[SIDE_BLUE] = CAUSE_UNKNOWN;
}

static void find_outcome(struct leftover *left, const struct position *pos)
{
    const struct game_rules *rules = record_rules(&left->record);

    if (pos->side != SIDE_NONE || !left->is_sound) {
        outcome_void(&left->game.outcome, rules, pos, CAUSE_UNKNOWN);
        return;
    }
    wire_end_regular(&left->record, pos, &left->game.outcome);
}

struct walk {
    struct store *store;
    struct log *log;
    resume_take *take;
    void *context;
};

static bool hand_over(const struct walk *walk, const struct leftover *left)
{
    if (walk->take(walk->context, &left->game, &left->record))
        log_lines_game_resumed(walk->log, &left->game, left->record.ply_count);
    else
        log_lines_write_event(walk->log, "game-not-revived", "reason", left->game.id);
    return true;
}

static bool resume_one(const struct walk *walk, struct leftover *left, struct err *why)
{
    struct position pos;

    assert(left->game.ended_ms == 0);
    if (!left->record.game[0]) {
        end_unknown(&left->game.outcome);
    } else {
        record_position(&left->record, left->record.ply_count, &pos);
        if (pos.side != SIDE_NONE && can_go_on(left))
            return hand_over(walk, left);
        find_outcome(left, &pos);
    }
    left->game.ended_ms = clock_wall_ms();
    if (!store_end_game(walk->store, &left->game, why))
        return false;
    log_lines_game_ended(walk->log, &left->game);
    return true;
}

static bool resume_all(const struct walk *walk, struct leftover *left, struct err *why)
{
    int64_t number = 0;

    for (;;) {
        if (!store_next_in_list(walk->store, STORE_UNFINISHED, number, &number, why))
            return false;
        if (number == 0)
            return true;
        if (!load(walk->store, number, left, why) || !resume_one(walk, left, why))
            return false;
    }
}

bool resume_games(struct store *store, struct log *log, resume_take *take, void *context,
                  struct err *why)
{
    struct walk walk = {.store = store, .log = log, .take = take, .context = context};
    struct leftover *left = memory_get(1, sizeof *left);
    bool is_done = store_begin(store, why) && store_end(store, resume_all(&walk, left, why), why);

    free(left);
    return is_done;
}

/* ---- the rooms ---- */

static void take_seats(struct room_slot *slot, const struct store_game *game)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        struct room_seat *seat = &slot->room.seats[side];
        seat->kind = game->keys[side][0] ? SEAT_PERSON : SEAT_BUILTIN;
        snprintf(seat->name, sizeof seat->name, "%s", game->names[side]);
        snprintf(slot->seats[side].secret, STORE_KEY_SIZE, "%s", game->keys[side]);
        if (seat->kind == SEAT_BUILTIN)
            snprintf(slot->seats[side].player, PLAYER_WORDS_SIZE, "%s", game->players[side]);
        seat->is_taken = true;
    }
}

/* The first part of a room's id is its place in the table. */
static bool find_place(const struct server *server, const char *id, int *index)
{
    unsigned long place = strtoul(id, NULL, 16);

    *index = (int)place;
    return place < LIMIT_ROOMS && !server->rooms[place];
}

/* Games of servers that did not write settings down have no limits. */
static void take_settings(struct server *server, struct room_slot *slot, const char *text)
{
    struct room_settings *settings = &slot->room.settings;

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        settings->seats[side].limits = (struct room_limits){0};
    if (!room_settings_parse(slice_of(text), settings))
        log_lines_write_event(server->log, "settings-strange", "text", text);
    settings->is_logged = settings->is_logged && seat_logs_open(server, slot);
}

static bool take_up(void *context, const struct store_game *game, const struct record *record)
{
    struct server *server = context;
    int index;
    struct room_slot *slot = find_place(server, game->id, &index)
                                 ? rooms_make(server, record_rules(record), &record->start, index)
                                 : NULL;

    assert(game->ended_ms == 0 && game->number > 0);
    if (!slot)
        return false;
    slot->number = (uint64_t)game->number;
    slot->started_ms = game->started_ms;
    snprintf(slot->room.id, sizeof slot->room.id, "%s", game->id);
    slot->room.is_prepared = true;
    slot->is_guests = game->is_strangers;
    take_seats(slot, game);
    take_settings(server, slot, game->settings);
    room_resume(&slot->room, record, server_now_us(server));
    return true;
}

void rooms_resume(struct server *server)
{
    struct err why = {0};

    if (!archive_resume(server->archive, take_up, server, &why))
        log_err(server->log, "store-stuck", &why); /* the games wait for the next server */
}
