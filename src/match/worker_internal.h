#ifndef MATCH_WORKER_INTERNAL_H
#define MATCH_WORKER_INTERNAL_H

/*
 * Shared by worker.c (plays games) and worker_visit.c (submits results, finds tests, takes pairs);
 * private to them.  Every callback ends in worker_turn(), which does all that can be done now.
 */

#include "match/bot_server.h"
#include "match/live_games.h"
#include "match/worker.h"

enum {
    WORKER_TESTS_MAX = 4096, /* remembered, with those that were refused */
    WORKER_TAKE_MAX = 64,    /* pairs taken at a time */
    WORKER_STOCK_MAX = WORKER_SLOTS_MAX + WORKER_TAKE_MAX,
    WORKER_US_PER_MS = 1000,
};

/* A test that was seen in the queue. */
struct worker_test {
    struct worker_test *next; /* in the order in which they were seen */
    struct queue_test head;   /* the text of its match only until it is checked */
    struct match match;       /* of a test that is checked and not refused */
    bool is_checked;
    bool has_pairs; /* that may be taken, as far as is known */
    struct err why; /* of a check that failed */
    /* The loop's only. */
    bool has_begun, refusal_is_told;
    int users; /* its pairs in stock and in slots */
    /* Written by both threads. */
    atomic_bool is_refused;
};

/* A visit to the store: submits results, gives a sign of life, takes pairs.  While it is under way,
 * it and the list of tests are the database thread's, else the loop's. */
struct worker_visit {
    struct db_task task;
    bool is_sent;
    int tries;
    bool is_first; /* frees the pairs of a process of the same name that was killed */
    bool is_last;  /* hands all pairs back */
    bool signs;    /* prolongs the leases */
    bool lists;    /* the tests with free pairs */
    int wanted;    /* pairs */
    struct queue_result **results; /* owned */
    int result_count;
    struct queue_worker entry; /* name and machine of this worker */
    int64_t last_test; /* of the pair taken last; the next pair is taken from the test after it */
    struct queue_pair pairs[WORKER_TAKE_MAX];
    int pair_count;
};

/* A place where games are played one after the other. */
struct slot {
    struct worker *worker;
    int index;
    bool is_busy;
    bool is_at_bot_server;
    bool is_paused; /* its game could not begin, because of the machine */
    struct worker_test *test;
    struct queue_pair pair;
    int game_of_pair; /* the next one to be played: 0, 1, 2 */
    int64_t began_us;
    const struct match *match; /* the test's, or with the pair's parameters put in: */
    struct match applied;
    struct pair_game game;
    struct builtin_player *builtin[MATCH_SEATS]; /* NULL: not needed so far */
    struct result *result;
    bool is_played;   /* to its end: the result is complete */
    struct task work; /* of a game inside this process */
};

struct worker {
    struct worker_config config;
    uv_loop_t *loop;
    uv_timer_t timer;
    /* Tests, pairs and results. */
    struct worker_test *tests;
    struct worker_visit visit;
    bool list_is_due;   /* there may be new tests */
    bool found_nothing; /* at the last list of all tests */
    bool is_new;        /* it has not visited the store */
    int64_t listed_us, sign_due_us;
    struct queue_pair stock[WORKER_STOCK_MAX]; /* taken and not begun, a ring */
    int stock_first, stock_count;
    struct queue_result **results; /* not submitted; owned */
    int result_count;
    /* Games. */
    struct slot *slots;
    struct task_thread *players; /* built-in ones think on its threads, one for each slot */
    struct live_games *live;     /* NULL: none is written */
    int busy;
    int64_t played;
    int64_t pair_us; /* how long a pair takes, about; 0: unknown */
    struct bot_server *bot_server;
    int bot_slots; /* so many of the first slots may use it */
    int cores[WORKER_SLOTS_MAX];
    bool has_cores; /* each slot has its own */
    /* Machine faults. */
    int faults; /* in a row */
    int64_t paused_until_us;
    /* The end. */
    atomic_bool stop; /* read by the threads that play */
    bool was_idle;
    bool is_stopping;  /* no game begins any more */
    bool store_failed; /* nothing is sent to it any more */
    bool has_handed_back, is_closed;
};

/* ---- worker.c ---- */
void worker_turn(struct worker *worker);
/* The worker cannot go on: it stops. */
void worker_fail(struct worker *worker, const struct err *why);

/* ---- worker_visit.c ---- */
struct worker_test *worker_test_by_id(const struct worker *worker, int64_t id);
void worker_visit_refuse_test(struct worker *worker, struct worker_test *test,
                              const struct err *why);
/* Visits the store if there is a reason to, and takes up to `wanted` pairs. */
void worker_visit_store(struct worker *worker, int wanted);
/* The last visit: hands all pairs back. */
void worker_visit_hand_back(struct worker *worker);
void worker_visit_free(struct worker *worker);

#endif
