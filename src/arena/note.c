#include "arena/note.h"

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

static const char *const seats[ARENA_SEATS] = {"A", "B"};

const char *ending_name(enum ending ending) { return endings[ending]; }

int note_points(const struct note *note)
{
    return note->winner == ARENA_A ? 2 : note->winner == ARENA_B ? 0 : 1;
}

/* ---- from a game ---- */

void played_begin(struct played *played, const struct terms *terms, const struct job *job)
{
    struct note *note = &played->note;
    struct buf text;

    memset(note, 0, sizeof *note);
    note->game = job->game;
    note->pair = job->pair;
    note->seed = job->seed;
    note->red = job->red;
    note->winner = note->offender = ARENA_SEATS;
    buf_init(&text, note->start, sizeof note->start);
    terms->rules->print(&job->start, &text);
    record_init(&played->record, terms->rules, &job->start);
    for (int seat = 0; seat < ARENA_SEATS; seat++)
        record_name(&played->record, job_side(job, (enum arena_seat)seat),
                    slice_of(terms->players[seat].name));
    played->record.has_seed = !terms->positions;
    played->record.seed = terms->positions ? 0 : job->seed;
}

void note_blame(struct note *note, const struct terms *terms, const struct err *fault)
{
    struct buf why;

    note->fault = *fault;
    buf_init(&why, note->why, sizeof note->why);
    if (fault->code[0])
        reason_print(terms->rules, fault, terms->lang, &why);
    for (char *at = note->why; *at; at++)
        *at = *at == '\n' ? ' ' : *at;
}

/* Which of the sides are to blame; the ending is that of the first one. */
static void blame(struct note *note, const struct terms *terms, const struct job *job,
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
            note->ending = of_cause[outcome->cause[side]];
            note_blame(note, terms, &outcome->fault[side]);
        }
        note->offender = count == 1 ? job_seat(job, side) : ARENA_SEATS;
    }
}

static void note_moves(struct played *played, const struct terms *terms, const struct job *job)
{
    const struct record *record = &played->record;
    struct note *note = &played->note;
    struct position pos = record->start;
    struct buf moves, hints;
    bool has_hints = false;

    buf_init(&moves, note->moves, sizeof note->moves);
    buf_init(&hints, note->hints, sizeof note->hints);
    for (note->plies = 0; note->plies < record->ply_count; note->plies++) {
        const struct record_ply *ply = &record->plies[note->plies];
        note->by[note->plies] = seats[job_seat(job, (enum side)pos.side)][0];
        note->times_ms[note->plies] = ply->time_ms;
        note->lags_ms[note->plies] = ply->lag_ms;
        buf_add_slice(&moves, record_slice(record, ply->words));
        buf_add_char(&moves, '\n');
        buf_add_slice(&hints, record_slice(record, ply->hint));
        buf_add_char(&hints, '\n');
        has_hints = has_hints || ply->hint.len > 0;
        terms->rules->play(&pos, ply->move);
    }
    if (!has_hints)
        memset(note->hints, 0, sizeof note->hints);
}

void played_end(struct played *played, const struct terms *terms, const struct job *job,
                const struct outcome *outcome)
{
    struct note *note = &played->note;
    const struct game_result *result = &outcome->result;

    record_end(&played->record, outcome);
    if (result->winner != SIDE_NONE)
        note->winner = job_seat(job, result->winner);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        memcpy(note->scores[job_seat(job, side)], result->score[side], sizeof note->scores[0]);
    blame(note, terms, job, outcome);
    if (note->ending == ENDING_REGULAR && result->reason)
        snprintf(note->end, sizeof note->end, "%s", result->reason);
    note_moves(played, terms, job);
}

