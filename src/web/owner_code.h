#ifndef WEB_OWNER_CODE_H
#define WEB_OWNER_CODE_H

/*
 * A one-time code makes a browser the owner's: the page exchanges it for the token (POST
 * /api/token).
 *
 *     kielwasser open -> web-code-DIGEST.html in the data folder -> the browser reads it
 *     -> http://127.0.0.1:8050/#code=CODE -> POST /api/token {"code":"CODE"} -> the token
 *
 * The code is that file: only the owner's account can write and read it, and the exchange removes
 * it.  Behind a # it is in no request line, and so in no log; the file's name has only its digest.
 */

#include "base/err.h"

#include <limits.h>

enum {
    OWNER_CODE_SIZE = 33,    /* 128 bits in hexadecimal digits */
    OWNER_CODE_VALID_S = 60, /* so long after it was made it can be exchanged */
};

struct owner_code {
    char text[OWNER_CODE_SIZE];
    char page[PATH_MAX]; /* the file that leads a browser to the page, with the code */
};

/* Makes a code for the server that works with this folder, whose page is at `address`. */
bool owner_code_create(struct owner_code *code, const char *data_dir, const char *address,
                       struct err *why);
/* True once for each code that is still valid. */
bool owner_code_take(const char *data_dir, const char *text);

#endif
