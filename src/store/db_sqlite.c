/*
 * A database in one SQLite file.
 *
 * Journal mode: WAL needs shared memory, which network file systems do not have; so WAL on file
 * systems that are known to be local, TRUNCATE everywhere else.
 */

#include "store/engine.h"

#include "base/clock.h"
#include "base/file_system.h"
#include "base/memory.h"
#include "store/database_file.h"
#include "store/schema.h"

#include <limits.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How long we wait for other writers of the same file: there may be many workers. */
enum { BUSY_MS = 15000, MODE_PAUSE_MS = 20 };

struct lite {
    sqlite3 *db;
    char path[PATH_MAX];
    sqlite3_stmt *statements[ENGINE_STATEMENTS_MAX];
};

/* ---- memory: always there (base/memory.h), so no query fails for want of it ---- */

static void *get(int size) { return memory_get_unset((size_t)size); }

static void *grow(void *memory, int size) { return memory_grow(memory, (size_t)size); }

static int size_of(void *memory) { return memory ? (int)malloc_usable_size(memory) : 0; }

static int round_up(int size) { return (size + 7) & ~7; }

static int start_memory(void *none)
{
    (void)none;
    return SQLITE_OK;
}

static void end_memory(void *none) { (void)none; }

static void choose_memory(void)
{
    static const sqlite3_mem_methods methods = {.xMalloc = get,
                                                .xFree = free,
                                                .xRealloc = grow,
                                                .xSize = size_of,
                                                .xRoundup = round_up,
                                                .xInit = start_memory,
                                                .xShutdown = end_memory};

    sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}

/* "no such table: games", "table games already exists": the list of tables is not what the version
 * of the schema says. */
static bool is_schema_strange(const char *message)
{
    struct slice rest = slice_of(message);

    if (slice_take(&rest, "no such table: "))
        return schema_find_table(rest) < SCHEMA_COUNT;
    return slice_take(&rest, "table ") &&
           schema_find_table(slice_take_word(&rest)) < SCHEMA_COUNT &&
           slice_is(rest, "already exists");
}

/* A damaged file is named, because something can be done about it (store/database_file.h). */
static bool fail(const struct lite *lite, struct err *why)
{
    int code = sqlite3_errcode(lite->db);
    const char *message = sqlite3_errmsg(lite->db);

    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB ||
        (code == SQLITE_ERROR && is_schema_strange(message)))
        return err_set(why, "store_damaged", lite->path);
    return err_set(why, "store_failed", message);
}

static bool execute(void *link, const char *sql, struct err *why)
{
    const struct lite *lite = link;

    return sqlite3_exec(lite->db, sql, NULL, NULL, NULL) == SQLITE_OK || fail(lite, why);
}

/* ---- coming and going ---- */

static void now_ms(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count, (void)values;
    sqlite3_result_int64(context, clock_wall_ms());
}

/* The last connection that closes brings the log into the file.  To look means to leave both. */
static bool leave_log(const struct lite *lite, struct err *why)
{
    return !database_file_has_wal(lite->path) ||
           sqlite3_db_config(lite->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) == SQLITE_OK ||
           fail(lite, why);
}

static bool set_up(struct lite *lite, enum db_care care, struct err *why)
{
    const char *sync =
        care == DB_RELAXED ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL";

    sqlite3_busy_timeout(lite->db, BUSY_MS);
    return (sqlite3_create_function(lite->db, "now_ms", 0, SQLITE_UTF8, NULL, now_ms, NULL, NULL) ==
                SQLITE_OK ||
            fail(lite, why)) &&
           (care != DB_LOOKING || leave_log(lite, why)) && execute(lite, sync, why) &&
           /* What is deleted is gone from the file (docs/archive.md, Deleting). */
           execute(lite, "PRAGMA secure_delete = ON", why);
}

static void lite_close(void *link)
{
    struct lite *lite = link;

    for (int i = 0; i < ENGINE_STATEMENTS_MAX; i++)
        sqlite3_finalize(lite->statements[i]);
    sqlite3_close(lite->db);
    free(lite);
}

/* Read by SQLite's own descriptor (store/database_file.h).  A new file is empty. */
static bool check_head(const struct lite *lite, struct err *why)
{
    unsigned char head[DATABASE_FILE_HEAD];
    sqlite3_file *file = NULL;
    sqlite3_int64 size = 0;

    sqlite3_file_control(lite->db, NULL, SQLITE_FCNTL_FILE_POINTER, &file);
    if (!file || !file->pMethods || file->pMethods->xFileSize(file, &size) != SQLITE_OK ||
        size == 0)
        return true;
    return file->pMethods->xRead(file, head, sizeof head, 0) != SQLITE_OK ||
           database_file_is_head_sound(head) || err_set(why, "store_damaged", lite->path);
}

static void *lite_open(const char *place, enum db_care care, struct err *why)
{
    static pthread_once_t is_chosen = PTHREAD_ONCE_INIT;
    int flags = SQLITE_OPEN_READWRITE | (care == DB_LOOKING ? 0 : SQLITE_OPEN_CREATE);

    if (!database_file_may_open(place, why))
        return NULL;
    struct lite *lite = memory_get(1, sizeof *lite);
    pthread_once(&is_chosen, choose_memory);
    snprintf(lite->path, sizeof lite->path, "%s", place);
    if (sqlite3_open_v2(lite->path, &lite->db, flags, NULL) != SQLITE_OK)
        fail(lite, why);
    else if (check_head(lite, why) && set_up(lite, care, why))
        return lite;
    lite_close(lite);
    return NULL;
}

/* ---- statements ---- */

