#include "store/old_json_files.h"

#include "base/buf.h"
#include "base/file.h"
#include "store/bot_table.h"
#include "store/run_table.h"
#include "store/schema.h"

#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEST_BYTES_MAX = 1024 * 1024, SPRT_SIZE = 64 };

/* In the table `meta`: how far it has come. */
enum { NOT_BEGUN, IN_TABLES, SET_ASIDE };

/* A numbered folder of the data folder; true: go on with the next. */
typedef bool on_folder(struct db *db, const char *path, int number, struct err *why);

static bool each_folder(struct db *db, const char *folder, on_folder *step, struct err *why)
{
    char path[PATH_MAX];
    const struct dirent *entry;
    bool is_fine = true;
    int number;
    DIR *dir = opendir(folder);

    while (dir && is_fine && (entry = readdir(dir))) {
        if (!slice_to_int(slice_of(entry->d_name), 1, INT32_MAX, &number))
            continue;
        snprintf(path, sizeof path, "%.*s/%d", PATH_MAX - 64, folder, number);
        is_fine = step(db, path, number, why);
    }
    if (dir)
        closedir(dir);
    return is_fine;
}

static void join(char path[PATH_MAX], const char *folder, const char *name)
{
    snprintf(path, PATH_MAX, "%.*s/%s", PATH_MAX - 300, folder, name);
}

static json_t *load(const char *folder, const char *name)
{
    char path[PATH_MAX];

    join(path, folder, name);
    return json_load_file(path, 0, NULL);
}

static struct slice text_of(const json_t *tree, const char *key)
{
    const char *text = json_string_value(json_object_get(tree, key));

    return slice_of(text ? text : "");
}

static int64_t number_of(const json_t *tree, const char *key)
{
    return json_integer_value(json_object_get(tree, key));
}

static bool write_row(struct db *db, int table, struct db_values values, struct err *why)
{
    return db_run(db, schema_tables[table].write, values, why);
}

/* ---- positions.json ---- */

static bool take_positions(struct db *db, const char *folder, struct err *why)
{
    json_t *tree = load(folder, "positions.json"), *item;
    bool is_fine = true;
    size_t i;

    json_array_foreach(json_object_get(tree, "positions"), i, item)
    {
        is_fine = is_fine && write_row(db, SCHEMA_POSITIONS,
                                       DB_VALUES(db_int(number_of(item, "id")),
                                                 db_slice(text_of(item, "game")),
                                                 db_slice(text_of(item, "position")),
                                                 db_slice(text_of(item, "name")),
                                                 db_int(number_of(item, "addedMs"))),
                                       why);
    }
    json_decref(tree);
    return is_fine;
}

/* ---- arena/ID/run.json ---- */

static struct slice print_sprt(const json_t *bounds, char text[SPRT_SIZE])
{
    text[0] = '\0';
    if (json_array_size(bounds) == 2)
        snprintf(text, SPRT_SIZE, "%.17g %.17g", json_number_value(json_array_get(bounds, 0)),
                 json_number_value(json_array_get(bounds, 1)));
    return slice_of(text);
}

static bool write_run(struct db *db, int number, const json_t *card, struct err *why)
{
    const json_t *cause = json_object_get(card, "why");
    char sprt[SPRT_SIZE], failure[sizeof(struct err) + 1];
    char *wants = json_dumps(json_object_get(card, "wants"), JSON_COMPACT);
    char *words = json_dumps(json_object_get(card, "words"), JSON_COMPACT);
    struct slice code = text_of(cause, "code"), details = text_of(cause, "details");

    snprintf(failure, sizeof failure, "%s%s%s", code.at, details.len > 0 ? " " : "", details.at);
    struct run_row row = {.id = number,
                          .kind = text_of(card, "kind"),
                          .game = text_of(card, "game"),
                          .name = text_of(card, "name"),
                          .state = text_of(card, "state"),
                          .gauntlet = (int)number_of(card, "gauntlet"),
                          .wants = slice_of(wants ? wants : ""),
                          .words = slice_of(words ? words : ""),
                          .is_wanted = json_is_true(json_object_get(card, "wanted")),
                          .why = slice_of(failure),
                          .planned = (int)number_of(card, "planned"),
                          .concurrency = (int)number_of(card, "concurrency"),
                          .sprt = print_sprt(json_object_get(card, "sprt"), sprt),
                          .created_ms = number_of(card, "createdMs"),
                          .played_ms = number_of(card, "playedMs")};
    bool is_written = run_table_write(db, &row, why);
    free(wants);
    free(words);
    return is_written;
}

static bool take_run(struct db *db, const char *folder, int number, struct err *why)
{
    json_t *card = load(folder, "run.json");
    bool is_fine = !card || write_run(db, number, card, why);

    json_decref(card);
    return is_fine;
}

/* ---- bots/ID/book.json, with bots/ID/test-NUMBER.json ---- */

static bool write_version(struct db *db, const char *folder, int64_t bot, const json_t *version,
                          struct err *why)
{
    const json_t *test = json_object_get(version, "test");
    char *outline = json_is_object(test) ? json_dumps(test, JSON_COMPACT) : NULL;
    char name[40], path[PATH_MAX];
    struct slice whole = {0};

