#include "net/lag.h"

#include "base/clock.h"
#include "base/slice.h"

#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

enum {
    NS_PER_US = 1000,
    US_PER_MS = 1000,
    BLINK_US = 500, /* a shorter wait is none: the bytes were there */
};

/* ---- the clock ---- */

int64_t lag_clock_look(struct lag_clock *clock, int64_t real_us)
{
    int64_t passed_us = clock->seen_us > 0 ? real_us - clock->seen_us : 0;
    bool is_gap = passed_us > LAG_GAP_MS * US_PER_MS;
    int64_t step_us = is_gap ? clock->gap_step_us : passed_us;

    assert(passed_us >= 0);
    clock->seen_us = real_us;
    clock->now_us += step_us;
    clock->gaps_us += passed_us - step_us;
    return clock->now_us;
}

int64_t lag_now_us(struct lag *lag) { return lag_clock_look(&lag->clock, clock_now_us()); }

/* ---- looks ---- */

struct core_time {
    int64_t ran_us, starved_us; /* on a core; waiting for one */
};

/* Nanoseconds on a core, then those of waiting for one, of this thread. */
static struct core_time core_time(const struct lag *lag)
{
    char text[96];
    int64_t ran_ns = 0, waited_ns = 0;
    ssize_t len = lag->schedule >= 0 ? pread(lag->schedule, text, sizeof text, 0) : 0;
    struct slice rest = slice_make(text, len > 0 ? (size_t)len : 0);

    if (!slice_to_int64(slice_take_word(&rest), &ran_ns) ||
        !slice_to_int64(slice_take_word(&rest), &waited_ns))
        return (struct core_time){0};
    return (struct core_time){ran_ns / NS_PER_US, waited_ns / NS_PER_US};
}

static int64_t idle_us(const struct lag *lag)
{
    return (int64_t)(uv_metrics_idle_time(lag->prepare.loop) / NS_PER_US);
}

/* The loop never wants to wait longer than look_ms: what is much longer, and not for want of a
 * core, was a stop. */
static bool is_stop(const struct lag *lag, int64_t waited_us, int64_t starved_us)
{
    return waited_us - starved_us > 2 * lag->config.look_ms * US_PER_MS;
}

/* When the wait that began at `prepared_us` was over and the loop looked.  A wait with a stop ends
 * without a look, because it was interrupted; and in a gap this time is not known. */
static int64_t looked_at_us(const struct lag *lag, int64_t waited_us, int64_t starved_us,
                            int64_t now_us)
{
    int64_t looked_us = lag->prepared_us + waited_us;

    return is_stop(lag, waited_us, starved_us) || looked_us > now_us ? lag->prepared_us : looked_us;
}

/* A wait for a core may also have been before the turn: the time on a core is work in any case. */
static void note_turn(struct lag *lag, int64_t turn_us, struct core_time cores)
{
    int64_t ran_us = cores.ran_us - lag->ran_us, starved_us = cores.starved_us - lag->starved_us;
    int64_t work_us = turn_us - starved_us > ran_us ? turn_us - starved_us : ran_us;

    if (turn_us > lag->longest_turn_us)
        lag->longest_turn_us = turn_us;
    if (work_us > lag->longest_work_us)
        lag->longest_work_us = work_us;
}

/* The loop is going to wait.  Since the wait before it has looked once, and worked. */
static void on_prepare(uv_prepare_t *prepare)
{
    struct lag *lag = prepare->data;
    struct core_time cores = core_time(lag);
    int64_t now_us = lag_now_us(lag), idle = idle_us(lag);
    int64_t waited = idle - lag->idle_us, turn_us = lag->clock.seen_us - lag->began_us - waited;

    if (lag->began_us > 0)
        note_turn(lag, turn_us, cores);
    lag->looked_us = lag->began_us > 0
                         ? looked_at_us(lag, waited, cores.starved_us - lag->starved_us, now_us)
                         : now_us;
    lag->began_us = lag->clock.seen_us;
    lag->prepared_us = now_us;
    lag->idle_us = idle;
    lag->starved_us = cores.starved_us;
    lag->ran_us = cores.ran_us;
}

static void on_no_wait(uv_idle_t *no_wait) { (void)no_wait; }

/* Timers run before the sockets are read, and after a stop even a wait ends without a look at them;
 * a look that does not wait is always one. */
static void on_timer(uv_timer_t *timer)
{
    struct lag *lag = timer->data;

    uv_idle_start(&lag->no_wait, on_no_wait);
}

static void on_check(uv_check_t *check)
{
    struct lag *lag = check->data;

    if (!uv_is_active((uv_handle_t *)&lag->no_wait))
        return;
    uv_idle_stop(&lag->no_wait);
    lag->config.on_look(lag->config.context, lag->prepared_us);
}

void lag_start(struct lag *lag, uv_loop_t *loop, const struct lag_config *config)
{
    assert(config->look_ms > 0 && 2 * config->look_ms < LAG_GAP_MS && config->on_look);
    *lag = (struct lag){.config = *config,
                        .schedule = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)};
    lag->clock.now_us = lag->clock.seen_us = clock_now_us();
    lag->clock.gap_step_us = config->look_ms * US_PER_MS;
    uv_loop_configure(loop, UV_METRICS_IDLE_TIME);
    uv_timer_init(loop, &lag->timer);
    uv_idle_init(loop, &lag->no_wait);
    uv_prepare_init(loop, &lag->prepare);
    uv_check_init(loop, &lag->check);
    lag->timer.data = lag->prepare.data = lag->check.data = lag;
    uv_timer_start(&lag->timer, on_timer, (uint64_t)config->look_ms, (uint64_t)config->look_ms);
    uv_prepare_start(&lag->prepare, on_prepare);
    uv_check_start(&lag->check, on_check);
}

void lag_stop(struct lag *lag)
{
    uv_close((uv_handle_t *)&lag->timer, NULL);
    uv_close((uv_handle_t *)&lag->no_wait, NULL);
    uv_close((uv_handle_t *)&lag->prepare, NULL);
    uv_close((uv_handle_t *)&lag->check, NULL);
    if (lag->schedule >= 0)
        close(lag->schedule);
    lag->schedule = -1;
}

int64_t lag_us(const struct lag *lag, int64_t now_us)
{
    int64_t waited = idle_us(lag) - lag->idle_us;

    if (waited < BLINK_US)
        return now_us - lag->looked_us;
    int64_t starved = core_time(lag).starved_us - lag->starved_us,
            since_us = now_us - lag->prepared_us;
    if (is_stop(lag, waited, starved) || waited < starved)
        return since_us;
    return since_us > waited - starved ? since_us - (waited - starved) : 0;
}
