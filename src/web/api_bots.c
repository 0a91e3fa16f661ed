/* Bots: the list of programs and their versions.  Only for the owner at this machine.  Rows and
 * files are touched on the database thread only; it also writes the answer. */

#include "web/background.h"
#include "web/upload.h"

#include "base/clock.h"
#include "base/memory.h"
#include "bots/bot_install.h"
#include "bots/bot_main_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One call. */
struct bot_call {
    struct bot_row bot; /* that it is about */
    struct bot_source source;
    int version;         /* that shall play */
    char gone[PATH_MAX]; /* files of a bot that was removed, or "" */
};

/* About the bot that the path names, if it names one; what is no number is the number of no bot. */
static struct bot_call *new_call(struct request *request)
{
    struct bot_call *call = memory_get(1, sizeof *call);

    call->source.data = request->web->data_dir;
    slice_to_int64(slice_of(request->id), &call->bot.id);
    return call;
}

/* ---- as JSON ---- */

/* What is being written, for the callbacks of tables. */
struct writing {
    struct db *db;
    const char *data;
    const struct bot_row *bot;
    struct json *json;
    struct err *why;
    bool is_fine;
};

static bool write_turn(void *context, const struct bot_turn_row *turn)
{
    struct json *json = ((struct writing *)context)->json;

    json_begin_object(json, NULL);
    json_int(json, "version", turn->version);
    json_int(json, "sinceMs", turn->since_ms);
    json_end_object(json);
    return true;
}

static bool write_active_test(void *context, const struct bot_version_row *version)
{
    const struct writing *writing = context;

    if (version->number == writing->bot->version)
        json_raw(writing->json, "test", version->test);
    return true;
}

static bool write_version(void *context, const struct bot_version_row *version)
{
    const struct writing *writing = context;
    struct json *json = writing->json;

    json_begin_object(json, NULL);
    json_int(json, "number", version->number);
    json_text(json, "command", version->command);
    json_text(json, "folder", version->folder);
    json_text(json, "note", version->note);
    json_int(json, "addedMs", version->added_ms);
    json_bool(json, "uploaded", bot_files_is_own(writing->data, writing->bot->id, version->folder));
    json_text(json, "language", bot_main_file_language(version->command, version->folder));
    json_raw(json, "test", version->test);
    json_end_object(json);
    return true;
}

static bool write_bot(void *context, const struct bot_row *bot)
{
    struct writing *writing = context;
    struct json *json = writing->json;
    char id[24];

    writing->bot = bot;
    snprintf(id, sizeof id, "%lld", (long long)bot->id);
    json_begin_object(json, NULL);
    json_text(json, "id", id);
    json_text(json, "name", bot->name);
    json_text(json, "game", bot->game);
    json_text(json, "command", bot->command);
    json_text(json, "folder", bot->folder);
    json_text(json, "note", bot->note);
    json_int(json, "addedMs", bot->added_ms);
    json_text(json, "language", bot_main_file_language(bot->command, bot->folder));
    json_int(json, "active", bot->version);
    writing->is_fine =
        bot_table_versions(writing->db, bot->id, write_active_test, writing, writing->why);
    json_begin_array(json, "turns");
    writing->is_fine &=
        bot_table_active_periods(writing->db, bot->id, write_turn, writing, writing->why);
    json_end_array(json);
    json_begin_array(json, "versions");
    writing->is_fine &=
        bot_table_versions(writing->db, bot->id, write_version, writing, writing->why);
    json_end_array(json);
    json_end_object(json);
    return writing->is_fine;
}

static bool write_one(struct db *db, const struct bot_call *call, struct json *json,
                      struct err *why)
{
    struct writing writing = {.db = db, .data = call->source.data, .json = json, .why = why};

    return write_bot(&writing, &call->bot);
}

/* ---- the list ---- */

static bool work_list(struct db *db, void *ctx, struct json *json, struct err *why)
{
    const struct bot_call *call = ctx;
    struct writing writing = {
        .db = db, .data = call->source.data, .json = json, .why = why, .is_fine = true};

    json_begin_object(json, NULL);
    json_begin_array(json, "bots");
    bool is_listed = bot_table_list(db, write_bot, &writing, why) && writing.is_fine;
    json_end_array(json);
    json_end_object(json);
    return is_listed;
}

static void on_list(struct request *request)
{
    background_answer_store(request, MHD_HTTP_OK, work_list, new_call(request));
}

/* ---- new bots, new versions ---- */

/* A text of the body, whole or not at all. */
static bool take_text(struct body_part body, const char *name, char *text, size_t size,
                      struct err *why)
{
    const char *given = body_text(body, name, "", why);

    return given && (buf_copy_line(text, size, given) || err_set(why, "bad_value", name));
}

