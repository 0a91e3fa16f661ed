/* How long bytes waited because we did not look. */

#include "support.h"

#include "base/clock.h"
#include "net/lag.h"

#include <unistd.h>

enum { BUSY_US = 30000 };

struct table {
    uv_loop_t loop;
    struct lag lag;
    uv_timer_t timer;
    uv_poll_t poll;
    int pipe[2];
    int64_t lag_us;
};

static void on_bytes(uv_poll_t *poll, int status, int events)
{
    struct table *table = poll->data;

    (void)status, (void)events;
    table->lag_us = lag_us(&table->lag, clock_now_us());
    uv_close((uv_handle_t *)&table->poll, NULL);
    uv_close((uv_handle_t *)&table->timer, NULL);
    lag_stop(&table->lag);
}

/* Bytes come while we are busy with something else. */
static void on_timer(uv_timer_t *timer)
{
    struct table *table = timer->data;
    int64_t until_us = clock_now_us() + BUSY_US;

    assert_int_equal(write(table->pipe[1], "x", 1), 1);
    while (clock_now_us() < until_us)
        ;
}

static void test_who_is_busy_knows_it(void **state)
{
    struct table table = {0};

    (void)state;
    assert_int_equal(pipe(table.pipe), 0);
    uv_loop_init(&table.loop);
    lag_start(&table.lag, &table.loop);
    uv_timer_init(&table.loop, &table.timer);
    uv_poll_init(&table.loop, &table.poll, table.pipe[0]);
    table.timer.data = table.poll.data = &table;
    uv_timer_start(&table.timer, on_timer, 5, 0);
    uv_poll_start(&table.poll, UV_READABLE, on_bytes);
    uv_run(&table.loop, UV_RUN_DEFAULT);
    assert_true(table.lag_us >= BUSY_US);
    assert_true(table.lag.longest_turn_us >= BUSY_US);
    assert_int_equal(uv_loop_close(&table.loop), 0);
    close(table.pipe[0]);
    close(table.pipe[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_who_is_busy_knows_it)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
