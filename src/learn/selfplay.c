#include "learn/selfplay.h"

#include "base/file.h"
#include "base/line_file.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    GAME_LINES_SIZE = RECORD_PLIES_MAX * SELFPLAY_LINE_MAX,
    POINTS = 1, /* the part of a score that counts points; part 0 says which side won */
};

/* ---- lines ---- */

static const char *result_of(const struct result *result, enum match_seat seat)
{
    return result->winner == MATCH_SEATS ? "0.5" : result->winner == seat ? "1" : "0";
}

static void print_win(struct slice hint, struct buf *out)
{
    int win;

    if (slice_take(&hint, "win ") && slice_to_int(hint, 0, SELFPLAY_WIN_MAX, &win))
        buf_add_int(out, win);
    else
        buf_add_char(out, '-');
}

static void print_line(const struct result *result, const struct record *record,
                       const struct position *pos, int ply, struct buf *out)
{
    const struct game_rules *rules = record_rules(record);
    enum match_seat red = result->red;
    enum match_seat seat = pos->side == SIDE_RED ? red : (enum match_seat)(MATCH_B - red);
    enum match_seat other = (enum match_seat)(MATCH_B - seat);
    struct position seen = *pos;

    if (rules->hide)
        rules->hide(&seen);
    rules->print(&seen, out);
    buf_format(out, " ; %s ; %d/%d ; %s ; %d ; ", side_name((enum side)pos->side), ply,
               result->plies, result_of(result, seat),
               result->scores[seat][POINTS] - result->scores[other][POINTS]);
    print_win(record_slice(record, record->plies[ply].hint), out);
    buf_add_char(out, '\n');
}

/* All lines of a game. */
static void print_game(const struct result *result, const struct record *record, struct buf *out)
{
    const struct game_rules *rules = record_rules(record);
    struct position pos = record->start;

    for (int ply = 0; ply < record->ply_count; ply++) {
        print_line(result, record, &pos, ply, out);
        game_play(rules, &pos, record->plies[ply].move);
    }
}

/* The first line of the file: the command that makes it, after a #. */
static void print_head(const struct match *match, struct buf *out)
{
    const struct match_player *player = &match->players[MATCH_A];
    const char *words = player->kind == MATCH_BUILTIN ? player->spec : player->name;
    const char *quote = strchr(words, ' ') ? "\"" : "";

    buf_format(out, "# kielwasser selfplay %s%s%s", quote, words, quote);
    buf_format(out, " --game %s --games %d --seed %lld", match->rules->name, match->games,
               (long long)match->seed);
    if (player->kind == MATCH_BUILTIN && !strstr(words, "random="))
        buf_add(out, " --random-plies 0");
    if (match->ruleset != RULES_BOOK)
        buf_add(out, " --rules server");
    if (match->set[0])
        buf_format(out, " --set \"%s\"", match->set);
    if (match->position_count > 0)
        buf_add(out, " --positions FILE");
    buf_add_char(out, '\n');
}

/* ---- and back ---- */

static struct slice take_field(struct slice *rest)
{
    return slice_trim(slice_take_until(rest, ';'));
}

static bool read_place(struct slice text, struct selfplay_line *line)
{
    return slice_take_int(&text, 0, RECORD_PLIES_MAX, &line->ply) && slice_take_char(&text, '/') &&
           slice_to_int(text, line->ply + 1, RECORD_PLIES_MAX, &line->plies);
}

static bool read_result(struct slice text, double *result)
{
    if (!slice_is(text, "0") && !slice_is(text, "0.5") && !slice_is(text, "1"))
        return false;
    *result = slice_is(text, "1") ? 1 : slice_is(text, "0.5") ? 0.5 : 0;
    return true;
}

static bool read_win(struct slice text, int *win)
{
    *win = SELFPLAY_WIN_UNKNOWN;
    return text.len == 0 || slice_is(text, "-") || slice_to_int(text, 0, SELFPLAY_WIN_MAX, win);
}