/* A program of the body: one of this machine, or one that was uploaded. */
static bool read_source(struct body_part body, struct bot_call *call, struct err *why)
{
    struct bot_source *source = &call->source;
    struct bot_row *bot = &call->bot;

    if (!take_text(body, "note", bot->note, sizeof bot->note, why) ||
        !take_text(body, "upload", source->upload, sizeof source->upload, why))
        return false;
    if (!source->upload[0])
        return take_text(body, "command", bot->command, sizeof bot->command, why) &&
               take_text(body, "folder", bot->folder, sizeof bot->folder, why);
    return take_text(body, "main", source->main, sizeof source->main, why) &&
           take_text(body, "args", source->args, sizeof source->args, why);
}

static bool work_add(struct db *db, void *ctx, struct json *json, struct err *why)
{
    struct bot_call *call = ctx;

    return bot_install_new(db, &call->source, &call->bot, why) && write_one(db, call, json, why);
}

static void on_add(struct request *request)
{
    struct body_part body = body_whole(&request->body);
    struct bot_call *call = new_call(request);
    struct bot_row *bot = &call->bot;
    struct err why = {0};

    bot->added_ms = clock_wall_ms();
    if (take_text(body, "name", bot->name, sizeof bot->name, &why) &&
        take_text(body, "game", bot->game, sizeof bot->game, &why) &&
        read_source(body, call, &why)) {
        background_answer_store(request, MHD_HTTP_CREATED, work_add, call);
        return;
    }
    answer_store_refusal(request, &why);
    free(call);
}

static bool work_add_version(struct db *db, void *ctx, struct json *json, struct err *why)
{
    struct bot_call *call = ctx;
    struct bot_row *bot = &call->bot, wanted = *bot;

    if (!bot_table_load(db, wanted.id, bot, why))
        return false;
    memcpy(bot->command, wanted.command, sizeof bot->command);
    memcpy(bot->folder, wanted.folder, sizeof bot->folder);
    memcpy(bot->note, wanted.note, sizeof bot->note);
    return bot_install_version(db, &call->source, bot, why) && write_one(db, call, json, why);
}

/* A new version plays from now on. */
static void on_add_version(struct request *request)
{
    struct bot_call *call = new_call(request);
    struct err why = {0};

    if (read_source(body_whole(&request->body), call, &why)) {
        background_answer_store(request, MHD_HTTP_CREATED, work_add_version, call);
        return;
    }
    answer_store_refusal(request, &why);
    free(call);
}

/* ---- an older version, no bot any more ---- */

static bool work_activate(struct db *db, void *ctx, struct json *json, struct err *why)
{
    struct bot_call *call = ctx;
    struct bot_row *bot = &call->bot;

    return bot_table_load(db, bot->id, bot, why) && db_begin(db, why) &&
           db_end(db, bot_table_activate(db, bot->id, call->version, clock_wall_ms(), why), why) &&
           bot_table_load(db, bot->id, bot, why) && write_one(db, call, json, why);
}

/* {version}: an older one shall play again.  What is no number is the number of no version. */
static void on_activate(struct request *request)
{
    struct bot_call *call = new_call(request);

    body_int(body_whole(&request->body), "version", 1, INT_MAX, &call->version, NULL);
    background_answer_store(request, MHD_HTTP_OK, work_activate, call);
}

/* Files left behind if this process is killed here are removed by the next bot of this number, or
 * lie where uploads wait and go with the next sweep. */
static bool work_remove(struct db *db, void *ctx, struct json *json, struct err *why)
{
    struct bot_call *call = ctx;

    (void)json;
    if (!bot_table_remove(db, call->bot.id, why))
        return false;
    bot_files_put_away(call->source.data, call->bot.id, call->gone);
    return true;
}

/* There may be many files: they are removed on another thread. */
static void finish_remove(struct request *request, void *ctx)
{
    const struct bot_call *call = ctx;

    if (call->gone[0])
        background_remove(request, call->gone);
    else
        answer_empty(request);
}

static void on_remove(struct request *request)
{
    background_start_store(request, work_remove, finish_remove, new_call(request));
}

const struct route bot_routes[] = {
    {"GET", "/api/bots", RIGHT_OWNER_LOCAL, on_list},
    {"POST", "/api/bots", RIGHT_OWNER_LOCAL, on_add},
    {"POST", "/api/uploads", RIGHT_OWNER_LOCAL, upload_run},
    {"POST", "/api/bots/*/versions", RIGHT_OWNER_LOCAL, on_add_version},
    {"POST", "/api/bots/*/active", RIGHT_OWNER_LOCAL, on_activate},
    {"DELETE", "/api/bots/*", RIGHT_OWNER_LOCAL, on_remove},
    {0},
};
