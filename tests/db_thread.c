/* The db_thread, with a file or with a server; only the latter can be lost. */

#include "store_stand.h"

#include "base/memory.h"
#include "store/db_thread.h"
#include "store/queue.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ERRANDS = 200 };

static const char *const channels[] = {QUEUE_NEWS_PAIRS, QUEUE_NEWS_RESULTS, NULL};

struct office;

/* A task that writes the result of one game. */
struct errand {
    struct db_task task;
    struct office *office;
    int game;
};

struct office {
    struct stand *stand;
    uv_loop_t loop;
    struct db_thread *db_thread;
    int64_t test;
    struct errand errands[ERRANDS];
    int sent, done, fine;
    int lost, back, news;
    void (*on_done)(struct office *office);
    void (*on_lost)(struct office *office);
    void (*on_news)(struct office *office);
};

static void nothing(struct office *office) { (void)office; }

static void hear_news(void *context)
{
    struct office *office = context;

    office->news++;
    office->on_news(office);
}

static void hear_lost(void *context, const struct err *why)
{
    struct office *office = context;

    assert_string_equal(why->code, "store_lost");
    office->lost++;
    office->on_lost(office);
}

static void hear_back(void *context) { ((struct office *)context)->back++; }

static struct office *office_open(struct stand *stand)
{
    struct office *office = memory_get(1, sizeof *office);
    struct db_thread_events events = {
        .on_news = hear_news, .on_lost = hear_lost, .on_back = hear_back, .context = office};
    struct queue_test test = {.key = "key", .games = ERRANDS, .match = slice_of("{}")};
    struct err why = {0};

    office->stand = stand;
    office->on_done = office->on_lost = office->on_news = nothing;
    stand_expect(queue_enter(stand->db, &test, &why), &why);
    office->test = test.id;
    assert_int_equal(uv_loop_init(&office->loop), 0);
    office->db_thread = db_thread_create(&office->loop, stand->place, channels, &events, &why);
    stand_expect(office->db_thread != NULL, &why);
    return office;
}

/* The loop has ended. */
static void office_close(struct office *office)
{
    assert_int_equal(uv_loop_close(&office->loop), 0);
    db_thread_destroy(office->db_thread);
    free(office);
}

static bool write_line(struct db *db, struct db_task *task, struct err *why)
{
    const struct errand *errand = task->context;
    const struct queue_result result = {.test = errand->office->test, .game = errand->game};
    const struct queue_result *results[] = {&result};

    return queue_submit(db, "worker", results, 1, why);
}

static bool write_nonsense(struct db *db, struct db_task *task, struct err *why)
{
    (void)task;
    return db_run(db, "SELECT nothing FROM nowhere", DB_NO_VALUES, why);
}

static void count_done(struct db_task *task)
{
    struct errand *errand = task->context;
    struct office *office = errand->office;

    assert_int_equal(errand->game, office->done);
    office->done++;
    office->fine += task->is_fine;
    office->on_done(office);
}

static void hand_in(struct office *office,
                    bool (*work)(struct db *, struct db_task *, struct err *))
{
    struct errand *errand = &office->errands[office->sent];

    errand->office = office;
    errand->game = office->sent++;
    errand->task = (struct db_task){.work = work, .done = count_done, .context = errand};
    db_thread_send(office->db_thread, &errand->task);
}

static void run_to_the_end(struct office *office)
{
    assert_int_equal(uv_run(&office->loop, UV_RUN_DEFAULT), 0);
    assert_int_equal(office->done, office->sent);
}

static bool count_in_order(void *context, const struct queue_result *result)
{
    assert_int_equal(result->game, *(int *)context);
    ++*(int *)context;
    return true;
}

static int written(struct office *office)
{
    int count = 0;

    assert_true(queue_results(office->stand->db, office->test, 0, 2 * ERRANDS, count_in_order,
                              &count, NULL));
    return count;
}

/* ---- stories ---- */

static void test_chores_are_done_in_order(void **state)
{
    struct office *office = office_open(*state);

    while (office->sent < ERRANDS)
        hand_in(office, write_line);
    db_thread_stop(office->db_thread);
    run_to_the_end(office);
    assert_int_equal(office->fine, ERRANDS);
    assert_int_equal(written(office), ERRANDS);
    office_close(office);
}

static void test_what_cannot_be_done_comes_back(void **state)
{
    struct office *office = office_open(*state);

    hand_in(office, write_line);
    hand_in(office, write_nonsense);
    db_thread_stop(office->db_thread);
    run_to_the_end(office);
    assert_int_equal(office->fine, 1);
    assert_false(office->errands[1].task.is_fine);
    assert_string_equal(office->errands[1].task.why.code, "store_failed");
    assert_int_equal(office->lost, 0);
    office_close(office);
}

static void send_until_ten(struct office *office)
{
    if (office->sent < 10)
        hand_in(office, write_line);
}

