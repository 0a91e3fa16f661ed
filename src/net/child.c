#define _GNU_SOURCE /* pipe2, environ */

#include "net/child.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { READ_SIZE = 16 * 1024, HANDLES = 4 };

struct child {
    struct child_config
        config; /* its texts belong to the caller: only limits, on_end and context are used later */
    pid_t guardian, pid;
    uv_pipe_t output, news;
    uv_timer_t grace; /* until it is ended; then until we see whether it is */
    int stops;        /* how often its guardian was found stopped since then */
    uv_timer_t rest;  /* until its output is read again */
    int open_handles;
    size_t read_bytes; /* in this CHILD_READ_MS */
    int log;           /* descriptor, or -1 */
    size_t logged;
    bool has_last, is_stopped, is_ended, is_forgotten;
    struct guardian_end last;
    size_t news_read; /* bytes of it */
    char bytes[READ_SIZE];
    struct last_lines lines;
};

/* ---- output ---- */

static void log_bytes(struct child *child, struct slice bytes)
{
    static const char full[] = "\n[…]\n";

    if (child->log < 0 || child->logged >= CHILD_LOG_BYTES)
        return;
    child->logged += bytes.len;
    if (child->logged >= CHILD_LOG_BYTES)
        bytes = slice_of(full);
    if (write(child->log, bytes.at, bytes.len) < 0)
        child->logged = CHILD_LOG_BYTES; /* a full disk takes no more of it */
}

static void take_output(struct child *child, struct slice bytes)
{
    last_lines_add(&child->lines, bytes, clock_wall_ms());
    log_bytes(child, bytes);
    child->read_bytes += bytes.len;
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf)
{
    struct child *child = handle->data;

    (void)suggested;
    *buf = uv_buf_init(child->bytes, sizeof child->bytes);
}

static void on_output(uv_stream_t *stream, ssize_t count, const uv_buf_t *buf)
{
    struct child *child = stream->data;

    if (count < 0) {
        uv_read_stop(stream);
        return;
    }
    take_output(child, slice_make(buf->base, (size_t)count));
    if (child->read_bytes >= CHILD_READ_BYTES)
        uv_read_stop(stream);
}

static void on_rest_over(uv_timer_t *timer)
{
    struct child *child = timer->data;

    if (child->read_bytes >= CHILD_READ_BYTES)
        uv_read_start((uv_stream_t *)&child->output, on_alloc, on_output);
    child->read_bytes = 0;
}

/* Reads what is in the pipe now, until `most` bytes were read in this CHILD_READ_MS. */
static void read_output(struct child *child, size_t most)
{
    uv_os_fd_t fd;
    ssize_t count;

    if (uv_fileno((uv_handle_t *)&child->output, &fd) != 0)
        return;
    while (child->read_bytes < most && (count = read(fd, child->bytes, sizeof child->bytes)) > 0)
        take_output(child, slice_make(child->bytes, (size_t)count));
}

void child_catch_up(struct child *child)
{
    if (!child->is_ended)
        read_output(child, CHILD_READ_BYTES);
}

/* ---- the end ---- */

static void release(struct child *child)
{
    if (child->open_handles == 0 && child->is_forgotten)
        free(child);
}

static void on_handle_closed(uv_handle_t *handle)
{
    struct child *child = handle->data;

    child->open_handles--;
    release(child);
}

static void finish(struct child *child)
{
    read_output(child, SIZE_MAX); /* no process writes any more */
    /* It has nothing left to do, and a stopped one would let us wait for ever. */
    kill(child->guardian, SIGKILL);
    waitpid(child->guardian, NULL, 0);
    child->is_ended = true;
    if (child->log >= 0)
        close(child->log);
    uv_close((uv_handle_t *)&child->output, on_handle_closed);
    uv_close((uv_handle_t *)&child->news, on_handle_closed);
    uv_close((uv_handle_t *)&child->grace, on_handle_closed);
    uv_close((uv_handle_t *)&child->rest, on_handle_closed);
    if (!child->is_forgotten)
        child->config.on_end(child->config.context, child);
}

static void on_news_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf)
{
    struct child *child = handle->data;

    (void)suggested;
    *buf = uv_buf_init((char *)&child->last + child->news_read,
                       (unsigned)(sizeof child->last - child->news_read));
}

static void on_news(uv_stream_t *stream, ssize_t count, const uv_buf_t *buf)
{
    struct child *child = stream->data;

    (void)buf;
    if (count > 0)
        child->news_read += (size_t)count;
    child->has_last = child->news_read == sizeof child->last;
    if (child->has_last || count < 0) {
        uv_read_stop(stream);
        finish(child);
    }
}

