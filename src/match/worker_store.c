#include "match/worker_internal.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "match/cores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIGN_MAX_MS = 10 * 1000, US_PER_MS = 1000 };

/* A task was refused.  That the server is lost is said only to those who stop waiting for it. */
static void note_failure(struct worker *worker, const struct db_task *task)
{
    if (!task->is_fine)
        worker_fail(worker, &task->why);
}

/* ---- looking: the db_thread's thread ---- */

static bool is_known(const struct worker_look *look, int64_t id)
{
    for (int i = 0; i < look->known_count; i++) {
        if (look->known[i] == id)
            return true;
    }
    return false;
}

static bool on_test(void *context, const struct queue_test *test)
{
    struct worker_look *look = context;
    int64_t only = look->worker->config.only_test;

    if (only != 0 && test->id != only)
        return true;
    look->listed[look->listed_count++] = test->id;
    if (!is_known(look, test->id) && look->known_count + look->found_count < WORKER_KNOWN_MAX) {
        look->found_count++;
        struct worker_test **place = &look->found;
        while (*place)
            place = &(*place)->next;
        *place = worker_tests_copy(test);
    }
    return look->listed_count < WORKER_TESTS_MAX;
}

static bool take_jobs(struct db *db, struct worker_look *look, struct err *why)
{
    const struct worker_config *config = &look->worker->config;

    while (look->job_count < look->wanted && look->dry_count < look->asked_count) {
        int count = queue_take(db, look->asked[look->dry_count], config->name,
                               look->wanted - look->job_count, config->lease_ms,
                               look->jobs + look->job_count, why);
        if (count < 0)
            return false;
        look->job_count += count;
        look->dry_count += look->job_count < look->wanted;
    }
    return true;
}

/* When the server went in the middle of it, jobs may be ours that we do not know of. */
static bool work_look(struct db *db, struct db_task *task, struct err *why)
{
    struct worker_look *look = task->context;

    worker_tests_free(look->found);
    look->found = NULL;
    look->found_count = look->listed_count = look->job_count = look->dry_count = 0;
    if (look->tries++ > 0 && !queue_hand_back(db, look->worker->config.name, why))
        return false;
    if (look->lists && !queue_tests(db, QUEUE_FREE, on_test, look, why))
        return false;
    return take_jobs(db, look, why);
}

/* ---- looking: the loop's thread ---- */

/* Is this a job that we have already?  That happens when everything was given back in between. */
static bool is_ours(const struct worker *worker, const struct queue_pair *job)
{
    for (int i = 0; i < worker->stock_count; i++) {
        const struct queue_pair *own = &worker->stock[(worker->stock_first + i) % WORKER_STOCK_MAX];
        if (own->test == job->test && own->pair == job->pair)
            return true;
    }
    for (int i = 0; i < worker->config.size; i++) {
        const struct slot *slot = &worker->slots[i];
        if (slot->is_busy && slot->order.test == job->test && slot->order.pair == job->pair)
            return true;
    }
    return false;
}

static void stock_up(struct worker *worker, const struct queue_pair *job)
{
    struct worker_test *test = worker_tests_find(worker, job->test);

    if (!test || is_ours(worker, job))
        return;
    test->users++;
    worker->last_test = job->test;
    worker->found_nothing = false;
    worker->stock[(worker->stock_first + worker->stock_count++) % WORKER_STOCK_MAX] = *job;
}

/* Before it is said that nothing is left, everything is looked at once more. */
static void take_in(struct worker *worker, struct worker_look *look)
{
    if (worker->is_stopping)
        return;
    for (int i = 0; i < look->dry_count; i++)
        worker_tests_find(worker, look->asked[i])->is_empty = true;
    for (int i = 0; i < look->job_count; i++)
        stock_up(worker, &look->jobs[i]);
    if (!look->lists) {
        worker->list_is_due = worker->list_is_due || look->job_count < look->wanted;
        return;
    }
    worker->found_nothing = look->job_count == 0;
    worker->listed_us = clock_now_us();
    worker_tests_update(worker, look->listed, look->listed_count);
    worker_tests_add(worker, look->found);
    look->found = NULL;
}

static void done_look(struct db_task *task)
{
    struct worker *worker = ((struct worker_look *)task->context)->worker;

    worker->look.is_out = false;
    note_failure(worker, task);
    if (task->is_fine)
        take_in(worker, &worker->look);
    worker_turn(worker);
}

/* In the order of entry, but beginning with the one after that whose turn it was. */
static void list_asked(struct worker *worker, struct worker_look *look)
{
    look->known_count = look->asked_count = 0;
    for (int round = 0; round < 2; round++) {
        for (struct worker_test *test = worker->tests; test; test = test->next) {
            bool is_later = test->head.id > worker->last_test;
            if (is_later != (round == 0))
                continue;
            if (look->known_count < WORKER_KNOWN_MAX)
                look->known[look->known_count++] = test->head.id;
            test->is_empty = test->is_empty && !look->lists;
            if (test->state == TEST_READY && test->has_jobs && !test->is_empty &&
                look->asked_count < WORKER_TESTS_MAX)
                look->asked[look->asked_count++] = test->head.id;
        }
    }
}

