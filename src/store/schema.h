#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

/* The tables, the same in every engine, and how an older store becomes a newer one. */

#include "store/db.h"

enum { STORE_SCHEMA = 11 }; /* the version that this program writes */

/* The version of a store; 0: there is nothing yet. */
bool schema_version(struct db *db, int *version, struct err *why);
/* Makes the tables or brings them up to date, all or nothing; does nothing if they are.  A store of
 * a newer version is refused and not touched.  Before a file is brought up to date, a copy of it is
 * made.  Several processes may do this at the same time. */
bool schema_migrate(struct db *db, struct err *why);
/* The same, telling which part of a long migration is done, from 0 to 1. */
typedef void schema_on_progress(double part);
bool schema_migrate_showing(struct db *db, schema_on_progress *on_progress, struct err *why);

/* ---- the tables as data, for code that copies rows without knowing what they mean ---- */

enum { SCHEMA_COLUMNS_MAX = 30, SCHEMA_NAME_SIZE = 32 };

struct schema_table {
    const char *name;
    const char *columns; /* "test, game, pair", the primary key first */
    const char *kinds;   /* one letter for each: i number, t text; a capital may be NULL */
    const char *count;   /* how many rows there are */
    const char *read;    /* all rows in the order of their keys */
    const char *write;   /* adds a row, unless it is there */
    const char *clear;   /* removes all rows; the version of the schema stays */
};

enum {
    SCHEMA_META,
    SCHEMA_GAMES,
    SCHEMA_PLIES,
    SCHEMA_BOTS,
    SCHEMA_BOT_VERSIONS,
    SCHEMA_BOT_TURNS,
    SCHEMA_RUNS,
    SCHEMA_POSITIONS,
    SCHEMA_TESTS,
    SCHEMA_PAIRS,
    SCHEMA_RESULTS,
    SCHEMA_WORKERS,
    SCHEMA_COUNT
};

/* In this order they can be filled. */
extern const struct schema_table schema_tables[SCHEMA_COUNT];

/* The one of this name, or SCHEMA_COUNT. */
int schema_find_table(struct slice name);

/* Its columns one by one; their number. */
int schema_columns(const struct schema_table *table,
                   char columns[SCHEMA_COLUMNS_MAX][SCHEMA_NAME_SIZE]);
/* The number of rows of each table. */
bool schema_count(struct db *db, int64_t rows[SCHEMA_COUNT], struct err *why);

#endif
