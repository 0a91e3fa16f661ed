/* What is written while games run: the journal line by line, its entries, the log. */

#include "vault.h"

#include "base/memory.h"
#include "server/journal.h"
#include "server/journal_event.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the journal ---- */

static void append(struct journal *journal, const char *event)
{
    assert_true(journal_append(journal, slice_of(event)));
}

/* The events of a segment, joined by commas, and what follows them. */
static enum journal_line events_of(const struct vault *vault, uint64_t segment, struct buf *out)
{
    struct journal_place place = {.segment = segment, .sequence = segment};
    char *data = memory_get(VAULT_FILE_MAX, 1);
    int64_t len = journal_read(vault->folder, &place, data, VAULT_FILE_MAX);
    struct slice bytes = slice_make(data, (size_t)(len > 0 ? len : 0)), event;
    enum journal_line line;

    while ((line = journal_parse_line(&bytes, &place, &event)) == JOURNAL_WHOLE) {
        buf_add_slice(out, event);
        buf_add_char(out, ',');
    }
    free(data);
    return line;
}

static void expect_events(const struct vault *vault, uint64_t segment, enum journal_line end,
                          const char *events)
{
    char text[256];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    assert_int_equal(events_of(vault, segment, &buf), end);
    assert_string_equal(text, events);
}

static void test_journal_is_read_as_written(void **state)
{
    const struct vault *vault = *state;
    struct journal *journal = journal_create(vault->folder, 7, NULL);

    append(journal, "one");
    append(journal, "two words");
    append(journal, "");
    assert_int_equal(journal_end(journal).sequence, 10);
    expect_events(vault, 7, JOURNAL_PARTIAL, "one,two words,,");
    journal_destroy(journal);
}

static void test_a_torn_line_is_recognised(void **state)
{
    const struct vault *vault = *state;
    struct journal *journal = journal_create(vault->folder, 1, NULL);

    append(journal, "one");
    append(journal, "two");
    int64_t end = journal_end(journal).offset;
    journal_destroy(journal);
    for (int64_t cut = 1; cut < 20; cut++) {
        assert_int_equal(truncate(vault_path(vault, "journal-1"), end - cut), 0);
        expect_events(vault, 1, JOURNAL_PARTIAL, "one,");
    }
}

static void test_a_changed_byte_is_recognised(void **state)
{
    const struct vault *vault = *state;
    struct journal *journal = journal_create(vault->folder, 1, NULL);

    append(journal, "one");
    int64_t begin = journal_end(journal).offset;
    append(journal, "two");
    int64_t end = journal_end(journal).offset;
    append(journal, "three");
    journal_destroy(journal);
    int fd = open(vault_path(vault, "journal-1"), O_RDWR);
    for (int64_t at = begin; at < end; at++) {
        char right, wrong;
        assert_int_equal(pread(fd, &right, 1, at), 1);
        wrong = (char)(right ^ 1);
        assert_int_equal(pwrite(fd, &wrong, 1, at), 1);
        expect_events(vault, 1, JOURNAL_DAMAGED, "one,");
        assert_int_equal(pwrite(fd, &right, 1, at), 1);
    }
    close(fd);
}

/* A line of another place, however sound, is not the next one. */
static void test_a_gap_is_recognised(void **state)
{
    const struct vault *vault = *state;
    struct journal *journal = journal_create(vault->folder, 5, NULL);

    append(journal, "one");
    journal_destroy(journal);
    vault_rename(vault, "journal-5", "journal-4");
    expect_events(vault, 4, JOURNAL_DAMAGED, "");
}

static void test_what_a_full_disk_refuses_waits(void **state)
{
    const struct vault *vault = *state;
    struct journal *journal = journal_create(vault->folder, 1, NULL);

    append(journal, "one");
    vault_limit_files(30); /* in the middle of the second line */
    append(journal, "two");
    append(journal, "three");
    assert_int_equal(journal_trouble(journal), EFBIG);
    assert_int_equal(journal_end(journal).sequence, 2);
    assert_false(journal_flush(journal));
    expect_events(vault, 1, JOURNAL_PARTIAL, "one,");
    vault_limit_files(RLIM_INFINITY);
    append(journal, "four");
    assert_int_equal(journal_trouble(journal), 0);
    expect_events(vault, 1, JOURNAL_PARTIAL, "one,two,three,four,");
    journal_destroy(journal);
}

