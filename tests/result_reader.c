/* Results are told in the order of their games, whatever the order in which they come. */

#include "store_stand.h"

#include "base/memory.h"
#include "match/result_reader.h"
#include "store/queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 300, TOLD_SIZE = 1 << 16 };

static const char *const channels[] = {NULL};

struct reader {
    struct stand *stand;
    uv_loop_t loop;
    struct db_thread *db_thread;
    struct follower *follower;
    struct match match;
    char text[TOLD_SIZE];
    struct buf told; /* "1:0 1:1 2:0": test and game */
    struct err failed;
    void (*on_note)(struct reader *reader, int64_t test, int game);
};

static void nothing(struct reader *reader, int64_t test, int game)
{
    (void)reader, (void)test, (void)game;
}

static void hear_note(void *context, int64_t test, const struct result *result)
{
    struct reader *reader = context;

    assert_int_equal(result->seed, 100 * test + result->game);
    buf_format(&reader->told, "%lld:%d ", (long long)test, result->game);
    reader->on_note(reader, test, result->game);
}

static void hear_failed(void *context, const struct err *why)
{
    ((struct reader *)context)->failed = *why;
}

static struct reader *reader_open(struct stand *stand)
{
    struct reader *reader = memory_get(1, sizeof *reader);
    struct result_reader_events events = {
        .on_note = hear_note, .on_failed = hear_failed, .context = reader};
    struct err why = {0};

    reader->stand = stand;
    reader->on_note = nothing;
    buf_init(&reader->told, reader->text, sizeof reader->text);
    reader->match.rules = game_find(slice_of("penguins"));
    for (int seat = 0; seat < MATCH_SEATS; seat++)
        assert_true(match_player_read(&reader->match.players[seat], "zufall", NULL, NULL));
    assert_int_equal(uv_loop_init(&reader->loop), 0);
    reader->db_thread = db_thread_create(&reader->loop, stand->place, channels,
                                         &(struct db_thread_events){0}, &why);
    stand_expect(reader->db_thread != NULL, &why);
    reader->follower = result_reader_create(reader->db_thread, &events);
    return reader;
}

static void reader_close(struct reader *reader)
{
    result_reader_stop(reader->follower);
    db_thread_stop(reader->db_thread);
    assert_int_equal(uv_run(&reader->loop, UV_RUN_DEFAULT), 0);
    result_reader_destroy(reader->follower);
    db_thread_destroy(reader->db_thread);
    assert_int_equal(uv_loop_close(&reader->loop), 0);
    free(reader);
}

static void follow(struct reader *reader, int64_t test)
{
    result_reader_add(reader->follower, test, &reader->match);
}

static int64_t enter(struct reader *reader, const char *key)
{
    struct queue_test test = {.games = GAMES_MAX, .match = slice_of("{}")};
    struct err why = {0};

    snprintf(test.key, sizeof test.key, "%s", key);
    stand_expect(queue_enter(reader->stand->db, &test, &why), &why);
    return test.id;
}

static void submit_row(struct reader *reader, const struct queue_result *row)
{
    assert_true(queue_submit(reader->stand->db, "w", &row, 1, NULL));
}

static void submit(struct reader *reader, int64_t test, int game)
{
    struct result *result = memory_get(1, sizeof *result);

    result->game = game;
    result->pair = game / 2;
    result->seed = 100 * test + game;
    result->winner = result->offender = MATCH_SEATS;
    struct queue_result *row = result_to_row(result, test);
    submit_row(reader, row);
    free(row);
    free(result);
}

/* Looks, and what was told since the last time. */
static const char *look(struct reader *reader)
{
    static char text[TOLD_SIZE];

    result_reader_look(reader->follower);
    while (!result_reader_is_quiet(reader->follower))
        uv_run(&reader->loop, UV_RUN_ONCE);
    snprintf(text, sizeof text, "%s", reader->text);
    buf_clear(&reader->told);
    return text;
}

/* "T:0 T:1 " as it is told. */
static const char *games_of(int64_t test, int first, int count)
{
    static char text[TOLD_SIZE];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    for (int game = first; game < first + count; game++)
        buf_format(&buf, "%lld:%d ", (long long)test, game);
    return text;
}

/* ---- stories ---- */

