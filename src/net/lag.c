#include "net/lag.h"

#include "base/clock.h"
#include "base/slice.h"

#include <fcntl.h>
#include <unistd.h>

enum { NS_PER_US = 1000, BLINK_US = 500 }; /* a shorter wait is none: the bytes were there */

/* Nanoseconds on a core, then those of waiting for one, of this thread. */
static int64_t starved_us(const struct lag *lag)
{
    char text[96];
    int64_t waited_ns = 0;
    ssize_t len = lag->schedule >= 0 ? pread(lag->schedule, text, sizeof text, 0) : 0;
    struct slice rest = slice_make(text, len > 0 ? (size_t)len : 0);

    slice_take_word(&rest);
    return slice_to_int64(slice_take_word(&rest), &waited_ns) ? waited_ns / NS_PER_US : 0;
}

static int64_t idle_us(const struct lag *lag)
{
    return (int64_t)(uv_metrics_idle_time(lag->prepare.loop) / NS_PER_US);
}

/* The loop is going to wait.  Since the wait before it has looked once, and worked. */
static void on_prepare(uv_prepare_t *prepare)
{
    struct lag *lag = prepare->data;
    int64_t now_us = clock_now_us(), idle = idle_us(lag);

    lag->looked_us = lag->prepared_us > 0 ? lag->prepared_us + idle - lag->idle_us : now_us;
    lag->prepared_us = now_us;
    lag->idle_us = idle;
    lag->starved_us = starved_us(lag);
    if (now_us - lag->looked_us > lag->longest_turn_us)
        lag->longest_turn_us = now_us - lag->looked_us;
}

void lag_start(struct lag *lag, uv_loop_t *loop)
{
    *lag = (struct lag){.schedule = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)};
    uv_loop_configure(loop, UV_METRICS_IDLE_TIME);
    uv_prepare_init(loop, &lag->prepare);
    lag->prepare.data = lag;
    uv_prepare_start(&lag->prepare, on_prepare);
}

void lag_stop(struct lag *lag)
{
    uv_close((uv_handle_t *)&lag->prepare, NULL);
    if (lag->schedule >= 0)
        close(lag->schedule);
    lag->schedule = -1;
}

int64_t lag_us(const struct lag *lag, int64_t now_us)
{
    int64_t waited = idle_us(lag) - lag->idle_us;

    if (waited < BLINK_US)
        return now_us - lag->looked_us;
    int64_t woken = waited - (starved_us(lag) - lag->starved_us);
    return now_us - lag->prepared_us - (woken > 0 ? woken : 0);
}
