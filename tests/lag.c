/* The server's time: gaps are left out, bytes are read before deadlines are judged, and what bytes
 * waited because we did not look is known. */

#include "support.h"

#include "base/clock.h"
#include "net/lag.h"

#include <unistd.h>

enum { MS = 1000, LOOK_MS = 10, BUSY_US = 30 * MS, LONG_BUSY_US = 3 * LAG_GAP_MS * MS };

/* ---- the clock, in virtual time ---- */

static struct lag_clock clock_at(int64_t real_us)
{
    return (struct lag_clock){
        .seen_us = real_us, .now_us = real_us, .gap_step_us = LOOK_MS * (int64_t)MS};
}

static void test_short_steps_are_time(void **state)
{
    struct lag_clock clock = clock_at(1000 * MS);
    int64_t real_us = 1000 * MS;

    (void)state;
    for (int i = 0; i < 1000; i++) {
        real_us += i % 3 == 0 ? LAG_GAP_MS * MS : i % 3 == 1 ? 1 : LOOK_MS * MS;
        assert_true(lag_clock_look(&clock, real_us) == real_us);
    }
    assert_true(clock.gaps_us == 0);
}

/* However long it was stopped: one look is what may have passed before the stop. */
static void test_a_gap_is_no_time(void **state)
{
    static const int64_t stops_ms[] = {LAG_GAP_MS + 1, 400, 5000, 12000, 24 * 3600 * 1000};
    struct lag_clock clock = clock_at(1000 * MS);
    int64_t real_us = 1000 * MS, expected_us = 1000 * MS;

    (void)state;
    for (size_t i = 0; i < sizeof stops_ms / sizeof *stops_ms; i++) {
        real_us += stops_ms[i] * MS;
        expected_us += LOOK_MS * MS;
        assert_true(lag_clock_look(&clock, real_us) == expected_us);
        assert_true(lag_clock_look(&clock, real_us) == expected_us);
        assert_true(clock.gaps_us == real_us - expected_us);
        real_us += 7 * MS; /* and goes on as usual */
        expected_us += 7 * MS;
        assert_true(lag_clock_look(&clock, real_us) == expected_us);
    }
}

/* A server that hardly ever gets a core is slow, but a player that is gone loses at last. */
static void test_the_time_never_stands_still(void **state)
{
    struct lag_clock clock = clock_at(1);

    (void)state;
    for (int64_t i = 1; i <= 1000; i++)
        lag_clock_look(&clock, 1 + i * 150 * MS);
    assert_true(clock.now_us == 1 + 1000 * LOOK_MS * (int64_t)MS);
}

/* ---- on a real loop ---- */

struct table {
    uv_loop_t loop;
    struct lag lag;
    uv_timer_t timer;
    uv_poll_t poll;
    int pipe[2];
    int64_t busy_us;
    int64_t began_us, read_us, lag_us; /* busy since; the bytes were read then, so late */
    int64_t looked_us;                 /* the first look after that */
    bool is_busy_over;
};

static void finish(struct table *table)
{
    uv_close((uv_handle_t *)&table->poll, NULL);
    uv_close((uv_handle_t *)&table->timer, NULL);
    lag_stop(&table->lag);
}

static void on_bytes(uv_poll_t *poll, int status, int events)
{
    struct table *table = poll->data;

    (void)status, (void)events;
    assert_int_equal(table->read_us, 0);
    table->read_us = lag_now_us(&table->lag);
    table->lag_us = lag_us(&table->lag, table->read_us);
    uv_poll_stop(poll);
}

/* Bytes come while we are busy with something else. */
static void on_timer(uv_timer_t *timer)
{
    struct table *table = timer->data;
    int64_t until_us = clock_now_us() + table->busy_us;

    table->began_us = lag_now_us(&table->lag);
    assert_int_equal(write(table->pipe[1], "x", 1), 1);
    while (clock_now_us() < until_us)
        ;
    table->is_busy_over = true;
}

static void on_look(void *context, int64_t now_us)
{
    struct table *table = context;

    if (!table->is_busy_over)
        return;
    assert_true(table->read_us > 0); /* the bytes first */
    table->looked_us = now_us;
    finish(table);
}

static void play(struct table *table, int64_t busy_us)
{
    struct lag_config config = {.look_ms = LOOK_MS, .on_look = on_look, .context = table};

    *table = (struct table){.busy_us = busy_us};
    assert_int_equal(pipe(table->pipe), 0);
    uv_loop_init(&table->loop);
    lag_start(&table->lag, &table->loop, &config);
    uv_timer_init(&table->loop, &table->timer);
    uv_poll_init(&table->loop, &table->poll, table->pipe[0]);
    table->timer.data = table->poll.data = table;
    uv_timer_start(&table->timer, on_timer, 5, 0);
    uv_poll_start(&table->poll, UV_READABLE, on_bytes);
    uv_run(&table->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&table->loop), 0);
    close(table->pipe[0]);
    close(table->pipe[1]);
}

/* On a busy machine even a short time may become a gap, of which one look counts; the bytes came in
 * at `began_us` at the earliest. */
static void test_who_is_busy_knows_it(void **state)
{
    struct table table;

    (void)state;
    play(&table, BUSY_US);
    assert_true(table.lag_us + table.lag.clock.gaps_us >= BUSY_US - LOOK_MS * MS);
    assert_true(table.read_us - table.lag_us <= table.began_us);
    assert_true(table.lag.longest_turn_us >= BUSY_US);
    assert_true(table.lag.longest_work_us > 0);
}

static void test_a_long_turn_is_a_gap(void **state)
{
    struct table table;

    (void)state;
    play(&table, LONG_BUSY_US);
    assert_true(table.lag.clock.gaps_us >= LONG_BUSY_US - LOOK_MS * MS);
    assert_true(table.read_us - table.lag_us <= table.began_us);
    assert_true(table.lag.longest_turn_us >= LONG_BUSY_US);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_short_steps_are_time),
        cmocka_unit_test(test_a_gap_is_no_time),
        cmocka_unit_test(test_the_time_never_stands_still),
        cmocka_unit_test(test_who_is_busy_knows_it),
        cmocka_unit_test(test_a_long_turn_is_a_gap),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
