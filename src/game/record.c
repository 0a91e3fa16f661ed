#include "game/record.h"

#include <assert.h>
#include <string.h>

/* A line of the file is a line: control characters become blanks. */
static void copy_text(char *to, size_t size, struct slice text)
{
    struct buf buf;

    buf_init(&buf, to, size);
    for (size_t i = 0; i < text.len; i++)
        buf_add_char(&buf, buf_tame(text.at[i]));
}

void record_init(struct record *record, const struct game_rules *rules,
                 const struct position *start)
{
    memset(record, 0, sizeof *record);
    copy_text(record->game, sizeof record->game, slice_of(rules->name));
    game_copy(rules, &record->start, start);
}

const struct game_rules *record_rules(const struct record *record)
{
    return game_find(slice_of(record->game));
}

void record_set_name(struct record *record, enum side side, struct slice name)
{
    copy_text(record->names[side], sizeof record->names[side], slice_trim(name));
}

static bool add_words(struct record *record, struct slice text, struct record_words *words)
{
    if (text.len > (size_t)(RECORD_WORDS_SIZE - record->words_len))
        return false;
    *words = (struct record_words){.at = record->words_len, .len = (uint16_t)text.len};
    for (size_t i = 0; i < text.len; i++)
        record->words[record->words_len + i] = buf_tame(text.at[i]);
    record->words_len = (uint16_t)(record->words_len + text.len);
    return true;
}

bool record_add(struct record *record, move_t move, struct slice words, int32_t time_ms,
                struct err *why)
{
    struct record_ply ply = {.move = move, .time_ms = time_ms};

    if (record->ply_count == RECORD_PLIES_MAX || !add_words(record, words, &ply.words))
        return err_set(why, "record_full", "");
    record->plies[record->ply_count++] = ply;
    return true;
}

void record_set_lag(struct record *record, int32_t lag_ms)
{
    assert(record->ply_count > 0);
    record->plies[record->ply_count - 1].lag_ms = lag_ms;
}

bool record_add_hint(struct record *record, struct slice hint, struct err *why)
{
    if (record->ply_count == 0)
        return err_set(why, "record_hint", "");
    if (record->words_len + hint.len > RECORD_HINTS_MAX ||
        !add_words(record, hint, &record->plies[record->ply_count - 1].hint))
        return err_set(why, "record_full", "");
    return true;
}

void record_position(const struct record *record, int plies, struct position *pos)
{
    const struct game_rules *rules = record_rules(record);

    assert(plies >= 0 && plies <= record->ply_count);
    *pos = record->start;
    for (int i = 0; i < plies; i++)
        game_play(rules, pos, record->plies[i].move);
}

void record_end(struct record *record, const struct outcome *outcome)
{
    struct position end;

    record_position(record, record->ply_count, &end);
    bool is_regular = end.side == SIDE_NONE && outcome->cause[SIDE_RED] == CAUSE_REGULAR &&
                      outcome->cause[SIDE_BLUE] == CAUSE_REGULAR;
    record->has_outcome = !is_regular;
    if (record->has_outcome)
        record->outcome = *outcome;
}

bool record_find_turn(const struct record *record, int turn, int *plies, struct err *why)
{
    int first = record->start.turn;

    *plies = turn - first;
    if (*plies >= 0 && *plies <= record->ply_count)
        return true;
    return err_setf(why, "record_turn", "%d %d %d", turn, first, first + record->ply_count);
}

void record_cut_front(struct record *record, int plies)
{
    struct position start;

    record_position(record, plies, &start);
    record->start = start;
    record->ply_count -= plies;
    memmove(record->plies, record->plies + plies,
            (size_t)record->ply_count * sizeof *record->plies);
    if (plies > 0)
        record->has_seed = false; /* it draws another position */
}

/* If they have not, playing on from what could be seen then leads to what can be seen now. */
bool record_has_revealed(const struct record *record, int plies)
{
    const struct game_rules *rules = record_rules(record);
    struct position then, now;

    if (!rules->hide)
        return false;
    record_position(record, plies, &then);
    rules->hide(&then);
    for (int ply = plies; ply < record->ply_count; ply++) {
        if (!game_knows_moves(rules, &then, NULL))
            return true;
        game_play(rules, &then, record->plies[ply].move);
    }
    record_position(record, record->ply_count, &now);
    rules->hide(&then);
    rules->hide(&now);
    return memcmp(then.body, now.body, rules->body_size) != 0;
}

void record_truncate(struct record *record, int plies)
{
    assert(plies >= 0 && plies <= record->ply_count);
    size_t dropped = (size_t)(record->ply_count - plies);

    if (dropped == 0)
        return;
    /* Words are added in the order of the moves, so those of the rest are the end of the text. */
    uint16_t words_len = record->plies[plies].words.at;
    memset(record->words + words_len, 0, (size_t)(record->words_len - words_len));
    memset(&record->plies[plies], 0, dropped * sizeof *record->plies);
    record->words_len = words_len;
    record->ply_count = plies;
}

struct slice record_slice(const struct record *record, struct record_words words)
{
    assert(words.at + words.len <= record->words_len);
    return slice_make(record->words + words.at, words.len);
}

