#include "match/bot_list.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bot_list_finish(struct bot_list *bots)
{
    free(bots->list);
    *bots = (struct bot_list){0};
}

static const struct match_player *find(const struct bot_list *bots, struct slice name)
{
    for (int i = 0; i < bots->count; i++) {
        if (slice_is(name, bots->list[i].name))
            return &bots->list[i];
    }
    return NULL;
}

static void add(struct bot_list *bots, const struct match_player *player)
{
    bots->list = memory_grow(bots->list, (size_t)(bots->count + 1) * sizeof *bots->list);
    bots->list[bots->count++] = *player;
}

/* ---- files ---- */

static void copy(char *text, size_t size, struct slice from)
{
    struct buf buf;

    buf_init(&buf, text, size);
    buf_add_slice(&buf, from);
}

static bool take_line(struct bot_list *bots, struct slice line, const char *folder, struct err *why)
{
    struct match_player player = {.kind = MATCH_PROGRAM};
    char word[ERR_DETAILS_SIZE];
    struct slice command = line;
    struct slice name = slice_trim(slice_take_until(&command, '='));

    command = slice_trim(command);
    copy(word, sizeof word, name);
    if (name.len == 0 || command.len == 0)
        return err_say(why, "bot_no_line", "");
    if (name.len >= sizeof player.name)
        return err_say(why, "bot_name", "63");
    if (command.len >= sizeof player.command)
        return err_say(why, "bot_line_long", "");
    if (find(bots, name))
        return err_say(why, "bot_name_taken", word);
    copy(player.name, sizeof player.name, name);
    copy(player.command, sizeof player.command, command);
    snprintf(player.folder, sizeof player.folder, "%s", folder);
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

bool bot_list_load(struct bot_list *bots, const char *path, bot_list_on_mistake *on_mistake,
                   void *context, struct err *why)
{
    char folder[PATH_MAX];
    struct slice text;
    bool is_fine = true;

    if (!file_read(path, BOT_LIST_FILE_MAX, &text, why))
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

static bool on_bot(void *context, const struct store_bot *bot)
{
    struct match_player player = {.kind = MATCH_PROGRAM};
    struct bot_list *bots = context;

    if (find(bots, slice_of(bot->name)))
        return true;
    snprintf(player.name, sizeof player.name, "%s", bot->name);
    snprintf(player.command, sizeof player.command, "%s", bot->command);
    snprintf(player.folder, sizeof player.folder, "%s", bot->folder);
    add(bots, &player);
    return true;
}

void bot_list_add_registered(struct bot_list *bots, struct store *registered)
{
    if (registered)
        store_bot_list(registered, on_bot, bots, NULL);
}
