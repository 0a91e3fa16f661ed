#ifndef TOURNAMENT_TOURNAMENT_RUN_H
#define TOURNAMENT_TOURNAMENT_RUN_H

/*
 * A tournament at a store.  First the programs are tried, then the tournament's meetings are
 * entered into the queue, some at a time, and their results reported to the tournament as they come
 * in.  An interrupted run begins again: what was played is found in the store.
 */

#include "match/runner.h"
#include "tournament/teams.h"

/* All results of a meeting, which may be told again with more of them. */
struct tournament_games {
    const struct tournament_meeting *meeting;
    const struct match *match;
    struct queue_result **rows; /* they and their array are the receiver's: free() them */
    int count;
};

struct tournament_run {
    /* ---- filled by the caller ---- */
    struct teams *teams;         /* teams that fail the admission are marked out there */
    const char *place;           /* the store */
    struct worker_config worker; /* as in a runner */
    /* All get the run as context.  A team was tried; teams->out says how that went. */
    void (*on_tried)(void *context, int team);
    void (*on_meeting)(void *context, const struct tournament_games *games);
    /* A round is complete in all groups of a stage. */
    void (*on_round)(void *context, int stage, int round);
    void (*on_tick)(void *context); /* five times a second */

    /* ---- how it stands ---- */
    /* As far as it went, also when it was interrupted or has failed; NULL: the admission is still
     * on, or was not over.  tournament_destroy() it. */
    struct tournament *tournament;
    int trials; /* of the admission that are still to be played */
    enum runner_end end;

    /* ---- for tournament_run.c ---- */
    struct runner *runner;
    int next_trial;             /* team that is to be tried */
    int told_stage, told_round; /* the first round that has not been told */
    struct err closed;          /* the first meeting that could not be played; "": all could */
    struct db_task cleaning;
    struct slot *slots;
};

void tournament_run(struct tournament_run *run, struct err *why);

/* Games of the tournament, with those of open meetings, and how many there will be. */
void tournament_run_progress(const struct tournament_run *run, int *played, int *planned);

/* What a store has of it, without playing anything.  NULL: `why` says it. */
struct tournament *tournament_load(struct teams *teams, const char *place, struct err *why);

#endif
