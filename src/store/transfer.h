#ifndef STORE_TRANSFER_H
#define STORE_TRANSFER_H

/*
 * A whole store as a file, from one engine into another: lines of JSON, first one that says what it is,
 * then one for each row in the order of schema_tables.h and of their keys.  Two stores with the same content
 * give the same file.
 */

#include "store/db.h"

/* For whoever waits: rows so far, and which part of all that is, from 0 to 1. */
typedef void transfer_on_progress(void *context, int64_t rows, double part);

/* All of one moment; the file is there when it is complete. */
bool transfer_export(struct db *db, const char *path, transfer_on_progress *on_progress,
                     void *context, struct err *why);

struct transfer_counts {
    int64_t rows, added; /* the others were there already and stayed as they were */
};

/* Adds what is not there yet; may be repeated.  A test that is there under another number is recognised by its
 * key; a game under the number of another one is refused.  Some thousand rows are one transaction: when line n
 * is refused, those before may be there. */
bool transfer_import(struct db *db, const char *path, transfer_on_progress *on_progress,
                     void *context, struct transfer_counts *counts, struct err *why);

#endif
