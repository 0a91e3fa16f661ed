#ifndef MATCH_WORKER_INTERNAL_H
#define MATCH_WORKER_INTERNAL_H

/*
 * Shared by worker.c (plays games, submits results) and worker_pairs.c (finds tests, takes pairs);
 * private to them.  Every callback ends in worker_turn(), which does all that can be done now.
 */

#include "match/bot_server.h"
#include "match/worker.h"
#include "search/builtin_player.h"
#include "search/signature.h"

enum {
    WORKER_TESTS_MAX = 1024, /* with free pairs, at a time; more come when these are over */
    WORKER_KNOWN_MAX = 4096, /* tests remembered, with those that were refused */
    WORKER_TAKE_MAX = 64,    /* pairs taken at a time */
    WORKER_STOCK_MAX = WORKER_SLOTS_MAX + WORKER_TAKE_MAX,
    WORKER_SUBMIT_MAX = 256, /* results submitted at a time */
    WORKER_GAMES_MAX = 16,   /* kinds of games whose signature is remembered */
};

enum worker_test_state { TEST_NEW, TEST_READY, TEST_REFUSED };

/* A test that was seen in the queue. */
struct worker_test {
    struct worker_test *next; /* in the order of entry */
    struct queue_test head;   /* the text of its match is the worker's memory */
    enum worker_test_state state;
    struct match match; /* of TEST_READY */
    struct err why;     /* of TEST_REFUSED */
    bool has_pairs;     /* in the last list of tests … */
    bool is_empty;      /* … but later none could be taken */
    bool has_begun;
    int users; /* its pairs in stock and in slots, and its check */
};

/* Whether a test can be played here: files are read and the search is tried, so on a thread of the
 * pool. */
struct worker_check {
    uv_work_t work;
    struct worker_test *test; /* NULL: no check is running */
    bool is_passed;
};

/* A question to the store: which tests have free pairs, and some pairs of them. */
struct worker_look {
    struct db_task task;
    struct worker *worker;
    bool is_sent;
    int tries;
    /* The question. */
    bool lists; /* all tests, not only pairs of those known */
    int wanted;
    int64_t known[WORKER_KNOWN_MAX], asked[WORKER_TESTS_MAX];
    int known_count, asked_count;
    /* The answer. */
    struct worker_test *found; /* tests that were not known */
    int found_count;
    int64_t listed[WORKER_TESTS_MAX];
    int listed_count;
    struct queue_pair pairs[WORKER_TAKE_MAX];
    int pair_count;
    int dry_count; /* so many of `asked`, from the first one on, have no free pair left */
};

struct worker_submit {
    struct db_task task;
    struct worker *worker;
    bool is_sent;
    struct queue_result *results[WORKER_SUBMIT_MAX]; /* owned */
    int count;
};

/* A sign of life, which prolongs the leases; the first and the last one hand pairs back instead. */
struct worker_sign {
    struct db_task task;
    struct worker *worker;
    bool is_sent;
    bool hands_back;
    int64_t due_us;
    struct queue_worker entry;
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
    /* For games inside this process. */
    uv_work_t work;
    struct builtin_player *builtin[MATCH_SEATS];
    struct result *result;
    bool is_played;
};

struct worker {
    struct worker_config config;
    char name[WORKER_NAME_SIZE];
    uv_loop_t *loop;
    uv_timer_t timer;
    /* Tests and pairs. */
    struct worker_test *tests;
    struct worker_check check;
    char signatures[WORKER_GAMES_MAX][SIGNATURE_TEXT_SIZE]; /* written by the check only */
    int64_t last_test; /* of the pair taken last; the next pair is taken from the test after it */
    struct worker_look look;
    bool list_is_due;   /* there may be new tests */
    bool found_nothing; /* at the last list of all tests */
    int64_t listed_us;
    struct queue_pair stock[WORKER_STOCK_MAX]; /* taken and not begun, a ring */
    int stock_first, stock_count;
    /* Games. */
    struct slot *slots;
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
    /* Results. */
    struct queue_result **results; /* not submitted; owned */
    int result_count;
    struct worker_submit submit;
    struct worker_sign sign;
    /* The end. */
    atomic_bool stop; /* read by the threads that play */
    bool was_idle;
    bool is_stopping, is_cut, has_handed_back, is_closed;
    bool has_failed;   /* WORKER_FAILED was told: no game begins any more */
    bool store_failed; /* … because the store refuses: nothing is sent to it any more */
};

/* ---- worker.c ---- */
void worker_turn(struct worker *worker);
void worker_tell(struct worker *worker, enum worker_news news, const struct err *why);
/* The worker cannot go on. */
void worker_fail(struct worker *worker, const struct err *why);
/* A database task is done: if it was refused, the worker fails. */
void worker_note_task(struct worker *worker, const struct db_task *task);

/* ---- worker_pairs.c ---- */
struct worker_test *worker_pairs_find_test(const struct worker *worker, int64_t id);
void worker_pairs_refuse_test(struct worker *worker, struct worker_test *test,
                              const struct err *why);
/* Checks the next new test, unless a check is running. */
void worker_pairs_check_tests(struct worker *worker);
bool worker_pairs_are_checked(const struct worker *worker);
/* Takes up to `wanted` pairs, and lists the tests if that is due. */
void worker_pairs_look(struct worker *worker, int wanted);
void worker_pairs_free(struct worker *worker);

#endif
