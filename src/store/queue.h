#ifndef STORE_QUEUE_H
#define STORE_QUEUE_H

/*
 * What is to be played, for any number of processes on any number of machines.  A test is a match
 * of two players and consists of pairs; a pair is the games 2n and 2n+1.  A worker takes pairs for
 * a certain time (the lease) and renews it; when the lease of a dead worker is over, its pairs are
 * free again.  A result is a row, known by test and game: the first one stays, a second one for the
 * same game is dropped.
 *
 * The store does not know what the texts of matches, parameters and results mean (match/match.h,
 * match/result.h do).  Every function is one transaction.
 */

#include "store/db.h"

enum {
    QUEUE_KEY_SIZE = 65,
    QUEUE_KIND_SIZE = 16,
    QUEUE_NAME_SIZE = 128,
    QUEUE_WORKER_SIZE = 96,
    QUEUE_PARAMS_SIZE = 1024,
    QUEUE_SIGNATURE_SIZE = 32,
    QUEUE_MATCH_MAX = 4 << 20,
    QUEUE_LEASE_MS = 60 * 1000,
    QUEUE_TRIES_MAX = 3, /* so many leases without a result close a pair */
};

/* Notification channels: new pairs, new results. */
#define QUEUE_NEWS_PAIRS   "kielwasser_pairs"
#define QUEUE_NEWS_RESULTS "kielwasser_results"

/* ---- tests ---- */

struct queue_test {
    int64_t id;
    char key[QUEUE_KEY_SIZE];             /* what makes it this test and no other */
    char kind[QUEUE_KIND_SIZE];           /* "match", "tournament", "selfplay", "spsa" */
    char name[QUEUE_NAME_SIZE];           /* for people */
    char signature[QUEUE_SIGNATURE_SIZE]; /* of the program that entered it (search/signature.h) */
    int games;
    bool is_open; /* pairs may be taken */
    int64_t created_ms;
    struct slice match;  /* JSON; owned by the caller */
    struct slice totals; /* from queue_last_test() only */
};

/* The test with this key, or a new one; adds pairs up to `games` and opens it if there is anything
 * to play. All pairs get another QUEUE_TRIES_MAX tries, also closed ones.  A test never gets fewer
 * games than it had.  Fills id. */
bool queue_enter_test(struct db *db, struct queue_test *test, struct err *why);
/* The id of the test with this key; 0: there is none. */
bool queue_find(struct db *db, const char *key, int64_t *id, struct err *why);
/* For pairs with parameters (SPSA): adds one pair, if it is not there, and opens the test. */
bool queue_add_pair(struct db *db, int64_t test, int pair, const char *params, struct err *why);
/* No pair of it is handed out any more; its results stay. */
bool queue_close_test(struct db *db, int64_t test, struct err *why);

typedef bool queue_on_test(void *context, const struct queue_test *test);
enum queue_which {
    QUEUE_OPEN,
    QUEUE_FREE, /* open, and a pair of it can be taken now */
    QUEUE_ALL,
};
/* In the order of their entry. */
bool queue_tests(struct db *db, enum queue_which which, queue_on_test *on_test, void *context,
                 struct err *why);

/* ---- pairs ---- */

/* As in the column `state`. */
enum queue_pair_state { PAIR_FREE, PAIR_TAKEN, PAIR_DONE, PAIR_CLOSED };

struct queue_pair {
    int64_t test;
    int pair;
    bool is_done[2]; /* the first, the second game has a result already */
    int games;       /* 2, or 1 where a test ends in the middle of a pair */
    char params[QUEUE_PARAMS_SIZE];
};

/* Takes up to `max` pairs of this test, the lowest numbers first; their number, or -1.  A pair
 * whose lease has ended counts a try; at QUEUE_TRIES_MAX tries it is closed and never handed out:
 * its missing games are not played, and a result that comes later is dropped. */
int queue_take(struct db *db, int64_t test, const char *worker, int max, int lease_ms,
               struct queue_pair pairs[], struct err *why);
/* Prolongs the lease of all pairs of this worker. */
bool queue_renew(struct db *db, const char *worker, int lease_ms, struct err *why);
/* Frees all pairs of this worker at once, without counting a try: it stops in order, or because of
 * its machine. */
bool queue_hand_back(struct db *db, const char *worker, struct err *why);
/* The same for a worker whose process was killed: each of its pairs counts a try. */
bool queue_end_leases(struct db *db, const char *worker, struct err *why);

/* ---- results ---- */

