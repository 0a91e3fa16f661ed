#define _GNU_SOURCE /* pipe2, vfork, environ */

#include "net/sandbox.h"

#include "base/file.h"
#include "net/private_path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOUNTS_MAX = 64, PLACES_MAX = 8, OWN_MAX = 8, FAILED = 127 };

/* Seen by the program. */
#define RELAY_SEEN  "/tmp/.kielwasser/relay"
#define SOCKET_SEEN "/tmp/.kielwasser/socket"
#define HOME_SEEN   "/tmp/home"

const char *const sandbox_wish_words[] = {
    [SANDBOX_OFF] = "off", [SANDBOX_AUTO] = "auto", [SANDBOX_ON] = "on"};

bool sandbox_wish_find(const char *word, enum sandbox_wish *wish)
{
    for (enum sandbox_wish one = SANDBOX_OFF; one <= SANDBOX_ON; one++) {
        if (strcmp(word, sandbox_wish_words[one]) != 0)
            continue;
        *wish = one;
        return true;
    }
    return false;
}

/* ---- words ---- */

static void add(struct sandbox_command *command, const char *word)
{
    struct buf *buf = &command->buf;

    /* Room for the zero of this word, which the buffer does not count, and for one more. */
    if (command->argc == SANDBOX_WORDS_MAX || buf->len + strlen(word) + 2 > buf->size)
        buf->is_full = true;
    if (buf->is_full)
        return;
    command->argv[command->argc++] = buf->data + buf->len;
    buf_add(buf, word);
    buf->len++;
    command->argv[command->argc] = NULL;
}

static void add_all(struct sandbox_command *command, const char *const words[])
{
    for (; *words; words++)
        add(command, *words);
}

static void add_tmpfs(struct sandbox_command *command, const struct sandbox *sandbox,
                      const char *path, int bytes)
{
    char size[16];

    snprintf(size, sizeof size, "%d", bytes);
    if (sandbox->has_sizes && bytes > 0)
        add_all(command, (const char *const[]){"--size", size, NULL});
    add_all(command, (const char *const[]){"--tmpfs", path, NULL});
}

/* ---- what is seen ---- */

/* A place that is covered, or shown again although a place above it is covered. */
struct mount {
    char *path;
    bool is_shown;
};

struct view {
    struct mount mounts[MOUNTS_MAX];
    int count;
    char *places[PLACES_MAX]; /* with files of others */
    int place_count;
    struct private_places private;
    char *own[OWN_MAX]; /* the bot's own folders and files, which are shown */
    int own_count;
    bool is_full;
};

static void mount(struct view *view, const char *path, bool is_shown)
{
    for (int i = 0; i < view->count; i++) {
        if (strcmp(view->mounts[i].path, path) == 0)
            return;
    }
    char *copy = view->count < MOUNTS_MAX ? strdup(path) : NULL;
    if (copy)
        view->mounts[view->count++] = (struct mount){.path = copy, .is_shown = is_shown};
    else
        view->is_full = true;
}

/* Covers a place, if there is one. */
static void hide(struct view *view, const char *path)
{
    char real[PATH_MAX];
    struct stat info;

    if (path && realpath(path, real) && stat(real, &info) == 0 && S_ISDIR(info.st_mode) &&
        real[1] != '\0')
        mount(view, real, false);
}

/* Covers all private files of people. */
static void hide_places(struct view *view)
{
    static const char *const places[] = {"/tmp", "/var/tmp", "/run"};

    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        hide(view, places[i]);
    for (int i = 0; i < view->private.home_count; i++)
        hide(view, view->private.homes[i]);
    for (int i = 0; i < view->count; i++)
        view->places[view->place_count++] = view->mounts[i].path;
}

/* The nearest mount above a path decides. */
static bool is_hidden(const struct view *view, const char *path)
{
    const struct mount *nearest = NULL;

    for (int i = 0; i < view->count; i++) {
        const struct mount *one = &view->mounts[i];
        if (private_path_is_within(path, one->path) &&
            (!nearest || strlen(one->path) > strlen(nearest->path)))
            nearest = one;
    }
    return nearest && !nearest->is_shown;
}

/* Would this folder show a whole home, all temporary files, or the secret? */
static bool is_wide(const struct view *view, const char *folder)
{
    if (private_path_is_home(&view->private, folder) || strcmp(folder, view->private.secret) == 0)
        return true;
    for (int i = 0; i < view->place_count; i++) {
        if (private_path_is_within(view->places[i], folder))
            return true;
    }
    return false;
}

static void show(struct view *view, const char *path)
{
    if (is_hidden(view, path))
        mount(view, path, true);
}

/* Cuts the last part of a path off; false: there is nothing above it. */
static bool go_up(char path[PATH_MAX])
{
    char *slash = strrchr(path, '/');

    if (!slash || slash == path)
        return false;
    *slash = '\0';
    return true;
}

