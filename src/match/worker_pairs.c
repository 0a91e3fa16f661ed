/* Which tests of the queue can be played here, and taking pairs of them. */

#include "match/worker_internal.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT_MAX = 64 }; /* tests without free pairs that are remembered; they may get some */

/* ---- the list of tests ---- */

struct worker_test *worker_pairs_find_test(const struct worker *worker, int64_t id)
{
    struct worker_test *test = worker->tests;

    while (test && test->head.id != id)
        test = test->next;
    return test;
}

static struct worker_test *copy_test(const struct queue_test *test)
{
    struct worker_test *copy = memory_get(1, sizeof *copy);

    copy->head = *test;
    copy->head.match = slice_make(memory_copy(test->match), test->match.len);
    copy->has_pairs = true;
    return copy;
}

static void free_test(struct worker_test *test)
{
    match_finish(&test->match);
    file_free(test->head.match);
    free(test);
}

static void free_tests(struct worker_test *tests)
{
    while (tests) {
        struct worker_test *next = tests->next;
        free_test(tests);
        tests = next;
    }
}

static void append(struct worker_test **list, struct worker_test *tests)
{
    while (*list)
        list = &(*list)->next;
    *list = tests;
}

static bool is_among(int64_t id, const int64_t ids[], int count)
{
    for (int i = 0; i < count; i++) {
        if (ids[i] == id)
            return true;
    }
    return false;
}

/* Only the tests listed have free pairs now; most others are forgotten. */
static void update_tests(struct worker *worker, const int64_t listed[], int count)
{
    int kept = 0;

    for (struct worker_test **place = &worker->tests; *place;) {
        struct worker_test *test = *place;
        test->has_pairs = is_among(test->head.id, listed, count);
        /* A refused test is remembered for good, so that its refusal is told only once. */
        kept += !test->has_pairs && test->users == 0 && test->state != TEST_REFUSED;
        if (kept <= KEPT_MAX) {
            place = &test->next;
            continue;
        }
        kept--;
        *place = test->next;
        free_test(test);
    }
}

void worker_pairs_refuse_test(struct worker *worker, struct worker_test *test,
                              const struct err *why)
{
    const struct match_events *events = worker->config.events;

    if (test->state == TEST_REFUSED)
        return;
    test->state = TEST_REFUSED;
    test->why = *why;
    if (events->on_refused)
        events->on_refused(events->context, &test->head, &test->why);
    worker_tell(worker, WORKER_REFUSED, &test->why);
}

/* ---- checking a test ---- */

static const char *own_signature(struct worker *worker, const struct game_rules *rules)
{
    int index = 0;

    while (game_at(index) != rules && index < WORKER_GAMES_MAX - 1)
        index++;
    if (!worker->signatures[index][0])
        search_signature(rules, worker->signatures[index]);
    return worker->signatures[index];
}

static bool can_play(struct worker *worker, struct worker_test *test)
{
    const char *wanted = test->head.signature;

    if (!match_parse(&test->match, test->head.match, worker->config.resolve,
                     worker->config.resolve_context, &test->why))
        return false;
    test->match.lang = worker->config.lang;
    test->match.games = test->head.games;
    return !wanted[0] || strcmp(wanted, own_signature(worker, test->match.rules)) == 0 ||
           err_say(&test->why, "signature_other", test->match.rules->title);
}

static void work_check(uv_work_t *request)
{
    struct worker *worker = request->data;

    worker->check.is_passed = can_play(worker, worker->check.test);
}

static void done_check(uv_work_t *request, int status)
{
    struct worker *worker = request->data;
    struct worker_test *test = worker->check.test;

    assert(test && test->users > 0);
    worker->check.test = NULL;
    test->users--;
    if (status == 0 && worker->check.is_passed)
        test->state = TEST_READY;
    else
        worker_pairs_refuse_test(worker, test, &test->why);
    worker_turn(worker);
}

static struct worker_test *find_new(const struct worker *worker)
{
    struct worker_test *test = worker->tests;

    while (test && test->state != TEST_NEW)
        test = test->next;
    return test;
}

bool worker_pairs_are_checked(const struct worker *worker)
{
    return !worker->check.test && !find_new(worker);
}

void worker_pairs_check_tests(struct worker *worker)
{
    if (worker->check.test || worker->is_stopping)
        return;
    worker->check.test = find_new(worker);
    if (!worker->check.test)
        return;
    worker->check.test->users++;
    worker->check.work.data = worker;
    uv_queue_work(worker->loop, &worker->check.work, work_check, done_check);
}

/* ---- looking into the queue: on the database thread ---- */

