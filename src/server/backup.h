#ifndef SERVER_BACKUP_H
#define SERVER_BACKUP_H

/*
 * Everything that a data folder needs to live again elsewhere, in one file, made while a server
 * works with the folder.  server/restore.h reads it.
 *
 * The journal is copied before the database: a segment that is removed meanwhile is in the database
 * by then, and what is in both is brought in once (server/journal_to_store.h).  So every move that
 * was acknowledged before the beginning is in the backup.
 */

#include "base/unpack.h"

#include <stdint.h>

/* Members of the file.  The first one says what it is, in JSON. */
#define BACKUP_MANIFEST "manifest.json"
#define BACKUP_STORE    "store.jsonl.gz" /* the games of a database server */

enum { BACKUP_VERSION = 1 };

/* What may be in one; bots bring files with paths up to UNPACK_PATH_MAX themselves. */
extern const struct unpack_limits backup_limits;

/* Is this a name in a data folder that a backup holds?  Not what gives rights (web-token,
 * web-code-…), nor what belongs to the running server (lock, sockets). */
bool backup_holds(const char *name);

struct backup {
    const char *folder;  /* the data folder */
    const char *store;   /* postgresql://… of the games; NULL: in the folder */
    const char *file;    /* to be written */
    const char *version; /* of the program */
    bool replaces;       /* a file of this name */
    bool has_logs;       /* what bots have printed goes along */
    void (*on_progress)(const struct backup *backup);

    /* How far it is, and at the end what it holds. */
    int64_t bytes, bytes_expected;
    int64_t games, plies, bots, files;
    int64_t left_out; /* files that are none (links, sockets), or whose names cannot be packed */
};

bool backup_write(struct backup *backup, struct err *why);

#endif
