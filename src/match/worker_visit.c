/* What a worker does at the store: submits results, renews its leases, finds tests that can be
 * played here, takes pairs of them.  All in one database task, the visit. */

#include "match/worker_internal.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "search/signature.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEPT_MAX = 64,      /* tests without free pairs that are remembered; they may get some */
    SIGN_MAX_MS = 5000, /* between two signs of life */
};

/* ---- the list of tests ---- */

struct worker_test *worker_test_by_id(const struct worker *worker, int64_t id)
{
    struct worker_test *test = worker->tests;

    while (test && test->head.id != id)
        test = test->next;
    return test;
}

static void free_test(struct worker_test *test)
{
    match_finish(&test->match);
    file_free(test->head.match);
    free(test);
}

/* Most tests without free pairs are forgotten.  A refused test is remembered for good, so that its
 * refusal is told only once. */
static void forget_tests(struct worker *worker)
{
    int kept = 0;

    for (struct worker_test **place = &worker->tests; *place;) {
        struct worker_test *test = *place;
        bool is_needed = test->has_pairs || test->users > 0 || test->is_refused;
        if (is_needed || kept++ < KEPT_MAX) {
            place = &test->next;
            continue;
        }
        *place = test->next;
        free_test(test);
    }
}

void worker_visit_refuse_test(struct worker *worker, struct worker_test *test,
                              const struct err *why)
{
    test->is_refused = true;
    if (test->refusal_is_told)
        return;
    test->refusal_is_told = true;
    worker->config.on_news(worker->config.owner, WORKER_REFUSED, &test->head, why);
}

/* ---- on the database thread ---- */

static bool on_test(void *context, const struct queue_test *head)
{
    struct worker *worker = context;
    struct worker_test **place = &worker->tests;
    int count = 0;

    if (worker->config.only_test != 0 && head->id != worker->config.only_test)
        return true;
    for (; *place && (*place)->head.id != head->id; count++)
        place = &(*place)->next;
    if (!*place && count == WORKER_TESTS_MAX)
        return true;
    if (!*place) {
        *place = memory_get(1, sizeof **place);
        (*place)->head = *head;
        (*place)->head.match = slice_make(memory_copy(head->match), head->match.len);
    }
    (*place)->has_pairs = !(*place)->is_refused;
    return true;
}

static bool list_tests(struct worker *worker, struct db *db, struct err *why)
{
    for (struct worker_test *test = worker->tests; test; test = test->next)
        test->has_pairs = false;
    return queue_tests(db, QUEUE_FREE, on_test, worker, why);
}

static bool read_test(const struct worker *worker, struct worker_test *test)
{
    const char *wanted = test->head.signature;
    char own[SIGNATURE_TEXT_SIZE];

    if (!match_parse(&test->match, test->head.match, worker->config.bots, worker->config.bot_count,
                     &test->why))
        return false;
    test->match.lang = worker->config.lang;
    test->match.games = test->head.games;
    if (wanted[0])
        search_signature(test->match.rules, own);
    return !wanted[0] || strcmp(wanted, own) == 0 ||
           err_set(&test->why, "signature_other", test->match.rules->title);
}

/* Reads a test when its first pair is about to be taken: the files of its programs are hashed. */
static bool can_be_played(const struct worker *worker, struct worker_test *test)
{
    if (!test->is_checked) {
        test->is_checked = true;
        test->is_refused = !read_test(worker, test);
        file_free(test->head.match);
        test->head.match = (struct slice){0};
    }
    return !test->is_refused;
}

static bool take_from(struct worker *worker, struct worker_test *test, struct db *db,
                      struct err *why)
{
    const struct worker_config *config = &worker->config;
    struct worker_visit *visit = &worker->visit;
    int count = 0;

    if (can_be_played(worker, test))
        count = queue_take(db, test->head.id, config->name, visit->wanted - visit->pair_count,
                           config->lease_ms, visit->pairs + visit->pair_count, why);
    if (count < 0)
        return false;
    visit->pair_count += count;
    assert(visit->pair_count <= visit->wanted && visit->wanted <= WORKER_TAKE_MAX);
    test->has_pairs = visit->pair_count == visit->wanted;
    return true;
}

/* Tests take turns: in the order of entry, beginning after the one whose pair was taken last. */
static bool take_pairs(struct worker *worker, struct db *db, struct err *why)
{
    struct worker_visit *visit = &worker->visit;

    for (int round = 0; round < 2; round++) {
        for (struct worker_test *test = worker->tests; test; test = test->next) {
            bool is_later = test->head.id > visit->last_test;
            if (is_later == (round == 0) && test->has_pairs && visit->pair_count < visit->wanted &&
                !take_from(worker, test, db, why))
                return false;
        }
    }
    return true;
}

