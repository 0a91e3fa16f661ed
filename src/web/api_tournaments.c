/* Tournaments: the list, a new one, one of them. */

#include "web/background.h"
#include "web/events.h"
#include "web/program_request.h"
#include "web/run_answers.h"
#include "web/start_tournament.h"

#include "base/file.h"
#include "base/memory.h"
#include "game/view.h"

#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_MAX = 100 };

static json_t *load(const char *folder, const char *name)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%.*s/%s", PATH_MAX - 300, folder, name);
    return json_load_file(path, 0, NULL);
}

/* ---- what is known without reading ---- */

static int team_count(const struct run *run)
{
    return (int)json_integer_value(json_object_get(run->wants, "teamCount"));
}

static json_t *card_of(const struct run *run)
{
    return json_pack("{s:i, s:s, s:s, s:s, s:i, s:I}", "id", run->id, "name", run->name, "game",
                     run->rules->name, "state", runs_state_name(run->state), "teams",
                     team_count(run), "createdMs", (json_int_t)run->created_ms);
}

void tournaments_tell(struct web *web, const struct run *run)
{
    json_t *card = card_of(run);
    struct json *json = web_begin_json(web);

    web_json_copy_tree(json, NULL, card);
    events_tell(web->events, "tournaments", json->out);
    json_decref(card);
}

/* ---- the list ---- */

struct shelf {
    json_t *cards; /* an array */
    char folders[LIST_MAX][PATH_MAX];
};

/* The team that is alone on the first place of a tournament that is over. */
static json_t *winner_of(const json_t *whole)
{
    const json_t *places = json_object_get(whole, "places");
    json_t *first = json_array_get(places, 0);
    const json_t *second = json_array_get(places, 1);
    bool is_clear = json_is_true(json_object_get(whole, "over")) &&
                    json_integer_value(json_object_get(second, "place")) != 1;

    return is_clear ? json_object_get(first, "team") : NULL;
}

static void add_standing(json_t *card, const char *folder)
{
    json_t *whole = load(folder, "tournament.json");
    json_t *winner = winner_of(whole);

    json_object_set_new(card, "played",
                        json_integer(json_integer_value(json_object_get(whole, "played"))));
    json_object_set_new(card, "planned",
                        json_integer(json_integer_value(json_object_get(whole, "planned"))));
    json_object_set_new(card, "winner", winner ? json_incref(winner) : json_null());
    json_decref(whole);
}

static bool work_list(struct db *db, void *ctx, struct json *json, struct err *why)
{
    struct shelf *shelf = ctx;
    json_t *card;
    size_t i;

    (void)db, (void)why;
    json_array_foreach(shelf->cards, i, card) { add_standing(card, shelf->folders[i]); }
    json_begin_object(json, NULL);
    web_json_copy_tree(json, "tournaments", shelf->cards);
    json_end_object(json);
    json_decref(shelf->cards);
    return true;
}

static void on_list(struct request *request)
{
    struct shelf *shelf = memory_get(1, sizeof *shelf);
    json_t *cards = shelf->cards = json_array();
    const struct run *run;

    for (int i = 0; i < LIST_MAX && (run = runs_at(request->web->runs, RUNS_TOURNAMENT, i)); i++) {
        json_array_append_new(cards, card_of(run));
        run_path(run, "", shelf->folders[i]);
    }
    if (!background_answer(request, work_list, shelf))
        json_decref(cards);
}

/* ---- one of them ---- */

struct look {
    json_t *card;
    char folder[PATH_MAX];
};

