/*
 * The store as one SQLite file, kielwasser.db.
 *
 * Journal mode: WAL needs shared memory, which network file systems do not have; so WAL on file
 * systems that are known to be local, TRUNCATE everywhere else.  Every commit is synced.
 */

#include "store/store.h"

#include "base/memory.h"

#include <limits.h>
#include <linux/magic.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { BUSY_MS = 2000 }; /* how long we wait for somebody who reads with a tool of his own */

/* Step i brings version i to version i + 1. */
static const char *const migrations[STORE_SCHEMA] = {
    "CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE games("
    " number INTEGER PRIMARY KEY, id TEXT NOT NULL, game TEXT NOT NULL, game_type TEXT NOT NULL,"
    " red TEXT NOT NULL, blue TEXT NOT NULL,"
    " red_player TEXT NOT NULL, blue_player TEXT NOT NULL," /* built-in players, or '' */
    " rules TEXT NOT NULL, seed INTEGER, start TEXT NOT NULL,"
    " started INTEGER NOT NULL, ended INTEGER," /* milliseconds since 1970 */
    " winner TEXT, red_cause TEXT, blue_cause TEXT, red_reason TEXT, blue_reason TEXT,"
    " red_scores TEXT, blue_scores TEXT," /* "2,8": the parts of the XML result */
    " replay TEXT);" /* in the data folder, without .kw or .xml.gz; '': there is none */
    "CREATE TABLE plies("
    " game INTEGER NOT NULL, ply INTEGER NOT NULL, words TEXT NOT NULL, hint TEXT NOT NULL,"
    " time_ms INTEGER NOT NULL, PRIMARY KEY(game, ply)) WITHOUT ROWID;"
    "CREATE INDEX games_unfinished ON games(number) WHERE ended IS NULL;"
    "CREATE INDEX games_unwritten ON games(number) WHERE ended IS NOT NULL AND replay IS NULL;"
    "CREATE INDEX games_written ON games(number) WHERE replay IS NOT NULL;",
    "CREATE TABLE bots("
    " id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL,"
    " command TEXT NOT NULL, folder TEXT NOT NULL, note TEXT NOT NULL, added INTEGER NOT NULL);",
    "ALTER TABLE games ADD COLUMN red_key TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE games ADD COLUMN blue_key TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX games_id ON games(id);",
};

enum query {
    QUERY_BEGIN,
    QUERY_COMMIT,
    QUERY_ADD_GAME,
    QUERY_ADD_PLY,
    QUERY_TAKE_BACK,
    QUERY_END_GAME,
    QUERY_SET_REPLAY,
    QUERY_REMOVE_PLIES,
    QUERY_REMOVE_GAME,
    QUERY_SET_META,
    QUERY_GET_META,
    QUERY_LAST_NUMBER,
    QUERY_UNFINISHED,
    QUERY_UNWRITTEN,
    QUERY_EXPIRED,
    QUERY_ENDED_BEFORE,
    QUERY_FIND,
    QUERY_GAME,
    QUERY_PLIES,
    QUERY_ADD_BOT,
    QUERY_REMOVE_BOT,
    QUERY_BOT_NAMED,
    QUERY_BOT,
    QUERY_BOTS,
    QUERY_COUNT
};

