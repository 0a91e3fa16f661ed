#ifndef ARENA_CREW_PARTS_H
#define ARENA_CREW_PARTS_H

/*
 * What the files of the crew share; private to them.  crew.c plays, crew_desk.c speaks with the clerk,
 * crew_tests.c knows the tests.  Whatever happens ends in crew_turn(), which does all that can be done now.
 */

#include "arena/crew.h"
#include "arena/mind.h"
#include "arena/note.h"
#include "arena/venue.h"
#include "search/signature.h"

enum {
    CREW_TESTS_MAX = 1024, /* with jobs, at a time; more come when these are over */
    CREW_KNOWN_MAX = 4096, /* also those that were refused */
    CREW_TAKE_MAX = 64,    /* jobs at a time */
    CREW_STOCK_MAX = CREW_SIZE_MAX + CREW_TAKE_MAX,
    CREW_SUBMIT_MAX = 256, /* results at a time */
    CREW_GAMES_MAX = 16,   /* kinds of games whose signature is remembered */
};

/* ---- tests ---- */

enum crew_test_state { TEST_NEW, TEST_READY, TEST_REFUSED };

/* A test that was seen in the queue. */
struct crew_test {
    struct crew_test *next; /* in the order of entry */
    struct queue_test head; /* the text of its terms is our own memory */
    enum crew_test_state state;
    struct terms terms; /* of TEST_READY */
    struct err why;     /* of TEST_REFUSED */
    bool has_jobs;      /* in the last list … */
    bool is_empty;      /* … but we asked later, and nothing was left */
    bool has_begun;
    int users; /* jobs of it that we have, and the exam */
};

/* Whether a test can be played here is found out on a thread: files are read, the search is tried. */
struct crew_exam {
    uv_work_t work;
    struct crew_test *test; /* NULL: none is at work */
    bool is_passed;
};

/* ---- chores ---- */

/* Which tests have jobs, and some of these. */
struct crew_look {
    struct chore chore;
    struct crew *crew;
    bool is_out;
    int tries;
    /* What is wanted. */
    bool lists;
    int wanted;
    int64_t known[CREW_KNOWN_MAX], asked[CREW_TESTS_MAX];
    int known_count, asked_count;
    /* What was found. */
    struct crew_test *found; /* that are not known */
    int found_count;
    int64_t listed[CREW_TESTS_MAX];
    int listed_count;
    struct queue_job jobs[CREW_TAKE_MAX];
    int job_count;
    int dry_count; /* so many of `asked`, from the first one on, had no more */
};

struct crew_submit {
    struct chore chore;
    struct crew *crew;
    bool is_out;
    struct queue_result results[CREW_SUBMIT_MAX]; /* their lines are our own memory */
    int count;
};

/* A sign of life; the first one and the last one give back what we have not done. */
struct crew_sign {
    struct chore chore;
    struct crew *crew;
    bool is_out;
    bool gives_back;
    int64_t due_us;
    struct queue_worker worker;
};

/* ---- games ---- */

/* A place where games are played one after the other. */
struct lane {
    struct crew *crew;
    int index;
    bool is_busy, is_at_venue;
    struct crew_test *test;
    struct queue_job order;
    int leg; /* the game of the pair that is next */
    int64_t began_us;
    const struct terms *terms; /* the test's, or with the job's parameters put in: */
    struct terms applied;
    struct job job;
    /* For games inside this process. */
    uv_work_t work;
    struct mind *minds[ARENA_SEATS];
    struct played *played;
    bool is_played;
};

struct crew {
    struct crew_config config;
    char name[CREW_NAME_SIZE];
    uv_loop_t *loop;
    uv_timer_t timer;
    struct crew_test *tests;
    struct crew_exam exam;
    char signatures[CREW_GAMES_MAX][SIGNATURE_TEXT_SIZE]; /* the exam's */
    int64_t last_test; /* whose jobs were taken last; the next one is another one's turn */
    struct crew_look look;
    bool list_is_due;   /* tests may have come or gone */
    bool found_nothing; /* at the last look at everything */
    int64_t listed_us;
    struct crew_submit submit;
    struct crew_sign sign;
    struct queue_job stock[CREW_STOCK_MAX]; /* taken and not begun, in a ring */
    int stock_first, stock_count;
    struct queue_result *results; /* not handed in; their lines are our own memory */
    int result_count;
    struct lane *lanes;
    int busy;
    int64_t played;
    int64_t job_us; /* how long a job takes, about; 0: unknown */
    struct venue *venue;
    int tables;
    int cores[CREW_SIZE_MAX];
    bool has_cores;   /* each lane has its own */
    atomic_bool stop; /* for the threads */
    bool was_idle;
    bool is_stopping, is_cut, has_given_back, is_closed, has_failed;
    void (*on_stopped)(void *context);
};

void crew_turn(struct crew *crew);
/* The house cannot go on. */
void crew_fail(struct crew *crew, const struct err *why);

/* ---- crew_tests.c ---- */
struct crew_test *tests_find(const struct crew *crew, int64_t id);
/* Tests that were found; the list is now the crew's. */
void tests_add(struct crew *crew, struct crew_test *found);
/* Only these have jobs now; most others are forgotten. */
void tests_update(struct crew *crew, const int64_t jobs[], int count);
/* Examines the next new one, unless one is being examined. */
void tests_examine(struct crew *crew);
bool tests_are_examined(const struct crew *crew);
void tests_refuse(struct crew *crew, struct crew_test *test, const struct err *why);
/* A copy for the list. */
struct crew_test *tests_copy(const struct queue_test *test);
void tests_free(struct crew_test *tests);

/* ---- crew_desk.c ---- */
void desk_open(struct crew *crew);
/* Takes jobs if some are needed, and looks for new tests if that is due. */
void desk_look(struct crew *crew, int wanted);
/* Keeps a result, one line, until desk_submit hands it in. */
void desk_keep(struct crew *crew, int64_t test, int game, struct slice line);
void desk_submit(struct crew *crew);
/* A sign of life, if it is time; at the end the jobs that are left are given back. */
void desk_say_hello(struct crew *crew);
void desk_give_back(struct crew *crew);
bool desk_is_quiet(const struct crew *crew);
void desk_close(struct crew *crew);

#endif
