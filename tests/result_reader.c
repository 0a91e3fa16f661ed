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

struct story {
    struct stand *stand;
    uv_loop_t loop;
    struct db_thread *db_thread;
    struct result_reader *reader;
    struct match match;
    char text[TOLD_SIZE];
    struct buf told; /* "1:0 1:1 2:0": test and game */
    struct err failed;
    void (*on_result)(struct story *story, int64_t test, int game);
};

static void nothing(struct story *story, int64_t test, int game)
{
    (void)story, (void)test, (void)game;
}

static void hear_result(void *context, int64_t test, const struct result *result)
{
    struct story *story = context;

    assert_int_equal(result->seed, 100 * test + result->game);
    buf_format(&story->told, "%lld:%d ", (long long)test, result->game);
    story->on_result(story, test, result->game);
}

static void hear_pair_closed(void *context, int64_t test, int pair)
{
    buf_format(&((struct story *)context)->told, "%lld:closed%d ", (long long)test, pair);
}

static void hear_failed(void *context, const struct err *why)
{
    ((struct story *)context)->failed = *why;
}

static struct story *story_open(struct stand *stand)
{
    struct story *story = memory_get(1, sizeof *story);
    struct result_reader_events events = {
        .on_result = hear_result,
        .on_pair_closed = hear_pair_closed,
        .on_failed = hear_failed,
        .context = story,
    };
    struct err why = {0};

    story->stand = stand;
    story->on_result = nothing;
    buf_init(&story->told, story->text, sizeof story->text);
    story->match.rules = game_find(slice_of("penguins"));
    for (int seat = 0; seat < MATCH_SEATS; seat++)
        assert_true(match_player_read(&story->match.players[seat], "zufall", NULL, NULL));
    assert_int_equal(uv_loop_init(&story->loop), 0);
    story->db_thread = db_thread_create(&(struct db_thread_config){.loop = &story->loop,
                                                                   .place = stand->place,
                                                                   .channels = channels},
                                        &why);
    stand_expect(story->db_thread != NULL, &why);
    story->reader = result_reader_create(story->db_thread, &events);
    return story;
}

static void story_close(struct story *story)
{
    result_reader_stop(story->reader);
    db_thread_stop(story->db_thread);
    assert_int_equal(uv_run(&story->loop, UV_RUN_DEFAULT), 0);
    result_reader_destroy(story->reader);
    db_thread_destroy(story->db_thread);
    assert_int_equal(uv_loop_close(&story->loop), 0);
    free(story);
}

static void follow(struct story *story, int64_t test)
{
    result_reader_add_test(story->reader, test, &story->match);
}

static int64_t enter_games(struct story *story, const char *key, int games)
{
    struct queue_test test = {.games = games, .match = slice_of("{}")};
    struct err why = {0};

    snprintf(test.key, sizeof test.key, "%s", key);
    stand_expect(queue_enter_test(story->stand->db, &test, &why), &why);
    return test.id;
}

static int64_t enter(struct story *story, const char *key)
{
    return enter_games(story, key, GAMES_MAX);
}

static void submit_row(struct story *story, const struct queue_result *row)
{
    assert_true(queue_add_results(story->stand->db, "w", &row, 1, NULL));
}

static void submit(struct story *story, int64_t test, int game)
{
    struct result *result = memory_get(1, sizeof *result);

    result->game = game;
    result->pair = game / 2;
    result->seed = 100 * test + game;
    result->winner = result->offender = MATCH_SEATS;
    struct queue_result *row = result_to_row(result, test);
    submit_row(story, row);
    free(row);
    free(result);
}

/* Looks, and what was told since the last time. */
static const char *look(struct story *story)
{
    static char text[TOLD_SIZE];

    result_reader_poll(story->reader);
    while (!result_reader_is_up_to_date(story->reader))
        uv_run(&story->loop, UV_RUN_ONCE);
    snprintf(text, sizeof text, "%s", story->text);
    buf_clear(&story->told);
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
    struct story *story = story_open(*state);
    int64_t test = enter(story, "a");

    follow(story, test);
    assert_string_equal(look(story), "");
    submit(story, test, 3);
    submit(story, test, 1);
    assert_string_equal(look(story), "");
    submit(story, test, 0);
    assert_string_equal(look(story), games_of(test, 0, 2));
    submit(story, test, 2);
    assert_string_equal(look(story), games_of(test, 2, 2));
    assert_string_equal(look(story), "");
    story_close(story);
}

static void test_many_results_come_in_pieces(void **state)
{
    struct story *story = story_open(*state);
    int64_t test = enter(story, "a");

    for (int game = 0; game < 300; game++)
        submit(story, test, game);
    follow(story, test);
    assert_string_equal(look(story), games_of(test, 0, 300));
    story_close(story);
}

static void test_hundreds_of_tests_are_followed(void **state)
{
    enum { TESTS = 200, GAMES = 4 };
    struct story *story = story_open(*state);
    char key[16];

    for (int i = 0; i < TESTS; i++) {
        snprintf(key, sizeof key, "%d", i);
        int64_t test = enter(story, key);
        for (int game = 0; game < GAMES; game++)
            submit(story, test, game);
        follow(story, test);
    }
    struct slice told = slice_of(look(story));
    int count = 0;
    while (slice_take_word(&told).len > 0)
        count++;
    assert_int_equal(count, TESTS * GAMES);
    assert_string_equal(look(story), "");
    story_close(story);
}

