/* The queue, in a file or, if KIELWASSER_TEST_STORE names a server (tests/postgres.py), there. */

#include "store_stand.h"

#include "store/queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAIRS_MAX = 64, LONG_MS = 60 * 1000, OVER_MS = -1 };

/* ---- words for the stories ---- */

static int64_t enter_as(struct stand *stand, const char *key, int games)
{
    struct queue_test test = {.games = games, .match = slice_of("{\"seed\":1}")};
    struct err why = {0};

    snprintf(test.key, sizeof test.key, "%s", key);
    snprintf(test.kind, sizeof test.kind, "match");
    snprintf(test.name, sizeof test.name, "Käpt'n Blau – Nemo");
    snprintf(test.signature, sizeof test.signature, "1234");
    stand_expect(queue_enter_test(stand->db, &test, &why), &why);
    return test.id;
}

static int64_t enter(struct stand *stand, int games) { return enter_as(stand, "key", games); }

/* What was taken, as text: "0 1 2"; a game that is done already is marked: "3(1-)". */
static const char *take_for(struct stand *stand, const char *worker, int64_t test, int max,
                            int lease_ms)
{
    static char text[PAIRS_MAX * 16];
    struct queue_pair pairs[PAIRS_MAX];
    struct err why = {0};
    struct buf buf;
    int count = queue_take(stand->db, test, worker, max, lease_ms, pairs, &why);

    stand_expect(count >= 0, &why);
    buf_init(&buf, text, sizeof text);
    for (int i = 0; i < count; i++) {
        assert_int_equal(pairs[i].test, test);
        buf_format(&buf, "%s%d", i > 0 ? " " : "", pairs[i].pair);
        if (pairs[i].games != 2 || pairs[i].is_done[0] || pairs[i].is_done[1])
            buf_format(&buf, "(%d%s%s)", pairs[i].games, pairs[i].is_done[0] ? "+" : "-",
                       pairs[i].is_done[1] ? "+" : "-");
        if (pairs[i].params[0])
            buf_format(&buf, "[%s]", pairs[i].params);
    }
    return text;
}

static const char *take(struct stand *stand, const char *worker, int64_t test, int max)
{
    return take_for(stand, worker, test, max, LONG_MS);
}

/* A result that is known by its moves. */
static struct queue_result result_of(int64_t test, int game, const char *moves)
{
    return (struct queue_result){
        .test = test, .game = game, .seed = game, .texts[QUEUE_MOVES] = slice_of(moves)};
}

static bool submit_all(struct db *db, const char *worker, const struct queue_result results[],
                       int count, struct err *why)
{
    enum { MAX = 16 };
    const struct queue_result *batch[MAX];

    assert_true(count <= MAX);
    for (int i = 0; i < count; i++)
        batch[i] = &results[i];
    return queue_add_results(db, worker, batch, count, why);
}

static void submit(struct stand *stand, const char *worker, int64_t test, int game)
{
    char moves[64];
    struct err why = {0};

    snprintf(moves, sizeof moves, "%d by %s", game, worker);
    struct queue_result result = result_of(test, game, moves);
    stand_expect(submit_all(stand->db, worker, &result, 1, &why), &why);
}

static bool print_result(void *context, const struct queue_result *result)
{
    struct buf *buf = context;

    assert_int_equal(result->seed, result->game);
    buf_add_slice(buf, result->texts[QUEUE_MOVES]);
    buf_add(buf, ";");
    return true;
}

static const char *results(struct stand *stand, int64_t test, int from, int max)
{
    static char text[4096];
    struct err why = {0};
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    stand_expect(queue_results(stand->db, test, from, max, print_result, &buf, &why), &why);
    return text;
}

static struct queue_counts counts(struct stand *stand)
{
    struct queue_counts counted;
    struct err why = {0};

    stand_expect(queue_count(stand->db, &counted, &why), &why);
    return counted;
}

