/* What is the same for every engine: which statement is which, values that every
 * engine can take. */

#include "store/db.h"

#include "base/buf.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "store/engine.h"

#include <assert.h>
#include <stdlib.h>

struct db {
    const struct engine *engine;
    void *link;
    int64_t changed;
    struct db_counts counts;
    const char *known[ENGINE_STATEMENTS_MAX]; /* statements by their numbers */
    int known_count;
};

/* ---- threads that must not wait ---- */

#ifdef DB_ABORTS_WHERE_FORBIDDEN
static _Thread_local bool is_forbidden;

void db_forbid_on_this_thread(void) { is_forbidden = true; }
void db_allow_on_this_thread(void) { is_forbidden = false; }
static void check_thread(void) { assert(!is_forbidden); }
#else
void db_forbid_on_this_thread(void) {}
void db_allow_on_this_thread(void) {}
static void check_thread(void) {}
#endif

/* ---- coming and going ---- */

bool db_is_server(const char *place)
{
    struct slice name = slice_of(place);

    return slice_take(&name, "postgresql://") || slice_take(&name, "postgres://");
}

struct db *db_open(const char *place, enum db_care care, struct err *why)
{
    struct db *db = memory_get(1, sizeof *db);

    check_thread();
    db->engine = db_is_server(place) ? &engine_postgres : &engine_sqlite;
    db->link = db->engine->open(place, care, why);
    if (db->link)
        return db;
    free(db);
    return NULL;
}

void db_close(struct db *db)
{
    if (!db)
        return;
    check_thread();
    db->engine->close(db->link);
    free(db);
}

bool db_is_lost(const struct db *db)
{
    return db->engine->is_lost && db->engine->is_lost(db->link);
}

bool db_reconnect(struct db *db, struct err *why)
{
    check_thread();
    return !db_is_lost(db) || db->engine->reconnect(db->link, why);
}

enum db_engine db_engine(const struct db *db) { return db->engine->name; }

/* ---- rows ---- */

static const struct db_value *value_at(const struct db_row *row, int column)
{
    assert(column < row->count);
    return &row->values[column];
}

int64_t db_row_int(const struct db_row *row, int column)
{
    const struct db_value *value = value_at(row, column);
    int64_t number = 0;

    if (value->kind == DB_TEXT)
        slice_to_int64(value->text, &number);
    return value->kind == DB_INT ? value->number : number;
}

struct slice db_row_text(const struct db_row *row, int column)
{
    const struct db_value *value = value_at(row, column);

    return value->kind == DB_TEXT ? value->text : slice_make("", 0);
}

bool db_row_is_null(const struct db_row *row, int column)
{
    return value_at(row, column)->kind == DB_NULL;
}

const struct db_value *db_row_value(const struct db_row *row, int column)
{
    return value_at(row, column);
}

void db_row_copy_text(const struct db_row *row, int column, char *text, size_t size)
{
    buf_copy(text, size, db_row_text(row, column));
}

/* ---- values ---- */

/* Texts as every engine takes them: PostgreSQL refuses what is no text. */
static void mend_all(struct db_values values, struct db_value mended[ENGINE_VALUES_MAX])
{
    assert(values.count <= ENGINE_VALUES_MAX);
    for (int i = 0; i < values.count; i++) {
        mended[i] = values.at[i];
        if (mended[i].kind == DB_TEXT && !utf8_is_sound(mended[i].text))
            mended[i].text = utf8_mend(mended[i].text);
    }
}

/* Frees the texts that had to be mended. */
static void free_mended(struct db_values values, const struct db_value mended[ENGINE_VALUES_MAX])
{
    for (int i = 0; i < values.count; i++) {
        if (mended[i].text.at != values.at[i].text.at)
            free((char *)(uintptr_t)mended[i].text.at);
    }
}

/* ---- statements ---- */

