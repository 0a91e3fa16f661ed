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

struct spsa_run_config {
    const struct match *match; /* both players are the same, with {name} where a value belongs */
    struct spsa_plan plan;
    const char *folder; /* for spsa.csv; NULL: none */
    const char *place;
    struct worker_config worker;
    void (*on_tick)(void *context, const struct spsa *spsa);
    /* The server of the store is away; `why` NULL: it is back. */
    void (*on_lost)(void *context, const struct err *why);
    void *context;
};

struct spsa_run_report {
    enum runner_end end;
    struct spsa spsa; /* where it is now */
    int closed_pairs; /* that no worker survived: their games count as draws */
};

/* False: `why` says what is wrong. */
bool spsa_run(const struct spsa_run_config *config, struct spsa_run_report *report,
              struct err *why);

/* What makes it this tuning and no other. */
void spsa_run_key(const struct match *match, const struct spsa_plan *plan,
                  char key[QUEUE_KEY_SIZE]);

#endif
