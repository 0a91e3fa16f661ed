#include "web/runs_json.h"

#include "game/view.h"
#include "match/cores.h"
#include "web/gauntlet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run *runs_named(struct request *request)
{
    bool is_test = strncmp(request->path, "/api/tests/", 11) == 0;
    struct run *run =
        runs_find(request->web->runs, is_test ? RUNS_MATCH : RUNS_TOURNAMENT, request->id);

    if (!run)
        refuse(request, MHD_HTTP_NOT_FOUND, is_test ? "no_such_test" : "no_such_tournament",
               request->id);
    return run;
}

void runs_json_no(struct request *request, const struct game_rules *rules, const struct err *why)
{
    bool is_unknown = strcmp(why->code, "bot_unknown") == 0;
    bool is_late = strncmp(why->code, "run", 3) == 0;

    answer_refusal(request,
                   is_unknown ? MHD_HTTP_NOT_FOUND
                   : is_late  ? MHD_HTTP_CONFLICT
                              : MHD_HTTP_UNPROCESSABLE_CONTENT,
                   rules, why);
}

/* ---- a new one ---- */

/* More games at a time than cores are possible, but they disturb each other. */
void runs_show_warning(struct json *json, const struct run *run)
{
    struct err warning;

    if (run->concurrency <= cores_allowed()) {
        json_nothing(json, "warning");
        return;
    }
    err_setf(&warning, "cores_few", "%d %d", run->concurrency, cores_allowed());
    view_say(json, "warning", NULL, &warning);
}

void runs_json_created(struct request *request, const struct run *run)
{
    struct json *json = web_response_json(request->web);
    const struct run *other;

    json_begin_object(json, NULL);
    json_int(json, "id", run->id);
    json_begin_array(json, "ids");
    for (int i = 0; (other = runs_opponent(run->runs, run->gauntlet, i)); i++)
        json_int(json, NULL, other->id);
    json_end_array(json);
    runs_show_warning(json, run);
    json_end_object(json);
    answer_json(request, MHD_HTTP_CREATED, json->out);
}

/* ---- the end ---- */

void runs_on_stop(struct request *request)
{
    struct body_part body = body_whole(&request->body);
    struct run *run = runs_named(request);
    struct err why = {0};
    bool is_all = false;

    if (!run)
        return;
    const char *when = body_text(body, "when", "after", &why);
    enum run_pace pace = when && strcmp(when, "now") == 0 ? RUN_NOW : RUN_AFTER_GAMES;
    if (!when || (pace != RUN_NOW && strcmp(when, "after") != 0)) {
        refuse(request, MHD_HTTP_BAD_REQUEST, "bad_value", "when");
        return;
    }
    if (!body_bool(body, "all", &is_all, &why)) {
        refuse(request, MHD_HTTP_BAD_REQUEST, "bad_value", "all");
        return;
    }
    if (is_all)
        gauntlet_stop(run, pace);
    else
        run_stop(run, pace);
    answer_empty(request);
}

void runs_on_drop(struct request *request)
{
    struct run *run = runs_named(request);
    struct err why = {0};
    char gone[PATH_MAX];

    if (!run)
        return;
    if (!runs_drop(run, gone, &why)) {
        runs_json_no(request, NULL, &why);
        return;
    }
    /* What stays behind if this is refused is removed by the next start. */
    background_remove(request, gone);
}
