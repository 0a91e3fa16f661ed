/* The base: slices, buffers, errors, random numbers, reasons. */

#include "support.h"

#include "base/file.h"
#include "base/gz.h"
#include "base/line_file.h"
#include "base/memory.h"
#include "base/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void test_slices(void **state)
{
    struct slice s = slice_of("  a4c4 12  rest of it ");
    int number = 7;

    (void)state;
    assert_true(slice_is(slice_take_word(&s), "a4c4"));
    assert_true(slice_take_int(&s, 0, 20, &number));
    assert_int_equal(number, 12);
    assert_true(slice_is(slice_trim(s), "rest of it"));
    assert_true(slice_take(&s, "  rest"));
    assert_false(slice_take(&s, "rest"));
    s = slice_of("");
    assert_true(slice_take_word(&s).len == 0);
    assert_false(slice_take_char(&s, 'x'));
}

static void test_numbers(void **state)
{
    int number = 7;
    int64_t wide = 7;

    (void)state;
    assert_true(slice_to_int(slice_of("-5"), -5, 5, &number) && number == -5);
    assert_true(slice_to_int(slice_of("+3"), -5, 5, &number) && number == 3);
    assert_false(slice_to_int(slice_of("6"), -5, 5, &number));
    assert_false(slice_to_int(slice_of("99999999999999999999"), 0, 5, &number));
    assert_false(slice_to_int(slice_of(""), 0, 5, &number));
    assert_false(slice_to_int(slice_of("-"), 0, 5, &number));
    assert_false(slice_to_int(slice_of("3x"), 0, 5, &number));
    assert_int_equal(number, 3);
    assert_true(slice_to_int64(slice_of("-9223372036854775808"), &wide) && wide == INT64_MIN);
    assert_true(slice_to_int64(slice_of("9223372036854775807"), &wide) && wide == INT64_MAX);
    assert_false(slice_to_int64(slice_of("9223372036854775808"), &wide));
    assert_false(slice_to_int64(slice_of("-"), &wide));
}

static void test_full_buffer(void **state)
{
    char memory[6];
    struct buf buf;

    (void)state;
    buf_init(&buf, memory, sizeof memory);
    buf_add(&buf, "ab");
    buf_add_int(&buf, -12);
    assert_string_equal(memory, "ab-12");
    assert_false(buf.is_full);
    buf_add_char(&buf, '!');
    assert_true(buf.is_full);
    assert_string_equal(memory, "ab-12");
    buf_clear(&buf);
    buf_format(&buf, "%s", "abcdefgh");
    assert_true(buf.is_full);
    assert_string_equal(memory, "abcde");
    buf_clear(&buf);
    buf_add_int(&buf, INT64_MIN);
    assert_string_equal(memory, "-9223");
}

/* Room is taken whole or not at all. */
static void test_room_in_buffer(void **state)
{
    char data[6];
    struct buf buf;

    (void)state;
    buf_init(&buf, data, sizeof data);
    memcpy(buf_take(&buf, 3), "abc", 3);
    assert_string_equal(data, "abc");
    assert_ptr_equal(buf_take(&buf, 3), NULL);
    assert_true(buf.is_full);
    assert_string_equal(data, "abc");
    buf_clear(&buf);
    memcpy(buf_take(&buf, 5), "abcde", 5);
    assert_false(buf.is_full);
    assert_string_equal(data, "abcde");
}

/* Half a UTF-8 character would make the whole text invalid for its reader. */
static void test_full_buffer_keeps_characters(void **state)
{
    static const char *const texts[] = {"\xc3\xbc", "\xe2\x88\x85", "\xf0\x9f\x90\x9f"};
    char memory[8];
    struct buf buf;

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (size_t before = 0; before < sizeof memory; before++) {
            bool fits = before + strlen(texts[i]) < sizeof memory;
            buf_init(&buf, memory, sizeof memory);
            buf_add_slice(&buf, slice_make("1234567", before));
            buf_add(&buf, texts[i]);
            assert_int_equal(buf.len, fits ? before + strlen(texts[i]) : before);
            assert_int_equal(buf.is_full, !fits);
            buf_init(&buf, memory, sizeof memory);
            buf_format(&buf, "%.*s", (int)before, "1234567");
            for (const char *c = texts[i]; *c; c++)
                buf_add_char(&buf, *c);
            assert_int_equal(buf.len, fits ? before + strlen(texts[i]) : before);
            if (!fits) {
                buf_add(&buf, "x");
                buf_format(&buf, "%d", 1);
                assert_int_equal(strlen(memory), before); /* what is full stays full */
            }
        }
    }
}

static void test_errors_are_cut(void **state)
{
    char many[500];
    struct err err;

    (void)state;
    memset(many, 'x', sizeof many - 1);
    many[sizeof many - 1] = '\0';
    assert_false(err_set(&err, many, many));
    assert_int_equal(strlen(err.code), ERR_CODE_SIZE - 1);
    assert_int_equal(strlen(err.details), ERR_DETAILS_SIZE - 1);
    assert_false(err_set(NULL, "code", ""));
}

static void test_errors_survive_as_text(void **state)
{
    struct err err = {0}, again = {0};
    char text[sizeof err];
    struct buf buf;

    (void)state;
    for (int i = 0; i < 2; i++) {
        err_set(&err, "not_own", i == 0 ? "a4 c4" : "");
        buf_init(&buf, text, sizeof text);
        err_print(&err, &buf);
        assert_string_equal(text, i == 0 ? "not_own a4 c4" : "not_own");
        err_parse(buf_slice(&buf), &again);
        assert_string_equal(again.code, err.code);
        assert_string_equal(again.details, err.details);
    }
    err_parse(slice_of(""), &again);
    assert_string_equal(again.code, "");
}

