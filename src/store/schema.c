#include "store/schema.h"

#include "base/buf.h"
#include "base/memory.h"
#include "store/engine.h"
#include "store/old_results.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    STEP_SIZE = 8192,          /* room for a step in the words of an engine */
    LAST_POSITIONS_SCHEMA = 6, /* the last version whose games have no last position */
};

/*
 * Step i brings version i to version i + 1.  Written once: words in braces are those of the engine.
 *   {number}  a primary key that the caller gives     {serial}  one that the engine gives
 *   {bytes}   a text that is sorted by its bytes      {rowless} the primary key is the table
 *   {clock}   makes now_ms()
 */
static const char *const migrations[STORE_SCHEMA] = {
    "CREATE TABLE IF NOT EXISTS meta("
    " key TEXT{bytes} PRIMARY KEY, value BIGINT NOT NULL){rowless};"
    "CREATE TABLE games("
    " number {number}, id TEXT NOT NULL, game TEXT NOT NULL, game_type TEXT NOT NULL,"
    " red TEXT NOT NULL, blue TEXT NOT NULL,"
    " red_player TEXT NOT NULL, blue_player TEXT NOT NULL," /* built-in players, or '' */
    " rules TEXT NOT NULL, seed BIGINT, start TEXT NOT NULL,"
    " started BIGINT NOT NULL, ended BIGINT," /* milliseconds since 1970 */
    " winner TEXT, red_cause TEXT, blue_cause TEXT, red_reason TEXT, blue_reason TEXT,"
    " red_scores TEXT, blue_scores TEXT," /* "2,8": the parts of the XML result */
    " replay TEXT);" /* in the data folder, without .kw or .xml.gz; '': there is none */
    "CREATE TABLE plies("
    " game BIGINT NOT NULL, ply BIGINT NOT NULL, words TEXT NOT NULL, hint TEXT NOT NULL,"
    " time_ms BIGINT NOT NULL, PRIMARY KEY(game, ply)){rowless};"
    "CREATE INDEX games_unfinished ON games(number) WHERE ended IS NULL;"
    "CREATE INDEX games_unwritten ON games(number) WHERE ended IS NOT NULL AND replay IS NULL;"
    "CREATE INDEX games_written ON games(number) WHERE replay IS NOT NULL;",

    "CREATE TABLE bots("
    " id {serial}, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL,"
    " command TEXT NOT NULL, folder TEXT NOT NULL, note TEXT NOT NULL, added BIGINT NOT NULL);",

    "ALTER TABLE games ADD COLUMN red_key TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE games ADD COLUMN blue_key TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX games_id ON games(id);",

    "{clock}"
    "CREATE TABLE tests("
    " id {serial}, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, name TEXT NOT NULL,"
    " signature TEXT NOT NULL, terms TEXT NOT NULL, games BIGINT NOT NULL,"
    " is_open BIGINT NOT NULL, created BIGINT NOT NULL);"
    "CREATE TABLE jobs("
    " test BIGINT NOT NULL, pair BIGINT NOT NULL, games BIGINT NOT NULL,"
    " params TEXT NOT NULL DEFAULT '',"
    " state BIGINT NOT NULL DEFAULT 0," /* 0 open, 1 taken, 2 done */
    " worker TEXT NOT NULL DEFAULT '',"
    " lease BIGINT NOT NULL DEFAULT 0," /* it is the worker's until then, milliseconds since 1970 */
    " tries BIGINT NOT NULL DEFAULT 0," /* how often it has been taken */
    " PRIMARY KEY(test, pair)){rowless};"
    "CREATE INDEX jobs_open ON jobs(test, pair) WHERE state = 0;"
    "CREATE INDEX jobs_taken ON jobs(lease) WHERE state = 1;"
    "CREATE TABLE results("
    " test BIGINT NOT NULL, game BIGINT NOT NULL, line TEXT NOT NULL, worker TEXT NOT NULL,"
    " at BIGINT NOT NULL, PRIMARY KEY(test, game));"
    "CREATE TABLE workers("
    " name TEXT{bytes} PRIMARY KEY, host TEXT NOT NULL, version TEXT NOT NULL,"
    " cores BIGINT NOT NULL, since BIGINT NOT NULL, seen BIGINT NOT NULL,"
    " games BIGINT NOT NULL);",

    /* Faults are code and details ("not_own a4"), reasons the German sentences that say them. */
    "ALTER TABLE games ADD COLUMN red_fault TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE games ADD COLUMN blue_fault TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE plies ADD COLUMN lag_ms BIGINT NOT NULL DEFAULT 0;",

    /* Results are columns instead of a line of JSON: store/old_results.c fills them from
     * old_results. */
    "ALTER TABLE tests RENAME COLUMN terms TO match;"
    "ALTER TABLE jobs RENAME TO pairs;"
    "DROP INDEX jobs_open;"
    "DROP INDEX jobs_taken;"
    "CREATE INDEX pairs_open ON pairs(test, pair) WHERE state = 0;" /* state 3: closed */
    "CREATE INDEX pairs_taken ON pairs(lease) WHERE state = 1;"
    "UPDATE pairs SET tries = 0;" /* from now on: leases that ended without a result */
    "ALTER TABLE results RENAME TO old_results;"
    "CREATE TABLE results("
    " test BIGINT NOT NULL, game BIGINT NOT NULL, pair BIGINT NOT NULL, seed BIGINT NOT NULL,"
    " red TEXT NOT NULL, winner TEXT NOT NULL, ending TEXT NOT NULL, offender TEXT NOT NULL,"
    " end_word TEXT NOT NULL, fault TEXT NOT NULL, scores TEXT NOT NULL, start TEXT NOT NULL,"
    " movers TEXT NOT NULL, times TEXT NOT NULL, lags TEXT NOT NULL, moves TEXT NOT NULL,"
    " hints TEXT NOT NULL, output TEXT NOT NULL, worker TEXT NOT NULL, at BIGINT NOT NULL,"
    " PRIMARY KEY(test, game));",

    /* What lists show of a game that is over: store_fill_last_positions() fills it in. */
    "ALTER TABLE games ADD COLUMN ply_count BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE games ADD COLUMN last_words TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE games ADD COLUMN last_position TEXT NOT NULL DEFAULT '';",

    /* The program of a bot is that of its active version.  Older data folders have more about bots,
     * and the runs and positions, in files: store/old_json_files.c. */
    "CREATE TABLE bot_versions("
    " bot BIGINT NOT NULL, number BIGINT NOT NULL, command TEXT NOT NULL, folder TEXT NOT NULL,"
    " note TEXT NOT NULL, added BIGINT NOT NULL,"
    " test TEXT, outline TEXT," /* the last test as JSON, whole and for lists */
    " PRIMARY KEY(bot, number));"
    "CREATE TABLE bot_turns("
    " bot BIGINT NOT NULL, turn BIGINT NOT NULL, version BIGINT NOT NULL, since BIGINT NOT NULL,"
    " PRIMARY KEY(bot, turn)){rowless};"
    "INSERT INTO bot_versions(bot, number, command, folder, note, added)"
    " SELECT id, 1, command, folder, note, added FROM bots;"
    "INSERT INTO bot_turns(bot, turn, version, since) SELECT id, 1, 1, added FROM bots;"
    "ALTER TABLE bots ADD COLUMN active BIGINT NOT NULL DEFAULT 1;"
    "ALTER TABLE bots DROP COLUMN command;"
    "ALTER TABLE bots DROP COLUMN folder;"
    "ALTER TABLE bots DROP COLUMN note;"
    "CREATE TABLE runs("
    " id {number}, kind TEXT NOT NULL, game TEXT NOT NULL, name TEXT NOT NULL,"
    " state TEXT NOT NULL, gauntlet BIGINT NOT NULL, wants TEXT NOT NULL, words TEXT NOT NULL,"
    " is_wanted BIGINT NOT NULL, why TEXT NOT NULL, planned BIGINT NOT NULL,"
    " concurrency BIGINT NOT NULL, sprt TEXT NOT NULL, created BIGINT NOT NULL,"
    " played BIGINT NOT NULL);"
    "CREATE TABLE positions("
    " id {serial}, game TEXT NOT NULL, position TEXT NOT NULL, name TEXT NOT NULL,"
    " added BIGINT NOT NULL);",

    /* Pause, pace, limits … of a game that runs, for the next server (server/room_settings.h). */
    "ALTER TABLE games ADD COLUMN settings TEXT NOT NULL DEFAULT '';",

    /* Pages of a match's results, and its totals (match/tally.h). */
    "ALTER TABLE tests ADD COLUMN totals TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX results_ending ON results(test, ending, offender, game);"
    "CREATE INDEX results_failed ON results(test, game) WHERE ending <> 'regular';"
    "CREATE INDEX results_winner ON results(test, winner, game);"
    "CREATE INDEX results_length ON results(test, length(movers), game);",

    /* Games of strangers are kept apart, and only so many of each kind. */
    "ALTER TABLE games ADD COLUMN is_strangers BIGINT NOT NULL DEFAULT 0;"
    "DROP INDEX IF EXISTS games_written;"
    "CREATE INDEX games_ended ON games(is_strangers, number) WHERE ended IS NOT NULL;",
};

