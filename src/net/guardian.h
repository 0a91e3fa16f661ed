#ifndef NET_GUARDIAN_H
#define NET_GUARDIAN_H

/*
 * A guardian is a small process between us and a stranger's program.  It starts the program, waits for
 * its end, and then ends whatever the program has left behind, also when we ourselves were killed and
 * can end nothing any more.
 *
 * It tells us through a pipe: first a guardian_start, at the end the status as of waitpid; then the pipe
 * closes and no process is left.  It listens to two signals: GUARDIAN_ASK asks the program to end
 * (SIGTERM), GUARDIAN_END ends it and everything it has started (SIGKILL).
 */

#include <signal.h>
#include <sys/types.h>

enum { GUARDIAN_ASK = SIGUSR1, GUARDIAN_END = SIGTERM };

struct guardian_start {
    pid_t pid;
    int error; /* errno; 0: the program runs */
};

struct guardian_task {
    pid_t server;        /* who forked */
    const char *program; /* the file */
    char *const *argv, *const *env;
    const char *folder; /* working directory; NULL: ours */
    const int *core;    /* the only one it may run on; NULL: any */
    int output, news;   /* pipes for the program's output and for us */
};

/* A fork without the handlers that libraries have registered for one: libuv's would close descriptors
 * by their old numbers.  The new process may only do plain system calls. */
pid_t guardian_fork(void);

/* In a process that was just forked with all signals blocked.  The process it was forked from may have
 * threads, so everything in here is a plain system call. */
_Noreturn void guardian_run(const struct guardian_task *task);

#endif
