#include "web/noted.h"

#include "base/memory.h"
#include "base/text_file.h"
#include "game/view.h"
#include "proto/wire.h"
#include "search/eval.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

static void take_names(struct slice line, struct terms *terms)
{
    json_t *root = json_loadb(line.at, line.len, 0, NULL);
    const json_t *players = json_object_get(root, "players");

    for (int seat = 0; seat < ARENA_SEATS; seat++) {
        const json_t *player = json_array_get(players, (size_t)seat);
        const char *name = json_string_value(json_object_get(player, "name"));
        struct buf buf;
        buf_init(&buf, terms->players[seat].name, sizeof terms->players[seat].name);
        buf_add(&buf, name ? name : "");
    }
    json_decref(root);
}

static bool read_line(struct slice line, struct terms *terms, struct note *note)
{
    if (!note_parse(line, terms, note))
        return false;
    take_names(line, terms);
    return true;
}

static bool read_numbered(const struct noted *noted, struct terms *terms, struct note *note)
{
    struct text_reader *reader = text_reader_create(noted->path, NULL);
    struct slice line;
    bool is_read = false;

    for (int i = 0; reader && text_reader_next(reader, NOTE_LINE_SIZE, &line) == TEXT_READ_LINE;
         i++) {
        if (i < noted->line)
            continue;
        is_read = read_line(line, terms, note);
        break;
    }
    text_reader_destroy(reader);
    return is_read;
}

bool noted_read(const struct noted *noted, struct terms *terms, struct note *note)
{
    char *bytes;

    *terms = (struct terms){.rules = noted->rules};
    if (noted->line >= 0)
        return read_numbered(noted, terms, note);
    bytes = memory_get(1, NOTE_LINE_SIZE);
    struct slice line = book_line(noted->path, noted->offset, bytes);
    bool is_read = line.len > 0 && read_line(line, terms, note);
    free(bytes);
    return is_read;
}

/* ---- as a game ---- */

/* What fits of it: a game that cannot be played through is shown as far as it goes. */
static void make_record(const struct terms *terms, const struct note *note, struct record *record)
{
    memset(record, 0, sizeof *record);
    note_record(note, terms, record);
}

bool noted_record(const struct noted *noted, struct record *record)
{
    struct terms *terms = memory_get(1, sizeof *terms);
    struct note *note = memory_get(1, sizeof *note);
    bool is_read = noted_read(noted, terms, note);

    if (is_read)
        make_record(terms, note, record);
    is_read = is_read && record->game[0];
    if (noted->has_positions)
        record->has_seed = false;
    free(note);
    free(terms);
    return is_read;
}

static void end_by_rules(struct outcome *outcome, const struct game_rules *rules,
                         const struct position *end)
{
    struct game_result result = {0};

    rules->result(end, &result);
    outcome_regular(outcome, rules, end, wire_of(rules)->end_reason(&result));
}

struct tale *noted_tale(const struct noted *noted, const char *id)
{
    struct tale *tale = memory_get(1, sizeof *tale);
    struct outcome outcome = {0};
    struct position end;

    if (!noted_record(noted, &tale->room.record)) {
        free(tale);
        return NULL;
    }
    record_position(&tale->room.record, tale->room.record.ply_count, &end);
    if (tale->room.record.has_outcome)
        outcome = tale->room.record.outcome;
    else if (end.side == SIDE_NONE)
        end_by_rules(&outcome, noted->rules, &end);
    tale_furnish(tale, &outcome, id);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        snprintf(tale->room.seats[side].name, RECORD_NAME_SIZE, "%s",
                 tale->room.record.names[side]);
    return tale;
}

/* ---- where to look first ---- */

static int score_for(const struct game_rules *rules, const struct position *pos, enum side side)
{
    const struct game_eval *eval = eval_of(rules);
    int score = pos->side != SIDE_NONE && eval ? eval->score(pos) : 0;

    return (enum side)pos->side == side ? score : -score;
}