/* ---- what is the bot's own ---- */

static bool is_own(const struct view *view, const char *path)
{
    for (int i = 0; i < view->own_count; i++) {
        if (private_path_is_within(path, view->own[i]))
            return true;
    }
    return false;
}

static void add_own(struct view *view, const char *path)
{
    char *copy = view->own_count < OWN_MAX ? strdup(path) : NULL;

    show(view, path);
    if (copy)
        view->own[view->own_count++] = copy;
    else
        view->is_full = true;
}

/* A file of the bot with everything beside it, which it may need; a home or /tmp is not shown as a
 * whole, but the file is. */
static bool take_file(struct view *view, const char *path, struct err *why)
{
    char folder[PATH_MAX];

    if (private_path_is_private(&view->private, path))
        return err_set(why, "bot_private", path);
    snprintf(folder, sizeof folder, "%s", path);
    add_own(view, !go_up(folder) || is_wide(view, folder) ? path : folder);
    return true;
}

/* The bot's main file, under its name and where a link leads to. */
static bool take_main(struct view *view, const char *path, struct err *why)
{
    char real[PATH_MAX];

    return (!is_hidden(view, path) || take_file(view, path, why)) &&
           (!realpath(path, real) || !is_hidden(view, real) || take_file(view, real, why));
}

/* ---- words of the command line ---- */

/* Whatever lies where the bot sees nothing must be its own.  A word without a slash may only look
 * like the name of a file. */
static bool check_word(const struct view *view, const char *folder, const char *word,
                       struct err *why)
{
    char path[PATH_MAX], real[PATH_MAX];

    if (!strchr(word, '/') || !private_path_of_word(folder, word, path) || !realpath(path, real))
        return true;
    bool is_fine = is_own(view, real) || !is_hidden(view, real) ||
                   (is_wide(view, real) && !private_path_is_private(&view->private, real));
    return is_fine || err_set(why, "bot_not_own", word);
}

/* ---- programs that it may need ---- */

static bool has_folder(const char *above, const char *name)
{
    char path[PATH_MAX];

    return snprintf(path, sizeof path, "%s/%s", above, name) < PATH_MAX && file_can_run(path);
}

/* A folder with programs, and what is installed with them: "jdk-21" for "jdk-21/bin".  Not so
 * "~/.local", where much more lies than programs. */
static void show_tools(struct view *view, const char *folder)
{
    char above[PATH_MAX];

    if (folder[0] != '/' || !is_hidden(view, folder) || is_wide(view, folder))
        return;
    snprintf(above, sizeof above, "%s", folder);
    bool is_installed = go_up(above) && !is_wide(view, above) &&
                        strcmp(strrchr(above, '/'), "/.local") != 0 &&
                        (has_folder(above, "lib") || has_folder(above, "libexec"));
    if (is_installed || file_can_run(folder))
        show(view, is_installed ? above : folder);
}

static void show_program(struct view *view, const char *path)
{
    char folder[PATH_MAX], real[PATH_MAX];

    snprintf(folder, sizeof folder, "%s", path);
    if (go_up(folder))
        show_tools(view, folder);
    if (realpath(path, real) && go_up(real))
        show_tools(view, real);
}

/* The program in the first line of a script. */
static void show_interpreter(struct view *view, const char *script)
{
    char head[256], path[PATH_MAX];
    struct slice line = slice_make(head, file_read_head(script, head, sizeof head));

    line = slice_take_until(&line, '\n');
    if (!slice_take(&line, "#!"))
        return;
    struct slice word = slice_take_word(&line);
    snprintf(path, sizeof path, "%.*s", (int)word.len, word.at);
    show_program(view, path);
}

/* The folders in a variable: "/usr/bin:/home/me/jdk/bin". */
static void show_variable(struct view *view, const char *name)
{
    const char *value = getenv(name);
    struct slice rest = slice_of(value ? value : "");
    char folder[PATH_MAX];

    while (rest.len > 0) {
        struct slice part = slice_take_until(&rest, ':');
        snprintf(folder, sizeof folder, "%.*s", (int)part.len, part.at);
        show_tools(view, folder);
    }
}

/* ---- the view as a whole ---- */

/* Python, Java and the like, which run the file that is named first: programs of the system, and
 * those of an installation. */
static bool is_interpreter(const struct view *view, const char *program)
{
    return !is_hidden(view, program) || private_path_is_tool(program);
}

