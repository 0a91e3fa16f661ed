#ifndef CLI_PROPERTIES_H
#define CLI_PROPERTIES_H

/* The old servers' server.properties: "key = value" lines, comments with # or !. */

#include "base/err.h"
#include "base/slice.h"

#include <stdint.h>

enum { PROPERTIES_VALUE_SIZE = 128 };

struct properties {
    bool has_password, has_paused, has_local, has_port;
    char password[PROPERTIES_VALUE_SIZE];
    bool is_paused, is_local;
    int port;
};

/* What is not known is skipped; a value that makes no sense is refused with its line. */
bool properties_parse(struct slice text, struct properties *properties, struct err *why);

#endif
