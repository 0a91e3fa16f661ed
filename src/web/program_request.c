#define _GNU_SOURCE /* memmem */

#include "web/program_request.h"

#include "base/memory.h"
#include "web/background.h"

#include <stdlib.h>
#include <string.h>

/* ---- registered bots ---- */

struct loading {
    struct bot_row *bots;
    int count;
    program_request_run *run;
};

static bool copy_bot(void *context, const struct bot_row *bot)
{
    struct loading *loading = context;

    loading->bots =
        memory_grow(loading->bots, (size_t)(loading->count + 1) * sizeof *loading->bots);
    loading->bots[loading->count++] = *bot;
    return true;
}

static bool work_load(struct db *db, void *ctx, struct json *json, struct err *why)
{
    struct loading *loading = ctx;

    (void)json;
    if (bot_table_list(db, copy_bot, loading, why))
        return true;
    free(loading->bots);
    return false;
}

static void finish_load(struct request *request, void *ctx)
{
    const struct loading *loading = ctx;

    request->bots = loading->bots;
    request->bot_count = loading->count;
    loading->run(request);
}

void program_request_load_bots(struct request *request, program_request_run *run)
{
    struct loading *loading = memory_get(1, sizeof *loading);

    loading->run = run;
    background_start_store(request, work_load, finish_load, loading);
}

void program_request_begin(struct request *request, program_request_run *run)
{
    if (memmem(request->body.text, request->body.len, "\"bot\"", 5))
        program_request_load_bots(request, run);
    else
        run(request);
}

const struct bot_row *program_request_bot(const struct request *request, int64_t id,
                                          struct err *why)
{
    for (int i = 0; i < request->bot_count; i++) {
        if (request->bots[i].id == id)
            return &request->bots[i];
    }
    err_setf(why, "bot_unknown", "%lld", (long long)id);
    return NULL;
}

/* ---- programs ---- */

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
    const struct bot_row *bot = program_request_bot(request, id, why);
    if (!bot)
        return false;
    order->bot = *bot;
    order->wish.command = order->bot.command;
    order->wish.folder = order->bot.folder;
    order->wish.name = order->bot.name;
    return true;
}

void program_request_json_lines(struct json *json, const char *key, const struct last_lines *lines)
{
    int count = lines ? last_lines_count(lines) : 0;

    json_begin_array(json, key);
    for (int i = count > ORDER_LINES_SHOWN ? count - ORDER_LINES_SHOWN : 0; i < count; i++)
        json_text(json, NULL, last_lines_at(lines, i)->text);
    json_end_array(json);
}
