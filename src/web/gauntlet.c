#include "web/gauntlet.h"

#include "web/start_match.h"

#include <jansson.h>

static struct run *opponent(const struct run *run, int index)
{
    return runs_gauntlet_test(run->runs, run->gauntlet, index);
}

/* ---- a new one ---- */

static struct run *enter_one(const struct request *request, json_t *who, struct err *why)
{
    json_t *wants = json_deep_copy(request->body.tree);

    json_object_del(wants, "against");
    json_object_set(wants, "b", who);
    struct run *run = start_match_enter(request, wants, why);
    json_decref(wants);
    return run;
}

static void forget_all(const struct runs *runs, int gauntlet)
{
    struct run *run;

    while ((run = runs_gauntlet_test(runs, gauntlet, 0)))
        runs_forget(run);
}

void gauntlet_forget(struct run *run)
{
    if (run->gauntlet > 0)
        forget_all(run->runs, run->gauntlet);
    else
        runs_forget(run);
}

/* False: refused, and those that are there already are to be forgotten. */
static bool enter_all(const struct request *request, int *gauntlet, struct err *why)
{
    const json_t *against = json_object_get(request->body.tree, "against");
    json_t *who;
    size_t i;

    json_array_foreach(against, i, who)
    {
        struct run *run = enter_one(request, who, why);
        if (!run)
            return false;
        *gauntlet = *gauntlet > 0 ? *gauntlet : run->id;
        run->gauntlet = *gauntlet;
        if (!run_wait(run, why))
            return false;
    }
    return true;
}

struct run *gauntlet_create(const struct request *request, struct err *why)
{
    size_t count = json_array_size(json_object_get(request->body.tree, "against"));
    const struct runs *runs = request->web->runs;
    int gauntlet = 0;

    if (count < 1 || count > GAUNTLET_MAX) {
        err_set(why, "bad_value", "against");
        return NULL;
    }
    if (enter_all(request, &gauntlet, why) && run_start(runs_gauntlet_test(runs, gauntlet, 0), why))
        return runs_gauntlet_test(runs, gauntlet, 0);
    forget_all(runs, gauntlet);
    return NULL;
}

/* ---- all together ---- */

/* Those that wait first, or they would begin. */
void gauntlet_stop(struct run *run, enum run_pace pace)
{
    struct run *other;

    for (int i = 0; (other = opponent(run, i)); i++) {
        if (other->state == RUNS_WAITING)
            run_stop(other, pace);
    }
    for (int i = 0; (other = opponent(run, i)); i++)
        run_stop(other, pace);
    run_stop(run, pace);
}

static bool is_finished(const struct run *run)
{
    return run->state == RUNS_COMPLETE || run->state == RUNS_DECIDED;
}

bool gauntlet_resume(struct run *run, struct err *why)
{
    struct run *other;

    for (int i = 0; (other = opponent(run, i)); i++) {
        if (!run_is_active(other) && !is_finished(other) && !run_wait(other, why))
            return false;
    }
    return true;
}

/* ---- as JSON ---- */

static void show_opponent(struct json *json, struct run *run, struct tally_score *sum)
{
    const struct tally_score *score = &run->games->tally.total;

    match_totals_lock(run->games);
    json_begin_object(json, NULL);
    match_json_line(json, run);
    json_end_object(json);
    sum->wins += score->wins;
    sum->draws += score->draws;
    sum->losses += score->losses;
    match_totals_unlock(run->games);
}

void gauntlet_show(struct json *json, const struct run *run, enum tests_detail detail)
{
    struct tally_score sum = {0};
    struct run *other;

    if (run->gauntlet == 0) {
        json_nothing(json, "gauntlet");
        return;
    }
    json_begin_object(json, "gauntlet");
    json_int(json, "id", run->gauntlet);
    if (detail == TESTS_WHOLE) {
        json_begin_array(json, "tests");
        for (int i = 0; (other = opponent(run, i)); i++)
            show_opponent(json, other, &sum);
        json_end_array(json);
        match_json_score(json, "score", &sum);
    }
    json_end_object(json);
}
