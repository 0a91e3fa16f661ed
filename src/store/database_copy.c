#include "store/database_copy.h"

#include "store/schema.h"

#include <sqlite3.h>
#include <string.h>

enum {
    BUSY_MS = 15000,         /* other processes may be writing */
    PROGRESS_STEPS = 100000, /* of SQLite's machine */
};

static bool fail(sqlite3 *db, const char *path, struct err *why)
{
    return err_setf(why, "store_failed", "%s: %s", path, sqlite3_errmsg(db));
}

static int tell(void *context)
{
    const struct database_copy *copy = context;

    copy->on_progress(copy->context);
    return 0;
}

bool database_copy(const struct database_copy *copy, struct err *why)
{
    sqlite3 *db = NULL;
    char *sql = sqlite3_mprintf("VACUUM INTO %Q", copy->to);
    bool is_open = sqlite3_open_v2(copy->from, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;

    sqlite3_busy_timeout(db, BUSY_MS);
    if (copy->on_progress)
        sqlite3_progress_handler(db, PROGRESS_STEPS, tell, (void *)(uintptr_t)copy);
    bool is_copied = sql && is_open && sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
    if (!is_copied)
        fail(db, copy->from, why);
    sqlite3_free(sql);
    sqlite3_close(db);
    return is_copied;
}

/* The first value of an answer as a number; a text is 1 if it is "ok". */
static bool ask(sqlite3 *db, const char *sql, int64_t *number)
{
    sqlite3_stmt *statement = NULL;
    bool is_answered = sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
                       sqlite3_step(statement) == SQLITE_ROW;

    *number = 0;
    if (is_answered && sqlite3_column_type(statement, 0) == SQLITE_TEXT)
        *number = strcmp((const char *)sqlite3_column_text(statement, 0), "ok") == 0;
    else if (is_answered)
        *number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return is_answered;
}

static bool count(sqlite3 *db, struct database_facts *facts)
{
    return ask(db, "SELECT count(*) FROM games", &facts->games) &&
           ask(db, "SELECT count(*) FROM plies", &facts->plies) &&
           ask(db, "SELECT count(*) FROM bots", &facts->bots);
}

static bool test(sqlite3 *db, const char *path, struct database_facts *facts, struct err *why)
{
    int64_t is_sound = 0, strange = 0;

    sqlite3_exec(db, "PRAGMA trusted_schema = OFF", NULL, NULL, NULL);
    if (!ask(db, "SELECT count(*) FROM sqlite_master WHERE type NOT IN ('table', 'index')",
             &strange) ||
        !ask(db, "PRAGMA integrity_check(1)", &is_sound) || !is_sound || strange > 0 ||
        !ask(db, "SELECT value FROM meta WHERE key = 'schema'", &facts->schema))
        return err_set(why, "backup_database", path);
    if (facts->schema > STORE_SCHEMA)
        return err_setf(why, "store_newer", "%lld %d", (long long)facts->schema, STORE_SCHEMA);
    return count(db, facts) || err_set(why, "backup_database", path);
}

bool database_test(const char *path, struct database_facts *facts, struct err *why)
{
    sqlite3 *db = NULL;

    *facts = (struct database_facts){0};
    bool is_fine = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK
                       ? test(db, path, facts, why)
                       : fail(db, path, why);
    sqlite3_close(db);
    return is_fine;
}