static void test_reasons(void **state)
{
    char text[200];
    struct buf buf;
    struct err err;

    (void)state;
    err_set(&err, "record_game", "12 chess");
    buf_init(&buf, text, sizeof text);
    reason_print(NULL, &err, LANG_EN, &buf);
    assert_string_equal(text, "the game in line 12 is unknown: chess");
    buf_clear(&buf);
    reason_print(NULL, &err, LANG_DE, &buf);
    assert_string_equal(text, "das Spiel in Zeile 12 ist unbekannt: chess");
    err_set(&err, "never_heard_of", "");
    buf_clear(&buf);
    reason_print(NULL, &err, LANG_EN, &buf);
    assert_string_equal(text, "never_heard_of");
}

/* These numbers are part of every board: they may never change. */
static void test_random_numbers(void **state)
{
    struct rng rng = rng_make(0);
    int seen[3] = {0};

    (void)state;
    assert_true(rng_next(&rng) == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(rng_next(&rng) == UINT64_C(0x6e789e6aa1b965f4));
    for (int i = 0; i < 3000; i++)
        seen[rng_below(&rng, 3)]++;
    for (int i = 0; i < 3; i++)
        assert_in_range(seen[i], 900, 1100);
}

static void expect_gz_refusal(const char *path, struct slice bytes, size_t max, const char *code)
{
    struct slice text;
    struct err why = {0};

    assert_true(file_write(path, bytes, NULL));
    assert_false(gz_read(path, max, &text, &why));
    assert_string_equal(why.code, code);
}

/* What is larger than allowed is not unpacked; what is cut off or no gzip is refused. */
static void test_gz(void **state)
{
    static const size_t sizes[] = {0, 1, 1000, 65535, 65536, 65537, 1000000};
    char path[] = "/tmp/kielwasser-gz-XXXXXX", *zeros = memory_get(1, 1000000);
    struct slice packed, text;

    (void)state;
    close(mkstemp(path));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_true(gz_pack(slice_make(zeros, sizes[i]), &packed, NULL));
        assert_true(file_write(path, packed, NULL));
        assert_true(gz_read(path, sizes[i], &text, NULL));
        assert_int_equal(text.len, sizes[i]);
        assert_int_equal(text.at[text.len], 0);
        file_free(text);
        if (sizes[i] > 0)
            expect_gz_refusal(path, packed, sizes[i] - 1, "gz_large");
        expect_gz_refusal(path, slice_make(packed.at, packed.len - 1), sizes[i], "gz_broken");
        assert_true(gz_unpack(packed, sizes[i], &text, NULL));
        assert_int_equal(text.len, sizes[i]);
        file_free(text);
        assert_false(gz_unpack(packed, sizes[i] + 1, &text, NULL));
        assert_false(gz_unpack(slice_make(packed.at, packed.len - 1), sizes[i], &text, NULL));
        file_free(packed);
    }
    expect_gz_refusal(path, slice_of("\x1f\x8bnonsense"), 100, "gz_broken");
    expect_gz_refusal(path, slice_of("plain"), 4, "file_large");
    unlink(path);
    assert_false(gz_read(path, 4, &text, NULL));
    free(zeros);
}

static void expect_file(const char *path, const char *wanted)
{
    struct slice text;

    assert_true(gz_read(path, 100000, &text, NULL));
    assert_true(slice_is(text, wanted));
    file_free(text);
}

/* A file of lines appears under its name when it is finished; an interrupted one blocks nothing. */
static void test_text_files(void **state)
{
    char folder[] = "/tmp/kielwasser-lines-XXXXXX", path[64], packed[64];
    struct err why = {0};
    struct slice bytes;

    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a", folder);
    snprintf(packed, sizeof packed, "%s/a.gz", folder);
    for (int round = 0; round < 2; round++) {
        const char *paths[] = {path, packed};
        struct line_writer *writer = line_writer_create(paths[round], NULL);
        line_writer_add(writer, slice_of("one\n"));
        line_writer_add(writer, slice_of(""));
        assert_null(line_writer_create(paths[round], &why));
        assert_string_equal(why.code, "file_busy");
        line_writer_add(writer, slice_of("two\n"));
        assert_int_equal(access(paths[round], F_OK), -1);
        assert_true(line_writer_finish_file(writer, NULL));
        line_writer_destroy(writer);
        expect_file(paths[round], "one\ntwo\n");
        writer = line_writer_create(paths[round], NULL);
        line_writer_add(writer, slice_of("three\n"));
        line_writer_destroy(writer);
        expect_file(paths[round], "one\ntwo\n");
    }
    assert_true(file_read(packed, 1000, &bytes, NULL));
    assert_true(slice_take(&(struct slice){bytes.at, bytes.len}, "\x1f\x8b"));
    file_free(bytes);
    unlink(path);
    unlink(packed);
    assert_int_equal(rmdir(folder), 0);
    assert_null(line_writer_create(path, &why));
    assert_string_equal(why.code, "file_write");
    line_writer_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slices),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_full_buffer),
        cmocka_unit_test(test_room_in_buffer),
        cmocka_unit_test(test_full_buffer_keeps_characters),
        cmocka_unit_test(test_errors_are_cut),
        cmocka_unit_test(test_errors_survive_as_text),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_random_numbers),
        cmocka_unit_test(test_gz),
        cmocka_unit_test(test_text_files),
    };

    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
