#ifndef ARENA_FOLLOW_H
#define ARENA_FOLLOW_H

/*
 * Reads the results of tests from the store as they come in, each test in the strict order of its games, so
 * that whatever is decided after a certain game does not depend on who played what when.
 */

#include "arena/clerk.h"
#include "arena/note.h"

struct follower;

/* The next game of the test is over.  The callback may drop and add tests. */
typedef void follow_on_note(void *context, int64_t test, const struct note *note);
/* A line in the store that is none: `why` names it, and its test is followed no more.  Or the store refuses. */
typedef void follow_on_failed(void *context, const struct err *why);

struct follow_events {
    follow_on_note *on_note;
    follow_on_failed *on_failed;
    void *context;
};

struct follower *follow_create(struct clerk *clerk, const struct follow_events *events);
/* From now on this test is followed, from its first game on.  `terms` is borrowed until it is dropped. */
void follow_add(struct follower *follower, int64_t test, const struct terms *terms);
/* No more of it. */
void follow_drop(struct follower *follower, int64_t test);
/* There may be something new: asks the clerk, once more if it is being asked. */
void follow_look(struct follower *follower);
/* True while everything that was in the store at the last look has been told. */
bool follow_is_quiet(const struct follower *follower);
/* No more calls; may be destroyed when the loop has ended. */
void follow_stop(struct follower *follower);
void follow_destroy(struct follower *follower);

#endif
