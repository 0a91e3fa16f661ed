#include "match/result.h"

#include "game/reason.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const char *const endings[ENDING_COUNT] = {
    [ENDING_REGULAR] = "regular",     [ENDING_ILLEGAL] = "illegal",
    [ENDING_SOFT_TIME] = "soft-time", [ENDING_HARD_TIME] = "hard-time",
    [ENDING_LEFT] = "left",           [ENDING_CRASH] = "crash",
    [ENDING_NO_JOIN] = "no-join",     [ENDING_GARBAGE] = "garbage",
};

static const char *const seats[MATCH_SEATS] = {"A", "B"};

const char *ending_name(enum ending ending) { return endings[ending]; }

int result_points(const struct result *result)
{
    return result->winner == MATCH_A ? 2 : result->winner == MATCH_B ? 0 : 1;
}

/* ---- from a game ---- */

void played_begin(struct played *played, const struct match *match, const struct pair_game *job)
{
    struct result *result = &played->result;
    struct buf text;

    memset(result, 0, sizeof *result);
    result->game = job->game;
    result->pair = job->pair;
    result->seed = job->seed;
    result->red = job->red;
    result->winner = result->offender = MATCH_SEATS;
    buf_init(&text, result->start, sizeof result->start);
    match->rules->print(&job->start, &text);
    record_init(&played->record, match->rules, &job->start);
    for (int seat = 0; seat < MATCH_SEATS; seat++)
        record_name(&played->record, pair_game_side(job, (enum match_seat)seat),
                    slice_of(match->players[seat].name));
    played->record.has_seed = !match->positions;
    played->record.seed = match->positions ? 0 : job->seed;
}

void result_blame(struct result *result, const struct match *match, const struct err *fault)
{
    struct buf why;

    result->fault = *fault;
    buf_init(&why, result->why, sizeof result->why);
    if (fault->code[0])
        reason_print(match->rules, fault, match->lang, &why);
    for (char *at = result->why; *at; at++)
        *at = *at == '\n' ? ' ' : *at;
}

/* Which of the sides are to blame; the ending is that of the first one. */
static void blame(struct result *result, const struct match *match, const struct pair_game *job,
                  const struct outcome *outcome)
{
    static const enum ending of_cause[CAUSE_COUNT] = {
        [CAUSE_REGULAR] = ENDING_REGULAR,        [CAUSE_LEFT] = ENDING_LEFT,
        [CAUSE_RULE_VIOLATION] = ENDING_ILLEGAL, [CAUSE_SOFT_TIMEOUT] = ENDING_SOFT_TIME,
        [CAUSE_HARD_TIMEOUT] = ENDING_HARD_TIME, [CAUSE_UNKNOWN] = ENDING_LEFT,
    };
    int count = 0;

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (outcome->cause[side] == CAUSE_REGULAR)
            continue;
        if (count++ == 0) {
            result->ending = of_cause[outcome->cause[side]];
            result_blame(result, match, &outcome->fault[side]);
        }
        result->offender = count == 1 ? pair_game_seat(job, side) : MATCH_SEATS;
    }
}

static void note_moves(struct played *played, const struct match *match,
                       const struct pair_game *job)
{
    const struct record *record = &played->record;
    struct result *result = &played->result;
    struct position pos = record->start;
    struct buf moves, hints;
    bool has_hints = false;

    buf_init(&moves, result->moves, sizeof result->moves);
    buf_init(&hints, result->hints, sizeof result->hints);
    for (result->plies = 0; result->plies < record->ply_count; result->plies++) {
        const struct record_ply *ply = &record->plies[result->plies];
        result->by[result->plies] = seats[pair_game_seat(job, (enum side)pos.side)][0];
        result->times_ms[result->plies] = ply->time_ms;
        result->lags_ms[result->plies] = ply->lag_ms;
        buf_add_slice(&moves, record_slice(record, ply->words));
        buf_add_char(&moves, '\n');
        buf_add_slice(&hints, record_slice(record, ply->hint));
        buf_add_char(&hints, '\n');
        has_hints = has_hints || ply->hint.len > 0;
        match->rules->play(&pos, ply->move);
    }
    if (!has_hints)
        memset(result->hints, 0, sizeof result->hints);
}

void played_end(struct played *played, const struct match *match, const struct pair_game *job,
                const struct outcome *outcome)
{
    struct result *result = &played->result;
    const struct game_result *outcome_result = &outcome->result;

    record_end(&played->record, outcome);
    if (outcome_result->winner != SIDE_NONE)
        result->winner = pair_game_seat(job, outcome_result->winner);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        memcpy(result->scores[pair_game_seat(job, side)], outcome_result->score[side],
               sizeof result->scores[0]);
    blame(result, match, job, outcome);
    if (result->ending == ENDING_REGULAR && outcome_result->reason)
        snprintf(result->end, sizeof result->end, "%s", outcome_result->reason);
    note_moves(played, match, job);
}

