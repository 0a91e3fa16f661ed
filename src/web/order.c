#include "web/order.h"

#include "server/roster.h"

#include <stdio.h>

bool order_read(struct request *request, struct body_part part, struct order *order,
                struct err *why)
{
    const char *command = body_text(part, "command", "", why);
    const char *folder = body_text(part, "folder", "", why);
    const char *arguments = body_text(part, "args", "", why);
    int64_t id = 0;

    *order = (struct order){0};
    if (!command || !folder || !arguments || !body_int64(part, "bot", &id, why))
        return false;
    order->wish =
        (struct program_wish){.command = command, .arguments = arguments, .folder = folder};
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

void order_show_lines(struct json *json, const char *key, const struct lines *lines)
{
    int count = lines ? lines_count(lines) : 0;

    json_begin_array(json, key);
    for (int i = count > ORDER_LINES_SHOWN ? count - ORDER_LINES_SHOWN : 0; i < count; i++)
        json_text(json, NULL, lines_at(lines, i)->text);
    json_end_array(json);
}
