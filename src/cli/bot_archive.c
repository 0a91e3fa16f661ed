#include "cli/bot_archive.h"

#include "base/file.h"
#include "base/unpack.h"
#include "server/command.h"
#include "server/roster.h"

#include <stdio.h>

bool bot_archive_is(const char *path) { return unpack_is_archive(path) && file_is_plain(path); }

static bool read_args(struct bot_archive *archive, struct err *why)
{
    struct buf args;

    buf_init(&args, archive->args, sizeof archive->args);
    for (int i = 1; i < archive->argc; i++)
        command_quote(&args, archive->argv[i]);
    return !args.is_full || err_say(why, "bot_line_long", "");
}

static bool choose_main(struct bot_archive *archive, struct err *why)
{
    bot_files_look(archive->place.files, NULL, NULL, archive->main);
    if (!archive->main[0])
        return err_say(why, "upload_empty", "");
    if (archive->wanted)
        snprintf(archive->main, sizeof archive->main, "%s", archive->wanted);
    return true;
}

static bool open_archive(struct bot_archive *archive, struct err *why)
{
    bot_files_sweep(archive->data);
    return read_args(archive, why) && bot_files_open(archive->data, &archive->place, why) &&
           bot_files_unpack(&archive->place, archive->argv[0], why) && choose_main(archive, why);
}

static bool set_program(const struct bot_archive *archive, const char *folder,
                        struct store_bot *bot, struct err *why)
{
    const struct bot_main program = {.name = archive->main, .args = archive->args};

    return bot_files_program(folder, &program, bot, why);
}

/* The store knows it only once its files are in their place. */
static bool enter(struct store *store, const struct bot_archive *archive, struct store_bot *bot,
                  struct err *why)
{
    char folder[PATH_MAX];

    if (!store_bot_add(store, bot, why))
        return false;
    bot_files_remove(archive->data, bot->id); /* left behind by an interrupted `bot add` */
    return bot_files_take(archive->data, archive->place.id, bot->id, 1, folder, why) &&
           set_program(archive, folder, bot, why) && store_bot_change(store, bot, why) &&
           store_commit(store, why);
}

static bool add(struct store *store, const struct bot_archive *archive, struct store_bot *bot,
                struct err *why)
{
    if (!set_program(archive, archive->place.files, bot, why) || !roster_check(bot, why) ||
        !store_begin(store, why))
        return false;
    if (enter(store, archive, bot, why))
        return true;
    store_rollback(store);
    return false;
}

bool bot_archive_add(struct bot_archive *archive, struct store *store, struct store_bot *bot,
                     struct err *why)
{
    bool is_added = open_archive(archive, why) && add(store, archive, bot, why);

    if (!is_added)
        bot_files_drop(&archive->place);
    return is_added;
}
