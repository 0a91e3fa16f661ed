#include "learn/training_set.h"

#include "base/line_file.h"
#include "learn/selfplay.h"

#include <stdio.h>

enum { TICK_LINES = 500, HEAD_MAX = 4096 };

struct reading {
    struct training_set *set;
    const struct training_set_plan *plan;
    const char *path;
    struct line_reader *reader;
    struct buf *origin;
    int64_t line; /* its number, from 1 */
};

static bool refuse(const struct reading *reading, struct err *why)
{
    char place[ERR_DETAILS_SIZE];

    snprintf(place, sizeof place, "%.200s:%lld", reading->path, (long long)reading->line);
    return err_set(why, "match_damaged", place);
}

static enum fit_part part_of(const struct reading *reading)
{
    int64_t pair = (reading->set->games - 1) / 2, percent = reading->plan->held_out;

    return (pair + 1) * percent / 100 != pair * percent / 100 ? FIT_HELD_OUT : FIT_TRAINING;
}

static double target_of(const struct training_set_plan *plan, const struct selfplay_line *line)
{
    if (line->win == SELFPLAY_WIN_UNKNOWN)
        return line->result;
    return plan->lambda * line->result + (1 - plan->lambda) * line->win / SELFPLAY_WIN_MAX;
}

/* As a player sees it: hidden parts are drawn by chance, differently in every line. */
static void add_position(const struct reading *reading, struct selfplay_line *line)
{
    const struct linear_eval *linear = linear_of(reading->plan->rules);
    int features[LINEAR_FEATURES_MAX] = {0}, parts[LINEAR_SETS_MAX] = {0};

    game_sample_hidden(reading->plan->rules, &line->pos, (uint64_t)reading->line);
    if (linear->look(&line->pos, features, parts))
        fit_add(reading->set->fit, part_of(reading), features, parts,
                target_of(reading->plan, line));
    else
        reading->set->left_out++;
}

static void take_head(const struct reading *reading, struct slice text)
{
    slice_take_char(&text, '#');
    if (reading->line == 1)
        buf_add_slice(reading->origin, slice_trim(text));
}

static bool take_line(const struct reading *reading, struct slice text, struct err *why)
{
    struct selfplay_line line;

    if (text.len > 0 && text.at[0] == '#') {
        take_head(reading, text);
        return true;
    }
    if (!selfplay_parse_line(text, reading->plan->rules, &line))
        return refuse(reading, why);
    reading->set->games += line.ply == 0 || reading->set->games == 0;
    add_position(reading, &line);
    return true;
}

static bool goes_on(const struct reading *reading)
{
    const struct training_set_plan *plan = reading->plan;

    if (reading->line % TICK_LINES != 0 || !plan->on_tick ||
        plan->on_tick(plan->context, reading->path, line_reader_progress(reading->reader)))
        return true;
    reading->set->is_stopped = true;
    return false;
}

static bool read_lines(struct reading *reading, struct err *why)
{
    struct slice text;

    for (;;) {
        enum text_read read =
            line_reader_next(reading->reader, SELFPLAY_LINE_MAX + HEAD_MAX, &text);
        if (read == TEXT_READ_END)
            return true;
        reading->line++;
        if (read == TEXT_READ_BROKEN)
            return refuse(reading, why);
        if (!take_line(reading, text, why) || !goes_on(reading))
            return false;
    }
}

bool training_set_read(struct training_set *set, const struct training_set_plan *plan,
                       const char *path, struct buf *origin, struct err *why)
{
    struct reading reading = {.set = set, .plan = plan, .path = path, .origin = origin};

    reading.reader = line_reader_create(path, why);
    if (!reading.reader)
        return false;
    bool is_read = read_lines(&reading, why);
    line_reader_destroy(reading.reader);
    return is_read;
}
