/* Games of an earlier server that go on: the same rooms, with the same ids and numbers. */

#include "server/internal.h"

#include "base/clock.h"
#include "base/memory.h"
#include "server/archive.h"
#include "server/log_lines.h"

#include <stdio.h>
#include <stdlib.h>

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
        slot->room.settings.seats[side].can_timeout = false; /* no program of others sits here */
    }
}

/* The first part of a room's id is its place in the table. */
static bool find_place(const struct server *server, const char *id, int *index)
{
    unsigned long place = strtoul(id, NULL, 16);

    *index = (int)place;
    return place < LIMIT_ROOMS && !server->rooms[place];
}

static bool resume(struct server *server, const struct store_game *game,
                   const struct record *record)
{
    int index;
    struct room_slot *slot = find_place(server, game->id, &index)
                                 ? rooms_make(server, record_rules(record), &record->start, index)
                                 : NULL;

    if (!slot)
        return false;
    slot->number = (uint64_t)game->number;
    slot->started_ms = game->started_ms;
    snprintf(slot->room.id, sizeof slot->room.id, "%s", game->id);
    slot->room.is_prepared = true;
    take_seats(slot, game);
    room_resume(&slot->room, record, clock_now_us());
    return true;
}

void rooms_resume(struct server *server)
{
    struct store_game *game = memory_get(1, sizeof *game);
    struct record *record = memory_get(1, sizeof *record);

    while (archive_unfinished(server->archive, game->number, game, record)) {
        if (resume(server, game, record))
            log_lines_game_resumed(server->log, game, record->ply_count);
        else
            log_lines_text(server->log, "game-not-revived", "reason", game->id);
    }
    free(record);
    free(game);
}
