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

static pid_t parent_of(pid_t pid)
{
    char text[512];

    read_text(pid, "/stat", text, sizeof text);
    const char *state = after_name(text);
    return state ? (pid_t)atoi(state + 2) : 0;
}

/* ---- the descendants ---- */

struct proc_entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

static void note(struct family *family, const char *name)
{
    if (name[0] < '1' || name[0] > '9' || family->count == FAMILY_LOOK_MAX)
        return;
    pid_t pid = (pid_t)atoi(name);
    family->members[family->count++] = (struct family_member){.pid = pid, .parent = parent_of(pid)};
}

static void note_all(struct family *family)
{
    _Alignas(struct proc_entry) char entries[TEXT_SIZE];
    long len;
    int fd = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    family->count = 0;
    while (fd >= 0 && (len = syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0) {
        for (long at = 0; at < len;) {
            const struct proc_entry *entry = (const struct proc_entry *)(entries + at);
            note(family, entry->name);
            at += entry->length;
        }
    }
    if (fd >= 0)
        close(fd);
}

/* /proc lists the numbers in ascending order. */
static bool is_ours(const struct family *family, pid_t pid)
{
    int low = 0, high = family->count;

    while (low < high) {
        int middle = (low + high) / 2;
        if (family->members[middle].pid < pid)
            low = middle + 1;
        else
            high = middle;
    }
    return low < family->count && family->members[low].pid == pid && family->members[low].is_ours;
}

/* Children mostly have higher numbers than their parents, so one round and one to see that it is
 * all. */
static void find(struct family *family)
{
    pid_t self = getpid();

    note_all(family);
    for (bool is_news = true; is_news;) {
        is_news = false;
        for (int i = 0; i < family->count; i++) {
            struct family_member *member = &family->members[i];
            if (member->is_ours || (member->parent != self && !is_ours(family, member->parent)))
                continue;
            member->is_ours = is_news = true;
        }
    }
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

    use->processes++;
    use->written_bytes += written_by(pid);
    read_text(pid, "/status", text, sizeof text);
    use->memory_bytes +=
        1024 * (number_after(text, "\nRssAnon:") + number_after(text, "\nRssShmem:"));
}

void family_measure(struct family *family, struct family_use *use)
{
    int64_t ticks = 0;

    *use = (struct family_use){0};
    find(family);
    for (int i = 0; i < family->count; i++) {
        if (!family->members[i].is_ours)
            continue;
        add_use(family->members[i].pid, use);
        ticks += ticks_of(family->members[i].pid);
    }
    use->cpu_s = ticks / sysconf(_SC_CLK_TCK);
}

void family_signal(struct family *family, int number)
{
    find(family);
    for (int i = 0; i < family->count; i++) {
        if (family->members[i].is_ours)
            kill(family->members[i].pid, number);
    }
}