static bool on_test(void *context, const struct queue_test *test)
{
    struct worker_look *look = context;
    int64_t only = look->worker->config.only_test;

    if (only != 0 && test->id != only)
        return true;
    assert(look->listed_count < WORKER_TESTS_MAX);
    look->listed[look->listed_count++] = test->id;
    if (!is_among(test->id, look->known, look->known_count) &&
        look->known_count + look->found_count < WORKER_KNOWN_MAX) {
        look->found_count++;
        append(&look->found, copy_test(test));
    }
    return look->listed_count < WORKER_TESTS_MAX;
}

static bool take_pairs(struct db *db, struct worker_look *look, struct err *why)
{
    const struct worker_config *config = &look->worker->config;

    while (look->pair_count < look->wanted && look->dry_count < look->asked_count) {
        int count = queue_take(db, look->asked[look->dry_count], config->name,
                               look->wanted - look->pair_count, config->lease_ms,
                               look->pairs + look->pair_count, why);
        if (count < 0)
            return false;
        look->pair_count += count;
        look->dry_count += look->pair_count < look->wanted;
    }
    return true;
}

/* A second try, after the server was lost: pairs of the first try may be taken without our
 * knowledge, so all are handed back first. */
static bool work_look(struct db *db, struct db_task *task, struct err *why)
{
    struct worker_look *look = task->context;

    free_tests(look->found);
    look->found = NULL;
    look->found_count = look->listed_count = look->pair_count = look->dry_count = 0;
    if (look->tries++ > 0 && !queue_hand_back(db, look->worker->config.name, why))
        return false;
    if (look->lists && !queue_tests(db, QUEUE_FREE, on_test, look, why))
        return false;
    return take_pairs(db, look, why);
}

/* ---- looking into the queue: on the loop's thread ---- */

/* The worker has this pair already if all pairs were handed back in between. */
static bool has_pair(const struct worker *worker, const struct queue_pair *pair)
{
    for (int i = 0; i < worker->stock_count; i++) {
        const struct queue_pair *own = &worker->stock[(worker->stock_first + i) % WORKER_STOCK_MAX];
        if (own->test == pair->test && own->pair == pair->pair)
            return true;
    }
    for (int i = 0; i < worker->config.slots; i++) {
        const struct slot *slot = &worker->slots[i];
        if (slot->is_busy && slot->pair.test == pair->test && slot->pair.pair == pair->pair)
            return true;
    }
    return false;
}

static void add_to_stock(struct worker *worker, const struct queue_pair *pair)
{
    struct worker_test *test = worker_pairs_find_test(worker, pair->test);

    if (!test || has_pair(worker, pair))
        return;
    assert(worker->stock_count < WORKER_STOCK_MAX);
    test->users++;
    worker->last_test = pair->test;
    worker->found_nothing = false;
    worker->stock[(worker->stock_first + worker->stock_count++) % WORKER_STOCK_MAX] = *pair;
}

/* Too few pairs: all tests are listed once more before the worker calls itself idle. */
static void take_answer(struct worker *worker, struct worker_look *look)
{
    if (worker->is_stopping)
        return;
    for (int i = 0; i < look->dry_count; i++)
        worker_pairs_find_test(worker, look->asked[i])->is_empty = true;
    for (int i = 0; i < look->pair_count; i++)
        add_to_stock(worker, &look->pairs[i]);
    if (!look->lists) {
        worker->list_is_due = worker->list_is_due || look->pair_count < look->wanted;
        return;
    }
    worker->found_nothing = look->pair_count == 0;
    worker->listed_us = clock_now_us();
    update_tests(worker, look->listed, look->listed_count);
    append(&worker->tests, look->found);
    look->found = NULL;
}

static void done_look(struct db_task *task)
{
    struct worker *worker = ((struct worker_look *)task->context)->worker;

    worker->look.is_sent = false;
    worker_note_task(worker, task);
    if (task->is_fine)
        take_answer(worker, &worker->look);
    worker_turn(worker);
}

/* Tests take turns: in the order of entry, beginning after the one whose pair was taken last. */
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
            if (test->state == TEST_READY && test->has_pairs && !test->is_empty &&
                look->asked_count < WORKER_TESTS_MAX)
                look->asked[look->asked_count++] = test->head.id;
        }
    }
}

void worker_pairs_look(struct worker *worker, int wanted)
{
    struct worker_look *look = &worker->look;

    if (look->is_sent || worker->is_stopping || worker->has_failed || wanted <= 0)
        return;
    look->lists = worker->list_is_due;
    list_asked(worker, look);
    if (!look->lists && look->asked_count == 0)
        return;
    worker->list_is_due = false;
    look->wanted = wanted < WORKER_TAKE_MAX ? wanted : WORKER_TAKE_MAX;
    look->tries = 0;
    look->is_sent = true;
    look->task = (struct db_task){.work = work_look, .done = done_look, .context = look};
    db_thread_send(worker->config.db_thread, &look->task);
}

void worker_pairs_free(struct worker *worker)
{
    free_tests(worker->look.found);
    free_tests(worker->tests);
}
