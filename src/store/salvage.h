#ifndef STORE_SALVAGE_H
#define STORE_SALVAGE_H

/*
 * The rows of a damaged SQLite store.  Every page that holds rows is read by itself
 * (sqlite_pages.h); to which table a row belongs is told by its columns, so that neither the list
 * of tables nor the trees above the rows need be whole.  Free pages are left out.  A row comes at
 * most once for each page that has it; one that a table could not have is counted and left out.
 */

#include "store/schema.h"

struct salvage_row {
    int table; /* of schema_tables */
    struct db_values values;
};

struct salvage {
    /* False: enough.  Texts are valid until it returns. */
    bool (*on_row)(void *context, const struct salvage_row *row);
    void (*on_progress)(double part); /* may be NULL */
    void *context;
    /* What was found. */
    int64_t pages, damaged_pages;    /* damaged: cut off, zeros, or rows that are none */
    int64_t wal_frames, wal_damaged; /* of the write-ahead log */
    bool has_head;                   /* the file begins as it should */
    int64_t rows[SCHEMA_COUNT];      /* that on_row got */
};

/* False: on_row has said so. */
bool salvage_read(struct salvage *salvage, const char *path);

#endif
