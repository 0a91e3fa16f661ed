/* Tournaments: the list, a new one, one of them, and what can be done with it. */

#include "web/bundle.h"
#include "web/runs_answer.h"
#include "web/tournaments.h"

#include "arena/chronicle.h"
#include "arena/cores.h"
#include "base/file.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXAMPLE_SIZE = 16 * 1024, CONCURRENCY_MAX = 256, ID_SIZE = CHRONICLE_NAME_SIZE + 48 };

static void on_example(struct request *request)
{
    static const char *const keys[LANG_COUNT] = {[LANG_DE] = "de", [LANG_EN] = "en"};
    struct buf buf = web_paper(request->web);
    struct json json;

    json_init(&json, &buf);
    json_begin_object(&json, NULL);
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        char text[EXAMPLE_SIZE];
        struct buf example;
        buf_init(&example, text, sizeof text);
        tournament_file_example((enum lang)lang, &example);
        json_slice(&json, keys[lang], buf_slice(&example));
    }
    json_end_object(&json);
    answer_json(request, MHD_HTTP_OK, &buf);
}

/* ---- a new one ---- */

struct cup_order {
    const char *text;
    struct tournament_file file;
    int concurrency;
};

static bool read_order(struct request *request, struct cup_order *order, struct err *why)
{
    struct body_part body = body_whole(&request->body);

    order->text = body_text(body, "file", "", why);
    order->concurrency = cores_allowed();
    return order->text &&
           body_int(body, "concurrency", 1, CONCURRENCY_MAX, &order->concurrency, why) &&
           tournament_file_parse(slice_of(order->text), &order->file, why);
}

/* The file in its folder, and the words of the command. */
static bool give_order(struct request *request, const struct cup_order *order, struct run *run,
                       struct err *why)
{
    char file[PATH_MAX], folder[PATH_MAX], concurrency[16];

    run_path(run, "tournament.ini", file);
    run_path(run, "", folder);
    snprintf(concurrency, sizeof concurrency, "%d", order->concurrency);
    const char *const words[] = {
        "tournament",           "run",           file,       "--out", folder, "--data",
        request->web->data_dir, "--concurrency", concurrency};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        run_add_word(run, words[i]);
    run->concurrency = order->concurrency;
    return file_write(file, slice_of(order->text), why);
}

static struct run *create(struct request *request, const struct cup_order *order, struct err *why)
{
    struct runs_wish wish = {.kind = RUNS_TOURNAMENT,
                             .rules = game_find(slice_of(order->file.game)),
                             .name = order->file.name,
                             .wants = request->body.tree};
    struct run *run = runs_add(request->web->runs, &wish, why);

    if (!run)
        return NULL;
    if (give_order(request, order, run, why) && run_start(run, why))
        return run;
    run->is_wanted = false;
    runs_forget(run);
    return NULL;
}

static void on_create(struct request *request)
{
    struct cup_order *order = memory_get(1, sizeof *order);
    struct err why = {0};
    struct run *run = read_order(request, order, &why) ? create(request, order, &why) : NULL;

    if (run)
        runs_answer_created(request, run);
    else
        runs_answer_no(request, NULL, &why);
    free(order);
}

/* ---- what can be done with it ---- */

static void on_stop(struct request *request)
{
    struct run *run = tournaments_find(request);

    if (run)
        runs_answer_stop(request, run);
}

static void on_resume(struct request *request)
{
    struct run *run = tournaments_find(request);
    struct err why = {0};

    if (!run)
        return;
    if (run_start(run, &why))
        answer_empty(request);
    else
        runs_answer_no(request, NULL, &why);
}

static void on_remove(struct request *request)
{
    struct run *run = tournaments_find(request);

    if (run)
        runs_answer_drop(request, run);
}

/* ---- its games ---- */

/* As chronicle_meeting_name() makes them; nothing else may become part of a path. */
static bool is_meeting(const char *name)
{
    size_t len = strlen(name);

    return len > 0 && len < CHRONICLE_NAME_SIZE && strspn(name, "0123456789-") == len;
}

/* The game that the path names; false: it has been refused. */
static bool find_game(struct request *request, struct noted *noted, char id[ID_SIZE])
{
    const struct run *run = tournaments_find(request);
    const char *meeting = request->parts[0];
    char name[CHRONICLE_NAME_SIZE + 16];

    if (!run)
        return false;
    *noted = (struct noted){.rules = run->rules};
    if (!is_meeting(meeting) ||
        !slice_to_int(slice_of(request->parts[1]), 0, PLAN_GAMES_MAX, &noted->line))
        return refuse(request, MHD_HTTP_NOT_FOUND, "no_such_game", request->parts[1]);
    snprintf(name, sizeof name, "games/%.*s.jsonl", CHRONICLE_NAME_SIZE, meeting);
    run_path(run, name, noted->path);
    snprintf(id, ID_SIZE, "turnier-%d-%.*s-%d", run->id, CHRONICLE_NAME_SIZE, meeting, noted->line);
    return true;
}

static void on_game(struct request *request)
{
    struct noted noted;
    char id[ID_SIZE];

    if (find_game(request, &noted, id))
        bundle_answer_game(request, &noted, id);
}

static void on_file(struct request *request)
{
    struct noted noted;
    char id[ID_SIZE];

    if (find_game(request, &noted, id))
        export_noted(request, &noted, id);
}

/* ---- its tables ---- */

static void answer_table(struct request *request, const char *name, const char *type)
{
    const struct run *run = tournaments_find(request);
    char path[PATH_MAX];

    if (!run)
        return;
    run_path(run, name, path);
    bundle_answer_file(request, path, type);
}

static void on_html(struct request *request)
{
    answer_table(request, "tournament.html", "text/html; charset=utf-8");
}

static void on_csv(struct request *request)
{
    answer_table(request, "tournament.csv", "text/csv; charset=utf-8");
}

static void on_json(struct request *request)
{
    answer_table(request, "tournament.json", "application/json");
}

static void on_text(struct request *request)
{
    answer_table(request, "tournament.txt", "text/plain; charset=utf-8");
}

const struct route tournament_routes[] = {
    {"GET", "/api/tournaments", RIGHT_OWNER, tournaments_answer_list},
    {"POST", "/api/tournaments", RIGHT_HOUSE, on_create},
    {"GET", "/api/tournaments/example", RIGHT_ANYONE, on_example},
    {"GET", "/api/tournaments/*", RIGHT_OWNER, tournaments_answer_one},
    {"DELETE", "/api/tournaments/*", RIGHT_HOUSE, on_remove},
    {"POST", "/api/tournaments/*/stop", RIGHT_HOUSE, on_stop},
    {"POST", "/api/tournaments/*/resume", RIGHT_HOUSE, on_resume},
    {"GET", "/api/tournaments/*/games/*/*.kw", RIGHT_OWNER, on_file},
    {"GET", "/api/tournaments/*/games/*/*.xml", RIGHT_OWNER, on_file},
    {"GET", "/api/tournaments/*/games/*/*.xml.gz", RIGHT_OWNER, on_file},
    {"GET", "/api/tournaments/*/games/*/*", RIGHT_OWNER, on_game},
    {"GET", "/api/tournaments/*/tournament.html", RIGHT_OWNER, on_html},
    {"GET", "/api/tournaments/*/tournament.csv", RIGHT_OWNER, on_csv},
    {"GET", "/api/tournaments/*/tournament.json", RIGHT_OWNER, on_json},
    {"GET", "/api/tournaments/*/tournament.txt", RIGHT_OWNER, on_text},
    {0},
};
