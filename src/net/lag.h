#ifndef NET_LAG_H
#define NET_LAG_H

/*
 * How long bytes may have waited at a socket because we did not look: the loop was busy with
 * something else, or the system had no core for us.  It is taken off the time of a peer, so that
 * no player pays for our slowness.  It is an upper bound: bytes that were there when we
 * looked may have come at any time since the look before.
 */

#include <stdint.h>
#include <uv.h>

struct lag {
    uv_prepare_t prepare;
    int schedule; /* file where the system says how long we waited for a core; -1: it does not */
    int64_t prepared_us;     /* when the loop last began to wait (0: never), … */
    int64_t idle_us;         /* … how long it had waited in all, … */
    int64_t starved_us;      /* … and how long for a core */
    int64_t looked_us;       /* when it had looked at its sockets before that */
    int64_t longest_turn_us; /* from a look to the next wait */
};

/* From now on; only one for a loop, on the thread that runs it. */
void lag_start(struct lag *lag, uv_loop_t *loop);
void lag_stop(struct lag *lag);

/* For bytes that are read now, inside their callback. */
int64_t lag_us(const struct lag *lag, int64_t now_us);

#endif
