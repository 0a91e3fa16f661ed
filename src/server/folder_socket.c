#include "server/folder_socket.h"

#include "server/internal.h"

#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { PATH_SIZE = sizeof((struct sockaddr_un *)0)->sun_path };

/* False: the folder's name is too long for a socket. */
static bool name_socket(const char *data_dir, const char *name, char path[PATH_SIZE])
{
    int len = snprintf(path, PATH_SIZE, "%s/%s", data_dir, name);

    return len > 0 && len < PATH_SIZE;
}

struct listener *folder_socket_listen(struct server *server, const char *name,
                                      net_on_accept *on_accept, struct err *why)
{
    char path[PATH_SIZE];
    struct listener *listener = NULL;

    if (name_socket(server->config.data_dir, name, path)) {
        unlink(path); /* left behind by a server that was killed; the lock says it is ours */
        listener = listener_create_at(server->loop, path, on_accept, server, why);
    }
    if (!listener)
        err_set(why, "no_status", server->config.data_dir);
    return listener;
}

int folder_socket_connect(const char *data_dir, const char *name)
{
    struct sockaddr_un where = {.sun_family = AF_UNIX};
    int line = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (line < 0)
        return -1;
    if (name_socket(data_dir, name, where.sun_path) &&
        connect(line, (struct sockaddr *)&where, sizeof where) == 0)
        return line;
    close(line);
    return -1;
}

void folder_socket_read(int line, char *answer, size_t size)
{
    size_t len = 0;
    ssize_t n;

    while (len < size - 1 && (n = read(line, answer + len, size - 1 - len)) > 0)
        len += (size_t)n;
    answer[len] = '\0';
}
