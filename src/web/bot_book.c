#include "web/bot_book.h"

#include "base/clock.h"
#include "base/file.h"
#include "server/bot_files.h"
#include "server/bot_main_file.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEST_BYTES_MAX = 1024 * 1024 };

/* ---- versions ---- */

static const char *text_of(const json_t *version, const char *name)
{
    const char *text = json_string_value(json_object_get(version, name));

    return text ? text : "";
}

static int number_of(const json_t *version)
{
    return (int)json_integer_value(json_object_get(version, "number"));
}

static const json_t *versions_of(const struct bot_book *book)
{
    return json_object_get(book->tree, "versions");
}

static void append(struct bot_book *book, int number, const struct store_bot *bot)
{
    bool is_uploaded = bot_files_is_own(book->web->data_dir, bot->id, bot->folder);
    json_t *version = json_pack(
        "{s:i, s:s, s:s, s:s, s:I, s:b, s:s, s:n}", "number", number, "command", bot->command,
        "folder", bot->folder, "note", bot->note, "addedMs", (json_int_t)bot->added_ms, "uploaded",
        (int)is_uploaded, "language", bot_main_file_language(bot->command, bot->folder), "test");

    json_array_append_new(json_object_get(book->tree, "versions"), version);
}

/* "turns": which version plays since when.  Results of the past belong to the version that played
 * then. */
static void append_turn(struct bot_book *book, int number, int64_t since_ms)
{
    json_t *turns = json_object_get(book->tree, "turns");

    if (json_array_size(turns) >= BOT_BOOK_TURNS_MAX)
        json_array_remove(turns, 0);
    json_array_append_new(
        turns, json_pack("{s:i, s:I}", "version", number, "sinceMs", (json_int_t)since_ms));
}

/* The version with this number, or with the same program; NULL: there is none. */
static json_t *find_version(const struct bot_book *book, int number, const struct store_bot *bot)
{
    json_t *version;
    size_t i;

    json_array_foreach(versions_of(book), i, version)
    {
        if (bot ? strcmp(text_of(version, "command"), bot->command) == 0 &&
                      strcmp(text_of(version, "folder"), bot->folder) == 0
                : number_of(version) == number)
            return version;
    }
    return NULL;
}

int bot_book_next(const struct bot_book *book)
{
    json_t *version;
    size_t i;
    int last = 0;

    json_array_foreach(versions_of(book), i, version)
    {
        last = number_of(version) > last ? number_of(version) : last;
    }
    return last + 1;
}

/* The version that plays now; 0: none of the book. */
static int active_of(const struct bot_book *book)
{
    const json_t *version = find_version(book, 0, book->bot);

    return version ? number_of(version) : 0;
}

bool bot_book_read(const struct bot_book *book, int number, struct store_bot *bot, struct err *why)
{
    const json_t *version = find_version(book, number, NULL);

    if (!version)
        return err_setf(why, "bot_version", "%d", number);
    snprintf(bot->command, sizeof bot->command, "%s", text_of(version, "command"));
    snprintf(bot->folder, sizeof bot->folder, "%s", text_of(version, "folder"));
    snprintf(bot->note, sizeof bot->note, "%s", text_of(version, "note"));
    return true;
}

/* ---- the file ---- */

static json_t *load(const struct web *web, int64_t id)
{
    char path[PATH_MAX];

    if (!bot_files_own(web->data_dir, id, "book.json", path))
        return NULL;
    json_t *tree = json_load_file(path, 0, NULL);
    if (json_is_array(json_object_get(tree, "versions")))
        return tree;
    json_decref(tree);
    return NULL;
}

struct bot_book bot_book_open(const struct web *web, const struct store_bot *bot)
{
    struct bot_book book = {.web = web, .bot = bot, .tree = load(web, bot->id)};

    if (!book.tree) {
        book.tree = json_pack("{s:[]}", "versions");
        append(&book, 1, bot);
    }
    if (!json_is_array(json_object_get(book.tree, "turns"))) {
        json_object_set_new(book.tree, "turns", json_array());
        append_turn(&book, active_of(&book), bot->added_ms);
    }
    return book;
}

void bot_book_close(struct bot_book *book) { json_decref(book->tree); }

static bool save(const struct bot_book *book, struct err *why)
{
    char path[PATH_MAX];

    bot_files_make(book->web->data_dir, book->bot->id);
    return bot_files_own(book->web->data_dir, book->bot->id, "book.json", path) &&
           web_write_tree(path, book->tree, why);
}

bool bot_book_has_room(const struct bot_book *book, struct err *why)
{
    return json_array_size(versions_of(book)) < BOT_BOOK_VERSIONS_MAX ||
           err_set(why, "bot_versions_many", "200");
}

bool bot_book_add(struct bot_book *book, const struct store_bot *bot, struct err *why)
{
    if (find_version(book, 0, bot))
        return err_set(why, "bot_version_same", bot->command);
    if (!bot_book_has_room(book, why))
        return false;
    int number = bot_book_next(book);
    append(book, number, bot);
    append_turn(book, number, bot->added_ms);
    return save(book, why);
}

bool bot_book_turn_to(struct bot_book *book, int number, struct err *why)
{
    append_turn(book, number, clock_wall_ms());
    return save(book, why);
}

/* ---- tests ---- */

/* A game without what was said in it. */
static json_t *result_of(const json_t *game)
{
    static const char *const keys[] = {"side", "ok", "plies", "winner"};
    json_t *result = json_object();

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        json_object_set(result, keys[i], json_object_get(game, keys[i]));
    return result;
}

/* What the list tells about a test: its results, and the first thing that went wrong. */
static json_t *summary_of(const json_t *test)
{
    json_t *results = json_array(), *why = json_object_get(test, "why"), *game;
    size_t i;

    json_array_foreach(json_object_get(test, "games"), i, game)
    {
        why = json_is_object(why) ? why : json_object_get(game, "why");
        json_array_append_new(results, result_of(game));
    }
    return json_pack("{s:o, s:O?, s:O?, s:O?, s:O?}", "results", results, "ok",
                     json_object_get(test, "ok"), "atMs", json_object_get(test, "atMs"), "game",
                     json_object_get(test, "game"), "why", json_is_object(why) ? why : NULL);
}

/* Every version has its own. */
static bool test_file(const struct bot_book *book, char path[PATH_MAX])
{
    char name[32];

    snprintf(name, sizeof name, "test-%d.json", active_of(book));
    return bot_files_own(book->web->data_dir, book->bot->id, name, path);
}

bool bot_book_note_test(struct bot_book *book, struct slice test, struct err *why)
{
    json_t *version = find_version(book, 0, book->bot);
    json_t *tree = json_loadb(test.at, test.len, 0, NULL);
    char path[PATH_MAX];

    if (version && tree)
        json_object_set_new(version, "test", summary_of(tree));
    json_decref(tree);
    return save(book, why) && test_file(book, path) && file_write(path, test, why);
}

bool bot_book_load_test(const struct bot_book *book, struct slice *text, struct err *why)
{
    char path[PATH_MAX];

    return (test_file(book, path) && file_read(path, TEST_BYTES_MAX, text, NULL)) ||
           err_set(why, "bot_untested", "");
}

/* ---- for the page ---- */

void bot_book_show(const struct bot_book *book, struct json *json)
{
    const json_t *active = find_version(book, 0, book->bot);

    json_text(json, "language", text_of(active, "language"));
    web_show_tree(json, "test", json_object_get(active, "test"));
    json_int(json, "active", active_of(book));
    web_show_tree(json, "turns", json_object_get(book->tree, "turns"));
    web_show_tree(json, "versions", versions_of(book));
}
