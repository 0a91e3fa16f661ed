#include "match/result.h"

#include "game/reason.h"
#include "store/old_results.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two lists of times, each up to "-2147483647 ", and the scores. */
enum { ROW_NUMBERS_SIZE = 2 * 12 * RECORD_PLIES_MAX + 256 };

static const char *const endings[ENDING_COUNT] = {
    [ENDING_REGULAR] = "regular",     [ENDING_ILLEGAL] = "illegal",
    [ENDING_SOFT_TIME] = "soft-time", [ENDING_HARD_TIME] = "hard-time",
    [ENDING_LEFT] = "left",           [ENDING_CRASH] = "crash",
    [ENDING_NO_JOIN] = "no-join",     [ENDING_GARBAGE] = "garbage",
    [ENDING_HOUSE] = "house",
};

static const char *const seats[MATCH_SEATS + 1] = {"A", "B", ""};

const char *match_seat_name(enum match_seat seat) { return seats[seat]; }

const char *ending_name(enum ending ending) { return endings[ending]; }

void result_longest(const struct result *result, const int32_t times_ms[],
                    int32_t longest_ms[MATCH_SEATS])
{
    longest_ms[MATCH_A] = longest_ms[MATCH_B] = 0;
    for (int i = 0; i < result->plies; i++) {
        int seat = result->movers[i] == 'A' ? MATCH_A : MATCH_B;
        if (times_ms[i] > longest_ms[seat])
            longest_ms[seat] = times_ms[i];
    }
}

int result_half_points(const struct result *result)
{
    return result->winner == MATCH_A ? 2 : result->winner == MATCH_B ? 0 : 1;
}

/* ---- from a game ---- */

void result_begin(struct result *result, const struct pair_game *game)
{
    struct buf text;

    memset(result, 0, sizeof *result);
    result->game = game->number;
    result->pair = game->pair;
    result->seed = game->seed;
    result->red = game->red;
    result->winner = result->offender = MATCH_SEATS;
    buf_init(&text, result->start, sizeof result->start);
    game->match->rules->print(&game->start, &text);
    assert(!text.is_full);
}

static bool add_line(char *lines, size_t size, size_t *len, struct slice line)
{
    if (*len + line.len + 2 > size)
        return false;
    if (line.len > 0)
        memcpy(lines + *len, line.at, line.len);
    *len += line.len;
    lines[(*len)++] = '\n';
    return true;
}

bool result_add_move(struct result *result, const struct result_move *move)
{
    assert(move->mover < MATCH_SEATS && move->words.len > 0);
    if (result->plies == RECORD_PLIES_MAX ||
        !add_line(result->moves, sizeof result->moves, &result->moves_len, move->words))
        return false;
    /* A hint that finds no room is left out; its line stays, empty. */
    if (!add_line(result->hints, sizeof result->hints - RECORD_PLIES_MAX, &result->hints_len,
                  move->hint))
        add_line(result->hints, sizeof result->hints, &result->hints_len, slice_of(""));
    result->movers[result->plies] = seats[move->mover][0];
    result->times_ms[result->plies] = move->time_ms;
    result->lags_ms[result->plies++] = move->lag_ms;
    return true;
}

/* Without its line break. */
static struct slice last_line(const char *lines, size_t len)
{
    size_t start = len > 0 ? len - 1 : 0;

    while (start > 0 && lines[start - 1] != '\n')
        start--;
    return slice_make(lines + start, len > 0 ? len - 1 - start : 0);
}

struct result_move result_last_move(const struct result *result)
{
    int ply = result->plies - 1;

    assert(ply >= 0);
    return (struct result_move){
        .mover = result->movers[ply] == 'A' ? MATCH_A : MATCH_B,
        .words = last_line(result->moves, result->moves_len),
        .hint = last_line(result->hints, result->hints_len),
        .time_ms = result->times_ms[ply],
        .lag_ms = result->lags_ms[ply],
    };
}

void result_add_record(struct result *result, const struct pair_game *game,
                       const struct record *record)
{
    const struct game_rules *rules = record_rules(record);
    struct position pos = record->start;

    for (int i = 0; i < record->ply_count; i++) {
        const struct record_ply *ply = &record->plies[i];
        const struct result_move move = {
            .mover = pair_game_seat(game, (enum side)pos.side),
            .words = record_slice(record, ply->words),
            .hint = record_slice(record, ply->hint),
            .time_ms = ply->time_ms,
            .lag_ms = ply->lag_ms,
        };
        bool is_added = result_add_move(result, &move);
        assert(is_added); /* a result has room for a record */
        (void)is_added;
        game_play(rules, &pos, ply->move);
    }
}