static void test_a_chore_may_bring_another_while_it_stops(void **state)
{
    struct office *office = office_open(*state);

    office->on_done = send_until_ten;
    hand_in(office, write_line);
    db_thread_stop(office->db_thread);
    run_to_the_end(office);
    assert_int_equal(office->fine, 10);
    office_close(office);
}

static void test_nothing_to_do_is_fine(void **state)
{
    struct office *office = office_open(*state);

    db_thread_stop(office->db_thread);
    run_to_the_end(office);
    office_close(office);
}

static void stop_clerk(struct office *office) { db_thread_stop(office->db_thread); }

/* The first news may be that there is a store at all. */
static void stop_at_the_result(struct office *office)
{
    const struct queue_result result = {.test = office->test, .game = 0};
    const struct queue_result *results[] = {&result};

    office->on_news = stop_clerk;
    assert_true(queue_submit(office->stand->db, "other", results, 1, NULL));
}

static void test_what_others_write_is_news(void **state)
{
    struct office *office = office_open(*state);

    office->on_news = stop_at_the_result;
    assert_true(queue_add_pair(office->stand->db, office->test, ERRANDS, "", NULL));
    run_to_the_end(office);
    assert_true(office->news >= 2);
    office_close(office);
}

static void test_a_place_that_is_none_is_refused(void **state)
{
    struct db_thread_events none = {0};
    struct err why = {0};
    uv_loop_t loop;

    (void)state;
    assert_int_equal(uv_loop_init(&loop), 0);
    assert_null(db_thread_create(&loop, "/nowhere/at/all", channels, &none, &why));
    assert_string_equal(why.code, "store_failed");
    assert_int_equal(uv_loop_close(&loop), 0);
}

/* ---- the server goes and comes (tests/postgres.py has it) ---- */

static bool is_there(const struct stand *stand)
{
    return db_run(stand->db, "SELECT 1", DB_NO_VALUES, NULL);
}

static void kill_server(const struct stand *stand)
{
    assert_int_equal(kill(getppid(), SIGUSR1), 0);
    while (is_there(stand))
        usleep(1000);
}

static void start_server(struct office *office)
{
    (void)office;
    assert_int_equal(kill(getppid(), SIGUSR2), 0);
}

static void wait_for_server(const struct stand *stand)
{
    while (!db_reconnect(stand->db, NULL) || !is_there(stand))
        usleep(20 * 1000);
}

static void kill_in_the_middle(struct office *office)
{
    if (office->done == ERRANDS / 4)
        kill_server(office->stand);
    if (office->done == ERRANDS)
        db_thread_stop(office->db_thread);
}

static void test_a_lost_server_is_waited_for(void **state)
{
    struct office *office = office_open(*state);

    office->on_done = kill_in_the_middle;
    office->on_lost = start_server;
    while (office->sent < ERRANDS)
        hand_in(office, write_line);
    run_to_the_end(office);
    assert_int_equal(office->lost, 1);
    assert_int_equal(office->back, 1);
    assert_true(office->news >= 1);
    assert_int_equal(office->fine, ERRANDS);
    wait_for_server(office->stand);
    assert_int_equal(written(office), ERRANDS);
    office_close(office);
}

static void test_an_idle_clerk_notices_as_well(void **state)
{
    struct office *office = office_open(*state);

    office->on_lost = start_server;
    office->on_news = stop_clerk;
    kill_server(office->stand);
    run_to_the_end(office);
    assert_int_equal(office->lost, 1);
    assert_int_equal(office->back, 1);
    wait_for_server(office->stand);
    office_close(office);
}

static void test_who_stops_does_not_wait_for_a_lost_server(void **state)
{
    struct office *office = office_open(*state);

    office->on_lost = stop_clerk;
    kill_server(office->stand);
    for (int i = 0; i < 3; i++)
        hand_in(office, write_line);
    run_to_the_end(office);
    assert_int_equal(office->lost, 1);
    assert_int_equal(office->back, 0);
    assert_int_equal(office->fine, 0);
    for (int i = 0; i < 3; i++)
        assert_string_equal(office->errands[i].task.why.code, "store_lost");
    start_server(office);
    wait_for_server(office->stand);
    office_close(office);
}

#define STORY(name) cmocka_unit_test_setup_teardown(name, stand_open, stand_close)

int main(void)
{
    const struct CMUnitTest stories[] = {
        STORY(test_chores_are_done_in_order),
        STORY(test_what_cannot_be_done_comes_back),
        STORY(test_a_chore_may_bring_another_while_it_stops),
        STORY(test_nothing_to_do_is_fine),
        STORY(test_what_others_write_is_news),
        STORY(test_a_place_that_is_none_is_refused),
    };
    const struct CMUnitTest server_stories[] = {
        STORY(test_a_lost_server_is_waited_for),
        STORY(test_an_idle_clerk_notices_as_well),
        STORY(test_who_stops_does_not_wait_for_a_lost_server),
    };

    int failed = cmocka_run_group_tests(stories, NULL, NULL);
    if (getenv("KIELWASSER_TEST_STORE")) /* a file is never lost */
        failed += cmocka_run_group_tests(server_stories, NULL, NULL);
    return failed;
}