static void test_results_are_told_in_order(void **state)
{
    struct reader *reader = reader_open(*state);
    int64_t test = enter(reader, "a");

    follow(reader, test);
    assert_string_equal(look(reader), "");
    submit(reader, test, 3);
    submit(reader, test, 1);
    assert_string_equal(look(reader), "");
    submit(reader, test, 0);
    assert_string_equal(look(reader), games_of(test, 0, 2));
    submit(reader, test, 2);
    assert_string_equal(look(reader), games_of(test, 2, 2));
    assert_string_equal(look(reader), "");
    reader_close(reader);
}

static void test_many_results_come_in_pieces(void **state)
{
    struct reader *reader = reader_open(*state);
    int64_t test = enter(reader, "a");

    for (int game = 0; game < 300; game++)
        submit(reader, test, game);
    follow(reader, test);
    assert_string_equal(look(reader), games_of(test, 0, 300));
    reader_close(reader);
}

static void test_hundreds_of_tests_are_followed(void **state)
{
    enum { TESTS = 200, GAMES = 3 };
    struct reader *reader = reader_open(*state);
    char key[16];

    for (int i = 0; i < TESTS; i++) {
        snprintf(key, sizeof key, "%d", i);
        int64_t test = enter(reader, key);
        for (int game = 0; game < GAMES; game++)
            submit(reader, test, game);
        follow(reader, test);
    }
    struct slice told = slice_of(look(reader));
    int count = 0;
    while (slice_take_word(&told).len > 0)
        count++;
    assert_int_equal(count, TESTS * GAMES);
    assert_string_equal(look(reader), "");
    reader_close(reader);
}

static void drop_after_one(struct reader *reader, int64_t test, int game)
{
    if (game == 1)
        result_reader_drop(reader->follower, test);
}

static void test_a_dropped_test_is_silent_at_once(void **state)
{
    struct reader *reader = reader_open(*state);
    int64_t test = enter(reader, "a");

    for (int game = 0; game < 5; game++)
        submit(reader, test, game);
    reader->on_note = drop_after_one;
    follow(reader, test);
    assert_string_equal(look(reader), games_of(test, 0, 2));
    reader->on_note = nothing;
    follow(reader, test);
    assert_string_equal(look(reader), games_of(test, 0, 5));
    reader_close(reader);
}

static void add_the_next(struct reader *reader, int64_t test, int game)
{
    if (game == 0)
        follow(reader, test + 1);
    result_reader_drop(reader->follower, test);
}

static void test_a_result_may_bring_another_test(void **state)
{
    struct reader *reader = reader_open(*state);
    int64_t first = enter(reader, "a"), second = enter(reader, "b");
    char expected[64];

    submit(reader, first, 0);
    submit(reader, second, 0);
    reader->on_note = add_the_next;
    follow(reader, first);
    snprintf(expected, sizeof expected, "%lld:0 %lld:0 ", (long long)first, (long long)second);
    assert_int_equal(second, first + 1);
    assert_string_equal(look(reader), expected);
    reader_close(reader);
}

static void test_a_line_that_is_none_is_named(void **state)
{
    struct reader *reader = reader_open(*state);
    int64_t test = enter(reader, "a");
    char details[64];

    submit(reader, test, 0);
    submit_row(reader, &(struct queue_result){.test = test, .game = 1});
    submit(reader, test, 2);
    follow(reader, test);
    assert_string_equal(look(reader), games_of(test, 0, 1));
    snprintf(details, sizeof details, "%lld 1", (long long)test);
    assert_string_equal(reader->failed.code, "store_line");
    assert_string_equal(reader->failed.details, details);
    assert_string_equal(look(reader), "");
    reader_close(reader);
}

static void test_it_may_be_stopped_while_it_asks(void **state)
{
    struct reader *reader = reader_open(*state);
    int64_t test = enter(reader, "a");

    submit(reader, test, 0);
    follow(reader, test);
    assert_false(result_reader_is_quiet(reader->follower));
    result_reader_stop(reader->follower);
    assert_string_equal(look(reader), "");
    reader_close(reader);
}

#define STORY(name) cmocka_unit_test_setup_teardown(name, stand_open, stand_close)

int main(void)
{
    const struct CMUnitTest stories[] = {
        STORY(test_results_are_told_in_order),       STORY(test_many_results_come_in_pieces),
        STORY(test_hundreds_of_tests_are_followed),  STORY(test_a_dropped_test_is_silent_at_once),
        STORY(test_a_result_may_bring_another_test), STORY(test_a_line_that_is_none_is_named),
        STORY(test_it_may_be_stopped_while_it_asks),
    };

    return cmocka_run_group_tests(stories, NULL, NULL);
}
