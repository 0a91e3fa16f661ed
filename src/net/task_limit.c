#include "net/task_limit.h"

#include "net/family.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>

/* The first Linux that counts the tasks of a user namespace for itself. */
enum { MAJOR = 5, MINOR = 14 };

static void set(rlim_t most)
{
    struct rlimit now;

    if (getrlimit(RLIMIT_NPROC, &now) != 0)
        return;
    now.rlim_max = now.rlim_max < most ? now.rlim_max : most;
    now.rlim_cur = now.rlim_cur < now.rlim_max ? now.rlim_cur : now.rlim_max;
    setrlimit(RLIMIT_NPROC, &now);
}

bool task_limit_is_per_cell(void)
{
    struct utsname name;

    if (uname(&name) != 0)
        return false;
    const char *dot = strchr(name.release, '.');
    int major = atoi(name.release), minor = dot ? atoi(dot + 1) : 0;
    return major > MAJOR || (major == MAJOR && minor >= MINOR);
}

void task_limit_set_in_cell(void) { set(TASK_LIMIT); }

void task_limit_set_for_user(uid_t user) { set((rlim_t)family_tasks_of_user(user) + TASK_LIMIT); }