/* ---- the tables as data ---- */

#define M5  "$1, $2, $3, $4, $5"
#define M7  M5 ", $6, $7"
#define M9  M7 ", $8, $9"
#define M6  M5 ", $6"
#define M15 M9 ", $10, $11, $12, $13, $14, $15"
#define M20 M15 ", $16, $17, $18, $19, $20"
#define M30 M20 ", $21, $22, $23, $24, $25, $26, $27, $28, $29, $30"

#define TABLE(table, list, marks, key, letters)                                                    \
    {                                                                                              \
        .name = table, .columns = list, .kinds = letters, .count = "SELECT count(*) FROM " table,  \
        .read = "SELECT " list " FROM " table " ORDER BY " key,                                    \
        .write = "INSERT INTO " table "(" list ") VALUES(" marks ") ON CONFLICT DO NOTHING",       \
        .clear = "DELETE FROM " table                                                              \
    }

#define META "key, value"
#define GAMES                                                                                      \
    "number, id, game, game_type, red, blue, red_player, blue_player, rules, seed, start,"         \
    " started, ended, winner, red_cause, blue_cause, red_reason, blue_reason, red_scores,"         \
    " blue_scores, replay, red_key, blue_key, red_fault, blue_fault,"                              \
    " ply_count, last_words, last_position, settings, is_strangers"