    snprintf(name, sizeof name, "test-%lld.json", (long long)number_of(version, "number"));
    join(path, folder, name);
    bool has_test = file_read(path, TEST_BYTES_MAX, &whole, NULL);
    bool is_written = write_row(
        db, SCHEMA_BOT_VERSIONS,
        DB_VALUES(db_int(bot), db_int(number_of(version, "number")),
                  db_slice(text_of(version, "command")), db_slice(text_of(version, "folder")),
                  db_slice(text_of(version, "note")), db_int(number_of(version, "addedMs")),
                  has_test ? db_slice(whole) : db_nothing(),
                  outline ? db_text(outline) : db_nothing()),
        why);
    if (has_test)
        file_free(whole);
    free(outline);
    return is_written;
}

static bool write_turns(struct db *db, int64_t bot, const json_t *turns, struct err *why)
{
    bool is_fine = true;
    const json_t *turn;
    size_t i;

    json_array_foreach(turns, i, turn)
    {
        is_fine = is_fine && write_row(db, SCHEMA_BOT_TURNS,
                                       DB_VALUES(db_int(bot), db_int((int64_t)i + 1),
                                                 db_int(number_of(turn, "version")),
                                                 db_int(number_of(turn, "sinceMs"))),
                                       why);
    }
    return is_fine;
}

/* The store said which program plays, the book which versions there are.  A crash between the two
 * files may have left a program that is no version of the book: it becomes one. */
static bool write_book(struct db *db, const char *folder, struct bot_row *bot, const json_t *book,
                       struct err *why)
{
    struct db_values id = DB_VALUES(db_int(bot->id));
    const json_t *version, *turns = json_object_get(book, "turns");
    int active = 0;
    size_t i;

    if (!db_run(db, "DELETE FROM bot_versions WHERE bot = $1", id, why) ||
        !db_run(db, "DELETE FROM bot_turns WHERE bot = $1 AND $2 > 0",
                DB_VALUES(db_int(bot->id), db_int((int64_t)json_array_size(turns))), why))
        return false;
    json_array_foreach(json_object_get(book, "versions"), i, version)
    {
        if (!write_version(db, folder, bot->id, version, why))
            return false;
        if (slice_is(text_of(version, "command"), bot->command) &&
            slice_is(text_of(version, "folder"), bot->folder))
            active = (int)number_of(version, "number");
    }
    if (!write_turns(db, bot->id, turns, why))
        return false;
    if (active == 0)
        return bot_table_next_version(db, bot->id, &bot->version, why) &&
               bot_table_add_version(db, bot, bot->added_ms, why);
    /* The oldest books have no turns: then there is the one that the schema's step has made. */
    struct db_values chosen = DB_VALUES(db_int(bot->id), db_int(active));
    return db_run(db, "UPDATE bots SET active = $2 WHERE id = $1", chosen, why) &&
           (json_array_size(turns) > 0 ||
            db_run(db, "UPDATE bot_turns SET version = $2 WHERE bot = $1", chosen, why));
}

static bool take_book(struct db *db, const char *folder, int number, struct err *why)
{
    json_t *book = load(folder, "book.json");
    struct bot_row bot;
    struct err missing = {0};
    bool is_fine = true;

    if (json_is_array(json_object_get(book, "versions"))) {
        if (bot_table_load(db, number, &bot, &missing))
            is_fine = write_book(db, folder, &bot, book, why);
        else if (store_is_trouble(&missing))
            is_fine = err_set(why, missing.code, missing.details);
    }
    json_decref(book);
    return is_fine;
}

/* ---- and away ---- */

static void set_aside(const char *folder, const char *name)
{
    char path[PATH_MAX], old[PATH_MAX + 8];

    join(path, folder, name);
    snprintf(old, sizeof old, "%s.old", path);
    rename(path, old); /* most folders have no such file */
}

static bool set_aside_run(struct db *db, const char *folder, int number, struct err *why)
{
    (void)db, (void)number, (void)why;
    set_aside(folder, "run.json");
    return true;
}

static bool set_aside_book(struct db *db, const char *folder, int number, struct err *why)
{
    char name[24];

    (void)db, (void)number, (void)why;
    set_aside(folder, "book.json");
    for (int version = 1; version <= BOT_VERSIONS_MAX; version++) {
        snprintf(name, sizeof name, "test-%d.json", version);
        set_aside(folder, name);
    }
    return true;
}

/* ---- the whole ---- */

static bool note_progress(struct db *db, int progress, struct err *why)
{
    return db_run(db,
                  "INSERT INTO meta(key, value) VALUES('old_files', $1)"
                  " ON CONFLICT(key) DO UPDATE SET value = excluded.value",
                  DB_VALUES(db_int(progress)), why);
}

static bool take_all(struct db *db, const char *folder, struct err *why)
{
    char arena[PATH_MAX], bots[PATH_MAX];

    join(arena, folder, "arena");
    join(bots, folder, "bots");
    return take_positions(db, folder, why) && each_folder(db, arena, take_run, why) &&
           each_folder(db, bots, take_book, why) && note_progress(db, IN_TABLES, why);
}

bool old_files_migrate(struct db *db, const char *folder, struct err *why)
{
    char arena[PATH_MAX], bots[PATH_MAX];
    int64_t progress;

    if (!db_number(db, "SELECT value FROM meta WHERE key = 'old_files'", DB_NO_VALUES, NOT_BEGUN,
                   &progress, why))
        return false;
    if (progress == NOT_BEGUN &&
        (!db_begin(db, why) || !db_end(db, take_all(db, folder, why), why)))
        return false;
    if (progress == SET_ASIDE)
        return true;
    join(arena, folder, "arena");
    join(bots, folder, "bots");
    set_aside(folder, "positions.json");
    each_folder(db, arena, set_aside_run, why);
    each_folder(db, bots, set_aside_book, why);
    return note_progress(db, SET_ASIDE, why);
}
