#include "server/folder_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { PATH_SIZE = PATH_MAX + 8, LINE_SIZE = 256 };

/* The process in a line of /proc/locks about this file, or 0:
 * "1: FLOCK  ADVISORY  WRITE 123 08:02:5678 0 EOF". */
static int holder_in(const char *line, const struct stat *file)
{
    unsigned device[2];
    unsigned long inode;
    int pid;

    bool is_it =
        sscanf(line, "%*s FLOCK %*s %*s %d %x:%x:%lu", &pid, &device[0], &device[1], &inode) == 4 &&
        inode == file->st_ino && makedev(device[0], device[1]) == file->st_dev;
    return is_it ? pid : 0;
}

static int find_holder(const struct stat *file)
{
    char line[LINE_SIZE];
    int holder = 0;
    FILE *locks = fopen("/proc/locks", "re");

    while (locks && holder == 0 && fgets(line, sizeof line, locks))
        holder = holder_in(line, file);
    if (locks)
        fclose(locks);
    return holder;
}

bool folder_lock_is_held(const char *folder, int *holder)
{
    char path[PATH_SIZE];
    struct stat info;

    snprintf(path, sizeof path, "%s/lock", folder);
    int lock = open(path, O_RDONLY | O_CLOEXEC);
    if (lock < 0)
        return false;
    bool is_held = flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    *holder = is_held && fstat(lock, &info) == 0 ? find_holder(&info) : 0;
    close(lock);
    return is_held;
}