void worker_store_look(struct worker *worker, int wanted)
{
    struct worker_look *look = &worker->look;

    if (look->is_out || worker->is_stopping || worker->has_failed || wanted <= 0)
        return;
    look->lists = worker->list_is_due;
    list_asked(worker, look);
    if (!look->lists && look->asked_count == 0)
        return;
    worker->list_is_due = false;
    look->wanted = wanted < WORKER_TAKE_MAX ? wanted : WORKER_TAKE_MAX;
    look->tries = 0;
    look->is_out = true;
    look->task = (struct db_task){.work = work_look, .done = done_look, .context = look};
    db_thread_send(worker->config.db_thread, &look->task);
}

/* ---- results ---- */

void worker_store_keep(struct worker *worker, struct queue_result *result)
{
    worker->results =
        memory_grow(worker->results, (size_t)(worker->result_count + 1) * sizeof *worker->results);
    worker->results[worker->result_count++] = result;
}

static void free_results(struct queue_result *results[], int count)
{
    for (int i = 0; i < count; i++)
        free(results[i]);
}

static bool work_submit(struct db *db, struct db_task *task, struct err *why)
{
    struct worker_submit *submit = task->context;

    return queue_submit(db, submit->worker->config.name,
                        (const struct queue_result *const *)submit->results, submit->count, why);
}

static void done_submit(struct db_task *task)
{
    struct worker_submit *submit = task->context;
    struct worker *worker = submit->worker;

    submit->is_out = false;
    free_results(submit->results, submit->count);
    submit->count = 0;
    note_failure(worker, task);
    if (task->is_fine && worker->config.on_submitted)
        worker->config.on_submitted(worker->config.context);
    worker_turn(worker);
}

void worker_store_submit(struct worker *worker)
{
    struct worker_submit *submit = &worker->submit;

    if (submit->is_out || worker->result_count == 0 || worker->has_failed)
        return;
    submit->count =
        worker->result_count < WORKER_SUBMIT_MAX ? worker->result_count : (int)WORKER_SUBMIT_MAX;
    worker->result_count -= submit->count;
    memcpy(submit->results, worker->results, (size_t)submit->count * sizeof *worker->results);
    memmove(worker->results, worker->results + submit->count,
            (size_t)worker->result_count * sizeof *worker->results);
    submit->is_out = true;
    submit->task = (struct db_task){.work = work_submit, .done = done_submit, .context = submit};
    db_thread_send(worker->config.db_thread, &submit->task);
}

/* ---- signs of life ---- */

static bool work_sign(struct db *db, struct db_task *task, struct err *why)
{
    struct worker_sign *sign = task->context;
    const struct worker_config *config = &sign->worker->config;

    if (sign->gives_back && !queue_hand_back(db, config->name, why))
        return false;
    return queue_renew(db, config->name, config->lease_ms, why) &&
           queue_say_hello(db, &sign->entry, why);
}

static void done_sign(struct db_task *task)
{
    struct worker_sign *sign = task->context;
    struct worker *worker = sign->worker;

    sign->is_out = false;
    note_failure(worker, task);
    worker_turn(worker);
}

static void send_sign(struct worker *worker)
{
    struct worker_sign *sign = &worker->sign;
    int rest_ms = worker->config.lease_ms / 3;

    sign->due_us =
        clock_now_us() + (int64_t)(rest_ms < SIGN_MAX_MS ? rest_ms : SIGN_MAX_MS) * US_PER_MS;
    sign->is_out = true;
    sign->task = (struct db_task){.work = work_sign, .done = done_sign, .context = sign};
    db_thread_send(worker->config.db_thread, &sign->task);
}

void worker_store_say_hello(struct worker *worker)
{
    if (worker->sign.is_out || worker->has_failed || worker->has_given_back ||
        clock_now_us() < worker->sign.due_us)
        return;
    worker->sign.gives_back = false;
    send_sign(worker);
}

void worker_store_give_back(struct worker *worker)
{
    worker->sign.gives_back = true;
    send_sign(worker);
}

/* ---- the desk ---- */

bool worker_store_is_quiet(const struct worker *worker)
{
    return !worker->look.is_out && !worker->submit.is_out && !worker->sign.is_out;
}

void worker_store_open(struct worker *worker)
{
    struct queue_worker *entry = &worker->sign.entry;

    worker->look.worker = worker->submit.worker = worker->sign.worker = worker;
    snprintf(entry->name, sizeof entry->name, "%s", worker->config.name);
    snprintf(entry->version, sizeof entry->version, "%s", worker->config.version);
    gethostname(entry->host, sizeof entry->host - 1);
    entry->cores = cores_allowed();
    worker_store_give_back(worker); /* what a predecessor of the same name had taken */
}

void worker_store_close(struct worker *worker)
{
    free_results(worker->results, worker->result_count);
    free_results(worker->submit.results, worker->submit.count);
    worker_tests_free(worker->look.found);
    free(worker->results);
}
