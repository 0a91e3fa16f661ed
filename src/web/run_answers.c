#include "web/run_answers.h"

#include "base/memory.h"
#include "game/view.h"
#include "match/cores.h"
#include "web/background.h"
#include "web/gauntlet.h"

#include <jansson.h>
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

void run_answer_no(struct request *request, const struct game_rules *rules, const struct err *why)
{
    bool is_unknown = strcmp(why->code, "bot_unknown") == 0;
    bool is_late = strncmp(why->code, "run", 3) == 0;

    answer_refusal(request,
                   is_unknown ? MHD_HTTP_NOT_FOUND
                   : is_late  ? MHD_HTTP_CONFLICT
                              : MHD_HTTP_UNPROCESSABLE_CONTENT,
                   rules, why);
}

static bool is_plain(const char *word)
{
    return word[0] && word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                        "0123456789-_.,:/=+@%")] == '\0';
}

/* As a shell needs it. */
static void add_quoted(struct buf *out, const char *word)
{
    if (is_plain(word)) {
        buf_add(out, word);
        return;
    }
    buf_add_char(out, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            buf_add(out, "'\\''");
        else
            buf_add_char(out, *word);
    }
    buf_add_char(out, '\'');
}

void run_answer_command(const struct run *run, struct buf *out)
{
    const json_t *word;
    size_t i;

    buf_add(out, "kielwasser");
    json_array_foreach(run->words, i, word)
    {
        buf_add_char(out, ' ');
        add_quoted(out, json_string_value(word));
    }
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

static void answer_created(struct request *request, const struct run *run)
{
    struct json *json = web_begin_json(request->web);
    const struct run *other;

    json_begin_object(json, NULL);
    json_int(json, "id", run->id);
    json_begin_array(json, "ids");
    for (int i = 0; (other = runs_gauntlet_test(run->runs, run->gauntlet, i)); i++)
        json_int(json, NULL, other->id);
    json_end_array(json);
    runs_show_warning(json, run);
    json_end_object(json);
    answer_json(request, MHD_HTTP_CREATED, json->out);
}

/* ---- answers that wait for the store ---- */

/* Behind the rows that were sent before. */
static bool work_nothing(struct db *db, void *ctx, struct json *json, struct err *why)
{
    (void)db, (void)ctx, (void)json, (void)why;
    return true;
}

/* ctx: the number of a new run, or NULL.  A run that the store does not know has not begun. */
static void finish_saved(struct request *request, void *ctx)
{
    struct run *run = ctx ? runs_by_id(request->web->runs, *(int *)ctx) : NULL;
    struct err why;

    if (runs_write_failed(request->web->runs, &why)) {
        if (run)
            gauntlet_forget(run);
        answer_store_refusal(request, &why);
    } else if (run) {
        answer_created(request, run);
    } else {
        answer_empty(request);
    }
}

void run_answer_created(struct request *request, const struct run *run)
{
    int *id = memory_get(1, sizeof *id);

    *id = run->id;
    runs_write(request->web->runs);
    background_start_store(request, work_nothing, finish_saved, id);
}

void run_answer_when_stored(struct request *request)
{
    runs_write(request->web->runs);
    background_start_store(request, work_nothing, finish_saved, NULL);
}

/* ---- the end ---- */

void run_request_stop(struct request *request)
{
    struct body_part body = body_whole(&request->body);
    struct run *run = runs_named(request);
    struct err why = {0};
    bool is_all = false;

    if (!run)
        return;
    const char *when = body_text(body, "when", "after", &why);
    enum run_pace pace = when && strcmp(when, "now") == 0 ? RUN_NOW : RUN_AFTER_GAMES;
    bool has_when = when && (pace == RUN_NOW || strcmp(when, "after") == 0);
    if (!has_when || !body_bool(body, "all", &is_all, &why)) {
        refuse(request, MHD_HTTP_BAD_REQUEST, "bad_value", has_when ? "all" : "when");
        return;
    }
    if (is_all)
        gauntlet_stop(run, pace);
    else
        run_stop(run, pace);
    run_answer_when_stored(request);
}

void run_request_remove(struct request *request)
{
    struct run *run = runs_named(request);
    struct err why = {0};
    char gone[PATH_MAX];

    if (!run)
        return;
    if (!runs_drop(run, gone, &why)) {
        run_answer_no(request, NULL, &why);
        return;
    }
    /* What stays behind if this is refused is removed by the next start. */
    background_remove(request, gone);
}
