#ifndef ARENA_TUNING_H
#define ARENA_TUNING_H

/*
 * Tunes the parameters of a player (arena/spsa.h) by games of two versions of it.  Every iteration is a few jobs
 * of one test; the next one is added when all its results are there.  Whoever was interrupted enters the same
 * test again: the results in the store lead to where it was.
 */

#include "arena/shift.h"
#include "arena/spsa.h"

struct tuning_config {
    const struct terms *terms; /* both players are the same, with {name} where a value belongs */
    struct spsa_plan plan;
    const char *folder; /* for spsa.csv; NULL: none */
    const char *place;
    struct crew_config crew;
    void (*on_tick)(void *context, const struct spsa *spsa);
    /* The server of the store is away; `why` NULL: it is back. */
    void (*on_lost)(void *context, const struct err *why);
    void *context;
};

struct tuning_report {
    enum shift_end end;
    struct spsa spsa; /* where it is now */
};

/* False: `why` says what is wrong. */
bool tuning_run(const struct tuning_config *config, struct tuning_report *report, struct err *why);

/* What makes it this tuning and no other. */
void tuning_key(const struct terms *terms, const struct spsa_plan *plan, char key[QUEUE_KEY_SIZE]);

#endif
