#include "web/ended_game.h"

#include "base/line_file.h"
#include "base/memory.h"
#include "game/view.h"
#include "proto/wire.h"
#include "search/eval.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ended_game ended_game_of_archive(const struct web *web, const char *id)
{
    struct ended_game source = {.place = GAME_IN_ARCHIVE};

    snprintf(source.id, sizeof source.id, "%s", id);
    snprintf(source.path, sizeof source.path, "%s", web->store);
    return source;
}

struct ended_game ended_game_of_test(const struct run *run, int game)
{
    struct ended_game source = {.place = GAME_IN_MATCH,
                                .rules = run->rules,
                                .test = run->games->test,
                                .number = game,
                                .has_positions =
                                    json_array_size(json_object_get(run->wants, "positions")) > 0};

    snprintf(source.id, sizeof source.id, "test-%d-%d", run->id, game);
    run_path(run, "", source.path);
    return source;
}

/* ---- of the archive ---- */

static bool load(struct store *store, int64_t number, struct archived_game *archived)
{
    struct record *record = &archived->record;

    record->game[0] = '\0';
    if (!store_load_game(store, number, &archived->game, NULL) || archived->game.ended_ms == 0)
        return false;
    /* A game that cannot be played through is shown as far as it goes. */
    store_load_record(store, &archived->game, record, NULL);
    if (!record->game[0])
        return false;
    record_position(record, record->ply_count, &archived->end);
    return true;
}

struct game_card archived_game_card(const struct archived_game *archived)
{
    return game_card_of_archive(&archived->game, &archived->end, &archived->record);
}

static struct archived_game *find(const char *place, const char *id)
{
    struct store *store = store_open_at(place, NULL);
    struct archived_game *archived = malloc(sizeof *archived);
    int64_t number = 0;

    if (!store || !archived || !store_find(store, id, &number, NULL) || number == 0 ||
        !load(store, number, archived)) {
        free(archived);
        archived = NULL;
    }
    store_close(store);
    return archived;
}

/* ---- of a match, of a file ---- */

static bool read_line(const struct ended_game *source, struct match *match, struct result *result)
{
    struct line_reader *reader = line_reader_create(source->path, NULL);
    struct slice line;
    bool is_read = false;

    for (int i = 0; reader && line_reader_next(reader, RESULT_LINE_SIZE, &line) == TEXT_READ_LINE;
         i++) {
        if (i < source->number)
            continue;
        is_read = result_from_line(line, match, result);
        match_totals_take_names(line, match);
        break;
    }
    line_reader_destroy(reader);
    return is_read;
}

struct reading {
    const struct ended_game *source;
    const struct match *match;
    struct result *result;
    bool is_read;
};

static bool take_row(void *context, const struct queue_result *row)
{
    struct reading *reading = context;

    reading->is_read = row->game == reading->source->number &&
                       result_from_row(row, reading->match, reading->result);
    return false;
}

static bool read_row(const struct ended_game *source, struct match *match, struct result *result)
{
    struct reading reading = {.source = source, .match = match, .result = result};
    struct db *db = match_totals_open(source->path, NULL);

    if (db && match_totals_names(db, match, NULL))
        queue_results(db, source->test, source->number, 1, take_row, &reading, NULL);
    db_close(db);
    return reading.is_read;
}

/* What fits of it: a game that cannot be played through is shown as far as it goes. */
static void make_record(const struct match *match, const struct result *result,
                        struct record *record)
{
    memset(record, 0, sizeof *record);
    result_record(result, match, record);
}

static bool read_record(const struct ended_game *source, struct record *record)
{
    struct match *match = memory_get(1, sizeof *match);
    struct result *result = memory_get(1, sizeof *result);
    bool is_read;

    match->rules = source->rules;
    is_read = source->place == GAME_IN_FILE ? read_line(source, match, result)
                                            : read_row(source, match, result);
    if (is_read)
        make_record(match, result, record);
    is_read = is_read && record->game[0];
    if (source->has_positions)
        record->has_seed = false;
    free(result);
    free(match);
    return is_read;
}

static void find_outcome(const struct archived_game *archived, struct outcome *outcome)
{
    const struct record *record = &archived->record;

    if (record->has_outcome)
        *outcome = record->outcome;
    else if (archived->end.side == SIDE_NONE)
        wire_end_regular(record, &archived->end, outcome);
}

