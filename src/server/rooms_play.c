/* What people and the owner of the house do at a table. */

#include "server/rooms.h"

#include "base/clock.h"
#include "server/builtin.h"
#include "server/internal.h"
#include "server/seat_logs.h"

static struct room_slot *find_running(struct server *server, const char *id, struct err *why)
{
    struct room_slot *slot = rooms_find(server, id);
    struct room_view ended;

    if (!slot) {
        err_set(why, rooms_view(server, id, &ended) ? "over" : "no_such_game", id);
        return NULL;
    }
    if (slot->room.phase == ROOM_RUNNING)
        return slot;
    err_set(why, slot->room.phase == ROOM_WAITING ? "still_waiting" : "over", "");
    return NULL;
}

/* ---- moves ---- */

static bool may_move(const struct room *room, const struct rooms_move *move, struct err *why)
{
    if (move->ply != room->record.ply_count)
        return err_set(why, "stale", "");
    if (room->pos.side != move->side)
        return err_set(why, "not_your_turn", "");
    return room->is_asked || err_set(why, "paused", "");
}

/* Record and referee would take these words. */
static bool is_playable(const struct room *room, struct slice words, struct err *why)
{
    move_t move;

    if (words.len >= GAME_WORDS_MAX)
        return err_set(why, "bad_move", "");
    return room->rules->read(&room->pos, words, &move, why) == VERDICT_LEGAL;
}

bool rooms_move(struct server *server, const char *id, const struct rooms_move *move,
                struct err *why)
{
    struct room_slot *slot = find_running(server, id, why);

    if (!slot || !may_move(&slot->room, move, why))
        return false;
    if (move->judging == ROOMS_LENIENT && !is_playable(&slot->room, move->words, why))
        return false;
    room_move(&slot->room, move->side, move->words, slice_of(""), clock_now_us());
    return true;
}

bool rooms_house_fault(struct server *server, const char *id, enum side side,
                       const struct err *fault)
{
    struct room_slot *slot = find_running(server, id, NULL);

    if (slot)
        builtin_fail(server, slot, side, fault);
    return slot != NULL;
}

bool rooms_resign(struct server *server, const char *id, enum side side, struct err *why)
{
    struct room_slot *slot = find_running(server, id, why);

    if (!slot)
        return false;
    room_resign(&slot->room, side);
    return true;
}

/* ---- taking back ---- */

static bool is_theirs(const struct room_slot *slot, enum side mover, enum side side)
{
    return side == SIDE_NONE ? slot->keys[mover][0] != '\0' : mover == side;
}

/* The number of moves before the last position in which `side` was to move; -1: there is none. */
static int find_turn(const struct room_slot *slot, enum side side)
{
    const struct room *room = &slot->room;
    struct position pos = room->record.start;
    int found = -1;

    for (int ply = 0; ply < room->record.ply_count; ply++) {
        if (is_theirs(slot, (enum side)pos.side, side))
            found = ply;
        game_play(room->rules, &pos, room->record.plies[ply].move);
    }
    return found;
}

/* Playing on from what could be seen then leads to what can be seen now: the moves have revealed
 * nothing that would have to be forgotten. */
static bool has_revealed_nothing(const struct room *room, int plies)
{
    const struct game_rules *rules = room->rules;
    struct position then, now = room->pos;

    if (!rules->hide)
        return true;
    record_position(&room->record, plies, &then);
    rules->hide(&then);
    for (int ply = plies; ply < room->record.ply_count; ply++) {
        if (!game_knows_moves(rules, &then, NULL))
            return false;
        game_play(rules, &then, room->record.plies[ply].move);
    }
    rules->hide(&then);
    rules->hide(&now);
    return memcmp(then.body, now.body, rules->body_size) == 0;
}

bool rooms_take_back(struct server *server, const char *id, enum side side, struct err *why)
{
    struct room_slot *slot = find_running(server, id, why);

    if (!slot)
        return false;
    if (!slot_survives_restart(slot))
        return err_set(why, "taken_program", "");
    int plies = find_turn(slot, side);
    if (plies < 0)
        return err_set(why, "no_past", "");
    if (!has_revealed_nothing(&slot->room, plies))
        return err_set(why, "taken_river", "");
    room_take_back(&slot->room, plies, clock_now_us());
    return true;
}

/* ---- the owner ---- */

bool rooms_pause(struct server *server, const char *id, bool is_paused, struct err *why)
{
    struct room_slot *slot = find_running(server, id, why);

    if (!slot)
        return false;
    room_pause(&slot->room, is_paused, clock_now_us());
    rooms_tell(server, slot, ROOMS_CHANGED);
    return true;
}

bool rooms_unlimit(struct server *server, const char *id, struct err *why)
{
    struct room_slot *slot = find_running(server, id, why);

    if (!slot)
        return false;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        slot->room.seats[side].has_own_limits = true;
        slot->room.seats[side].limits = (struct room_limits){0};
    }
    rooms_tell(server, slot, ROOMS_CHANGED);
    return true;
}

bool rooms_step(struct server *server, const char *id, struct err *why)
{
    struct room_slot *slot = find_running(server, id, why);

    if (!slot)
        return false;
    if (!slot->room.is_paused)
        return err_set(why, "not_paused", "");
    room_step(&slot->room, false, clock_now_us());
    rooms_tell(server, slot, ROOMS_CHANGED);
    return true;
}

bool rooms_call_off(struct server *server, const char *id, struct err *why)
{
    struct room_slot *slot = rooms_find(server, id);

    if (!slot)
        return find_running(server, id, why) != NULL;
    room_call_off(&slot->room, CAUSE_REGULAR);
    return true;
}

bool rooms_set_pace(struct server *server, const char *id, int move_pace_ms, struct err *why)
{
    struct room_slot *slot = rooms_find(server, id);

    if (!slot)
        return find_running(server, id, why) != NULL;
    if (slot_has_person(slot))
        return err_set(why, "pace_person", "");
    slot->room.move_pace_ms = move_pace_ms;
    if (slot->room.ask_due_us > 0)
        slot->room.ask_due_us = clock_now_us(); /* the old pace may have been slow */
    rooms_tell(server, slot, ROOMS_CHANGED);
    return true;
}

/* ---- debugging ---- */

bool rooms_keep_log(struct server *server, const char *id, struct err *why)
{
    struct room_slot *slot = rooms_find(server, id);

    if (!slot)
        return find_running(server, id, why) != NULL;
    return seat_logs_open(server, slot) || err_set(why, "no_memory", "");
}

const struct seat_log *rooms_seat_log(struct server *server, const char *id, enum side side)
{
    return seat_logs_find(server, id, side);
}