void result_keep_output(struct result *result, const struct last_lines *lines)
{
    int count = lines ? last_lines_count(lines) : 0;
    int first = count > RESULT_OUTPUT_LINES ? count - RESULT_OUTPUT_LINES : 0;
    struct buf out;

    buf_init(&out, result->output, sizeof result->output);
    for (int i = first; i < count; i++) {
        if (out.len + strlen(last_lines_at(lines, i)->text) + 2 > out.size)
            break;
        buf_add(&out, last_lines_at(lines, i)->text);
        buf_add_char(&out, '\n');
    }
}

/* ---- as a line ---- */

static void print_lines(struct json *json, const char *key, const char *text)
{
    struct slice rest = slice_of(text);

    json_begin_array(json, key);
    while (rest.len > 0)
        json_slice(json, NULL, slice_take_until(&rest, '\n'));
    json_end_array(json);
}

static void print_seat(struct json *json, const char *key, enum match_seat seat)
{
    if (seat == MATCH_SEATS)
        json_nothing(json, key);
    else
        json_text(json, key, seats[seat]);
}

/* Code and details, for those who say it in another language. */
static void print_fault(struct json *json, const struct err *fault)
{
    char text[sizeof *fault];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    err_print(fault, &buf);
    json_text(json, "fault", text);
}

static bool has_lags(const struct result *result)
{
    for (int i = 0; i < result->plies; i++) {
        if (result->lags_ms[i] > 0)
            return true;
    }
    return false;
}

static void print_times(struct json *json, const char *key, const int32_t *times_ms, int count)
{
    json_begin_array(json, key);
    for (int i = 0; i < count; i++)
        json_int(json, NULL, times_ms[i]);
    json_end_array(json);
}

static void print_numbers(struct json *json, const struct result *result, int score_count)
{
    json_begin_array(json, "scores");
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        json_begin_array(json, NULL);
        for (int i = 0; i < score_count; i++)
            json_int(json, NULL, result->scores[seat][i]);
        json_end_array(json);
    }
    json_end_array(json);
    json_text(json, "by", result->by);
    print_times(json, "ms", result->times_ms, result->plies);
    if (has_lags(result))
        print_times(json, "lag", result->lags_ms, result->plies);
}

void result_print(const struct result *result, const struct match *match, struct buf *out)
{
    struct json json;

    json_init(&json, out);
    json_begin_object(&json, NULL);
    json_int(&json, "game", result->game);
    json_int(&json, "pair", result->pair);
    json_text(&json, "rules", match->rules->name);
    json_int(&json, "seed", result->seed);
    json_text(&json, "start", result->start);
    json_begin_array(&json, "players");
    for (int seat = 0; seat < MATCH_SEATS; seat++)
        match_print_player(&json, &match->players[seat]);
    json_end_array(&json);
    print_seat(&json, "red", result->red);
    print_seat(&json, "winner", result->winner);
    json_text(&json, "cause", ending_name(result->ending));
    if (result->ending == ENDING_REGULAR) {
        json_text(&json, "end", result->end);
    } else {
        print_seat(&json, "offender", result->offender);
        json_text(&json, "why", result->why);
        print_fault(&json, &result->fault);
        print_lines(&json, "output", result->output);
    }
    print_numbers(&json, result, match->rules->score_count);
    print_lines(&json, "moves", result->moves);
    if (result->hints[0])
        print_lines(&json, "hints", result->hints);
    json_end_object(&json);
    buf_add_char(out, '\n');
}

/* ---- and back ---- */

static bool copy_text(const json_t *object, const char *key, char *text, size_t size)
{
    const char *value = json_string_value(json_object_get(object, key));

    return snprintf(text, size, "%s", value ? value : "") < (int)size;
}

/* Null, or none at all, is nobody. */
static bool find_seat(const json_t *object, const char *key, enum match_seat *seat)
{
    const json_t *value = json_object_get(object, key);
    const char *name = json_string_value(value);
    int i = 0;

    while (name && i < MATCH_SEATS && strcmp(name, seats[i]) != 0)
        i++;
    *seat = name ? (enum match_seat)i : MATCH_SEATS;
    return i < MATCH_SEATS && (name || !value || json_is_null(value));
}

