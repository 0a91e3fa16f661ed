/* Tests and workers; pairs and results are in queue_pairs.c. */

#include "store/queue.h"

#include "store/queue_pairs.h"

#include <string.h>

enum { SILENCE_MS = 2 * QUEUE_LEASE_MS }; /* a worker that was not seen for so long is gone */

/* ---- a test is entered ---- */

static const char *const make_test =
    "INSERT INTO tests(key, kind, name, signature, match, games, is_open, created)"
    " VALUES($1, $2, $3, $4, $5, 0, 0, now_ms()) ON CONFLICT(key) DO NOTHING";

/* A second process that enters the same test waits until this transaction has ended. */
static const char *const find_test[] =
    BOTH("SELECT id, games FROM tests WHERE key = $1", " FOR UPDATE");

/* The last pair, if the test ended in the middle of it so far. */
static const char *const complete_pair =
    "UPDATE pairs SET games = 2, state = 0 WHERE test = $1 AND pair = $2 AND games = 1";

static const char *const make_pairs =
    "WITH RECURSIVE numbers(pair) AS (SELECT CAST($2 AS BIGINT)"
    "  UNION ALL SELECT pair + 1 FROM numbers WHERE 2 * (pair + 1) < $3)"
    " INSERT INTO pairs(test, pair, games)"
    " SELECT CAST($1 AS BIGINT), pair, CASE WHEN 2 * pair + 1 < $3 THEN 2 ELSE 1 END"
    " FROM numbers WHERE 2 * pair < $3 ON CONFLICT DO NOTHING";

/* Entering a test is a person's wish to try again. */
static const char *const reopen_pairs =
    "UPDATE pairs SET state = 0, tries = 0 WHERE test = $1 AND state = 3";

static const char *const set_games = "UPDATE tests SET games = $2 WHERE id = $1";

static const char *const open_test =
    "UPDATE tests SET is_open = 1 WHERE id = $1"
    " AND EXISTS (SELECT 1 FROM pairs WHERE test = $1 AND state < 2)";

struct found {
    int64_t id;
    int games;
};

static bool take_found(void *context, const struct db_row *row)
{
    struct found *found = context;

    *found = (struct found){.id = db_row_int(row, 0), .games = (int)db_row_int(row, 1)};
    return false;
}

static bool grow(struct db *db, const struct found *found, int games, struct err *why)
{
    struct db_value id = db_int(found->id);

    if (found->games >= games)
        return true;
    return (found->games % 2 == 0 ||
            db_run(db, complete_pair, DB_VALUES(id, db_int(found->games / 2)), why)) &&
           db_run(db, make_pairs, DB_VALUES(id, db_int((found->games + 1) / 2), db_int(games)),
                  why) &&
           db_run(db, set_games, DB_VALUES(id, db_int(games)), why);
}

static bool enter(struct db *db, struct queue_test *test, struct err *why)
{
    struct found found = {0};

    if (!db_run(db, make_test,
                DB_VALUES(db_text(test->key), db_text(test->kind), db_text(test->name),
                          db_text(test->signature), db_slice(test->match)),
                why) ||
        !db_ask(db, find_test[db_engine(db)], DB_VALUES(db_text(test->key)), take_found, &found,
                why))
        return false;
    test->id = found.id;
    return grow(db, &found, test->games, why) &&
           db_run(db, reopen_pairs, DB_VALUES(db_int(found.id)), why) &&
           db_run(db, open_test, DB_VALUES(db_int(found.id)), why) &&
           db_notify(db, QUEUE_NEWS_PAIRS, why);
}

bool queue_enter(struct db *db, struct queue_test *test, struct err *why)
{
    return db_begin(db, why) && db_end(db, enter(db, test, why), why);
}

/* ---- what else happens to a test ---- */

static const char *const make_pair =
    "INSERT INTO pairs(test, pair, games, params) VALUES($1, $2, 2, $3) ON CONFLICT DO NOTHING";
static const char *const add_games =
    "UPDATE tests SET games = CASE WHEN games < 2 * $2 + 2 THEN 2 * $2 + 2 ELSE games END"
    " WHERE id = $1";

static bool add_pair(struct db *db, int64_t test, int pair, const char *params, struct err *why)
{
    struct db_value id = db_int(test), number = db_int(pair);

    return db_run(db, add_games, DB_VALUES(id, number), why) &&
           db_run(db, make_pair, DB_VALUES(id, number, db_text(params)), why) &&
           db_run(db, open_test, DB_VALUES(id), why) && db_notify(db, QUEUE_NEWS_PAIRS, why);
}

bool queue_add_pair(struct db *db, int64_t test, int pair, const char *params, struct err *why)
{
    return db_begin(db, why) && db_end(db, add_pair(db, test, pair, params, why), why);
}

bool queue_close(struct db *db, int64_t test, struct err *why)
{
    return db_run(db, "UPDATE tests SET is_open = 0 WHERE id = $1", DB_VALUES(db_int(test)), why);
}

/* Pairs first: a submission locks the pair before it writes results. */
static bool remove_all(struct db *db, int64_t test, struct err *why)
{
    struct db_values id = DB_VALUES(db_int(test));

    return db_run(db, "DELETE FROM pairs WHERE test = $1", id, why) &&
           db_run(db, "DELETE FROM results WHERE test = $1", id, why) &&
           db_run(db, "DELETE FROM tests WHERE id = $1", id, why);
}

bool queue_remove(struct db *db, int64_t test, struct err *why)
{
    return db_begin(db, why) && db_end(db, remove_all(db, test, why), why);
}