static sqlite3_stmt *prepared(struct lite *lite, const struct engine_question *question)
{
    sqlite3_stmt **statement = &lite->statements[question->number];

    if (!*statement)
        sqlite3_prepare_v3(lite->db, question->sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
    return *statement;
}

/* SQLite counts $1, $2 … in the order of their appearance; we go by their names. */
static void bind_all(sqlite3_stmt *statement, struct db_values values)
{
    char name[16];

    for (int i = 0; i < values.count; i++) {
        const struct db_value *value = &values.at[i];
        snprintf(name, sizeof name, "$%d", i + 1);
        int at = sqlite3_bind_parameter_index(statement, name);
        if (value->kind == DB_INT)
            sqlite3_bind_int64(statement, at, value->number);
        else if (value->kind == DB_TEXT)
            sqlite3_bind_text64(statement, at, value->text.len > 0 ? value->text.at : "",
                                value->text.len, SQLITE_STATIC, SQLITE_UTF8);
    }
}

static struct db_value column(sqlite3_stmt *statement, int at)
{
    int type = sqlite3_column_type(statement, at);

    if (type == SQLITE_NULL)
        return db_nothing();
    if (type == SQLITE_INTEGER)
        return db_int(sqlite3_column_int64(statement, at));
    const char *text = (const char *)sqlite3_column_text(statement, at);
    return db_slice(slice_make(text ? text : "", (size_t)sqlite3_column_bytes(statement, at)));
}

static bool pass_row(sqlite3_stmt *statement, const struct engine_question *question)
{
    struct db_value values[ENGINE_VALUES_MAX];
    struct db_row row = {.values = values, .count = sqlite3_column_count(statement)};

    if (!question->on_row)
        return true;
    for (int i = 0; i < row.count && i < ENGINE_VALUES_MAX; i++)
        values[i] = column(statement, i);
    return question->on_row(question->context, &row);
}

/* A file that was removed or replaced under us would take everything and keep nothing. */
static bool is_there(const struct lite *lite, struct err *why)
{
    int has_moved = 0;

    sqlite3_file_control(lite->db, NULL, SQLITE_FCNTL_HAS_MOVED, &has_moved);
    return !has_moved || err_set(why, "store_missing", lite->path);
}

/* Is this statement a transaction of its own? */
static bool commits_itself(const struct lite *lite, sqlite3_stmt *statement)
{
    return sqlite3_get_autocommit(lite->db) && !sqlite3_stmt_readonly(statement);
}

static bool lite_ask(void *link, const struct engine_question *question, int64_t *changed,
                     struct err *why)
{
    struct lite *lite = link;
    sqlite3_stmt *statement = prepared(lite, question);
    int code;

    if (!statement)
        return fail(lite, why);
    if (commits_itself(lite, statement) && !is_there(lite, why))
        return false;
    bind_all(statement, question->values);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && pass_row(statement, question))
        continue;
    bool is_done = code == SQLITE_DONE || code == SQLITE_ROW || fail(lite, why);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    *changed = sqlite3_changes(lite->db);
    return is_done;
}

/* ---- transactions ---- */

static bool lite_commit(void *link, struct err *why)
{
    return is_there(link, why) && execute(link, "COMMIT", why);
}

/* A full disk may have rolled back already: then there is nothing to do. */
static void lite_rollback(void *link)
{
    const struct lite *lite = link;

    if (!sqlite3_get_autocommit(lite->db))
        sqlite3_exec(lite->db, "ROLLBACK", NULL, NULL, NULL);
}

/* ---- the file as a whole ---- */

/* A whole copy beside the file, named after its version.  Our transaction keeps writers away; a
 * second connection reads what was before it. */
static bool lite_save_copy(void *link, int version, struct err *why)
{
    const struct lite *lite = link;
    struct lite reader = *lite;
    char copy[PATH_MAX + 32];

    snprintf(copy, sizeof copy, "%s.v%d", lite->path, version);
    unlink(copy);
    char *sql = sqlite3_mprintf("VACUUM INTO %Q", copy);
    bool is_copied = sqlite3_open(lite->path, &reader.db) == SQLITE_OK
                         ? sql && execute(&reader, sql, why)
                         : fail(&reader, why);
    sqlite3_free(sql);
    sqlite3_close(reader.db);
    return is_copied;
}

/* While others change the mode as well, SQLite refuses at once instead of waiting. */
static bool lite_settle(void *link, struct err *why)
{
    struct lite *lite = link;
    const char *mode = file_system_is_local(lite->path) ? "PRAGMA journal_mode = WAL"
                                                        : "PRAGMA journal_mode = TRUNCATE";
    int code = sqlite3_exec(lite->db, mode, NULL, NULL, NULL);

    for (int ms = 0; code == SQLITE_BUSY && ms < BUSY_MS; ms += MODE_PAUSE_MS) {
        sqlite3_sleep(MODE_PAUSE_MS);
        code = sqlite3_exec(lite->db, mode, NULL, NULL, NULL);
    }
    return code == SQLITE_OK || fail(lite, why);
}

/* ---- news: SQLite has none, the time just passes ---- */

static bool lite_wait(void *link, int wake_fd, int timeout_ms)
{
    struct pollfd wake = {.fd = wake_fd, .events = POLLIN};

    (void)link;
    poll(&wake, 1, timeout_ms);
    return false;
}

const struct engine engine_sqlite = {
    .name = DB_SQLITE,
    .open = lite_open,
    .close = lite_close,
    .ask = lite_ask,
    .script = execute,
    .begin = "BEGIN IMMEDIATE",
    .begin_reading = "BEGIN",
    .commit = lite_commit,
    .rollback = lite_rollback,
    .save_copy = lite_save_copy,
    .settle = lite_settle,
    .wait = lite_wait,
};
