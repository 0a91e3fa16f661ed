#include "learn/spsa_run.h"

#include "base/file.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- the way, as a table ---- */

static void print_head(struct spsa_run *run)
{
    fputs("iteration,balance", run->csv);
    for (int i = 0; i < run->spsa.plan.count; i++)
        fprintf(run->csv, ",%s", run->spsa.plan.params[i].name);
    fputc('\n', run->csv);
}

/* Theta itself, not rounded: the way is smooth even where the values told are whole. */
static void print_row(struct spsa_run *run, int balance)
{
    fprintf(run->csv, "%d,%d", run->spsa.done, balance);
    for (int i = 0; i < run->spsa.plan.count; i++)
        fprintf(run->csv, ",%.6f", run->spsa.theta[i]);
    fputc('\n', run->csv);
    fflush(run->csv);
}

/* It is written anew from the results in the store. */
static bool open_csv(struct spsa_run *run, struct err *why)
{
    char path[PATH_MAX];

    if (!run->folder)
        return true;
    snprintf(path, sizeof path, "%s/spsa.csv", run->folder);
    int file = file_create_locked(path, why);
    if (file < 0)
        return false;
    run->csv = fdopen(file, "w");
    if (!run->csv) {
        close(file);
        return err_set(why, "no_memory", "");
    }
    print_head(run);
    return true;
}

static bool close_csv(struct spsa_run *run, struct err *why)
{
    if (!run->csv)
        return true;
    bool is_fine = !ferror(run->csv);
    return (fclose(run->csv) == 0 && is_fine) || err_set(why, "file_write", run->folder);
}

/* ---- iterations ---- */

static bool add_pairs(struct db *db, struct db_task *task, struct err *why)
{
    const struct spsa_run *run = task->context;
    int batch = run->spsa.plan.batch;

    for (int i = 0; i < batch; i++) {
        if (!queue_add_pair(db, run->test.id, run->added * batch + i, run->params, why))
            return false;
    }
    return true;
}

static void send_pairs(struct spsa_run *run);

static void on_added(struct db_task *task)
{
    struct spsa_run *run = task->context;

    run->is_adding = false;
    if (!task->is_fine)
        runner_stop(run->runner, RUNNER_FAILED, &task->why);
    else if (run->added < run->spsa.done)
        send_pairs(run);
    else
        runner_new_pairs(run->runner);
}

/* Adds the pairs of the next iteration.  Those before it are in the store, or they would have
 * no results. */
static void send_pairs(struct spsa_run *run)
{
    struct spsa_trial trial;
    struct buf buf;

    if (run->is_adding || spsa_is_over(&run->spsa) || runner_is_stopping(run->runner))
        return;
    buf_init(&buf, run->params, sizeof run->params);
    spsa_try(&run->spsa, &trial);
    spsa_print_trial(&run->spsa, &trial, &buf);
    run->added = run->spsa.done;
    run->is_adding = true;
    run->task = (struct db_task){.work = add_pairs, .done = on_added, .context = run};
    db_thread_send(runner_db_thread(run->runner), &run->task);
}

/* After the last game of an iteration. */
static void end_iteration(struct spsa_run *run, int game)
{
    if ((game + 1) % (2 * run->spsa.plan.batch) != 0)
        return;
    int balance = run->balance;
    run->balance = 0;
    spsa_add_result(&run->spsa, balance);
    if (run->csv)
        print_row(run, balance);
    if (spsa_is_over(&run->spsa))
        runner_stop(run->runner, RUNNER_DONE, NULL);
    else
        send_pairs(run);
}

static void on_result(void *context, int64_t test, const struct result *result)
{
    struct spsa_run *run = context;

    (void)test;
    run->balance += result_half_points(result) - 1;
    end_iteration(run, result->game);
}

/* Its games count as draws. */
static void on_pair_closed(void *context, int64_t test, int pair)
{
    struct spsa_run *run = context;

    (void)test;
    run->closed_pairs++;
    end_iteration(run, 2 * pair + 1);
}

/* ---- beginning and end ---- */

/* What makes it this tuning and no other. */
static void make_key(struct spsa_run *run)
{
    const struct spsa_plan *plan = &run->spsa.plan;
    char text[4096];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    buf_format(&buf, "spsa %d %d", plan->iterations, plan->batch);
    for (int i = 0; i < plan->count; i++) {
        const struct spsa_param *param = &plan->params[i];
        buf_format(&buf, " %s=%.9g,%.9g,%.9g,%.9g,%.9g,%d", param->name, param->start, param->min,
                   param->max, param->c_end, param->r_end, param->is_whole);
    }
    runner_key(run->match, text, run->test.key);
}

static void on_begin(void *context, struct runner *runner)
{
    ((struct spsa_run *)context)->runner = runner;
}

static void on_entered(void *context, struct queue_test *test)
{
    (void)test;
    send_pairs(context);
}

static bool play(struct spsa_run *run, struct err *why)
{
    const struct runner_calls calls = {.on_begin = on_begin,
                                       .on_entered = on_entered,
                                       .on_result = on_result,
                                       .on_pair_closed = on_pair_closed,
                                       .context = run};
    const struct runner_config runner = {
        .place = run->place,
        .worker = run->worker,
        .test = &run->test,
        .match = run->match,
        .start_failures_max = RUNNER_START_FAILURES,
        .calls = &calls,
    };

    return runner_work(&runner, &run->end, why);
}

bool spsa_run(struct spsa_run *run, struct err *why)
{
    queue_test_from_match(&run->test, "spsa", run->match);
    make_key(run);
    bool is_fine = open_csv(run, why) && play(run, why);
    is_fine = close_csv(run, why) && is_fine;
    file_free(run->test.match);
    return is_fine;
}
