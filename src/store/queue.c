#include "store/queue.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

enum { SILENCE_MS = 2 * QUEUE_LEASE_MS }; /* a worker that was not seen for so long is gone */

/* A statement by engine: SQLite has one writer at a time and needs no locks of rows. */
#define BOTH(sql, lock)                                                                            \
    {                                                                                              \
        [DB_SQLITE] = sql, [DB_POSTGRES] = sql lock                                                \
    }

/* Without this word SQLite goes through all pairs of a test, also those that are done. */
#define OPEN_INDEX " INDEXED BY pairs_open"

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
    "UPDATE pairs SET state = CASE WHEN state = 3 THEN 0 ELSE state END, tries = 0"
    " WHERE test = $1 AND state <> 2 AND tries > 0";

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

bool queue_enter_test(struct db *db, struct queue_test *test, struct err *why)
{
    return db_begin(db, why) && db_end(db, enter(db, test, why), why);
}

bool queue_find(struct db *db, const char *key, int64_t *id, struct err *why)
{
    return db_number(db, "SELECT id FROM tests WHERE key = $1", DB_VALUES(db_text(key)), 0, id,
                     why);
}

/* ---- what else happens to a test ---- */

static const char *const make_pair =
    "INSERT INTO pairs(test, pair, games, params) VALUES($1, $2, 2, $3) ON CONFLICT DO NOTHING";
static const char *const add_games =
    "UPDATE tests SET games = CASE WHEN games < 2 * $2 + 2 THEN 2 * $2 + 2 ELSE games END"
    " WHERE id = $1";

bool queue_add_pair(struct db *db, int64_t test, int pair, const char *params, struct err *why)
{
    struct db_value id = db_int(test), number = db_int(pair);

    return db_begin(db, why) &&
           db_end(db,
                  db_run(db, add_games, DB_VALUES(id, number), why) &&
                      db_run(db, make_pair, DB_VALUES(id, number, db_text(params)), why) &&
                      db_run(db, open_test, DB_VALUES(id), why) &&
                      db_notify(db, QUEUE_NEWS_PAIRS, why),
                  why);
}

bool queue_close_test(struct db *db, int64_t test, struct err *why)
{
    return db_run(db, "UPDATE tests SET is_open = 0 WHERE id = $1", DB_VALUES(db_int(test)), why);
}

/* ---- lists of tests ---- */

#define TESTS(which)                                                                               \
    "SELECT id, key, kind, name, signature, games, is_open, created, match, '' FROM tests" which   \
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
                              .match = db_row_text(row, 8),
                              .totals = db_row_text(row, 9)};

    db_row_copy_text(row, 1, test.key, sizeof test.key);
    db_row_copy_text(row, 2, test.kind, sizeof test.kind);
    db_row_copy_text(row, 3, test.name, sizeof test.name);
    db_row_copy_text(row, 4, test.signature, sizeof test.signature);
    return listing->on_test(listing->context, &test);
}

bool queue_tests(struct db *db, enum queue_which which, queue_on_test *on_test, void *context,
                 struct err *why)
{
    struct listing listing = {.on_test = on_test, .context = context};

    return db_ask(db, list_tests[which][db_engine(db)], DB_NO_VALUES, pass_test, &listing, why);
}

/* ---- pairs are taken ---- */

/*
 * A worker that takes pairs locks the rows it looks at and skips rows that another one has locked,
 * so that none waits and no pair is handed out twice.  The locked rows come from WITH: it is
 * computed once, whatever the plan.
 */
#define SKIP " FOR UPDATE SKIP LOCKED"
#define TAKE(index, lock)                                                                          \
    "WITH free AS (SELECT pair FROM pairs" index " WHERE test = $1 AND state = 0"                  \
    "  AND EXISTS (SELECT 1 FROM tests WHERE id = $1 AND is_open = 1)"                             \
    "  ORDER BY pair LIMIT $3" lock ")"                                                            \
    " UPDATE pairs SET state = 1, worker = $2, lease = now_ms() + $4"                              \
    " WHERE test = $1 AND pair IN (SELECT pair FROM free)"                                         \
    " RETURNING pair, games, params,"                                                              \
    " (SELECT count(*) FROM results r WHERE r.test = pairs.test AND r.game = 2 * pairs.pair),"     \
    " (SELECT count(*) FROM results r WHERE r.test = pairs.test AND r.game = 2 * pairs.pair + 1)"
