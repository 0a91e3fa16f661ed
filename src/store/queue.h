#ifndef STORE_QUEUE_H
#define STORE_QUEUE_H

/*
 * What is to be played, for any number of processes on any number of machines.  A test is a match
 * of two players and consists of jobs; a job is a pair of games, 2n and 2n+1.  A worker takes jobs
 * for a certain time (the lease) and renews it; jobs of a worker that has died come back when the
 * time is over.  Results are lines, known by test and game: whoever comes first has written it, and
 * nothing is ever there twice.
 *
 * Here nobody knows what match, parameters and lines mean; that is arena's business.  Everything is
 * one transaction each.
 */

#include "store/db.h"

enum {
    QUEUE_KEY_SIZE = 65,
    QUEUE_KIND_SIZE = 16,
    QUEUE_NAME_SIZE = 128,
    QUEUE_WORKER_SIZE = 96,
    QUEUE_PARAMS_SIZE = 1024,
    QUEUE_SIGNATURE_SIZE = 32,
    QUEUE_TERMS_MAX = 4 << 20,
    QUEUE_LEASE_MS = 60 * 1000,
};

/* Channels for those who wait. */
#define QUEUE_NEWS_JOBS    "kielwasser_jobs"
#define QUEUE_NEWS_RESULTS "kielwasser_results"

struct queue_test {
    int64_t id;
    char key[QUEUE_KEY_SIZE];             /* what makes it this test and no other */
    char kind[QUEUE_KIND_SIZE];           /* "match", "tournament", "selfplay", "spsa" */
    char name[QUEUE_NAME_SIZE];           /* for people */
    char signature[QUEUE_SIGNATURE_SIZE]; /* of the program that entered it (search/signature.h) */
    int games;
    bool is_open; /* jobs may be taken */
    int64_t created_ms;
    struct slice match; /* JSON; valid as long as whoever made it says */
};

/* The test with this key, or a new one; adds jobs up to `games` and opens it if there is anything
 * to play. Fewer games than before are as many as before.  Fills id. */
bool queue_enter(struct db *db, struct queue_test *test, struct err *why);
/* Only where jobs have parameters (SPSA): one job more, if it is not there; the test is open then.
 */
bool queue_add_job(struct db *db, int64_t test, int pair, const char *params, struct err *why);
/* Nobody takes jobs of it any more; what was played stays. */
bool queue_close(struct db *db, int64_t test, struct err *why);
/* Everything of it is gone. */
bool queue_remove(struct db *db, int64_t test, struct err *why);

typedef bool queue_on_test(void *context, const struct queue_test *test);
enum queue_which {
    QUEUE_OPEN,
    QUEUE_FREE, /* open, and a job of it can be taken now */
    QUEUE_ALL,
};
/* In the order of their entry. */
bool queue_tests(struct db *db, enum queue_which which, queue_on_test *on_test, void *context,
                 struct err *why);

struct queue_pair {
    int64_t test;
    int pair;
    bool is_done[2]; /* the first, the second game has a result already */
    int games;       /* 2, or 1 where a test ends in the middle of a pair */
    char params[QUEUE_PARAMS_SIZE];
};

/* Takes up to `max` jobs of this test, the first ones first; their number, or -1. */
int queue_take(struct db *db, int64_t test, const char *worker, int max, int lease_ms,
               struct queue_pair jobs[], struct err *why);
/* The worker is alive: all its jobs are its for another while. */
bool queue_renew(struct db *db, const char *worker, int lease_ms, struct err *why);
/* The worker plays no more: its jobs are free at once. */
bool queue_give_back(struct db *db, const char *worker, struct err *why);

struct queue_result {
    int64_t test;
    int game;
    struct slice line;
};
/* Writes results (those that are there already stay as they are) and marks jobs that are complete.
 * Results of games that nobody wants, because the test was removed, are dropped. */
bool queue_submit(struct db *db, const char *worker, const struct queue_result results[], int count,
                  struct err *why);

typedef bool queue_on_result(void *context, int game, struct slice line);
/* The results from game `from` on, at most `max`, in the order of the games. */
bool queue_results(struct db *db, int64_t test, int from, int max, queue_on_result *on_result,
                   void *context, struct err *why);

/* For many tests at once: whether the result of this game is there. */
struct queue_place {
    int64_t test;
    int game;
    bool is_there;
};
bool queue_look(struct db *db, struct queue_place places[], int count, struct err *why);

/* ---- who works ---- */

struct queue_worker {
    char name[QUEUE_WORKER_SIZE];
    char host[QUEUE_NAME_SIZE];
    char version[QUEUE_SIGNATURE_SIZE];
    int cores;
    int64_t since_ms; /* it has not been silent for long since then */
    int64_t seen_ms;
    int64_t games; /* results that it has written */
    int jobs;      /* that it has at the moment */
};
/* A worker is here: name, host, version and cores. */
bool queue_say_hello(struct db *db, const struct queue_worker *worker, struct err *why);
typedef bool queue_on_worker(void *context, const struct queue_worker *worker);
bool queue_workers(struct db *db, queue_on_worker *on_worker, void *context, struct err *why);

struct queue_counts {
    int64_t tests_open, jobs_open, jobs_taken, jobs_done; /* jobs_open: those of open tests */
    int64_t results;
    int64_t workers; /* seen lately */
};
bool queue_count(struct db *db, struct queue_counts *counts, struct err *why);

#endif