static bool is_folder(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* The program and, if it is an interpreter, the first file that it is given. */
static bool take_program(struct view *view, const struct sandbox_task *task, const char *folder,
                         struct err *why)
{
    char path[PATH_MAX];

    show_program(view, task->program);
    show_interpreter(view, task->program);
    if (!is_interpreter(view, task->program))
        return take_main(view, task->program, why);
    for (char *const *word = task->argv + 1; *word; word++) {
        if (private_path_of_word(folder, *word, path) && !is_folder(path))
            return take_main(view, path, why);
    }
    return true;
}

static bool look_out(struct view *view, const struct sandbox_task *task, const char *folder,
                     struct err *why)
{
    hide_places(view);
    hide(view, task->secret);
    if (!is_wide(view, folder) && !private_path_is_private(&view->private, folder))
        add_own(view, folder);
    show_variable(view, "PATH");
    show_variable(view, "LD_LIBRARY_PATH");
    show_variable(view, "JAVA_HOME");
    if (!take_program(view, task, folder, why))
        return false;
    for (char *const *word = task->argv + 1; *word; word++) {
        if (!check_word(view, folder, *word, why))
            return false;
    }
    return true;
}

/* Above comes before below, so that the nearest one decides what is seen. */
static int compare(const void *a, const void *b)
{
    size_t one = strlen(((const struct mount *)a)->path);
    size_t other = strlen(((const struct mount *)b)->path);

    return one < other ? -1 : one > other;
}

static bool is_tmp(const char *path)
{
    char real[PATH_MAX];

    return realpath("/tmp", real) && strcmp(path, real) == 0;
}

static void add_mounts(struct sandbox_command *command, const struct sandbox *sandbox,
                       struct view *view)
{
    qsort(view->mounts, (size_t)view->count, sizeof *view->mounts, compare);
    for (int i = 0; i < view->count; i++) {
        const char *path = view->mounts[i].path;
        if (view->mounts[i].is_shown)
            add_all(command, (const char *const[]){"--ro-bind", path, path, NULL});
        else
            add_tmpfs(command, sandbox, path, is_tmp(path) ? SANDBOX_TMP_BYTES : 0);
    }
}

/* Only /tmp can be written; the other covers stay empty. */
static void close_mounts(struct sandbox_command *command, const struct view *view)
{
    for (int i = 0; i < view->count; i++) {
        const char *path = view->mounts[i].path;
        if (!view->mounts[i].is_shown && !is_tmp(path))
            add_all(command, (const char *const[]){"--remount-ro", path, NULL});
    }
}

static void view_finish(struct view *view)
{
    for (int i = 0; i < view->count; i++)
        free(view->mounts[i].path);
    for (int i = 0; i < view->own_count; i++)
        free(view->own[i]);
}

/* ---- the command ---- */

/* What every cell has. */
static void begin(struct sandbox_command *command, const struct sandbox *sandbox)
{
    char filter[8];

    snprintf(filter, sizeof filter, "%d", CELL_FILTER_FD);
    command->argc = 0;
    buf_init(&command->buf, command->text, sizeof command->text);
    add_all(command, (const char *const[]){sandbox->maker,
                                           "--die-with-parent",
                                           "--new-session",
                                           "--unshare-user",
                                           "--unshare-net",
                                           "--unshare-pid",
                                           "--unshare-ipc",
                                           "--unshare-uts",
                                           "--cap-drop",
                                           "ALL",
                                           "--seccomp",
                                           filter,
                                           "--ro-bind",
                                           "/",
                                           "/",
                                           "--proc",
                                           "/proc",
                                           "--dev",
                                           "/dev",
                                           NULL});
    add_tmpfs(command, sandbox, "/dev/shm", SANDBOX_SHM_BYTES);
    add_all(command, (const char *const[]){"--remount-ro", "/dev", NULL});
}

static void add_surroundings(struct sandbox_command *command, const char *folder)
{
    static const char *const gone[] = {"DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY",
                                       "XDG_RUNTIME_DIR"};

    add_all(command,
            (const char *const[]){"--dir", HOME_SEEN, "--setenv", "HOME", HOME_SEEN, "--setenv",
                                  "TMPDIR", "/tmp", "--dir", folder, "--chdir", folder, NULL});
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
        add_all(command, (const char *const[]){"--unsetenv", gone[i], NULL});
}

static void add_program(struct sandbox_command *command, const struct sandbox_task *task)
{
    char port[8];

    snprintf(port, sizeof port, "%d", task->port);
    add_all(command, (const char *const[]){"--", RELAY_SEEN, "relay", SOCKET_SEEN, port, "--",
                                           task->program, NULL});
    for (char *const *word = task->argv; *word; word++)
        add(command, *word);
}

static void fill(struct sandbox_command *command, const struct sandbox *sandbox,
                 const struct sandbox_task *task, const char *folder, struct view *view)
{
    begin(command, sandbox);
    add_mounts(command, sandbox, view);
    add_all(command, (const char *const[]){"--ro-bind", sandbox->relay, RELAY_SEEN, "--ro-bind",
                                           task->socket, SOCKET_SEEN, NULL});
    add_surroundings(command, folder);
    close_mounts(command, view);
    add_program(command, task);
}

bool sandbox_make(struct sandbox_command *command, const struct sandbox *sandbox,
                  const struct sandbox_task *task, struct err *why)
{
    struct view view = {.count = 0};
    char folder[PATH_MAX];

    if (!realpath(task->folder ? task->folder : ".", folder))
        return err_set(why, "bot_no_folder", task->folder ? task->folder : ".");
    private_path_find_places(&view.private, &sandbox->user, task->secret);
    bot_user_look_as(&sandbox->user);
    bool is_seen = look_out(&view, task, folder, why);
    bot_user_look_as_ourselves(&sandbox->user);
    if (is_seen)
        fill(command, sandbox, task, folder, &view);
    bool is_full = view.is_full || (is_seen && command->buf.is_full);
    view_finish(&view);
    return is_seen && (!is_full || err_set(why, "bot_line_long", ""));
}

void sandbox_make_bare(struct sandbox_command *command, const struct sandbox *sandbox,
                       char *const argv[])
{
    begin(command, sandbox);
    add_tmpfs(command, sandbox, "/tmp", SANDBOX_TMP_BYTES);
    add_all(command, (const char *const[]){"--chdir", "/tmp", "--", NULL});
    for (; *argv; argv++)
        add(command, *argv);
}

/* ---- is there any? ---- */

static bool find_self(char path[PATH_MAX])
{
    ssize_t len = readlink("/proc/self/exe", path, PATH_MAX - 1);

    path[len > 0 ? len : 0] = '\0';
    return len > 0;
}

/* As the user of programs.  Between vfork() and exec only plain system calls are done. */
static pid_t spawn(const struct sandbox *sandbox, char *const argv[], int said, int filter)
{
    pid_t pid = vfork();

    if (pid != 0)
        return pid;
    dup2(said, STDERR_FILENO);
    cell_filter_place(filter);
    if (bot_user_become(&sandbox->user) && chdir("/") == 0)
        execve(argv[0], argv, environ);
    _exit(FAILED);
}

/* The beginning of what is said until the other end is closed.  It comes in pieces. */
static void hear(int end, char *said, size_t size)
{
    size_t len = 0;
    char rest[64];

    for (;;) {
        bool has_room = len < size - 1;
        ssize_t n =
            read(end, has_room ? said + len : rest, has_room ? size - 1 - len : sizeof rest);
        if (n <= 0)
            break;
        len += has_room ? (size_t)n : 0;
    }
    said[len] = '\0';
}

/* Runs a command to its end; `said` is the beginning of what it says on stderr, or why it cannot
 * be run. */
static bool run(const struct sandbox *sandbox, char *const argv[], char *said, size_t size)
{
    int ends[2], status = -1, filter = cell_filter_open(&sandbox->filter);

    if (filter < 0 || pipe2(ends, O_CLOEXEC) != 0) {
        snprintf(said, size, "%s", strerror(errno));
        close(filter);
        return false;
    }
    pid_t pid = spawn(sandbox, argv, ends[1], filter);
    close(ends[1]);
    close(filter);
    hear(ends[0], said, size);
    if (pid > 0)
        waitpid(pid, &status, 0);
    close(ends[0]);
    return status == 0;
}

static bool try(struct sandbox *sandbox, char *said, size_t size)
{
    struct sandbox_command command;
    char shell[] = "/bin/sh", option[] = "-c", nothing[] = ":";

    sandbox_make_bare(&command, sandbox, (char *const[]){shell, option, nothing, NULL});
    sandbox->is_there = run(sandbox, command.argv, said, size);
    return sandbox->is_there;
}

static bool find(struct sandbox *sandbox, struct err *why)
{
    char said[ERR_DETAILS_SIZE];

    if (!file_find_program("bwrap", sandbox->maker))
        return err_set(why, "sandbox_missing", "");
    if (!cell_filter_make(&sandbox->filter))
        return err_set(why, "sandbox_refused", errno ? strerror(errno) : "seccomp");
    bot_user_choose(&sandbox->user, NULL);
    sandbox->has_sizes = true;
    if (!find_self(sandbox->relay))
        return err_set(why, "sandbox_refused", "/proc/self/exe");
    if (try(sandbox, said, sizeof said))
        return true;
    /* Before version 0.7 it knows no sizes. */
    sandbox->has_sizes = false;
    if (try(sandbox, said, sizeof said))
        return true;
    said[strcspn(said, "\n")] = '\0';
    return err_set(why, "sandbox_refused", said);
}

bool sandbox_choose(enum sandbox_wish wish, struct sandbox *sandbox, struct err *why)
{
    *sandbox = (struct sandbox){0};
    return wish == SANDBOX_OFF || find(sandbox, why) || wish == SANDBOX_AUTO;
}
