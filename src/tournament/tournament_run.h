#ifndef TOURNAMENT_TOURNAMENT_RUN_H
#define TOURNAMENT_TOURNAMENT_RUN_H

/*
 * A tournament at a store.  First the programs are tried, then the tournament's meetings are
 * entered into the queue, some at a time, and their results reported to the tournament as they come
 * in.  An interrupted run begins again: what was played is found in the store.
 */

#include "match/runner.h"
#include "tournament/teams.h"

struct tournament_run_progress {
    const struct tournament *tournament; /* NULL: the admission is still on */
    int played, planned;                 /* games of the tournament, with those of open meetings */
    int trials;                          /* of the admission that are still to be played */
    bool is_stopping;
};

struct tournament_run_config {
    struct teams *teams;         /* teams that fail the admission are marked out there */
    const char *place;           /* the store */
    struct worker_config worker; /* as in a runner */
    /* A team was tried; teams->out says how that went. */
    void (*on_tried)(void *context, int team);
    /* All results of a meeting, which may be told again with more of them.  The rows and their
     * array are the callback's now: free() them. */
    void (*on_meeting)(void *context, const struct tournament_meeting *meeting,
                       const struct match *match, struct queue_result **rows, int count);
    /* A round is complete in all groups of a stage. */
    void (*on_round)(void *context, const struct tournament *tournament, int stage, int round);
    void (*on_progress)(void *context,
                        const struct tournament_run_progress *progress); /* now and then */
    void *context;
};

/* The tournament as far as it went, also when it was interrupted or has failed; NULL: it could not
 * begin. tournament_destroy() it. */
struct tournament *tournament_run(const struct tournament_run_config *config, enum runner_end *end,
                                  struct err *why);

/* What a store has of it, without playing anything.  NULL: `why` says it. */
struct tournament *tournament_look(struct teams *teams, const char *place, struct err *why);

#endif