static void print_line(struct buf *out, const char *key, const char *value)
{
    if (value[0] == '\0')
        return;
    buf_add(out, key);
    buf_add_char(out, ' ');
    for (; *value; value++)
        buf_add_char(out, buf_tame(*value));
    buf_add_char(out, '\n');
}

static void print_ply(const struct record *record, const struct record_ply *ply, struct buf *out)
{
    buf_add(out, "move ");
    buf_add_slice(out, record_slice(record, ply->words));
    if (ply->time_ms != RECORD_TIME_UNKNOWN) {
        buf_add_char(out, ' ');
        buf_add_int(out, ply->time_ms);
    }
    buf_add_char(out, '\n');
    if (ply->lag_ms > 0)
        buf_format(out, "lag %d\n", ply->lag_ms);
    if (ply->hint.len > 0) {
        buf_add(out, "hint ");
        buf_add_slice(out, record_slice(record, ply->hint));
        buf_add_char(out, '\n');
    }
}

static void print_fault(struct buf *out, const char *key, const struct err *fault)
{
    char text[sizeof *fault];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    err_print(fault, &buf);
    print_line(out, key, text);
}

static void print_outcome(const struct outcome *outcome, struct buf *out)
{
    buf_format(out, "end red=%s blue=%s winner=%s\n", cause_name(outcome->cause[SIDE_RED]),
               cause_name(outcome->cause[SIDE_BLUE]), side_name(outcome->result.winner));
    print_line(out, "reason red", outcome->reason[SIDE_RED]);
    print_line(out, "reason blue", outcome->reason[SIDE_BLUE]);
    print_fault(out, "fault red", &outcome->fault[SIDE_RED]);
    print_fault(out, "fault blue", &outcome->fault[SIDE_BLUE]);
}

void record_print(const struct record *record, struct buf *out)
{
    const struct game_rules *rules = record_rules(record);
    struct position end;

    buf_add(out, "kielwasser 1\n");
    print_line(out, "game", record->game);
    print_line(out, "red", record->names[SIDE_RED]);
    print_line(out, "blue", record->names[SIDE_BLUE]);
    if (record->has_seed)
        buf_format(out, "seed %lld\n", (long long)record->seed);
    buf_add(out, "start ");
    rules->print(&record->start, out);
    buf_add_char(out, '\n');
    for (int i = 0; i < record->ply_count; i++)
        print_ply(record, &record->plies[i], out);
    record_position(record, record->ply_count, &end);
    buf_add(out, "result ");
    game_print_result(rules, &end, out);
    buf_add_char(out, '\n');
    if (record->has_outcome)
        print_outcome(&record->outcome, out);
}

/* A .kw file on its way in. */
struct reading {
    struct record *record;
    const struct game_rules *rules; /* NULL until the line "game" */
    struct position pos;            /* after the moves so far */
    bool has_start;
    int line;
    struct err *why;
};

/* "12 a4c9 distance a4 c9": the line, what stands there, and the referee's reason if there is
 * one. */
static bool refuse(struct reading *reading, const char *code, struct slice part,
                   const struct err *cause)
{
    char details[ERR_DETAILS_SIZE];
    struct buf buf;

    buf_init(&buf, details, sizeof details);
    buf_add_int(&buf, reading->line);
    buf_add_char(&buf, ' ');
    if (part.len > ERR_DETAILS_SIZE / 2)
        part.len = ERR_DETAILS_SIZE / 2;
    buf_add_slice(&buf, part);
    if (cause) {
        buf_add_char(&buf, ' ');
        buf_add(&buf, cause->code);
        buf_add_char(&buf, ' ');
        buf_add(&buf, cause->details);
    }
    return err_set(reading->why, code, details);
}

static bool read_game(struct reading *reading, struct slice value)
{
    if (reading->rules)
        return refuse(reading, "record_order", slice_of("game"), NULL);
    reading->rules = game_find(value);
    if (!reading->rules)
        return refuse(reading, "record_game", value, NULL);
    copy_text(reading->record->game, sizeof reading->record->game, value);
    return true;
}

static bool read_seed(struct reading *reading, struct slice value)
{
    if (!slice_to_int64(value, &reading->record->seed))
        return refuse(reading, "record_line", value, NULL);
    reading->record->has_seed = true;
    return true;
}

static bool read_start(struct reading *reading, struct slice value)
{
    struct err cause = {0};

    if (!reading->rules || reading->has_start)
        return refuse(reading, "record_order", slice_of("start"), NULL);
    if (!reading->rules->parse(value, &reading->record->start, &cause))
        return refuse(reading, "record_start", slice_of(""), &cause);
    reading->pos = reading->record->start;
    reading->has_start = true;
    return true;
}

