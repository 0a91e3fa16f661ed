#include "store/bot_table.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- reading ---- */

#define SELECT_BOT                                                                                 \
    "SELECT bots.id, name, game, active, command, folder, note, bots.added FROM bots"              \
    " JOIN bot_versions ON bot_versions.bot = bots.id AND number = active"

static bool read_bot(void *context, const struct db_row *row)
{
    struct bot_row *bot = context;

    *bot = (struct bot_row){.id = db_row_int(row, 0),
                            .version = (int)db_row_int(row, 3),
                            .added_ms = db_row_int(row, 7)};
    db_row_copy_text(row, 1, bot->name, sizeof bot->name);
    db_row_copy_text(row, 2, bot->game, sizeof bot->game);
    db_row_copy_text(row, 4, bot->command, sizeof bot->command);
    db_row_copy_text(row, 5, bot->folder, sizeof bot->folder);
    db_row_copy_text(row, 6, bot->note, sizeof bot->note);
    return false;
}

/* The one bot that this asks for. */
static bool load(struct db *db, const char *sql, struct db_value value, struct bot_row *bot,
                 struct err *why)
{
    bot->id = 0;
    return db_ask(db, sql, DB_VALUES(value), read_bot, bot, why);
}

bool bot_table_find(struct db *db, const char *name, struct bot_row *bot, struct err *why)
{
    return load(db, SELECT_BOT " WHERE name = $1", db_text(name), bot, why) &&
           (bot->id > 0 || err_set(why, "bot_unknown", name));
}

bool bot_table_load(struct db *db, int64_t id, struct bot_row *bot, struct err *why)
{
    return load(db, SELECT_BOT " WHERE bots.id = $1", db_int(id), bot, why) &&
           (bot->id > 0 || err_setf(why, "bot_unknown", "%lld", (long long)id));
}

/* The receiver of one kind of rows. */
struct listing {
    bot_table_on_bot *on_bot;
    bot_table_on_version *on_version;
    bot_table_on_turn *on_turn;
    void *context;
};

static bool pass_bot(void *context, const struct db_row *row)
{
    const struct listing *listing = context;
    struct bot_row bot;

    read_bot(&bot, row);
    return listing->on_bot(listing->context, &bot);
}

bool bot_table_list(struct db *db, bot_table_on_bot *on_bot, void *context, struct err *why)
{
    struct listing listing = {.on_bot = on_bot, .context = context};

    return db_ask(db, SELECT_BOT " ORDER BY lower(name), name", DB_NO_VALUES, pass_bot, &listing,
                  why);
}

static bool pass_version(void *context, const struct db_row *row)
{
    const struct listing *listing = context;
    struct bot_version_row version = {.number = (int)db_row_int(row, 0),
                                      .added_ms = db_row_int(row, 4),
                                      .test = db_row_text(row, 5)};

    db_row_copy_text(row, 1, version.command, sizeof version.command);
    db_row_copy_text(row, 2, version.folder, sizeof version.folder);
    db_row_copy_text(row, 3, version.note, sizeof version.note);
    return listing->on_version(listing->context, &version);
}

bool bot_table_versions(struct db *db, int64_t id, bot_table_on_version *on_version, void *context,
                        struct err *why)
{
    struct listing listing = {.on_version = on_version, .context = context};

    return db_ask(
        db,
        "SELECT number, command, folder, note, added, coalesce(outline, 'null') FROM bot_versions"
        " WHERE bot = $1 ORDER BY number",
        DB_VALUES(db_int(id)), pass_version, &listing, why);
}

static bool pass_turn(void *context, const struct db_row *row)
{
    const struct listing *listing = context;
    struct bot_turn_row turn = {.version = (int)db_row_int(row, 0), .since_ms = db_row_int(row, 1)};

    return listing->on_turn(listing->context, &turn);
}

bool bot_table_active_periods(struct db *db, int64_t id, bot_table_on_turn *on_turn, void *context,
                              struct err *why)
{
    struct listing listing = {.on_turn = on_turn, .context = context};

    return db_ask(db, "SELECT version, since FROM bot_turns WHERE bot = $1 ORDER BY turn",
                  DB_VALUES(db_int(id)), pass_turn, &listing, why);
}

/* ---- changing ---- */

/* A name that is taken gives no row and no number. */
bool bot_table_add(struct db *db, struct bot_row *bot, struct err *why)
{
    return db_number(db,
                     "INSERT INTO bots(name, game, active, added) VALUES($1, $2, 0, $3)"
                     " ON CONFLICT DO NOTHING RETURNING id",
                     DB_VALUES(db_text(bot->name), db_text(bot->game), db_int(bot->added_ms)), 0,
                     &bot->id, why) &&
           (bot->id > 0 || err_set(why, "bot_name_taken", bot->name));
}

