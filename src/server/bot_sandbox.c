#include "server/bot_sandbox.h"

#include "server/internal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_TAIL = 16 };

struct bot_sandbox {
    struct sandbox sandbox;
    struct listener *listener;
    int folder_fd;
    char secret[PATH_MAX]; /* the data folder */
    char folder[PATH_MAX + PATH_TAIL];
    char socket[PATH_MAX + 2 * PATH_TAIL];
};

/* A folder of its own keeps others out, whatever rights the socket itself has. */
static bool make_folder(struct bot_sandbox *cell, const char *data_dir)
{
    if (!realpath(data_dir, cell->secret))
        return false;
    snprintf(cell->folder, sizeof cell->folder, "%s/cell", cell->secret);
    snprintf(cell->socket, sizeof cell->socket, "%s/socket", cell->folder);
    mkdir(cell->folder, 0700);
    unlink(cell->socket); /* left behind by a server that was killed; the folder's lock says it is
                             ours */
    return chmod(cell->folder, 0700) == 0;
}

static void accept_prisoner(void *server, struct conn *conn)
{
    struct session *session = session_open(server, conn);

    if (session)
        session->is_locked_in = true;
}

/* The name of a socket has room for 107 bytes, and that of a folder may be longer.  So the way
 * leads through the number of the open folder. */
static bool listen_in(struct server *server, struct bot_sandbox *cell, struct err *why)
{
    char path[64];

    cell->folder_fd = open(cell->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (cell->folder_fd < 0)
        return err_set(why, "file_write", cell->folder);
    snprintf(path, sizeof path, "/proc/self/fd/%d/socket", cell->folder_fd);
    cell->listener = listener_create_at(server->loop, path, accept_prisoner, server, why);
    return cell->listener != NULL;
}

static bool prepare(struct server *server, struct bot_sandbox *cell, struct err *why)
{
    if (!sandbox_choose(server->config.sandbox, &cell->sandbox, why) || !cell->sandbox.is_there)
        return false;
    if (!make_folder(cell, server->config.data_dir))
        return err_set(why, "file_write", server->config.data_dir);
    return listen_in(server, cell, why);
}

bool bot_sandbox_open(struct server *server, struct err *why)
{
    struct bot_sandbox *cell;
    struct err refusal = {0};

    if (server->config.sandbox == SANDBOX_OFF)
        return true;
    cell = calloc(1, sizeof *cell);
    if (!cell)
        return err_set(why, "no_memory", "");
    cell->folder_fd = -1;
    if (prepare(server, cell, &refusal)) {
        server->sandbox = cell;
        return true;
    }
    bot_sandbox_destroy(cell);
    if (server->config.sandbox == SANDBOX_ON) {
        *why = refusal;
        return false;
    }
    log_err(server->log, "no-cell", &refusal);
    return true;
}

bool bot_sandbox_is_on(const struct server *server) { return server->sandbox != NULL; }

void bot_sandbox_close(struct bot_sandbox *cell)
{
    if (!cell)
        return;
    listener_close(cell->listener);
    unlink(cell->socket);
    rmdir(cell->folder);
}

void bot_sandbox_destroy(struct bot_sandbox *cell)
{
    if (cell && cell->folder_fd >= 0)
        close(cell->folder_fd);
    free(cell);
}

bool bot_sandbox_lock_in(const struct server *server, const struct bot_command *command,
                         struct sandbox_command *locked, struct err *why)
{
    struct sandbox_task task = {.program = command->program,
                                .argv = command->argv,
                                .folder = command->folder[0] ? command->folder : NULL,
                                .secret = server->sandbox->secret,
                                .socket = server->sandbox->socket,
                                .port = server_port(server)};

    return sandbox_make(locked, &server->sandbox->sandbox, &task, why);
}