static void drop_after_one(struct story *story, int64_t test, int game)
{
    if (game == 1)
        result_reader_drop_test(story->reader, test);
}

static void test_a_dropped_test_is_silent_at_once(void **state)
{
    struct story *story = story_open(*state);
    int64_t test = enter(story, "a");

    for (int game = 0; game < 6; game++)
        submit(story, test, game);
    story->on_result = drop_after_one;
    follow(story, test);
    assert_string_equal(look(story), games_of(test, 0, 2));
    story->on_result = nothing;
    follow(story, test);
    assert_string_equal(look(story), games_of(test, 0, 6));
    story_close(story);
}

static void add_the_next(struct story *story, int64_t test, int game)
{
    if (game == 0)
        follow(story, test + 1);
    result_reader_drop_test(story->reader, test);
}

static void test_a_result_may_bring_another_test(void **state)
{
    struct story *story = story_open(*state);
    int64_t first = enter(story, "a"), second = enter(story, "b");
    char expected[64];

    for (int game = 0; game < 2; game++) {
        submit(story, first, game);
        submit(story, second, game);
    }
    story->on_result = add_the_next;
    follow(story, first);
    snprintf(expected, sizeof expected, "%lld:0 %lld:0 ", (long long)first, (long long)second);
    assert_int_equal(second, first + 1);
    assert_string_equal(look(story), expected);
    story_close(story);
}

static void test_a_line_that_is_none_is_named(void **state)
{
    struct story *story = story_open(*state);
    int64_t test = enter(story, "a");
    char details[64];

    submit(story, test, 0);
    submit_row(story, &(struct queue_result){.test = test, .game = 1});
    submit(story, test, 2);
    follow(story, test);
    assert_string_equal(look(story), games_of(test, 0, 1));
    snprintf(details, sizeof details, "%lld 1", (long long)test);
    assert_string_equal(story->failed.code, "store_line");
    assert_string_equal(story->failed.details, details);
    assert_string_equal(look(story), "");
    story_close(story);
}

static void test_it_may_be_stopped_while_it_asks(void **state)
{
    struct story *story = story_open(*state);
    int64_t test = enter(story, "a");

    submit(story, test, 0);
    follow(story, test);
    assert_false(result_reader_is_up_to_date(story->reader));
    result_reader_stop(story->reader);
    assert_string_equal(look(story), "");
    story_close(story);
}

/* A worker takes the pair and dies: its lease is over at once. */
static void take_and_die(struct story *story, int64_t test, int pair)
{
    struct queue_pair taken;

    assert_int_equal(queue_take(story->stand->db, test, "w", 1, -1000, &taken, NULL), 1);
    assert_int_equal(taken.pair, pair);
}

/* The last pair of a test may have one game. */
static void test_the_last_game_may_stand_alone(void **state)
{
    struct story *story = story_open(*state);
    int64_t test = enter_games(story, "a", 3);

    for (int game = 0; game < 3; game++)
        submit(story, test, game);
    follow(story, test);
    assert_string_equal(look(story), games_of(test, 0, 3));
    assert_string_equal(look(story), "");
    story_close(story);
}

static void test_a_pair_that_kills_its_workers_is_skipped(void **state)
{
    struct story *story = story_open(*state);
    int64_t test = enter(story, "a");
    char expected[128];

    submit(story, test, 0);
    submit(story, test, 4);
    submit(story, test, 5);
    follow(story, test);
    for (int i = 0; i < QUEUE_TRIES_MAX; i++)
        take_and_die(story, test, 0);
    assert_string_equal(look(story), ""); /* game 0 is there, but its pair is not done */
    for (int i = 0; i < QUEUE_TRIES_MAX; i++)
        take_and_die(story, test, 1); /* the first time the pair before it is closed */
    take_and_die(story, test, 3);
    snprintf(expected, sizeof expected, "%lld:closed0 %lld:closed1 %lld:4 %lld:5 ", (long long)test,
             (long long)test, (long long)test, (long long)test);
    assert_string_equal(look(story), expected);
    story_close(story);
}

#define STORY(name) cmocka_unit_test_setup_teardown(name, stand_open, stand_close)

int main(void)
{
    const struct CMUnitTest stories[] = {
        STORY(test_results_are_told_in_order),
        STORY(test_many_results_come_in_pieces),
        STORY(test_hundreds_of_tests_are_followed),
        STORY(test_a_dropped_test_is_silent_at_once),
        STORY(test_a_result_may_bring_another_test),
        STORY(test_a_line_that_is_none_is_named),
        STORY(test_it_may_be_stopped_while_it_asks),
        STORY(test_the_last_game_may_stand_alone),
        STORY(test_a_pair_that_kills_its_workers_is_skipped),
    };

    return cmocka_run_group_tests(stories, NULL, NULL);
}
