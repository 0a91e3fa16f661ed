#ifndef STORE_OLD_RESULTS_H
#define STORE_OLD_RESULTS_H

/*
 * Results as one line of JSON, the form of games.jsonl (docs/arena.md).  Stores up to schema 5 kept
 * results in this form; it is read for the migration of such a store, for the import of an old
 * export, and for the folders of matches, whose games.jsonl is a public format.
 */

#include "store/queue.h"
#include "store/schema.h"

enum { OLD_RESULTS_SCHEMA = 5 }; /* the last version with lines */

/* The row of a line: free() it.  NULL: this is no such line. */
struct queue_result *old_result_read(struct slice line);

/* A row of an export of that schema, as an object with the columns of a table of today.  False: it
 * is none. */
struct json_t;
bool old_row_upgrade(struct json_t *row, int table);
/* A bot of such an export becomes a row of today; its program is the row of version 1, returned. */
struct json_t *old_bot_take_version(struct json_t *bot);

/* Within the transaction of the migration: fills `results` from the lines in `old_results`, then
 * drops that table.  A line that cannot be read is left out, and its pair is played again. */
bool old_results_migrate_table(struct db *db, schema_on_progress *on_progress, struct err *why);

#endif
