/* What is written down about a seat: order, room for new entries, long and broken messages. */

#include "support.h"

#include "server/seat_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct seat_log_moment now = {.at_ms = 5, .ply = 3};

static void assert_text(const struct seat_log *seat_log, uint64_t number, const char *text)
{
    struct slice found = seat_log_at(seat_log, number).text;

    assert_int_equal(found.len, strlen(text));
    assert_memory_equal(found.at, text, found.len);
}

static void test_entries_in_order(void **state)
{
    struct seat_log *seat_log = seat_log_create();

    (void)state;
    seat_log_add(seat_log, SEAT_LOG_OUT, now, slice_of("<request/>"));
    seat_log_add(seat_log, SEAT_LOG_SAYS, now, slice_of("thinking"));
    seat_log_add(seat_log, SEAT_LOG_IN, now, slice_of("<room"));
    assert_true(seat_log_go_on(seat_log, slice_of("/>")));
    assert_int_equal(seat_log_next(seat_log), 3);
    assert_text(seat_log, 1, "thinking");
    assert_text(seat_log, 2, "<room/>");
    assert_int_equal(seat_log_at(seat_log, 2).when.ply, 3);
    assert_int_equal(seat_log_at(seat_log, 1).kind, SEAT_LOG_SAYS);
    seat_log_destroy(seat_log);
}

static void test_only_what_came_in_goes_on(void **state)
{
    struct seat_log *seat_log = seat_log_create();

    (void)state;
    assert_false(seat_log_go_on(seat_log, slice_of("x")));
    seat_log_add(seat_log, SEAT_LOG_IN, now, slice_of("<a/>"));
    seat_log_add(seat_log, SEAT_LOG_OUT, now, slice_of("<b/>"));
    assert_false(seat_log_go_on(seat_log, slice_of("x")));
    seat_log_destroy(seat_log);
}

static void test_the_place_of_the_fault(void **state)
{
    struct seat_log *seat_log = seat_log_create();

    (void)state;
    seat_log_mark_error(seat_log, 1);
    seat_log_add(seat_log, SEAT_LOG_IN, now, slice_of("<a/><<b"));
    seat_log_add(seat_log, SEAT_LOG_OUT, now, slice_of("<answer/>"));
    seat_log_mark_error(seat_log, 2);
    assert_true(seat_log_at(seat_log, 0).has_mark);
    assert_int_equal(seat_log_at(seat_log, 0).mark, 5);
    assert_false(seat_log_at(seat_log, 1).has_mark);
    seat_log_mark_error(seat_log, 100);
    assert_int_equal(seat_log_at(seat_log, 0).mark, 0);
    seat_log_destroy(seat_log);
}

static void test_a_long_message_is_cut(void **state)
{
    struct seat_log *seat_log = seat_log_create();
    char *text = malloc(SEAT_LOG_TEXT_MAX);

    (void)state;
    memset(text, 'x', SEAT_LOG_TEXT_MAX);
    seat_log_add(seat_log, SEAT_LOG_IN, now, slice_make(text, SEAT_LOG_TEXT_MAX - 10));
    assert_true(seat_log_go_on(seat_log, slice_make(text, 100)));
    assert_int_equal(seat_log_at(seat_log, 0).text.len, SEAT_LOG_TEXT_MAX);
    assert_int_equal(seat_log_at(seat_log, 0).left_out, 90);
    seat_log_mark_error(seat_log, 50);
    assert_int_equal(seat_log_at(seat_log, 0).mark, SEAT_LOG_TEXT_MAX);
    free(text);
    seat_log_destroy(seat_log);
}

/* Every entry that is kept is as it was written, however often the memory was gone through. */
static void test_old_ones_make_room(void **state)
{
    struct seat_log *seat_log = seat_log_create();
    char text[4096];

    (void)state;
    for (uint64_t i = 0; i < 3 * SEAT_LOG_ENTRIES; i++) {
        size_t len = (size_t)(i * 37 % sizeof text);
        memset(text, 'a' + (int)(i % 26), sizeof text);
        seat_log_add(seat_log, SEAT_LOG_IN, now, slice_make(text, len / 2));
        assert_true(seat_log_go_on(seat_log, slice_make(text, len - len / 2)));
    }
    assert_true(seat_log_next(seat_log) - seat_log_first(seat_log) > 300);
    for (uint64_t i = seat_log_first(seat_log); i < seat_log_next(seat_log); i++) {
        struct slice found = seat_log_at(seat_log, i).text;
        assert_int_equal(found.len, i * 37 % sizeof text);
        for (size_t c = 0; c < found.len; c++)
            assert_int_equal(found.at[c], 'a' + (int)(i % 26));
    }
    seat_log_destroy(seat_log);
}

static void test_not_too_many(void **state)
{
    struct seat_log *seat_log = seat_log_create();

    (void)state;
    for (int i = 0; i < SEAT_LOG_ENTRIES + 5; i++)
        seat_log_add(seat_log, SEAT_LOG_SAYS, now, slice_of("x"));
    assert_int_equal(seat_log_first(seat_log), 5);
    seat_log_destroy(seat_log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries_in_order),
        cmocka_unit_test(test_only_what_came_in_goes_on),
        cmocka_unit_test(test_the_place_of_the_fault),
        cmocka_unit_test(test_a_long_message_is_cut),
        cmocka_unit_test(test_old_ones_make_room),
        cmocka_unit_test(test_not_too_many),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
