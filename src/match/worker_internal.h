#ifndef MATCH_WORKER_INTERNAL_H
#define MATCH_WORKER_INTERNAL_H

/*
 * What the files of the worker share; private to them.  worker.c plays, worker_desk.c speaks with the db_thread,
 * worker_tests.c knows the tests.  Whatever happens ends in worker_turn(), which does all that can be done now.
 */

#include "match/bot_server.h"
#include "match/result.h"
#include "match/worker.h"
#include "search/builtin_player.h"
#include "search/signature.h"

enum {
    WORKER_TESTS_MAX = 1024, /* with jobs, at a time; more come when these are over */
    WORKER_KNOWN_MAX = 4096, /* also those that were refused */
    WORKER_TAKE_MAX = 64,    /* jobs at a time */
    WORKER_STOCK_MAX = WORKER_SIZE_MAX + WORKER_TAKE_MAX,
    WORKER_SUBMIT_MAX = 256, /* results at a time */
    WORKER_GAMES_MAX = 16,   /* kinds of games whose signature is remembered */
};

/* ---- tests ---- */

enum worker_test_state { TEST_NEW, TEST_READY, TEST_REFUSED };

/* A test that was seen in the queue. */
struct worker_test {
    struct worker_test *next; /* in the order of entry */
    struct queue_test head;   /* the text of its match is our own memory */
    enum worker_test_state state;
    struct match match; /* of TEST_READY */
    struct err why;     /* of TEST_REFUSED */
    bool has_jobs;      /* in the last list … */
    bool is_empty;      /* … but we asked later, and nothing was left */
    bool has_begun;
    int users; /* jobs of it that we have, and the exam */
};

/* Whether a test can be played here is found out on a thread: files are read, the search is tried. */
struct worker_check {
    uv_work_t work;
    struct worker_test *test; /* NULL: none is at work */
    bool is_passed;
};

/* ---- tasks ---- */

/* Which tests have jobs, and some of these. */
struct worker_look {
    struct db_task task;
    struct worker *worker;
    bool is_out;
    int tries;
    /* What is wanted. */
    bool lists;
    int wanted;
    int64_t known[WORKER_KNOWN_MAX], asked[WORKER_TESTS_MAX];
    int known_count, asked_count;
    /* What was found. */
    struct worker_test *found; /* that are not known */
    int found_count;
    int64_t listed[WORKER_TESTS_MAX];
    int listed_count;
    struct queue_pair jobs[WORKER_TAKE_MAX];
    int job_count;
    int dry_count; /* so many of `asked`, from the first one on, had no more */
};

struct worker_submit {
    struct db_task task;
    struct worker *worker;
    bool is_out;
    struct queue_result *results[WORKER_SUBMIT_MAX]; /* owned */
    int count;
};

/* A sign of life; the first one and the last one give back what we have not done. */
struct worker_sign {
    struct db_task task;
    struct worker *worker;
    bool is_out;
    bool gives_back;
    int64_t due_us;
    struct queue_worker entry;
};

/* ---- games ---- */

/* A place where games are played one after the other. */
struct slot {
    struct worker *worker;
    int index;
    bool is_busy, is_at_venue;
    struct worker_test *test;
    struct queue_pair order;
    int leg; /* the game of the pair that is next */
    int64_t began_us;
    const struct match *match; /* the test's, or with the job's parameters put in: */
    struct match applied;
    struct pair_game job;
    /* For games inside this process. */
    uv_work_t work;
    struct builtin_player *builtin[MATCH_SEATS];
    struct played *played;
    bool is_played;
};

struct worker {
    struct worker_config config;
    char name[WORKER_NAME_SIZE];
    uv_loop_t *loop;
    uv_timer_t timer;
    struct worker_test *tests;
    struct worker_check exam;
    char signatures[WORKER_GAMES_MAX][SIGNATURE_TEXT_SIZE]; /* the exam's */
    int64_t last_test; /* whose jobs were taken last; the next one is another one's turn */
    struct worker_look look;
    bool list_is_due;   /* tests may have come or gone */
    bool found_nothing; /* at the last look at everything */
    int64_t listed_us;
    struct worker_submit submit;
    struct worker_sign sign;
    struct queue_pair stock[WORKER_STOCK_MAX]; /* taken and not begun, in a ring */
    int stock_first, stock_count;
    struct queue_result **results; /* not handed in; owned */
    int result_count;
    struct slot *slots;
    int busy;
    int64_t played;
    int64_t job_us; /* how long a job takes, about; 0: unknown */
    struct bot_server *bot_server;
    int tables;
    int cores[WORKER_SIZE_MAX];
    bool has_cores;   /* each slot has its own */
    atomic_bool stop; /* for the threads */
    bool was_idle;
    bool is_stopping, is_cut, has_given_back, is_closed, has_failed;
    void (*on_stopped)(void *context);
};

void worker_turn(struct worker *worker);
/* The house cannot go on. */
void worker_fail(struct worker *worker, const struct err *why);

/* ---- worker_tests.c ---- */
struct worker_test *worker_tests_find(const struct worker *worker, int64_t id);
/* Tests that were found; the list is now the worker's. */
void worker_tests_add(struct worker *worker, struct worker_test *found);
/* Only these have jobs now; most others are forgotten. */
void worker_tests_update(struct worker *worker, const int64_t jobs[], int count);
/* Examines the next new one, unless one is being examined. */
void worker_tests_examine(struct worker *worker);
bool worker_tests_are_examined(const struct worker *worker);
void worker_tests_refuse(struct worker *worker, struct worker_test *test, const struct err *why);
/* A copy for the list. */
struct worker_test *worker_tests_copy(const struct queue_test *test);
void worker_tests_free(struct worker_test *tests);

/* ---- worker_desk.c ---- */
void worker_store_open(struct worker *worker);
/* Takes jobs if some are needed, and looks for new tests if that is due. */
void worker_store_look(struct worker *worker, int wanted);
/* Keeps a result, which is now the worker's, until worker_store_submit hands it in. */
void worker_store_keep(struct worker *worker, struct queue_result *result);
void worker_store_submit(struct worker *worker);
/* A sign of life, if it is time; at the end the jobs that are left are given back. */
void worker_store_say_hello(struct worker *worker);
void worker_store_give_back(struct worker *worker);
bool worker_store_is_quiet(const struct worker *worker);
void worker_store_close(struct worker *worker);

#endif
