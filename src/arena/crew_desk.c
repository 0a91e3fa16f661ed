#include "arena/crew_parts.h"

#include "arena/cores.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIGN_MAX_MS = 10 * 1000, US_PER_MS = 1000 };

/* A chore was refused.  That the server is lost is said only to those who stop waiting for it. */
static void note_failure(struct crew *crew, const struct chore *chore)
{
    if (!chore->is_fine)
        crew_fail(crew, &chore->why);
}

/* ---- looking: the clerk's thread ---- */

static bool is_known(const struct crew_look *look, int64_t id)
{
    for (int i = 0; i < look->known_count; i++) {
        if (look->known[i] == id)
            return true;
    }
    return false;
}

static bool on_test(void *context, const struct queue_test *test)
{
    struct crew_look *look = context;
    int64_t only = look->crew->config.only_test;

    if (only != 0 && test->id != only)
        return true;
    look->listed[look->listed_count++] = test->id;
    if (!is_known(look, test->id) && look->known_count + look->found_count < CREW_KNOWN_MAX) {
        look->found_count++;
        struct crew_test **place = &look->found;
        while (*place)
            place = &(*place)->next;
        *place = tests_copy(test);
    }
    return look->listed_count < CREW_TESTS_MAX;
}

static bool take_jobs(struct db *db, struct crew_look *look, struct err *why)
{
    const struct crew_config *config = &look->crew->config;

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
static bool work_look(struct db *db, struct chore *chore, struct err *why)
{
    struct crew_look *look = chore->context;

    tests_free(look->found);
    look->found = NULL;
    look->found_count = look->listed_count = look->job_count = look->dry_count = 0;
    if (look->tries++ > 0 && !queue_give_back(db, look->crew->config.name, why))
        return false;
    if (look->lists && !queue_tests(db, QUEUE_FREE, on_test, look, why))
        return false;
    return take_jobs(db, look, why);
}

/* ---- looking: the loop's thread ---- */

/* Is this a job that we have already?  That happens when everything was given back in between. */
static bool is_ours(const struct crew *crew, const struct queue_job *job)
{
    for (int i = 0; i < crew->stock_count; i++) {
        const struct queue_job *own = &crew->stock[(crew->stock_first + i) % CREW_STOCK_MAX];
        if (own->test == job->test && own->pair == job->pair)
            return true;
    }
    for (int i = 0; i < crew->config.size; i++) {
        const struct lane *lane = &crew->lanes[i];
        if (lane->is_busy && lane->order.test == job->test && lane->order.pair == job->pair)
            return true;
    }
    return false;
}

static void stock_up(struct crew *crew, const struct queue_job *job)
{
    struct crew_test *test = tests_find(crew, job->test);

    if (!test || is_ours(crew, job))
        return;
    test->users++;
    crew->last_test = job->test;
    crew->found_nothing = false;
    crew->stock[(crew->stock_first + crew->stock_count++) % CREW_STOCK_MAX] = *job;
}

/* Before it is said that nothing is left, everything is looked at once more. */
static void take_in(struct crew *crew, struct crew_look *look)
{
    if (crew->is_stopping)
        return;
    for (int i = 0; i < look->dry_count; i++)
        tests_find(crew, look->asked[i])->is_empty = true;
    for (int i = 0; i < look->job_count; i++)
        stock_up(crew, &look->jobs[i]);
    if (!look->lists) {
        crew->list_is_due = crew->list_is_due || look->job_count < look->wanted;
        return;
    }
    crew->found_nothing = look->job_count == 0;
    crew->listed_us = clock_now_us();
    tests_update(crew, look->listed, look->listed_count);
    tests_add(crew, look->found);
    look->found = NULL;
}

static void done_look(struct chore *chore)
{
    struct crew *crew = ((struct crew_look *)chore->context)->crew;

    crew->look.is_out = false;
    note_failure(crew, chore);
    if (chore->is_fine)
        take_in(crew, &crew->look);
    crew_turn(crew);
}

/* In the order of entry, but beginning with the one after that whose turn it was. */
static void list_asked(struct crew *crew, struct crew_look *look)
{
    look->known_count = look->asked_count = 0;
    for (int round = 0; round < 2; round++) {
        for (struct crew_test *test = crew->tests; test; test = test->next) {
            bool is_later = test->head.id > crew->last_test;
            if (is_later != (round == 0))
                continue;
            if (look->known_count < CREW_KNOWN_MAX)
                look->known[look->known_count++] = test->head.id;
            test->is_empty = test->is_empty && !look->lists;
            if (test->state == TEST_READY && test->has_jobs && !test->is_empty &&
                look->asked_count < CREW_TESTS_MAX)
                look->asked[look->asked_count++] = test->head.id;
        }
    }
}

void desk_look(struct crew *crew, int wanted)
{
    struct crew_look *look = &crew->look;

    if (look->is_out || crew->is_stopping || crew->has_failed || wanted <= 0)
        return;
    look->lists = crew->list_is_due;
    list_asked(crew, look);
    if (!look->lists && look->asked_count == 0)
        return;
    crew->list_is_due = false;
    look->wanted = wanted < CREW_TAKE_MAX ? wanted : CREW_TAKE_MAX;
    look->tries = 0;
    look->is_out = true;
    look->chore = (struct chore){.work = work_look, .done = done_look, .context = look};
    clerk_send(crew->config.clerk, &look->chore);
}

/* ---- results ---- */

void desk_keep(struct crew *crew, int64_t test, int game, struct slice line)
{
    char *copy = memory_get(1, line.len + 1);

    memcpy(copy, line.at, line.len);
    crew->results =
        memory_grow(crew->results, (size_t)(crew->result_count + 1) * sizeof *crew->results);
    crew->results[crew->result_count++] =
        (struct queue_result){.test = test, .game = game, .line = slice_make(copy, line.len)};
}

static void free_lines(struct queue_result results[], int count)
{
    for (int i = 0; i < count; i++)
        file_free(results[i].line);
}

static bool work_submit(struct db *db, struct chore *chore, struct err *why)
{
    struct crew_submit *submit = chore->context;

    return queue_submit(db, submit->crew->config.name, submit->results, submit->count, why);
}

static void done_submit(struct chore *chore)
{
    struct crew_submit *submit = chore->context;
    struct crew *crew = submit->crew;

    submit->is_out = false;
    free_lines(submit->results, submit->count);
    submit->count = 0;
    note_failure(crew, chore);
    if (chore->is_fine && crew->config.on_submitted)
        crew->config.on_submitted(crew->config.context);
    crew_turn(crew);
}

void desk_submit(struct crew *crew)
{
    struct crew_submit *submit = &crew->submit;

    if (submit->is_out || crew->result_count == 0 || crew->has_failed)
        return;
    submit->count =
        crew->result_count < CREW_SUBMIT_MAX ? crew->result_count : (int)CREW_SUBMIT_MAX;
    crew->result_count -= submit->count;
    memcpy(submit->results, crew->results, (size_t)submit->count * sizeof *crew->results);
    memmove(crew->results, crew->results + submit->count,
            (size_t)crew->result_count * sizeof *crew->results);
    submit->is_out = true;
    submit->chore = (struct chore){.work = work_submit, .done = done_submit, .context = submit};
    clerk_send(crew->config.clerk, &submit->chore);
}

/* ---- signs of life ---- */

static bool work_sign(struct db *db, struct chore *chore, struct err *why)
{
    struct crew_sign *sign = chore->context;
    const struct crew_config *config = &sign->crew->config;

    if (sign->gives_back && !queue_give_back(db, config->name, why))
        return false;
    return queue_renew(db, config->name, config->lease_ms, why) &&
           queue_say_hello(db, &sign->worker, why);
}

static void done_sign(struct chore *chore)
{
    struct crew_sign *sign = chore->context;
    struct crew *crew = sign->crew;

    sign->is_out = false;
    note_failure(crew, chore);
    crew_turn(crew);
}

static void send_sign(struct crew *crew)
{
    struct crew_sign *sign = &crew->sign;
    int rest_ms = crew->config.lease_ms / 3;

    sign->due_us =
        clock_now_us() + (int64_t)(rest_ms < SIGN_MAX_MS ? rest_ms : SIGN_MAX_MS) * US_PER_MS;
    sign->is_out = true;
    sign->chore = (struct chore){.work = work_sign, .done = done_sign, .context = sign};
    clerk_send(crew->config.clerk, &sign->chore);
}

void desk_say_hello(struct crew *crew)
{
    if (crew->sign.is_out || crew->has_failed || crew->has_given_back ||
        clock_now_us() < crew->sign.due_us)
        return;
    crew->sign.gives_back = false;
    send_sign(crew);
}

void desk_give_back(struct crew *crew)
{
    crew->sign.gives_back = true;
    send_sign(crew);
}

/* ---- the desk ---- */

bool desk_is_quiet(const struct crew *crew)
{
    return !crew->look.is_out && !crew->submit.is_out && !crew->sign.is_out;
}

void desk_open(struct crew *crew)
{
    struct queue_worker *worker = &crew->sign.worker;

    crew->look.crew = crew->submit.crew = crew->sign.crew = crew;
    snprintf(worker->name, sizeof worker->name, "%s", crew->config.name);
    snprintf(worker->version, sizeof worker->version, "%s", crew->config.version);
    gethostname(worker->host, sizeof worker->host - 1);
    worker->cores = cores_allowed();
    desk_give_back(crew); /* what a predecessor of the same name had taken */
}

void desk_close(struct crew *crew)
{
    free_lines(crew->results, crew->result_count);
    free_lines(crew->submit.results, crew->submit.count);
    tests_free(crew->look.found);
    free(crew->results);
}