static bool count_test(void *context, const struct queue_test *test)
{
    (void)test;
    ++*(int *)context;
    return true;
}

static int tests(struct stand *stand, enum queue_which which)
{
    struct err why = {0};
    int count = 0;

    stand_expect(queue_tests(stand->db, which, count_test, &count, &why), &why);
    return count;
}

/* ---- tests ---- */

static bool check_test(void *context, const struct queue_test *test)
{
    assert_string_equal(test->key, "key");
    assert_string_equal(test->kind, "match");
    assert_string_equal(test->name, "Käpt'n Blau – Nemo");
    assert_string_equal(test->signature, "1234");
    assert_true(slice_is(test->match, "{\"seed\":1}"));
    assert_int_equal(test->games, 4);
    assert_true(test->is_open);
    assert_true(test->created_ms > 1600000000000);
    *(int64_t *)context = test->id;
    return true;
}

static void test_a_test_is_what_was_entered(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 4), found = 0;

    assert_true(queue_tests(stand->db, QUEUE_ALL, check_test, &found, NULL));
    assert_int_equal(found, id);
    assert_int_equal(enter(stand, 4), id);
    assert_int_not_equal(enter_as(stand, "other", 4), id);
    assert_int_equal(tests(stand, QUEUE_ALL), 2);
    assert_int_equal(counts(stand).pairs_open, 4);
}

static void test_a_test_grows_and_never_shrinks(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 3);

    assert_string_equal(take(stand, "w", id, 9), "0 1(1--)");
    submit(stand, "w", id, 2);
    assert_int_equal(counts(stand).pairs_done, 1);
    enter(stand, 2);
    assert_int_equal(counts(stand).pairs_done, 1);
    enter(stand, 7);
    assert_string_equal(take(stand, "w", id, 9), "1(2+-) 2 3(1--)");
    submit(stand, "w", id, 3);
    assert_int_equal(counts(stand).pairs_done, 1);
}

static void test_a_closed_test_gives_nothing(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 4);

    assert_true(queue_close_test(stand->db, id, NULL));
    assert_string_equal(take(stand, "w", id, 9), "");
    assert_int_equal(tests(stand, QUEUE_OPEN), 0);
    assert_int_equal(tests(stand, QUEUE_ALL), 1);
    enter(stand, 4);
    assert_string_equal(take(stand, "w", id, 1), "0");
}

static void test_a_finished_test_stays_closed(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 1);

    submit(stand, "w", id, 0);
    assert_true(queue_close_test(stand->db, id, NULL));
    enter(stand, 1);
    assert_int_equal(tests(stand, QUEUE_OPEN), 0);
    enter(stand, 2);
    assert_int_equal(tests(stand, QUEUE_OPEN), 1);
}

static void test_free_tests_are_those_with_something_to_take(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 2);

    enter_as(stand, "empty", 0);
    assert_int_equal(tests(stand, QUEUE_FREE), 1);
    take(stand, "w", id, 9);
    assert_int_equal(tests(stand, QUEUE_FREE), 0);
    assert_true(queue_renew(stand->db, "w", OVER_MS, NULL));
    assert_int_equal(tests(stand, QUEUE_FREE), 1);
}

/* No command removes tests, but a person may, with the database's own tools. */
static void test_a_removed_test_takes_no_results(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 4);

    submit(stand, "w", id, 0);
    assert_true(
        db_script(stand->db, "DELETE FROM pairs; DELETE FROM results; DELETE FROM tests", NULL));
    submit(stand, "w", id, 1);
    assert_int_equal(tests(stand, QUEUE_ALL), 0);
    assert_int_equal(counts(stand).pairs_open, 0);
    assert_int_equal(counts(stand).results, 0);
}

