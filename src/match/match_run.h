#ifndef MATCH_MATCH_RUN_H
#define MATCH_MATCH_RUN_H

/*
 * Plays a match: enters it into a store, lets a worker play here (and workers elsewhere, if they like), and
 * counts the results strictly in order.  Whatever is decided (the end of a test, a bot that is broken) is
 * decided after a certain game, so it does not matter who played how many games at a time; games beyond it
 * are forgotten.  The store is the truth: who is killed and begins again counts from the first game on, and
 * plays only what is missing.
 */

#include "match/folder.h"
#include "match/tally.h"
#include "net/sandbox.h"

enum {
    MATCH_RUN_CONCURRENCY_MAX = 256,
    MATCH_RUN_START_FAILURES = 3, /* in a row: the bot is broken */
};

enum match_run_end {
    MATCH_RUN_COMPLETE,    /* all games are played */
    MATCH_RUN_DECIDED,     /* the test has its verdict */
    MATCH_RUN_BROKEN,      /* a bot cannot be started again and again */
    MATCH_RUN_INTERRUPTED, /* by the person */
    MATCH_RUN_FAILED,      /* the disk or the store refuses */
};

struct match_run_progress {
    const struct tally *tally;
    int games;   /* planned */
    int resumed; /* of the tally, played by an earlier run */
    int64_t elapsed_us;
    bool is_stopping;
    int workers; /* at the store, if nobody plays here; else -1 */
};

struct match_run_config {
    const struct match *match;
    int concurrency;    /* games at a time; 0: only workers elsewhere play */
    const char *store;  /* NULL: a file in the folder, or among the scratch */
    const char *folder; /* for the folder; NULL: nothing is kept */
    enum folder_saving saving;
    const char *scratch; /* a folder for the server of programs */
    const char *version; /* of this program */
    int port;            /* of that server; 0: any free one */
    enum sandbox_wish sandbox;
    bool has_test;
    struct stats_test test;
    int start_failures_max;
    void (*on_note)(void *context, const struct result *result);
    void (*on_progress)(void *context,
                        const struct match_run_progress *progress); /* now and then */
    void (*on_wait)(void *context, int game, int port, const char *reservation);
    /* The server of the store is away; NULL: it is back. */
    void (*on_lost)(void *context, const struct err *why);
    void *context;
};

struct match_run_report {
    enum match_run_end end;
    enum match_seat broken; /* of MATCH_RUN_BROKEN */
    struct err why;         /* of MATCH_RUN_FAILED */
    int resumed;
    int64_t elapsed_us;
    struct tally tally; /* tally_finish it */
};

/* False: cannot begin, `why` says it.  SIGINT and SIGTERM end the match after the games that are being
 * played, the second one ends it at once. */
bool match_run(const struct match_run_config *config, struct match_run_report *report,
               struct err *why);

#endif
