#ifndef STORE_DATABASE_COPY_H
#define STORE_DATABASE_COPY_H

/* A file of SQLite as a whole, for backups: copied while others use it, and tested before it is
 * used. */

#include "base/err.h"

#include <stdint.h>

/* Called now and then while a copy is made; may be NULL. */
typedef void database_on_copy(void *context);

struct database_copy {
    const char *from, *to; /* `to` is not there yet */
    database_on_copy *on_progress;
    void *context;
};

/* A copy of one moment, without the remains of deleted rows.  Where the journal mode is WAL,
 * writers need not wait. */
bool database_copy(const struct database_copy *copy, struct err *why);

/* What a store of ours holds. */
struct database_facts {
    int64_t schema, games, plies, bots;
};

/* Is it sound, a store of ours, and not of a newer version?  It has tables and indices only: a
 * trigger would be a stranger's program. */
bool database_test(const char *path, struct database_facts *facts, struct err *why);

#endif
