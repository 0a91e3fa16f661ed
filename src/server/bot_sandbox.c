#include "server/bot_sandbox.h"

#include "base/file.h"
#include "server/internal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_TAIL = 16 };

#define OTHERS_FOLDER "/tmp/kielwasser-cell-" /* where every user can go */

struct bot_sandbox {
    struct sandbox sandbox;
    struct listener *listener;
    int folder_fd;
    char secret[PATH_MAX];           /* the data folder */
    char link[PATH_MAX + PATH_TAIL]; /* DATA/cell */
    char folder[PATH_MAX + PATH_TAIL];
    char socket[PATH_MAX + 2 * PATH_TAIL];
    char
        relay[PATH_MAX + 2 * PATH_TAIL]; /* a copy of this program; "": it is reached where it is */
};

/* In /tmp, where a cleaner may remove it, another account can make one of the same name.  What
 * belongs to us there, others can neither replace nor change. */
static void remove_folder(const char *folder)
{
    struct stat info;

    if (lstat(folder, &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid())
        file_remove_all(folder);
}

/* What a server that was killed has left behind; the data folder's lock says it is ours. */
static void remove_old(const char *link)
{
    char folder[PATH_MAX];
    ssize_t len = readlink(link, folder, sizeof folder - 1);

    folder[len > 0 ? len : 0] = '\0';
    if (strncmp(folder, OTHERS_FOLDER, strlen(OTHERS_FOLDER)) == 0)
        remove_folder(folder);
    file_remove_all(link);
}

/* A folder of its own keeps others out, whatever rights the socket itself has.  Another user than
 * our own passes through it, and may have no way to the data folder: then it is a folder in /tmp
 * and a link to it. */
static bool make_folder(struct bot_sandbox *cell, const char *data_dir)
{
    if (!realpath(data_dir, cell->secret))
        return false;
    snprintf(cell->link, sizeof cell->link, "%s/cell", cell->secret);
    remove_old(cell->link);
    file_let_through(cell->secret);
    bool is_near = bot_user_can_read(&cell->sandbox.user, cell->secret);
    snprintf(cell->folder, sizeof cell->folder, "%s",
             is_near ? cell->link : OTHERS_FOLDER "XXXXXX");
    bool is_made = is_near ? mkdir(cell->folder, 0700) == 0
                           : mkdtemp(cell->folder) && symlink(cell->folder, cell->link) == 0;
    is_made = is_made && chmod(cell->folder, cell->sandbox.user.is_other ? 0711 : 0700) == 0;
    snprintf(cell->socket, sizeof cell->socket, "%s/socket", cell->folder);
    return is_made;
}

/* The program itself may lie where the user cannot go. */
static bool place_relay(struct bot_sandbox *cell, struct err *why)
{
    char *relay = cell->sandbox.relay;

    if (bot_user_can_read(&cell->sandbox.user, relay))
        return true;
    snprintf(cell->relay, sizeof cell->relay, "%s/relay", cell->folder);
    if (!file_copy_program(relay, cell->relay, why))
        return false;
    snprintf(relay, PATH_MAX, "%.*s", PATH_MAX - 1, cell->relay);
    return true;
}

static bool share_socket(const struct bot_sandbox *cell, struct err *why)
{
    const struct bot_user *user = &cell->sandbox.user;

    return !user->is_other ||
           (chown(cell->socket, user->uid, user->gid) == 0 && chmod(cell->socket, 0600) == 0) ||
           err_set(why, "file_write", cell->socket);
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
    return place_relay(cell, why) && listen_in(server, cell, why) && share_socket(cell, why);
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
    server->no_cell = refusal;
    log_err(server->log, "no-cell", &refusal);
    return true;
}

bool bot_sandbox_is_on(const struct server *server) { return server->sandbox != NULL; }

void bot_sandbox_close(struct bot_sandbox *cell)
{
    if (!cell)
        return;
    listener_close(cell->listener);
    remove_folder(cell->folder);
    unlink(cell->link);
}

void bot_sandbox_destroy(struct bot_sandbox *cell)
{
    if (cell && cell->folder_fd >= 0)
        close(cell->folder_fd);
    free(cell);
}

const struct sandbox *bot_sandbox_of(const struct server *server)
{
    return server->sandbox ? &server->sandbox->sandbox : NULL;
}

const struct cell_filter *bot_sandbox_filter(const struct server *server)
{
    return &server->sandbox->sandbox.filter;
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
