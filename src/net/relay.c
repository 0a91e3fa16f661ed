#define _GNU_SOURCE /* accept4 */

#include "net/relay.h"

#include "base/clock.h"
#include "net/task_limit.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FAILED = 127, SIGNALLED = 128, BACKLOG = 16 };
enum { POLLED_END, POLLED_DOOR, POLLED_LINES, POLLED_MAX = POLLED_LINES + 2 * RELAY_LINES_MAX };

/* Bytes in one direction. */
struct flow {
    int from, to;
    bool is_over;
    size_t begin, end;
    char bytes[RELAY_BYTES];
};

/* A connection of the program, and ours to the server. */
struct line {
    bool is_open;
    int inside, outside;
    struct flow up, down;
};

struct relay {
    const struct relay_task *task;
    int port;    /* listening socket of the program's side */
    int signals; /* says when it has ended */
    pid_t program;
    bool is_over;
    int status;
    int64_t last_us; /* of its last words, once it is over */
    struct line lines[RELAY_LINES_MAX];
};

/* ---- one line ---- */

static void end_flow(struct flow *flow)
{
    flow->is_over = true;
    flow->begin = flow->end = 0;
    shutdown(flow->to, SHUT_WR);
}

/* Takes bytes if there are none; false: nothing to do for now. */
static bool fill(struct flow *flow)
{
    if (flow->begin < flow->end)
        return true;
    ssize_t count = read(flow->from, flow->bytes, sizeof flow->bytes);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    flow->begin = 0;
    flow->end = count > 0 ? (size_t)count : 0;
    if (count <= 0)
        end_flow(flow);
    return count > 0;
}

