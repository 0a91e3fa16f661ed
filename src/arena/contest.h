#ifndef ARENA_CONTEST_H
#define ARENA_CONTEST_H

/*
 * A tournament at a store.  First the programs are tried, then the season's meetings are entered into the queue,
 * some at a time, and their results reported to the season as they come in.  Who was interrupted begins again:
 * what was played is found in the store.
 */

#include "arena/shift.h"
#include "arena/squad.h"

struct contest_progress {
    const struct season *season; /* NULL: the admission is still on */
    int played, planned;         /* games of the season, with those of open meetings */
    int trials;                  /* of the admission that are still to be played */
    bool is_stopping;
};

struct contest_config {
    struct squad *squad;     /* whoever fails the admission is out there */
    const char *place;       /* the store */
    struct crew_config crew; /* as in a shift: name, version, size, lease_ms, scratch, port, … */
    /* A team was tried; squad->out says how that went. */
    void (*on_tried)(void *context, int team);
    /* All games of a meeting as lines of JSON; it may be told again with more of them. */
    void (*on_meeting)(void *context, const struct season_meeting *meeting,
                       const struct terms *terms, struct slice lines);
    /* A round is complete in all groups of a stage. */
    void (*on_round)(void *context, const struct season *season, int stage, int round);
    void (*on_progress)(void *context, const struct contest_progress *progress); /* now and then */
    void (*on_wait)(void *context, int game, int port, const char *reservation);
    /* The server of the store is away; NULL: it is back. */
    void (*on_lost)(void *context, const struct err *why);
    void *context;
};

/* The season as far as it went, also when it was interrupted or has failed; NULL: it could not begin.
 * season_destroy() it. */
struct season *contest_run(const struct contest_config *config, enum shift_end *end,
                           struct err *why);

/* What a store has of it, without playing anything.  NULL: `why` says it. */
struct season *contest_look(struct squad *squad, const char *place, struct err *why);

#endif