bool bot_table_next_version(struct db *db, int64_t id, int *number, struct err *why)
{
    int64_t count, last;

    if (!db_number(db, "SELECT count(*) FROM bot_versions WHERE bot = $1", DB_VALUES(db_int(id)), 0,
                   &count, why) ||
        !db_number(db, "SELECT max(number) FROM bot_versions WHERE bot = $1", DB_VALUES(db_int(id)),
                   0, &last, why))
        return false;
    *number = (int)last + 1;
    return count < BOT_VERSIONS_MAX || err_setf(why, "bot_versions_many", "%d", BOT_VERSIONS_MAX);
}

static bool is_new_program(struct db *db, const struct bot_row *bot, struct err *why)
{
    int64_t count;

    return db_number(
               db,
               "SELECT count(*) FROM bot_versions WHERE bot = $1 AND command = $2 AND folder = $3",
               DB_VALUES(db_int(bot->id), db_text(bot->command), db_text(bot->folder)), 0, &count,
               why) &&
           (count == 0 || err_set(why, "bot_version_same", bot->command));
}

bool bot_table_add_version(struct db *db, const struct bot_row *bot, int64_t now_ms,
                           struct err *why)
{
    return is_new_program(db, bot, why) &&
           db_run(db,
                  "INSERT INTO bot_versions(bot, number, command, folder, note, added)"
                  " VALUES($1, $2, $3, $4, $5, $6)",
                  DB_VALUES(db_int(bot->id), db_int(bot->version), db_text(bot->command),
                            db_text(bot->folder), db_text(bot->note), db_int(now_ms)),
                  why) &&
           bot_table_activate(db, bot->id, bot->version, now_ms, why);
}

/* The oldest turns go where there are too many. */
static bool add_turn(struct db *db, int64_t id, int number, int64_t now_ms, struct err *why)
{
    return db_run(db,
                  "INSERT INTO bot_turns(bot, turn, version, since) VALUES($1, 1 + coalesce("
                  "(SELECT max(turn) FROM bot_turns WHERE bot = $1), 0), $2, $3)",
                  DB_VALUES(db_int(id), db_int(number), db_int(now_ms)), why) &&
           db_run(db,
                  "DELETE FROM bot_turns WHERE bot = $1 AND turn <="
                  " (SELECT max(turn) FROM bot_turns WHERE bot = $1) - $2",
                  DB_VALUES(db_int(id), db_int(BOT_TURNS_MAX)), why);
}

bool bot_table_activate(struct db *db, int64_t id, int number, int64_t now_ms, struct err *why)
{
    if (!db_run(db,
                "UPDATE bots SET active = $2 WHERE id = $1 AND EXISTS"
                " (SELECT 1 FROM bot_versions WHERE bot = $1 AND number = $2)",
                DB_VALUES(db_int(id), db_int(number)), why))
        return false;
    if (db_changed(db) == 0)
        return err_setf(why, "bot_version", "%d", number);
    return add_turn(db, id, number, now_ms, why);
}

static bool remove_rows(struct db *db, int64_t id, struct err *why)
{
    struct db_values values = DB_VALUES(db_int(id));
    struct bot_row bot;

    return bot_table_load(db, id, &bot, why) &&
           db_run(db, "DELETE FROM bot_turns WHERE bot = $1", values, why) &&
           db_run(db, "DELETE FROM bot_versions WHERE bot = $1", values, why) &&
           db_run(db, "DELETE FROM bots WHERE id = $1", values, why);
}

bool bot_table_remove(struct db *db, int64_t id, struct err *why)
{
    return db_begin(db, why) && db_end(db, remove_rows(db, id, why), why);
}

/* ---- tests ---- */

bool bot_table_set_test(struct db *db, int64_t id, int number, const struct bot_test_row *test,
                        struct err *why)
{
    return db_run(
        db, "UPDATE bot_versions SET test = $3, outline = $4 WHERE bot = $1 AND number = $2",
        DB_VALUES(db_int(id), db_int(number), db_slice(test->whole), db_slice(test->outline)), why);
}

static bool copy_text(void *context, const struct db_row *row)
{
    if (db_row_text(row, 0).len > 0)
        *(char **)context = memory_copy(db_row_text(row, 0));
    return false;
}

bool bot_table_load_check_report(struct db *db, int64_t id, char **text, struct err *why)
{
    *text = NULL;
    return db_ask(db,
                  "SELECT test FROM bots JOIN bot_versions ON bot = id AND number = active"
                  " WHERE id = $1",
                  DB_VALUES(db_int(id)), copy_text, text, why) &&
           (*text || err_set(why, "bot_untested", ""));
}