static int compare_names(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_standing(const struct dirent *entry)
{
    const char *ending = strrchr(entry->d_name, '.');

    return strncmp(entry->d_name, "standings-", 10) == 0 && ending && strcmp(ending, ".json") == 0;
}

static json_t *load_standings(const char *folder)
{
    struct dirent **names = NULL;
    int count = scandir(folder, &names, is_standing, compare_names);
    json_t *list = json_array();

    for (int i = 0; i < count; i++) {
        json_t *table = load(folder, names[i]->d_name);
        if (table)
            json_array_append_new(list, table);
        free(names[i]);
    }
    free(names);
    return list;
}

static void set_or_null(json_t *card, const char *key, json_t *value)
{
    json_object_set_new(card, key, value ? value : json_null());
}

static bool work_cup(struct db *db, void *ctx, struct json *json, struct err *why)
{
    struct look *look = ctx;
    char path[PATH_MAX];
    struct slice file;

    (void)db, (void)why;
    set_or_null(look->card, "tournament", load(look->folder, "tournament.json"));
    set_or_null(look->card, "days", load(look->folder, "days.json"));
    json_object_set_new(look->card, "standings", load_standings(look->folder));
    snprintf(path, sizeof path, "%.*s/tournament.ini", PATH_MAX - 32, look->folder);
    if (file_read(path, TOURNAMENT_TEXT_MAX, &file, NULL)) {
        json_object_set_new(look->card, "file", json_stringn(file.at, file.len));
        file_free(file);
    }
    web_json_copy_tree(json, NULL, look->card);
    json_decref(look->card);
    return true;
}

static json_t *refusal_of(const struct err *why)
{
    char text[2048];
    struct buf buf;
    struct json json;

    if (!why->code[0])
        return json_null();
    buf_init(&buf, text, sizeof text);
    json_init(&json, &buf);
    view_refusal(&json, NULL, NULL, why);
    json_t *tree = json_loadb(text, buf.len, 0, NULL);
    return tree ? tree : json_null();
}

static json_t *whole_card_of(const struct run *run)
{
    json_t *card = card_of(run);
    char command[8192];
    struct buf buf;

    buf_init(&buf, command, sizeof command);
    run_answer_command(run, &buf);
    json_object_set_new(card, "why", refusal_of(&run->why));
    json_object_set_new(card, "command", json_string(command));
    json_object_set_new(card, "concurrency", json_integer(run->concurrency));
    json_object_set_new(card, "elapsedMs", json_integer(run_elapsed_ms(run)));
    return card;
}

static void on_cup(struct request *request)
{
    const struct run *run = runs_named(request);

    if (!run)
        return;
    struct look *look = memory_get(1, sizeof *look);
    json_t *card = look->card = whole_card_of(run);
    run_path(run, "", look->folder);
    if (!background_answer(request, work_cup, look))
        json_decref(card);
}

/* ---- a new one ---- */

static struct run *create(struct request *request, const struct tournament_order *order,
                          struct err *why)
{
    struct run wish = {.kind = RUNS_TOURNAMENT,
                       .rules = game_find(slice_of(order->file.game)),
                       .wants = request->body.tree};

    run_set_name(&wish, order->file.name);
    struct run *run = runs_add(request->web->runs, &wish, why);
    if (!run)
        return NULL;
    json_object_set_new(run->wants, "teamCount", json_integer(order->file.team_count));
    if (start_tournament_build_command(order, run, why) && run_start(run, why))
        return run;
    runs_forget(run);
    return NULL;
}

static void create_with_bots(struct request *request)
{
    struct tournament_order *order = memory_get(1, sizeof *order);
    struct err why = {0};
    struct run *run =
        start_tournament_read(request, order, &why) ? create(request, order, &why) : NULL;

    if (run)
        run_answer_created(request, run);
    else
        run_answer_no(request, NULL, &why);
    file_free(order->text);
    free(order);
}

static void on_create(struct request *request)
{
    program_request_load_bots(request, create_with_bots);
}

static void on_example(struct request *request)
{
    char *text = memory_get(1, TOURNAMENT_TEXT_MAX);
    struct json *json = web_begin_json(request->web);
    struct buf buf;

    json_begin_object(json, NULL);
    for (enum lang lang = 0; lang < LANG_COUNT; lang++) {
        buf_init(&buf, text, TOURNAMENT_TEXT_MAX);
        tournament_file_example(lang, &buf);
        json_slice(json, lang_key(lang), buf_slice(&buf));
    }
    json_end_object(json);
    free(text);
    answer_json(request, MHD_HTTP_OK, json->out);
}

/* ---- what can be done with it ---- */

static void on_resume(struct request *request)
{
    struct run *run = runs_named(request);
    struct err why = {0};

    if (!run)
        return;
    if (run_start(run, &why))
        run_answer_when_stored(request);
    else
        run_answer_no(request, NULL, &why);
}

const struct route tournament_routes[] = {
    {"GET", "/api/tournaments", RIGHT_OWNER, on_list},
    {"POST", "/api/tournaments", RIGHT_OWNER_LOCAL, on_create},
    {"GET", "/api/tournaments/example", RIGHT_OWNER, on_example},
    {"GET", "/api/tournaments/*", RIGHT_OWNER, on_cup},
    {"DELETE", "/api/tournaments/*", RIGHT_OWNER_LOCAL, run_request_remove},
    {"POST", "/api/tournaments/*/stop", RIGHT_OWNER_LOCAL, run_request_stop},
    {"POST", "/api/tournaments/*/resume", RIGHT_OWNER_LOCAL, on_resume},
    {0},
};
