#ifndef NET_LAG_H
#define NET_LAG_H

/*
 * The time of a server that may be busy, starved, swapped out, stopped or frozen, so that no peer
 * pays for it.
 *
 *     lag_now_us()   a clock that stands still while the loop does not run
 *     on_look        when deadlines are judged: all bytes that had come by `now_us` have been read
 *     lag_us()       how long the bytes that are read now may have waited because we did not look
 *
 * The last one is an upper bound: bytes that were there when we looked may have come at any time
 * since the look before.
 */

#include <stdint.h>
#include <uv.h>

enum { LAG_GAP_MS = 100 }; /* a loop that was not seen for longer has not run: that is a gap */

/* A clock that is looked at in short steps; of a gap only `gap_step_us` count. */
struct lag_clock {
    int64_t
        seen_us; /* by the monotonic clock of the machine, when it was last looked at; 0: never */
    int64_t now_us;
    int64_t gaps_us; /* left out so far */
    int64_t gap_step_us;
};

/* What the clock shows when the machine's shows `real_us`, which never goes back. */
int64_t lag_clock_look(struct lag_clock *clock, int64_t real_us);

/* All bytes that had come by `now_us` have been read. */
typedef void lag_on_look(void *context, int64_t now_us);

struct lag_config {
    int look_ms; /* so often the loop looks at its sockets at least */
    lag_on_look *on_look;
    void *context;
};

struct lag {
    struct lag_config config;
    struct lag_clock clock;
    uv_timer_t timer;     /* every look_ms … */
    uv_idle_t no_wait;    /* … the next look at the sockets does not wait, … */
    uv_prepare_t prepare; /* … begins, … */
    uv_check_t check;     /* … and is over */
    int schedule; /* file where the system says how long we waited for a core; -1: it does not */
    int64_t prepared_us;     /* when the loop last began to wait … */
    int64_t began_us;        /* … by the machine's clock (0: never), … */
    int64_t idle_us;         /* … how long it had waited in all, … */
    int64_t starved_us;      /* … and how long for a core, … */
    int64_t ran_us;          /* … and how long it had one */
    int64_t looked_us;       /* when it had looked at its sockets before that */
    int64_t longest_turn_us; /* from a look to the next wait, … */
    int64_t longest_work_us; /* … and without its waits for a core */
};

/* From now on; only one for a loop, on the thread that runs it. */
void lag_start(struct lag *lag, uv_loop_t *loop, const struct lag_config *config);
/* No more looks; the clock can still be asked. */
void lag_stop(struct lag *lag);

/* Microseconds, near those of clock_now_us() but without the gaps. */
int64_t lag_now_us(struct lag *lag);

/* For bytes that are read now, inside their callback; `now_us` by lag_now_us(). */
int64_t lag_us(const struct lag *lag, int64_t now_us);

#endif