static void test_pairs_with_parameters_come_one_by_one(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 0);

    assert_string_equal(take(stand, "w", id, 9), "");
    assert_true(queue_add_pair(stand->db, id, 0, "A:w=12 B:w=8", NULL));
    assert_true(queue_add_pair(stand->db, id, 0, "A:w=99 B:w=9", NULL));
    assert_true(queue_add_pair(stand->db, id, 1, "A:w=13 B:w=7", NULL));
    assert_string_equal(take(stand, "w", id, 9), "0[A:w=12 B:w=8] 1[A:w=13 B:w=7]");
}

/* ---- pairs ---- */

static void test_two_workers_never_have_the_same(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 10);

    assert_string_equal(take(stand, "one", id, 2), "0 1");
    assert_string_equal(take(stand, "two", id, 2), "2 3");
    assert_string_equal(take(stand, "one", id, 2), "4");
    assert_string_equal(take(stand, "two", id, 2), "");
    assert_int_equal(counts(stand).pairs_taken, 5);
}

static void test_pairs_of_the_dead_come_back(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 6);

    take(stand, "dead", id, 1);
    take(stand, "alive", id, 1);
    submit(stand, "dead", id, 1);
    assert_true(queue_renew(stand->db, "dead", OVER_MS, NULL));
    assert_string_equal(take(stand, "alive", id, 9), "0(2-+) 2");
}

static void test_a_worker_that_renews_keeps_its_pairs(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 4);

    take_for(stand, "slow", id, 2, OVER_MS);
    assert_true(queue_renew(stand->db, "slow", LONG_MS, NULL));
    assert_true(queue_renew(stand->db, "other", OVER_MS, NULL));
    assert_string_equal(take(stand, "other", id, 9), "");
}

static void test_pairs_that_are_handed_back_are_free_at_once(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 8);

    take(stand, "one", id, 2);
    take(stand, "two", id, 1);
    submit(stand, "one", id, 0);
    submit(stand, "one", id, 1);
    assert_true(queue_hand_back(stand->db, "one", NULL));
    assert_string_equal(take(stand, "three", id, 9), "1 3");
}

/* Takes what is free and lets the lease end. */
static const char *die_of(struct stand *stand, int64_t id)
{
    return take_for(stand, "dying", id, 1, OVER_MS);
}

static void test_a_pair_with_three_tries_is_closed(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 6);
    struct queue_place places[] = {{.test = id, .pair = 0}, {.test = id, .pair = 1}};

    for (int i = 0; i < QUEUE_TRIES_MAX; i++)
        assert_string_equal(die_of(stand, id), "0");
    assert_string_equal(take(stand, "w", id, 9), "1 2");
    assert_int_equal(counts(stand).pairs_closed, 1);
    assert_true(queue_pair_states(stand->db, places, 2, NULL));
    assert_true(places[0].state == PAIR_CLOSED && places[1].state == PAIR_FREE);
    submit(stand, "dying", id, 0); /* too late */
    assert_string_equal(results(stand, id, 0, 9), "");
    submit(stand, "w", id, 2);
    assert_int_equal(counts(stand).pairs_closed, 1);
    enter(stand, 6);
    assert_int_equal(counts(stand).pairs_closed, 0);
    assert_string_equal(die_of(stand, id), "0");
    assert_string_equal(take(stand, "w", id, 9), "0");
}

/* Its game is used again when the test is entered again. */
static void test_a_closed_pair_keeps_the_game_it_has(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 2);
    struct queue_place place = {.test = id, .pair = 0};

    submit(stand, "w", id, 0);
    for (int i = 0; i < QUEUE_TRIES_MAX; i++)
        assert_string_equal(die_of(stand, id), "0(2+-)");
    assert_string_equal(die_of(stand, id), "");
    assert_true(queue_pair_states(stand->db, &place, 1, NULL));
    assert_int_equal(place.state, PAIR_CLOSED);
    enter(stand, 2);
    assert_string_equal(die_of(stand, id), "0(2+-)");
}

