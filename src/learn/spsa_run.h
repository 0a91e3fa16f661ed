#ifndef LEARN_SPSA_RUN_H
#define LEARN_SPSA_RUN_H

/*
 * Tunes the parameters of a player (learn/spsa.h) by games of two versions of it.  Every iteration
 * is a few pairs of one test; the next one is added when all its results are there.  After an
 * interruption the runner enters the same test again: the results in the store lead to where it
 * was.
 */

#include "learn/spsa.h"
#include "match/runner.h"

#include <stdio.h>

struct spsa_run {
    /* ---- filled by the caller ---- */
    const struct match *match; /* both players are the same, with {name} where a value belongs */
    struct spsa spsa;          /* after spsa_begin(); then where it is now */
    const char *folder;        /* for spsa.csv; NULL: none */
    const char *place;
    struct worker_config worker; /* as in a runner, without a name */

    /* ---- how it stands ---- */
    enum runner_end end;
    int closed_pairs; /* that no worker survived: their games count as draws */

    /* ---- for spsa_run.c ---- */
    struct runner *runner;
    struct queue_test test;
    FILE *csv;   /* NULL: not wanted */
    int balance; /* A's wins minus losses in this iteration so far */
    /* The pairs of an iteration are being added to the store. */
    struct db_task task;
    bool is_adding;
    int added; /* iteration whose pairs were added last */
    char params[QUEUE_PARAMS_SIZE];
};

/* False: `why` says what is wrong. */
bool spsa_run(struct spsa_run *run, struct err *why);

#endif
