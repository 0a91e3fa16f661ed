#ifndef MATCH_RESULT_READER_H
#define MATCH_RESULT_READER_H

/*
 * Reads the results of tests from the store as they come in, each test in the strict order of its games, so
 * that whatever is decided after a certain game does not depend on who played what when.
 */

#include "match/result.h"
#include "store/db_thread.h"

struct follower;

/* The next game of the test is over.  The callback may drop and add tests. */
typedef void result_reader_on_result(void *context, int64_t test, const struct result *result);
/* A line in the store that is none: `why` names it, and its test is followed no more.  Or the store refuses. */
typedef void result_reader_on_failed(void *context, const struct err *why);

struct result_reader_events {
    result_reader_on_result *on_note;
    result_reader_on_failed *on_failed;
    void *context;
};

struct follower *result_reader_create(struct db_thread *db_thread,
                                      const struct result_reader_events *events);
/* From now on this test is followed, from its first game on.  `match` is borrowed until it is dropped. */
void result_reader_add(struct follower *follower, int64_t test, const struct match *match);
/* No more of it. */
void result_reader_drop(struct follower *follower, int64_t test);
/* There may be something new: asks the db_thread, once more if it is being asked. */
void result_reader_look(struct follower *follower);
/* True while everything that was in the store at the last look has been told. */
bool result_reader_is_quiet(const struct follower *follower);
/* No more calls; may be destroyed when the loop has ended. */
void result_reader_stop(struct follower *follower);
void result_reader_destroy(struct follower *follower);

#endif
