/* Tables as the house shows them, and how they are opened. */

#include "server/hall.h"

#include "base/clock.h"
#include "search/level.h"
#include "server/archive.h"
#include "server/internal.h"
#include "server/room_port.h"
#include "server/seat_logs.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SECRET_BYTES = 16,
    /* From the soft limit, which loses, to the hard one, after which nobody waits. */
    GRACE_MS = DEFAULT_HARD_MS - DEFAULT_SOFT_MS,
};

/* ---- looking ---- */

bool slot_has_person(const struct room_slot *slot)
{
    return slot->keys[SIDE_RED][0] || slot->keys[SIDE_BLUE][0];
}

bool slot_survives_restart(const struct room_slot *slot)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (!slot->keys[side][0] && !slot->builtin[side][0])
            return false;
    }
    return slot->room.phase == ROOM_RUNNING;
}

void hall_hide(const struct game_rules *rules, struct position *pos)
{
    if (rules->hide)
        rules->hide(pos);
}

static struct hall_seat describe_seat(const struct server *server, const struct room_slot *slot,
                                      enum side side)
{
    return (struct hall_seat){
        .kind = slot->keys[side][0]      ? HALL_PERSON
                : slot->builtin[side][0] ? HALL_BUILTIN
                : slot->is_program[side] ? HALL_BOT
                                         : HALL_MANUAL,
        .player = slot->builtin[side],
        .code = slot->room.seats[side].code,
        .is_here = slot->room.seats[side].is_taken && !slot->has_left[side],
        .has_left = slot->has_left[side],
        .since_ms = slot->since_ms[side],
        .program = *bot_process_find(server, slot->room.id, side),
    };
}

static void describe(struct server *server, const struct room_slot *slot, struct hall_game *game)
{
    *game = (struct hall_game){.room = &slot->room,
                               .number = (int64_t)slot->number,
                               .started_ms = slot->started_ms,
                               .port = room_port_port(server, slot)};
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        game->seats[side] = describe_seat(server, slot, side);
}

static int compare_age(const void *left, const void *right)
{
    const struct room_slot *const *a = left, *const *b = right;

    return (*a)->generation < (*b)->generation ? 1 : -1;
}

int hall_list(struct server *server, struct hall_game games[], int max)
{
    struct room_slot **slots = calloc(LIMIT_ROOMS, sizeof(struct room_slot *));
    int found = 0, count = 0;

    for (int i = 0; slots && i < server->room_high; i++) {
        if (server->rooms[i] && !server->rooms[i]->is_done && !server->rooms[i]->is_hidden)
            slots[found++] = server->rooms[i];
    }
    if (found > 0)
        qsort(slots, (size_t)found, sizeof(struct room_slot *), compare_age);
    for (; count < found && count < max; count++)
        describe(server, slots[count], &games[count]);
    free(slots);
    return count;
}

static const struct room_slot *recent_at(const struct server *server, int index)
{
    int kept = server->recent_count < HALL_RECENT_MAX ? server->recent_count : HALL_RECENT_MAX;

    if (index < 0 || index >= kept)
        return NULL;
    return &server->recent[(server->recent_count - 1 - index) % HALL_RECENT_MAX];
}

bool hall_recent(struct server *server, int index, struct hall_game *game)
{
    const struct room_slot *slot = recent_at(server, index);

    if (slot)
        describe(server, slot, game);
    return slot != NULL;
}

static const struct room_slot *find(struct server *server, const char *id)
{
    const struct room_slot *slot = lobby_find(server, id);

    for (int i = 0; !slot && recent_at(server, i); i++) {
        if (strcmp(recent_at(server, i)->room.id, id) == 0)
            slot = recent_at(server, i);
    }
    return slot;
}

bool hall_find(struct server *server, const char *id, struct hall_game *game)
{
    const struct room_slot *slot = find(server, id);

    if (slot)
        describe(server, slot, game);
    return slot != NULL;
}

/* Only the digest of a secret is kept. */
static void digest(const char *secret, char key[STORE_KEY_SIZE])
{
    unsigned char hash[SECRET_BYTES];

    crypto_generichash(hash, sizeof hash, (const unsigned char *)secret, strlen(secret), NULL, 0);
    sodium_bin2hex(key, STORE_KEY_SIZE, hash, sizeof hash);
}

enum side hall_holder(struct server *server, const char *id, const char *secret)
{
    const struct room_slot *slot = find(server, id);
    char key[STORE_KEY_SIZE] = "";

