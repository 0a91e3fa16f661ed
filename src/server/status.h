#ifndef SERVER_STATUS_H
#define SERVER_STATUS_H

/* Figures of a running server: written to every connection to DATA/status.sock, which then ends. */

#include "base/err.h"
#include "server/visitors.h"

#include <stddef.h>

struct server;
struct listener;

/* A line with this behind the key of another one has its reason (err_print). */
#define STATUS_WHY "_why"
/* Does the database take everything?  1 or 0. */
#define STATUS_STORE "store"

/* Asks the server of this folder, from another process; false: there is none. */
enum { STATUS_SIZE = 4096 }; /* room for all figures */
bool status_ask(const char *data_dir, char *answer, size_t size);

/* The socket of this server; NULL: it cannot be made, `why` says so. */
struct listener *status_listen(struct server *server, struct err *why);

/* What has a limit for all addresses together. */
struct server_total {
    const char *name; /* "rooms" */
    int64_t now, most;
    int64_t refused; /* so far */
};
void server_total(const struct server *server, enum visitors_total total,
                  struct server_total *answer);

#endif
