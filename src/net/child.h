#ifndef NET_CHILD_H
#define NET_CHILD_H

/*
 * A stranger's program on our libuv loop: started without a shell, with limits and a plain
 * environment, its output kept.  When it ends, or we do, nothing that it has started stays behind
 * (net/guardian.h).
 */

#include "base/err.h"
#include "base/last_lines.h"
#include "net/cell_filter.h"
#include "net/guardian.h"

#include <sys/types.h>
#include <uv.h>

enum {
    CHILD_LOG_BYTES = 4 << 20,    /* of its output in a file */
    CHILD_READ_BYTES = 256 << 10, /* of its output are read in one … */
    CHILD_READ_MS = 50,           /* … such time; more output waits in the pipe */
    CHILD_END_MS = 100,           /* between two looks at a guardian that shall end its program */
    CHILD_START_MS = 10,          /* the same until it has reported that the program runs */
    CHILD_STOPS_MAX = 30,         /* looks that find it stopped until it is killed */
};

struct child;

struct child_config {
    const char *program;              /* the file that is executed */
    char *const *argv;                /* ended by NULL */
    const char *folder;               /* working directory; NULL: ours */
    const char *log;                  /* file for its output; NULL: none */
    const int *core;                  /* the only one it may run on; NULL: any */
    struct guardian_limits limits;    /* 0: the usual ones */
    const struct bot_user *user;      /* of the program; NULL: our own */
    bool is_own;                      /* this program itself, which keeps our rights */
    bool has_cell;                    /* it is a sandbox_command … */
    const struct cell_filter *filter; /* … with this filter */
    /* It has ended, and so has everything it started; its lines are complete.  May call
     * child_destroy. */
    void (*on_end)(void *context, struct child *child);
    void *context;
};

/* NULL: it cannot be started, `why` says it: machine_full (no process, memory or descriptor is to
 * be had), or bot_not_started. */
struct child *child_start(uv_loop_t *loop, const struct child_config *config, struct err *why);

pid_t child_pid(const struct child *child);
bool child_is_running(const struct child *child);
const struct last_lines *child_lines(const struct child *child);
/* Reads what the program has printed up to now, at most CHILD_READ_BYTES per CHILD_READ_MS. */
void child_catch_up(struct child *child);
/* Once it has ended: how, as a reason (bot_exited, bot_shut_in, bot_crashed, bot_stopped, or the
 * limit that was reached: bot_memory, bot_processes, bot_written, bot_file, bot_cpu). */
void child_end_reason(const struct child *child, struct err *end);

/* Asks the program to end, and kills it when the time is over; 0: at once.  A second call can only
 * shorten the time. */
void child_stop(struct child *child, int grace_ms);
/* Ends it if it still runs, without calling on_end; NULL is fine. */
void child_destroy(struct child *child);

#endif