    digest(secret, key);
    for (enum side side = SIDE_RED; slot && side < SIDE_NONE; side++) {
        if (slot->keys[side][0] && sodium_memcmp(slot->keys[side], key, 2 * SECRET_BYTES) == 0)
            return side;
    }
    return SIDE_NONE;
}

bool hall_watch(struct server *server, hall_watcher *watcher, void *context)
{
    if (watcher && !server->recent)
        server->recent = calloc(HALL_RECENT_MAX, sizeof *server->recent);
    server->watcher = watcher;
    server->watcher_context = context;
    return !watcher || server->recent;
}

/* The copy has nobody to speak to any more. */
static void keep(struct server *server, const struct room_slot *slot)
{
    struct room_slot *kept = &server->recent[server->recent_count++ % HALL_RECENT_MAX];

    *kept = *slot;
    kept->gate = NULL;
    kept->watch = NULL;
}

void hall_tell(struct server *server, const struct room_slot *slot, enum hall_news news)
{
    struct hall_game game;

    if (!server->watcher || slot->is_hidden)
        return;
    if (news == HALL_ENDED)
        keep(server, slot);
    describe(server, slot, &game);
    server->watcher(server->watcher_context, &game, news);
}

void hall_tell_changed(struct server *server, const char *id)
{
    const struct room_slot *slot = find(server, id);

    if (slot)
        hall_tell(server, slot, HALL_CHANGED);
}

void hall_count(struct server *server, struct hall_counts *counts)
{
    *counts = server->stats;
    counts->uptime_ms = (clock_now_us() - server->started_us) / 1000;
    counts->longest_turn_us = server->lag.longest_turn_us;
    counts->programs = bot_processes_running(server);
}

void hall_log(struct server *server, struct last_lines *recent) { log_recent(server->log, recent); }

bool hall_is_fine(struct server *server, struct err *why)
{
    return archive_takes_games(server->archive, why);
}

const char *hall_sandbox(const struct server *server)
{
    return sandbox_wish_words[server->config.sandbox];
}

/* ---- opening ---- */

/* A seed that nobody can guess from the one before, unless the server was started with one. */
static int64_t draw_seed(struct server *server)
{
    uint64_t seed;

    if (server->config.has_seed)
        return (int64_t)server->next_seed++;
    randombytes_buf(&seed, sizeof seed);
    return (int64_t)(seed >> 1);
}

static bool read_position(const struct hall_board *board, struct hall_wish *wish, struct err *why)
{
    const struct game_rules *rules = wish->rules;

    if (!rules->parse(slice_of(board->position), &wish->start, why))
        return false;
    if (rules->fill)
        rules->fill(&wish->start, (uint64_t)wish->seed);
    wish->has_seed = false;
    if (wish->start.side == SIDE_NONE)
        return err_set(why, "over", "");
    return game_knows_moves(rules, &wish->start, why);
}

bool hall_draw(struct server *server, const struct hall_board *board, struct hall_wish *wish,
               struct err *why)
{
    struct game_options options = {.ruleset = board->ruleset, .words = slice_of(board->options)};

    wish->has_seed = true;
    wish->seed = board->has_seed ? board->seed : draw_seed(server);
    memset(&wish->start, 0, sizeof wish->start);
    if (board->position)
        return read_position(board, wish, why);
    return wish->rules->setup(&wish->start, (uint64_t)wish->seed, &options, why);
}

static void limit_seat(struct room_slot *slot, enum side side, const struct hall_wish *wish)
{
    struct room_seat *seat = &slot->room.seats[side];
    bool is_person = wish->seats[side].kind == HALL_PERSON;

    seat->can_timeout = wish->seats[side].kind != HALL_BUILTIN;
    if (is_person)
        seat->can_timeout = wish->has_limit && wish->limits_everyone;
    seat->has_own_limits = wish->has_limit;
    if (!wish->has_limit)
        return;
    /* A program that is a little late hears so; nobody waits longer for a person than agreed. */
    seat->limits.soft_ms = wish->limit_ms;
    seat->limits.hard_ms = wish->limit_ms + (is_person || wish->limit_ms == 0 ? 0 : GRACE_MS);
}

static void draw_secret(char secret[HALL_SECRET_SIZE])
{
    unsigned char random[SECRET_BYTES];

    randombytes_buf(random, sizeof random);
    sodium_bin2hex(secret, HALL_SECRET_SIZE, random, sizeof random);
}

/* A player who is started by hand knows the reservation, or nothing at all. */
static void await_anybody(struct room_slot *slot, enum side side)
{
    lobby_draw_id(slot->room.seats[side].code, slot->index);
    slot->room.seats[side].is_open = true;
}

