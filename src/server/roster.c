#include "server/roster.h"

#include "server/bot_command.h"
#include "server/internal.h"

struct store *roster_store(struct server *server, struct err *why)
{
    if (!server->roster)
        server->roster = store_open(server->config.data_dir, why);
    return server->roster;
}

bool roster_check(const struct store_bot *bot, struct err *why)
{
    static const struct bot_command_place anywhere = {.host = "127.0.0.1", .reservation = "x"};
    struct bot_command command;

    if (!bot->name[0])
        return err_setf(why, "bot_name", "%d", RECORD_NAME_SIZE - 1);
    if (bot->game[0] && !game_find(slice_of(bot->game)))
        return err_set(why, "bad_value", "game");
    return bot_command_make(&command, bot->command, bot->folder, &anywhere, why);
}

bool roster_has_cells(const struct server *server) { return server->sandbox != NULL; }