static void move(struct flow *flow)
{
    while (!flow->is_over && fill(flow)) {
        ssize_t count =
            send(flow->to, flow->bytes + flow->begin, flow->end - flow->begin, MSG_NOSIGNAL);
        if (count < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (count < 0)
            end_flow(flow);
        else
            flow->begin += (size_t)count;
    }
}

static void move_both(struct line *line)
{
    move(&line->up);
    move(&line->down);
    if (!line->up.is_over || !line->down.is_over)
        return;
    close(line->inside);
    close(line->outside);
    line->is_open = false;
}

/* What to wait for at an end from which `out` is read and to which `in` is written. */
static struct pollfd wait_at(int fd, const struct flow *out, const struct flow *in)
{
    bool wants_read = !out->is_over && out->begin == out->end;
    bool wants_write = !in->is_over && in->begin < in->end;

    /* poll() reports a hang-up even where no event is asked for, which would wake us again and
     * again: -1 leaves the descriptor out. */
    return (struct pollfd){.fd = wants_read || wants_write ? fd : -1,
                           .events =
                               (short)((wants_read ? POLLIN : 0) | (wants_write ? POLLOUT : 0))};
}

/* ---- new lines ---- */

static int call_server(const char *path)
{
    struct sockaddr_un where = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    snprintf(where.sun_path, sizeof where.sun_path, "%s", path);
    if (fd < 0 || connect(fd, (struct sockaddr *)&where, sizeof where) != 0) {
        close(fd);
        return -1;
    }
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

static struct line *free_line(struct relay *relay)
{
    for (int i = 0; i < RELAY_LINES_MAX; i++) {
        if (!relay->lines[i].is_open)
            return &relay->lines[i];
    }
    return NULL;
}

static void let_in(struct relay *relay, struct line *line)
{
    int inside = accept4(relay->port, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    int outside = inside < 0 ? -1 : call_server(relay->task->socket);

    if (outside < 0) {
        close(inside);
        return;
    }
    setsockopt(inside, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    line->is_open = true;
    line->inside = line->up.from = line->down.to = inside;
    line->outside = line->up.to = line->down.from = outside;
    line->up.is_over = line->down.is_over = false;
    line->up.begin = line->up.end = line->down.begin = line->down.end = 0;
}

/* Listens before the program starts, so that its first connect succeeds. */
static int open_door(int port)
{
    struct sockaddr_in where = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    if (fd >= 0 && bind(fd, (struct sockaddr *)&where, sizeof where) == 0 &&
        listen(fd, BACKLOG) == 0)
        return fd;
    close(fd);
    return -1;
}

/* ---- the program ---- */

static pid_t start_program(const struct relay_task *task)
{
    sigset_t none;
    pid_t pid = fork();

    if (pid != 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    /* SIGTERM goes to every process of the cell: the relay ignores it and waits for the program. */
    signal(SIGTERM, SIG_DFL);
    execv(task->program, task->argv);
    fprintf(stderr, "%s: %s\n", task->program, strerror(errno));
    _exit(FAILED);
}

static void look_after_program(struct relay *relay)
{
    struct signalfd_siginfo info;
    int status;

    while (read(relay->signals, &info, sizeof info) > 0)
        continue;
    if (relay->is_over || waitpid(relay->program, &status, WNOHANG) != relay->program)
        return;
    relay->is_over = true;
    relay->status = WIFEXITED(status) ? WEXITSTATUS(status) : SIGNALLED + WTERMSIG(status);
    relay->last_us = clock_now_us() + RELAY_LAST_WORDS_MS * 1000;
}

/* ---- the loop ---- */

/* Are there bytes of the program that have not been sent on? */
static bool has_last_words(const struct relay *relay)
{
    for (int i = 0; i < RELAY_LINES_MAX; i++) {
        if (relay->lines[i].is_open && !relay->lines[i].up.is_over)
            return clock_now_us() < relay->last_us;
    }
    return false;
}

/* What to wait for: the program's end, a new line, and every open one. */
static nfds_t fill_polled(const struct relay *relay, const struct line *next,
                          struct pollfd polled[POLLED_MAX])
{
    nfds_t count = POLLED_LINES;

    polled[POLLED_END] = (struct pollfd){.fd = relay->signals, .events = POLLIN};
    polled[POLLED_DOOR] = (struct pollfd){.fd = next ? relay->port : -1, .events = POLLIN};
    for (int i = 0; i < RELAY_LINES_MAX; i++) {
        const struct line *line = &relay->lines[i];
        if (!line->is_open)
            continue;
        polled[count++] = wait_at(line->inside, &line->up, &line->down);
        polled[count++] = wait_at(line->outside, &line->down, &line->up);
    }
    return count;
}

static void turn(struct relay *relay)
{
    struct pollfd polled[POLLED_MAX];
    struct line *next = free_line(relay);
    nfds_t count = fill_polled(relay, next, polled);

    if (poll(polled, count, relay->is_over ? RELAY_LAST_WORDS_MS : -1) < 0)
        return;
    for (int i = 0; i < RELAY_LINES_MAX; i++) {
        if (relay->lines[i].is_open)
            move_both(&relay->lines[i]);
    }
    if (polled[POLLED_DOOR].revents)
        let_in(relay, next);
    if (polled[POLLED_END].revents)
        look_after_program(relay);
}

int relay_run(const struct relay_task *task)
{
    struct relay *relay = calloc(1, sizeof *relay);
    sigset_t ends;

    if (!relay)
        return FAILED;
    signal(SIGTERM, SIG_IGN);
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ends, NULL);
    if (task_limit_is_per_cell())
        task_limit_set_in_cell();
    relay->task = task;
    relay->signals = signalfd(-1, &ends, SFD_NONBLOCK | SFD_CLOEXEC);
    relay->port = open_door(task->port);
    relay->program = relay->signals < 0 || relay->port < 0 ? -1 : start_program(task);
    relay->status = FAILED;
    while (relay->program > 0 && (!relay->is_over || has_last_words(relay)))
        turn(relay);
    int status = relay->status;
    free(relay);
    return status;
}