/* An end that came from one of our limits; false: it did not. */
static bool say_limit(const struct guardian_limits *limits, const struct guardian_end *last,
                      struct err *end)
{
    enum { MIB = 1 << 20, MINUTE = 60 };
    const struct {
        const char *code;
        int64_t most;
    } reasons[] = {[GUARDIAN_NOT] = {0},
                   [GUARDIAN_MEMORY] = {"bot_memory", limits->memory_bytes / MIB},
                   [GUARDIAN_PROCESSES] = {"bot_processes", limits->processes},
                   [GUARDIAN_WRITTEN] = {"bot_written", limits->written_bytes / MIB},
                   [GUARDIAN_FILE] = {"bot_file", GUARDIAN_FILE_BYTES / MIB},
                   [GUARDIAN_CPU] = {"bot_cpu", limits->cpu_s / MINUTE}};

    if (last->cause == GUARDIAN_NOT)
        return false;
    err_setf(end, reasons[last->cause].code, "%" PRId64, reasons[last->cause].most);
    return true;
}

/* What a shell says when it cannot find or start something. */
static bool is_not_found(int code) { return code == 126 || code == 127; }

void child_end_reason(const struct child *child, struct err *end)
{
    /* A guardian that was killed has reported no end. */
    struct guardian_end last =
        child->has_last ? child->last : (struct guardian_end){.status = SIGKILL};

    if (say_limit(&child->config.limits, &last, end))
        return;
    if (WIFEXITED(last.status)) {
        bool is_hidden = child->config.has_cell && is_not_found(WEXITSTATUS(last.status));
        err_setf(end, is_hidden ? "bot_shut_in" : "bot_exited", "%d", WEXITSTATUS(last.status));
    } else if (child->is_stopped) {
        err_set(end, "bot_stopped", "");
    } else {
        err_set(end, "bot_crashed", strsignal(WTERMSIG(last.status)));
    }
}

/* ---- the start ---- */

/* Of our own environment only what programs need to run at all. */
static void plain_environment(char *env[], int size)
{
    static const char *const names[] = {"PATH=",
                                        "HOME=",
                                        "USER=",
                                        "LOGNAME=",
                                        "SHELL=",
                                        "LANG=",
                                        "LC_ALL=",
                                        "LC_CTYPE=",
                                        "TZ=",
                                        "TMPDIR=",
                                        "JAVA_HOME=",
                                        "XDG_RUNTIME_DIR=",
                                        "DISPLAY=",
                                        "XAUTHORITY=",
                                        "WAYLAND_DISPLAY=",
                                        "LD_LIBRARY_PATH=",
                                        BOT_USER_VARIABLE "="};
    static char unbuffered[] =
        "PYTHONUNBUFFERED=1"; /* so that we see what it said before a crash */
    int count = 0;

    for (char **at = environ; *at; at++) {
        for (size_t i = 0; i < sizeof names / sizeof *names && count < size - 2; i++) {
            if (strncmp(*at, names[i], strlen(names[i])) == 0)
                env[count++] = *at;
        }
    }
    env[count++] = unbuffered;
    env[count] = NULL;
}

/* Of another user the program has home and name. */
struct own_words {
    char home[BOT_USER_TEXT_SIZE + 8], user[BOT_USER_TEXT_SIZE + 8],
        logname[BOT_USER_TEXT_SIZE + 8];
};

static void name_user(char *env[], const struct bot_user *user, struct own_words *words)
{
    const struct {
        const char *name, *value;
        char *text;
    } changes[] = {{"HOME=", user->home, words->home},
                   {"USER=", user->name, words->user},
                   {"LOGNAME=", user->name, words->logname}};

    for (; *env; env++) {
        for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
            if (strncmp(*env, changes[i].name, strlen(changes[i].name)) != 0)
                continue;
            snprintf(changes[i].text, sizeof words->home, "%s%s", changes[i].name,
                     changes[i].value);
            *env = changes[i].text;
        }
    }
}

/* No process, memory or descriptor is to be had: that is not the program's fault. */
static bool is_machine_full(int error)
{
    return error == EAGAIN || error == ENOMEM || error == EMFILE || error == ENFILE;
}

static bool refuse(const struct child_config *config, int error, struct err *why)
{
    if (is_machine_full(error))
        return err_set(why, "machine_full", strerror(error));
    return err_setf(why, "bot_not_started", "%.*s (%s)", ERR_DETAILS_SIZE - 48, config->program,
                    strerror(error));
}

static int64_t either(int64_t wanted, int64_t usual) { return wanted > 0 ? wanted : usual; }

static struct guardian_limits complete(const struct guardian_limits *limits)
{
    const struct guardian_limits *usual = &guardian_limits_usual;

    return (struct guardian_limits){
        .memory_bytes = either(limits->memory_bytes, usual->memory_bytes),
        .written_bytes = either(limits->written_bytes, usual->written_bytes),
        .cpu_s = either(limits->cpu_s, usual->cpu_s),
        .processes = (int)either(limits->processes, usual->processes),
    };
}