void result_set_fault(struct result *result, const struct match *match, const struct err *fault)
{
    struct buf why;

    result->fault = *fault;
    buf_init(&why, result->why, sizeof result->why);
    if (fault->code[0])
        reason_print(match->rules, fault, match->lang, &why);
    for (char *at = result->why; *at; at++)
        *at = *at == '\n' ? ' ' : *at;
}

/* The offender, if it is only one; the ending is that of the first one. */
static void find_offender(struct result *result, const struct pair_game *game,
                          const struct outcome *outcome)
{
    static const enum ending of_cause[CAUSE_COUNT] = {
        [CAUSE_REGULAR] = ENDING_REGULAR,        [CAUSE_LEFT] = ENDING_LEFT,
        [CAUSE_RULE_VIOLATION] = ENDING_ILLEGAL, [CAUSE_SOFT_TIMEOUT] = ENDING_SOFT_TIME,
        [CAUSE_HARD_TIMEOUT] = ENDING_HARD_TIME, [CAUSE_UNKNOWN] = ENDING_HOUSE,
        [CAUSE_AGREED] = ENDING_HOUSE, /* only people agree */
    };
    int count = 0;

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (outcome->cause[side] == CAUSE_REGULAR)
            continue;
        if (count++ == 0) {
            result->ending = of_cause[outcome->cause[side]];
            result_set_fault(result, game->match, &outcome->fault[side]);
        }
        result->offender = count == 1 ? pair_game_seat(game, side) : MATCH_SEATS;
    }
}

void result_end(struct result *result, const struct pair_game *game, const struct outcome *outcome)
{
    const struct game_result *end = &outcome->result;

    assert(result->game == game->number && result->seed == game->seed);
    assert(result->plies == (int)strlen(result->movers));
    if (end->winner != SIDE_NONE)
        result->winner = pair_game_seat(game, end->winner);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        memcpy(result->scores[pair_game_seat(game, side)], end->score[side],
               sizeof result->scores[0]);
    find_offender(result, game, outcome);
    if (result->ending == ENDING_REGULAR && end->reason)
        snprintf(result->end, sizeof result->end, "%s", end->reason);
    if (strspn(result->hints, "\n") == result->hints_len) { /* no move has one */
        memset(result->hints, 0, result->hints_len);
        result->hints_len = 0;
    }
}

void result_keep_output(struct result *result, const struct last_lines *lines)
{
    int count = lines ? last_lines_count(lines) : 0;
    int first = count > RESULT_OUTPUT_LINES ? count - RESULT_OUTPUT_LINES : 0;
    size_t len = 0;

    memset(result->output, 0, sizeof result->output);
    for (int i = first; i < count; i++) {
        if (!add_line(result->output, sizeof result->output, &len,
                      slice_of(last_lines_at(lines, i)->text)))
            break;
    }
}

/* ---- as a line of games.jsonl ---- */

static void print_lines(struct json *json, const char *key, const char *text)
{
    struct slice rest = slice_of(text);

    json_begin_array(json, key);
    while (rest.len > 0)
        json_slice(json, NULL, slice_take_until(&rest, '\n'));
    json_end_array(json);
}

/* Code and details, from which the sentence can be made in any language. */
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
    json_text(json, "by", result->movers);
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
    json_text_or_null(&json, "red", seats[result->red]);
    json_text_or_null(&json, "winner", seats[result->winner]);
    json_text(&json, "cause", ending_name(result->ending));
    if (result->ending == ENDING_REGULAR) {
        json_text(&json, "end", result->end);
    } else {
        json_text_or_null(&json, "offender", seats[result->offender]);
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

/* ---- as a row of the store ---- */

static struct slice print_list(const int32_t *numbers, int count, struct buf *out)
{
    size_t start = out->len;

    for (int i = 0; i < count; i++)
        buf_format(out, i > 0 ? " %d" : "%d", numbers[i]);
    return slice_make(out->data + start, out->len - start);
}

static struct slice print_scores(const struct result *result, struct buf *out)
{
    size_t start = out->len;

    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        for (int i = 0; i < GAME_SCORES_MAX; i++)
            buf_format(out, i > 0 ? ",%d" : seat > 0 ? " %d" : "%d", result->scores[seat][i]);
    }
    return slice_make(out->data + start, out->len - start);
}

struct queue_result *result_to_row(const struct result *result, int64_t test)
{
    char numbers[ROW_NUMBERS_SIZE], fault[sizeof result->fault];
    struct queue_result row = {.test = test, .game = result->game, .seed = result->seed};
    struct buf buf, fault_buf;

