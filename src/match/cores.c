#define _GNU_SOURCE /* sched_setaffinity */

#include "match/cores.h"

#include <assert.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static cpu_set_t allowed(void)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    /* Of the first thread: a thread that plays may be bound to one core. */
    if (sched_getaffinity(getpid(), sizeof set, &set) != 0 || CPU_COUNT(&set) == 0)
        CPU_SET(0, &set);
    return set;
}

int cores_allowed(void)
{
    cpu_set_t set = allowed();

    return CPU_COUNT(&set);
}

/* An abstract socket address: only one process can have it, and it is free again when the process
 * ends, in whatever way.  The descriptor, or -1. */
static int claim(int core)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    int len = snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "kielwasser-core-%d", core);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (fd >= 0 && bind(fd, (struct sockaddr *)&name,
                        (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)len)) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

bool cores_claim(int cores[], int wanted)
{
    cpu_set_t set = allowed();
    int claims[CPU_SETSIZE];
    int count = 0;

    assert(wanted > 0);
    for (int core = 0; core < CPU_SETSIZE && count < wanted && wanted <= CPU_COUNT(&set); core++) {
        if (!CPU_ISSET(core, &set))
            continue;
        claims[count] = claim(core);
        cores[count] = core;
        count += claims[count] >= 0;
    }
    if (count == wanted)
        return true;
    while (count > 0)
        close(claims[--count]);
    return false;
}

void cores_stay_on(int core)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(core, &set);
    sched_setaffinity(0, sizeof set, &set);
}

void cores_roam(void)
{
    cpu_set_t set = allowed();

    sched_setaffinity(0, sizeof set, &set);
}