static bool is_guardian_stopped(const struct child *child)
{
    siginfo_t info = {0};

    return waitid(P_PID, (id_t)child->guardian, &info, WSTOPPED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == child->guardian;
}

/* A program of the guardian's own user can stop it.  It goes on then; if it is stopped again and
 * again, it is killed, and the program with it.  One that is busy is left to finish. */
static void wake_guardian(struct child *child)
{
    if (is_guardian_stopped(child))
        kill(child->guardian, ++child->stops < CHILD_STOPS_MAX ? SIGCONT : SIGKILL);
}

/* The program may run, and have stopped its guardian, before this report is written. */
static void read_first(struct child *child, int news, struct guardian_start *first)
{
    struct pollfd line = {.fd = news, .events = POLLIN};

    while (poll(&line, 1, CHILD_START_MS) <= 0)
        wake_guardian(child);
    while (read(news, first, sizeof *first) < 0 && errno == EINTR)
        continue;
    child->stops = 0;
}

/* Forks the guardian and reads from its pipe whether the program runs. */
static int fork_guardian(struct child *child, const struct child_config *config, int output,
                         int news[2], int filter)
{
    char *env[32];
    struct own_words words;
    sigset_t all, before;
    struct guardian_start first = {.error = EIO};
    struct guardian_task task = {.server = getpid(),
                                 .program = config->program,
                                 .argv = config->argv,
                                 .env = env,
                                 .folder = config->folder,
                                 .core = config->core,
                                 .nice = getpriority(PRIO_PROCESS, 0),
                                 .limits = child->config.limits,
                                 .has_cell = config->has_cell,
                                 .filter = filter,
                                 .is_own = config->is_own,
                                 .user = config->user,
                                 .output = output,
                                 .news = news[1]};

    plain_environment(env, sizeof env / sizeof *env);
    if (config->user && config->user->is_other)
        name_user(env, config->user, &words);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    child->guardian = guardian_fork();
    if (child->guardian == 0)
        guardian_run(&task);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(news[1]);
    if (child->guardian < 0)
        return error;
    read_first(child, news[0], &first);
    child->pid = first.pid;
    if (first.error != 0)
        waitpid(child->guardian, NULL, 0);
    return first.error;
}

static int launch(struct child *child, const struct child_config *config, int output, int news[2])
{
    int filter = config->filter ? cell_filter_open(config->filter) : -1;

    if (config->filter && filter < 0) {
        close(news[1]);
        return errno;
    }
    int error = fork_guardian(child, config, output, news, filter);
    if (filter >= 0)
        close(filter);
    return error;
}

static void attach(struct child *child, uv_loop_t *loop, int output, int news)
{
    uv_pipe_init(loop, &child->output, 0);
    uv_pipe_init(loop, &child->news, 0);
    uv_timer_init(loop, &child->grace);
    uv_timer_init(loop, &child->rest);
    child->output.data = child->news.data = child->grace.data = child->rest.data = child;
    child->open_handles = HANDLES;
    uv_pipe_open(&child->output, output);
    uv_pipe_open(&child->news, news);
    uv_read_start((uv_stream_t *)&child->output, on_alloc, on_output);
    uv_read_start((uv_stream_t *)&child->news, on_news_alloc, on_news);
    uv_timer_start(&child->rest, on_rest_over, CHILD_READ_MS, CHILD_READ_MS);
}

struct child *child_start(uv_loop_t *loop, const struct child_config *config, struct err *why)
{
    struct child *child = calloc(1, sizeof *child);
    int output[2] = {-1, -1}, news[2] = {-1, -1}, error;

    if (child && pipe2(output, O_CLOEXEC) == 0 && pipe2(news, O_CLOEXEC) == 0) {
        child->config = *config;
        child->config.limits = complete(&config->limits);
        error = launch(child, config, output[1], news);
    } else {
        error = errno;
    }
    close(output[1]);
    if (error != 0) {
        refuse(config, error, why);
        close(output[0]);
        close(news[0]);
        free(child);
        return NULL;
    }
    child->log =
        config->log ? open(config->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
    attach(child, loop, output[0], news[0]);
    return child;
}

/* ---- asking and ending ---- */

pid_t child_pid(const struct child *child) { return child->pid; }

bool child_is_running(const struct child *child) { return !child->is_ended; }

const struct last_lines *child_lines(const struct child *child) { return &child->lines; }

static void on_end_late(uv_timer_t *timer) { wake_guardian(timer->data); }

static void end_now(struct child *child)
{
    kill(child->guardian, GUARDIAN_END);
    kill(child->guardian, SIGCONT);
    uv_timer_start(&child->grace, on_end_late, CHILD_END_MS, CHILD_END_MS);
}

static void on_grace_over(uv_timer_t *timer) { end_now(timer->data); }

void child_stop(struct child *child, int grace_ms)
{
    bool was_asked = child->is_stopped;

    if (child->is_ended || (was_asked && uv_timer_get_due_in(&child->grace) <=
                                             (uint64_t)(grace_ms > 0 ? grace_ms : 0)))
        return;
    child->is_stopped = true;
    if (grace_ms <= 0) {
        end_now(child);
        return;
    }
    if (!was_asked)
        kill(child->guardian, GUARDIAN_ASK);
    uv_timer_start(&child->grace, on_grace_over, (uint64_t)grace_ms, 0);
}

void child_destroy(struct child *child)
{
    if (!child)
        return;
    child->is_forgotten = true;
    if (!child->is_ended)
        end_now(child);
    release(child);
}
