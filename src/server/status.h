#ifndef SERVER_STATUS_H
#define SERVER_STATUS_H

/* How a running server is doing: whoever connects to DATA/status.sock is told, and that is all. */

#include "base/err.h"

#include <uv.h>

struct server;
struct status;

/* The path of the socket in a data folder; false: the folder's name is too long for one. */
bool status_path(const char *data_dir, char path[108]);

/* Asks the server of this folder, from another process; false: nobody is there. */
bool status_ask(const char *data_dir, char *answer, size_t size);

struct status *status_create(uv_loop_t *loop, struct server *server, struct err *why);
void status_close(struct status *status);

#endif