static const char *const queries[QUERY_COUNT] = {
    [QUERY_BEGIN] = "BEGIN IMMEDIATE",
    [QUERY_COMMIT] = "COMMIT",
    [QUERY_ADD_GAME] = "INSERT OR IGNORE INTO games(number, id, game, game_type, red, blue,"
                       " red_player, blue_player, rules, seed, start, started, red_key, blue_key)"
                       " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    [QUERY_ADD_PLY] = "INSERT OR IGNORE INTO plies(game, ply, words, hint, time_ms)"
                      " VALUES(?1, ?2, ?3, ?4, ?5)",
    [QUERY_TAKE_BACK] = "DELETE FROM plies WHERE game = ?1 AND ply >= ?2",
    [QUERY_END_GAME] = "UPDATE games SET ended = ?2, winner = ?3, red_cause = ?4, blue_cause = ?5,"
                       " red_reason = ?6, blue_reason = ?7, red_scores = ?8, blue_scores = ?9"
                       " WHERE number = ?1 AND ended IS NULL",
    [QUERY_SET_REPLAY] = "UPDATE games SET replay = ?2 WHERE number = ?1",
    [QUERY_REMOVE_PLIES] = "DELETE FROM plies WHERE game = ?1",
    [QUERY_REMOVE_GAME] = "DELETE FROM games WHERE number = ?1",
    [QUERY_SET_META] = "INSERT OR REPLACE INTO meta(key, value) VALUES(?1, ?2)",
    [QUERY_GET_META] = "SELECT value FROM meta WHERE key = ?1",
    [QUERY_LAST_NUMBER] = "SELECT max(number) FROM games",
    [QUERY_UNFINISHED] = "SELECT number FROM games WHERE ended IS NULL AND number > ?1"
                         " ORDER BY number LIMIT 1",
    [QUERY_UNWRITTEN] = "SELECT number FROM games WHERE ended IS NOT NULL AND replay IS NULL"
                        " AND number > ?1 ORDER BY number LIMIT 1",
    [QUERY_EXPIRED] = "SELECT number FROM games WHERE replay IS NOT NULL"
                      " ORDER BY number DESC LIMIT 1 OFFSET ?1",
    [QUERY_ENDED_BEFORE] = "SELECT number FROM games WHERE ended IS NOT NULL AND number < ?1"
                           " ORDER BY number DESC LIMIT 1",
    [QUERY_FIND] = "SELECT number FROM games WHERE id = ?1 ORDER BY number DESC LIMIT 1",
    [QUERY_GAME] = "SELECT number, id, game, game_type, red, blue, red_player, blue_player, rules,"
                   " seed, start, started, ended, winner, red_cause, blue_cause, red_reason,"
                   " blue_reason, red_scores, blue_scores, replay, red_key, blue_key FROM games"
                   " WHERE number = ?1",
    [QUERY_PLIES] = "SELECT ply, words, hint, time_ms FROM plies WHERE game = ?1 ORDER BY ply",
    [QUERY_ADD_BOT] = "INSERT INTO bots(name, game, command, folder, note, added)"
                      " VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [QUERY_REMOVE_BOT] = "DELETE FROM bots WHERE id = ?1",
    [QUERY_BOT_NAMED] = "SELECT id, name, game, command, folder, note, added FROM bots"
                        " WHERE name = ?1",
    [QUERY_BOT] = "SELECT id, name, game, command, folder, note, added FROM bots WHERE id = ?1",
    [QUERY_BOTS] = "SELECT id, name, game, command, folder, note, added FROM bots"
                   " ORDER BY name COLLATE NOCASE",
};

struct store {
    sqlite3 *db;
    sqlite3_stmt *statements[QUERY_COUNT];
};

static bool fail(const struct store *store, struct err *why)
{
    return err_say(why, "store_failed", sqlite3_errmsg(store->db));
}

static bool execute(struct store *store, const char *sql, struct err *why)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK || fail(store, why);
}

/* ---- one statement at a time ---- */

static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    sqlite3_bind_text(statement, at, text, -1, SQLITE_TRANSIENT);
}

/* Runs a statement that gives no row, and forgets what was bound. */
static bool run(struct store *store, enum query query, struct err *why)
{
    sqlite3_stmt *statement = store->statements[query];
    bool is_done = sqlite3_step(statement) == SQLITE_DONE || fail(store, why);

    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return is_done;
}

/* Runs a statement that gives one number; no row or NULL is `missing`. */
static bool ask(struct store *store, enum query query, int64_t missing, int64_t *number,
                struct err *why)
{
    sqlite3_stmt *statement = store->statements[query];
    int code = sqlite3_step(statement);
    bool is_answered = code == SQLITE_ROW || code == SQLITE_DONE || fail(store, why);

    *number = missing;
    if (code == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL)
        *number = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    return is_answered;
}

static void column_text(sqlite3_stmt *statement, int at, char *text, size_t size)
{
    const unsigned char *value = sqlite3_column_text(statement, at);

    snprintf(text, size, "%s", value ? (const char *)value : "");
}

/* ---- versions ---- */

static bool is_local(const char *folder)
{
    static const long local[] = {EXT4_SUPER_MAGIC,  XFS_SUPER_MAGIC,
                                 BTRFS_SUPER_MAGIC, TMPFS_MAGIC,
                                 F2FS_SUPER_MAGIC,  OVERLAYFS_SUPER_MAGIC,
                                 RAMFS_MAGIC,       REISERFS_SUPER_MAGIC,
                                 0x2fc12fc1 /* ZFS, which the kernel's header does not know */};
    struct statfs info;

    if (statfs(folder, &info) != 0)
        return false;
    for (size_t i = 0; i < sizeof local / sizeof *local; i++) {
        if ((long)info.f_type == local[i])
            return true;
    }
    return false;
}

