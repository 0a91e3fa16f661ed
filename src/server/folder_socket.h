#ifndef SERVER_FOLDER_SOCKET_H
#define SERVER_FOLDER_SOCKET_H

/* Sockets in the data folder, by which other processes of the same account talk to its server. */

#include "base/err.h"
#include "net/conn.h"

struct server;

/* At this server; NULL: it cannot be made, `why` says so. */
struct listener *folder_socket_listen(struct server *server, const char *name,
                                      net_on_accept *on_accept, struct err *why);
/* A descriptor from another process; -1: there is no server. */
int folder_socket_connect(const char *data_dir, const char *name);
/* Reads until the server closes; the text is ended by a zero and cut to fit. */
void folder_socket_read(int line, char *answer, size_t size);

#endif