static bool work_visit(struct db *db, struct db_task *task, struct err *why)
{
    struct worker *worker = task->context;
    const struct worker_config *config = &worker->config;
    struct worker_visit *visit = &worker->visit;
    /* A second try, after the server was lost: pairs of the first try may be taken without our
     * knowledge, so all are handed back first. */
    bool is_second_try = visit->tries++ > 0 && visit->wanted > 0;

    visit->pair_count = 0;
    if (visit->result_count > 0 &&
        !queue_add_results(db, config->name, (const struct queue_result *const *)visit->results,
                           visit->result_count, why))
        return false;
    if (visit->is_first && !queue_end_leases(db, config->name, why))
        return false;
    if ((visit->is_last || is_second_try) && !queue_hand_back(db, config->name, why))
        return false;
    if (visit->signs && (!queue_renew(db, config->name, config->lease_ms, why) ||
                         !queue_say_hello(db, &visit->entry, why)))
        return false;
    if (visit->lists && !list_tests(worker, db, why))
        return false;
    return take_pairs(worker, db, why);
}

/* ---- on the loop's thread ---- */

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
    struct worker_test *test = worker_test_by_id(worker, pair->test);

    assert(test && test->is_checked);
    if (has_pair(worker, pair))
        return;
    assert(worker->stock_count < WORKER_STOCK_MAX);
    test->users++;
    worker->visit.last_test = pair->test;
    worker->found_nothing = false;
    worker->stock[(worker->stock_first + worker->stock_count++) % WORKER_STOCK_MAX] = *pair;
}

/* Too few pairs: all tests are listed once more before the worker calls itself idle. */
static void keep_pairs(struct worker *worker)
{
    const struct worker_visit *visit = &worker->visit;

    if (worker->is_stopping)
        return;
    if (visit->lists) {
        worker->found_nothing = visit->pair_count == 0;
        worker->listed_us = clock_now_us();
    } else if (visit->pair_count < visit->wanted) {
        worker->list_is_due = true;
    }
    for (int i = 0; i < visit->pair_count; i++)
        add_to_stock(worker, &visit->pairs[i]);
    if (visit->lists)
        forget_tests(worker);
}

static void tell_refusals(struct worker *worker)
{
    for (struct worker_test *test = worker->tests; test; test = test->next) {
        if (test->is_refused && !test->refusal_is_told)
            worker_visit_refuse_test(worker, test, &test->why);
    }
}

static int free_results(struct queue_result **results, int count)
{
    for (int i = 0; i < count; i++)
        free(results[i]);
    free(results);
    return count;
}

/* The visit is over when everything has been told: until then no callback begins the next one. */
static void done_visit(struct db_task *task)
{
    struct worker *worker = task->context;
    struct worker_visit *visit = &worker->visit;
    int submitted = free_results(visit->results, visit->result_count);

    assert(visit->is_sent && !worker->is_closed);
    visit->results = NULL;
    visit->result_count = 0;
    if (task->is_fine) {
        keep_pairs(worker);
        if (submitted > 0)
            worker->config.on_news(worker->config.owner, WORKER_SUBMITTED, NULL, NULL);
        tell_refusals(worker);
    } else {
        worker->store_failed = true;
        worker_fail(worker, &task->why);
    }
    visit->is_sent = false;
    worker_turn(worker);
}

static void send_visit(struct worker *worker)
{
    struct worker_visit *visit = &worker->visit;

    assert(!visit->is_sent && !worker->store_failed);
    visit->results = worker->results;
    visit->result_count = worker->result_count;
    worker->results = NULL;
    worker->result_count = 0;
    visit->tries = 0;
    visit->is_sent = true;
    visit->task = (struct db_task){.work = work_visit, .done = done_visit, .context = worker};
    db_thread_send(worker->config.db_thread, &visit->task);
}

static bool any_has_pairs(const struct worker *worker)
{
    const struct worker_test *test = worker->tests;

    while (test && !test->has_pairs)
        test = test->next;
    return test != NULL;
}

void worker_visit_store(struct worker *worker, int wanted)
{
    struct worker_visit *visit = &worker->visit;
    int64_t now_us = clock_now_us(), third_ms = worker->config.lease_ms / 3;
    int64_t pause_ms = third_ms < SIGN_MAX_MS ? third_ms : SIGN_MAX_MS;

    if (visit->is_sent || worker->store_failed || worker->has_handed_back)
        return;
    bool takes =
        wanted > 0 && !worker->is_stopping && (worker->list_is_due || any_has_pairs(worker));
    visit->wanted = !takes ? 0 : wanted < WORKER_TAKE_MAX ? wanted : WORKER_TAKE_MAX;
    visit->lists = takes && worker->list_is_due;
    visit->signs = now_us >= worker->sign_due_us;
    if (!takes && !visit->signs && worker->result_count == 0)
        return;
    visit->is_first = worker->is_new;
    worker->is_new = false;
    worker->list_is_due = worker->list_is_due && !visit->lists;
    if (visit->signs)
        worker->sign_due_us = now_us + pause_ms * WORKER_US_PER_MS;
    send_visit(worker);
}

void worker_visit_hand_back(struct worker *worker)
{
    struct worker_visit *visit = &worker->visit;

    assert(worker->busy == 0 && worker->result_count == 0 && !worker->has_handed_back);
    worker->has_handed_back = true;
    visit->wanted = 0;
    visit->lists = false;
    visit->is_first = false;
    visit->signs = visit->is_last = true;
    send_visit(worker);
}

void worker_visit_free(struct worker *worker)
{
    free_results(worker->results, worker->result_count);
    free_results(worker->visit.results, worker->visit.result_count);
    while (worker->tests) {
        struct worker_test *test = worker->tests;
        worker->tests = test->next;
        free_test(test);
    }
}
