#define _GNU_SOURCE /* pipe2, sched_setaffinity */

#include "net/guardian.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    PROGRAM_FILES = 1024,     /* descriptors of the program */
    PROGRAM_CPU_S = 4 * 3600, /* no game takes that long */
    CLEAN_UP_ROUNDS = 500,
    CLEAN_UP_PAUSE_MS = 2,
};

#define PROGRAM_FILE_BYTES ((rlim_t)1 << 30)

static void say(int fd, const void *news, size_t size)
{
    if (write(fd, news, size) != (ssize_t)size)
        return; /* whom it concerns has gone */
}

pid_t guardian_fork(void) { return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }

/* ---- the program, until it is one ---- */

static void limit(int resource, rlim_t most)
{
    struct rlimit now;

    if (getrlimit(resource, &now) != 0)
        return;
    now.rlim_max = now.rlim_max < most ? now.rlim_max : most;
    now.rlim_cur = now.rlim_max;
    setrlimit(resource, &now);
}

/* Memory is not limited: the address space of a Java machine is large and mostly empty. */
static void limit_all(void)
{
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, PROGRAM_FILE_BYTES);
    limit(RLIMIT_NOFILE, PROGRAM_FILES);
    limit(RLIMIT_CPU, PROGRAM_CPU_S);
}

static void stay_on(int core)
{
    cpu_set_t cores;

    CPU_ZERO(&cores);
    if (core >= 0 && core < CPU_SETSIZE)
        CPU_SET(core, &cores);
    /* A core that is not ours to have: the program runs on any other. */
    sched_setaffinity(0, sizeof cores, &cores);
}

static _Noreturn void become_program(const struct guardian_task *task, pid_t guardian, int failure)
{
    sigset_t none;

    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != guardian)
        _exit(127);
    dup2(task->output, STDOUT_FILENO);
    dup2(task->output, STDERR_FILENO);
    limit_all();
    if (task->core)
        stay_on(*task->core);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (!task->folder || chdir(task->folder) == 0)
        execve(task->program, task->argv, task->env);
    say(failure, &errno, sizeof errno);
    _exit(127);
}

/* ---- alone ---- */

static void forget_handlers(void)
{
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
}

static void close_between(unsigned first, unsigned last)
{
    if (first > last)
        return;
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, last, 0) == 0)
        return;
#endif
    unsigned open_max = (unsigned)sysconf(_SC_OPEN_MAX);
    for (unsigned fd = first; fd <= last && fd < open_max; fd++)
        close((int)fd);
}

/* The server's sockets and locks are not ours to hold. */
static void close_others(const struct guardian_task *task)
{
    unsigned low = (unsigned)(task->output < task->news ? task->output : task->news);
    unsigned high = (unsigned)(task->output < task->news ? task->news : task->output);
    int nothing = open("/dev/null", O_RDWR);

    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        dup2(nothing, fd);
    close_between(STDERR_FILENO + 1, low - 1);
    close_between(low + 1, high - 1);
    close_between(high + 1, UINT_MAX);
}

/* ---- what the program leaves behind ---- */

/* The parent of a process, or 0. */
static pid_t parent_of(const char *pid)
{
    char path[64] = "/proc/", text[512];

    strncat(path, pid, 16);
    strcat(path, "/stat");
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    ssize_t len = read(fd, text, sizeof text - 1);
    close(fd);
    text[len > 0 ? len : 0] = '\0';
    /* "12 (name) S 1": the name may hold anything, brackets too. */
    const char *name_end = strrchr(text, ')');
    return name_end && strlen(name_end) > 4 ? (pid_t)atoi(name_end + 4) : 0;
}

struct proc_entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

/* Everything that lost its parent has become our child. */
static void kill_orphans(void)
{
    _Alignas(struct proc_entry) char entries[4096];
    pid_t self = getpid();
    long len;
    int fd = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    while (fd >= 0 && (len = syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0) {
        for (long at = 0; at < len;) {
            const struct proc_entry *entry = (const struct proc_entry *)(entries + at);
            if (entry->name[0] > '0' && entry->name[0] <= '9' && parent_of(entry->name) == self)
                kill((pid_t)atoi(entry->name), SIGKILL);
            at += entry->length;
        }
    }
    if (fd >= 0)
        close(fd);
}

/* Until there is no child any more; who escapes for a second is let go. */
static void clean_up(void)
{
    struct timespec pause = {.tv_nsec = CLEAN_UP_PAUSE_MS * 1000000};

    for (int round = 0; round < CLEAN_UP_ROUNDS; round++) {
        pid_t reaped;
        while ((reaped = waitpid(-1, NULL, WNOHANG)) > 0)
            continue;
        if (reaped < 0)
            return;
        kill_orphans();
        nanosleep(&pause, NULL);
    }
}

/* ---- watching ---- */

static bool is_over(pid_t program)
{
    siginfo_t info = {0};

    /* It stays a zombie for now, so that its number is not given to somebody else. */
    return waitid(P_PID, (id_t)program, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info.si_pid == program;
}

static void watch(pid_t program)
{
    sigset_t all;
    int number;

    sigfillset(&all);
    while (!is_over(program)) {
        if (sigwait(&all, &number) != 0)
            continue;
        if (number == GUARDIAN_ASK)
            kill(-program, SIGTERM);
        else if (number == GUARDIAN_END)
            kill(-program, SIGKILL);
    }
}

static pid_t start(const struct guardian_task *task, int *error)
{
    int failure[2];
    pid_t self = getpid();

    if (pipe2(failure, O_CLOEXEC) != 0) {
        *error = errno;
        return -1;
    }
    pid_t program = guardian_fork();
    if (program == 0)
        become_program(task, self, failure[1]);
    *error = program < 0 ? errno : 0;
    setpgid(program, program);
    close(failure[1]);
    close(task->output);
    if (program > 0 && read(failure[0], error, sizeof *error) <= 0)
        *error = 0;
    close(failure[0]);
    return program;
}

void guardian_run(const struct guardian_task *task)
{
    struct guardian_start first = {0};
    int status = 0;

    forget_handlers();
    setsid();
    prctl(PR_SET_NAME, "kw-guardian");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, GUARDIAN_END);
    if (getppid() != task->server)
        _exit(0);
    close_others(task);
    first.pid = start(task, &first.error);
    say(task->news, &first, sizeof first);
    if (first.error != 0)
        _exit(0);
    watch(first.pid);
    kill(-first.pid, SIGKILL);
    waitpid(first.pid, &status, 0);
    clean_up();
    say(task->news, &status, sizeof status);
    _exit(0);
}
