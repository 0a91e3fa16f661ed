#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

/* The tables, the same in every engine, and how an older store becomes a newer one. */

#include "store/db.h"

enum { STORE_SCHEMA = 6 }; /* the version that this program writes */

/* The version of a store; 0: there is nothing yet. */
bool schema_version(struct db *db, int *version, struct err *why);
/* Makes the tables or brings them up to date, all or nothing; does nothing if they are.  A store of
 * a newer version is refused and not touched.  Before a file is brought up to date, a copy of it is
 * made.  Several processes may do this at the same time. */
bool schema_migrate(struct db *db, struct err *why);
/* The same, telling which part of a long migration is done, from 0 to 1. */
typedef void schema_on_progress(double part);
bool schema_migrate_showing(struct db *db, schema_on_progress *on_progress, struct err *why);

#endif