#define CHANGE_TAKEN(which, change, lock)                                                          \
    "WITH held AS (SELECT test, pair FROM pairs WHERE state = 1 AND " which lock ")"               \
    " UPDATE pairs SET " change " WHERE (test, pair) IN (SELECT test, pair FROM held)"
#define CHANGE_BY_ENGINE(which, change)                                                            \
    {                                                                                              \
        [DB_SQLITE] = CHANGE_TAKEN(which, change, ""), [DB_POSTGRES] =                             \
                                                           CHANGE_TAKEN(which, change, SKIP)       \
    }

static const char *const take[] = {
    [DB_SQLITE] = TAKE(OPEN_INDEX, ""), [DB_POSTGRES] = TAKE("", SKIP)};
#define IS_OVER "lease < (SELECT now_ms())"
/* QUEUE_TRIES_MAX is 3: two tries before this one.  The worker is kept for the report. */
#define COUNT_TRY "state = CASE WHEN tries < 2 THEN 0 ELSE 3 END, tries = tries + 1"
static const char *const count_expired = "SELECT count(*) FROM pairs WHERE state = 1 AND " IS_OVER;
static const char *const expire[] = CHANGE_BY_ENGINE(IS_OVER, COUNT_TRY);
static const char *const renew[] = CHANGE_BY_ENGINE("worker = $1", "lease = now_ms() + $2");
static const char *const end_leases[] = CHANGE_BY_ENGINE("worker = $1", COUNT_TRY);
static const char *const hand_back[] = CHANGE_BY_ENGINE("worker = $1", "state = 0, worker = ''");

struct taking {
    struct queue_pair *pairs;
    int64_t test;
    int count;
};

static bool take_pair(void *context, const struct db_row *row)
{
    struct taking *taking = context;
    struct queue_pair *pair = &taking->pairs[taking->count++];

    *pair = (struct queue_pair){.test = taking->test,
                                .pair = (int)db_row_int(row, 0),
                                .games = (int)db_row_int(row, 1),
                                .is_done = {db_row_int(row, 3) > 0, db_row_int(row, 4) > 0}};
    db_row_copy_text(row, 2, pair->params, sizeof pair->params);
    return true;
}

static int by_pair(const void *a, const void *b)
{
    const struct queue_pair *one = a, *other = b;

    return (one->pair > other->pair) - (one->pair < other->pair);
}

/* Asks first: in a file a change waits for the writer's lock even when there is nothing to change.
 * A closed pair is news for the readers of results. */
static bool free_expired(struct db *db, struct err *why)
{
    int64_t count;

    return db_number(db, count_expired, DB_NO_VALUES, 0, &count, why) &&
           (count == 0 || (db_run(db, expire[db_engine(db)], DB_NO_VALUES, why) &&
                           db_notify(db, QUEUE_NEWS_RESULTS, why)));
}

int queue_take(struct db *db, int64_t test, const char *worker, int max, int lease_ms,
               struct queue_pair pairs[], struct err *why)
{
    struct taking taking = {.pairs = pairs, .test = test};

    assert(max > 0);
    if (!free_expired(db, why) ||
        !db_ask(db, take[db_engine(db)],
                DB_VALUES(db_int(test), db_text(worker), db_int(max), db_int(lease_ms)), take_pair,
                &taking, why))
        return -1;
    assert(taking.count <= max);
    /* The engines return them in any order. */
    if (taking.count > 1)
        qsort(pairs, (size_t)taking.count, sizeof *pairs, by_pair);
    return taking.count;
}

/* ---- pairs are renewed and handed back ---- */

static const char *const see_worker =
    "UPDATE workers SET seen = now_ms(), games = games + $2 WHERE name = $1";

bool queue_renew(struct db *db, const char *worker, int lease_ms, struct err *why)
{
    struct db_value name = db_text(worker);

    return db_begin(db, why) &&
           db_end(db,
                  db_run(db, renew[db_engine(db)], DB_VALUES(name, db_int(lease_ms)), why) &&
                      db_run(db, see_worker, DB_VALUES(name, db_int(0)), why),
                  why);
}

static bool free_all(struct db *db, const char *statement, const char *worker, struct err *why)
{
    return db_run(db, statement, DB_VALUES(db_text(worker)), why) &&
           (db_changed(db) == 0 ||
            (db_notify(db, QUEUE_NEWS_PAIRS, why) && db_notify(db, QUEUE_NEWS_RESULTS, why)));
}

