#include "match/worker_internal.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT_MAX = 64 }; /* tests without jobs that are remembered; they may get some */

/* ---- the list ---- */

struct worker_test *worker_tests_find(const struct worker *worker, int64_t id)
{
    struct worker_test *test = worker->tests;

    while (test && test->head.id != id)
        test = test->next;
    return test;
}

struct worker_test *worker_tests_copy(const struct queue_test *test)
{
    struct worker_test *copy = memory_get(1, sizeof *copy);
    char *text = memory_get(1, test->match.len + 1);

    memcpy(text, test->match.at, test->match.len);
    copy->head = *test;
    copy->head.match = slice_make(text, test->match.len);
    copy->has_jobs = true;
    return copy;
}

static void free_test(struct worker_test *test)
{
    match_finish(&test->match);
    file_free(test->head.match);
    free(test);
}

void worker_tests_free(struct worker_test *tests)
{
    while (tests) {
        struct worker_test *next = tests->next;
        free_test(tests);
        tests = next;
    }
}

void worker_tests_add(struct worker *worker, struct worker_test *found)
{
    struct worker_test **place = &worker->tests;

    while (*place)
        place = &(*place)->next;
    *place = found;
}

static bool is_among(int64_t id, const int64_t ids[], int count)
{
    for (int i = 0; i < count; i++) {
        if (ids[i] == id)
            return true;
    }
    return false;
}

void worker_tests_update(struct worker *worker, const int64_t jobs[], int count)
{
    int kept = 0;

    for (struct worker_test **place = &worker->tests; *place;) {
        struct worker_test *test = *place;
        test->has_jobs = is_among(test->head.id, jobs, count);
        /* One that was refused is remembered for good: it is told only once. */
        kept += !test->has_jobs && test->users == 0 && test->state != TEST_REFUSED;
        if (kept <= KEPT_MAX) {
            place = &test->next;
            continue;
        }
        kept--;
        *place = test->next;
        free_test(test);
    }
}

void worker_tests_refuse(struct worker *worker, struct worker_test *test, const struct err *why)
{
    if (test->state == TEST_REFUSED)
        return;
    test->state = TEST_REFUSED;
    test->why = *why;
    if (worker->config.on_refused)
        worker->config.on_refused(worker->config.context, &test->head, &test->why);
}

/* ---- exams ---- */

static const char *own_signature(struct worker *worker, const struct game_rules *rules)
{
    int index = 0;

    while (game_at(index) != rules && index < WORKER_GAMES_MAX - 1)
        index++;
    if (!worker->signatures[index][0])
        search_signature(rules, worker->signatures[index]);
    return worker->signatures[index];
}

/* A test without a signature is anybody's. */
static bool examine(struct worker *worker, struct worker_test *test)
{
    const char *wanted = test->head.signature;

    if (!match_parse(&test->match, test->head.match, worker->config.resolve, worker->config.context,
                     &test->why))
        return false;
    test->match.lang = worker->config.lang;
    test->match.games = test->head.games;
    return !wanted[0] || strcmp(wanted, own_signature(worker, test->match.rules)) == 0 ||
           err_say(&test->why, "signature_other", test->match.rules->title);
}

static void work(uv_work_t *request)
{
    struct worker *worker = request->data;

    worker->exam.is_passed = examine(worker, worker->exam.test);
}

static void done(uv_work_t *request, int status)
{
    struct worker *worker = request->data;
    struct worker_test *test = worker->exam.test;

    worker->exam.test = NULL;
    test->users--;
    if (status == 0 && worker->exam.is_passed)
        test->state = TEST_READY;
    else
        worker_tests_refuse(worker, test, &test->why);
    worker_turn(worker);
}

static struct worker_test *find_new(const struct worker *worker)
{
    struct worker_test *test = worker->tests;

    while (test && test->state != TEST_NEW)
        test = test->next;
    return test;
}

bool worker_tests_are_examined(const struct worker *worker)
{
    return !worker->exam.test && !find_new(worker);
}

void worker_tests_examine(struct worker *worker)
{
    if (worker->exam.test || worker->is_stopping)
        return;
    worker->exam.test = find_new(worker);
    if (!worker->exam.test)
        return;
    worker->exam.test->users++;
    worker->exam.work.data = worker;
    uv_queue_work(worker->loop, &worker->exam.work, work, done);
}
