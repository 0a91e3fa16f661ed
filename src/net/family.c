#include "net/family.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PATH_SIZE = 64, TEXT_SIZE = 4096 };

/* ---- files of /proc ---- */

static void add_number(char path[PATH_SIZE], pid_t number)
{
    char digits[16];
    int at = sizeof digits - 1;

    digits[at] = '\0';
    for (; number > 0 && at > 0; number /= 10)
        digits[--at] = (char)('0' + number % 10);
    strcat(path, digits + at);
}

/* The text of /proc/PID/name; "" if it has gone meanwhile. */
static void read_text(pid_t pid, const char *name, char *text, size_t size)
{
    char path[PATH_SIZE] = "/proc/";
    ssize_t len = -1;

    add_number(path, pid);
    strcat(path, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        len = read(fd, text, size - 1);
        close(fd);
    }
    text[len > 0 ? len : 0] = '\0';
}

/* What follows a word that begins a line: "RssAnon:    123 kB". */
static int64_t number_after(const char *text, const char *word)
{
    const char *at = strstr(text, word);

    return at ? strtoll(at + strlen(word), NULL, 10) : 0;
}

/* "12 (name) S 1 …" from the third word on: the name may hold anything, brackets too. */
static const char *after_name(const char *text)
{
    const char *name_end = strrchr(text, ')');

    return name_end && strlen(name_end) > 4 ? name_end + 2 : NULL;
}

/* ---- all processes ---- */

struct proc_entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

/* A listing of /proc. */
struct listing {
    int folder;
    long len, at;
    _Alignas(struct proc_entry) char entries[TEXT_SIZE];
};

static void listing_open(struct listing *listing)
{
    listing->folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    listing->len = listing->at = 0;
}

static void listing_close(struct listing *listing)
{
    if (listing->folder >= 0)
        close(listing->folder);
}

static bool fill(struct listing *listing)
{
    listing->at = 0;
    listing->len = listing->folder < 0 ? 0
                                       : syscall(SYS_getdents64, listing->folder, listing->entries,
                                                 sizeof listing->entries);
    return listing->len > 0;
}

/* The next process, or 0. */
static pid_t listing_next(struct listing *listing)
{
    while (listing->at < listing->len || fill(listing)) {
        const struct proc_entry *entry =
            (const struct proc_entry *)(listing->entries + listing->at);
        listing->at += entry->length;
        if (entry->name[0] >= '1' && entry->name[0] <= '9')
            return (pid_t)atoi(entry->name);
    }
    return 0;
}

/* ---- the descendants ---- */

struct process {
    pid_t pid, parent;
    char state; /* as in /proc/PID/stat: 'R', 'S', 'T', 'Z' … */
};

static struct process look_at(pid_t pid)
{
    char text[512];

    read_text(pid, "/stat", text, sizeof text);
    const char *state = after_name(text);
    return (struct process){
        .pid = pid, .parent = state ? (pid_t)atoi(state + 2) : 0, .state = state ? *state : 'Z'};
}

static bool has(const struct family *family, pid_t pid)
{
    for (int i = family->count - 1; i >= 0; i--) {
        if (family->members[i] == pid)
            return true;
    }
    return false;
}

static bool is_new(const struct family *family, const struct process *process, pid_t self)
{
    return (process->parent == self || has(family, process->parent)) && !has(family, process->pid);
}

/* What to do with a member as soon as it is found. */
typedef void on_member(void *context, const struct process *process);

/* One pass over /proc; true: there were new members. */
static bool add_members(struct family *family, on_member *call, void *context)
{
    struct listing listing;
    pid_t self = getpid(), pid;
    int before = family->count;

    listing_open(&listing);
    while (family->count < FAMILY_MAX && (pid = listing_next(&listing)) > 0) {
        struct process process = look_at(pid);
        if (!is_new(family, &process, self))
            continue;
        family->members[family->count++] = pid;
        if (call)
            call(context, &process);
    }
    listing_close(&listing);
    return family->count > before;
}

/* Children mostly have higher numbers than their parents and come later: so one pass, and one to
 * see that these are all. */
static void find(struct family *family, on_member *call, void *context)
{
    family->count = 0;
    while (add_members(family, call, context) && family->count < FAMILY_MAX)
        continue;
}

/* ---- what they use ---- */

/* Fields 14 to 17 of stat: in user and system mode, of itself and of children that have ended. */
static int64_t ticks_of(pid_t pid)
{
    char text[512];
    int64_t sum = 0;

    read_text(pid, "/stat", text, sizeof text);
    const char *at = after_name(text);

    for (int field = 3; at && field <= 17; field++) {
        if (field >= 14)
            sum += atoll(at);
        at = strchr(at, ' ');
        at = at ? at + 1 : NULL;
    }
    return sum;
}

static int64_t written_by(pid_t pid)
{
    char text[TEXT_SIZE];

    /* wchar counts what was written by system calls, write_bytes also what was written through a
     * mapping. */
    read_text(pid, "/io", text, sizeof text);
    int64_t said = number_after(text, "wchar: "), stored = number_after(text, "\nwrite_bytes: ");
    return said > stored ? said : stored;
}

static void add_use(pid_t pid, struct family_use *use)
{
    char text[TEXT_SIZE];

    use->written_bytes += written_by(pid);
    read_text(pid, "/status", text, sizeof text);
    use->memory_bytes +=
        1024 * (number_after(text, "\nRssAnon:") + number_after(text, "\nRssShmem:"));
}

int family_count_living(const struct family *family)
{
    int living = 0;

    for (int i = 0; i < family->count; i++)
        living += !strchr("ZX", look_at(family->members[i]).state);
    return living;
}

void family_measure(struct family *family, int processes_max, struct family_use *use)
{
    int64_t ticks = 0;

    find(family, NULL, NULL);
    *use = (struct family_use){.processes = family_count_living(family)};
    for (int i = 0; i < family->count && use->processes <= processes_max; i++) {
        add_use(family->members[i], use);
        ticks += ticks_of(family->members[i]);
    }
    use->cpu_s = ticks / sysconf(_SC_CLK_TCK);
}

/* ---- signals ---- */

static void send_signal(void *context, const struct process *process)
{
    const int *number = context;

    kill(process->pid, *number);
}

void family_signal(struct family *family, int number) { find(family, send_signal, &number); }

static void stop(void *context, const struct process *process)
{
    int *moving = context;

    if (strchr("TtZX", process->state))
        return;
    ++*moving;
    kill(process->pid, SIGSTOP);
}

bool family_stop(struct family *family)
{
    int moving = 0;

    find(family, stop, &moving);
    return moving == 0;
}

/* ---- tasks of a user ---- */

int family_tasks_of_user(uid_t user)
{
    struct listing listing;
    char text[TEXT_SIZE];
    int count = 0;
    pid_t pid;

    listing_open(&listing);
    while ((pid = listing_next(&listing)) > 0) {
        read_text(pid, "/status", text, sizeof text);
        /* The first number is the real user, for whom the system counts (RLIMIT_NPROC). */
        if (number_after(text, "\nUid:") == (int64_t)user)
            count += (int)number_after(text, "\nThreads:");
    }
    listing_close(&listing);
    return count;
}