/* The rest, from its record. */
static void complete(struct archived_game *archived, const struct game_rules *rules, const char *id)
{
    struct store_game *game = &archived->game;

    record_position(&archived->record, archived->record.ply_count, &archived->end);
    find_outcome(archived, &game->outcome);
    buf_copy(game->id, sizeof game->id, slice_of(id));
    buf_copy(game->game, sizeof game->game, slice_of(rules->name));
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        memcpy(game->names[side], archived->record.names[side], RECORD_NAME_SIZE);
}

struct archived_game *ended_game_archived(const struct ended_game *source)
{
    if (source->place == GAME_IN_ARCHIVE)
        return find(source->path, source->id);
    struct archived_game *archived = memory_get(1, sizeof *archived);

    if (!read_record(source, &archived->record)) {
        free(archived);
        return NULL;
    }
    complete(archived, source->rules, source->id);
    return archived;
}

struct archived_game *archived_game_of_line(struct slice line, const struct game_rules *rules,
                                            const char *id)
{
    struct archived_game *archived = memory_get(1, sizeof *archived);
    struct match *match = memory_get(1, sizeof *match);
    struct result *result = memory_get(1, sizeof *result);

    match->rules = rules;
    bool is_read = result_from_line(line, match, result);
    match_totals_take_names(line, match);
    if (is_read)
        make_record(match, result, &archived->record);
    free(result);
    free(match);
    if (!is_read || !archived->record.game[0]) {
        free(archived);
        return NULL;
    }
    complete(archived, rules, id);
    return archived;
}

/* ---- where to look first ---- */

static int score_for(const struct game_rules *rules, const struct position *pos, enum side side)
{
    const struct game_eval *eval = eval_of(rules);
    int score = pos->side != SIDE_NONE && eval ? eval->score(pos, NULL) : 0;

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
        game_play(rules, &pos, record->plies[i].move);
        int drop = before - score_for(rules, &pos, loser);
        if (!is_own || pos.side == SIDE_NONE || drop <= worst)
            continue;
        worst = drop;
        ply = i + 1;
    }
    return ply;
}

/* The failure, or the biggest mistake as far as a glance shows it. */
static int critical_ply(const struct result *result, const struct record *record,
                        const struct game_rules *rules)
{
    enum side loser = result->winner == result->red ? SIDE_BLUE : SIDE_RED;

    if (result->ending != ENDING_REGULAR || result->winner == MATCH_SEATS)
        return record->ply_count;
    return find_drop(record, rules, loser);
}

/* ---- a row ---- */

static void show_failure(struct json *json, const struct match *match, const struct result *result)
{
    struct slice rest = slice_of(result->output);

    json_text_or_null(json, "by", match_seat_name(result->offender));
    if (result->fault.code[0])
        view_refusal(json, "why", match->rules, &result->fault);
    else
        json_text_or_null(json, "why", result->why);
    json_begin_array(json, "output");
    while (rest.len > 0)
        json_slice(json, NULL, slice_take_until(&rest, '\n'));
    json_end_array(json);
}

static void show_longest(struct json *json, const char *key, const struct result *result,
                         const int32_t *times_ms)
{
    int32_t longest[MATCH_SEATS];

    result_longest(result, times_ms, longest);
    json_begin_object(json, key);
    json_int(json, "a", longest[MATCH_A]);
    json_int(json, "b", longest[MATCH_B]);
    json_end_object(json);
}

static void show_end(struct json *json, const struct match *match, const struct result *result)
{
    struct record *record = memory_get(1, sizeof *record);
    char text[GAME_TEXT_MAX];
    struct position end;
    struct buf buf;

    make_record(match, result, record);
    if (record->game[0]) {
        record_position(record, record->ply_count, &end);
        room_hide(match->rules, &end);
        buf_init(&buf, text, sizeof text);
        match->rules->print(&end, &buf);
        json_int(json, "critical", critical_ply(result, record, match->rules));
        json_slice(json, "position", buf_slice(&buf));
    } else {
        json_int(json, "critical", 0);
        json_nothing(json, "position");
    }
    free(record);
}

void ended_game_show_row(struct json *json, const struct match *match, const struct result *result)
{
    char seed[24];

    snprintf(seed, sizeof seed, "%lld", (long long)result->seed);
    json_begin_object(json, NULL);
    json_int(json, "game", result->game);
    json_int(json, "pair", result->pair);
    json_text(json, "seed", seed);
    json_text_or_null(json, "red", match_seat_name(result->red));
    json_text_or_null(json, "winner", match_seat_name(result->winner));
    json_text(json, "cause", ending_name(result->ending));
    show_failure(json, match, result);
    json_int(json, "plies", result->plies);
    show_longest(json, "slowest", result, result->times_ms);
    show_longest(json, "lag", result, result->lags_ms);
    show_end(json, match, result);
    json_end_object(json);
}
