#ifndef WEB_RUNS_H
#define WEB_RUNS_H

/*
 * Mass tests and tournaments.  Each is a command of this very program (`match`, `tournament run`)
 * that plays in a folder of its own, DATA/arena/ID, and there decides, goes on and survives
 * everything by itself.  Here it is known which of them should be running, they are started and
 * stopped, and what they write is read.  Those that should run when the server ends are started
 * again when it comes back.
 *
 * The list in memory is a copy of the table `runs`, written through: run_save() marks a run, and
 * runs_write() has all that are marked written on the database thread, in one transaction.  A run
 * begins only when the store knows it.
 */

#include "net/child.h"
#include "web/match_totals.h"

enum {
    RUNS_MAX = 500,   /* known */
    RUNS_AT_ONCE = 4, /* running */
    RUNS_NAME_SIZE = 96,
    RUNS_WORDS_MAX = 48,
    RUNS_END_MS = 3000, /* the server does not wait longer for games when it ends */
};

struct web;
struct json_t;

enum runs_kind { RUNS_MATCH, RUNS_TOURNAMENT, RUNS_KINDS };

enum runs_state {
    RUNS_WAITING, /* until those of its gauntlet before it are over */
    RUNS_RUNNING,
    RUNS_STOPPING, /* after the games that are being played */
    RUNS_STOPPED,
    RUNS_COMPLETE, /* everything is played */
    RUNS_DECIDED,  /* a test with a verdict */
    RUNS_BROKEN,   /* a bot cannot be started again and again; `why` says how it ended last */
    RUNS_FAILED,   /* anything else; `why` says it */
    RUNS_STATES,
};

struct run {
    struct runs *runs;
    int id;
    int gauntlet; /* the number of its first test; 0: it is in none */
    enum runs_kind kind;
    const struct game_rules *rules;
    char name[RUNS_NAME_SIZE];
    struct json_t *wants; /* the body that asked for it */
    struct json_t *words; /* of the command, without the program */
    enum runs_state state;
    struct err why; /* of RUNS_BROKEN and RUNS_FAILED */
    bool is_wanted; /* it should be running */
    int planned;    /* games; 0: until it is decided, or a tournament's own */
    int concurrency;
    int64_t created_ms;
    int64_t played_ms; /* in earlier sittings */
    int64_t since_ms;  /* when this sitting began; 0: there is none */
    int games_before;  /* this sitting; -1: not known yet */
    struct child *child;
    int exit_code;              /* of the last one */
    struct err end;             /* what it said last, should it have failed */
    struct match_totals *games; /* of a match */
    int64_t tables_ns;          /* when a tournament's tables were last written */
    struct stats_test test;
    bool has_test;
    bool is_over;    /* the child has ended; what it has left is still to be read */
    bool is_unread;  /* the totals may be behind */
    bool is_news;    /* to be told to followers */
    bool is_unsaved; /* it has changed since it was last sent to the store */
    int writes;      /* so many of its rows are on their way to the store */
};

struct runs;

/* Finds those of earlier servers in the database; the ones that should run begin with the first
 * beat.  NULL: `why` says it. */
struct runs *runs_create(struct web *web, struct db *db, struct err *why);
void runs_beat(struct runs *runs); /* about every second */
/* Asks all to end; the loop then has nothing more of it after RUNS_END_MS at the latest. */
void runs_stop(struct runs *runs);
/* After the loop has ended: writes what the database thread could not write any more.  NULL is
 * fine. */
void runs_destroy(struct runs *runs);

/* Sends all runs that have changed to the store. */
void runs_write(struct runs *runs);
/* Has the last attempt failed?  Then it is repeated about every second. */
bool runs_write_failed(const struct runs *runs, struct err *why);

const char *runs_state_name(enum runs_state state);
/* The newest first; NULL after the last. */
struct run *runs_at(const struct runs *runs, enum runs_kind kind, int index);
/* NULL: there is none with this number. */
struct run *runs_by_id(const struct runs *runs, int id);
/* NULL: there is none of this kind with this number. */
struct run *runs_find(const struct runs *runs, enum runs_kind kind, const char *id);

/* The tests of a gauntlet in their order; NULL after the last. */
struct run *runs_gauntlet_test(const struct runs *runs, int gauntlet, int index);

/* A new one with a folder of its own, as `wish` has it; the caller adds what it lacks, then starts
 * it or drops it.  NULL: `why` says it. */
struct run *runs_add(struct runs *runs, const struct run *wish, struct err *why);
/* Forgets it.  `gone` is where its folder is now, to be removed. */
bool runs_drop(struct run *run, char gone[PATH_MAX], struct err *why);
/* The same at once, for one that never began. */
void runs_forget(struct run *run);

/* A file in its folder; "" is the folder. */
void run_path(const struct run *run, const char *name, char path[PATH_MAX]);
void run_set_name(struct run *run, const char *name);
void run_add_word(struct run *run, const char *word);
/* Its folder, the data folder and how bots are locked in: words that both commands end with. */
void run_add_places(struct run *run);
bool run_is_active(const struct run *run);
/* False, and a refusal, if it is. */
bool run_is_idle(const struct run *run, struct err *why);
/* It has changed: the next runs_write() takes it along. */
void run_save(struct run *run);
/* It begins when the store knows it.  False: it runs already, or there are too many. */
bool run_start(struct run *run, struct err *why);
/* It begins by itself when it is its turn. */
bool run_wait(struct run *run, struct err *why);

enum run_pace { RUN_AFTER_GAMES, RUN_NOW };
void run_stop(struct run *run, enum run_pace pace);

/* How long it has been playing, in all sittings. */
int64_t run_elapsed_ms(const struct run *run);

#endif