static int on_version(void *context, int columns, char **values, char **names)
{
    (void)columns, (void)names;
    *(int *)context = values[0] ? atoi(values[0]) : 0;
    return 0;
}

/* The version of the file; -1: it is new. */
static bool read_version(struct store *store, int *version, struct err *why)
{
    int tables = 0;

    *version = -1;
    if (sqlite3_exec(store->db, "SELECT count(*) FROM sqlite_master WHERE name = 'meta'",
                     on_version, &tables, NULL) != SQLITE_OK)
        return fail(store, why);
    if (tables == 0)
        return true;
    *version = 0;
    return sqlite3_exec(store->db, "SELECT value FROM meta WHERE key = 'schema'", on_version,
                        version, NULL) == SQLITE_OK ||
           fail(store, why);
}

/* A whole copy beside the file, named after its version. */
static bool make_copy(struct store *store, const char *path, int version, struct err *why)
{
    char copy[PATH_MAX + 32];

    snprintf(copy, sizeof copy, "%s.v%d", path, version);
    unlink(copy);
    char *sql = sqlite3_mprintf("VACUUM INTO %Q", copy);
    bool is_copied = sql && execute(store, sql, why);
    sqlite3_free(sql);
    return is_copied;
}

static bool migrate_step(struct store *store, int version, struct err *why)
{
    char sql[128];

    snprintf(sql, sizeof sql, "INSERT OR REPLACE INTO meta(key, value) VALUES('schema', %d)",
             version + 1);
    if (!execute(store, "BEGIN IMMEDIATE", why))
        return false;
    if (execute(store, migrations[version], why) && execute(store, sql, why) &&
        execute(store, "COMMIT", why))
        return true;
    store_rollback(store);
    return false;
}

static bool migrate(struct store *store, const char *path, struct err *why)
{
    int version;
    char details[64];

    if (!read_version(store, &version, why))
        return false;
    if (version > STORE_SCHEMA) {
        snprintf(details, sizeof details, "%d %d", version, STORE_SCHEMA);
        return err_say(why, "store_newer", details);
    }
    if (version >= 0 && version < STORE_SCHEMA && !make_copy(store, path, version, why))
        return false;
    for (int step = version < 0 ? 0 : version; step < STORE_SCHEMA; step++) {
        if (!migrate_step(store, step, why))
            return false;
    }
    return true;
}

/* ---- opening ---- */

