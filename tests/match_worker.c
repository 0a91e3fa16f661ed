/* A worker at a store: in a file or, if KIELWASSER_TEST_STORE names a server (tests/postgres.py),
 * there. */

#include "store_stand.h"

#include "base/file.h"
#include "base/memory.h"
#include "match/cores.h"
#include "match/local_game.h"
#include "match/result.h"
#include "match/worker.h"
#include "net/bot_user.h"
#include "search/signature.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { SHORT_LEASE_MS = 60 * 1000 };

/* ---- words for the stories ---- */

struct scene {
    struct stand *stand;
    uv_loop_t loop;
    struct db_thread *db_thread;
    struct worker *worker;
    int submissions, idles, begun;
    int64_t played_before;           /* games that were over when the last test began */
    char refused[256];               /* "name:code " */
    const struct match_player *bots; /* that this machine knows */
    bool may_fail;
    struct err failed;
    int faults; /* of the machine */
    void (*on_submitted)(struct scene *scene);
    void (*on_fault)(struct scene *scene);
};

static void agree(struct match *match, const char *game, const char *a, const char *b)
{
    memset(match, 0, sizeof *match);
    match->rules = game_find(slice_of(game));
    match->seed = 5;
    assert_true(match_player_read(&match->players[MATCH_A], a, NULL, NULL));
    assert_true(match_player_read(&match->players[MATCH_B], b, NULL, NULL));
    match_complete(match);
}

static int64_t enter(struct stand *stand, const struct match *match, const char *name, int games,
                     const char *signature)
{
    struct queue_test test = {.games = games, .match = match_print(match)};
    struct err why = {0};

    snprintf(test.key, sizeof test.key, "%s", name);
    snprintf(test.kind, sizeof test.kind, "match");
    snprintf(test.name, sizeof test.name, "%s", name);
    snprintf(test.signature, sizeof test.signature, "%s", signature);
    stand_expect(queue_enter_test(stand->db, &test, &why), &why);
    file_free(test.match);
    return test.id;
}

static void on_begun(void *context, const struct queue_test *test)
{
    struct scene *scene = context;

    (void)test;
    scene->begun++;
    scene->played_before = worker_games_played(scene->worker);
}

static void on_machine_fault(void *context, const struct err *why, int pause_ms)
{
    struct scene *scene = context;

    assert_true(why->code[0] != '\0');
    assert_true(pause_ms > 0);
    scene->faults++;
    if (scene->on_fault)
        scene->on_fault(scene);
}

static void on_news(void *owner, enum worker_news news, const struct queue_test *test,
                    const struct err *why)
{
    struct scene *scene = owner;
    size_t len = strlen(scene->refused);

    switch (news) {
    case WORKER_SUBMITTED:
        scene->submissions++;
        if (scene->on_submitted)
            scene->on_submitted(scene);
        break;
    case WORKER_REFUSED:
        snprintf(scene->refused + len, sizeof scene->refused - len, "%s:%s ", test->name,
                 why->code);
        break;
    case WORKER_IDLE:
        scene->idles++;
        worker_stop(scene->worker, WORKER_AFTER_GAMES);
        break;
    case WORKER_FAILED:
        stand_expect(scene->may_fail, why);
        scene->failed = *why;
        worker_stop(scene->worker, WORKER_AT_ONCE);
        break;
    case WORKER_STOPPED:
        db_thread_stop(scene->db_thread);
        break;
    }
}

/* Plays until nothing is left. */
static void play_all(struct scene *scene, const char *name, int size)
{
    static const char *const channels[] = {QUEUE_NEWS_PAIRS, NULL};
    const struct db_thread_events events = {.context = scene};
    const struct match_events match_events = {
        .on_begun = on_begun, .on_machine_fault = on_machine_fault, .context = scene};
    struct worker_config config = {
        .name = name,
        .version = "test",
        .slots = size,
        .lease_ms = SHORT_LEASE_MS,
        .scratch = vault_path(scene->stand->vault, "."),
        .pauses_ms = {1, 2, 3},
        .bots = scene->bots,
        .bot_count = scene->bots ? MATCH_SEATS : 0,
        .events = &match_events,
        .on_news = on_news,
        .owner = scene,
    };
    struct err why = {0};

    uv_loop_init(&scene->loop);
    config.db_thread = scene->db_thread =
        db_thread_create(&(struct db_thread_config){.loop = &scene->loop,
                                                    .place = scene->stand->place,
                                                    .channels = channels,
                                                    .events = events},
                         &why);
    stand_expect(scene->db_thread != NULL, &why);
    scene->worker = worker_create(&scene->loop, &config, &why);
    uv_run(&scene->loop, UV_RUN_DEFAULT);
    worker_destroy(scene->worker);
    db_thread_destroy(scene->db_thread);
    assert_int_equal(uv_loop_close(&scene->loop), 0);
}

struct reading {
    const struct match *match;
    struct buf *out;
    int count;
};

