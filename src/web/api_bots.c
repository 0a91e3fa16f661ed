/* Bots: the list of programs and their versions.  Only for the owner at this machine. */

#include "web/bot_book.h"
#include "web/program_request.h"
#include "web/upload.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "server/bot_files.h"
#include "server/roster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the list ---- */

struct listing {
    struct json *json;
    const struct web *web;
};

static bool show_bot(void *context, const struct store_bot *bot)
{
    const struct listing *listing = context;
    struct json *json = listing->json;
    struct bot_book book = bot_book_open(listing->web, bot);
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
    bot_book_show(&book, json);
    json_end_object(json);
    bot_book_close(&book);
    return true;
}

static void on_list(struct request *request)
{
    struct json *json = web_response_json(request->web);
    struct err why = {0};
    struct listing listing = {.json = json, .web = request->web};
    struct store *store = roster_store(request->web->config.server, &why);

    json_begin_object(json, NULL);
    json_begin_array(json, "bots");
    bool is_listed = store && store_bot_list(store, show_bot, &listing, &why);
    json_end_array(json);
    json_end_object(json);
    if (is_listed)
        answer_json(request, MHD_HTTP_OK, json->out);
    else
        answer_refusal(request, MHD_HTTP_SERVICE_UNAVAILABLE, NULL, &why);
}

static void answer_bot(struct request *request, unsigned status, const struct store_bot *bot)
{
    struct json *json = web_response_json(request->web);
    struct listing listing = {.json = json, .web = request->web};

    show_bot(&listing, bot);
    answer_json(request, status, json->out);
}

/* ---- programs ---- */

/* A text of the body, whole or not at all. */
static bool take_text(struct body_part body, const char *name, char *text, size_t size,
                      struct err *why)
{
    const char *given = body_text(body, name, "", why);

    return given && (buf_copy_line(text, size, given) || err_set(why, "bad_value", name));
}

/* A program of the body: one of this machine, or one that was uploaded. */
struct source {
    char upload[BOT_FILES_ID_SIZE]; /* "": it is of this machine */
    char main[PATH_MAX];            /* the file to be started, seen from the upload's folder */
    char args[STORE_LINE_SIZE];
};

static bool set_program(const struct source *source, const char *folder, struct store_bot *bot,
                        struct err *why)
{
    return bot_files_program(folder, &(struct bot_main){.name = source->main, .args = source->args},
                             bot, why);
}

static bool read_source(struct request *request, struct source *source, struct store_bot *bot,
                        struct err *why)
{
    struct body_part body = body_whole(&request->body);
    char folder[PATH_MAX];

    bot->command[0] = bot->folder[0] = '\0';
    if (!take_text(body, "note", bot->note, sizeof bot->note, why) ||
        !take_text(body, "upload", source->upload, sizeof source->upload, why))
        return false;
    if (!source->upload[0])
        return take_text(body, "command", bot->command, sizeof bot->command, why) &&
               take_text(body, "folder", bot->folder, sizeof bot->folder, why);
    return take_text(body, "main", source->main, sizeof source->main, why) &&
           take_text(body, "args", source->args, sizeof source->args, why) &&
           bot_files_find(request->web->data_dir, source->upload, folder, why) &&
           set_program(source, folder, bot, why);
}

/* Brings the files of an upload to the place of a version, and the bot's program with them. */
static bool settle(struct request *request, const struct source *source, int number,
                   struct store_bot *bot, struct err *why)
{
    char folder[PATH_MAX];

    return !source->upload[0] ||
           (bot_files_take(request->web->data_dir, source->upload, bot->id, number, folder, why) &&
            set_program(source, folder, bot, why));
}

/* ---- new bots, new versions ---- */

/* The store knows it only once its files are in their place. */
static bool enter(struct request *request, const struct source *source, struct store_bot *bot,
                  struct err *why)
{
    struct store *store = roster_store(request->web->config.server, why);

    if (!store || !store_begin(store, why))
        return false;
    bool is_there = store_bot_add(store, bot, why);
    if (is_there) /* left behind by somebody who was interrupted here */
        bot_files_remove(request->web->data_dir, bot->id);
    return store_end(
        store,
        is_there && settle(request, source, 1, bot, why) && store_bot_change(store, bot, why), why);
}

static void on_add(struct request *request)
{
    struct body_part body = body_whole(&request->body);
    struct store_bot bot = {.added_ms = clock_wall_ms()};
    struct source source = {0};
    struct err why = {0};

    if (take_text(body, "name", bot.name, sizeof bot.name, &why) &&
        take_text(body, "game", bot.game, sizeof bot.game, &why) &&
        read_source(request, &source, &bot, &why) && roster_check(&bot, &why) &&
        enter(request, &source, &bot, &why))
        answer_bot(request, MHD_HTTP_CREATED, &bot);
    else
        program_request_refuse(request, &why);
}

static bool add_version(struct request *request, struct bot_book *book, struct store_bot *next,
                        struct err *why)
{
    struct store *store = roster_store(request->web->config.server, why);
    struct source source = {0};

    next->added_ms = clock_wall_ms();
    return store && bot_book_has_room(book, why) && read_source(request, &source, next, why) &&
           roster_check(next, why) && settle(request, &source, bot_book_next(book), next, why) &&
           bot_book_add(book, next, why) && store_bot_change(store, next, why);
}

/* A new version plays from now on. */
static void on_add_version(struct request *request)
{
    struct store_bot bot;
    struct err why = {0};

    if (!program_request_find_bot(request, &bot))
        return;
    struct store_bot next = bot;
    struct bot_book book = bot_book_open(request->web, &bot);
    bool is_added = add_version(request, &book, &next, &why);
    bot_book_close(&book);
    next.added_ms = bot.added_ms;
    if (is_added)
        answer_bot(request, MHD_HTTP_CREATED, &next);
    else
        program_request_refuse(request, &why);
}

/* {version}: an older one shall play again. */
static void on_activate(struct request *request)
{
    struct store_bot bot;
    struct err why = {0};
    int number = 0;

    if (!program_request_find_bot(request, &bot))
        return;
    struct store_bot next = bot;
    struct bot_book book = bot_book_open(request->web, &bot);
    struct store *store = roster_store(request->web->config.server, &why);
    bool is_changed = body_int(body_whole(&request->body), "version", 1, INT_MAX, &number, &why) &&
                      bot_book_read(&book, number, &next, &why) && store &&
                      store_bot_change(store, &next, &why) && bot_book_turn_to(&book, number, &why);
    bot_book_close(&book);
    if (is_changed)
        answer_bot(request, MHD_HTTP_OK, &next);
    else
        program_request_refuse(request, &why);
}

/* Files of many versions are many: somebody else removes them. */
static void on_remove(struct request *request)
{
    struct store_bot bot;
    struct err why = {0};
    char gone[PATH_MAX];

    if (!program_request_find_bot(request, &bot))
        return;
    if (!store_bot_remove(roster_store(request->web->config.server, &why), bot.id, &why)) {
        program_request_refuse(request, &why);
        return;
    }
    /* What stays behind if this is refused lies where files wait, and goes with the next sweep. */
    bot_files_put_away(request->web->data_dir, bot.id, gone);
    if (gone[0])
        background_remove(request, gone);
    else
        answer_empty(request);
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
