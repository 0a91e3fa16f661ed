#ifndef STORE_DB_H
#define STORE_DB_H

/*
 * A database, whichever engine: SQLite in a file of its own, or PostgreSQL on a server.  SQL is
 * written once, for both; the values of $1, $2 … are never part of its text.  Both engines know the
 * function now_ms(): the database's own clock, milliseconds since 1970.
 *
 * A database belongs to one thread at a time.  When the connection to a server is lost, the call
 * that notices it fails with `store_lost`; db_reconnect() tries again.
 */

#include "base/err.h"
#include "base/slice.h"

#include <stdint.h>

struct db;

enum db_engine { DB_SQLITE, DB_POSTGRES };

enum db_care {
    DB_SYNCED,  /* what is committed survives a power cut */
    DB_RELAXED, /* it survives our own death; the last seconds may be lost in a power cut */
    DB_LOOKING, /* only to read: makes no file, and leaves the one that is there as it is */
};

/* `place` is postgresql://… (or postgres://…) or the path of a file, which is made if it is
 * missing. NULL: `why` says what is wrong, without the password. */
struct db *db_open(const char *place, enum db_care care, struct err *why);
/* NULL is fine. */
void db_close(struct db *db);
/* Does nothing while the connection is there. */
bool db_reconnect(struct db *db, struct err *why);
/* Has a call noticed that the connection is gone? */
bool db_is_lost(const struct db *db);

enum db_engine db_engine(const struct db *db);
/* Does this name a server, and not a file? */
bool db_is_server(const char *place);

/* A call may wait for a disk, a server or another process, so a thread that must never wait forbids
 * itself all of them: from then on one is a mistake of ours, and aborts in builds for tests. */
void db_forbid_on_this_thread(void);
void db_allow_on_this_thread(void);

/* ---- statements ---- */

enum db_kind { DB_NULL, DB_INT, DB_TEXT };

struct db_value {
    enum db_kind kind;
    int64_t number;
    struct slice text; /* UTF-8; bytes that are not, and zeros, are stored as U+FFFD */
};

static inline struct db_value db_nothing(void) { return (struct db_value){.kind = DB_NULL}; }
static inline struct db_value db_int(int64_t number)
{
    return (struct db_value){.kind = DB_INT, .number = number};
}
static inline struct db_value db_slice(struct slice text)
{
    return (struct db_value){.kind = DB_TEXT, .text = text};
}
static inline struct db_value db_text(const char *text) { return db_slice(slice_of(text)); }

struct db_values {
    const struct db_value *at;
    int count;
};

#define DB_VALUES(...)                                                                             \
    (struct db_values)                                                                             \
    {                                                                                              \
        .at = (const struct db_value[]){__VA_ARGS__},                                              \
        .count = (int)(sizeof((const struct db_value[]){__VA_ARGS__}) / sizeof(struct db_value))   \
    }
#define DB_NO_VALUES ((struct db_values){0})

/* A row of an answer; its texts are valid until the callback returns. */
struct db_row;
int64_t db_row_int(const struct db_row *row, int column); /* NULL is 0 */
struct slice db_row_text(const struct db_row *row, int column);
bool db_row_is_null(const struct db_row *row, int column);
/* As the database has it. */
const struct db_value *db_row_value(const struct db_row *row, int column);
/* Copies a text, cut to fit. */
void db_row_copy_text(const struct db_row *row, int column, char *text, size_t size);

/* False: enough rows.  May run other statements, but not the one that calls it. */
typedef bool db_on_row(void *context, const struct db_row *row);

/* `sql` is one statement and lives as long as the program: it is prepared once and known by its
 * address. Rows go to `on_row`, which may be NULL. */
bool db_run(struct db *db, const char *sql, struct db_values values, struct err *why);
bool db_ask(struct db *db, const char *sql, struct db_values values, db_on_row *on_row,
            void *context, struct err *why);
/* The same without values, for large tables: rows come one by one, and `on_row` runs no other
 * statement. */
bool db_stream(struct db *db, const char *sql, db_on_row *on_row, void *context, struct err *why);
/* One number; no row, or NULL, is `missing`. */
bool db_number(struct db *db, const char *sql, struct db_values values, int64_t missing,
               int64_t *number, struct err *why);
/* Statements that were asked and rows that came, since db_open(): for tests. */
struct db_counts {
    int64_t statements, rows;
};
struct db_counts db_count(const struct db *db);
/* How many rows the last statement has changed, if it was one that changes rows. */
int64_t db_changed(const struct db *db);
/* Several statements without values, as text: for migrations. */
bool db_script(struct db *db, const char *sql, struct err *why);

/* All or nothing.  After a refusal in between, roll back. */
bool db_begin(struct db *db, struct err *why);
/* Until the commit everything that is read is of one moment, and writers need not wait. */
bool db_begin_reading(struct db *db, struct err *why);
bool db_commit(struct db *db, struct err *why);
void db_rollback(struct db *db);
/* Commits if everything was fine, else rolls back and returns false. */
bool db_end(struct db *db, bool is_fine, struct err *why);

/* ---- news from other processes (PostgreSQL; elsewhere the time just passes) ---- */

bool db_listen(struct db *db, const char *channel, struct err *why);
bool db_notify(struct db *db, const char *channel, struct err *why);
/* Waits for a notification, for `wake_fd` to become readable (-1: none), or for the time to pass.
 * True: there was a notification. */
bool db_wait(struct db *db, int wake_fd, int timeout_ms);

#endif
