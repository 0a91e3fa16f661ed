/* Bots: the list of programs and their versions.  Only for the owner at this machine.  Rows and
 * files are touched on the database thread only; it also writes the answer. */

#include "web/background.h"
#include "web/program_request.h"
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
    struct bot_row bot; /* that it is about; of the list each in turn */
    struct bot_source source;
    int version;               /* that shall play */
    unsigned status;           /* of the answer, … */
    struct answer_text answer; /* … which is this */
    char gone[PATH_MAX];       /* files of a bot that was removed, or "" */
};

static struct bot_call *new_call(struct request *request, unsigned status)
{
    struct bot_call *call = memory_get(1, sizeof *call);

    call->source.data = request->web->data_dir;
    call->status = status;
    answer_text_init(&call->answer);
    return call;
}

/* The call about the bot that the path names; NULL: there is none, and this was answered. */
static struct bot_call *new_call_of_bot(struct request *request, unsigned status)
{
    int64_t id;

    if (!program_request_bot_id(request, &id))
        return NULL;
    struct bot_call *call = new_call(request, status);
    call->bot.id = id;
    return call;
}

static void answer_call(struct request *request, void *ctx)
{
    const struct bot_call *call = ctx;

    answer_json(request, call->status, &call->answer.text);
}

/* ---- as JSON ---- */

static bool write_turn(void *ctx, const struct bot_turn_row *turn)
{
    struct json *json = &((struct bot_call *)ctx)->answer.json;

    json_begin_object(json, NULL);
    json_int(json, "version", turn->version);
    json_int(json, "sinceMs", turn->since_ms);
    json_end_object(json);
    return true;
}

static void write_test(struct json *json, const struct bot_version_row *version)
{
    json_raw(json, "test", version->test.len > 0 ? version->test : slice_of("null"));
}

static bool write_active_test(void *ctx, const struct bot_version_row *version)
{
    struct bot_call *call = ctx;

    if (version->number != call->bot.version)
        return true;
    write_test(&call->answer.json, version);
    return false;
}

static bool write_version(void *ctx, const struct bot_version_row *version)
{
    struct bot_call *call = ctx;
    struct json *json = &call->answer.json;
    bool is_uploaded = bot_files_is_own(call->source.data, call->bot.id, version->folder);

    json_begin_object(json, NULL);
    json_int(json, "number", version->number);
    json_text(json, "command", version->command);
    json_text(json, "folder", version->folder);
    json_text(json, "note", version->note);
    json_int(json, "addedMs", version->added_ms);
    json_bool(json, "uploaded", is_uploaded);
    json_text(json, "language", bot_main_file_language(version->command, version->folder));
    write_test(json, version);
    json_end_object(json);
    return true;
}

static bool write_bot(struct db *db, struct bot_call *call, struct err *why)
{
    const struct bot_row *bot = &call->bot;
    struct json *json = &call->answer.json;
    char id[24];

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
    bool is_read = bot_table_versions(db, bot->id, write_active_test, call, why);
    json_begin_array(json, "turns");
    is_read = is_read && bot_table_turns(db, bot->id, write_turn, call, why);
    json_end_array(json);
    json_begin_array(json, "versions");
    is_read = is_read && bot_table_versions(db, bot->id, write_version, call, why);
    json_end_array(json);
    json_end_object(json);
    return is_read;
}

/* ---- the list ---- */

struct listing {
    struct bot_call *call;
    struct db *db;
    struct err *why;
    bool is_fine;
};

static bool list_bot(void *context, const struct bot_row *bot)
{
    struct listing *listing = context;

    listing->call->bot = *bot;
    listing->is_fine = write_bot(listing->db, listing->call, listing->why);
    return listing->is_fine;
}

static bool work_list(struct db *db, void *ctx, struct err *why)
{
    struct bot_call *call = ctx;
    struct json *json = &call->answer.json;
    struct listing listing = {.call = call, .db = db, .why = why, .is_fine = true};

    json_begin_object(json, NULL);
    json_begin_array(json, "bots");
    bool is_listed = bot_table_list(db, list_bot, &listing, why) && listing.is_fine;
    json_end_array(json);
    json_end_object(json);
    return is_listed;
}

static void on_list(struct request *request)
{
    background_start_store(request, work_list, answer_call, new_call(request, MHD_HTTP_OK));
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

static bool work_add(struct db *db, void *ctx, struct err *why)
{
    struct bot_call *call = ctx;

    return bot_install_new(db, &call->source, &call->bot, why) && write_bot(db, call, why);
}

static void start_or_refuse(struct request *request, bool is_fine, background_store_work *work,
                            struct bot_call *call, const struct err *why)
{
    if (is_fine) {
        background_start_store(request, work, answer_call, call);
        return;
    }
    answer_store_refusal(request, why);
    free(call);
}

static void on_add(struct request *request)
{
    struct body_part body = body_whole(&request->body);
    struct bot_call *call = new_call(request, MHD_HTTP_CREATED);
    struct bot_row *bot = &call->bot;
    struct err why = {0};

    bot->added_ms = clock_wall_ms();
    bool is_fine = take_text(body, "name", bot->name, sizeof bot->name, &why) &&
                   take_text(body, "game", bot->game, sizeof bot->game, &why) &&
                   read_source(body, call, &why);
    start_or_refuse(request, is_fine, work_add, call, &why);
}

static bool work_add_version(struct db *db, void *ctx, struct err *why)
{
    struct bot_call *call = ctx;
    struct bot_row *bot = &call->bot, wanted = *bot;

    if (!bot_table_load(db, wanted.id, bot, why))
        return false;
    memcpy(bot->command, wanted.command, sizeof bot->command);
    memcpy(bot->folder, wanted.folder, sizeof bot->folder);
    memcpy(bot->note, wanted.note, sizeof bot->note);
    return bot_install_version(db, &call->source, bot, why) && write_bot(db, call, why);
}

/* A new version plays from now on. */
static void on_add_version(struct request *request)
{
    struct bot_call *call = new_call_of_bot(request, MHD_HTTP_CREATED);
    struct err why = {0};

    if (call)
        start_or_refuse(request, read_source(body_whole(&request->body), call, &why),
                        work_add_version, call, &why);
}

/* ---- an older version, no bot any more ---- */

static bool work_activate(struct db *db, void *ctx, struct err *why)
{
    struct bot_call *call = ctx;
    struct bot_row *bot = &call->bot;

    return bot_table_load(db, bot->id, bot, why) && db_begin(db, why) &&
           db_end(db, bot_table_activate(db, bot->id, call->version, clock_wall_ms(), why), why) &&
           bot_table_load(db, bot->id, bot, why) && write_bot(db, call, why);
}

/* {version}: an older one shall play again. */
static void on_activate(struct request *request)
{
    struct bot_call *call = new_call_of_bot(request, MHD_HTTP_OK);
    struct err why = {0};

    if (call)
        start_or_refuse(
            request,
            body_int(body_whole(&request->body), "version", 1, INT_MAX, &call->version, &why),
            work_activate, call, &why);
}

/* Files left behind if this process is killed here are removed by the next bot of this number, or
 * lie where uploads wait and go with the next sweep. */
static bool work_remove(struct db *db, void *ctx, struct err *why)
{
    struct bot_call *call = ctx;

    if (!bot_table_remove(db, call->bot.id, why))
        return false;
    bot_files_put_away(call->source.data, call->bot.id, call->gone);
    return true;
}

/* There may be many files: they are removed on a thread of their own. */
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
    struct bot_call *call = new_call_of_bot(request, MHD_HTTP_OK);

    if (call)
        background_start_store(request, work_remove, finish_remove, call);
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