/* ---- lists ---- */

#define TESTS(which)                                                                               \
    "SELECT id, key, kind, name, signature, games, is_open, created, match FROM tests" which       \
    " ORDER BY id"

#define FREE_TESTS(index)                                                                          \
    TESTS(" WHERE is_open = 1 AND (EXISTS"                                                         \
          "  (SELECT 1 FROM pairs" index " WHERE test = tests.id AND state = 0)"                   \
          " OR id IN (SELECT test FROM pairs WHERE state = 1 AND lease < (SELECT now_ms())))")

static const char *const list_tests[][2] = {
    [QUEUE_OPEN] = {TESTS(" WHERE is_open = 1"), TESTS(" WHERE is_open = 1")},
    [QUEUE_FREE] = {[DB_SQLITE] = FREE_TESTS(OPEN_INDEX), [DB_POSTGRES] = FREE_TESTS("")},
    [QUEUE_ALL] = {TESTS(""), TESTS("")},
};

struct listing {
    queue_on_test *on_test;
    void *context;
};

static bool pass_test(void *context, const struct db_row *row)
{
    const struct listing *listing = context;
    struct queue_test test = {.id = db_row_int(row, 0),
                              .games = (int)db_row_int(row, 5),
                              .is_open = db_row_int(row, 6) != 0,
                              .created_ms = db_row_int(row, 7),
                              .match = db_row_text(row, 8)};

    db_row_copy(row, 1, test.key, sizeof test.key);
    db_row_copy(row, 2, test.kind, sizeof test.kind);
    db_row_copy(row, 3, test.name, sizeof test.name);
    db_row_copy(row, 4, test.signature, sizeof test.signature);
    return listing->on_test(listing->context, &test);
}

bool queue_tests(struct db *db, enum queue_which which, queue_on_test *on_test, void *context,
                 struct err *why)
{
    struct listing listing = {.on_test = on_test, .context = context};

    return db_ask(db, list_tests[which][db_engine(db)], DB_NO_VALUES, pass_test, &listing, why);
}

/* ---- workers ---- */

/* A worker that was silent for so long ($5) has started anew. */
static const char *const greet_worker =
    "INSERT INTO workers(name, host, version, cores, since, seen, games)"
    " VALUES($1, $2, $3, $4, now_ms(), now_ms(), 0) ON CONFLICT(name) DO UPDATE SET"
    " host = excluded.host, version = excluded.version, cores = excluded.cores,"
    " since = CASE WHEN workers.seen < excluded.seen - $5 THEN excluded.since"
    "  ELSE workers.since END,"
    " seen = excluded.seen";

bool queue_say_hello(struct db *db, const struct queue_worker *worker, struct err *why)
{
    return db_run(db, greet_worker,
                  DB_VALUES(db_text(worker->name), db_text(worker->host), db_text(worker->version),
                            db_int(worker->cores), db_int(SILENCE_MS)),
                  why);
}

struct worker_list {
    queue_on_worker *on_worker;
    void *context;
};

static bool pass_worker(void *context, const struct db_row *row)
{
    const struct worker_list *list = context;
    struct queue_worker worker = {.cores = (int)db_row_int(row, 3),
                                  .since_ms = db_row_int(row, 4),
                                  .seen_ms = db_row_int(row, 5),
                                  .games = db_row_int(row, 6),
                                  .pairs = (int)db_row_int(row, 7)};

    db_row_copy(row, 0, worker.name, sizeof worker.name);
    db_row_copy(row, 1, worker.host, sizeof worker.host);
    db_row_copy(row, 2, worker.version, sizeof worker.version);
    return list->on_worker(list->context, &worker);
}

bool queue_workers(struct db *db, queue_on_worker *on_worker, void *context, struct err *why)
{
    struct worker_list list = {.on_worker = on_worker, .context = context};

    return db_ask(db,
                  "SELECT name, host, version, cores, since, seen, games,"
                  " (SELECT count(*) FROM pairs WHERE state = 1 AND worker = workers.name)"
                  " FROM workers ORDER BY name",
                  DB_NO_VALUES, pass_worker, &list, why);
}

/* ---- numbers ---- */

static const char *const count_all = "SELECT (SELECT count(*) FROM tests WHERE is_open = 1),"
                                     " (SELECT count(*) FROM pairs WHERE state = 0"
                                     "  AND test IN (SELECT id FROM tests WHERE is_open = 1)),"
                                     " (SELECT count(*) FROM pairs WHERE state = 1),"
                                     " (SELECT count(*) FROM pairs WHERE state = 2),"
                                     " (SELECT count(*) FROM pairs WHERE state = 3),"
                                     " (SELECT count(*) FROM results),"
                                     " (SELECT count(*) FROM workers WHERE seen > now_ms() - $1)";

static bool take_counts(void *context, const struct db_row *row)
{
    *(struct queue_counts *)context = (struct queue_counts){.tests_open = db_row_int(row, 0),
                                                            .pairs_open = db_row_int(row, 1),
                                                            .pairs_taken = db_row_int(row, 2),
                                                            .pairs_done = db_row_int(row, 3),
                                                            .pairs_closed = db_row_int(row, 4),
                                                            .results = db_row_int(row, 5),
                                                            .workers = db_row_int(row, 6)};
    return false;
}

bool queue_count(struct db *db, struct queue_counts *counts, struct err *why)
{
    return db_ask(db, count_all, DB_VALUES(db_int(SILENCE_MS)), take_counts, counts, why);
}