bool queue_hand_back(struct db *db, const char *worker, struct err *why)
{
    return db_begin(db, why) &&
           db_end(db, free_all(db, hand_back[db_engine(db)], worker, why), why);
}

bool queue_end_leases(struct db *db, const char *worker, struct err *why)
{
    return db_begin(db, why) &&
           db_end(db, free_all(db, end_leases[db_engine(db)], worker, why), why);
}

/* ---- results are submitted ---- */

struct queue_result *queue_result_copy(const struct queue_result *result)
{
    size_t size = sizeof *result;

    for (int i = 0; i < QUEUE_TEXTS; i++)
        size += result->texts[i].len;
    struct queue_result *copy = memory_get(1, size);
    char *text = (char *)(copy + 1);
    *copy = *result;
    for (int i = 0; i < QUEUE_TEXTS; i++) {
        if (result->texts[i].len > 0)
            memcpy(text, result->texts[i].at, result->texts[i].len);
        copy->texts[i].at = text;
        text += result->texts[i].len;
    }
    assert(text == (char *)copy + size);
    return copy;
}

/* The lock lets submissions of the two games of one pair come one after the other: the second one
 * sees that the pair is complete. */
static const char *const lock_pair[] =
    BOTH("SELECT games FROM pairs WHERE test = $1 AND pair = $2 AND state <> 3", " FOR UPDATE");
#define COLUMNS                                                                                    \
    "game, seed, red, winner, ending, offender, end_word, fault, scores, start, movers, times,"    \
    " lags, moves, hints, output"
static const char *const write_result =
    "INSERT INTO results(test, " COLUMNS
    ", worker, pair, at) VALUES($1, $2, $3, $4, $5, $6, $7, $8,"
    " $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $2 / 2, now_ms()) ON CONFLICT DO NOTHING";
static const char *const end_pair =
    "UPDATE pairs SET state = 2 WHERE test = $1 AND pair = $2 AND state < 2 AND games <="
    " (SELECT count(*) FROM results WHERE test = $1 AND game >= 2 * $2 AND game <= 2 * $2 + 1)";

struct submission {
    struct db *db;
    const char *worker;
    const struct queue_result **results; /* sorted */
    int count;
    int64_t written;
};

static bool is_same_pair(const struct queue_result *one, const struct queue_result *other)
{
    return one->test == other->test && one->game / 2 == other->game / 2;
}

bool queue_write_result(struct db *db, const char *worker, const struct queue_result *result,
                        struct err *why)
{
    struct db_value values[QUEUE_TEXTS + 4] = {db_int(result->test), db_int(result->game),
                                               db_int(result->seed)};

    for (int i = 0; i < QUEUE_TEXTS; i++)
        values[3 + i] = db_slice(result->texts[i]);
    values[3 + QUEUE_TEXTS] = db_text(worker);
    return db_run(db, write_result, (struct db_values){.at = values, .count = QUEUE_TEXTS + 4},
                  why);
}

/* The results of one pair, from `first` on; `next` is the first one of another pair. */
static bool write_pair(struct submission *submission, int first, int *next, struct err *why)
{
    const struct queue_result *const *results = submission->results;
    struct db_values pair =
        DB_VALUES(db_int(results[first]->test), db_int(results[first]->game / 2));
    struct db *db = submission->db;
    int64_t games;

    if (!db_number(db, lock_pair[db_engine(db)], pair, 0, &games, why))
        return false;
    for (*next = first; *next < submission->count; (*next)++) {
        const struct queue_result *result = results[*next];
        if (!is_same_pair(results[first], result))
            break;
        if (result->game % 2 >= games)
            continue;
        if (!queue_write_result(db, submission->worker, result, why))
            return false;
        submission->written += db_changed(db);
    }
    return db_run(db, end_pair, pair, why);
}

static bool write_pairs(struct submission *submission, struct err *why)
{
    for (int i = 0; i < submission->count;) {
        if (!write_pair(submission, i, &i, why))
            return false;
    }
    return db_run(submission->db, see_worker,
                  DB_VALUES(db_text(submission->worker), db_int(submission->written)), why) &&
           db_notify(submission->db, QUEUE_NEWS_RESULTS, why);
}

