/* The bots of a store. */

#include "store/store.h"

#include <stdio.h>

#define SELECT "SELECT id, name, game, command, folder, note, added FROM bots"

static bool read_bot(void *context, const struct db_row *row)
{
    struct store_bot *bot = context;

    *bot = (struct store_bot){.id = db_row_int(row, 0), .added_ms = db_row_int(row, 6)};
    db_row_copy(row, 1, bot->name, sizeof bot->name);
    db_row_copy(row, 2, bot->game, sizeof bot->game);
    db_row_copy(row, 3, bot->command, sizeof bot->command);
    db_row_copy(row, 4, bot->folder, sizeof bot->folder);
    db_row_copy(row, 5, bot->note, sizeof bot->note);
    return false;
}

/* The one bot that this asks for. */
static bool load(struct store *store, const char *sql, struct db_value value, const char *name,
                 struct store_bot *bot, struct err *why)
{
    struct db *db = store_db(store, why);

    bot->id = 0;
    return db && db_ask(db, sql, DB_VALUES(value), read_bot, bot, why) &&
           (bot->id > 0 || err_say(why, "bot_unknown", name));
}

bool store_bot_find(struct store *store, const char *name, struct store_bot *bot, struct err *why)
{
    return load(store, SELECT " WHERE name = $1", db_text(name), name, bot, why);
}

bool store_bot_load(struct store *store, int64_t id, struct store_bot *bot, struct err *why)
{
    char name[24];

    snprintf(name, sizeof name, "%lld", (long long)id);
    return load(store, SELECT " WHERE id = $1", db_int(id), name, bot, why);
}

/* A name that is taken gives no row and no number. */
bool store_bot_add(struct store *store, struct store_bot *bot, struct err *why)
{
    struct db *db = store_db(store, why);
    int64_t id;

    if (!db ||
        !db_number(db,
                   "INSERT INTO bots(name, game, command, folder, note, added)"
                   " VALUES($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING id",
                   DB_VALUES(db_text(bot->name), db_text(bot->game), db_text(bot->command),
                             db_text(bot->folder), db_text(bot->note), db_int(bot->added_ms)),
                   0, &id, why))
        return false;
    if (id == 0)
        return err_say(why, "bot_name_taken", bot->name);
    bot->id = id;
    return true;
}

bool store_bot_change(struct store *store, const struct store_bot *bot, struct err *why)
{
    struct db *db = store_db(store, why);

    return db && db_run(db, "UPDATE bots SET command = $1, folder = $2, note = $3 WHERE id = $4",
                        DB_VALUES(db_text(bot->command), db_text(bot->folder), db_text(bot->note),
                                  db_int(bot->id)),
                        why);
}

bool store_bot_remove(struct store *store, int64_t id, struct err *why)
{
    struct store_bot bot;

    if (!store_bot_load(store, id, &bot, why))
        return false;
    struct db *db = store_db(store, why);
    return db && db_run(db, "DELETE FROM bots WHERE id = $1", DB_VALUES(db_int(id)), why);
}

struct listing {
    store_on_bot *on_bot;
    void *context;
};

static bool pass_bot(void *context, const struct db_row *row)
{
    const struct listing *listing = context;
    struct store_bot bot;

    read_bot(&bot, row);
    return listing->on_bot(listing->context, &bot);
}

bool store_bot_list(struct store *store, store_on_bot *on_bot, void *context, struct err *why)
{
    struct listing listing = {.on_bot = on_bot, .context = context};
    struct db *db = store_db(store, why);

    return db &&
           db_ask(db, SELECT " ORDER BY lower(name), name", DB_NO_VALUES, pass_bot, &listing, why);
}
