#ifndef MATCH_RESULT_READER_H
#define MATCH_RESULT_READER_H

/*
 * Reads the results of tests from the store as they come in, each test strictly in the order of its
 * games, so that a decision after a certain game does not depend on which worker played what and
 * when.  The two games of a pair are told together, when both are there: a pair that is closed has
 * no games.
 */

#include "match/result.h"
#include "store/db_thread.h"

struct result_reader;

/* The callbacks may drop and add tests. */
struct result_reader_events {
    /* The next game of the test has this result. */
    void (*on_result)(void *context, int64_t test, const struct result *result);
    /* The next pair of the test is closed.  Reading goes on after it. */
    void (*on_pair_closed)(void *context, int64_t test, int pair);
    /* A row that is no result: `why` names it, and its test is not read any more.  Or the store
     * refuses. */
    void (*on_failed)(void *context, const struct err *why);
    void *context;
};

struct result_reader *result_reader_create(struct db_thread *db_thread,
                                           const struct result_reader_events *events);
/* Reads this test from now on, from its first game on.  `match` is borrowed until the test is
 * dropped. */
void result_reader_add_test(struct result_reader *reader, int64_t test, const struct match *match);
void result_reader_drop_test(struct result_reader *reader, int64_t test);
/* There may be new results: asks the store, once more if it is being asked. */
void result_reader_poll(struct result_reader *reader);
/* True while everything that was in the store at the last look has been told. */
bool result_reader_is_up_to_date(const struct result_reader *reader);
/* No more callbacks; may be destroyed when the loop has ended. */
void result_reader_stop(struct result_reader *reader);
void result_reader_destroy(struct result_reader *reader);

#endif
