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
#include <sys/stat.h>
#include <unistd.h>

/* ---- the journal ---- */

enum { SMALL_SEGMENT = 4096 };

static struct journal *begin(const struct vault *vault, uint64_t sequence)
{
    return journal_create(vault->folder, sequence, JOURNAL_SEGMENT_BYTES, NULL);
}

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
    struct journal *journal = begin(vault, 7);

    append(journal, "one");
    append(journal, "two words");
    append(journal, "");
    assert_int_equal(journal_end(journal).sequence, 10);
    expect_events(vault, 7, JOURNAL_BLANK, "one,two words,,");
    journal_destroy(journal); /* gives back what is reserved: the file of an older server */
    expect_events(vault, 7, JOURNAL_PARTIAL, "one,two words,,");
}

static void test_a_torn_line_is_recognised(void **state)
{
    const struct vault *vault = *state;
    struct journal *journal = begin(vault, 1);

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
    struct journal *journal = begin(vault, 1);

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
    struct journal *journal = begin(vault, 5);

    append(journal, "one");
    journal_destroy(journal);
    vault_rename(vault, "journal-5", "journal-4");
    expect_events(vault, 4, JOURNAL_DAMAGED, "");
}

/* A line that the disk refuses is not in the journal, unless it is to be kept: then it comes
 * first. */
static void test_what_a_full_disk_refuses(void **state)
{
    const struct vault *vault = *state;
    struct journal *journal = begin(vault, 1);

    append(journal, "one");
    vault_limit_files(30); /* in the middle of the second line */
    assert_false(journal_append(journal, slice_of("two")));
    assert_int_equal(journal_trouble(journal), EFBIG);
    assert_true(journal_is_short(journal));
    assert_true(journal_append_or_keep(journal, slice_of("kept")));
    assert_false(journal_append(journal, slice_of("three")));
    assert_int_equal(journal_end(journal).sequence, 2);
    assert_false(journal_has_room(journal));
    assert_false(journal_retry(journal));
    expect_events(vault, 1, JOURNAL_PARTIAL, "one,");
    vault_limit_files(RLIM_INFINITY);
    assert_false(journal_is_written(journal));
    assert_true(journal_retry(journal));
    assert_true(journal_is_written(journal));
    assert_false(journal_is_short(journal));
    append(journal, "four");
    expect_events(vault, 1, JOURNAL_BLANK, "one,kept,four,");
    journal_destroy(journal);
}

/* ---- the reserve ---- */

static void reserve(struct journal *journal)
{
    struct journal_spare spare;

    if (journal_reserve_error(journal) == EOPNOTSUPP) {
        puts("skipped: the file system of /tmp reserves nothing");
        skip();
    }
    assert_true(journal_wants_spare(journal, &spare));
    journal_reserve(&spare);
    journal_take_spare(journal, &spare);
}

/* Until a segment that begins with line 1 has fewer bytes left. */
static void fill_until(struct journal *journal, int64_t left)
{
    while (SMALL_SEGMENT - journal_end(journal).offset >= left)
        append(journal, "a line");
}

static void test_the_next_segment_is_reserved(void **state)
{
    const struct vault *vault = *state;
    struct journal *journal = journal_create(vault->folder, 1, SMALL_SEGMENT, NULL);
    uint64_t *segments;
    struct stat spare;

    reserve(journal);
    assert_int_equal(journal_reserved(journal), 2 * SMALL_SEGMENT);
    assert_int_equal(stat(vault_path(vault, "journal-spare"), &spare), 0);
    assert_true(spare.st_blocks * 512 >= SMALL_SEGMENT);
    fill_until(journal, 20);
    uint64_t sequence = journal_end(journal).sequence;
    append(journal, "a line");
    assert_int_equal(journal_end(journal).segment, sequence);
    expect_events(vault, sequence, JOURNAL_BLANK, "a line,");
    assert_false(vault_has(vault, "journal-spare"));
    assert_int_equal(journal_list(vault->folder, &segments), 2);
    free(segments);
    reserve(journal);
    assert_int_equal(journal_list(vault->folder, &segments), 2); /* the spare one is none yet */
    free(segments);
    journal_destroy(journal);
    assert_false(vault_has(vault, "journal-spare"));
}

/* The last quarter of the last segment is for ends of games. */
static void test_a_reserve_that_is_used_up(void **state)
{
    const struct vault *vault = *state;
    struct journal *journal = journal_create(vault->folder, 1, SMALL_SEGMENT, NULL);

    vault_limit_files(SMALL_SEGMENT - 1);
    reserve(journal);
    assert_int_equal(journal_reserve_error(journal), EFBIG);
    assert_false(vault_has(vault, "journal-spare"));
    assert_false(journal_is_short(journal));
    fill_until(journal, SMALL_SEGMENT / 4);
    assert_true(journal_is_short(journal));
    append(journal, "an end");
    vault_limit_files(RLIM_INFINITY);
    reserve(journal);
    assert_int_equal(journal_reserve_error(journal), 0);
    assert_false(journal_is_short(journal));
    journal_destroy(journal);
}

