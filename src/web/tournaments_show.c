/* What a tournament has written, for people who look at it.  Its files are read on threads. */

#include "web/tournaments.h"

#include "arena/tournament_file.h"
#include "base/file.h"
#include "base/memory.h"
#include "game/view.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct run *tournaments_find(struct request *request)
{
    struct run *run = runs_find(request->web->runs, RUNS_TOURNAMENT, request->id);

    if (!run)
        refuse(request, MHD_HTTP_NOT_FOUND, "no_such_tournament", request->id);
    return run;
}

static void show_members(struct json *json, const struct run *run)
{
    json_int(json, "id", run->id);
    json_text(json, "name", run->name);
    json_text(json, "game", run->rules->name);
    json_text(json, "state", runs_state_name(run->state));
    json_int(json, "createdMs", run->created_ms);
}

void tournaments_tell(struct web *web, const struct run *run)
{
    struct buf buf = web_paper(web);
    struct json json;

    json_init(&json, &buf);
    json_begin_object(&json, NULL);
    show_members(&json, run);
    json_end_object(&json);
    events_tell(web->events, "tournaments", &buf);
}

bool tournaments_is_fresh(struct run *run)
{
    char path[PATH_MAX];
    struct stat info;

    run_path(run, "tournament.json", path);
    if (stat(path, &info) != 0)
        return false;
    int64_t written_ns = info.st_mtim.tv_sec * INT64_C(1000000000) + info.st_mtim.tv_nsec;
    bool is_fresh = written_ns != run->written_ns;
    run->written_ns = written_ns;
    return is_fresh;
}

/* ---- the list ---- */

struct cup {
    int id;
    char tables[PATH_MAX], file[PATH_MAX];
    int teams, played, planned;
    char winner[TOURNAMENT_NAME_SIZE]; /* "": there is none yet */
};

struct shelf {
    int count;
    struct cup cups[];
};

/* Until there are tables only the file says who takes part. */
static void count_teams(struct cup *cup)
{
    struct tournament_file *file = memory_get(1, sizeof *file);
    struct slice text;

    if (file_read(cup->file, TOURNAMENT_TEXT_MAX, &text, NULL)) {
        if (tournament_file_parse(text, file, NULL))
            cup->teams = file->team_count;
        file_free(text);
    }
    free(file);
}

static void look_into(struct cup *cup, const json_t *tables)
{
    const json_t *places = json_object_get(tables, "places");
    const char *first = json_string_value(json_object_get(json_array_get(places, 0), "team"));

    cup->teams = (int)json_array_size(places);
    cup->played = (int)json_integer_value(json_object_get(tables, "played"));
    cup->planned = (int)json_integer_value(json_object_get(tables, "planned"));
    if (first && json_is_true(json_object_get(tables, "over")))
        snprintf(cup->winner, sizeof cup->winner, "%s", first);
}

static void read_cup(struct cup *cup)
{
    struct slice text;
    json_t *tables = NULL;

    if (file_read(cup->tables, TOURNAMENTS_JSON_MAX, &text, NULL)) {
        tables = json_loadb(text.at, text.len, 0, NULL);
        file_free(text);
    }
    if (tables)
        look_into(cup, tables);
    else
        count_teams(cup);
    json_decref(tables);
}

static void read_shelf(void *luggage)
{
    struct shelf *shelf = luggage;

    for (int i = 0; i < shelf->count; i++)
        read_cup(&shelf->cups[i]);
}

static void show_cup(struct json *json, const struct run *run, const struct cup *cup)
{
    json_begin_object(json, NULL);
    show_members(json, run);
    json_int(json, "teams", cup->teams);
    json_int(json, "played", cup->played);
    json_int(json, "planned", cup->planned);
    if (cup->winner[0])
        json_text(json, "winner", cup->winner);
    else
        json_nothing(json, "winner");
    json_end_object(json);
}

static void show_shelf(struct request *request, void *luggage)
{
    const struct shelf *shelf = luggage;
    struct buf buf = web_paper(request->web);
    struct json json;

    json_init(&json, &buf);
    json_begin_object(&json, NULL);
    json_begin_array(&json, "tournaments");
    for (int i = 0; i < shelf->count; i++) {
        char id[16];
        snprintf(id, sizeof id, "%d", shelf->cups[i].id);
        const struct run *run = runs_find(request->web->runs, RUNS_TOURNAMENT, id);
        if (run)
            show_cup(&json, run, &shelf->cups[i]);
    }
    json_end_array(&json);
    json_end_object(&json);
    answer_json(request, MHD_HTTP_OK, &buf);
    free(luggage);
}

void tournaments_answer_list(struct request *request)
{
    const struct runs *runs = request->web->runs;
    const struct run *run;
    int count = 0;

    while (runs_at(runs, RUNS_TOURNAMENT, count))
        count++;
    struct shelf *shelf = memory_get(1, sizeof *shelf + (size_t)count * sizeof shelf->cups[0]);
    for (; (run = runs_at(runs, RUNS_TOURNAMENT, shelf->count)); shelf->count++) {
        struct cup *cup = &shelf->cups[shelf->count];
        cup->id = run->id;
        run_path(run, "tournament.json", cup->tables);
        run_path(run, "tournament.ini", cup->file);
    }
    if (!errand_send(request, read_shelf, show_shelf, shelf))
        free(shelf);
}

/* ---- one ---- */

struct sheet_pair {
    char tables_path[PATH_MAX], file_path[PATH_MAX];
    struct slice tables, file;
};

static void read_pair(void *luggage)
{
    struct sheet_pair *pair = luggage;

    file_read(pair->tables_path, TOURNAMENTS_JSON_MAX, &pair->tables, NULL);
    file_read(pair->file_path, TOURNAMENT_TEXT_MAX, &pair->file, NULL);
}

static void show_command(struct json *json, const struct run *run)
{
    char text[4 * PATH_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    run_print_command(run, &buf);
    json_slice(json, "command", buf_slice(&buf));
}

static void show_one(struct json *json, const struct run *run, const struct sheet_pair *pair)
{
    json_begin_object(json, NULL);
    show_members(json, run);
    if (run->why.code[0])
        view_say(json, "why", run->rules, &run->why);
    else
        json_nothing(json, "why");
    show_command(json, run);
    json_slice(json, "file", pair->file);
    if (pair->tables.len > 0)
        json_raw(json, "tournament", slice_trim(pair->tables));
    else
        json_nothing(json, "tournament");
    json_end_object(json);
}

static void on_read(struct request *request, void *luggage)
{
    struct sheet_pair *pair = luggage;
    const struct run *run = tournaments_find(request);
    struct buf buf = web_paper(request->web);
    struct json json;

    if (run) {
        json_init(&json, &buf);
        show_one(&json, run, pair);
        answer_json(request, MHD_HTTP_OK, &buf);
    }
    file_free(pair->tables);
    file_free(pair->file);
    free(pair);
}

void tournaments_answer_one(struct request *request)
{
    const struct run *run = tournaments_find(request);

    if (!run)
        return;
    struct sheet_pair *pair = memory_get(1, sizeof *pair);
    run_path(run, "tournament.json", pair->tables_path);
    run_path(run, "tournament.ini", pair->file_path);
    if (!errand_send(request, read_pair, on_read, pair))
        free(pair);
}
