#ifndef MATCH_MATCH_RUN_H
#define MATCH_MATCH_RUN_H

/* Plays a match: counts its results, writes its folder, decides when it is over. */

#include "match/folder.h"
#include "match/runner.h"
#include "match/tally.h"

enum { MATCH_START_FAILURES = 3 }; /* of one player, in a row: its program is broken */

struct match_config {
    /* The match, and how it is played.  Worker's name and test are chosen; place NULL: a file in
     * `folder`, or in the worker's scratch.  start_failures_max is for one player, and on_result is
     * called when the result has been counted. */
    struct runner_config runner;
    const char *folder; /* for the files of the match; NULL: none are written */
    enum folder_saving saving;
    const struct stats_test *sprt; /* NULL: all games are played */
};

/* How the match stands; the caller may look at it while the match is played. */
struct match_report {
    enum runner_end end;
    enum match_seat broken; /* of RUNNER_BROKEN */
    struct err why;         /* of RUNNER_FAILED */
    int resumed;            /* games of the tally that an earlier run played */
    bool is_resuming;       /* the results told now are such games */
    bool is_stopping;       /* after a signal */
    int closed_pairs;       /* that no worker survived: they have no games */
    int workers;            /* at the store, if none plays here; else -1 */
    int64_t start_us, elapsed_us;
    struct tally tally; /* tally_finish() it */
};

/* False: cannot begin, `why` says it. */
bool match_run(const struct match_config *config, struct match_report *report, struct err *why);

#endif
