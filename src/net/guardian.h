#ifndef NET_GUARDIAN_H
#define NET_GUARDIAN_H

/*
 * A guardian is a small process between us and a stranger's program.  It starts the program, waits
 * for its end, and then ends whatever the program has left behind, also when we ourselves were
 * killed and can end nothing any more.
 *
 * It tells us through a pipe: first a guardian_start, at the end a guardian_end; then the pipe
 * closes and no process is left.  It listens to two signals: GUARDIAN_ASK asks the program to end
 * (SIGTERM), GUARDIAN_END ends it and everything it has started (SIGKILL).
 *
 * The program has limits, and so have it and everything it has started together.  The latter are
 * looked at a few times a second: a quick program may exceed them for a moment.
 */

#include "net/bot_user.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    GUARDIAN_ASK = SIGUSR1,
    GUARDIAN_END = SIGTERM,
    GUARDIAN_FILE_BYTES = 1 << 30, /* the largest file */
};

struct guardian_start {
    pid_t pid;
    int error; /* errno; 0: the program runs */
};

/* What has ended the program. */
enum guardian_cause {
    GUARDIAN_NOT, /* no limit: it did so itself, or one of the two signals */
    GUARDIAN_MEMORY,
    GUARDIAN_PROCESSES,
    GUARDIAN_WRITTEN,
    GUARDIAN_FILE,
    GUARDIAN_CPU,
};

struct guardian_end {
    int status; /* as of waitpid */
    enum guardian_cause cause;
};

/* For a program and everything it starts, together; 0: as in guardian_limits_usual. */
struct guardian_limits {
    int64_t memory_bytes; /* resident, without what is mapped from files */
    int64_t written_bytes;
    int64_t cpu_s;
    int processes;
};

extern const struct guardian_limits guardian_limits_usual;

struct guardian_task {
    pid_t server;        /* the process that forked the guardian */
    const char *program; /* the file */
    char *const *argv, *const *env;
    const char *folder; /* working directory; NULL: ours */
    const int *core;    /* the only one it may run on; NULL: any */
    int nice;           /* its priority: ours */
    int output, news;   /* pipes for the program's output and for us */
    struct guardian_limits limits;
    bool has_cell; /* the program is bubblewrap with another one in it (net/sandbox.h) … */
    int filter;    /* … which reads this descriptor (net/cell_filter.h) */
    bool is_own;   /* the program is ours: it keeps our rights, and starts others */
    const struct bot_user *user; /* of the program; NULL: our own */
};

/* A fork without the handlers that libraries have registered for one: libuv's would close
 * descriptors by their old numbers.  The new process may only do plain system calls. */
pid_t guardian_fork(void);

/* In a process that was just forked with all signals blocked.  The process it was forked from may
 * have threads, so everything in here is a plain system call. */
_Noreturn void guardian_run(const struct guardian_task *task);

#endif
