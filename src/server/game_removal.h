#ifndef SERVER_GAME_REMOVAL_H
#define SERVER_GAME_REMOVAL_H

/*
 * Deletes games for good: their rows, moves, replays, the output of their bots, and what the
 * server remembers of them.  Only games that are over: then no line of the journal about them is
 * still to come, so nothing brings them back.
 */

#include "base/task_thread.h"
#include "server/journal.h"
#include "store/store.h"

enum { GAME_REMOVAL_MAX = 500 }; /* games at a time */

struct removed_game {
    int64_t number;         /* 0: not known, the room says which */
    char id[STORE_ID_SIZE]; /* of its room; the two must belong together */
};

struct game_removal {
    struct task task; /* the archive's; the first member, so a task is its removal */
    struct archive *archive;
    struct journal_place end; /* of the journal when it was asked for */

    struct removed_game games[GAME_REMOVAL_MAX];
    int count;
    /* On the loop's thread, at the end; `task` says how it went.  Frees it. */
    void (*done)(struct game_removal *removal);
    void *context;

    /* What became of the games. */
    int removed, unknown, unfinished;
    bool has_remains; /* of the database: another process reads an older state of the file */
};

/* In a store that no server, or the calling one, works with. */
bool game_removal_run(struct game_removal *removal, struct store *store, const char *folder,
                      struct err *why);

/* The server forgets them, then its archive deletes them.  False: `done` will not be called. */
struct server;
bool game_removal_start(struct server *server, struct game_removal *removal, struct err *why);

#endif
