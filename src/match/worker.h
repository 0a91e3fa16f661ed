#ifndef MATCH_WORKER_H
#define MATCH_WORKER_H

/*
 * A worker takes pairs of games from the queue of a store, plays them, several at a time, and
 * submits the results.  Two built-in players meet in this process, each game on a thread of libuv's
 * pool; a game with a program is played at a server of our own (match/bot_server.h).  Everything
 * here is on the loop's thread.
 *
 * A test is refused if its match cannot be read here, if a program is unknown here or has other
 * files, or if this program searches otherwise than queue_test.signature says (search/signature.h;
 * "": any search will do).
 *
 * A game that cannot begin because of the machine (no process, memory, descriptor or port) is not
 * lost: the worker tries again after each of its pauses, then hands its pairs back and fails with
 * the reason.
 */

#include "match/match_events.h"
#include "net/sandbox.h"
#include "store/db_thread.h"

enum {
    WORKER_SLOTS_MAX = 256,
    WORKER_NAME_SIZE = QUEUE_WORKER_SIZE,
    WORKER_PAUSES = 3, /* after machine faults in a row */
};

struct worker;

enum worker_news {
    WORKER_SUBMITTED, /* results are in the store */
    WORKER_REFUSED,   /* `test`, because of `why`; told once for every test */
    WORKER_IDLE,      /* nothing is left to do, at least for now */
    WORKER_FAILED,    /* it cannot go on, because of `why`: the disk, the store, the machine */
    WORKER_STOPPED,   /* after worker_stop(): its handles are closed */
};

struct worker_config {
    struct db_thread *db_thread;
    /* Unique at this store.  Pairs that a killed process of this name had taken are free again. */
    const char *name;
    const char *version; /* of this program */
    int64_t only_test;   /* 0: every test that can be played here */
    int slots;           /* games at a time, at most WORKER_SLOTS_MAX */
    int lease_ms;
    const char *scratch; /* a folder for the bot server; must exist */
    const char *live;    /* the file of match/live_games.h; NULL: none is written */
    int port;            /* of the bot server; 0: any free one */
    enum sandbox_wish sandbox;
    enum lang lang;
    int pauses_ms[WORKER_PAUSES]; /* all 0: 1, 5 and 15 seconds */
    /* Programs that may be started here; borrowed. */
    const struct match_player *bots;
    int bot_count;
    const struct match_events *events; /* borrowed */
    /* For the owner of the worker. */
    void (*on_news)(void *owner, enum worker_news news, const struct queue_test *test,
                    const struct err *why);
    void *owner;
};

/* NULL: `why` says it. */
struct worker *worker_create(uv_loop_t *loop, const struct worker_config *config, struct err *why);
/* There may be new pairs in the queue. */
void worker_poll(struct worker *worker);
/* How many games are being played. */
int worker_games_running(const struct worker *worker);
int64_t worker_games_played(const struct worker *worker);
/* Has each game a core of its own? */
bool worker_has_own_cores(const struct worker *worker);

enum worker_stopping { WORKER_AFTER_GAMES, WORKER_AT_ONCE };
/* Takes no more pairs, hands back those without a result, and closes its handles:
 * WORKER_STOPPED. */
void worker_stop(struct worker *worker, enum worker_stopping stopping);
/* After the loop has ended; NULL is fine. */
void worker_destroy(struct worker *worker);

#endif
