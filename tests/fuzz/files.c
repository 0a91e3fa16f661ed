/* Any bytes as one of the small files and texts that no target of its own reads: packed files,
 * files of self-play, lists of bots and of positions, totals, settings of a game, lines of results,
 * and what a started program prints. */

#include "fuzz.h"

#include "base/file.h"
#include "base/gz.h"
#include "base/last_lines.h"
#include "base/line_file.h"
#include "base/utf8.h"
#include "learn/training_set.h"
#include "match/allowed_bots.h"
#include "match/tally.h"
#include "server/room_settings.h"
#include "server/seat_log.h"
#include "store/old_results.h"
#include "web/match_totals.h"

#include <stdlib.h>
#include <string.h>

enum { UNPACKED_MAX = 1 << 16, LONGEST_LINE = 4096 };

static char path[PATH_MAX];

static const struct game_rules *rules_of(const struct slice *bytes)
{
    const uint8_t *data = (const uint8_t *)bytes->at;
    size_t size = bytes->len;

    return fuzz_game(&data, &size);
}

static void try_packed(struct slice bytes)
{
    struct slice text, line;
    struct err why = {0};

    fuzz_write("packed", bytes, path);
    if (gz_read(path, UNPACKED_MAX, &text, &why)) {
        fuzz_require(text.len <= UNPACKED_MAX && text.at[text.len] == '\0');
        file_free(text);
    } else {
        fuzz_require(why.code[0] != '\0');
    }
    struct line_reader *reader = line_reader_create(path, NULL);
    for (int i = 0;
         reader && i < 1000 && line_reader_next(reader, LONGEST_LINE, &line) == TEXT_READ_LINE; i++)
        fuzz_require(line.len <= LONGEST_LINE);
    line_reader_destroy(reader);
}

static void try_training(struct slice bytes)
{
    const struct game_rules *rules = rules_of(&bytes);
    char origin_text[256];
    struct buf origin;
    struct err why = {0};

    if (!rules || !linear_of(rules))
        return;
    const struct linear_eval *linear = linear_of(rules);
    struct training_set_plan plan = {.rules = rules, .lambda = 0.5, .held_out = 10};
    struct training_set set = {.fit = fit_create(linear->sets, linear->features, 1)};
    buf_init(&origin, origin_text, sizeof origin_text);
    fuzz_write("selfplay", slice_skip(bytes, 1), path);
    if (!training_set_read(&set, &plan, path, &origin, &why))
        fuzz_require(why.code[0] != '\0');
    fit_destroy(set.fit);
}

static void on_mistake(void *context, int line, const struct err *why)
{
    fuzz_require(!context && line > 0 && why->code[0] != '\0');
}

static void try_bots(struct slice bytes)
{
    struct allowed_bots bots = {0};
    struct err why = {0};

    fuzz_write("bots", bytes, path);
    allowed_bots_load(&bots, path, on_mistake, NULL, &why);
    allowed_bots_finish(&bots);
}

static void try_positions(struct slice bytes)
{
    static struct match match;
    struct err why = {0};

    match = (struct match){.rules = rules_of(&bytes)};
    if (!match.rules)
        return;
    fuzz_write("positions", slice_skip(bytes, 1), path);
    fuzz_require(match_load_positions(&match, path, &why) || why.code[0] != '\0');
    match_finish(&match);
}

static void try_totals(struct slice bytes)
{
    static struct tally tally, again;
    static char text[TALLY_TEXT_MAX];
    struct buf buf;

    match_totals_take_names(bytes, &(struct match){.rules = game_at(0)});
    if (!tally_parse(bytes, &tally))
        return;
    buf_init(&buf, text, sizeof text);
    tally_print(&tally, &buf);
    if (!buf.is_full) {
        fuzz_require(tally_parse(buf_slice(&buf), &again));
        fuzz_require(tally.games == again.games && tally.plies == again.plies);
        tally_finish(&again);
    }
    tally_finish(&tally);
}

static void try_settings(struct slice bytes)
{
    struct room_settings settings = {0}, again = {0};
    char text[ROOM_SETTINGS_TEXT_SIZE], second[ROOM_SETTINGS_TEXT_SIZE];
    struct buf buf;

    if (!room_settings_parse(bytes, &settings))
        return;
    buf_init(&buf, text, sizeof text);
    room_settings_print(&settings, &buf);
    fuzz_require(!buf.is_full && room_settings_parse(buf_slice(&buf), &again));
    buf_init(&buf, second, sizeof second);
    room_settings_print(&again, &buf);
    fuzz_require(strcmp(text, second) == 0);
}

static void try_result(struct slice bytes) { free(old_result_read(bytes)); }

/* The first byte is the length of the pieces in which it comes. */
static void try_output(struct slice bytes)
{
    static struct last_lines lines;
    struct seat_log *log = seat_log_create();
    size_t piece = bytes.len > 0 ? 1 + (unsigned char)bytes.at[0] : 1;

    lines = (struct last_lines){0};
    for (size_t at = 0; at < bytes.len; at += piece) {
        struct slice part =
            slice_make(bytes.at + at, bytes.len - at < piece ? bytes.len - at : piece);
        last_lines_add(&lines, part, 0);
        if (!seat_log_go_on(log, part))
            seat_log_add(log, (enum seat_log_kind)(at % 4), (struct seat_log_moment){0}, part);
        seat_log_mark_error(log, at);
    }
    for (int i = 0; i < last_lines_count(&lines); i++)
        fuzz_require(utf8_is_sound(slice_of(last_lines_at(&lines, i)->text)));
    for (uint64_t i = seat_log_first(log); i < seat_log_next(log); i++) {
        struct seat_log_entry entry = seat_log_at(log, i);
        fuzz_require(entry.text.len <= SEAT_LOG_TEXT_MAX && entry.mark <= entry.text.len);
    }
    seat_log_destroy(log);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const tries[])(struct slice bytes) = {try_packed,    try_training, try_bots,
                                                        try_positions, try_totals,   try_settings,
                                                        try_result,    try_output};
    int choice = fuzz_choice(&data, &size, sizeof tries / sizeof *tries);

    if (choice >= 0)
        tries[choice](slice_make((const char *)data, size));
    return 0;
}
