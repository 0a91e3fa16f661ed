/* Opening games, and the players of their seats. */

#include "server/internal.h"

#include "server/builtin.h"
#include "server/guest_games.h"
#include "server/room_tcp_port.h"
#include "server/seat_logs.h"
#include "server/seat_secret.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* From the soft limit, after which a move loses, to the hard one, which ends the game. */
enum { GRACE_MS = DEFAULT_HARD_MS - DEFAULT_SOFT_MS };

enum side rooms_side_of_secret(struct server *server, const char *id, const char *secret)
{
    const struct room_slot *slot = rooms_find_any(server, id);

    for (enum side side = SIDE_RED; slot && side < SIDE_NONE; side++) {
        if (seat_secret_opens(secret, slot->seats[side].secret))
            return side;
    }
    return SIDE_NONE;
}

/* ---- boards ---- */

/* A seed that cannot be guessed from the one before, unless the server was started with one. */
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

/* ---- seats ---- */

static void limit_seat(struct room *room, enum side side, const struct game_setup *wish)
{
    struct room_limits *limits = &room->settings.seats[side].limits;
    bool is_person = wish->seats[side].kind == SEAT_PERSON;
    bool meets_person = wish->seats[game_other(side)].kind == SEAT_PERSON;

    if (is_person)
        room->settings.seats[side].can_timeout = wish->has_limit && wish->limits_everyone;
    else if (wish->seats[side].kind == SEAT_BUILTIN && meets_person)
        room->settings.seats[side].can_timeout = wish->has_limit;
    if (!wish->has_limit)
        return;
    assert(wish->limit_ms >= 0);
    /* A program that is a little late is told so; a person has the time agreed and no more. */
    limits->soft_ms = wish->limit_ms;
    limits->hard_ms = wish->limit_ms + (is_person || wish->limit_ms == 0 ? 0 : GRACE_MS);
}

/* The seat waits for such a player.  A program that is started by hand knows the reservation, or
 * joins without one. */
static bool expect(struct room_slot *slot, enum side side, const struct game_setup_seat *wanted,
                   struct err *why)
{
    bool is_program = wanted->kind == SEAT_MANUAL || wanted->kind == SEAT_BOT;
    char code[ROOM_ID_SIZE];
    struct room_action action = {.kind = ROOM_EXPECT,
                                 .side = side,
                                 .seat_kind = wanted->kind,
                                 .name = wanted->name[0] ? wanted->name : NULL,
                                 .code = is_program ? code : NULL,
                                 .is_open = wanted->kind == SEAT_MANUAL};

    assert(wanted->kind != SEAT_BUILTIN || strlen(wanted->player) < PLAYER_WORDS_SIZE);
    rooms_draw_id(code, slot->index);
    snprintf(slot->seats[side].player, PLAYER_WORDS_SIZE, "%s",
             wanted->kind == SEAT_BUILTIN ? wanted->player : "");
    return rooms_do_now(slot, &action, why);
}

static void prepare_seat(struct room_slot *slot, enum side side, const struct game_setup *wish,
                         struct game_ticket *ticket)
{
    limit_seat(&slot->room, side, wish);
    expect(slot, side, &wish->seats[side], NULL);
    if (wish->seats[side].kind != SEAT_PERSON)
        return;
    if (wish->seats[side].key) {
        snprintf(slot->seats[side].secret, STORE_KEY_SIZE, "%s", wish->seats[side].key);
        return;
    }
    seat_secret_draw(ticket->secrets[side]);
    seat_secret_digest(ticket->secrets[side], slot->seats[side].secret);
}

static void sit(struct room_slot *slot, enum side side)
{
    rooms_do_now(slot, &(struct room_action){.kind = ROOM_SIT, .side = side}, NULL);
}

/* The port and the programs; false: one of them is not to be had. */
static bool start_programs(struct server *server, struct room_slot *slot,
                           const struct game_setup *wish, struct err *why)
{
    bool is_fine = wish->port == 0 || room_tcp_port_open(server, slot->room.id, wish->port, why);

    for (enum side side = SIDE_RED; is_fine && side < SIDE_NONE; side++) {
        if (wish->seats[side].kind == SEAT_BOT)
            is_fine =
                bot_process_start(server, slot->room.id, side, &wish->seats[side].program, why);
    }
    return is_fine;
}

static bool has_memory(struct server *server, const struct game_setup *wish, struct err *why)
{
    return (wish->seats[SIDE_RED].kind != SEAT_BUILTIN &&
            wish->seats[SIDE_BLUE].kind != SEAT_BUILTIN) ||
           builtin_has_memory(server, why);
}

bool rooms_open(struct server *server, const struct game_setup *wish, struct game_ticket *ticket,
                struct err *why)
{
    struct visitor *guest = NULL;

    assert(wish->rules && wish->move_pace_ms >= 0);
    if (!has_memory(server, wish, why) || !guest_games_begin(server, wish->guest, &guest, why))
        return false;
    struct room_slot *slot = rooms_create(server, wish->rules, &wish->start, why);
    if (!slot) {
        guest_games_end(server, &guest);
        return false;
    }
    slot->guest = guest;
    slot->is_guests = wish->guest != NULL;
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
        rooms_do_now(slot, &(struct room_action){.kind = ROOM_CALL_OFF, .cause = CAUSE_REGULAR},
                     NULL);
        return false;
    }
    slot->is_hidden = wish->is_hidden;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (room->seats[side].kind == SEAT_PERSON || room->seats[side].kind == SEAT_BUILTIN)
            sit(slot, side);
    }
    if (room->phase == ROOM_WAITING)
        rooms_tell(slot, &(struct room_event){.kind = ROOM_EVENT_CHANGED});
    return true;
}

bool rooms_change_seat(struct server *server, const char *id, enum side side,
                       const struct game_setup_seat *wanted, struct err *why)
{
    struct room_slot *slot = rooms_find(server, id);

    assert(side < SIDE_NONE);
    if (!slot)
        return err_set(why, "no_such_game", id);
    if (wanted->kind == SEAT_PERSON)
        return err_set(why, "bad_value", "kind");
    if (slot->room.phase != ROOM_WAITING || slot->room.seats[side].is_taken)
        return err_set(why, "seat_taken", "");
    if (wanted->kind == SEAT_BOT)
        return bot_process_start(server, id, side, &wanted->program, why);
    bot_process_drop(server, id, side);
    if (!expect(slot, side, wanted, why))
        return false;
    if (wanted->kind == SEAT_BUILTIN)
        sit(slot, side);
    return true;
}
