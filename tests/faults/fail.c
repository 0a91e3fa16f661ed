#define _GNU_SOURCE /* RTLD_NEXT, syscall numbers */

#include "fail.h"

#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SHORT = -1, FRAMES_MAX = 24 };

static const struct {
    const char *name;
    int usual_errno;
} fail_kinds[FAIL_KINDS] = {
    [FAIL_MALLOC] = {"malloc", ENOMEM}, [FAIL_LIBMALLOC] = {"libmalloc", ENOMEM},
    [FAIL_READ] = {"read", EIO},        [FAIL_WRITE] = {"write", ENOSPC},
    [FAIL_OPEN] = {"open", EMFILE},     [FAIL_FSYNC] = {"fsync", EIO},
    [FAIL_NAME] = {"name", EIO},        [FAIL_SIZE] = {"size", ENOSPC},
    [FAIL_LOCK] = {"lock", ENOLCK},     [FAIL_MAP] = {"map", ENOMEM},
    [FAIL_FORK] = {"fork", EAGAIN},     [FAIL_THREAD] = {"thread", EAGAIN},
    [FAIL_SOCKET] = {"socket", EMFILE}, [FAIL_ACCEPT] = {"accept", EMFILE},
    [FAIL_RECV] = {"recv", ECONNRESET}, [FAIL_SEND] = {"send", ECONNRESET},
    [FAIL_SIGNAL] = {"signal", EINTR},  [FAIL_QUERY] = {"query", EIO},
};

static const struct {
    const char *name;
    int number;
} errors[] = {
    {"short", SHORT},
    {"EACCES", EACCES},
    {"EAGAIN", EAGAIN},
    {"EBUSY", EBUSY},
    {"ECONNABORTED", ECONNABORTED},
    {"ECONNRESET", ECONNRESET},
    {"EINTR", EINTR},
    {"EIO", EIO},
    {"EMFILE", EMFILE},
    {"ENFILE", ENFILE},
    {"ENOLCK", ENOLCK},
    {"ENOMEM", ENOMEM},
    {"ENOSPC", ENOSPC},
    {"EPIPE", EPIPE},
    {"EROFS", EROFS},
};

/* In a file, so that the counts are there however the process ends. */
struct report {
    _Atomic int64_t counts[FAIL_KINDS];
    _Atomic int64_t failed;
};

static struct report unreported;
static struct report *report = &unreported;
static pid_t own_pid; /* 0: not set up yet */
static enum fail_kind kind_that_fails = FAIL_KINDS;
static int64_t first, every = 1, failures_max = 1;
static int error;
static bool is_shown;
static char switch_path[PATH_MAX];
struct range {
    uintptr_t start, end;
};
static struct range program, c_library; /* where they are in memory */
static __thread bool is_inside;         /* this library's own calls neither count nor fail */

/* ---- setting up ---- */

static int64_t number_of(const char *name, int64_t usual)
{
    const char *text = getenv(name);

    return text ? strtoll(text, NULL, 10) : usual;
}

static void die(const char *what)
{
    fprintf(stderr, "fail.c: %s\n", what);
    _exit(99);
}

static enum fail_kind find_kind(const char *name)
{
    for (enum fail_kind kind = 0; kind < FAIL_KINDS; kind++) {
        if (strcmp(fail_kinds[kind].name, name) == 0)
            return kind;
    }
    die("FAIL names no kind");
    return FAIL_KINDS;
}

static int find_error(const char *name)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        if (strcmp(errors[i].name, name) == 0)
            return errors[i].number;
    }
    die("FAIL_ERRNO names no error");
    return 0;
}

static void map_report(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    if (file < 0 || ftruncate(file, sizeof *report) != 0)
        die("no FAIL_REPORT");
    report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (report == MAP_FAILED)
        die("no FAIL_REPORT");
    close(file);
}

static struct range range_of(const struct dl_phdr_info *info)
{
    struct range range = {.start = UINTPTR_MAX};

    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + part->p_vaddr;
        if (part->p_type != PT_LOAD)
            continue;
        range.start = start < range.start ? start : range.start;
        range.end = start + part->p_memsz > range.end ? start + part->p_memsz : range.end;
    }
    return range;
}

/* The first one is the program itself. */
static int note_range(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size, (void)context;
    if (program.end == 0)
        program = range_of(info);
    if (strstr(info->dlpi_name, "/libc.so"))
        c_library = range_of(info);
    return 0;
}