static void test_entries_survive_any_text(void **state)
{
    struct journal_event *entry = memory_get(2, sizeof *entry), *again = entry + 1;
    char text[JOURNAL_LINE_MAX], text_again[JOURNAL_LINE_MAX];
    struct buf buf, buf_again;

    (void)state;
    entry->kind = JOURNAL_EVENT_STARTED;
    entry->game = (struct store_game){.number = 3,
                                      .id = "0001-x",
                                      .game = "hive",
                                      .names = {"a\tb\\n", "two\nlines"},
                                      .players = {"mittel", STORE_PERSON},
                                      .keys = {"", "0123456789abcdef0123456789abcdef"},
                                      .ruleset = RULES_SERVER,
                                      .has_seed = true,
                                      .seed = INT64_MIN,
                                      .start = "| r 0",
                                      .started_ms = 99};
    for (int kind = JOURNAL_EVENT_STARTED; kind <= JOURNAL_EVENT_ENDED; kind++) {
        buf_init(&buf, text, sizeof text);
        journal_event_print(entry, &buf);
        assert_null(strchr(text, '\n'));
        assert_true(journal_event_parse(buf_slice(&buf), again));
        /* Not byte by byte: compilers differ in what they leave between the fields. */
        buf_init(&buf_again, text_again, sizeof text_again);
        journal_event_print(again, &buf_again);
        assert_string_equal(text_again, text);
        for (size_t cut = 1; cut < 10; cut++)
            journal_event_parse(slice_make(text, buf.len - cut), again); /* must only not crash */
        memset(entry, 0, sizeof *entry);
        entry->kind = (enum journal_event_kind)(kind + 1);
        if (entry->kind == JOURNAL_EVENT_MOVED)
            entry->ply = (struct store_ply){
                .number = 4, .ply = 5, .time_ms = -1, .lag_ms = 35, .words = "a4c4"};
        else if (entry->kind == JOURNAL_EVENT_TAKEN)
            entry->ply = (struct store_ply){.number = 4, .ply = 3};
        else
            entry->game = (struct store_game){
                .number = 4,
                .game = "piranhas",
                .ended_ms = 5,
                .outcome = {.result = {.winner = SIDE_BLUE},
                            .cause = {CAUSE_LEFT, CAUSE_REGULAR},
                            .reason = {"gone\naway", ""},
                            .fault = {{"player_left_so", "by night"}, {"", ""}}}};
    }
    free(entry);
}

/* Older servers wrote neither lags nor faults. */
static void test_older_entries_are_read(void **state)
{
    struct journal_event *entry = memory_get(1, sizeof *entry);

    (void)state;
    assert_true(journal_event_parse(slice_of("moved\t4\t5\t812\ta4c4\tmid"), entry));
    assert_string_equal(entry->ply.hint, "mid");
    assert_int_equal(entry->ply.lag_ms, 0);
    assert_true(journal_event_parse(
        slice_of("ended\t4\thive\t5\tb\tLEFT\tweg\t0\t0\t0\tREGULAR\t\t2\t0\t0"), entry));
    assert_string_equal(entry->game.outcome.reason[SIDE_RED], "weg");
    assert_string_equal(entry->game.outcome.fault[SIDE_RED].code, "");
    free(entry);
}

/* ---- the log ---- */

static void test_strangers_cannot_write_log_lines(void **state)
{
    const struct vault *vault = *state;
    struct log_line line;

    log_begin(&line, "game-started");
    log_text(&line, "red", "a\n2026 game-ended x=\"y\"");
    log_text(&line, "blue", "plain");
    log_text(&line, "empty", "");
    log_int(&line, "number", -3);
    log_end(vault->log, &line);
    char *text = vault_read(vault->log_path);
    assert_non_null(strstr(text,
                           "Z game-started red=\"a\\n2026 game-ended x=\\\"y\\\"\" blue=plain "
                           "empty=\"\" number=-3\n"));
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    free(text);
}

static void test_the_log_is_opened_again(void **state)
{
    const struct vault *vault = *state;

    log_err(vault->log, "first", &(struct err){0});
    vault_rename(vault, "log", "log.1");
    log_err(vault->log, "second", &(struct err){0});
    assert_true(log_reopen(vault->log, NULL));
    log_err(vault->log, "third", &(struct err){0});
    assert_true(vault_log_says(vault, " third "));
    assert_false(vault_log_says(vault, " second "));
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, vault_open, vault_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(journal_is_read_as_written),     TEST(a_torn_line_is_recognised),
        TEST(a_changed_byte_is_recognised),   TEST(a_gap_is_recognised),
        TEST(what_a_full_disk_refuses_waits), TEST(entries_survive_any_text),
        TEST(older_entries_are_read),         TEST(strangers_cannot_write_log_lines),
        TEST(the_log_is_opened_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