/* A worker that is started again under its name does not try a deadly pair for ever. */
static void test_a_killed_worker_counts_a_try(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 4);

    for (int i = 0; i < QUEUE_TRIES_MAX; i++) {
        assert_string_equal(take(stand, "w", id, 1), "0");
        assert_true(queue_end_leases(stand->db, "w", NULL));
    }
    assert_string_equal(take(stand, "w", id, 1), "1");
    assert_int_equal(counts(stand).pairs_closed, 1);
    enter(stand, 4);
    assert_int_equal(counts(stand).pairs_closed, 0);
}

/* Entering a test again is a wish to try again, also for pairs that are not closed yet. */
static void test_entering_forgets_the_tries(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 2);

    for (int i = 0; i < 2 * QUEUE_TRIES_MAX; i++) {
        assert_string_equal(take(stand, "w", id, 1), "0");
        assert_true(queue_end_leases(stand->db, "w", NULL));
        enter(stand, 2);
    }
    assert_int_equal(counts(stand).pairs_closed, 0);
}

static void test_handing_back_is_no_try(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 2);

    for (int i = 0; i < 2 * QUEUE_TRIES_MAX; i++) {
        assert_string_equal(take(stand, "w", id, 9), "0");
        assert_true(queue_hand_back(stand->db, "w", NULL));
    }
    assert_int_equal(counts(stand).pairs_closed, 0);
}

/* ---- results ---- */

static void test_a_result_is_written_once(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 4);

    take_for(stand, "first", id, 1, OVER_MS);
    take(stand, "second", id, 1);
    submit(stand, "first", id, 0);
    submit(stand, "second", id, 0);
    submit(stand, "second", id, 1);
    submit(stand, "first", id, 1);
    assert_string_equal(results(stand, id, 0, 9), "0 by first;1 by second;");
    assert_int_equal(counts(stand).pairs_done, 1);
}

/* Game n has n moves, or 9 - n below 10; every fifth one is a crash of A, others are lost and won
 * in turn. */
static void fill_pages(struct stand *stand, int64_t test, int games)
{
    static const char movers[] = "ABABABABABABABABABABABABABABABABABABABABAB";
    struct err why = {0};
    char number[16];

    stand_expect(db_begin(stand->db, &why), &why);
    for (int game = 0; game < games; game++) {
        bool is_crash = game % 5 == 4;
        snprintf(number, sizeof number, "%d", game);
        struct queue_result result = result_of(test, game, number);
        result.texts[QUEUE_ENDING] = slice_of(is_crash ? "crash" : "regular");
        result.texts[QUEUE_OFFENDER] = slice_of(is_crash ? "A" : "");
        result.texts[QUEUE_WINNER] = slice_of(is_crash || game % 2 == 0 ? "B" : "A");
        result.texts[QUEUE_MOVERS] = slice_make(movers, game < 10 ? 9 - (size_t)game : 40);
        stand_expect(queue_write_result(stand->db, "w", &result, &why), &why);
    }
    stand_expect(db_end(stand->db, true, &why), &why);
}

static const char *page_of(struct stand *stand, const struct queue_page *page)
{
    static char text[4096];
    struct db_counts before = db_count(stand->db);
    struct err why = {0};
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    stand_expect(queue_result_page(stand->db, page, print_result, &buf, &why), &why);
    assert_true(db_count(stand->db).rows - before.rows <= page->count); /* none is skipped here */
    assert_int_equal(db_count(stand->db).statements - before.statements, 1);
    return text;
}

