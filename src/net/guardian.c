#define _GNU_SOURCE /* pipe2, sched_setaffinity */

#include "net/guardian.h"

#include "net/cell_filter.h"
#include "net/family.h"
#include "net/task_limit.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    PROGRAM_FILES = 1024, /* descriptors of the program */
    CLEAN_UP_PAUSE_MS = 2,
    STOP_ROUNDS = 50, /* at most until all are stopped; then those are killed that are found */
    LOOK_MS = 100,    /* between two looks at what is used, at least … */
    LOOK_SHARE = 100, /* … and so many times as long as a look takes */
    LOOK_MAX_MS = 1000,
    GLANCE_MS = 50,   /* between two glances at how many tasks the machine has … */
    GLANCE_RISE = 32, /* … which lead to a look at once if there are so many more */
    FLOOD_RISE = 200, /* … and if there are so many more, the program is stopped meanwhile */
    SIGNALLED = 128,  /* the code of a shell for a program that was ended by a signal */
};

#define QUICK_NICE "-10" /* of a guardian that may have it, and of its session */

/* No game takes so long, and no machine for players has so little that this would harm others. */
const struct guardian_limits guardian_limits_usual = {.memory_bytes = (int64_t)3 << 29,
                                                      .written_bytes = (int64_t)2 << 30,
                                                      .cpu_s = 4 * 3600,
                                                      .processes = 64};

static void say(int fd, const void *news, size_t size)
{
    if (write(fd, news, size) != (ssize_t)size)
        return; /* the server has gone */
}

pid_t guardian_fork(void) { return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }

/* ---- between fork and exec ---- */

static void limit(int resource, rlim_t most)
{
    struct rlimit now;

    if (getrlimit(resource, &now) != 0)
        return;
    now.rlim_max = now.rlim_max < most ? now.rlim_max : most;
    now.rlim_cur = now.rlim_max;
    setrlimit(resource, &now);
}

/* Memory is watched and not limited: the address space of a Java machine is large and
 * mostly empty. */
static void limit_all(const struct guardian_task *task)
{
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, GUARDIAN_FILE_BYTES);
    limit(RLIMIT_NOFILE, PROGRAM_FILES);
    limit(RLIMIT_CPU, (rlim_t)task->limits.cpu_s);
    if (!task->is_own && !(task->has_cell && task_limit_is_per_cell()))
        task_limit_set_for_user(task->user ? task->user->uid : getuid());
}

static void write_file(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);

    if (fd < 0)
        return;
    say(fd, text, strlen(text));
    close(fd);
}

/* Should memory run out all the same, the system ends this program before any other. */
static void be_first_to_go(void) { write_file("/proc/self/oom_score_adj", "500"); }

static void stay_on(int core)
{
    cpu_set_t cores;

    CPU_ZERO(&cores);
    if (core >= 0 && core < CPU_SETSIZE)
        CPU_SET(core, &cores);
    /* A core that is not ours to have: the program runs on any other. */
    sched_setaffinity(0, sizeof cores, &cores);
}

/* With hundreds of processes that want to run, each look would take seconds. */
static void be_quick(void)
{
    setpriority(PRIO_PROCESS, 0, atoi(QUICK_NICE));
    write_file("/proc/self/autogroup", QUICK_NICE);
}

/* The program's user, and no setuid program gives it more rights.  Bubblewrap may be one, and sees
 * to it itself. */
static bool drop_rights(const struct guardian_task *task)
{
    return (task->is_own || task->has_cell || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) &&
           (!task->user || bot_user_become(task->user));
}