static bool on_result(void *context, const struct queue_result *row)
{
    struct reading *reading = context;
    struct result *result = memory_get(1, sizeof *result);

    assert_int_equal(row->game, reading->count++);
    assert_true(result_from_row(row, reading->match, result));
    result_essence(result, reading->out);
    free(result);
    return true;
}

static void read_results(struct stand *stand, int64_t test, struct reading *reading)
{
    struct err why = {0};

    stand_expect(queue_results(stand->db, test, 0, 1000, on_result, reading, &why), &why);
}

/* The same games without a store. */
static void play_here(const struct match *match, int games, struct buf *out)
{
    struct builtin_player *players[MATCH_SEATS];
    struct result *result = memory_get(1, sizeof *result);
    atomic_bool stop = false;
    struct pair_game pair_game;

    for (int seat = 0; seat < MATCH_SEATS; seat++)
        players[seat] = builtin_player_create(&match->players[seat].builtin);
    for (int game = 0; game < games; game++) {
        assert_true(pair_game_make(match, game, &pair_game, NULL));
        assert_true(local_game_play(&pair_game, players, &stop, NULL, result));
        result_essence(result, out);
    }
    for (int seat = 0; seat < MATCH_SEATS; seat++)
        builtin_player_destroy(players[seat]);
    free(result);
}

static void expect_the_same(struct stand *stand, int64_t test, const struct match *match, int games)
{
    enum { SIZE = 1 << 20 };
    char *texts[2] = {memory_get(1, SIZE), memory_get(1, SIZE)};
    struct buf expected, found;
    struct reading reading = {.match = match, .out = &found};

    buf_init(&expected, texts[0], SIZE);
    buf_init(&found, texts[1], SIZE);
    play_here(match, games, &expected);
    read_results(stand, test, &reading);
    assert_int_equal(reading.count, games);
    assert_string_equal(texts[0], texts[1]);
    free(texts[0]);
    free(texts[1]);
}

/* ---- stories ---- */

static void a_worker_plays_what_is_there(void **state)
{
    struct scene scene = {.stand = *state};
    char signature[SIGNATURE_TEXT_SIZE];
    struct match match, other;

    agree(&match, "penguins", "zufall", "leicht:nodes=20");
    agree(&other, "piranhas", "zufall", "zufall");
    search_signature(match.rules, signature);
    int64_t first = enter(scene.stand, &match, "first", 21, signature);
    int64_t second = enter(scene.stand, &other, "second", 10, "");
    play_all(&scene, "Anna", 3);
    expect_the_same(scene.stand, first, &match, 21);
    expect_the_same(scene.stand, second, &other, 10);
    assert_string_equal(scene.refused, "");
    assert_int_equal(scene.begun, 2);
    assert_true(scene.submissions > 0);
    assert_int_equal(scene.idles, 1);
}

static void what_cannot_be_played_is_refused_and_the_rest_is_played(void **state)
{
    struct scene scene = {.stand = *state};
    struct match match, program;

    agree(&match, "piranhas", "zufall", "zufall");
    agree(&program, "piranhas", "zufall", "true");
    enter(scene.stand, &match, "other", 4, "0123456789abcdef");
    enter(scene.stand, &program, "program", 4, "");
    int64_t fine = enter(scene.stand, &match, "fine", 4, "");
    play_all(&scene, "Anna", 2);
    expect_the_same(scene.stand, fine, &match, 4);
    assert_string_equal(scene.refused, "other:signature_other program:bot_unknown ");
}

static void parameters_of_a_pair_are_put_in(void **state)
{
    struct scene scene = {.stand = *state};
    char text[4096];
    struct buf buf;
    struct match match, applied;
    struct err why = {0};

    agree(&match, "piranhas", "leicht:nodes={n}", "zufall");
    int64_t test = enter(scene.stand, &match, "tuning", 0, "");
    stand_expect(queue_add_pair(scene.stand->db, test, 0, "A:n=30", &why), &why);
    play_all(&scene, "Anna", 1);
    buf_init(&buf, text, sizeof text);
    struct reading reading = {.match = &match, .out = &buf};
    read_results(scene.stand, test, &reading);
    assert_int_equal(reading.count, 2);
    assert_true(match_set_params(&match, "A:n=30", &applied, NULL));
    expect_the_same(scene.stand, test, &applied, 2);
}

/* The worker that had taken the pairs was killed; one of the same name gets them. */
static void a_successor_plays_what_its_predecessor_took(void **state)
{
    struct scene scene = {.stand = *state};
    struct queue_pair pairs[2];
    struct match match;
    struct err why = {0};

    agree(&match, "piranhas", "zufall", "zufall");
    int64_t test = enter(scene.stand, &match, "test", 6, "");
    assert_int_equal(queue_take(scene.stand->db, test, "Anna", 2, SHORT_LEASE_MS, pairs, &why), 2);
    play_all(&scene, "Anna", 2);
    expect_the_same(scene.stand, test, &match, 6);
}

