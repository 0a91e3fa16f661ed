/* What is written down about a seat: order, room for new entries, long and broken messages. */

#include "support.h"

#include "server/diary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct diary_moment now = {.at_ms = 5, .ply = 3};

static void assert_text(const struct diary *diary, uint64_t number, const char *text)
{
    struct slice found = diary_at(diary, number).text;

    assert_int_equal(found.len, strlen(text));
    assert_memory_equal(found.at, text, found.len);
}

static void test_entries_in_order(void **state)
{
    struct diary *diary = diary_create();

    (void)state;
    diary_add(diary, DIARY_OUT, now, slice_of("<request/>"));
    diary_add(diary, DIARY_SAYS, now, slice_of("thinking"));
    diary_add(diary, DIARY_IN, now, slice_of("<room"));
    assert_true(diary_go_on(diary, slice_of("/>")));
    assert_int_equal(diary_next(diary), 3);
    assert_text(diary, 1, "thinking");
    assert_text(diary, 2, "<room/>");
    assert_int_equal(diary_at(diary, 2).when.ply, 3);
    assert_int_equal(diary_at(diary, 1).kind, DIARY_SAYS);
    diary_destroy(diary);
}

static void test_only_what_came_in_goes_on(void **state)
{
    struct diary *diary = diary_create();

    (void)state;
    assert_false(diary_go_on(diary, slice_of("x")));
    diary_add(diary, DIARY_IN, now, slice_of("<a/>"));
    diary_add(diary, DIARY_OUT, now, slice_of("<b/>"));
    assert_false(diary_go_on(diary, slice_of("x")));
    diary_destroy(diary);
}

static void test_the_place_of_the_fault(void **state)
{
    struct diary *diary = diary_create();

    (void)state;
    diary_mark(diary, 1);
    diary_add(diary, DIARY_IN, now, slice_of("<a/><<b"));
    diary_add(diary, DIARY_OUT, now, slice_of("<answer/>"));
    diary_mark(diary, 2);
    assert_true(diary_at(diary, 0).has_mark);
    assert_int_equal(diary_at(diary, 0).mark, 5);
    assert_false(diary_at(diary, 1).has_mark);
    diary_mark(diary, 100);
    assert_int_equal(diary_at(diary, 0).mark, 0);
    diary_destroy(diary);
}

static void test_a_long_message_is_cut(void **state)
{
    struct diary *diary = diary_create();
    char *text = malloc(DIARY_TEXT_MAX);

    (void)state;
    memset(text, 'x', DIARY_TEXT_MAX);
    diary_add(diary, DIARY_IN, now, slice_make(text, DIARY_TEXT_MAX - 10));
    assert_true(diary_go_on(diary, slice_make(text, 100)));
    assert_int_equal(diary_at(diary, 0).text.len, DIARY_TEXT_MAX);
    assert_int_equal(diary_at(diary, 0).left_out, 90);
    diary_mark(diary, 50);
    assert_int_equal(diary_at(diary, 0).mark, DIARY_TEXT_MAX);
    free(text);
    diary_destroy(diary);
}

/* Every entry that is kept is as it was written, however often the memory was gone through. */
static void test_old_ones_make_room(void **state)
{
    struct diary *diary = diary_create();
    char text[4096];

    (void)state;
    for (uint64_t i = 0; i < 3 * DIARY_ENTRIES; i++) {
        size_t len = (size_t)(i * 37 % sizeof text);
        memset(text, 'a' + (int)(i % 26), sizeof text);
        diary_add(diary, DIARY_IN, now, slice_make(text, len / 2));
        assert_true(diary_go_on(diary, slice_make(text, len - len / 2)));
    }
    assert_true(diary_next(diary) - diary_first(diary) > 300);
    for (uint64_t i = diary_first(diary); i < diary_next(diary); i++) {
        struct slice found = diary_at(diary, i).text;
        assert_int_equal(found.len, i * 37 % sizeof text);
        for (size_t c = 0; c < found.len; c++)
            assert_int_equal(found.at[c], 'a' + (int)(i % 26));
    }
    diary_destroy(diary);
}

static void test_not_too_many(void **state)
{
    struct diary *diary = diary_create();

    (void)state;
    for (int i = 0; i < DIARY_ENTRIES + 5; i++)
        diary_add(diary, DIARY_SAYS, now, slice_of("x"));
    assert_int_equal(diary_first(diary), 5);
    diary_destroy(diary);
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