static _Noreturn void become_program(const struct guardian_task *task, pid_t guardian, int failure)
{
    sigset_t none;

    /* A session of its own is also a share of the processors of its own, where the system shares
     * them by sessions: the guardian has its turn however many processes the program starts. */
    setsid();
    setpriority(PRIO_PROCESS, 0, task->nice);
    dup2(task->output, STDOUT_FILENO);
    dup2(task->output, STDERR_FILENO);
    limit_all(task);
    be_first_to_go();
    if (task->core)
        stay_on(*task->core);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    /* The request to end goes to the program in the cell; the cell then ends by itself. */
    if (task->has_cell)
        signal(SIGTERM, SIG_IGN);
    if (task->has_cell)
        cell_filter_place(task->filter);
    bool is_dropped = drop_rights(task);
    /* A change of the user takes this back, so it comes afterwards. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != guardian)
        _exit(127);
    if (is_dropped && (!task->folder || chdir(task->folder) == 0))
        execve(task->program, task->argv, task->env);
    say(failure, &errno, sizeof errno);
    _exit(127);
}

/* ---- detaching from the server ---- */

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

/* The lowest of them from `first` on, or -1. */
static int next_kept(const int kept[], size_t count, int first)
{
    int next = -1;

    for (size_t i = 0; i < count; i++) {
        if (kept[i] >= first && (next < 0 || kept[i] < next))
            next = kept[i];
    }
    return next;
}

/* Closes the server's sockets and locks, which a fork inherits. */
static void close_others(const struct guardian_task *task)
{
    int kept[] = {task->output, task->news, task->filter};
    unsigned first = STDERR_FILENO + 1;
    int nothing = open("/dev/null", O_RDWR);

    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        dup2(nothing, fd);
    for (;;) {
        int next = next_kept(kept, sizeof kept / sizeof *kept, (int)first);
        close_between(first, next < 0 ? UINT_MAX : (unsigned)next - 1);
        if (next < 0)
            return;
        first = (unsigned)next + 1;
    }
}

/* ---- watching ---- */

static bool is_over(pid_t program)
{
    siginfo_t info = {0};

    /* The program stays a zombie for now, so that its number is not given to another process. */
    return waitid(P_PID, (id_t)program, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info.si_pid == program;
}

/* Processes that lost their parents have become our children: collects those that have ended. */
static void reap_orphans(pid_t program)
{
    siginfo_t info = {0};

    while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid > 0 &&
           info.si_pid != program) {
        waitpid(info.si_pid, NULL, 0);
        info.si_pid = 0;
    }
}

/* Which limit the program and its descendants have reached together. */
static enum guardian_cause find_excess(const struct guardian_limits *limits, struct family *family)
{
    struct family_use use;

    family_measure(family, limits->processes, &use);
    /* Memory that processes have in common is counted for each, so many of them seem
     * to have much. */
    return use.processes > limits->processes           ? GUARDIAN_PROCESSES
           : use.memory_bytes > limits->memory_bytes   ? GUARDIAN_MEMORY
           : use.written_bytes > limits->written_bytes ? GUARDIAN_WRITTEN
           : use.cpu_s > limits->cpu_s                 ? GUARDIAN_CPU
                                                       : GUARDIAN_NOT;
}

static int64_t now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* A pass over /proc of a large machine takes long: the pause is LOOK_SHARE times as long. */
static int64_t pause_after_us(int64_t look_us)
{
    int64_t pause_us = look_us * LOOK_SHARE;

    return pause_us < LOOK_MS * 1000       ? LOOK_MS * 1000
           : pause_us > LOOK_MAX_MS * 1000 ? LOOK_MAX_MS * 1000
                                           : pause_us;
}

/* The next signal until then, or 0. */
static int next_signal(int64_t until_us)
{
    sigset_t all;
    int64_t left_us = until_us - now_us();
    struct timespec left = {0};

    sigfillset(&all);
    if (left_us > 0)
        left = (struct timespec){.tv_sec = left_us / 1000000, .tv_nsec = left_us % 1000000 * 1000};
    int number = sigtimedwait(&all, NULL, &left);
    return number > 0 ? number : 0;
}

/* The program may have joined another group. */
static void end(pid_t program)
{
    kill(-program, SIGKILL);
    kill(program, SIGKILL);
}

static void obey(const struct guardian_task *task, pid_t program, int number, struct family *family)
{
    if (number == GUARDIAN_ASK && task->has_cell)
        family_signal(family, SIGTERM);
    else if (number == GUARDIAN_ASK)
        kill(-program, SIGTERM);
    else if (number == GUARDIAN_END)
        end(program);
}

/* All threads of the machine. */
static int tasks_of_machine(void)
{
    struct sysinfo info;

    return sysinfo(&info) == 0 ? info.procs : 0;
}

/* As find_excess, but while it looks no process of the program runs: hundreds of them would leave
 * it no time to look. */
static enum guardian_cause find_flood(const struct guardian_limits *limits, pid_t program,
                                      struct family *family)
{
    kill(-program, SIGSTOP);
    family_stop(family);
    if (family_count_living(family) > limits->processes)
        return GUARDIAN_PROCESSES;
    family_signal(family, SIGCONT);
    return GUARDIAN_NOT;
}

/* Watches until the program has ended or a limit is reached.  `tasks` were there before it
 * started. */
static enum guardian_cause watch(const struct guardian_task *task, pid_t program, int tasks,
                                 struct family *family)
{
    enum guardian_cause cause = GUARDIAN_NOT;
    int64_t look_us = now_us() + LOOK_MS * 1000;

    while (!is_over(program) && cause == GUARDIAN_NOT) {
        int64_t glance_us = now_us() + GLANCE_MS * 1000;
        int number = next_signal(glance_us < look_us ? glance_us : look_us);
        int64_t began_us = now_us();
        obey(task, program, number, family);
        int rise = task->is_own ? 0 : tasks_of_machine() - tasks;
        if (began_us < look_us && rise < GLANCE_RISE)
            continue;
        reap_orphans(program);
        cause = rise >= FLOOD_RISE ? find_flood(&task->limits, program, family)
                                   : find_excess(&task->limits, family);
        look_us = now_us() + pause_after_us(now_us() - began_us);
        tasks = tasks_of_machine();
    }
    return cause;
}

/* ---- what the program leaves behind ---- */

/* Stopped ones start no others while they are killed one by one. */
static void kill_all(struct family *family)
{
    for (int round = 0; round < STOP_ROUNDS && !family_stop(family); round++)
        continue;
    family_signal(family, SIGKILL);
}

/* Until there is no child any more. */
static void clean_up(struct family *family)
{
    for (bool is_first = true;; is_first = false) {
        pid_t reaped;
        while ((reaped = waitpid(-1, NULL, WNOHANG)) > 0)
            continue;
        if (reaped < 0)
            return;
        /* A cell falls apart by itself, which is faster than to look for what was in it. */
        if (!is_first)
            kill_all(family);
        next_signal(now_us() + CLEAN_UP_PAUSE_MS * 1000);
    }
}

/* ---- guardian_run ---- */

static pid_t start(const struct guardian_task *task, int *error)
{
    int failure[2];
    pid_t self = getpid();

    if (pipe2(failure, O_CLOEXEC) != 0) {
        *error = errno;
        return -1;
    }
    /* Only plain system calls follow until it is another program, so our memory need
     * not be copied. */
    pid_t program = vfork();
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

/* Bubblewrap says as a shell would how the program in it has ended. */
static int plain_status(const struct guardian_task *task, int status)
{
    bool is_signal = task->has_cell && WIFEXITED(status) && WEXITSTATUS(status) > SIGNALLED;

    return is_signal ? WEXITSTATUS(status) - SIGNALLED : status;
}

/* The system ends a program that has reached a limit of its own. */
static enum guardian_cause cause_of(int status)
{
    int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;

    return number == SIGXCPU ? GUARDIAN_CPU : number == SIGXFSZ ? GUARDIAN_FILE : GUARDIAN_NOT;
}

static void guard(const struct guardian_task *task, pid_t program, int tasks)
{
    struct family family;
    struct guardian_end last = {.cause = watch(task, program, tasks, &family)};

    /* A cell ends with its first process. */
    if (!task->has_cell && last.cause != GUARDIAN_NOT)
        kill_all(&family);
    end(program);
    waitpid(program, &last.status, 0);
    last.status = plain_status(task, last.status);
    if (last.cause == GUARDIAN_NOT)
        last.cause = cause_of(last.status);
    clean_up(&family);
    say(task->news, &last, sizeof last);
}

void guardian_run(const struct guardian_task *task)
{
    struct guardian_start first = {0};

    forget_handlers();
    setsid();
    prctl(PR_SET_NAME, "kw-guardian");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, GUARDIAN_END);
    if (getppid() != task->server)
        _exit(0);
    close_others(task);
    be_quick();
    int tasks = tasks_of_machine();
    first.pid = start(task, &first.error);
    say(task->news, &first, sizeof first);
    if (first.error == 0)
        guard(task, first.pid, tasks);
    _exit(0);
}