static bool prepare_all(struct store *store, struct err *why)
{
    for (int i = 0; i < QUERY_COUNT; i++) {
        if (sqlite3_prepare_v3(store->db, queries[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statements[i], NULL) != SQLITE_OK)
            return fail(store, why);
    }
    return true;
}

/* The version is looked at first: a newer file is not touched at all. */
static bool set_up(struct store *store, const char *folder, const char *path, struct err *why)
{
    const char *mode =
        is_local(folder) ? "PRAGMA journal_mode = WAL" : "PRAGMA journal_mode = TRUNCATE";

    sqlite3_busy_timeout(store->db, BUSY_MS);
    return migrate(store, path, why) && execute(store, mode, why) &&
           execute(store, "PRAGMA synchronous = FULL", why) && prepare_all(store, why);
}

struct store *store_open(const char *folder, struct err *why)
{
    struct store *store = memory_get(1, sizeof *store);
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/kielwasser.db", folder);
    if (sqlite3_open(path, &store->db) != SQLITE_OK)
        fail(store, why);
    else if (set_up(store, folder, path, why))
        return store;
    store_close(store);
    return NULL;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    for (int i = 0; i < QUERY_COUNT; i++)
        sqlite3_finalize(store->statements[i]);
    sqlite3_close(store->db);
    free(store);
}

bool store_begin(struct store *store, struct err *why) { return run(store, QUERY_BEGIN, why); }

bool store_commit(struct store *store, struct err *why) { return run(store, QUERY_COMMIT, why); }

/* A full disk may have rolled back already: then there is nothing to do. */
void store_rollback(struct store *store)
{
    if (!sqlite3_get_autocommit(store->db))
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
}

/* ---- writing ---- */

bool store_add_game(struct store *store, const struct store_game *game, struct err *why)
{
    sqlite3_stmt *statement = store->statements[QUERY_ADD_GAME];

    sqlite3_bind_int64(statement, 1, game->number);
    bind_text(statement, 2, game->id);
    bind_text(statement, 3, game->game);
    bind_text(statement, 4, game->game_type);
    bind_text(statement, 5, game->names[SIDE_RED]);
    bind_text(statement, 6, game->names[SIDE_BLUE]);
    bind_text(statement, 7, game->players[SIDE_RED]);
    bind_text(statement, 8, game->players[SIDE_BLUE]);
    bind_text(statement, 9, game->ruleset == RULES_SERVER ? "server" : "book");
    if (game->has_seed)
        sqlite3_bind_int64(statement, 10, game->seed);
    bind_text(statement, 11, game->start);
    sqlite3_bind_int64(statement, 12, game->started_ms);
    bind_text(statement, 13, game->keys[SIDE_RED]);
    bind_text(statement, 14, game->keys[SIDE_BLUE]);
    return run(store, QUERY_ADD_GAME, why);
}

bool store_add_ply(struct store *store, const struct store_ply *ply, struct err *why)
{
    sqlite3_stmt *statement = store->statements[QUERY_ADD_PLY];

    sqlite3_bind_int64(statement, 1, ply->number);
    sqlite3_bind_int(statement, 2, ply->ply);
    bind_text(statement, 3, ply->words);
    bind_text(statement, 4, ply->hint);
    sqlite3_bind_int(statement, 5, ply->time_ms);
    return run(store, QUERY_ADD_PLY, why);
}

bool store_take_back(struct store *store, int64_t number, int plies, struct err *why)
{
    sqlite3_stmt *statement = store->statements[QUERY_TAKE_BACK];

    sqlite3_bind_int64(statement, 1, number);
    sqlite3_bind_int(statement, 2, plies);
    return run(store, QUERY_TAKE_BACK, why);
}

static void bind_scores(sqlite3_stmt *statement, int at, const struct store_game *game,
                        enum side side)
{
    const struct game_rules *rules = game_find(slice_of(game->game));
    int count = rules ? rules->score_count : GAME_SCORES_MAX;
    char text[64];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    for (int i = 0; i < count; i++)
        buf_format(&buf, i > 0 ? ",%d" : "%d", game->outcome.result.score[side][i]);
    bind_text(statement, at, text);
}

static const char *const winners[] = {
    [SIDE_RED] = "red", [SIDE_BLUE] = "blue", [SIDE_NONE] = "none"};

bool store_end_game(struct store *store, const struct store_game *game, struct err *why)
{
    sqlite3_stmt *statement = store->statements[QUERY_END_GAME];
    const struct outcome *outcome = &game->outcome;

    sqlite3_bind_int64(statement, 1, game->number);
    sqlite3_bind_int64(statement, 2, game->ended_ms);
    bind_text(statement, 3, winners[outcome->result.winner]);
    bind_text(statement, 4, cause_name(outcome->cause[SIDE_RED]));
    bind_text(statement, 5, cause_name(outcome->cause[SIDE_BLUE]));
    bind_text(statement, 6, outcome->reason[SIDE_RED]);
    bind_text(statement, 7, outcome->reason[SIDE_BLUE]);
    bind_scores(statement, 8, game, SIDE_RED);
    bind_scores(statement, 9, game, SIDE_BLUE);
    return run(store, QUERY_END_GAME, why);
}

bool store_set_replay(struct store *store, int64_t number, const char *path, struct err *why)
{
    sqlite3_stmt *statement = store->statements[QUERY_SET_REPLAY];

    sqlite3_bind_int64(statement, 1, number);
    bind_text(statement, 2, path);
    return run(store, QUERY_SET_REPLAY, why);
}

bool store_remove_game(struct store *store, int64_t number, struct err *why)
{
    sqlite3_bind_int64(store->statements[QUERY_REMOVE_PLIES], 1, number);
    sqlite3_bind_int64(store->statements[QUERY_REMOVE_GAME], 1, number);
    return run(store, QUERY_REMOVE_PLIES, why) && run(store, QUERY_REMOVE_GAME, why);
}

/* ---- asking ---- */

bool store_set_progress(struct store *store, uint64_t sequence, struct err *why)
{
    bind_text(store->statements[QUERY_SET_META], 1, "journal");
    sqlite3_bind_int64(store->statements[QUERY_SET_META], 2, (int64_t)sequence);
    return run(store, QUERY_SET_META, why);
}

bool store_progress(struct store *store, uint64_t *sequence, struct err *why)
{
    int64_t value;

    bind_text(store->statements[QUERY_GET_META], 1, "journal");
    if (!ask(store, QUERY_GET_META, 0, &value, why))
        return false;
    *sequence = (uint64_t)value;
    return true;
}

bool store_last_number(struct store *store, int64_t *number, struct err *why)
{
    return ask(store, QUERY_LAST_NUMBER, 0, number, why);
}

bool store_next(struct store *store, enum store_list list, int64_t after, int64_t *number,
                struct err *why)
{
    enum query query = list == STORE_UNFINISHED ? QUERY_UNFINISHED : QUERY_UNWRITTEN;

    sqlite3_bind_int64(store->statements[query], 1, after);
    return ask(store, query, 0, number, why);
}

bool store_expired(struct store *store, int64_t keep, int64_t *number, struct err *why)
{
    sqlite3_bind_int64(store->statements[QUERY_EXPIRED], 1, keep);
    return ask(store, QUERY_EXPIRED, 0, number, why);
}

bool store_ended_before(struct store *store, int64_t before, int64_t *number, struct err *why)
{
    sqlite3_bind_int64(store->statements[QUERY_ENDED_BEFORE], 1, before);
    return ask(store, QUERY_ENDED_BEFORE, 0, number, why);
}

bool store_find(struct store *store, const char *id, int64_t *number, struct err *why)
{
    bind_text(store->statements[QUERY_FIND], 1, id);
    return ask(store, QUERY_FIND, 0, number, why);
}

/* ---- reading ---- */

static enum side find_winner(sqlite3_stmt *statement, int at)
{
    char text[STORE_WORD_SIZE];

    column_text(statement, at, text, sizeof text);
    return strcmp(text, "red") == 0 ? SIDE_RED : strcmp(text, "blue") == 0 ? SIDE_BLUE : SIDE_NONE;
}

static void read_scores(sqlite3_stmt *statement, int at, int scores[GAME_SCORES_MAX])
{
    char text[64];

    column_text(statement, at, text, sizeof text);
    struct slice rest = slice_of(text);
    for (int i = 0; i < GAME_SCORES_MAX && rest.len > 0; i++)
        slice_to_int(slice_take_until(&rest, ','), INT_MIN, INT_MAX, &scores[i]);
}

/* Columns 13 to 19 of QUERY_GAME. */
static void read_outcome(sqlite3_stmt *statement, struct outcome *outcome)
{
    char cause[STORE_WORD_SIZE];

    outcome->result.winner = find_winner(statement, 13);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        column_text(statement, 14 + (int)side, cause, sizeof cause);
        cause_find(slice_of(cause), &outcome->cause[side]);
        column_text(statement, 16 + (int)side, outcome->reason[side], OUTCOME_REASON_SIZE);
        read_scores(statement, 18 + (int)side, outcome->result.score[side]);
    }
}

