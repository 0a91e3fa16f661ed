#ifndef NET_FAMILY_H
#define NET_FAMILY_H

/*
 * All processes that descend from this one, found in one pass over /proc.  For a guardian
 * (net/guardian.h), so everything in here is a plain system call; nothing is allocated.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { FAMILY_LOOK_MAX = 8192 }; /* processes of the machine that are looked at */

/* Memory for a pass; its contents mean nothing to others. */
struct family {
    int count;
    struct family_member {
        pid_t pid, parent;
        bool is_ours;
    } members[FAMILY_LOOK_MAX];
};

/* What they use together. */
struct family_use {
    int processes;
    int64_t memory_bytes;  /* resident, without what is mapped from files */
    int64_t written_bytes; /* to files and pipes; a process that has ended counts once its parent
                              has waited for it */
    int64_t cpu_s;         /* likewise */
};

void family_measure(struct family *family, struct family_use *use);

/* Sends a signal to every one of them. */
void family_signal(struct family *family, int number);

#endif
