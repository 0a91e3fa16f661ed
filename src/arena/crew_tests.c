#include "arena/crew_parts.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT_MAX = 64 }; /* tests without jobs that are remembered; they may get some */

/* ---- the list ---- */

struct crew_test *tests_find(const struct crew *crew, int64_t id)
{
    struct crew_test *test = crew->tests;

    while (test && test->head.id != id)
        test = test->next;
    return test;
}

struct crew_test *tests_copy(const struct queue_test *test)
{
    struct crew_test *copy = memory_get(1, sizeof *copy);
    char *text = memory_get(1, test->terms.len + 1);

    memcpy(text, test->terms.at, test->terms.len);
    copy->head = *test;
    copy->head.terms = slice_make(text, test->terms.len);
    copy->has_jobs = true;
    return copy;
}

static void free_test(struct crew_test *test)
{
    terms_finish(&test->terms);
    file_free(test->head.terms);
    free(test);
}

void tests_free(struct crew_test *tests)
{
    while (tests) {
        struct crew_test *next = tests->next;
        free_test(tests);
        tests = next;
    }
}

void tests_add(struct crew *crew, struct crew_test *found)
{
    struct crew_test **place = &crew->tests;

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

void tests_update(struct crew *crew, const int64_t jobs[], int count)
{
    int kept = 0;

    for (struct crew_test **place = &crew->tests; *place;) {
        struct crew_test *test = *place;
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

void tests_refuse(struct crew *crew, struct crew_test *test, const struct err *why)
{
    if (test->state == TEST_REFUSED)
        return;
    test->state = TEST_REFUSED;
    test->why = *why;
    if (crew->config.on_refused)
        crew->config.on_refused(crew->config.context, &test->head, &test->why);
}

/* ---- exams ---- */

static const char *own_signature(struct crew *crew, const struct game_rules *rules)
{
    int index = 0;

    while (game_at(index) != rules && index < CREW_GAMES_MAX - 1)
        index++;
    if (!crew->signatures[index][0])
        search_signature(rules, crew->signatures[index]);
    return crew->signatures[index];
}

/* A test without a signature is anybody's. */
static bool examine(struct crew *crew, struct crew_test *test)
{
    const char *wanted = test->head.signature;

    if (!terms_parse(&test->terms, test->head.terms, crew->config.resolve, crew->config.context,
                     &test->why))
        return false;
    test->terms.lang = crew->config.lang;
    test->terms.games = test->head.games;
    return !wanted[0] || strcmp(wanted, own_signature(crew, test->terms.rules)) == 0 ||
           err_say(&test->why, "signature_other", test->terms.rules->title);
}

static void work(uv_work_t *request)
{
    struct crew *crew = request->data;

    crew->exam.is_passed = examine(crew, crew->exam.test);
}

static void done(uv_work_t *request, int status)
{
    struct crew *crew = request->data;
    struct crew_test *test = crew->exam.test;

    crew->exam.test = NULL;
    test->users--;
    if (status == 0 && crew->exam.is_passed)
        test->state = TEST_READY;
    else
        tests_refuse(crew, test, &test->why);
    crew_turn(crew);
}

static struct crew_test *find_new(const struct crew *crew)
{
    struct crew_test *test = crew->tests;

    while (test && test->state != TEST_NEW)
        test = test->next;
    return test;
}

bool tests_are_examined(const struct crew *crew) { return !crew->exam.test && !find_new(crew); }

void tests_examine(struct crew *crew)
{
    if (crew->exam.test || crew->is_stopping)
        return;
    crew->exam.test = find_new(crew);
    if (!crew->exam.test)
        return;
    crew->exam.test->users++;
    crew->exam.work.data = crew;
    uv_queue_work(crew->loop, &crew->exam.work, work, done);
}
