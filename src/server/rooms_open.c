/* Tables as the house shows them, and how they are opened. */

#include "server/rooms.h"

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

static struct seat_view describe_seat(const struct server *server, const struct room_slot *slot,
                                      enum side side)
{
    const struct room_seat *seat = &slot->room.seats[side];

    return (struct seat_view){
        .kind = seat->kind,
        .player = slot->seats[side].player,
        .code = seat->code,
        .is_here = seat->is_taken && !seat->how_left,
        .has_left = seat->how_left != NULL,
        .since_ms = slot->seats[side].since_ms,
        .program = *bot_process_find(server, slot->room.id, side),
    };
}

static void describe(struct server *server, const struct room_slot *slot, struct room_view *game)
{
    *game = (struct room_view){.room = &slot->room,
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

int rooms_list(struct server *server, struct room_view games[], int max)
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

static struct room_slot *recent_at(const struct server *server, int index)
{
    int kept =
        server->recent_count < LIMIT_RECENT_GAMES ? server->recent_count : LIMIT_RECENT_GAMES;

    if (index < 0 || index >= kept)
        return NULL;
    return &server->recent[(server->recent_count - 1 - index) % LIMIT_RECENT_GAMES];
}

bool rooms_recent(struct server *server, int index, struct room_view *game)
{
    const struct room_slot *slot = recent_at(server, index);

    if (slot)
        describe(server, slot, game);
    return slot != NULL;
}

struct room_slot *rooms_find_any(struct server *server, const char *id)
{
    struct room_slot *slot = rooms_find(server, id);

    for (int i = 0; !slot && recent_at(server, i); i++) {
        if (strcmp(recent_at(server, i)->room.id, id) == 0)
            slot = recent_at(server, i);
    }
    return slot;
}

bool rooms_view(struct server *server, const char *id, struct room_view *game)
{
    const struct room_slot *slot = rooms_find_any(server, id);

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

enum side rooms_holder(struct server *server, const char *id, const char *secret)
{
    const struct room_slot *slot = rooms_find_any(server, id);
    char key[STORE_KEY_SIZE] = "";

    digest(secret, key);
    for (enum side side = SIDE_RED; slot && side < SIDE_NONE; side++) {
        if (slot->seats[side].secret[0] &&
            sodium_memcmp(slot->seats[side].secret, key, 2 * SECRET_BYTES) == 0)
            return side;
    }
    return SIDE_NONE;
}

bool rooms_view_of(struct room *room, struct room_view *view)
{
    const struct room_slot *slot = slot_of(room);

    if (!slot->is_hidden)
        describe(room->context, slot, view);
    return !slot->is_hidden;
}

bool rooms_keep_recent(struct server *server)
{
    if (!server->recent)
        server->recent = calloc(LIMIT_RECENT_GAMES, sizeof *server->recent);
    return server->recent != NULL;
}

void rooms_keep(struct server *server, const struct room_slot *slot)
{
    if (!server->recent || slot->is_hidden)
        return;
    struct room_slot *kept = &server->recent[server->recent_count++ % LIMIT_RECENT_GAMES];
    *kept = *slot;
    kept->gate = NULL;
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

static bool read_position(const struct board_setup *board, struct game_setup *wish, struct err *why)
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

bool rooms_draw_board(struct server *server, const struct board_setup *board,
                      struct game_setup *wish, struct err *why)
{
    struct game_options options = {.ruleset = board->ruleset, .words = slice_of(board->options)};

    wish->has_seed = true;
    wish->seed = board->has_seed ? board->seed : draw_seed(server);
    memset(&wish->start, 0, sizeof wish->start);
    if (board->position)
        return read_position(board, wish, why);
    return wish->rules->setup(&wish->start, (uint64_t)wish->seed, &options, why);
}

static void limit_seat(struct room *room, enum side side, const struct game_setup *wish)
{
    struct room_limits *limits = &room->settings.seats[side].limits;
    bool is_person = wish->seats[side].kind == SEAT_PERSON;

    if (is_person)
        room->settings.seats[side].can_timeout = wish->has_limit && wish->limits_everyone;
    if (!wish->has_limit)
        return;
    /* A program that is a little late is told so; a person has the time agreed and no more. */
    limits->soft_ms = wish->limit_ms;
    limits->hard_ms = wish->limit_ms + (is_person || wish->limit_ms == 0 ? 0 : GRACE_MS);
}

static void draw_secret(char secret[SEAT_SECRET_SIZE])
{
    unsigned char random[SECRET_BYTES];

    randombytes_buf(random, sizeof random);
    sodium_bin2hex(secret, SEAT_SECRET_SIZE, random, sizeof random);
}

static void prepare_seat(struct room_slot *slot, enum side side, const struct game_setup *wish,
                         struct game_ticket *ticket)
{
    const struct game_setup_seat *wanted = &wish->seats[side];
    struct room_seat *seat = &slot->room.seats[side];

    seat->kind = wanted->kind;
    if (wanted->name[0])
        snprintf(seat->name, sizeof seat->name, "%s", wanted->name);
    limit_seat(&slot->room, side, wish);
    switch (wanted->kind) {
    case SEAT_PERSON:
        draw_secret(ticket->secrets[side]);
        digest(ticket->secrets[side], slot->seats[side].secret);
        break;
    case SEAT_BUILTIN:
        snprintf(slot->seats[side].player, PLAYER_WORDS_SIZE, "%s", wanted->player);
        break;
    case SEAT_BOT:
    case SEAT_MANUAL: /* started by hand, it knows the reservation or nothing at all */
        rooms_draw_id(seat->code, slot->index);
        seat->is_open = wanted->kind == SEAT_MANUAL;
        break;
    }
}

static void sit(struct room_slot *slot, enum side side)
{
    rooms_do_at(slot, &(struct room_action){.kind = ROOM_SIT, .side = side}, clock_now_us(), NULL);
}

/* The port and the programs; false: one of them is not to be had. */
static bool start_programs(struct server *server, struct room_slot *slot,
                           const struct game_setup *wish, struct err *why)
{
    bool is_fine = wish->port == 0 || room_port_open(server, slot->room.id, wish->port, why);

    for (enum side side = SIDE_RED; is_fine && side < SIDE_NONE; side++) {
        if (wish->seats[side].kind == SEAT_BOT)
            is_fine =
                bot_process_start(server, slot->room.id, side, &wish->seats[side].program, why);
    }
    return is_fine;
}

bool rooms_open(struct server *server, const struct game_setup *wish, struct game_ticket *ticket,
                struct err *why)
{
    struct room_slot *slot = rooms_create(server, wish->rules, &wish->start, why);

    if (!slot)
        return false;
    struct room *room = &slot->room;
    memset(ticket, 0, sizeof *ticket);
    memcpy(ticket->id, room->id, sizeof ticket->id);
    room->is_prepared = true;
    slot->is_hidden = true; /* until all its programs have been started */
    room->settings.is_paused = wish->is_paused;
    slot->is_unarchived = wish->is_unarchived;
    slot->has_message_gap = wish->has_message_gap;
    room->settings.is_logged = wish->is_logged && seat_logs_open(server, slot);
    slot->message_gap_ms = wish->message_gap_ms;
    room->record.has_seed = wish->has_seed;
    room->record.seed = wish->has_seed ? wish->seed : 0;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        prepare_seat(slot, side, wish, ticket);
    room->settings.move_pace_ms = room_has_person(room) ? 0 : wish->move_pace_ms;
    if (!start_programs(server, slot, wish, why)) {
        rooms_do_at(slot, &(struct room_action){.kind = ROOM_CALL_OFF, .cause = CAUSE_REGULAR},
                    clock_now_us(), NULL);
        return false;
    }
    slot->is_hidden = false;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (room->seats[side].kind == SEAT_PERSON || room->seats[side].kind == SEAT_BUILTIN)
            sit(slot, side);
    }
    if (room->phase == ROOM_WAITING)
        rooms_tell(slot, &(struct room_event){.kind = ROOM_EVENT_CHANGED});
    return true;
}

/* The room if this seat is still to be had. */
static struct room_slot *find_seat(struct server *server, const char *id, enum side side,
                                   struct err *why)
{
    struct room_slot *slot = rooms_find(server, id);

    if (!slot)
        err_set(why, "no_such_game", id);
    else if (slot->room.phase != ROOM_WAITING || slot->room.seats[side].is_taken)
        err_set(why, "seat_taken", "");
    else
        return slot;
    return NULL;
}

bool rooms_seat_bot(struct server *server, const char *id, enum side side,
                    const struct bot_process_config *program, struct err *why)
{
    return find_seat(server, id, side, why) && bot_process_start(server, id, side, program, why);
}

bool rooms_seat_manual(struct server *server, const char *id, enum side side, struct err *why)
{
    struct room_slot *slot = find_seat(server, id, side, why);
    char code[ROOM_ID_SIZE];
    struct room_action action = {
        .kind = ROOM_EXPECT, .side = side, .seat_kind = SEAT_MANUAL, .code = code, .is_open = true};

    if (!slot)
        return false;
    bot_process_drop(server, id, side);
    rooms_draw_id(code, slot->index);
    return rooms_do_at(slot, &action, clock_now_us(), why);
}

bool rooms_seat_builtin(struct server *server, const char *id, enum side side, const char *player,
                        struct err *why)
{
    struct room_slot *slot = find_seat(server, id, side, why);
    struct room_action action = {
        .kind = ROOM_EXPECT, .side = side, .seat_kind = SEAT_BUILTIN, .name = player};

    if (!slot)
        return false;
    bot_process_drop(server, id, side);
    snprintf(slot->seats[side].player, PLAYER_WORDS_SIZE, "%s", player);
    if (!rooms_do_at(slot, &action, clock_now_us(), why))
        return false;
    sit(slot, side);
    return true;
}