/* After which move of its own the loser stood so much worse than before. */
static int find_drop(const struct record *record, const struct game_rules *rules, enum side loser)
{
    struct position pos = record->start;
    int worst = 0, ply = record->ply_count;

    for (int i = 0; i < record->ply_count; i++) {
        bool is_own = (enum side)pos.side == loser;
        int before = score_for(rules, &pos, loser);
        rules->play(&pos, record->plies[i].move);
        int drop = before - score_for(rules, &pos, loser);
        if (!is_own || pos.side == SIDE_NONE || drop <= worst)
            continue;
        worst = drop;
        ply = i + 1;
    }
    return ply;
}

/* The failure, or the biggest mistake as far as a glance shows it. */
static int critical_ply(const struct note *note, const struct record *record,
                        const struct game_rules *rules)
{
    enum side loser = note->winner == note->red ? SIDE_BLUE : SIDE_RED;

    if (note->ending != ENDING_REGULAR || note->winner == ARENA_SEATS)
        return record->ply_count;
    return find_drop(record, rules, loser);
}

/* ---- a row ---- */

static void show_seat(struct json *json, const char *key, enum arena_seat seat)
{
    static const char *const names[ARENA_SEATS] = {[ARENA_A] = "A", [ARENA_B] = "B"};

    if (seat == ARENA_SEATS)
        json_nothing(json, key);
    else
        json_text(json, key, names[seat]);
}

static void show_failure(struct json *json, const struct terms *terms, const struct note *note)
{
    struct slice rest = slice_of(note->output);

    show_seat(json, "by", note->offender);
    if (note->fault.code[0])
        view_refusal(json, "why", terms->rules, &note->fault);
    else if (note->why[0])
        json_text(json, "why", note->why);
    else
        json_nothing(json, "why");
    json_begin_array(json, "output");
    while (rest.len > 0)
        json_slice(json, NULL, slice_take_until(&rest, '\n'));
    json_end_array(json);
}

/* The longest of these times of each. */
static void show_longest(struct json *json, const char *key, const struct note *note,
                         const int32_t *times_ms)
{
    int32_t longest[ARENA_SEATS] = {0};

    for (int i = 0; i < note->plies; i++) {
        int seat = note->by[i] == 'A' ? ARENA_A : ARENA_B;
        if (times_ms[i] > longest[seat])
            longest[seat] = times_ms[i];
    }
    json_begin_object(json, key);
    json_int(json, "a", longest[ARENA_A]);
    json_int(json, "b", longest[ARENA_B]);
    json_end_object(json);
}

static void show_end(struct json *json, const struct terms *terms, const struct note *note)
{
    struct record *record = memory_get(1, sizeof *record);
    char text[GAME_TEXT_MAX];
    struct position end;
    struct buf buf;

    make_record(terms, note, record);
    if (record->game[0]) {
        record_position(record, record->ply_count, &end);
        hall_hide(terms->rules, &end);
        buf_init(&buf, text, sizeof text);
        terms->rules->print(&end, &buf);
        json_int(json, "critical", critical_ply(note, record, terms->rules));
        json_slice(json, "position", buf_slice(&buf));
    } else {
        json_int(json, "critical", 0);
        json_nothing(json, "position");
    }
    free(record);
}

void noted_show_row(struct json *json, const struct terms *terms, const struct note *note)
{
    char seed[24];

    snprintf(seed, sizeof seed, "%lld", (long long)note->seed);
    json_begin_object(json, NULL);
    json_int(json, "game", note->game);
    json_int(json, "pair", note->pair);
    json_text(json, "seed", seed);
    show_seat(json, "red", note->red);
    show_seat(json, "winner", note->winner);
    json_text(json, "cause", ending_name(note->ending));
    show_failure(json, terms, note);
    json_int(json, "plies", note->plies);
    show_longest(json, "slowest", note, note->times_ms);
    show_longest(json, "lag", note, note->lags_ms);
    show_end(json, terms, note);
    json_end_object(json);
}