static bool read_move(struct reading *reading, struct slice value)
{
    struct slice words = slice_take_word(&value);
    int time_ms = RECORD_TIME_UNKNOWN;
    struct err cause = {0};
    move_t move;

    if (!reading->has_start || reading->record->has_outcome)
        return refuse(reading, "record_order", slice_of("move"), NULL);
    if (value.len > 0 && !slice_to_int(value, 0, INT32_MAX, &time_ms))
        return refuse(reading, "record_line", value, NULL);
    if (!game_knows_moves(reading->rules, &reading->pos, &cause))
        return refuse(reading, "record_move", words, &cause);
    if (reading->rules->read(&reading->pos, words, &move, &cause) != VERDICT_LEGAL)
        return refuse(reading, "record_move", words, &cause);
    game_play(reading->rules, &reading->pos, move);
    return record_add(reading->record, move, words, time_ms, reading->why);
}

static bool read_lag(struct reading *reading, struct slice value)
{
    int lag_ms;

    if (reading->record->ply_count == 0)
        return refuse(reading, "record_order", slice_of("lag"), NULL);
    if (!slice_to_int(value, 0, INT32_MAX, &lag_ms))
        return refuse(reading, "record_line", value, NULL);
    record_set_lag(reading->record, lag_ms);
    return true;
}

static bool read_hint(struct reading *reading, struct slice value)
{
    return record_add_hint(reading->record, value, reading->why);
}

static bool read_result(struct reading *reading, struct slice value)
{
    char text[128];
    struct buf buf;

    if (!reading->has_start)
        return refuse(reading, "record_order", slice_of("result"), NULL);
    buf_init(&buf, text, sizeof text);
    game_print_result(reading->rules, &reading->pos, &buf);
    return slice_is(value, text) || refuse(reading, "record_result", buf_slice(&buf), NULL);
}

/* Takes "red=LEFT". */
static bool take_cause(struct slice *value, const char *side, enum cause *cause)
{
    struct slice word = slice_take_word(value);

    return slice_take(&word, side) && slice_take_char(&word, '=') && cause_find(word, cause);
}

static bool read_end(struct reading *reading, struct slice value)
{
    struct slice line = value;
    struct outcome outcome = {0};

    if (!reading->has_start || reading->record->has_outcome)
        return refuse(reading, "record_order", slice_of("end"), NULL);
    if (!take_cause(&value, "red", &outcome.cause[SIDE_RED]) ||
        !take_cause(&value, "blue", &outcome.cause[SIDE_BLUE]) || !slice_take(&value, "winner="))
        return refuse(reading, "record_line", line, NULL);
    outcome_settle(&outcome, reading->rules, &reading->pos);
    const char *winner = side_name(outcome.result.winner);
    if (!slice_is(value, winner))
        return refuse(reading, "record_result", slice_of(winner), NULL);
    record_end(reading->record, &outcome);
    return reading->record->has_outcome || refuse(reading, "record_line", line, NULL);
}

/* Takes "red" of a line about the end; SIDE_NONE: it has been refused. */
static enum side take_side(struct reading *reading, const char *key, struct slice *value)
{
    struct slice word = slice_take_word(value);
    enum side side = SIDE_NONE;

    if (!reading->record->has_outcome) {
        refuse(reading, "record_order", slice_of(key), NULL);
        return SIDE_NONE;
    }
    if (!side_find(word, &side))
        refuse(reading, "record_line", word, NULL);
    return side;
}

static bool read_reason(struct reading *reading, struct slice value)
{
    struct outcome *outcome = &reading->record->outcome;
    enum side side = take_side(reading, "reason", &value);

    if (side != SIDE_NONE)
        copy_text(outcome->reason[side], sizeof outcome->reason[side], value);
    return side != SIDE_NONE;
}

static bool read_fault(struct reading *reading, struct slice value)
{
    enum side side = take_side(reading, "fault", &value);

    if (side != SIDE_NONE)
        err_parse(value, &reading->record->outcome.fault[side]);
    return side != SIDE_NONE;
}

static const struct {
    const char *key;
    bool (*read)(struct reading *reading, struct slice value);
} lines[] = {
    {"game", read_game},     {"seed", read_seed},   {"start", read_start},   {"move", read_move},
    {"lag", read_lag},       {"hint", read_hint},   {"result", read_result}, {"end", read_end},
    {"reason", read_reason}, {"fault", read_fault},
};

static bool read_line(struct reading *reading, struct slice line)
{
    struct slice value = line;
    struct slice key = slice_take_word(&value);
    enum side side;

    if (side_find(key, &side)) {
        record_set_name(reading->record, side, value);
        return true;
    }
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (slice_is(key, lines[i].key))
            return lines[i].read(reading, value);
    }
    return refuse(reading, "record_line", line, NULL);
}

bool record_parse(struct slice text, struct record *record, struct err *why)
{
    struct reading reading = {.record = record, .line = 1, .why = why};

    memset(record, 0, sizeof *record);
    if (!slice_is(slice_trim(slice_take_until(&text, '\n')), "kielwasser 1"))
        return err_set(why, "record_foreign", "");
    while (text.len > 0) {
        struct slice line = slice_trim(slice_take_until(&text, '\n'));
        reading.line++;
        if (line.len == 0 || line.at[0] == '#')
            continue;
        if (!read_line(&reading, line))
            return false;
    }
    return reading.has_start || refuse(&reading, "record_order", slice_of("start"), NULL);
}