static void tests_take_turns(void **state)
{
    struct scene scene = {.stand = *state};
    struct match match;

    agree(&match, "piranhas", "zufall", "zufall");
    enter(scene.stand, &match, "long", 400, "");
    enter(scene.stand, &match, "short", 4, "");
    play_all(&scene, "Anna", 1);
    assert_int_equal(scene.begun, 2);
    assert_in_range(scene.played_before, 0, 399);
}

/* ---- the machine has no descriptor left ---- */

static struct rlimit files_before;

static void use_up_files(struct scene *scene)
{
    int next = dup(STDIN_FILENO);
    struct rlimit none = files_before;

    (void)scene;
    if (next < 0) /* none is left since the last time */
        return;
    close(next);
    none.rlim_cur = (rlim_t)next;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
}

static void give_files(struct scene *scene)
{
    (void)scene;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &files_before), 0);
}

static int keep_limit(void **state)
{
    getrlimit(RLIMIT_NOFILE, &files_before);
    return stand_open(state);
}

static int restore_limit(void **state)
{
    give_files(NULL);
    return stand_close(state);
}

static int64_t enter_programs(struct scene *scene, struct match *match, int games)
{
    /* `true` runs, and it never joins. */
    agree(match, "piranhas", "zufall", "true");
    scene->bots = match->players;
    return enter(scene->stand, match, "programs", games, "");
}

/* Counts the results; all of them are about a program that ran and did not join. */
static bool on_no_join(void *context, const struct queue_result *row)
{
    struct slice fault = row->texts[QUEUE_FAULT];

    assert_true(slice_take(&fault, "bot_exited_early"));
    ++*(int *)context;
    return true;
}

static int count_no_joins(struct scene *scene, int64_t test)
{
    int count = 0;

    assert_true(queue_results(scene->stand->db, test, 0, 1000, on_no_join, &count, NULL));
    return count;
}

static void a_full_machine_is_no_loss_and_stops_the_worker(void **state)
{
    struct scene scene = {.stand = *state, .may_fail = true, .on_submitted = use_up_files};
    struct queue_counts counts;
    struct match match;
    int64_t test = enter_programs(&scene, &match, 40);

    play_all(&scene, "Anna", 1);
    give_files(NULL);
    assert_string_equal(scene.failed.code, "machine_full");
    assert_int_equal(scene.faults, WORKER_PAUSES);
    assert_in_range(count_no_joins(&scene, test), 1, 39);
    assert_true(queue_count(scene.stand->db, &counts, NULL));
    assert_int_equal(counts.pairs_taken, 0);
    assert_int_equal(counts.pairs_closed, 0);
}

static void a_machine_that_recovers_in_time_goes_on(void **state)
{
    struct scene scene = {.stand = *state, .on_submitted = use_up_files, .on_fault = give_files};
    struct match match;
    int64_t test = enter_programs(&scene, &match, 6);

    play_all(&scene, "Anna", 1);
    give_files(NULL);
    assert_true(scene.faults >= 1);
    assert_int_equal(count_no_joins(&scene, test), 6);
}

/* setenv() beside other threads is undefined, so only commands call it, before the first thread. */
static void a_worker_leaves_the_environment_alone(void **state)
{
    struct scene scene = {.stand = *state};
    struct match match;

    assert_int_equal(unsetenv("UV_THREADPOOL_SIZE"), 0);
    agree(&match, "piranhas", "zufall", "zufall");
    enter(scene.stand, &match, "test", 2, "");
    play_all(&scene, "Anna", 8);
    assert_null(getenv("UV_THREADPOOL_SIZE"));
}

/* ---- cores ---- */

/* Other processes on this machine may have claimed some. */
static void a_core_is_claimed_once(void **state)
{
    enum { CORES_MAX = 1024 };
    static int cores[CORES_MAX], others[CORES_MAX];
    int count = cores_allowed();

    (void)state;
    assert_true(count > 0);
    assert_false(cores_claim(cores, count + 1));
    if (cores_claim(cores, count))
        assert_false(cores_claim(others, 1));
}

int main(void)
{
    /* Root starts no program as root (bot_user.py). */
    if (geteuid() == 0)
        setenv(BOT_USER_VARIABLE, "nobody", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_worker_plays_what_is_there, stand_open, stand_close),
        cmocka_unit_test_setup_teardown(what_cannot_be_played_is_refused_and_the_rest_is_played,
                                        stand_open, stand_close),
        cmocka_unit_test_setup_teardown(parameters_of_a_pair_are_put_in, stand_open, stand_close),
        cmocka_unit_test_setup_teardown(a_successor_plays_what_its_predecessor_took, stand_open,
                                        stand_close),
        cmocka_unit_test_setup_teardown(tests_take_turns, stand_open, stand_close),
        cmocka_unit_test_setup_teardown(a_full_machine_is_no_loss_and_stops_the_worker, keep_limit,
                                        restore_limit),
        cmocka_unit_test_setup_teardown(a_machine_that_recovers_in_time_goes_on, keep_limit,
                                        restore_limit),
        cmocka_unit_test_setup_teardown(a_worker_leaves_the_environment_alone, stand_open,
                                        stand_close),
        cmocka_unit_test(a_core_is_claimed_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
