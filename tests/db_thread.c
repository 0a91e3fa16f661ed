/* The database thread, with a file or with a server; only a server can be lost. */

#include "store_stand.h"

#include "base/memory.h"
#include "store/db_thread.h"
#include "store/queue.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TASKS = 200 };

static const char *const channels[] = {QUEUE_NEWS_PAIRS, QUEUE_NEWS_RESULTS, NULL};

struct scene;

/* A task that writes the result of one game. */
struct result_task {
    struct db_task task;
    struct scene *scene;
    int game;
};

struct scene {
    struct stand *stand;
    uv_loop_t loop;
    struct db_thread *db_thread;
    int64_t test;
    struct result_task tasks[TASKS];
    int sent, done, fine;
    int lost, back, news;
    void (*on_done)(struct scene *scene);
    void (*on_lost)(struct scene *scene);
    void (*on_news)(struct scene *scene);
};

static void nothing(struct scene *scene) { (void)scene; }

static void hear_news(void *context)
{
    struct scene *scene = context;

    scene->news++;
    scene->on_news(scene);
}

static void hear_lost(void *context, const struct err *why)
{
    struct scene *scene = context;

    assert_string_equal(why->code, "store_lost");
    scene->lost++;
    scene->on_lost(scene);
}

static void hear_back(void *context) { ((struct scene *)context)->back++; }

static struct scene *scene_open(struct stand *stand)
{
    struct scene *scene = memory_get(1, sizeof *scene);
    const struct db_thread_config config = {
        .loop = &scene->loop,
        .place = stand->place,
        .channels = channels,
        .events = {
            .on_news = hear_news, .on_lost = hear_lost, .on_back = hear_back, .context = scene}};
    struct queue_test test = {.key = "key", .games = TASKS, .match = slice_of("{}")};
    struct err why = {0};

    scene->stand = stand;
    scene->on_done = scene->on_lost = scene->on_news = nothing;
    stand_expect(queue_enter_test(stand->db, &test, &why), &why);
    scene->test = test.id;
    assert_int_equal(uv_loop_init(&scene->loop), 0);
    scene->db_thread = db_thread_create(&config, &why);
    stand_expect(scene->db_thread != NULL, &why);
    return scene;
}

/* The loop has ended. */
static void scene_close(struct scene *scene)
{
    assert_int_equal(uv_loop_close(&scene->loop), 0);
    db_thread_destroy(scene->db_thread);
    free(scene);
}

static bool write_line(struct db *db, struct db_task *task, struct err *why)
{
    const struct result_task *result_task = task->context;
    const struct queue_result result = {.test = result_task->scene->test,
                                        .game = result_task->game};
    const struct queue_result *results[] = {&result};

    return queue_add_results(db, "worker", results, 1, why);
}

static bool write_nonsense(struct db *db, struct db_task *task, struct err *why)
{
    (void)task;
    return db_run(db, "SELECT nothing FROM nowhere", DB_NO_VALUES, why);
}

static void count_done(struct db_task *task)
{
    struct result_task *result_task = task->context;
    struct scene *scene = result_task->scene;

    assert_int_equal(result_task->game, scene->done);
    scene->done++;
    scene->fine += task->is_fine;
    scene->on_done(scene);
}

static void hand_in(struct scene *scene, bool (*work)(struct db *, struct db_task *, struct err *))
{
    struct result_task *result_task = &scene->tasks[scene->sent];

    result_task->scene = scene;
    result_task->game = scene->sent++;
    result_task->task = (struct db_task){.work = work, .done = count_done, .context = result_task};
    db_thread_send(scene->db_thread, &result_task->task);
}

static void run_to_the_end(struct scene *scene)
{
    assert_int_equal(uv_run(&scene->loop, UV_RUN_DEFAULT), 0);
    assert_int_equal(scene->done, scene->sent);
}

static bool count_in_order(void *context, const struct queue_result *result)
{
    assert_int_equal(result->game, *(int *)context);
    ++*(int *)context;
    return true;
}

static int written(struct scene *scene)
{
    int count = 0;

    assert_true(
        queue_results(scene->stand->db, scene->test, 0, 2 * TASKS, count_in_order, &count, NULL));
    return count;
}

/* ---- stories ---- */

static void test_tasks_are_done_in_order(void **state)
{
    struct scene *scene = scene_open(*state);

    while (scene->sent < TASKS)
        hand_in(scene, write_line);
    db_thread_stop(scene->db_thread);
    run_to_the_end(scene);
    assert_int_equal(scene->fine, TASKS);
    assert_int_equal(written(scene), TASKS);
    scene_close(scene);
}

static void test_what_cannot_be_done_comes_back(void **state)
{
    struct scene *scene = scene_open(*state);

    hand_in(scene, write_line);
    hand_in(scene, write_nonsense);
    db_thread_stop(scene->db_thread);
    run_to_the_end(scene);
    assert_int_equal(scene->fine, 1);
    assert_false(scene->tasks[1].task.is_fine);
    assert_string_equal(scene->tasks[1].task.why.code, "store_failed");
    assert_int_equal(scene->lost, 0);
    scene_close(scene);
}

