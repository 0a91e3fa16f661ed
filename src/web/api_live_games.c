/* Games of tests and tournaments while they are played (match/live_games.h). */

#include "web/background.h"
#include "web/ended_game.h"
#include "web/run_answers.h"

#include "base/line_file.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIVE_LINE_MAX = RESULT_LINE_SIZE + 128 };

/* A run whose games are looked at. */
struct source {
    int id;
    enum runs_kind kind;
    const struct game_rules *rules;
    char name[RUNS_NAME_SIZE];
    char path[PATH_MAX];
};

struct wanted {
    struct source runs[RUNS_AT_ONCE];
    int count;
    char game[WEB_PATH_MAX]; /* "TEST-NUMBER": this one, whole; "": all, as summaries */
    enum game_json_to to;
};

/* ---- the file ---- */

/* A line: its game, and when it began and ended. */
struct line {
    int64_t since_ms, ended_ms; /* ended 0: it is running */
    struct slice game;
    char id[64]; /* "TEST-NUMBER" */
};

static bool read_line(struct slice text, struct line *line)
{
    struct slice test = slice_take_word(&text), rest;
    int number;

    if (!slice_to_int64(slice_take_word(&text), &line->since_ms) ||
        !slice_to_int64(slice_take_word(&text), &line->ended_ms))
        return false;
    line->game = rest = text;
    if (!slice_take(&rest, "{\"game\":") || !slice_take_int(&rest, 0, INT32_MAX, &number))
        return false;
    snprintf(line->id, sizeof line->id, "%.*s-%d", (int)(test.len < 24 ? test.len : 24), test.at,
             number);
    return true;
}

/* ---- a game ---- */

static struct game_card card_of(struct archived_game *archived, const struct line *line)
{
    archived->game.started_ms = line->since_ms;
    struct game_card card = archived_game_card(archived);

    if (line->ended_ms > 0)
        return card;
    card.phase = ROOM_RUNNING;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        card.seats[side] = (struct seat_view){.kind = SEAT_MANUAL, .code = "", .is_here = true};
    return card;
}

static bool show_game(const struct source *run, const struct line *line,
                      const struct wanted *wanted, struct json *json)
{
    char id[WEB_PATH_MAX];

    snprintf(id, sizeof id, "live-%d-%s", run->id, line->id);
    struct archived_game *archived = archived_game_of_line(line->game, run->rules, id);
    if (!archived)
        return false;
    struct game_card card = card_of(archived, line);
    if (wanted->game[0])
        game_json_whole(json, &card, wanted->to);
    else
        game_json_summary(json, &card, wanted->to);
    free(archived);
    return true;
}

/* How many games of this run have been shown. */
static int show_games(const struct source *run, const struct wanted *wanted, struct json *json)
{
    struct line_reader *reader = line_reader_create(run->path, NULL);
    struct slice text;
    struct line line;
    int count = 0;

    while (reader && line_reader_next(reader, LIVE_LINE_MAX, &text) == TEXT_READ_LINE) {
        bool is_wanted =
            read_line(text, &line) && (!wanted->game[0] || strcmp(wanted->game, line.id) == 0);
        count += is_wanted && show_game(run, &line, wanted, json);
        if (wanted->game[0] && count > 0)
            break;
    }
    line_reader_destroy(reader);
    return count;
}

/* ---- answers ---- */

static bool work_list(struct db *db, void *ctx, struct json *json, struct err *why)
{
    const struct wanted *wanted = ctx;

    (void)db, (void)why;
    json_begin_object(json, NULL);
    json_begin_array(json, "runs");
    for (int i = 0; i < wanted->count; i++) {
        const struct source *run = &wanted->runs[i];
        json_begin_object(json, NULL);
        json_int(json, "id", run->id);
        json_text(json, "kind", run->kind == RUNS_MATCH ? "match" : "tournament");
        json_text(json, "name", run->name);
        json_begin_array(json, "games");
        show_games(run, wanted, json);
        json_end_array(json);
        json_end_object(json);
    }
    json_end_array(json);
    json_end_object(json);
    return true;
}

static bool work_game(struct db *db, void *ctx, struct json *json, struct err *why)
{
    const struct wanted *wanted = ctx;

    (void)db;
    return (wanted->count > 0 && show_games(&wanted->runs[0], wanted, json) > 0) ||
           err_set(why, "no_such_game", wanted->game);
}

/* A file that a killed run has left says nothing. */
static void add_run(struct wanted *wanted, const struct run *run)
{
    if (!run || !run->child || wanted->count == RUNS_AT_ONCE)
        return;
    struct source *source = &wanted->runs[wanted->count++];
    *source = (struct source){.id = run->id, .kind = run->kind, .rules = run->rules};
    memcpy(source->name, run->name, sizeof source->name);
    run_path(run, "live.jsonl", source->path);
}

/* `?run=12`: only the games of this one. */
static void on_list(struct request *request)
{
    const struct runs *runs = request->web->runs;
    const struct run *run;
    int only = 0;

    if (!request_number(request, "run", INT32_MAX, &only))
        return;
    struct wanted *wanted = memory_get(1, sizeof *wanted);
    wanted->to = game_json_reader(request);
    for (enum runs_kind kind = 0; kind < RUNS_KINDS; kind++) {
        for (int i = 0; (run = runs_at(runs, kind, i)); i++) {
            if (only == 0 || run->id == only)
                add_run(wanted, run);
        }
    }
    background_answer(request, work_list, wanted);
}

static void on_game(struct request *request)
{
    struct wanted *wanted = memory_get(1, sizeof *wanted);
    int id = 0;

    slice_to_int(slice_of(request->id), 0, INT32_MAX, &id);
    add_run(wanted, runs_by_id(request->web->runs, id));
    snprintf(wanted->game, sizeof wanted->game, "%s", request->parts[0]);
    wanted->to = game_json_reader(request);
    background_answer(request, work_game, wanted);
}

const struct route live_game_routes[] = {
    {"GET", "/api/live", RIGHT_OWNER, on_list},
    {"GET", "/api/live/*/*", RIGHT_OWNER, on_game},
    {0},
};
