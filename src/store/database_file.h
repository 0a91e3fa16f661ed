#ifndef STORE_DATABASE_FILE_H
#define STORE_DATABASE_FILE_H

/*
 * The file of a SQLite database, looked at before SQLite opens it.  SQLite takes a file that is
 * missing or empty for a new database, and ignores a write-ahead log (WAL) whose head it cannot
 * read; for an archive both would be a silent loss.  So a file is refused
 *
 *   - if it is missing or has 0 bytes, but its WAL is there;
 *   - if it is missing or has 0 bytes, is the store of a data folder, and that folder shows that
 *     there was one: segments of the journal, replays, numbered folders of bots or runs, copies of
 *     the database.  (With a file `owner` the games are on a server, and so journal and replays say
 *     nothing.)
 *   - if its head, or that of its WAL, is not SQLite's.
 *
 * A sentence names the file and what helps.
 *
 * The file itself is never opened here: closing it again would give up all locks that SQLite holds
 * on it in this process (they are POSIX locks).
 */

#include "base/err.h"

#include <limits.h>
#include <stdint.h>

/* The name of the store of a data folder. */
#define DATABASE_FILE_NAME "kielwasser.db"
/* A repaired store that is complete, but not in its place yet; an old one that was set aside. */
#define DATABASE_FILE_REPAIRED ".repaired"
#define DATABASE_FILE_DAMAGED  ".damaged-"

/* False: `why` has one of the codes store_missing, store_empty, store_wal_alone, store_damaged,
 * store_wal_damaged, and the path as details.  The head of the file is not looked at. */
bool database_file_may_open(const char *path, struct err *why);
enum { DATABASE_FILE_HEAD = 100 };
bool database_file_is_head_sound(const unsigned char head[DATABASE_FILE_HEAD]);

/* Does its WAL hold anything? */
bool database_file_has_wal(const char *path);

/* Is this one of the refusals for which `store check` and `store repair` are made? */
bool database_file_needs_repair(const struct err *why);

/* The folder in which a file lies. */
void database_file_folder(const char *path, char folder[PATH_MAX]);
/* Are the games of this data folder on a database server? */
bool database_file_has_owner(const char *folder);

#endif
