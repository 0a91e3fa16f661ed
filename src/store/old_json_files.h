#ifndef STORE_OLD_JSON_FILES_H
#define STORE_OLD_JSON_FILES_H

/*
 * Files in which data folders up to 0.2 kept what is now in tables: positions.json,
 * arena/ID/run.json, bots/ID/book.json and bots/ID/test-NUMBER.json.  Read once, when a server
 * first opens such a folder; afterwards they lie there as NAME.old and nothing reads them.
 */

#include "store/db.h"

/* Brings all of them into the tables, in one transaction, unless that has been done before.  A file
 * that cannot be read is left out. */
bool old_files_migrate(struct db *db, const char *folder, struct err *why);

#endif