static void prepare_seat(struct room_slot *slot, enum side side, const struct hall_wish *wish,
                         struct hall_ticket *ticket)
{
    const struct hall_wish_seat *wanted = &wish->seats[side];
    struct room_seat *seat = &slot->room.seats[side];

    if (wanted->name[0])
        snprintf(seat->name, sizeof seat->name, "%s", wanted->name);
    limit_seat(slot, side, wish);
    switch (wanted->kind) {
    case HALL_PERSON:
        draw_secret(ticket->secrets[side]);
        digest(ticket->secrets[side], slot->keys[side]);
        break;
    case HALL_BUILTIN:
        snprintf(slot->builtin[side], sizeof slot->builtin[side], "%s", wanted->player);
        break;
    case HALL_BOT:
        slot->is_program[side] = true;
        lobby_draw_id(seat->code, slot->index);
        break;
    case HALL_MANUAL:
        await_anybody(slot, side);
        break;
    }
}

/* The port and the programs; false: one of them is not to be had. */
static bool start_programs(struct server *server, struct room_slot *slot,
                           const struct hall_wish *wish, struct err *why)
{
    bool is_fine = wish->port == 0 || room_port_open(server, slot->room.id, wish->port, why);

    for (enum side side = SIDE_RED; is_fine && side < SIDE_NONE; side++) {
        if (wish->seats[side].kind == HALL_BOT)
            is_fine =
                bot_process_start(server, slot->room.id, side, &wish->seats[side].program, why);
    }
    return is_fine;
}

bool hall_open(struct server *server, const struct hall_wish *wish, struct hall_ticket *ticket,
               struct err *why)
{
    struct room_slot *slot = lobby_create(server, wish->rules, &wish->start, why);

    if (!slot)
        return false;
    struct room *room = &slot->room;
    memset(ticket, 0, sizeof *ticket);
    memcpy(ticket->id, room->id, sizeof ticket->id);
    room->is_prepared = true;
    room->is_paused = wish->is_paused;
    slot->is_unarchived = wish->is_unarchived;
    slot->has_message_gap = wish->has_message_gap;
    if (wish->is_logged)
        seat_logs_open(server, slot);
    slot->message_gap_ms = wish->message_gap_ms;
    room->record.has_seed = wish->has_seed;
    room->record.seed = wish->has_seed ? wish->seed : 0;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        prepare_seat(slot, side, wish, ticket);
    room->move_pace_ms = slot_has_person(slot) ? 0 : wish->move_pace_ms;
    if (!start_programs(server, slot, wish, why)) {
        slot->is_hidden = true; /* nobody has heard of it */
        room_call_off(room, CAUSE_REGULAR);
        return false;
    }
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (slot->keys[side][0] || slot->builtin[side][0])
            room_seat(room, side, clock_now_us());
    }
    if (room->phase == ROOM_WAITING)
        hall_tell(server, slot, HALL_CHANGED);
    return true;
}

/* The room if this seat is still to be had. */
static struct room_slot *find_seat(struct server *server, const char *id, enum side side,
                                   struct err *why)
{
    struct room_slot *slot = lobby_find(server, id);

    if (!slot)
        err_set(why, "no_such_game", id);
    else if (slot->room.phase != ROOM_WAITING || slot->room.seats[side].is_taken)
        err_set(why, "seat_taken", "");
    else
        return slot;
    return NULL;
}

bool hall_start(struct server *server, const char *id, enum side side,
                const struct bot_process_config *program, struct err *why)
{
    struct room_slot *slot = find_seat(server, id, side, why);

    if (!slot || !bot_process_start(server, id, side, program, why))
        return false;
    hall_tell(server, slot, HALL_CHANGED);
    return true;
}

bool hall_await(struct server *server, const char *id, enum side side, struct err *why)
{
    struct room_slot *slot = find_seat(server, id, side, why);

    if (!slot)
        return false;
    bot_process_drop(server, id, side);
    slot->is_program[side] = false;
    await_anybody(slot, side);
    hall_tell(server, slot, HALL_CHANGED);
    return true;
}

bool hall_sit(struct server *server, const char *id, enum side side, const char *player,
              struct err *why)
{
    struct room_slot *slot = find_seat(server, id, side, why);

    if (!slot)
        return false;
    bot_process_drop(server, id, side);
    snprintf(slot->builtin[side], sizeof slot->builtin[side], "%s", player);
    snprintf(slot->room.seats[side].name, RECORD_NAME_SIZE, "%s", player);
    slot->room.seats[side].code[0] = '\0';
    slot->is_program[side] = false;
    room_seat(&slot->room, side, clock_now_us());
    return true;
}