__attribute__((constructor)) static void set_up(void)
{
    static const char *const names[] = {"LD_PRELOAD", "FAIL",        "FAIL_AT",
                                        "FAIL_COUNT", "FAIL_EVERY",  "FAIL_ERRNO",
                                        "FAIL_WHILE", "FAIL_REPORT", "FAIL_SHOW"};
    const char *kind = getenv("FAIL"), *name = getenv("FAIL_ERRNO"), *path = getenv("FAIL_WHILE");

    is_inside = true;
    first = number_of("FAIL_AT", 1);
    every = number_of("FAIL_EVERY", 1);
    failures_max = number_of("FAIL_COUNT", 1);
    is_shown = number_of("FAIL_SHOW", 0) != 0;
    snprintf(switch_path, sizeof switch_path, "%s", path ? path : "");
    if (kind) {
        kind_that_fails = find_kind(kind);
        error = name ? find_error(name) : fail_kinds[kind_that_fails].usual_errno;
    }
    if (getenv("FAIL_REPORT"))
        map_report(getenv("FAIL_REPORT"));
    dl_iterate_phdr(note_range, NULL);
    if (is_shown)
        backtrace((void *[1]){NULL}, 1); /* its first call allocates */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unsetenv(names[i]);
    own_pid = getpid();
    is_inside = false;
}

/* ---- deciding ---- */

/* Counts only in the process that was started, and only while the switch is on. */
static bool counts(void)
{
    if (own_pid == 0 || is_inside || getpid() != own_pid)
        return false;
    int before = errno;
    bool is_on = switch_path[0] == '\0' || syscall(SYS_access, switch_path, F_OK) == 0;
    errno = before;
    return is_on;
}

static void show(enum fail_kind kind, int64_t number)
{
    void *frames[FRAMES_MAX];
    char line[64];

    is_inside = true;
    int len = snprintf(line, sizeof line, "fail.c: %s %lld fails\n", fail_kinds[kind].name,
                       (long long)number);
    syscall(SYS_write, STDERR_FILENO, line, len);
    backtrace_symbols_fd(frames, backtrace(frames, FRAMES_MAX), STDERR_FILENO);
    is_inside = false;
}

bool fail_now(enum fail_kind kind)
{
    if (!counts())
        return false;
    int64_t number = atomic_fetch_add(&report->counts[kind], 1) + 1;
    if (kind != kind_that_fails || number < first || (number - first) % every != 0 ||
        (failures_max > 0 && number >= first + failures_max * every))
        return false;
    atomic_fetch_add(&report->failed, 1);
    if (is_shown)
        show(kind, number);
    errno = error == SHORT ? fail_kinds[kind].usual_errno : error;
    return true;
}

static bool is_in(const struct range *range, const void *at)
{
    return (uintptr_t)at >= range->start && (uintptr_t)at < range->end;
}

bool fail_memory(const void *caller)
{
    /* The C library crashes in its own lists of users. */
    if (is_in(&c_library, caller))
        return false;
    return fail_now(is_in(&program, caller) ? FAIL_MALLOC : FAIL_LIBMALLOC);
}

enum family { FILES, SOCKETS, OTHERS };

static enum family family_of(int fd)
{
    struct stat info;
    int before = errno;
    bool is_known = fstat(fd, &info) == 0;

    errno = before;
    return !is_known                ? OTHERS
           : S_ISREG(info.st_mode)  ? FILES
           : S_ISSOCK(info.st_mode) ? SOCKETS
                                    : OTHERS;
}

/* What fails once stays broken, at both ends. */
static void break_line(int fd)
{
    int before = errno;

    shutdown(fd, SHUT_RDWR);
    errno = before;
}

/* Pipes and what libuv waits with fail by a signal only: nothing else happens to them. */
static bool transfer_fails(int fd, enum fail_kind file_kind, enum fail_kind socket_kind,
                           size_t *len)
{
    if (!counts())
        return false;
    enum family family = family_of(fd);
    if (fail_now(FAIL_SIGNAL))
        return true;
    if (family == OTHERS || !fail_now(family == FILES ? file_kind : socket_kind))
        return false;
    if (error == SHORT && *len > 1) {
        *len /= 2;
        return false;
    }
    if (family == SOCKETS)
        break_line(fd);
    return true;
}

bool fail_read(int fd, size_t *len) { return transfer_fails(fd, FAIL_READ, FAIL_RECV, len); }

bool fail_write(int fd, size_t *len) { return transfer_fails(fd, FAIL_WRITE, FAIL_SEND, len); }