static void read_game(sqlite3_stmt *statement, struct store_game *game)
{
    char rules[STORE_WORD_SIZE];

    game->number = sqlite3_column_int64(statement, 0);
    column_text(statement, 1, game->id, sizeof game->id);
    column_text(statement, 2, game->game, sizeof game->game);
    column_text(statement, 3, game->game_type, sizeof game->game_type);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        column_text(statement, 4 + (int)side, game->names[side], RECORD_NAME_SIZE);
        column_text(statement, 6 + (int)side, game->players[side], STORE_WORD_SIZE);
    }
    column_text(statement, 8, rules, sizeof rules);
    game->ruleset = strcmp(rules, "server") == 0 ? RULES_SERVER : RULES_BOOK;
    game->has_seed = sqlite3_column_type(statement, 9) != SQLITE_NULL;
    game->seed = sqlite3_column_int64(statement, 9);
    column_text(statement, 10, game->start, sizeof game->start);
    game->started_ms = sqlite3_column_int64(statement, 11);
    game->ended_ms = sqlite3_column_int64(statement, 12);
    read_outcome(statement, &game->outcome);
    column_text(statement, 20, game->replay, sizeof game->replay);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        column_text(statement, 21 + (int)side, game->keys[side], STORE_KEY_SIZE);
}