static bool find_ending(const json_t *object, enum ending *ending)
{
    const char *value = json_string_value(json_object_get(object, "cause"));

    for (int i = 0; value && i < ENDING_COUNT; i++) {
        if (strcmp(value, endings[i]) == 0) {
            *ending = (enum ending)i;
            return true;
        }
    }
    return false;
}

/* At most `max` lines.  None of them has a line break inside, or it would become two. */
static bool join_lines(const json_t *array, int max, char *text, size_t size)
{
    const json_t *line;
    size_t i;
    struct buf out;

    buf_init(&out, text, size);
    json_array_foreach(array, i, line)
    {
        const char *words = json_string_value(line);
        if (!words || strchr(words, '\n') || (int)i >= max)
            return false;
        buf_add(&out, words);
        buf_add_char(&out, '\n');
    }
    return !out.is_full;
}

static bool read_number(const json_t *value, int64_t max, int *number)
{
    *number = (int)json_integer_value(value);
    return json_is_integer(value) && json_integer_value(value) >= -max &&
           json_integer_value(value) <= max;
}

static bool read_array(const json_t *times, int32_t times_ms[RECORD_PLIES_MAX])
{
    const json_t *time;
    size_t i;

    json_array_foreach(times, i, time)
    {
        if (i == RECORD_PLIES_MAX || !read_number(time, INT32_MAX, &times_ms[i]))
            return false;
    }
    return true;
}

static bool read_times(const json_t *root, struct result *result)
{
    const json_t *times = json_object_get(root, "ms"), *lags = json_object_get(root, "lag");

    result->plies = (int)json_array_size(times);
    return read_array(times, result->times_ms) && read_array(lags, result->lags_ms) &&
           (int)strlen(result->by) == result->plies &&
           strspn(result->by, "AB") == strlen(result->by);
}

/* Older lines have none. */
static void read_fault(const json_t *root, struct err *fault)
{
    const char *text = json_string_value(json_object_get(root, "fault"));

    err_parse(slice_of(text ? text : ""), fault);
}

static bool read_scores(const json_t *scores, int count, struct result *result)
{
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        const json_t *parts = json_array_get(scores, (size_t)seat);
        for (int i = 0; i < count; i++) {
            if (!read_number(json_array_get(parts, (size_t)i), INT16_MAX, &result->scores[seat][i]))
                return false;
        }
    }
    return true;
}

static bool read_words(const json_t *root, struct result *result)
{
    const json_t *moves = json_object_get(root, "moves"), *hints = json_object_get(root, "hints");

    return copy_text(root, "start", result->start, sizeof result->start) &&
           copy_text(root, "end", result->end, sizeof result->end) &&
           copy_text(root, "why", result->why, sizeof result->why) &&
           copy_text(root, "by", result->by, sizeof result->by) &&
           join_lines(moves, RECORD_PLIES_MAX, result->moves, sizeof result->moves) &&
           join_lines(hints, RECORD_PLIES_MAX, result->hints, sizeof result->hints) &&
           join_lines(json_object_get(root, "output"), RESULT_OUTPUT_LINES, result->output,
                      sizeof result->output);
}

static bool read_result(const json_t *root, struct result *result)
{
    return find_seat(root, "red", &result->red) && result->red != MATCH_SEATS &&
           find_seat(root, "winner", &result->winner) &&
           find_seat(root, "offender", &result->offender) && find_ending(root, &result->ending);
}

bool result_parse(struct slice line, const struct match *match, struct result *result)
{
    json_t *root = json_loadb(line.at, line.len, 0, NULL);

    memset(result, 0, sizeof *result);
    result->seed = json_integer_value(json_object_get(root, "seed"));
    bool is_read = read_number(json_object_get(root, "game"), INT32_MAX, &result->game) &&
                   read_number(json_object_get(root, "pair"), INT32_MAX, &result->pair) &&
                   result->pair == result->game / 2 && result->game >= 0 &&
                   read_words(root, result) && read_result(root, result) &&
                   read_times(root, result) &&
                   json_array_size(json_object_get(root, "moves")) == (size_t)result->plies &&
                   read_scores(json_object_get(root, "scores"), match->rules->score_count, result);
    read_fault(root, &result->fault);
    json_decref(root);
    return is_read;
}

void result_essence(const struct result *result, struct buf *out)
{
    buf_format(out, "%d %lld %s %s %s %s\n", result->game, (long long)result->seed,
               seats[result->red], result->winner == MATCH_SEATS ? "-" : seats[result->winner],
               endings[result->ending], result->end);
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        for (int i = 0; i < GAME_SCORES_MAX; i++)
            buf_format(out, "%d ", result->scores[seat][i]);
    }
    buf_format(out, "\n%s\n", result->moves);
}