void note_keep_output(struct note *note, const struct lines *lines)
{
    int count = lines ? lines_count(lines) : 0;
    int first = count > NOTE_OUTPUT_LINES ? count - NOTE_OUTPUT_LINES : 0;
    struct buf out;

    buf_init(&out, note->output, sizeof note->output);
    for (int i = first; i < count; i++) {
        if (out.len + strlen(lines_at(lines, i)->text) + 2 > out.size)
            break;
        buf_add(&out, lines_at(lines, i)->text);
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

static void print_seat(struct json *json, const char *key, enum arena_seat seat)
{
    if (seat == ARENA_SEATS)
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

static bool has_lags(const struct note *note)
{
    for (int i = 0; i < note->plies; i++) {
        if (note->lags_ms[i] > 0)
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

static void print_numbers(struct json *json, const struct note *note, int score_count)
{
    json_begin_array(json, "scores");
    for (int seat = 0; seat < ARENA_SEATS; seat++) {
        json_begin_array(json, NULL);
        for (int i = 0; i < score_count; i++)
            json_int(json, NULL, note->scores[seat][i]);
        json_end_array(json);
    }
    json_end_array(json);
    json_text(json, "by", note->by);
    print_times(json, "ms", note->times_ms, note->plies);
    if (has_lags(note))
        print_times(json, "lag", note->lags_ms, note->plies);
}

void note_print(const struct note *note, const struct terms *terms, struct buf *out)
{
    struct json json;

    json_init(&json, out);
    json_begin_object(&json, NULL);
    json_int(&json, "game", note->game);
    json_int(&json, "pair", note->pair);
    json_text(&json, "rules", terms->rules->name);
    json_int(&json, "seed", note->seed);
    json_text(&json, "start", note->start);
    json_begin_array(&json, "players");
    for (int seat = 0; seat < ARENA_SEATS; seat++)
        terms_print_player(&json, &terms->players[seat]);
    json_end_array(&json);
    print_seat(&json, "red", note->red);
    print_seat(&json, "winner", note->winner);
    json_text(&json, "cause", ending_name(note->ending));
    if (note->ending == ENDING_REGULAR) {
        json_text(&json, "end", note->end);
    } else {
        print_seat(&json, "offender", note->offender);
        json_text(&json, "why", note->why);
        print_fault(&json, &note->fault);
        print_lines(&json, "output", note->output);
    }
    print_numbers(&json, note, terms->rules->score_count);
    print_lines(&json, "moves", note->moves);
    if (note->hints[0])
        print_lines(&json, "hints", note->hints);
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
static bool find_seat(const json_t *object, const char *key, enum arena_seat *seat)
{
    const json_t *value = json_object_get(object, key);
    const char *name = json_string_value(value);
    int i = 0;

    while (name && i < ARENA_SEATS && strcmp(name, seats[i]) != 0)
        i++;
    *seat = name ? (enum arena_seat)i : ARENA_SEATS;
    return i < ARENA_SEATS && (name || !value || json_is_null(value));
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

static bool read_times(const json_t *root, struct note *note)
{
    const json_t *times = json_object_get(root, "ms"), *lags = json_object_get(root, "lag");

    note->plies = (int)json_array_size(times);
    return read_array(times, note->times_ms) && read_array(lags, note->lags_ms) &&
           (int)strlen(note->by) == note->plies && strspn(note->by, "AB") == strlen(note->by);
}

/* Older lines have none. */
static void read_fault(const json_t *root, struct err *fault)
{
    const char *text = json_string_value(json_object_get(root, "fault"));

    err_parse(slice_of(text ? text : ""), fault);
}

static bool read_scores(const json_t *scores, int count, struct note *note)
{
    for (int seat = 0; seat < ARENA_SEATS; seat++) {
        const json_t *parts = json_array_get(scores, (size_t)seat);
        for (int i = 0; i < count; i++) {
            if (!read_number(json_array_get(parts, (size_t)i), INT16_MAX, &note->scores[seat][i]))
                return false;
        }
    }
    return true;
}

static bool read_words(const json_t *root, struct note *note)
{
    const json_t *moves = json_object_get(root, "moves"), *hints = json_object_get(root, "hints");

    return copy_text(root, "start", note->start, sizeof note->start) &&
           copy_text(root, "end", note->end, sizeof note->end) &&
           copy_text(root, "why", note->why, sizeof note->why) &&
           copy_text(root, "by", note->by, sizeof note->by) &&
           join_lines(moves, RECORD_PLIES_MAX, note->moves, sizeof note->moves) &&
           join_lines(hints, RECORD_PLIES_MAX, note->hints, sizeof note->hints) &&
           join_lines(json_object_get(root, "output"), NOTE_OUTPUT_LINES, note->output,
                      sizeof note->output);
}

static bool read_result(const json_t *root, struct note *note)
{
    return find_seat(root, "red", &note->red) && note->red != ARENA_SEATS &&
           find_seat(root, "winner", &note->winner) &&
           find_seat(root, "offender", &note->offender) && find_ending(root, &note->ending);
}

bool note_parse(struct slice line, const struct terms *terms, struct note *note)
{
    json_t *root = json_loadb(line.at, line.len, 0, NULL);

    memset(note, 0, sizeof *note);
    note->seed = json_integer_value(json_object_get(root, "seed"));
    bool is_read = read_number(json_object_get(root, "game"), INT32_MAX, &note->game) &&
                   read_number(json_object_get(root, "pair"), INT32_MAX, &note->pair) &&
                   note->pair == note->game / 2 && note->game >= 0 && read_words(root, note) &&
                   read_result(root, note) && read_times(root, note) &&
                   json_array_size(json_object_get(root, "moves")) == (size_t)note->plies &&
                   read_scores(json_object_get(root, "scores"), terms->rules->score_count, note);
    read_fault(root, &note->fault);
    json_decref(root);
    return is_read;
}

void note_essence(const struct note *note, struct buf *out)
{
    buf_format(out, "%d %lld %s %s %s %s\n", note->game, (long long)note->seed, seats[note->red],
               note->winner == ARENA_SEATS ? "-" : seats[note->winner], endings[note->ending],
               note->end);
    for (int seat = 0; seat < ARENA_SEATS; seat++) {
        for (int i = 0; i < GAME_SCORES_MAX; i++)
            buf_format(out, "%d ", note->scores[seat][i]);
    }
    buf_format(out, "\n%s\n", note->moves);
}
