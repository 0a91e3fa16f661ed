#include "web/library.h"

#include "search/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tale_furnish(struct tale *tale, const struct outcome *outcome, const char *id)
{
    struct room *room = &tale->room;

    room->rules = record_rules(&room->record);
    room->phase = ROOM_ENDED;
    room->outcome = *outcome;
    record_position(&room->record, room->record.ply_count, &room->pos);
    snprintf(room->id, sizeof room->id, "%s", id);
}

static bool load(struct store *store, int64_t number, struct tale *tale)
{
    struct store_game *game = &tale->game;
    struct room *room = &tale->room;

    if (!store_load_game(store, number, game, NULL) || game->ended_ms == 0)
        return false;
    memset(room, 0, sizeof *room);
    /* A game that cannot be played through is shown as far as it goes. */
    store_load_record(store, game, &room->record, NULL);
    if (!room->record.game[0])
        return false;
    tale_furnish(tale, &game->outcome, game->id);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        snprintf(room->seats[side].name, RECORD_NAME_SIZE, "%s", game->names[side]);
    return true;
}

void tale_show(const struct tale *tale, struct hall_game *game)
{
    *game = (struct hall_game){
        .room = &tale->room, .number = tale->game.number, .started_ms = tale->game.started_ms};
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        const char *player = tale->game.players[side];
        bool is_person = strcmp(player, STORE_PERSON) == 0;
        game->seats[side].kind = is_person ? HALL_PERSON : player[0] ? HALL_BUILTIN : HALL_MANUAL;
        game->seats[side].player = is_person ? "" : player;
        game->seats[side].code = "";
        game->seats[side].has_left = true;
    }
}

struct tale *library_find(const char *place, const char *id)
{
    struct store *store = store_open_at(place, NULL);
    struct tale *tale = malloc(sizeof *tale);
    int64_t number = 0;

    if (!store || !tale || !store_find(store, id, &number, NULL) || number == 0 ||
        !load(store, number, tale)) {
        free(tale);
        tale = NULL;
    }
    store_close(store);
    return tale;
}

struct tale *library_list(const char *place, int max, int *count)
{
    struct store *store = store_open_at(place, NULL);
    struct tale *tales = malloc((size_t)max * sizeof *tales);
    int64_t number = INT64_MAX;

    *count = 0;
    while (store && tales && *count < max &&
           store_next(store, STORE_ENDED, number, &number, NULL) && number > 0) {
        if (load(store, number, &tales[*count]))
            ++*count;
    }
    store_close(store);
    return tales;
}
