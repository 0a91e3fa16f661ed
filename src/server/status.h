#ifndef SERVER_STATUS_H
#define SERVER_STATUS_H

/*
 * Figures of a running server: written to every connection to DATA/status.sock, which then ends.  A
 * connection to DATA/trial.sock makes the server try whether Java bots run.
 */

#include "base/err.h"
#include "server/visitors.h"

#include <stddef.h>

struct server;
struct status;

/* Does the database take everything, do bots run in cells, and do Java bots run?  1 or 0; then a
 * line with STATUS_WHY behind the key has the reason (err_print).  The line about Java is missing
 * until it was tried. */
#define STATUS_STORE "store"
#define STATUS_CELLS "cells"
#define STATUS_JAVA  "java_bots"
#define STATUS_WHY   "_why"

/* Asks the server of this folder, from another process; false: there is none, or it does not
 * answer. */
enum {
    STATUS_SIZE = 8192,         /* room for all figures */
    STATUS_ANSWER_S = 10,       /* then a server does not answer */
    STATUS_PATIENCE_MS = 25000, /* for what takes its time, … */
    STATUS_PAUSE_MS = 50,       /* … between two questions */
};
bool status_ask(const char *data_dir, char *answer, size_t size);
/* The same, after the server has tried whether Java bots run. */
bool status_ask_all(const char *data_dir, char answer[STATUS_SIZE]);
/* What follows this key in an answer; false: there is no such line. */
bool status_find(const char *answer, const char *key, struct slice *value);

/* The sockets of this server; false: they cannot be made, `why` says so. */
bool status_listen(struct server *server, struct err *why);
void status_close(struct server *server);
/* After the loop has ended; NULL is fine. */
void status_destroy(struct status *status);

/* What has a limit for all addresses together. */
struct server_total {
    const char *name; /* "rooms" */
    int64_t now, most;
    int64_t refused; /* so far */
};
void server_total(const struct server *server, enum visitors_total total,
                  struct server_total *answer);

#endif
