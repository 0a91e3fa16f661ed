#ifndef STORE_TRANSFER_H
#define STORE_TRANSFER_H

/*
 * A whole store as a file, from one engine into another: lines of JSON, first one that says what it
 * is, then one for each row in the order of schema.h and of their keys.  Two stores with the
 * same content give the same file.
 */

#include "store/db.h"

/* What goes where, and how far it is. */
struct transfer {
    struct db *db;
    const char *path;
    /* Progress, after some rows: `part` of all is done, from 0 to 1.  May be NULL. */
    void (*on_progress)(const struct transfer *transfer, double part);

    int64_t rows;  /* written or read */
    int64_t added; /* by an import; the others were there already and stayed as they were */
};

/* All of one moment; the file is there when it is complete. */
bool transfer_export(struct transfer *transfer, struct err *why);

/* Adds what is not there yet; may be repeated.  A test that is there under another number is
 * recognised by its key; a game under the number of another one is refused.  Some thousand rows are
 * one transaction: when line n is refused, those before may be there. */
bool transfer_import(struct transfer *transfer, struct err *why);

/* The file becomes all that the store has, in one transaction. */
bool transfer_replace(struct transfer *transfer, struct err *why);

/* After rows came from elsewhere: pairs with all their results are done, every bot has a turn, and
 * numbers that the engine gives come after those that are there. */
bool transfer_tidy(struct db *db, struct err *why);

#endif