static int by_game(const void *a, const void *b)
{
    const struct queue_result *one = *(const struct queue_result *const *)a;
    const struct queue_result *other = *(const struct queue_result *const *)b;

    if (one->test != other->test)
        return one->test < other->test ? -1 : 1;
    return (one->game > other->game) - (one->game < other->game);
}

/* Sorted: all submissions lock pairs in the same order, so that two of them never wait for each
 * other. */
bool queue_add_results(struct db *db, const char *worker,
                       const struct queue_result *const results[], int count, struct err *why)
{
    struct submission submission = {.db = db, .worker = worker, .count = count};

    if (!db_begin(db, why))
        return false;
    submission.results = memory_get((size_t)count, sizeof *submission.results);
    for (int i = 0; i < count; i++) {
        assert(results[i]->game >= 0);
        submission.results[i] = results[i];
    }
    qsort(submission.results, (size_t)count, sizeof *submission.results, by_game);
    bool is_done = db_end(db, write_pairs(&submission, why), why);
    free(submission.results);
    return is_done;
}

/* ---- results are read ---- */

struct reading {
    int64_t test;
    queue_on_result *on_result;
    void *context;
};

static bool pass_result(void *context, const struct db_row *row)
{
    const struct reading *reading = context;
    struct queue_result result = {
        .test = reading->test, .game = (int)db_row_int(row, 0), .seed = db_row_int(row, 1)};

    for (int i = 0; i < QUEUE_TEXTS; i++)
        result.texts[i] = db_row_text(row, 2 + i);
    return reading->on_result(reading->context, &result);
}

bool queue_results(struct db *db, int64_t test, int from, int max, queue_on_result *on_result,
                   void *context, struct err *why)
{
    struct reading reading = {.test = test, .on_result = on_result, .context = context};

    return db_ask(db,
                  "SELECT " COLUMNS " FROM results WHERE test = $1 AND game >= $2"
                  " ORDER BY game LIMIT $3",
                  DB_VALUES(db_int(test), db_int(from), db_int(max)), pass_result, &reading, why);
}

/* ---- a page of results ---- */

/* $5 is 0 where no pair is closed, so that the pairs are not looked at. */
#define PAGE(index, which, order)                                                                  \
    "SELECT " COLUMNS " FROM results" index " WHERE test = $1 AND game < $2" which                 \
    " AND ($5 = 0 OR NOT EXISTS (SELECT 1 FROM pairs WHERE pairs.test = $1"                        \
    "  AND pairs.pair = results.game / 2 AND pairs.state = 3))"                                    \
    " ORDER BY " order " LIMIT $3 OFFSET $4"
#define INDEXED(index, which, order)                                                               \
    {                                                                                              \
        [DB_SQLITE] = PAGE(" INDEXED BY " index, which, order), [DB_POSTGRES] =                    \
                                                                    PAGE("", which, order)         \
    }
#define CAUSE  " AND ending = $6 AND offender = $7"
#define FAILED " AND ending <> 'regular'"
#define FIRST  " AND game >= $6"
#define LENGTH "length(movers), game"

/* Each of them reads one index in its order: no result is sorted, none is read that is not shown.
 */
static const char *const pages[QUEUE_FILTERS][2][2] = {
    [QUEUE_EVERY] = {{PAGE("", FIRST, "game"), PAGE("", FIRST, "game")},
                     INDEXED("results_ending", CAUSE, "game")},
    [QUEUE_FAILED] = {INDEXED("results_failed", FAILED, "game"),
                      INDEXED("results_ending", FAILED CAUSE, "game")},
    [QUEUE_LOST] = {INDEXED("results_winner", " AND winner = 'B'", "game"),
                    INDEXED("results_ending", " AND winner = 'B'" CAUSE, "game")},
    [QUEUE_WON] = {INDEXED("results_winner", " AND winner = 'A'", "game"),
                   INDEXED("results_ending", " AND winner = 'A'" CAUSE, "game")},
    [QUEUE_SHORT] = {INDEXED("results_length", "", LENGTH),
                     INDEXED("results_length", CAUSE, LENGTH)},
};