static bool read_position(struct slice text, struct slice side, const struct game_rules *rules,
                          struct position *pos)
{
    return rules->parse(text, pos, NULL) && pos->side != SIDE_NONE &&
           slice_is(side, side_name((enum side)pos->side));
}

bool selfplay_parse_line(struct slice text, const struct game_rules *rules,
                         struct selfplay_line *line)
{
    struct slice pos = take_field(&text), side = take_field(&text), place = take_field(&text);
    struct slice result = take_field(&text), difference = take_field(&text);

    memset(line, 0, sizeof *line);
    return read_position(pos, side, rules, &line->pos) && read_place(place, line) &&
           read_result(result, &line->result) &&
           slice_to_int(difference, INT16_MIN, INT16_MAX, &line->difference) &&
           read_win(slice_trim(text), &line->win);
}

/* ---- games ---- */

static void keep(struct selfplay *selfplay, const struct result *result)
{
    struct buf buf;

    if (result->ending != ENDING_REGULAR ||
        !result_record(result, selfplay->match, selfplay->record)) {
        selfplay->left_out++;
        return;
    }
    buf_init(&buf, selfplay->lines, GAME_LINES_SIZE);
    print_game(result, selfplay->record, &buf);
    line_writer_add(selfplay->file, buf_slice(&buf));
    selfplay->positions += result->plies;
}

static void end_after(struct selfplay *selfplay, int game)
{
    if (game + 1 >= selfplay->match->games)
        runner_stop(selfplay->runner, RUNNER_DONE, NULL);
}

static void on_begin(void *context, struct runner *runner)
{
    ((struct selfplay *)context)->runner = runner;
}

static void on_result(void *context, int64_t test, const struct result *result)
{
    struct selfplay *selfplay = context;

    (void)test;
    keep(selfplay, result);
    selfplay->games++;
    end_after(selfplay, result->game);
}

static void on_pair_closed(void *context, int64_t test, int pair)
{
    struct selfplay *selfplay = context;

    (void)test;
    selfplay->closed_pairs++;
    end_after(selfplay, 2 * pair + 1);
}

/* ---- beginning and end ---- */

static bool play(struct selfplay *selfplay, struct err *why)
{
    const struct runner_calls calls = {.on_begin = on_begin,
                                       .on_result = on_result,
                                       .on_pair_closed = on_pair_closed,
                                       .context = selfplay};
    const struct runner_config runner = {
        .place = selfplay->place,
        .worker = selfplay->worker,
        .test = &selfplay->test,
        .match = selfplay->match,
        .start_failures_max = RUNNER_START_FAILURES,
        .calls = &calls,
    };

    return runner_work(&runner, &selfplay->end, why);
}

static bool write_file(struct selfplay *selfplay, struct err *why)
{
    struct buf buf;

    selfplay->file = line_writer_create(selfplay->path, why);
    if (!selfplay->file)
        return false;
    buf_init(&buf, selfplay->lines, GAME_LINES_SIZE);
    print_head(selfplay->match, &buf);
    line_writer_add(selfplay->file, buf_slice(&buf));
    bool is_fine = play(selfplay, why);
    if (is_fine && selfplay->end == RUNNER_DONE)
        is_fine = line_writer_finish_file(selfplay->file, why);
    line_writer_destroy(selfplay->file);
    return is_fine;
}

bool selfplay_run(struct selfplay *selfplay, struct err *why)
{
    queue_test_from_match(&selfplay->test, "selfplay", selfplay->match);
    runner_key(selfplay->match, "selfplay", selfplay->test.key);
    selfplay->test.games = selfplay->match->games;
    selfplay->record = memory_get(1, sizeof *selfplay->record);
    selfplay->lines = memory_get(1, GAME_LINES_SIZE);
    bool is_fine = write_file(selfplay, why);
    free(selfplay->lines);
    free(selfplay->record);
    file_free(selfplay->test.match);
    return is_fine;
}
