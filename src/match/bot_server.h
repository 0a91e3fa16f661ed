#ifndef MATCH_BOT_SERVER_H
#define MATCH_BOT_SERVER_H

/*
 * Games in which a program takes part: a server of our own on a port of this machine, with a number
 * of slots for games.  Each game starts its programs anew and ends when they are gone.  Built-in
 * players think on threads of their own.  Everything here is on the loop's thread.
 */

#include "base/task_thread.h"
#include "match/live_games.h"
#include "match/match_events.h"
#include "net/sandbox.h"
#include "search/builtin_player.h"

#include <uv.h>

enum { BOT_SERVER_SLOTS_MAX = 32 }; /* two programs each, and the server runs 64 */

struct bot_server;

struct bot_server_config {
    const struct game_rules *rules; /* of a client that joins without naming a game */
    int slots;                      /* games at a time, at most BOT_SERVER_SLOTS_MAX */
    const int *cores;          /* where the players of each slot think; NULL: anywhere.  Borrowed */
    const char *folder;        /* the server's own; must exist */
    int port;                  /* 0: any free one */
    enum sandbox_wish sandbox; /* of programs */
    struct task_thread *players;       /* where built-in players think; borrowed */
    struct live_games *live;           /* shows the games of the slots; borrowed */
    const struct match_events *events; /* borrowed */
    /* A game is over, and the next one may begin.  `fault` not NULL: it could not begin because of
     * the machine, and no player has lost. */
    void (*on_played)(void *context, int slot, const struct err *fault);
    void *context;
};

/* NULL: cannot start, `why` says it. */
struct bot_server *bot_server_create(uv_loop_t *loop, const struct bot_server_config *config,
                                     struct err *why);
/* Begins a game in a free slot.  All is borrowed until the game is over: also `builtin`, the
 * built-in players, and `result`, which on_played() gets. */
void bot_server_play(struct bot_server *bot_server, int slot, const struct pair_game *game,
                     struct builtin_player *const builtin[MATCH_SEATS], struct result *result);
/* Ends everything; games that are not over have no result.  The loop then ends. */
void bot_server_stop(struct bot_server *bot_server);
/* After the loop has ended; NULL is fine. */
void bot_server_destroy(struct bot_server *bot_server);

#endif
