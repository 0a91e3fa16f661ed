#include "server/game_removal.h"

#include "base/memory.h"
#include "server/archive.h"
#include "server/internal.h"
#include "server/log_lines.h"
#include "server/seat_logs.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- files ---- */

static void remove_file(const char *folder, const char *name, const char *ending)
{
    char path[PATH_MAX];

    if (snprintf(path, sizeof path, "%s/%s%s", folder, name, ending) < PATH_MAX)
        unlink(path);
}

/* bots-logs/DATE-TIME_ROOM_SIDE.log */
static void remove_bot_logs(const char *folder, const char *room)
{
    char path[PATH_MAX], part[STORE_ID_SIZE + 2];

    snprintf(path, sizeof path, "%s/bots-logs", folder);
    snprintf(part, sizeof part, "_%s_", room);
    DIR *dir = opendir(path);
    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir)) {
        if (strstr(entry->d_name, part))
            remove_file(path, entry->d_name, "");
    }
    if (dir)
        closedir(dir);
}

static void remove_files(const struct store_game *game, const char *folder)
{
    if (game->replay[0]) {
        remove_file(folder, game->replay, ".kw");
        remove_file(folder, game->replay, ".xml.gz");
    }
    remove_bot_logs(folder, game->id);
}

/* ---- the store ---- */

/* Files first: whatever is killed in between, no file is left without its game. */
static bool remove_loaded(struct game_removal *removal, struct store *store, const char *folder,
                          const struct store_game *game, struct err *why)
{
    if (game->ended_ms == 0) {
        removal->unfinished++;
        return true;
    }
    remove_files(game, folder);
    removal->removed++;
    return store_remove_game(store, game->number, why);
}

static bool remove_one(struct game_removal *removal, const struct removed_game *wanted,
                       struct store *store, const char *folder, struct err *why)
{
    int64_t number = 0;

    if (!store_find(store, wanted->id, &number, why))
        return false;
    if (number == 0 || (wanted->number != 0 && wanted->number != number)) {
        removal->unknown++;
        return true;
    }
    struct store_game *game = memory_get(1, sizeof *game);
    bool is_fine = store_load_game(store, number, game, why) &&
                   remove_loaded(removal, store, folder, game, why);
    free(game);
    return is_fine;
}

static bool remove_all(struct game_removal *removal, struct store *store, const char *folder,
                       struct err *why)
{
    for (int i = 0; i < removal->count; i++) {
        if (!remove_one(removal, &removal->games[i], store, folder, why))
            return false;
    }
    return true;
}

bool game_removal_run(struct game_removal *removal, struct store *store, const char *folder,
                      struct err *why)
{
    bool is_clean = true;

    if (!store_begin(store, why) ||
        !store_end(store, remove_all(removal, store, folder, why), why) ||
        !store_wipe(store, &is_clean, why))
        return false;
    removal->has_remains = !is_clean;
    return true;
}

/* ---- the server ---- */

/* A game that waits or runs stays. */
static bool is_going_on(struct server *server, const char *id)
{
    const struct room_slot *slot = rooms_find(server, id);

    return slot && !slot->is_done;
}

static void leave_out(struct game_removal *removal, int index)
{
    removal->unfinished++;
    removal->games[index] = removal->games[--removal->count];
}

static void forget(struct server *server, const char *id)
{
    rooms_forget(server, id);
    seat_logs_forget(server, id);
    bot_processes_forget(server, id);
}

bool game_removal_start(struct server *server, struct game_removal *removal, struct err *why)
{
    if (!archive_takes_games(server->archive, why))
        return false;
    for (int i = removal->count - 1; i >= 0; i--) {
        if (is_going_on(server, removal->games[i].id))
            leave_out(removal, i);
        else
            forget(server, removal->games[i].id);
    }
    archive_remove_games(server->archive, removal);
    return true;
}