bool store_load_game(struct store *store, int64_t number, struct store_game *game, struct err *why)
{
    sqlite3_stmt *statement = store->statements[QUERY_GAME];

    memset(game, 0, sizeof *game);
    sqlite3_bind_int64(statement, 1, number);
    bool is_found = sqlite3_step(statement) == SQLITE_ROW;
    if (is_found)
        read_game(statement, game);
    else
        fail(store, why);
    sqlite3_reset(statement);
    return is_found;
}

static void read_ply(sqlite3_stmt *statement, struct store_ply *ply)
{
    ply->ply = sqlite3_column_int(statement, 0);
    column_text(statement, 1, ply->words, sizeof ply->words);
    column_text(statement, 2, ply->hint, sizeof ply->hint);
    ply->time_ms = sqlite3_column_int(statement, 3);
}

bool store_load_plies(struct store *store, int64_t number, store_on_ply *on_ply, void *context,
                      struct err *why)
{
    sqlite3_stmt *statement = store->statements[QUERY_PLIES];
    struct store_ply ply = {.number = number};
    int code;

    sqlite3_bind_int64(statement, 1, number);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        read_ply(statement, &ply);
        if (!on_ply(context, &ply))
            break;
    }
    bool is_read = code == SQLITE_DONE || code == SQLITE_ROW || fail(store, why);
    sqlite3_reset(statement);
    return is_read;
}

/* ---- bots ---- */

static void read_bot(sqlite3_stmt *statement, struct store_bot *bot)
{
    bot->id = sqlite3_column_int64(statement, 0);
    column_text(statement, 1, bot->name, sizeof bot->name);
    column_text(statement, 2, bot->game, sizeof bot->game);
    column_text(statement, 3, bot->command, sizeof bot->command);
    column_text(statement, 4, bot->folder, sizeof bot->folder);
    column_text(statement, 5, bot->note, sizeof bot->note);
    bot->added_ms = sqlite3_column_int64(statement, 6);
}

/* The one row of a statement whose question is bound; `name` is for the refusal. */
static bool load_bot(struct store *store, enum query query, const char *name, struct store_bot *bot,
                     struct err *why)
{
    sqlite3_stmt *statement = store->statements[query];
    int code = sqlite3_step(statement);

    if (code == SQLITE_ROW)
        read_bot(statement, bot);
    else if (code == SQLITE_DONE)
        err_say(why, "bot_unknown", name);
    else
        fail(store, why);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return code == SQLITE_ROW;
}

bool store_bot_find(struct store *store, const char *name, struct store_bot *bot, struct err *why)
{
    bind_text(store->statements[QUERY_BOT_NAMED], 1, name);
    return load_bot(store, QUERY_BOT_NAMED, name, bot, why);
}

bool store_bot_load(struct store *store, int64_t id, struct store_bot *bot, struct err *why)
{
    char name[24];

    snprintf(name, sizeof name, "%lld", (long long)id);
    sqlite3_bind_int64(store->statements[QUERY_BOT], 1, id);
    return load_bot(store, QUERY_BOT, name, bot, why);
}

bool store_bot_add(struct store *store, struct store_bot *bot, struct err *why)
{
    sqlite3_stmt *statement = store->statements[QUERY_ADD_BOT];
    struct store_bot other;

    if (store_bot_find(store, bot->name, &other, NULL))
        return err_say(why, "bot_name_taken", bot->name);
    bind_text(statement, 1, bot->name);
    bind_text(statement, 2, bot->game);
    bind_text(statement, 3, bot->command);
    bind_text(statement, 4, bot->folder);
    bind_text(statement, 5, bot->note);
    sqlite3_bind_int64(statement, 6, bot->added_ms);
    if (!run(store, QUERY_ADD_BOT, why))
        return false;
    bot->id = sqlite3_last_insert_rowid(store->db);
    return true;
}

bool store_bot_remove(struct store *store, int64_t id, struct err *why)
{
    struct store_bot bot;

    if (!store_bot_load(store, id, &bot, why))
        return false;
    sqlite3_bind_int64(store->statements[QUERY_REMOVE_BOT], 1, id);
    return run(store, QUERY_REMOVE_BOT, why);
}

bool store_bot_list(struct store *store, store_on_bot *on_bot, void *context, struct err *why)
{
    sqlite3_stmt *statement = store->statements[QUERY_BOTS];
    struct store_bot bot;
    int code;

    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        read_bot(statement, &bot);
        if (!on_bot(context, &bot))
            break;
    }
    bool is_read = code == SQLITE_DONE || code == SQLITE_ROW || fail(store, why);
    sqlite3_reset(statement);
    return is_read;
}