/* The texts of a row; match/result.c writes and reads them.  Lists of lines end each line with
 * '\n'. */
enum queue_text {
    QUEUE_RED,      /* the seat that played red: "A" or "B" */
    QUEUE_WINNER,   /* "A", "B", or "" */
    QUEUE_ENDING,   /* "regular", "crash" … */
    QUEUE_OFFENDER, /* "A", "B", or "": none or both */
    QUEUE_END,      /* the rules' word for a regular end: "swarm" */
    QUEUE_FAULT,    /* code and details of an irregular one: "not_own a4" */
    QUEUE_SCORES,   /* of A and of B: "1,8,0 0,5,0" */
    QUEUE_START,    /* the position at the beginning */
    QUEUE_MOVERS,   /* the seat that made each move: "ABAB" */
    QUEUE_TIMES,    /* milliseconds of each move: "12 0 7" */
    QUEUE_LAGS,     /* milliseconds each move waited for the server; "": none did */
    QUEUE_MOVES,    /* lines */
    QUEUE_HINTS,    /* lines; "": no move has one */
    QUEUE_OUTPUT,   /* last lines of the offender's output */
    QUEUE_TEXTS
};

struct queue_result {
    int64_t test;
    int game;
    int64_t seed; /* of the board */
    struct slice texts[QUEUE_TEXTS];
};

/* A copy with its texts in one piece of memory: free() it. */
struct queue_result *queue_result_copy(const struct queue_result *result);

/* Writes results (a game that has one keeps it) and marks complete pairs as done.  Results of
 * removed tests and of closed pairs are dropped. */
bool queue_add_results(struct db *db, const char *worker,
                       const struct queue_result *const results[], int count, struct err *why);
/* One of them, whatever its pair is; inside a transaction. */
bool queue_write_result(struct db *db, const char *worker, const struct queue_result *result,
                        struct err *why);

typedef bool queue_on_result(void *context, const struct queue_result *result);
/* The results from game `from` on, at most `max`, in the order of the games; the texts are valid
 * until the callback returns. */
bool queue_results(struct db *db, int64_t test, int from, int max, queue_on_result *on_result,
                   void *context, struct err *why);

/* A page of results, chosen by the database. */
enum queue_filter {
    QUEUE_EVERY,
    QUEUE_FAILED, /* not ended by the rules */
    QUEUE_LOST,   /* by A */
    QUEUE_WON,
    QUEUE_SHORT, /* all, the shortest first */
    QUEUE_FILTERS
};
struct queue_page {
    int64_t test;
    int before; /* games below this one, … */
    enum queue_filter filter;
    const char *ending, *offender; /* … that ended like this; NULL: in any way */
    bool has_closed_pairs;         /* whose results are left out */
    int from, count;
};
bool queue_result_page(struct db *db, const struct queue_page *page, queue_on_result *on_result,
                       void *context, struct err *why);

/* The test that was entered last, with its totals: the one of a match in a folder of its own. */
bool queue_last_test(struct db *db, queue_on_test *on_test, void *context, struct err *why);
/* The totals of a match for its readers, as a text (match/tally.h). */
bool queue_set_totals(struct db *db, int64_t test, struct slice totals, struct err *why);

/* For many tests at once: is this pair done or closed? */
struct queue_place {
    int64_t test;
    int pair;
    enum queue_pair_state state; /* PAIR_DONE, PAIR_CLOSED; PAIR_FREE: neither */
};
bool queue_pair_states(struct db *db, struct queue_place places[], int count, struct err *why);

/* ---- workers ---- */

struct queue_worker {
    char name[QUEUE_WORKER_SIZE];
    char host[QUEUE_NAME_SIZE];
    char version[QUEUE_SIGNATURE_SIZE];
    int cores;
    int64_t since_ms; /* it has not been silent for long since then */
    int64_t seen_ms;
    int64_t games; /* results that it has written */
    int pairs;     /* that it has at the moment */
};
/* Announces a worker: name, host, version and cores. */
bool queue_say_hello(struct db *db, const struct queue_worker *worker, struct err *why);
typedef bool queue_on_worker(void *context, const struct queue_worker *worker);
bool queue_workers(struct db *db, queue_on_worker *on_worker, void *context, struct err *why);

struct queue_counts {
    int64_t tests_open;
    int64_t pairs_open; /* of open tests */
    int64_t pairs_taken, pairs_done, pairs_closed;
    int64_t results;
    int64_t workers; /* seen lately */
};
bool queue_count(struct db *db, struct queue_counts *counts, struct err *why);

#endif
