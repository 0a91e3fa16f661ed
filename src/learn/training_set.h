#ifndef LEARN_TRAINING_SET_H
#define LEARN_TRAINING_SET_H

/*
 * What files of self-play (learn/selfplay.h) teach: their positions go into a fit, together with
 * what is to be foretold, lambda * result + (1 - lambda) * win; without a stated win probability
 * only the result counts. Some games are held out, always both of a pair, because they begin on the
 * same board.
 */

#include "base/buf.h"
#include "learn/fit.h"

struct training_set_plan {
    const struct game_rules *rules; /* one with a table of weights */
    double lambda;
    int held_out; /* games of a hundred */
    /* Now and then, with the part of a file that has been read; false ends it.  May be NULL. */
    bool (*on_tick)(void *context, const char *path, double part);
    void *context;
};

struct training_set {
    struct fit *fit; /* owned by the caller */
    int games;
    int64_t left_out; /* positions whose score is no sum */
    bool is_stopped;  /* by on_tick */
};

/* Reads a file.  Its first line, if it says what made the file, goes into `origin`, else nothing.
 * False: `why` says what is wrong, with file and line; or it was stopped. */
bool training_set_read(struct training_set *set, const struct training_set_plan *plan,
                       const char *path, struct buf *origin, struct err *why);

#endif
