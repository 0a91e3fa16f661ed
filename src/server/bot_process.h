#ifndef SERVER_BOT_PROCESS_H
#define SERVER_BOT_PROCESS_H

/*
 * Seats held by programs that the server starts itself.  The program gets a reservation for its
 * seat and joins like any other client.  If it does not, the room waits: the program can be started
 * again, or another player takes the seat.  When the game is over it may go by itself for a moment,
 * then it is ended.
 *
 * Rooms are named by their id, and so are programs: the id and the side.
 */

#include "base/err.h"
#include "base/last_lines.h"
#include "game/game.h"

struct server;

/* What to start (bots/bot_command.h). */
struct bot_process_config {
    const char *command;   /* "": the one that was started for this seat before */
    const char *arguments; /* more of the command line, or "" */
    const char *folder;    /* "": the program's */
    const char *name;      /* for the seat; NULL or "": it keeps the one it has */
    const int *core;       /* the only one it may run on; NULL: any */
};

enum bot_process_phase {
    BOT_PROCESS_NONE,     /* no program was started for this seat, or it is forgotten */
    BOT_PROCESS_STARTING, /* runs and has not joined yet */
    BOT_PROCESS_READY,    /* sits at the table */
    BOT_PROCESS_GONE,     /* has ended */
};

/* What is known of the program of a seat. */
struct bot_process_state {
    enum bot_process_phase phase;
    bool is_late; /* it runs, and has not joined in time */
    int pid;
    int64_t since_ms;               /* when the phase began, milliseconds since 1970 */
    const struct last_lines *lines; /* its output; NULL for BOT_PROCESS_NONE */
    struct err end;                 /* once it is gone: how, as a reason */
};

/* It has ended with an error that was not our doing: `end` says which. */
bool bot_process_has_failed(const struct bot_process_state *state);

/* Starts a program for a seat that is still empty; one that was started for it before is ended.
 * False: nothing has changed, and `why` says what is wrong with the file or the seat. */
bool bot_process_start(struct server *server, const char *room, enum side side,
                       const struct bot_process_config *wish, struct err *why);
/* The last program of this seat, also some time after its game; valid until the loop turns. */
const struct bot_process_state *bot_process_find(const struct server *server, const char *room,
                                                 enum side side);
/* Another player shall sit here: ends the program.  Nothing happens if there is none, or if it has
 * joined. */
void bot_process_drop(struct server *server, const char *room, enum side side);

/* What it has printed up to now goes into the log of its seat. */
void bot_process_catch_up(struct server *server, const char *room, enum side side);

/* The game is deleted, and so is what its programs have printed, once they have ended. */
void bot_processes_forget(struct server *server, const char *room);

/* How many are running. */
int bot_processes_running(const struct server *server);

/* ---- for the server ---- */
void bot_processes_tick(struct server *server, int64_t now_us);
/* The server stops: so do they all, within BOT_STOP_MS. */
void bot_processes_stop(struct server *server);
/* After the loop has ended. */
void bot_processes_destroy(struct server *server);

#endif