static void test_a_page_of_results_is_chosen_by_the_database(void **state)
{
    enum { GAMES = 3000 };
    struct stand *stand = *state;
    int64_t id = enter(stand, 4);
    struct queue_page page = {.test = id, .before = GAMES - 1, .count = 3};

    fill_pages(stand, id, GAMES);
    assert_string_equal(page_of(stand, &page), "0;1;2;");
    page.from = GAMES - 3;
    assert_string_equal(page_of(stand, &page), "2997;2998;");
    page.from = 1;
    page.filter = QUEUE_FAILED;
    assert_string_equal(page_of(stand, &page), "9;14;19;");
    page.filter = QUEUE_LOST;
    assert_string_equal(page_of(stand, &page), "2;4;6;");
    page.filter = QUEUE_WON;
    assert_string_equal(page_of(stand, &page), "3;5;7;");
    page.filter = QUEUE_SHORT;
    assert_string_equal(page_of(stand, &page), "8;7;6;");
    page.ending = "crash";
    page.offender = "A";
    assert_string_equal(page_of(stand, &page), "4;14;19;");
    page.filter = QUEUE_EVERY;
    assert_string_equal(page_of(stand, &page), "9;14;19;");
    page.offender = "B";
    assert_string_equal(page_of(stand, &page), "");
    page.ending = NULL;
    stand_expect(db_run(stand->db, "UPDATE pairs SET state = 3 WHERE pair = 1", DB_NO_VALUES, NULL),
                 &(struct err){0});
    page.has_closed_pairs = true;
    assert_string_equal(page_of(stand, &page), "1;4;5;");
}

static void test_a_batch_is_sorted_into_its_pairs(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 5), other = enter_as(stand, "other", 2);
    struct queue_result batch[] = {result_of(id, 4, "e"),    result_of(other, 1, "z"),
                                   result_of(id, 1, "b"),    result_of(id, 0, "a"),
                                   result_of(other, 0, "y"), result_of(id, 5, "beyond"),
                                   result_of(id, 2, "c")};

    assert_true(submit_all(stand->db, "w", batch, sizeof batch / sizeof *batch, NULL));
    assert_true(submit_all(stand->db, "w", batch, 0, NULL));
    assert_string_equal(results(stand, id, 0, 9), "a;b;c;e;");
    assert_string_equal(results(stand, id, 1, 2), "b;c;");
    assert_string_equal(results(stand, other, 0, 9), "y;z;");
    assert_int_equal(counts(stand).pairs_done, 3);
    assert_int_equal(counts(stand).pairs_open, 1);
}

static void test_many_tests_are_looked_at_together(void **state)
{
    enum { PLACES = 50 };
    struct stand *stand = *state;
    struct queue_place places[PLACES];
    char key[16];

    for (int i = 0; i < PLACES; i++) {
        snprintf(key, sizeof key, "%d", i);
        places[i] = (struct queue_place){.test = enter_as(stand, key, 4), .pair = i % 2};
        submit(stand, "w", places[i].test, i % 3);
        submit(stand, "w", places[i].test, i % 3 + 1);
    }
    assert_true(queue_pair_states(stand->db, places, PLACES, NULL));
    for (int i = 0; i < PLACES; i++) {
        bool is_done = i % 3 == 2 * (i % 2);
        assert_int_equal(places[i].state, is_done ? PAIR_DONE : PAIR_FREE);
    }
}

/* ---- workers ---- */

static bool check_worker(void *context, const struct queue_worker *worker)
{
    ++*(int *)context;
    assert_string_equal(worker->name, "host-7");
    assert_string_equal(worker->host, "Rechner");
    assert_string_equal(worker->version, "42");
    assert_int_equal(worker->cores, 8);
    assert_int_equal(worker->games, 2);
    assert_int_equal(worker->pairs, 1);
    assert_true(worker->seen_ms >= worker->since_ms);
    return true;
}

static void test_workers_are_known(void **state)
{
    struct stand *stand = *state;
    struct queue_worker worker = {.name = "host-7", .host = "Rechner", .version = "41", .cores = 8};
    int64_t id = enter(stand, 4);
    int seen = 0;

    assert_true(queue_say_hello(stand->db, &worker, NULL));
    snprintf(worker.version, sizeof worker.version, "42");
    assert_true(queue_say_hello(stand->db, &worker, NULL));
    take(stand, "host-7", id, 2);
    submit(stand, "host-7", id, 0);
    submit(stand, "host-7", id, 1);
    submit(stand, "host-7", id, 1);
    assert_true(queue_workers(stand->db, check_worker, &seen, NULL));
    assert_int_equal(seen, 1);
    assert_int_equal(counts(stand).workers, 1);
}