#define PLIES        "game, ply, words, hint, time_ms, lag_ms"
#define BOTS         "id, name, game, active, added"
#define BOT_VERSIONS "bot, number, command, folder, note, added, test, outline"
#define BOT_TURNS    "bot, turn, version, since"
#define RUNS                                                                                       \
    "id, kind, game, name, state, gauntlet, wants, words, is_wanted, why, planned,"                \
    " concurrency, sprt, created, played"
#define POSITIONS "id, game, position, name, added"
#define TESTS     "id, key, kind, name, signature, match, games, is_open, created, totals"
#define PAIRS     "test, pair, games, params, state, worker, lease, tries"
#define RESULTS                                                                                    \
    "test, game, pair, seed, red, winner, ending, offender, end_word, fault, scores, start,"       \
    " movers, times, lags, moves, hints, output, worker, at"
#define WORKERS "name, host, version, cores, since, seen, games"

const struct schema_table schema_tables[SCHEMA_COUNT] = {
    [SCHEMA_META] = {.name = "meta",
                     .columns = META,
                     .kinds = "ti",
                     .count = "SELECT count(*) FROM meta",
                     .read = "SELECT " META " FROM meta ORDER BY key",
                     .write = "INSERT INTO meta(" META ") VALUES($1, $2) ON CONFLICT DO NOTHING",
                     .clear = "DELETE FROM meta WHERE key <> 'schema'"},
    [SCHEMA_GAMES] = TABLE("games", GAMES, M30, "number", "ittttttttItiITTTTTTTTttttittti"),
    [SCHEMA_PLIES] = TABLE("plies", PLIES, M6, "game, ply", "iittii"),
    [SCHEMA_BOTS] = TABLE("bots", BOTS, M5, "id", "ittii"),
    [SCHEMA_BOT_VERSIONS] =
        TABLE("bot_versions", BOT_VERSIONS, M7 ", $8", "bot, number", "iitttiTT"),
    [SCHEMA_BOT_TURNS] = TABLE("bot_turns", BOT_TURNS, "$1, $2, $3, $4", "bot, turn", "iiii"),
    [SCHEMA_RUNS] = TABLE("runs", RUNS, M15, "id", "ittttittitiitii"),
    [SCHEMA_POSITIONS] = TABLE("positions", POSITIONS, M5, "id", "ittti"),
    [SCHEMA_TESTS] = TABLE("tests", TESTS, M9 ", $10", "id", "itttttiiit"),
    [SCHEMA_PAIRS] = TABLE("pairs", PAIRS, M7 ", $8", "test, pair", "iiititii"),
    [SCHEMA_RESULTS] = TABLE("results", RESULTS, M20, "test, game", "iiiittttttttttttttti"),
    [SCHEMA_WORKERS] = TABLE("workers", WORKERS, M7, "name", "tttiiii"),
};

int schema_find_table(struct slice name)
{
    int found = 0;

    while (found < SCHEMA_COUNT && !slice_is(name, schema_tables[found].name))
        found++;
    return found;
}

int schema_columns(const struct schema_table *table,
                   char columns[SCHEMA_COLUMNS_MAX][SCHEMA_NAME_SIZE])
{
    struct slice rest = slice_of(table->columns);
    int count = 0;

    while (rest.len > 0)
        buf_copy(columns[count++], SCHEMA_NAME_SIZE, slice_trim(slice_take_until(&rest, ',')));
    return count;
}

bool schema_count(struct db *db, int64_t rows[SCHEMA_COUNT], struct err *why)
{
    for (int i = 0; i < SCHEMA_COUNT; i++) {
        if (!db_number(db, schema_tables[i].count, DB_NO_VALUES, 0, &rows[i], why))
            return false;
    }
    return true;
}

/* ---- the words of the engines ---- */