    assert(result->plies >= 0 && result->plies <= RECORD_PLIES_MAX);
    assert((int)strlen(result->movers) == result->plies);
    buf_init(&buf, numbers, sizeof numbers);
    buf_init(&fault_buf, fault, sizeof fault);
    err_print(&result->fault, &fault_buf);
    row.texts[QUEUE_RED] = slice_of(seats[result->red]);
    row.texts[QUEUE_WINNER] = slice_of(seats[result->winner]);
    row.texts[QUEUE_ENDING] = slice_of(endings[result->ending]);
    row.texts[QUEUE_OFFENDER] = slice_of(seats[result->offender]);
    row.texts[QUEUE_END] = slice_of(result->end);
    row.texts[QUEUE_FAULT] = buf_slice(&fault_buf);
    row.texts[QUEUE_SCORES] = print_scores(result, &buf);
    row.texts[QUEUE_START] = slice_of(result->start);
    row.texts[QUEUE_MOVERS] = slice_of(result->movers);
    row.texts[QUEUE_TIMES] = print_list(result->times_ms, result->plies, &buf);
    if (has_lags(result))
        row.texts[QUEUE_LAGS] = print_list(result->lags_ms, result->plies, &buf);
    row.texts[QUEUE_MOVES] = slice_of(result->moves);
    row.texts[QUEUE_HINTS] = slice_of(result->hints);
    row.texts[QUEUE_OUTPUT] = slice_of(result->output);
    assert(!buf.is_full);
    return queue_result_copy(&row);
}

static bool copy_text(struct slice text, char *out, size_t size)
{
    if (text.len >= size)
        return false;
    if (text.len > 0)
        memcpy(out, text.at, text.len);
    out[text.len] = '\0';
    return true;
}

/* "" is no seat. */
static bool find_seat(struct slice name, enum match_seat *seat)
{
    *seat = slice_is(name, "A") ? MATCH_A : slice_is(name, "B") ? MATCH_B : MATCH_SEATS;
    return *seat != MATCH_SEATS || name.len == 0;
}

static bool find_ending(struct slice name, enum ending *ending)
{
    int i = 0;

    while (i < ENDING_COUNT && !slice_is(name, endings[i]))
        i++;
    *ending = i < ENDING_COUNT ? (enum ending)i : ENDING_REGULAR;
    return i < ENDING_COUNT;
}

/* How many lines, each of them ended; -1: the last one is not. */
static int count_lines(struct slice text)
{
    int count = 0;

    for (size_t i = 0; i < text.len; i++)
        count += text.at[i] == '\n';
    return text.len == 0 || text.at[text.len - 1] == '\n' ? count : -1;
}

/* Exactly `count` numbers. */
static bool read_list(struct slice text, int count, int32_t *numbers)
{
    for (int i = 0; i < count; i++) {
        if (!slice_to_int(slice_take_until(&text, ' '), -INT32_MAX, INT32_MAX, &numbers[i]))
            return false;
    }
    return text.len == 0;
}

static bool read_scores(struct slice text, struct result *result)
{
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        struct slice parts = slice_take_until(&text, ' ');
        for (int i = 0; i < GAME_SCORES_MAX && parts.len > 0; i++) {
            if (!slice_to_int(slice_take_until(&parts, ','), -INT16_MAX, INT16_MAX,
                              &result->scores[seat][i]))
                return false;
        }
    }
    return text.len == 0;
}

static bool read_plies(const struct slice *texts, struct result *result)
{
    int hints = count_lines(texts[QUEUE_HINTS]);

    if (!copy_text(texts[QUEUE_MOVERS], result->movers, sizeof result->movers) ||
        strspn(result->movers, "AB") != texts[QUEUE_MOVERS].len)
        return false;
    result->plies = (int)texts[QUEUE_MOVERS].len;
    result->moves_len = texts[QUEUE_MOVES].len;
    result->hints_len = texts[QUEUE_HINTS].len;
    return read_list(texts[QUEUE_TIMES], result->plies, result->times_ms) &&
           (texts[QUEUE_LAGS].len == 0 ||
            read_list(texts[QUEUE_LAGS], result->plies, result->lags_ms)) &&
           count_lines(texts[QUEUE_MOVES]) == result->plies && hints >= 0 &&
           hints <= result->plies &&
           copy_text(texts[QUEUE_MOVES], result->moves, sizeof result->moves) &&
           copy_text(texts[QUEUE_HINTS], result->hints, sizeof result->hints);
}

bool result_from_row(const struct queue_result *row, const struct match *match,
                     struct result *result)
{
    const struct slice *texts = row->texts;
    int output = count_lines(texts[QUEUE_OUTPUT]);
    struct err fault = {0};

