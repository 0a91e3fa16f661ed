/* Mass tests: the list, a new one, one of them, and what can be done with it. */

#include "web/gauntlet.h"
#include "web/match_json.h"
#include "web/program_request.h"
#include "web/run_answers.h"
#include "web/start_match.h"

#include "match/cores.h"
#include "match/worker.h"

#include <jansson.h>

enum { OUTLINE_BYTES = 256 * 1024 }; /* more than one needs */

/* ---- looking ---- */

static void on_list(struct request *request)
{
    struct json *json = web_begin_json(request->web);
    struct run *run;

    json_begin_object(json, NULL);
    json_int(json, "cores", cores_allowed());
    json_begin_array(json, "tests");
    for (int i = 0; (run = runs_at(request->web->runs, RUNS_MATCH, i)); i++) {
        if (json->out->size - json->out->len > OUTLINE_BYTES)
            match_json(json, run, TESTS_OUTLINE);
    }
    json_end_array(json);
    json_end_object(json);
    answer_json(request, MHD_HTTP_OK, json->out);
}

static void on_test(struct request *request)
{
    struct run *run = runs_named(request);
    struct json *json = web_begin_json(request->web);

    if (!run)
        return;
    match_json(json, run, TESTS_WHOLE);
    answer_json(request, MHD_HTTP_OK, json->out);
}

/* ---- a new one ---- */

static struct run *create_one(struct request *request, struct err *why)
{
    struct run *run = start_match_enter(request, request->body.tree, why);

    if (!run || run_start(run, why))
        return run;
    runs_forget(run);
    return NULL;
}

static void create(struct request *request)
{
    struct body_part body = body_whole(&request->body);
    const char *game = body_text(body, "game", "", NULL);
    struct err why = {0};
    struct run *run =
        body_has(body, "against") ? gauntlet_create(request, &why) : create_one(request, &why);

    if (run)
        run_answer_created(request, run);
    else
        run_answer_no(request, game ? game_find(slice_of(game)) : NULL, &why);
}

static void on_create(struct request *request) { program_request_begin(request, create); }

/* ---- what can be done with it ---- */

/* What is wanted now, for answers and for a copy of the test. */
static void note_wishes(struct run *run)
{
    json_t *games = run->planned > 0 ? json_integer(run->planned) : json_null();

    json_object_set_new(run->wants, "games", games);
    json_object_set_new(run->wants, "concurrency", json_integer(run->concurrency));
    if (run->has_test)
        json_object_set_new(run->wants, "sprt",
                            json_pack("[f, f]", run->test.elo0, run->test.elo1));
}

static bool resume(struct request *request, struct run *run, struct err *why)
{
    struct run wanted = *run; /* becomes the run, if nothing is refused */
    int played = match_totals_count(run->games);

    if (!run_is_idle(run, why) ||
        !start_match_read_length(body_whole(&request->body), &wanted, why))
        return false;
    if (wanted.planned > 0 && wanted.planned < played)
        return err_setf(why, "test_short", "%d", played);
    *run = wanted;
    if (!start_match_build_command(run, why))
        return false;
    note_wishes(run);
    return run_start(run, why);
}

static void on_resume(struct request *request)
{
    struct run *run = runs_named(request);
    struct err why = {0};
    bool is_all = false;

    if (!run)
        return;
    bool is_fine =
        body_bool(body_whole(&request->body), "all", &is_all, &why) &&
        (is_all && run->gauntlet > 0 ? gauntlet_resume(run, &why) : resume(request, run, &why));
    if (is_fine)
        run_answer_when_stored(request);
    else
        run_answer_no(request, run->rules, &why);
}

static void on_name(struct request *request)
{
    struct run *run = runs_named(request);
    struct err why = {0};

    if (!run)
        return;
    const char *name = body_text(body_whole(&request->body), "name", "", &why);
    if (!name) {
        refuse(request, MHD_HTTP_BAD_REQUEST, "bad_value", "name");
        return;
    }
    run_set_name(run, name);
    run->is_news = true;
    run_save(run);
    run_answer_when_stored(request);
}

const struct route test_routes[] = {
    {"GET", "/api/tests", RIGHT_OWNER, on_list},
    {"POST", "/api/tests", RIGHT_OWNER_LOCAL, on_create},
    {"GET", "/api/tests/*", RIGHT_OWNER, on_test},
    {"DELETE", "/api/tests/*", RIGHT_OWNER_LOCAL, run_request_remove},
    {"POST", "/api/tests/*/stop", RIGHT_OWNER_LOCAL, run_request_stop},
    {"POST", "/api/tests/*/resume", RIGHT_OWNER_LOCAL, on_resume},
    {"POST", "/api/tests/*/name", RIGHT_OWNER_LOCAL, on_name},
    {0},
};