struct word {
    const char *name;
    const char *meaning[2]; /* by enum db_engine */
};

static const struct word words[] = {
    {"number", {"INTEGER PRIMARY KEY", "BIGINT PRIMARY KEY"}},
    {"serial",
     {"INTEGER PRIMARY KEY AUTOINCREMENT", "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"}},
    {"bytes", {"", " COLLATE \"C\""}},
    {"rowless", {" WITHOUT ROWID", ""}},
    {"clock",
     {"", "CREATE OR REPLACE FUNCTION now_ms() RETURNS BIGINT LANGUAGE sql VOLATILE AS"
          " 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT';"}},
};

static const char *const has_meta[] = {
    [DB_SQLITE] = "SELECT count(*) FROM sqlite_master WHERE name = 'meta'",
    [DB_POSTGRES] = "SELECT count(*) FROM pg_tables WHERE tablename = 'meta'"
                    " AND schemaname = current_schema()",
};

/* SQLite's transaction is alone anyway.  The number is ours: the bytes of "kielwass". */
static const char *const lock[] = {
    [DB_SQLITE] = "",
    [DB_POSTGRES] = "SELECT pg_advisory_xact_lock(7739828951146656627)",
};

static const char *meaning_of(struct slice name, enum db_engine engine)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (slice_is(name, words[i].name))
            return words[i].meaning[engine];
    }
    return "";
}

static void translate(const char *text, enum db_engine engine, struct buf *out)
{
    struct slice rest = slice_of(text);

    while (rest.len > 0) {
        buf_add_slice(out, slice_take_until(&rest, '{'));
        if (rest.len > 0)
            buf_add(out, meaning_of(slice_take_until(&rest, '}'), engine));
    }
}

/* ---- versions ---- */

/* -1: there is no store yet. */
static bool read_version(struct db *db, int64_t *version, struct err *why)
{
    int64_t tables;

    *version = -1;
    if (!db_number(db, has_meta[db_engine(db)], DB_NO_VALUES, 0, &tables, why))
        return false;
    return tables == 0 || db_number(db, "SELECT value FROM meta WHERE key = 'schema'", DB_NO_VALUES,
                                    0, version, why);
}

/* The same, but a store of a newer version is refused. */
static bool read_known_version(struct db *db, int64_t *version, struct err *why)
{
    if (!read_version(db, version, why))
        return false;
    if (*version <= STORE_SCHEMA)
        return true;
    return err_setf(why, "store_newer", "%lld %d", (long long)*version, STORE_SCHEMA);
}

bool schema_version(struct db *db, int *version, struct err *why)
{
    int64_t number;

    if (!read_version(db, &number, why))
        return false;
    *version = number < 0 ? 0 : (int)number;
    return true;
}

static bool take_step(struct db *db, int64_t version, schema_on_progress *on_progress,
                      struct err *why)
{
    char *text = memory_get(STEP_SIZE, 1);
    struct buf sql;

    buf_init(&sql, text, STEP_SIZE);
    translate(migrations[version], db_engine(db), &sql);
    bool is_done = !sql.is_full && db_script(db, text, why) &&
                   db_run(db,
                          "INSERT INTO meta(key, value) VALUES('schema', $1)"
                          " ON CONFLICT(key) DO UPDATE SET value = excluded.value",
                          DB_VALUES(db_int(version + 1)), why);
    free(text);
    return is_done &&
           (version != OLD_RESULTS_SCHEMA || old_results_migrate_table(db, on_progress, why));
}

/* Another process may have done it while this one waited for the lock. */
static bool take_steps(struct db *db, schema_on_progress *on_progress, struct err *why)
{
    int64_t version;

    if (!db_script(db, lock[db_engine(db)], why) || !read_known_version(db, &version, why))
        return false;
    if (version >= 0 && version < STORE_SCHEMA && !db_save_copy(db, (int)version, why))
        return false;
    for (int64_t step = version < 0 ? 0 : version; step < STORE_SCHEMA; step++) {
        if (!take_step(db, step, on_progress, why))
            return false;
    }
    /* Games are read with all columns of today, so this is not part of a step. */
    return version < 0 || version > LAST_POSITIONS_SCHEMA ||
           store_fill_last_positions(db, on_progress, why);
}

static bool bring_up(struct db *db, schema_on_progress *on_progress, struct err *why)
{
    return db_begin(db, why) && db_end(db, take_steps(db, on_progress, why), why);
}

bool schema_migrate_showing(struct db *db, schema_on_progress *on_progress, struct err *why)
{
    int64_t version;

    return read_known_version(db, &version, why) &&
           (version == STORE_SCHEMA || bring_up(db, on_progress, why)) &&
           db_set_journal_mode(db, why);
}

bool schema_migrate(struct db *db, struct err *why)
{
    return schema_migrate_showing(db, NULL, why);
}
