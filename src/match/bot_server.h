#ifndef MATCH_BOT_SERVER_H
#define MATCH_BOT_SERVER_H

/*
 * Where programs play: a server of our own on a free port of this machine, with a number of tables.  Each
 * game starts its programs anew and ends when they are gone.  Built-in players think on worker threads.
 * Everything is on the loop's thread.
 */

#include "match/result.h"
#include "net/sandbox.h"

#include <uv.h>

enum { BOT_SERVER_TABLES_MAX = 32 }; /* two programs each, and the server runs 64 */

struct bot_server;

struct bot_server_config {
    const struct game_rules *rules; /* of whoever sits down and does not say what to play */
    int tables;                     /* at most BOT_SERVER_TABLES_MAX */
    const int *cores;   /* where the players of each table think; NULL: anywhere.  Borrowed */
    const char *folder; /* the server's own; must exist */
    int port;           /* 0: any free one */
    enum sandbox_wish sandbox; /* of programs */
    /* A game is over; `played` ends with the call, which may begin the next one at this table. */
    void (*on_played)(void *context, int table, const struct played *played);
    /* A program that somebody starts by hand may sit down now. */
    void (*on_wait)(void *context, int game, int port, const char *reservation);
    void *context;
};

/* NULL: cannot start, `why` says it. */
struct bot_server *bot_server_create(uv_loop_t *loop, const struct bot_server_config *config,
                                     struct err *why);
/* Begins a game at a free table; `match` is borrowed until it is over.  What goes wrong is part of its
 * result. */
void bot_server_play(struct bot_server *bot_server, int table, const struct match *match,
                     const struct pair_game *job);
/* Ends everything; games that are not over have no result.  The loop then ends. */
void bot_server_stop(struct bot_server *bot_server);
/* After the loop has ended; NULL is fine. */
void bot_server_destroy(struct bot_server *bot_server);

#endif
