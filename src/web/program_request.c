#include "web/program_request.h"

#include "server/roster.h"

#include <string.h>

bool program_request_read(struct request *request, struct body_part part,
                          struct program_request *order, struct err *why)
{
    const char *command = body_text(part, "command", "", why);
    const char *folder = body_text(part, "folder", "", why);
    const char *arguments = body_text(part, "args", "", why);
    int64_t id = 0;

    *order = (struct program_request){0};
    if (!command || !folder || !arguments || !body_int64(part, "bot", &id, why))
        return false;
    order->wish =
        (struct bot_process_config){.command = command, .arguments = arguments, .folder = folder};
    if (id == 0)
        return true;
    struct store *store = roster_store(request->web->config.server, why);
    if (!store || !store_bot_load(store, id, &order->bot, why))
        return false;
    order->wish.command = order->bot.command;
    order->wish.folder = order->bot.folder;
    order->wish.name = order->bot.name;
    return true;
}

void program_request_refuse(struct request *request, const struct err *why)
{
    bool is_unknown = strcmp(why->code, "bot_unknown") == 0;

    answer_refusal(request, is_unknown ? MHD_HTTP_NOT_FOUND : MHD_HTTP_UNPROCESSABLE_CONTENT, NULL,
                   why);
}

bool program_request_find_bot(struct request *request, struct store_bot *bot)
{
    struct err why = {0};
    struct store *store = roster_store(request->web->config.server, &why);
    int64_t id = 0;

    if (!slice_to_int64(slice_of(request->id), &id))
        err_set(&why, "bot_unknown", "");
    else if (store && store_bot_load(store, id, bot, &why))
        return true;
    program_request_refuse(request, &why);
    return false;
}

void program_request_show_lines(struct json *json, const char *key, const struct last_lines *lines)
{
    int count = lines ? last_lines_count(lines) : 0;

    json_begin_array(json, key);
    for (int i = count > ORDER_LINES_SHOWN ? count - ORDER_LINES_SHOWN : 0; i < count; i++)
        json_text(json, NULL, last_lines_at(lines, i)->text);
    json_end_array(json);
}
