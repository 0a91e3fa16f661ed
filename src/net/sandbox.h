#ifndef NET_SANDBOX_H
#define NET_SANDBOX_H

/*
 * A cell for a stranger's program, made by bubblewrap: it sees the system read-only, has a home and a /tmp
 * of its own that vanish with it, sees no other process, and has no network but one port of 127.0.0.1.
 * Behind that port a relay (this program again, inside the cell) leads to a unix socket of the server.
 */

#include "base/buf.h"
#include "base/err.h"

#include <limits.h>

enum sandbox_wish { SANDBOX_OFF, SANDBOX_AUTO, SANDBOX_ON };

/* One of SANDBOX_WORDS. */
#define SANDBOX_WORDS "auto, on, off"
bool sandbox_wish_find(const char *word, enum sandbox_wish *wish);

/* Shall there be a cell?  Tried for real, once in the life of the process.  SANDBOX_AUTO is never refused: it
 * says no where there is none to be had.  False: it was asked for and cannot be, `why` says what is missing. */
bool sandbox_choose(enum sandbox_wish wish, bool *has_cell, struct err *why);

enum { SANDBOX_WORDS_MAX = 160, SANDBOX_TEXT_SIZE = 16 * 1024 };

/* A command inside its cell, ready for child_start. */
struct sandbox_command {
    char program[PATH_MAX];
    char *argv[SANDBOX_WORDS_MAX + 1];
    int argc;
    char text[SANDBOX_TEXT_SIZE];
    struct buf buf;
};

struct sandbox_task {
    const char *program; /* the file */
    char *const *argv;   /* ended by NULL */
    const char *folder;  /* where it works: read-only, and seen as a whole */
    const char *socket;  /* the server's unix socket … */
    int port;            /* … seen in the cell as this port of 127.0.0.1 */
};

/* Must not be moved afterwards.  False: too long. */
bool sandbox_make(struct sandbox_command *command, const struct sandbox_task *task,
                  struct err *why);

/* The other side, inside the cell: leads connections to `port` to the socket while the program runs; the exit
 * code is the program's. */
int sandbox_relay(const char *socket, int port, char *const argv[]);

#endif
