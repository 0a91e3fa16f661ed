#include "cli/bot_archive.h"

#include "base/file.h"
#include "base/unpack.h"
#include "server/bot_files.h"
#include "server/command.h"
#include "server/roster.h"

#include <stdio.h>

struct parcel {
    const char *data;
    struct bot_files place;
    char main[PATH_MAX];
    char args[STORE_LINE_SIZE];
};

bool bot_archive_is(const char *path) { return unpack_is_archive(path) && file_is_plain(path); }

static bool read_args(struct parcel *parcel, const struct bot_archive *archive, struct err *why)
{
    struct buf args;

    buf_init(&args, parcel->args, sizeof parcel->args);
    for (int i = 1; i < archive->argc; i++)
        command_quote(&args, archive->argv[i]);
    return !args.is_full || err_say(why, "bot_line_long", "");
}

static bool choose_main(struct parcel *parcel, const char *wanted, struct err *why)
{
    bot_files_look(parcel->place.files, NULL, NULL, parcel->main);
    if (!parcel->main[0])
        return err_say(why, "upload_empty", "");
    if (wanted)
        snprintf(parcel->main, sizeof parcel->main, "%s", wanted);
    return true;
}

static bool open_parcel(struct parcel *parcel, const struct bot_archive *archive, struct err *why)
{
    bot_files_sweep(parcel->data);
    return read_args(parcel, archive, why) && bot_files_open(parcel->data, &parcel->place, why) &&
           bot_files_unpack(&parcel->place, archive->argv[0], why) &&
           choose_main(parcel, archive->main, why);
}

static bool set_program(const struct parcel *parcel, const char *folder, struct store_bot *bot,
                        struct err *why)
{
    return bot_files_program(folder, &(struct bot_main){.name = parcel->main, .args = parcel->args},
                             bot, why);
}

/* The store knows it only once its files are in their place. */
static bool enter(struct store *store, const struct parcel *parcel, struct store_bot *bot,
                  struct err *why)
{
    char folder[PATH_MAX];

    if (!store_bot_add(store, bot, why))
        return false;
    bot_files_remove(parcel->data, bot->id); /* left behind by an interrupted `bot add` */
    return bot_files_take(parcel->data, parcel->place.id, bot->id, 1, folder, why) &&
           set_program(parcel, folder, bot, why) && store_bot_change(store, bot, why) &&
           store_commit(store, why);
}

static bool add(struct store *store, const struct parcel *parcel, struct store_bot *bot,
                struct err *why)
{
    if (!set_program(parcel, parcel->place.files, bot, why) || !roster_check(bot, why) ||
        !store_begin(store, why))
        return false;
    if (enter(store, parcel, bot, why))
        return true;
    store_rollback(store);
    return false;
}

bool bot_archive_add(const struct bot_archive *archive, struct store *store, struct store_bot *bot,
                     char main[PATH_MAX], struct err *why)
{
    struct parcel parcel = {.data = archive->data};
    bool is_added = open_parcel(&parcel, archive, why) && add(store, &parcel, bot, why);

    if (!is_added)
        bot_files_drop(&parcel.place);
    snprintf(main, PATH_MAX, "%s", parcel.main);
    return is_added;
}
