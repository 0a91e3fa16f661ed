#include "learn/spsa_run.h"

#include "base/file.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct tuning {
    const struct spsa_run_config *config;
    struct spsa_run_report *report;
    struct spsa *spsa; /* the report's */
    struct runner *runner;
    struct queue_test test;
    FILE *csv;   /* NULL: not wanted */
    int balance; /* A's wins minus losses in this iteration so far */
    /* The pairs of an iteration are being added to the store. */
    struct db_task task;
    bool is_adding;
    int added; /* iteration whose pairs were added last */
    char params[QUEUE_PARAMS_SIZE];
};

/* ---- the way, as a table ---- */

static void print_head(struct tuning *tuning)
{
    fputs("iteration,balance", tuning->csv);
    for (int i = 0; i < tuning->spsa->plan.count; i++)
        fprintf(tuning->csv, ",%s", tuning->spsa->plan.params[i].name);
    fputc('\n', tuning->csv);
}

/* Theta itself, not rounded: the way is smooth even where the values told are whole. */
static void print_row(struct tuning *tuning, int balance)
{
    fprintf(tuning->csv, "%d,%d", tuning->spsa->done, balance);
    for (int i = 0; i < tuning->spsa->plan.count; i++)
        fprintf(tuning->csv, ",%.6f", tuning->spsa->theta[i]);
    fputc('\n', tuning->csv);
    fflush(tuning->csv);
}

/* It is written anew from the results in the store. */
static bool open_csv(struct tuning *tuning, struct err *why)
{
    char path[PATH_MAX];

    if (!tuning->config->folder)
        return true;
    snprintf(path, sizeof path, "%s/spsa.csv", tuning->config->folder);
    int file = file_open_alone(path, why);
    if (file < 0)
        return false;
    tuning->csv = fdopen(file, "w");
    if (!tuning->csv) {
        close(file);
        return err_say(why, "no_memory", "");
    }
    print_head(tuning);
    return true;
}

static bool close_csv(struct tuning *tuning, struct err *why)
{
    if (!tuning->csv)
        return true;
    bool is_fine = !ferror(tuning->csv);
    return (fclose(tuning->csv) == 0 && is_fine) ||
           err_say(why, "file_write", tuning->config->folder);
}

/* ---- iterations ---- */

static bool add_pairs(struct db *db, struct db_task *task, struct err *why)
{
    const struct tuning *tuning = task->context;
    int batch = tuning->config->plan.batch;

    for (int i = 0; i < batch; i++) {
        if (!queue_add_pair(db, tuning->test.id, tuning->added * batch + i, tuning->params, why))
            return false;
    }
    return true;
}

static void send_pairs(struct tuning *tuning);

static void on_added(struct db_task *task)
{
    struct tuning *tuning = task->context;

    tuning->is_adding = false;
    if (!task->is_fine)
        runner_finish(tuning->runner, RUNNER_FAILED, &task->why);
    else if (tuning->added < tuning->spsa->done)
        send_pairs(tuning);
    else
        runner_look(tuning->runner);
}

/* Adds the pairs of the next iteration.  Those before it are in the store, or they would have
 * no results. */
static void send_pairs(struct tuning *tuning)
{
    struct spsa_trial trial;
    struct buf buf;

    if (tuning->is_adding || spsa_is_over(tuning->spsa) || runner_is_stopping(tuning->runner))
        return;
    buf_init(&buf, tuning->params, sizeof tuning->params);
    spsa_try(tuning->spsa, &trial);
    spsa_print_trial(tuning->spsa, &trial, &buf);
    tuning->added = tuning->spsa->done;
    tuning->is_adding = true;
    tuning->task = (struct db_task){.work = add_pairs, .done = on_added, .context = tuning};
    db_thread_send(runner_db_thread(tuning->runner), &tuning->task);
}

/* After the last game of an iteration. */
static void end_iteration(struct tuning *tuning, int game)
{
    if ((game + 1) % (2 * tuning->config->plan.batch) != 0)
        return;
    int balance = tuning->balance;
    tuning->balance = 0;
    spsa_report(tuning->spsa, balance);
    if (tuning->csv)
        print_row(tuning, balance);
    if (spsa_is_over(tuning->spsa))
        runner_finish(tuning->runner, RUNNER_DONE, NULL);
    else
        send_pairs(tuning);
}

static void on_result(void *context, int64_t test, const struct result *result)
{
    struct tuning *tuning = context;

    (void)test;
    tuning->balance += result_points(result) - 1;
    end_iteration(tuning, result->game);
}

/* Its games count as draws. */
static void on_pair_closed(void *context, int64_t test, int pair)
{
    struct tuning *tuning = context;

    (void)test;
    tuning->report->closed_pairs++;
    end_iteration(tuning, 2 * pair + 1);
}

/* ---- beginning and end ---- */

void spsa_run_key(const struct match *match, const struct spsa_plan *plan, char key[QUEUE_KEY_SIZE])
{
    char text[4096];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    buf_format(&buf, "spsa %d %d", plan->iterations, plan->batch);
    for (int i = 0; i < plan->count; i++) {
        const struct spsa_param *param = &plan->params[i];
        buf_format(&buf, " %s=%.9g,%.9g,%.9g,%.9g,%.9g,%d", param->name, param->start, param->min,
                   param->max, param->c_end, param->r_end, param->is_whole);
    }
    runner_key(match, text, key);
}

static void on_begin(void *context, struct runner *runner)
{
    struct tuning *tuning = context;

    tuning->runner = runner;
}

static void on_entered(void *context, struct queue_test *test)
{
    (void)test;
    send_pairs(context);
}

static void on_tick(void *context)
{
    const struct tuning *tuning = context;

    if (tuning->config->on_tick)
        tuning->config->on_tick(tuning->config->context, tuning->spsa);
}

static void on_lost(void *context, const struct err *why)
{
    const struct tuning *tuning = context;

    if (tuning->config->on_lost)
        tuning->config->on_lost(tuning->config->context, why);
}

static bool play(struct tuning *tuning, struct err *why)
{
    const struct spsa_run_config *config = tuning->config;
    const struct match_events events = {.on_begin = on_begin,
                                        .on_entered = on_entered,
                                        .on_result = on_result,
                                        .on_pair_closed = on_pair_closed,
                                        .on_tick = on_tick,
                                        .on_lost = on_lost,
                                        .context = tuning};
    const struct runner_config runner = {
        .place = config->place,
        .worker = config->worker,
        .test = &tuning->test,
        .match = config->match,
        .start_failures_max = RUNNER_START_FAILURES,
        .events = &events,
    };

    return runner_work(&runner, &tuning->report->end, why);
}

bool spsa_run(const struct spsa_run_config *config, struct spsa_run_report *report, struct err *why)
{
    struct tuning tuning = {.config = config, .report = report, .spsa = &report->spsa};
    struct slice match = match_print(config->match);

    memset(report, 0, sizeof *report);
    runner_describe(&tuning.test, "spsa", config->match, match);
    spsa_run_key(config->match, &config->plan, tuning.test.key);
    bool is_fine =
        spsa_begin(tuning.spsa, &config->plan, why) && open_csv(&tuning, why) && play(&tuning, why);
    is_fine = close_csv(&tuning, why) && is_fine;
    file_free(match);
    return is_fine;
}