static bool take_since(void *context, const struct queue_worker *worker)
{
    *(int64_t *)context = worker->since_ms;
    return true;
}

static int64_t since_after_hello(struct stand *stand, const char *change)
{
    struct queue_worker worker = {.name = "w"};
    int64_t since = 0;

    assert_true(db_script(stand->db, change, NULL));
    assert_true(queue_say_hello(stand->db, &worker, NULL));
    assert_true(queue_workers(stand->db, take_since, &since, NULL));
    return since;
}

static void test_who_was_silent_comes_anew(void **state)
{
    struct stand *stand = *state;

    assert_true(since_after_hello(stand, "") > 1);
    assert_int_equal(since_after_hello(stand, "UPDATE workers SET since = 1"), 1);
    assert_true(since_after_hello(stand, "UPDATE workers SET seen = 1") > 1);
}

/* ---- many at once ---- */

enum { CROWD = 4, CROWD_PAIRS = 200, CROWD_MAX = 3 };

/* Plays until nothing is left, and tells on `fd` every pair that it was given. */
static int work_in_crowd(const struct stand *stand, int64_t test, int fd)
{
    struct db *db = db_open(stand->place, DB_RELAXED, NULL);
    struct queue_pair pairs[CROWD_MAX];
    char name[16];
    int count;

    snprintf(name, sizeof name, "%d", (int)getpid());
    while ((count = queue_take(db, test, name, CROWD_MAX, LONG_MS, pairs, NULL)) > 0) {
        struct queue_result batch[2 * CROWD_MAX];
        for (int i = 0; i < 2 * count; i++)
            batch[i] = result_of(test, 2 * pairs[i / 2].pair + i % 2, name);
        for (int i = 0; i < count; i++) {
            if (write(fd, &pairs[i].pair, sizeof pairs[i].pair) < 0)
                return 1;
        }
        if (!submit_all(db, name, batch, 2 * count, NULL))
            return 1;
    }
    db_close(db);
    return count == 0 ? 0 : 1;
}

static void start_crowd(const struct stand *stand, int64_t test, int fd)
{
    for (int i = 0; i < CROWD; i++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            _exit(work_in_crowd(stand, test, fd));
    }
}

static void end_crowd(void)
{
    int status;

    for (int i = 0; i < CROWD; i++) {
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
}

static void test_a_crowd_plays_everything_once(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 2 * CROWD_PAIRS);
    int taken[CROWD_PAIRS] = {0}, pipes[2], pair;

    assert_int_equal(pipe(pipes), 0);
    start_crowd(stand, id, pipes[1]);
    close(pipes[1]);
    while (read(pipes[0], &pair, sizeof pair) == sizeof pair)
        taken[pair]++;
    close(pipes[0]);
    end_crowd();
    for (pair = 0; pair < CROWD_PAIRS; pair++)
        assert_int_equal(taken[pair], 1);
    assert_int_equal(counts(stand).results, 2 * CROWD_PAIRS);
    assert_int_equal(counts(stand).pairs_done, CROWD_PAIRS);
}

typedef int crowd_part(struct db *db, int64_t test, int turn);

static void send_crowd(const struct stand *stand, int64_t test, crowd_part *part)
{
    for (int turn = 0; turn < CROWD; turn++) {
        if (fork() == 0) {
            struct db *db = db_open(stand->place, DB_RELAXED, NULL);
            _exit(db ? part(db, test, turn) : 1);
        }
    }
    end_crowd();
}

/* The games of four pairs, in another order for each process: two must never wait for
 * each other. */
