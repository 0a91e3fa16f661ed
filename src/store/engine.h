#ifndef STORE_ENGINE_H
#define STORE_ENGINE_H

/*
 * What a database engine must be able to do; only db.c and schema.c talk to it.  `link` is its
 * connection.  Texts that reach it are UTF-8 without zeros.
 */

#include "store/db.h"

enum {
    ENGINE_STATEMENTS_MAX = 256, /* different statements of one connection */
    ENGINE_VALUES_MAX = 32,      /* parameters of a statement, columns of an answer */
};

struct db_row {
    const struct db_value *values;
    int count;
};

/* A statement with its values and the receiver of its rows. */
struct engine_question {
    const char *sql;
    int number; /* of the statement, below ENGINE_STATEMENTS_MAX; the engine prepares it once */
    struct db_values values;
    db_on_row *on_row;
    void *context;
    bool is_streamed; /* `on_row` asks nothing itself, and there may be more rows than memory */
};

struct engine {
    enum db_engine name;
    void *(*open)(const char *place, enum db_care care, struct err *why);
    void (*close)(void *link);
    /* Both NULL: the connection is never lost. */
    bool (*reconnect)(void *link, struct err *why);
    bool (*is_lost)(const void *link);

    /* `changed` becomes the number of rows that were changed. */
    bool (*ask)(void *link, const struct engine_question *question, int64_t *changed,
                struct err *why);
    bool (*script)(void *link, const char *sql, struct err *why);
    const char *begin;
    const char *begin_reading; /* what is read until the commit is of one moment */
    bool (*commit)(void *link, struct err *why);
    void (*rollback)(void *link);

    /* Within a transaction that has changed nothing yet: a copy of the store as it was before.
     * NULL: none is needed. */
    bool (*save_copy)(void *link, int version, struct err *why);
    /* The store is ours and up to date; only now may it be changed for good.  May be NULL. */
    bool (*settle)(void *link, struct err *why);

    /* Both NULL: there is no news. */
    bool (*listen)(void *link, const char *channel, struct err *why);
    bool (*notify)(void *link, const char *channel, struct err *why);
    bool (*wait)(void *link, int wake_fd, int timeout_ms);
};

extern const struct engine engine_sqlite;
extern const struct engine engine_postgres;

/* For schema.c. */
bool db_save_copy(struct db *db, int version, struct err *why);
bool db_set_journal_mode(struct db *db, struct err *why);

#endif
