#include "bots/bot_install.h"

#include "base/clock.h"
#include "bots/bot_command.h"

static bool set_program(const struct bot_source *source, const char *folder, struct bot_row *bot,
                        struct err *why)
{
    return bot_files_set_program(
        folder, &(struct bot_main){.name = source->main, .args = source->args}, bot, why);
}

/* Can it be started?  Before anything changes, so that a refused upload still waits. */
static bool check_program(const struct bot_source *source, struct bot_row *bot, struct err *why)
{
    char folder[PATH_MAX];

    return (!source->upload[0] || (bot_files_find(source->data, source->upload, folder, why) &&
                                   set_program(source, folder, bot, why))) &&
           bot_command_check(bot->command, bot->folder, why);
}

/* Brings the files of an upload to the place of this version, and the bot's program with them. */
static bool move_files(const struct bot_source *source, struct bot_row *bot, struct err *why)
{
    char folder[PATH_MAX];

    return !source->upload[0] ||
           (bot_files_take(source->data, source->upload, bot->id, bot->version, folder, why) &&
            set_program(source, folder, bot, why));
}

static bool add_version(struct db *db, const struct bot_source *source, struct bot_row *bot,
                        int64_t now_ms, struct err *why)
{
    return bot_table_next_version(db, bot->id, &bot->version, why) &&
           move_files(source, bot, why) && bot_table_add_version(db, bot, now_ms, why);
}

static bool add_bot(struct db *db, const struct bot_source *source, struct bot_row *bot,
                    struct err *why)
{
    if (!bot_table_add(db, bot, why))
        return false;
    bot_files_remove(source->data, bot->id); /* left behind by an interrupted call */
    return add_version(db, source, bot, bot->added_ms, why);
}

bool bot_install_new(struct db *db, const struct bot_source *source, struct bot_row *bot,
                     struct err *why)
{
    if (!bot->name[0])
        return err_setf(why, "bot_name", "%d", RECORD_NAME_SIZE - 1);
    if (bot->game[0] && !game_find(slice_of(bot->game)))
        return err_set(why, "bad_value", "game");
    return check_program(source, bot, why) && db_begin(db, why) &&
           db_end(db, add_bot(db, source, bot, why), why);
}

bool bot_install_version(struct db *db, const struct bot_source *source, struct bot_row *bot,
                         struct err *why)
{
    return check_program(source, bot, why) && db_begin(db, why) &&
           db_end(db, add_version(db, source, bot, clock_wall_ms(), why), why);
}
