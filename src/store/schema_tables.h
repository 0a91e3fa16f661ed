#ifndef STORE_SCHEMA_TABLES_H
#define STORE_SCHEMA_TABLES_H

/* The tables as data, for code that copies rows without knowing what they mean. */

#include "base/slice.h"

#include <stdint.h>

enum { SCHEMA_COLUMNS_MAX = 25, SCHEMA_KEYS_MAX = 2 };

struct schema_table {
    const char *name;
    const char *columns; /* "test, game, pair", the primary key first */
    const char *kinds;   /* one letter for each: i number, t text; a capital may be NULL */
    int keys;            /* columns of the primary key */
    int page;            /* rows of a page; few where rows are large */

    const char *count; /* how many rows there are */
    const char *read; /* a page: the rows behind a key, at most so many, in the order of the keys */
    const char *write; /* adds a row, unless it is there */
};

enum {
    SCHEMA_META,
    SCHEMA_GAMES,
    SCHEMA_PLIES,
    SCHEMA_BOTS,
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
int schema_columns(const struct schema_table *table, struct slice columns[SCHEMA_COLUMNS_MAX]);

#endif