bool queue_result_page(struct db *db, const struct queue_page *page, queue_on_result *on_result,
                       void *context, struct err *why)
{
    struct reading reading = {.test = page->test, .on_result = on_result, .context = context};
    bool has_cause = page->ending != NULL, is_every = page->filter == QUEUE_EVERY && !has_cause;
    /* Where no game is missing, the number of games to skip is that of the first one. */
    int first = is_every && !page->has_closed_pairs ? page->from : 0;
    struct db_values values =
        DB_VALUES(db_int(page->test), db_int(page->before), db_int(page->count),
                  db_int(page->from - first), db_int(page->has_closed_pairs),
                  is_every ? db_int(first) : db_text(has_cause ? page->ending : ""),
                  db_text(has_cause ? page->offender : ""));

    assert(page->filter < QUEUE_FILTERS);
    values.count = has_cause ? 7 : is_every ? 6 : 5;
    return db_ask(db, pages[page->filter][has_cause][db_engine(db)], values, pass_result, &reading,
                  why);
}

bool queue_last_test(struct db *db, queue_on_test *on_test, void *context, struct err *why)
{
    struct listing listing = {.on_test = on_test, .context = context};

    return db_ask(db,
                  "SELECT id, key, kind, name, signature, games, is_open, created, match, totals"
                  " FROM tests ORDER BY id DESC LIMIT 1",
                  DB_NO_VALUES, pass_test, &listing, why);
}

bool queue_set_totals(struct db *db, int64_t test, struct slice totals, struct err *why)
{
    return db_run(db, "UPDATE tests SET totals = $2 WHERE id = $1",
                  DB_VALUES(db_int(test), db_slice(totals)), why);
}

/* A statement has a fixed number of values, so one asks about this many places; -1 is no test. */
enum { PLACES_PER_LOOK = 16 };

#define PLACE(a, b) "(CAST($" #a " AS BIGINT), CAST($" #b " AS BIGINT))"
#define PLACES_1    PLACE(1, 2) ", " PLACE(3, 4) ", " PLACE(5, 6) ", " PLACE(7, 8)
#define PLACES_2    PLACE(9, 10) ", " PLACE(11, 12) ", " PLACE(13, 14) ", " PLACE(15, 16)
#define PLACES_3    PLACE(17, 18) ", " PLACE(19, 20) ", " PLACE(21, 22) ", " PLACE(23, 24)
#define PLACES_4    PLACE(25, 26) ", " PLACE(27, 28) ", " PLACE(29, 30) ", " PLACE(31, 32)
/* SQLite takes the tables of a CROSS JOIN in this order, so that it does not read all pairs. */
static const char *const look =
    "SELECT p.test, p.pair, p.state FROM (VALUES " PLACES_1 ", " PLACES_2 ", " PLACES_3
    ", " PLACES_4 ") AS place CROSS JOIN pairs AS p"
    " WHERE p.test = place.column1 AND p.pair = place.column2 AND p.state >= 2";

struct looking {
    struct queue_place *places;
    int count;
};

static bool mark_place(void *context, const struct db_row *row)
{
    const struct looking *looking = context;

    for (int i = 0; i < looking->count; i++) {
        struct queue_place *place = &looking->places[i];
        if (place->test == db_row_int(row, 0) && place->pair == db_row_int(row, 1))
            place->state = (enum queue_pair_state)db_row_int(row, 2);
    }
    return true;
}

static bool look_at(struct db *db, struct looking *looking, struct err *why)
{
    struct db_value values[2 * PLACES_PER_LOOK];

    for (int i = 0; i < PLACES_PER_LOOK; i++) {
        bool is_used = i < looking->count;
        values[2 * i] = db_int(is_used ? looking->places[i].test : -1);
        values[2 * i + 1] = db_int(is_used ? looking->places[i].pair : -1);
        if (is_used)
            looking->places[i].state = PAIR_FREE;
    }
    return db_ask(db, look, (struct db_values){.at = values, .count = 2 * PLACES_PER_LOOK},
                  mark_place, looking, why);
}

bool queue_pair_states(struct db *db, struct queue_place places[], int count, struct err *why)
{
    for (int i = 0; i < count; i += PLACES_PER_LOOK) {
        int left = count - i;
        struct looking looking = {.places = places + i,
                                  .count = left < PLACES_PER_LOOK ? left : PLACES_PER_LOOK};
        if (!look_at(db, &looking, why))
            return false;
    }
    return true;
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

    db_row_copy_text(row, 0, worker.name, sizeof worker.name);
    db_row_copy_text(row, 1, worker.host, sizeof worker.host);
    db_row_copy_text(row, 2, worker.version, sizeof worker.version);
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