    memset(result, 0, sizeof *result);
    result->game = row->game;
    result->pair = row->game / 2;
    result->seed = row->seed;
    if (!find_seat(texts[QUEUE_RED], &result->red) || result->red == MATCH_SEATS ||
        !find_seat(texts[QUEUE_WINNER], &result->winner) ||
        !find_seat(texts[QUEUE_OFFENDER], &result->offender) ||
        !find_ending(texts[QUEUE_ENDING], &result->ending) ||
        !copy_text(texts[QUEUE_END], result->end, sizeof result->end) ||
        !copy_text(texts[QUEUE_START], result->start, sizeof result->start) ||
        !read_scores(texts[QUEUE_SCORES], result) || !read_plies(texts, result) || output < 0 ||
        output > RESULT_OUTPUT_LINES ||
        !copy_text(texts[QUEUE_OUTPUT], result->output, sizeof result->output))
        return false;
    err_parse(texts[QUEUE_FAULT], &fault);
    result_set_fault(result, match, &fault);
    return true;
}

bool result_from_line(struct slice line, const struct match *match, struct result *result)
{
    struct queue_result *row = old_result_read(line);
    bool is_read = row && result_from_row(row, match, result);

    free(row);
    return is_read;
}

/* ---- as a record ---- */

static enum side side_of(const struct result *result, enum match_seat seat)
{
    return seat == result->red ? SIDE_RED : SIDE_BLUE;
}

static bool record_moves(const struct result *result, const struct game_rules *rules,
                         struct record *record, struct position *pos)
{
    struct slice moves = slice_of(result->moves), hints = slice_of(result->hints);
    move_t move;

    for (int i = 0; i < result->plies; i++) {
        struct slice words = slice_take_until(&moves, '\n');
        struct slice hint = slice_take_until(&hints, '\n');
        if (pos->side == SIDE_NONE || rules->read(pos, words, &move, NULL) != VERDICT_LEGAL ||
            !record_add(record, move, words, result->times_ms[i], NULL))
            return false;
        record_set_lag(record, result->lags_ms[i]);
        if (hint.len > 0)
            record_add_hint(record, hint, NULL);
        game_play(rules, pos, move);
    }
    return true;
}

static void record_failure(const struct result *result, const struct game_rules *rules,
                           const struct position *pos, struct record *record)
{
    static const enum cause causes[ENDING_COUNT] = {
        [ENDING_ILLEGAL] = CAUSE_RULE_VIOLATION,
        [ENDING_SOFT_TIME] = CAUSE_SOFT_TIMEOUT,
        [ENDING_HARD_TIME] = CAUSE_HARD_TIMEOUT,
        [ENDING_LEFT] = CAUSE_LEFT,
        [ENDING_CRASH] = CAUSE_LEFT,
        [ENDING_NO_JOIN] = CAUSE_LEFT,
        [ENDING_GARBAGE] = CAUSE_LEFT,
        [ENDING_HOUSE] = CAUSE_UNKNOWN,
    };
    struct outcome outcome = {0};

    assert(result->ending != ENDING_REGULAR);
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        enum side side = side_of(result, (enum match_seat)seat);
        if (result->offender != MATCH_SEATS && result->offender != (enum match_seat)seat)
            continue;
        outcome.cause[side] = causes[result->ending];
        memcpy(outcome.reason[side], result->why, sizeof result->why);
        /* A replay speaks German, whatever the language of the match is. */
        if (result->fault.code[0])
            outcome_set_fault(&outcome, rules, side, &result->fault);
    }
    outcome_settle(&outcome, rules, pos);
    record_end(record, &outcome);
}

bool result_record(const struct result *result, const struct match *match, struct record *record)
{
    const struct game_rules *rules = match->rules;
    struct position pos = {0};

    if (!rules->parse(slice_of(result->start), &pos, NULL) ||
        (rules->ready && !rules->ready(&pos, NULL)))
        return false;
    record_init(record, rules, &pos);
    for (int seat = 0; seat < MATCH_SEATS; seat++)
        record_set_name(record, side_of(result, (enum match_seat)seat),
                        slice_of(match->players[seat].name));
    record->has_seed = !match->positions;
    record->seed = match->positions ? 0 : result->seed;
    if (!record_moves(result, rules, record, &pos))
        return false;
    if (result->ending != ENDING_REGULAR)
        record_failure(result, rules, &pos, record);
    return result->ending != ENDING_REGULAR || pos.side == SIDE_NONE;
}

/* ---- for the SHA-256 ---- */

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