/* Where nothing can be reserved a journal is written as ever. */
static void test_without_a_reserve(void **state)
{
    const struct vault *vault = *state;
    struct journal *journal = journal_create(vault->folder, 1, SMALL_SEGMENT, NULL);
    struct journal_spare none;

    journal_wants_spare(journal, &none);
    none.fd = -1;
    none.error = EOPNOTSUPP;
    journal_take_spare(journal, &none);
    assert_false(journal_wants_spare(journal, &none));
    fill_until(journal, 0);
    append(journal, "a line");
    assert_int_equal(journal_reserved(journal), 0);
    assert_false(journal_is_short(journal));
    vault_limit_files((rlim_t)journal_end(journal).offset + 5);
    assert_false(journal_append(journal, slice_of("refused")));
    assert_true(journal_is_short(journal));
    vault_limit_files(RLIM_INFINITY);
    assert_true(journal_retry(journal));
    append(journal, "two");
    expect_events(vault, journal_end(journal).segment, JOURNAL_BLANK, "a line,two,");
    journal_destroy(journal);
}

/* A segment that grows, because the next one is still being reserved, is left with the next line;
 * a line that was torn by the full disk does not stay behind. */
static void test_a_late_spare(void **state)
{
    const struct vault *vault = *state;
    struct journal *journal = journal_create(vault->folder, 1, SMALL_SEGMENT, NULL);

    fill_until(journal, -100);
    struct journal_place end = journal_end(journal);
    vault_limit_files((rlim_t)end.offset + 5);
    assert_false(journal_append(journal, slice_of("torn")));
    vault_limit_files(RLIM_INFINITY);
    reserve(journal);
    append(journal, "next");
    assert_int_equal(journal_end(journal).segment, end.sequence);
    struct stat first;
    assert_int_equal(stat(vault_path(vault, "journal-1"), &first), 0);
    assert_int_equal(first.st_size, end.offset);
    journal_destroy(journal);
}

/* ---- every cut and every bit ---- */

struct sample {
    char bytes[512];
    size_t len, end; /* with reserved zeros; of the lines */
};

static void take_sample(const struct vault *vault, struct sample *sample)
{
    struct journal_place place = {.segment = 1, .sequence = 1};
    struct journal *journal = begin(vault, 1);

    append(journal, "one");
    append(journal, "moved\t1\t0");
    append(journal, "");
    append(journal, "three");
    sample->end = (size_t)journal_end(journal).offset;
    sample->len = sample->end + 40;
    assert_true(sample->len <= sizeof sample->bytes);
    assert_int_equal(journal_read(vault->folder, &place, sample->bytes, sample->len), sample->len);
    journal_destroy(journal);
}

/* The number of lines that are read, all of which must be those that were written. */
static int count_lines(const char *bytes, size_t len, enum journal_line *end)
{
    static const char *const written[] = {"one", "moved\t1\t0", "", "three"};
    struct journal_place place = {.segment = 1, .sequence = 1};
    struct slice rest = slice_make(bytes, len), event;
    int count = 0;

    while ((*end = journal_parse_line(&rest, &place, &event)) == JOURNAL_WHOLE) {
        assert_true(count < 4);
        assert_true(slice_is(event, written[count++]));
    }
    return count;
}

static int lines_before(const struct sample *sample, size_t at)
{
    int count = 0;

    for (size_t i = 0; i < at && i < sample->end; i++)
        count += sample->bytes[i] == '\n';
    return count;
}

static void test_every_cut_is_recognised(void **state)
{
    struct sample sample;
    enum journal_line end;

    take_sample(*state, &sample);
    for (size_t cut = 0; cut <= sample.end; cut++) {
        char bytes[sizeof sample.bytes] = {0}, *exact = memory_get(cut + 1, 1);
        int lines = lines_before(&sample, cut);
        bool is_between = cut == 0 || sample.bytes[cut - 1] == '\n';
        memcpy(exact, sample.bytes, cut); /* the file ends here … */
        assert_int_equal(count_lines(exact, cut, &end), lines);
        assert_int_equal(end, JOURNAL_PARTIAL);
        memcpy(bytes, sample.bytes, cut); /* … or zeros follow */
        assert_int_equal(count_lines(bytes, sample.len, &end), lines);
        assert_int_equal(end, is_between ? JOURNAL_BLANK : JOURNAL_PARTIAL);
        free(exact);
    }
}

static void test_every_bit_is_recognised(void **state)
{
    struct sample sample;
    enum journal_line end;

    take_sample(*state, &sample);
    assert_int_equal(count_lines(sample.bytes, sample.len, &end), 4);
    assert_int_equal(end, JOURNAL_BLANK);
    for (size_t bit = 0; bit < 8 * sample.len; bit++) {
        sample.bytes[bit / 8] = (char)(sample.bytes[bit / 8] ^ 1 << bit % 8);
        int count = count_lines(sample.bytes, sample.len, &end);
        sample.bytes[bit / 8] = (char)(sample.bytes[bit / 8] ^ 1 << bit % 8);
        assert_int_equal(count, lines_before(&sample, bit / 8));
        assert_true(end == JOURNAL_DAMAGED || end == JOURNAL_PARTIAL);
    }
}

/* ---- entries ---- */

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
        TEST(journal_is_read_as_written),
        TEST(a_torn_line_is_recognised),
        TEST(a_changed_byte_is_recognised),
        TEST(a_gap_is_recognised),
        TEST(what_a_full_disk_refuses),
        TEST(the_next_segment_is_reserved),
        TEST(a_reserve_that_is_used_up),
        TEST(without_a_reserve),
        TEST(a_late_spare),
        TEST(every_cut_is_recognised),
        TEST(every_bit_is_recognised),
        TEST(entries_survive_any_text),
        TEST(older_entries_are_read),
        TEST(strangers_cannot_write_log_lines),
        TEST(the_log_is_opened_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
