#ifndef MATCH_WORKER_H
#define MATCH_WORKER_H

/*
 * Those who play what is in the queue: takes jobs, plays their games, several at a time, hands in the results.
 * Two built-in players meet in this process, a game being one piece of work for a thread; where a program
 * takes part, the game is played at a server of our own (match/bot_server.h).  Everything is on the loop's thread.
 *
 * A test is refused if its match cannot be read here, a program is not known or another one, or if this program
 * searches otherwise than queue_test.signature says (search/signature.h; "": that does not matter).
 */

#include "match/match.h"
#include "net/sandbox.h"
#include "store/db_thread.h"
#include "store/queue.h"

enum { WORKER_SIZE_MAX = 256, WORKER_NAME_SIZE = QUEUE_WORKER_SIZE };

struct worker;

struct worker_config {
    struct db_thread *db_thread;
    const char *name;    /* no other worker at this store has it; what a predecessor took is free */
    const char *version; /* of this program */
    int64_t only_test;   /* 0: whatever is in the queue and can be played here */
    int size;            /* games at a time */
    int lease_ms;
    const char *scratch; /* a folder for the server of programs; must exist */
    int port;            /* of that server; 0: any free one */
    enum sandbox_wish sandbox;
    enum lang lang;
    /* What to start for a program of this name; as in match_parse.  Called on a thread of its own. */
    match_resolve *resolve;
    /* A program that somebody starts by hand may sit down now. */
    void (*on_wait)(void *context, int game, int port, const char *reservation);
    /* The first job of this test begins. */
    void (*on_begun)(void *context, const struct queue_test *test);
    /* Results are in the store. */
    void (*on_submitted)(void *context);
    /* This test cannot be played here, told once for every test. */
    void (*on_refused)(void *context, const struct queue_test *test, const struct err *why);
    /* Nothing is left to do, at least for now. */
    void (*on_idle)(void *context);
    /* The house cannot go on: the disk, the port. */
    void (*on_failed)(void *context, const struct err *why);
    void *context;
};

/* NULL: `why` says it. */
struct worker *worker_create(uv_loop_t *loop, const struct worker_config *config, struct err *why);
/* There may be something new in the queue. */
void worker_look(struct worker *worker);
/* How many games are being played. */
int worker_busy(const struct worker *worker);
int64_t worker_played(const struct worker *worker);
/* Has each game a core of its own? */
bool worker_has_cores(const struct worker *worker);

enum worker_stopping { WORKER_AFTER_GAMES, WORKER_AT_ONCE };
/* Takes no more jobs, gives back those it has not begun, and closes its handles when it is through; the loop
 * then ends as far as the worker is concerned.  `on_stopped` may be NULL. */
void worker_stop(struct worker *worker, enum worker_stopping stopping,
                 void (*on_stopped)(void *context));
/* After the loop has ended; NULL is fine. */
void worker_destroy(struct worker *worker);

#endif
