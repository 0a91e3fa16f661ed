#include "match/allowed_bots.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void allowed_bots_finish(struct allowed_bots *bots)
{
    free(bots->list);
    *bots = (struct allowed_bots){0};
}

static bool has(const struct allowed_bots *bots, const char *name)
{
    for (int i = 0; i < bots->count; i++) {
        if (strcmp(bots->list[i].name, name) == 0)
            return true;
    }
    return false;
}

static void add(struct allowed_bots *bots, const struct match_player *player)
{
    bots->list = memory_grow(bots->list, (size_t)(bots->count + 1) * sizeof *bots->list);
    bots->list[bots->count++] = *player;
}

/* ---- files ---- */

static bool take_line(struct allowed_bots *bots, struct slice line, const char *folder,
                      struct err *why)
{
    struct match_player player = {.kind = MATCH_PROGRAM};
    struct slice command = line;
    struct slice name = slice_trim(slice_take_until(&command, '='));

    command = slice_trim(command);
    if (name.len == 0 || command.len == 0)
        return err_set(why, "bot_no_line", "");
    if (name.len >= sizeof player.name)
        return err_set(why, "bot_name", "63");
    if (command.len >= sizeof player.command)
        return err_set(why, "bot_line_long", "");
    memcpy(player.name, name.at, name.len);
    memcpy(player.command, command.at, command.len);
    snprintf(player.folder, sizeof player.folder, "%s", folder);
    if (has(bots, player.name))
        return err_set(why, "bot_name_taken", player.name);
    if (!match_player_load(&player, why))
        return false;
    add(bots, &player);
    return true;
}

/* The whole path of the folder in which a file lies. */
static void folder_of(const char *path, char folder[PATH_MAX])
{
    if (!realpath(path, folder))
        snprintf(folder, PATH_MAX, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
}

bool allowed_bots_load(struct allowed_bots *bots, const char *path,
                       allowed_bots_on_mistake *on_mistake, void *context, struct err *why)
{
    char folder[PATH_MAX];
    struct slice text;
    bool is_fine = true;

    if (!file_read(path, ALLOWED_BOTS_FILE_MAX, &text, why))
        return false;
    folder_of(path, folder);
    struct slice rest = text;
    for (int number = 1; rest.len > 0; number++) {
        struct slice line = slice_trim(slice_take_until(&rest, '\n'));
        struct err mistake = {0};
        if (line.len == 0 || line.at[0] == '#' || take_line(bots, line, folder, &mistake))
            continue;
        on_mistake(context, number, &mistake);
        is_fine = false;
    }
    file_free(text);
    return is_fine;
}

/* ---- the store ---- */

static bool on_bot(void *context, const struct bot_row *bot)
{
    struct match_player player = {0};
    struct allowed_bots *bots = context;

    match_player_from_bot(&player, bot);
    if (!has(bots, player.name))
        add(bots, &player);
    return true;
}

void allowed_bots_add_registered(struct allowed_bots *bots, struct store *registered)
{
    struct db *db = registered ? store_db(registered, NULL) : NULL;

    if (db)
        bot_table_list(db, on_bot, bots, NULL);
}
