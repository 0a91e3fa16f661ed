#include "match/old_folder.h"

#include "base/file.h"
#include "base/line_file.h"
#include "base/memory.h"
#include "match/tally.h"
#include "store/old_results.h"
#include "store/schema.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { BATCH = 500 }; /* lines in a transaction */

struct converting {
    struct db *db;
    const char *folder;
    struct match match; /* the rules only: that is all that reading a line needs */
    int64_t test;       /* 0: the database has none */
    bool has_totals;
    struct line_reader *lines;
    struct result result;
    struct tally tally;
};

static void path_in(const char *folder, const char *name, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%.*s/%s", PATH_MAX - 32, folder, name);
}

static bool take_test(void *context, const struct queue_test *test)
{
    struct converting *converting = context;

    converting->test = test->id;
    converting->has_totals = test->totals.len > 0;
    return false;
}

/* A test for a folder without a database: it is never played, so it needs no pairs. */
static bool enter_test(struct converting *converting, struct err *why)
{
    struct queue_test test = {.key = "folder", .kind = "match"};
    char path[PATH_MAX];

    path_in(converting->folder, "match.json", path);
    if (!file_read(path, MATCH_TEXT_MAX, &test.match, NULL))
        test.match = slice_make("", 0);
    bool is_entered = queue_enter_test(converting->db, &test, why);
    converting->test = test.id;
    if (test.match.len > 0)
        file_free(test.match);
    return is_entered;
}

/* A line that is no result is left out. */
static bool take_line(struct converting *converting, struct slice line, struct err *why)
{
    struct queue_result *row = old_result_read(line);
    struct result *result = &converting->result;
    bool is_fine = true;

    if (row && result_from_row(row, &converting->match, result) &&
        result->game >= converting->tally.next) {
        row->test = converting->test;
        tally_add(&converting->tally, result);
        is_fine = queue_write_result(converting->db, "", row, why);
    }
    free(row);
    return is_fine;
}

static bool take_batch(struct converting *converting, bool *is_over, struct err *why)
{
    struct slice line;

    for (int i = 0; i < BATCH; i++) {
        *is_over = line_reader_next(converting->lines, RESULT_LINE_SIZE, &line) != TEXT_READ_LINE;
        if (*is_over)
            return true;
        if (!take_line(converting, line, why))
            return false;
    }
    return true;
}

static bool write_totals(struct converting *converting, struct err *why)
{
    struct buf totals;

    buf_init(&totals, memory_get(TALLY_TEXT_MAX, 1), TALLY_TEXT_MAX);
    tally_print(&converting->tally, &totals);
    bool is_written = queue_set_totals(converting->db, converting->test, buf_slice(&totals), why);
    free(totals.data);
    return is_written;
}

static bool count_lines(struct converting *converting, struct err *why)
{
    bool is_over = false;

    while (!is_over) {
        if (!db_begin(converting->db, why) ||
            !db_end(converting->db, take_batch(converting, &is_over, why), why))
            return false;
    }
    return write_totals(converting, why);
}

static bool convert(struct converting *converting, struct err *why)
{
    if (!schema_migrate(converting->db, why) ||
        !queue_last_test(converting->db, take_test, converting, why))
        return false;
    if (converting->has_totals)
        return true;
    if (converting->test == 0 && !enter_test(converting, why))
        return false;
    tally_init(&converting->tally);
    bool is_done = count_lines(converting, why);
    tally_finish(&converting->tally);
    return is_done;
}

bool old_folder_convert(const char *folder, const struct game_rules *rules, struct err *why)
{
    struct converting *converting = memory_get(1, sizeof *converting);
    char lines[PATH_MAX], place[PATH_MAX];
    bool is_done = true;

    converting->folder = folder;
    converting->match.rules = rules;
    path_in(folder, "games.jsonl", lines);
    path_in(folder, "arena.db", place);
    if (access(lines, F_OK) == 0) {
        converting->lines = line_reader_create(lines, why);
        converting->db = db_open(place, DB_RELAXED, why);
        is_done = converting->lines && converting->db && convert(converting, why);
    }
    line_reader_destroy(converting->lines);
    db_close(converting->db);
    free(converting);
    return is_done;
}