static void send_until_ten(struct scene *scene)
{
    if (scene->sent < 10)
        hand_in(scene, write_line);
}

static void test_a_task_may_send_another_while_it_stops(void **state)
{
    struct scene *scene = scene_open(*state);

    scene->on_done = send_until_ten;
    hand_in(scene, write_line);
    db_thread_stop(scene->db_thread);
    run_to_the_end(scene);
    assert_int_equal(scene->fine, 10);
    scene_close(scene);
}

static void test_nothing_to_do_is_fine(void **state)
{
    struct scene *scene = scene_open(*state);

    db_thread_stop(scene->db_thread);
    run_to_the_end(scene);
    scene_close(scene);
}

static void stop_thread(struct scene *scene) { db_thread_stop(scene->db_thread); }

/* The first news may be that there is a store at all. */
static void stop_at_the_result(struct scene *scene)
{
    const struct queue_result result = {.test = scene->test, .game = 0};
    const struct queue_result *results[] = {&result};

    scene->on_news = stop_thread;
    assert_true(queue_add_results(scene->stand->db, "other", results, 1, NULL));
}

static void test_what_others_write_is_news(void **state)
{
    struct scene *scene = scene_open(*state);

    scene->on_news = stop_at_the_result;
    assert_true(queue_add_pair(scene->stand->db, scene->test, TASKS, "", NULL));
    run_to_the_end(scene);
    assert_true(scene->news >= 2);
    scene_close(scene);
}

static void test_a_place_that_is_none_is_refused(void **state)
{
    struct err why = {0};
    uv_loop_t loop;
    const struct db_thread_config config = {.loop = &loop, .place = "/nowhere/at/all"};

    (void)state;
    assert_int_equal(uv_loop_init(&loop), 0);
    assert_null(db_thread_create(&config, &why));
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

static void start_server(struct scene *scene)
{
    (void)scene;
    assert_int_equal(kill(getppid(), SIGUSR2), 0);
}

static void wait_for_server(const struct stand *stand)
{
    while (!db_reconnect(stand->db, NULL) || !is_there(stand))
        usleep(20 * 1000);
}

static void kill_in_the_middle(struct scene *scene)
{
    if (scene->done == TASKS / 4)
        kill_server(scene->stand);
    if (scene->done == TASKS)
        db_thread_stop(scene->db_thread);
}

static void test_a_lost_server_is_waited_for(void **state)
{
    struct scene *scene = scene_open(*state);

    scene->on_done = kill_in_the_middle;
    scene->on_lost = start_server;
    while (scene->sent < TASKS)
        hand_in(scene, write_line);
    run_to_the_end(scene);
    assert_int_equal(scene->lost, 1);
    assert_int_equal(scene->back, 1);
    assert_true(scene->news >= 1);
    assert_int_equal(scene->fine, TASKS);
    wait_for_server(scene->stand);
    assert_int_equal(written(scene), TASKS);
    scene_close(scene);
}

static void test_an_idle_thread_notices_as_well(void **state)
{
    struct scene *scene = scene_open(*state);

    scene->on_lost = start_server;
    scene->on_news = stop_thread;
    kill_server(scene->stand);
    run_to_the_end(scene);
    assert_int_equal(scene->lost, 1);
    assert_int_equal(scene->back, 1);
    wait_for_server(scene->stand);
    scene_close(scene);
}

static void test_a_stop_does_not_wait_for_a_lost_server(void **state)
{
    struct scene *scene = scene_open(*state);

    scene->on_lost = stop_thread;
    kill_server(scene->stand);
    for (int i = 0; i < 3; i++)
        hand_in(scene, write_line);
    run_to_the_end(scene);
    assert_int_equal(scene->lost, 1);
    assert_int_equal(scene->back, 0);
    assert_int_equal(scene->fine, 0);
    for (int i = 0; i < 3; i++)
        assert_string_equal(scene->tasks[i].task.why.code, "store_lost");
    start_server(scene);
    wait_for_server(scene->stand);
    scene_close(scene);
}

#define STORY(name) cmocka_unit_test_setup_teardown(name, stand_open, stand_close)

int main(void)
{
    const struct CMUnitTest stories[] = {
        STORY(test_tasks_are_done_in_order),
        STORY(test_what_cannot_be_done_comes_back),
        STORY(test_a_task_may_send_another_while_it_stops),
        STORY(test_nothing_to_do_is_fine),
        STORY(test_what_others_write_is_news),
        STORY(test_a_place_that_is_none_is_refused),
    };
    const struct CMUnitTest server_stories[] = {
        STORY(test_a_lost_server_is_waited_for),
        STORY(test_an_idle_thread_notices_as_well),
        STORY(test_a_stop_does_not_wait_for_a_lost_server),
    };

    int failed = cmocka_run_group_tests(stories, NULL, NULL);
    if (getenv("KIELWASSER_TEST_STORE")) /* a file is never lost */
        failed += cmocka_run_group_tests(server_stories, NULL, NULL);
    return failed;
}