static int bring_everything(struct db *db, int64_t test, int turn)
{
    enum { BATCH = 8 };
    struct queue_result batch[BATCH];

    for (int game = 0; game < 2 * CROWD_PAIRS; game += BATCH) {
        for (int i = 0; i < BATCH; i++)
            batch[i] = result_of(test, game + (i + 2 * turn) % BATCH, "x");
        if (!submit_all(db, "w", batch, BATCH, NULL))
            return 1;
    }
    return 0;
}

static void test_a_crowd_brings_the_same_results(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 2 * CROWD_PAIRS);

    send_crowd(stand, id, bring_everything);
    assert_int_equal(counts(stand).results, 2 * CROWD_PAIRS);
    assert_int_equal(counts(stand).pairs_done, CROWD_PAIRS);
}

/* Two for each half of the test: one brings the first games, the other one the second games.  The
 * later one must see that the pair is complete. */
static int bring_halves(struct db *db, int64_t test, int turn)
{
    int from = turn / 2 * CROWD_PAIRS;

    for (int game = from + turn % 2; game < from + CROWD_PAIRS; game += 2) {
        struct queue_result result = result_of(test, game, "x");
        if (!submit_all(db, "w", &result, 1, NULL))
            return 1;
    }
    return 0;
}

static void test_the_games_of_a_pair_may_come_from_two(void **state)
{
    struct stand *stand = *state;
    int64_t id = enter(stand, 2 * CROWD_PAIRS);

    send_crowd(stand, id, bring_halves);
    assert_int_equal(counts(stand).pairs_done, CROWD_PAIRS);
}

static int enter_in_crowd(struct db *db, int64_t test, int turn)
{
    struct stand own = {.db = db};

    (void)test, (void)turn;
    for (int games = 1; games < 40; games++)
        enter(&own, games);
    return 0;
}

static void test_a_crowd_enters_one_test(void **state)
{
    struct stand *stand = *state;

    send_crowd(stand, 0, enter_in_crowd);
    assert_int_equal(tests(stand, QUEUE_ALL), 1);
    assert_int_equal(counts(stand).pairs_open, 20);
}

#define STORY(name) cmocka_unit_test_setup_teardown(name, stand_open, stand_close)

int main(void)
{
    const struct CMUnitTest stories[] = {
        STORY(test_a_test_is_what_was_entered),
        STORY(test_a_test_grows_and_never_shrinks),
        STORY(test_a_closed_test_gives_nothing),
        STORY(test_a_finished_test_stays_closed),
        STORY(test_free_tests_are_those_with_something_to_take),
        STORY(test_a_removed_test_takes_no_results),
        STORY(test_pairs_with_parameters_come_one_by_one),
        STORY(test_two_workers_never_have_the_same),
        STORY(test_pairs_of_the_dead_come_back),
        STORY(test_a_worker_that_renews_keeps_its_pairs),
        STORY(test_pairs_that_are_handed_back_are_free_at_once),
        STORY(test_a_pair_with_three_tries_is_closed),
        STORY(test_a_closed_pair_keeps_the_game_it_has),
        STORY(test_a_killed_worker_counts_a_try),
        STORY(test_entering_forgets_the_tries),
        STORY(test_handing_back_is_no_try),
        STORY(test_a_result_is_written_once),
        STORY(test_a_batch_is_sorted_into_its_pairs),
        STORY(test_a_page_of_results_is_chosen_by_the_database),
        STORY(test_many_tests_are_looked_at_together),
        STORY(test_workers_are_known),
        STORY(test_who_was_silent_comes_anew),
        STORY(test_a_crowd_plays_everything_once),
        STORY(test_a_crowd_brings_the_same_results),
        STORY(test_the_games_of_a_pair_may_come_from_two),
        STORY(test_a_crowd_enters_one_test),
    };

    return cmocka_run_group_tests(stories, NULL, NULL);
}
