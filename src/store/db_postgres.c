/*
 * A database on a PostgreSQL server.
 *
 * Answers come whole: whoever reads a large table asks for it page by page.  Numbers travel as text,
 * texts as their bytes.
 */

#include "store/engine.h"

#include "base/buf.h"
#include "base/memory.h"

#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHANNELS_MAX = 8,
    NAME_SIZE = 16,
    NUMBER_SIZE = 24,
    MESSAGE_SIZE = 1024,
    SECRET_SIZE = 256,
};

/* Types as PostgreSQL numbers them (pg_type.dat). */
enum { TYPE_INFERRED = 0, TYPE_INT8 = 20, TYPE_INT2 = 21, TYPE_INT4 = 23, TYPE_TEXT = 25 };

struct post {
    PGconn *conn;
    char secret[SECRET_SIZE]; /* the password, which no sentence may show */
    bool is_prepared[ENGINE_STATEMENTS_MAX];
    char channels[CHANNELS_MAX][NAMEDATALEN];
    int channel_count;
};
