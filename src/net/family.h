#ifndef NET_FAMILY_H
#define NET_FAMILY_H

/*
 * All processes that descend from this one, found in /proc.  For a guardian (net/guardian.h), so
 * everything in here is a plain system call; nothing is allocated.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { FAMILY_MAX = 8192 }; /* more descendants are found once some of these have ended */

/* Memory for a look; its contents mean nothing to others. */
struct family {
    int count;
    pid_t members[FAMILY_MAX];
};

/* What they use together. */
struct family_use {
    int processes;
    int64_t memory_bytes;  /* resident, without what is mapped from files */
    int64_t written_bytes; /* to files and pipes; a process that has ended counts once its parent
                              has waited for it */
    int64_t cpu_s;         /* likewise */
};

/* With more processes than these only their number is told, which takes less time. */
void family_measure(struct family *family, int processes_max, struct family_use *use);

/* How many of those that were found last have not ended yet: while a starved guardian looks, a
 * program may start and end many, one after the other. */
int family_count_living(const struct family *family);

/* Sends a signal to every one of them, as soon as it is found. */
void family_signal(struct family *family, int number);
/* Stops (SIGSTOP) every one of them.  True: all are stopped or have ended, so none of them can
 * start another one. */
bool family_stop(struct family *family);

/* Threads of all processes of this user, in the whole machine. */
int family_tasks_of_user(uid_t user);

#endif
