#ifndef ARENA_VENUE_H
#define ARENA_VENUE_H

/*
 * Where programs play: a server of our own on a free port of this machine, with a number of tables.  Each
 * game starts its programs anew and ends when they are gone.  Built-in players think on worker threads.
 * Everything is on the loop's thread.
 */

#include "arena/note.h"
#include "net/sandbox.h"

#include <uv.h>

enum { VENUE_TABLES_MAX = 32 }; /* two programs each, and the server runs 64 */

struct venue;

struct venue_config {
    const struct game_rules *rules; /* of whoever sits down and does not say what to play */
    int tables;                     /* at most VENUE_TABLES_MAX */
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
struct venue *venue_create(uv_loop_t *loop, const struct venue_config *config, struct err *why);
/* Begins a game at a free table; `terms` is borrowed until it is over.  What goes wrong is part of its
 * result. */
void venue_play(struct venue *venue, int table, const struct terms *terms, const struct job *job);
/* Ends everything; games that are not over have no result.  The loop then ends. */
void venue_stop(struct venue *venue);
/* After the loop has ended; NULL is fine. */
void venue_destroy(struct venue *venue);

#endif
