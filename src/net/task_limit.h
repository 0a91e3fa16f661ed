#ifndef NET_TASK_LIMIT_H
#define NET_TASK_LIMIT_H

/*
 * RLIMIT_NPROC for strangers' programs: the emergency brake for one that starts processes faster
 * than a guardian counts them (net/guardian.h).  It counts threads, too, and a Java machine has
 * dozens.  It does not hold for root.
 *
 * In a cell it counts what is in the cell alone (since Linux 5.14); elsewhere it counts all tasks
 * of the user.  Everything in here is a plain system call.
 */

#include <stdbool.h>
#include <sys/types.h>

enum { TASK_LIMIT = 512 };

/* Does the system count each cell for itself? */
bool task_limit_is_per_cell(void);
/* In a cell of which is_per_cell holds, before the program starts. */
void task_limit_set_in_cell(void);
/* Elsewhere: what the user has now, and TASK_LIMIT more. */
void task_limit_set_for_user(uid_t user);

#endif