/* A statement is known by its address; there are some dozens. */
static int number_of(struct db *db, const char *sql)
{
    for (int i = 0; i < db->known_count; i++) {
        if (db->known[i] == sql)
            return i;
    }
    assert(db->known_count < ENGINE_STATEMENTS_MAX);
    db->known[db->known_count] = sql;
    return db->known_count++;
}

/* Counts the rows on their way to the asker. */
struct counting {
    struct db *db;
    db_on_row *on_row;
    void *context;
};

static bool count_row(void *context, const struct db_row *row)
{
    const struct counting *counting = context;

    counting->db->counts.rows++;
    return !counting->on_row || counting->on_row(counting->context, row);
}

static bool ask(struct db *db, struct engine_question *question, struct err *why)
{
    struct db_values values = question->values;
    struct counting counting = {.db = db, .on_row = question->on_row, .context = question->context};
    struct db_value mended[ENGINE_VALUES_MAX];

    mend_all(values, mended);
    question->values.at = mended;
    question->on_row = count_row;
    question->context = &counting;
    db->counts.statements++;
    question->number = number_of(db, question->sql);
    bool is_done = db->engine->ask(db->link, question, &db->changed, why);
    free_mended(values, mended);
    return is_done;
}

bool db_ask(struct db *db, const char *sql, struct db_values values, db_on_row *on_row,
            void *context, struct err *why)
{
    struct engine_question question = {
        .sql = sql, .values = values, .on_row = on_row, .context = context};

    return ask(db, &question, why);
}

bool db_stream(struct db *db, const char *sql, db_on_row *on_row, void *context, struct err *why)
{
    struct engine_question question = {
        .sql = sql, .on_row = on_row, .context = context, .is_streamed = true};

    return ask(db, &question, why);
}

bool db_run(struct db *db, const char *sql, struct db_values values, struct err *why)
{
    return db_ask(db, sql, values, NULL, NULL, why);
}

static bool take_number(void *context, const struct db_row *row)
{
    if (!db_row_is_null(row, 0))
        *(int64_t *)context = db_row_int(row, 0);
    return false;
}

bool db_number(struct db *db, const char *sql, struct db_values values, int64_t missing,
               int64_t *number, struct err *why)
{
    *number = missing;
    return db_ask(db, sql, values, take_number, number, why);
}

struct db_counts db_count(const struct db *db) { return db->counts; }

int64_t db_changed(const struct db *db) { return db->changed; }

bool db_script(struct db *db, const char *sql, struct err *why)
{
    check_thread();
    return db->engine->script(db->link, sql, why);
}

/* ---- transactions ---- */

bool db_begin(struct db *db, struct err *why) { return db_script(db, db->engine->begin, why); }

bool db_begin_reading(struct db *db, struct err *why)
{
    return db_script(db, db->engine->begin_reading, why);
}

bool db_commit(struct db *db, struct err *why)
{
    check_thread();
    return db->engine->commit(db->link, why);
}

void db_rollback(struct db *db)
{
    check_thread();
    db->engine->rollback(db->link);
}

bool db_end(struct db *db, bool is_fine, struct err *why)
{
    if (is_fine && db_commit(db, why))
        return true;
    db_rollback(db);
    return false;
}

bool db_save_copy(struct db *db, int version, struct err *why)
{
    return !db->engine->save_copy || db->engine->save_copy(db->link, version, why);
}

bool db_set_journal_mode(struct db *db, struct err *why)
{
    return !db->engine->settle || db->engine->settle(db->link, why);
}

/* ---- news ---- */

bool db_listen(struct db *db, const char *channel, struct err *why)
{
    return !db->engine->listen || db->engine->listen(db->link, channel, why);
}

bool db_notify(struct db *db, const char *channel, struct err *why)
{
    return !db->engine->notify || db->engine->notify(db->link, channel, why);
}

bool db_wait(struct db *db, int wake_fd, int timeout_ms)
{
    check_thread();
    return db->engine->wait(db->link, wake_fd, timeout_ms);
}
