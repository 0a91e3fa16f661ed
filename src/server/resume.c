/* Games of an earlier server that go on: the same rooms, with the same ids and numbers. */

#include "server/internal.h"

#include "base/clock.h"
#include "server/archive.h"
#include "server/log_lines.h"
#include "server/seat_logs.h"

#include <assert.h>
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
        log_lines_text(server->log, "settings-strange", "text", text);
    settings->is_logged = settings->is_logged && seat_logs_open(server, slot);
}

static bool resume(void *context, const struct store_game *game, const struct record *record)
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
    take_seats(slot, game);
    take_settings(server, slot, game->settings);
    room_resume(&slot->room, record, clock_now_us());
    return true;
}

void rooms_resume(struct server *server)
{
    struct err why = {0};

    if (!archive_resume(server->archive, resume, server, &why))
        log_err(server->log, "store-stuck", &why); /* the games wait for the next server */
}
