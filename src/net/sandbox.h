#ifndef NET_SANDBOX_H
#define NET_SANDBOX_H

/*
 * A cell for a stranger's program, made by bubblewrap: it sees the system read-only, has a home and
 * a /tmp of its own that vanish with it, sees no other process, and has no network but one port of
 * 127.0.0.1. Behind that port a relay (net/relay.h: this program again, inside the cell) leads to a
 * unix socket of the server.
 *
 * Homes, /run and temporary folders are not seen, except for what the program needs: the folders
 * where it works and where its main file lies, and the programs of PATH.
 */

#include "base/buf.h"
#include "base/err.h"
#include "net/bot_user.h"
#include "net/cell_filter.h"

#include <limits.h>

enum sandbox_wish { SANDBOX_OFF, SANDBOX_AUTO, SANDBOX_ON };

/* One of SANDBOX_WORDS. */
#define SANDBOX_WORDS "auto, on, off"
extern const char *const sandbox_wish_words[];
bool sandbox_wish_find(const char *word, enum sandbox_wish *wish);

enum {
    SANDBOX_WORDS_MAX = 320,
    SANDBOX_TEXT_SIZE = 32 * 1024,
    SANDBOX_TMP_BYTES = 512 << 20, /* of /tmp, the home included */
    SANDBOX_SHM_BYTES = 64 << 20,  /* of /dev/shm */
};

/* What it takes to make cells on this machine. */
struct sandbox {
    bool is_there;
    bool has_sizes;       /* this bubblewrap can limit the size of /tmp */
    char maker[PATH_MAX]; /* bubblewrap */
    char relay[PATH_MAX]; /* this program, where the user can reach it */
    struct bot_user user; /* of programs */
    struct cell_filter filter;
};

/* Shall there be cells?  Tried for real, which takes some 20 ms.  SANDBOX_AUTO is never refused: it
 * says no where there is none to be had.  False: it was asked for and cannot be.  In both cases
 * `why` says what is missing. */
bool sandbox_choose(enum sandbox_wish wish, struct sandbox *sandbox, struct err *why);

/* A command inside its cell, ready for child_start (with has_cell). */
struct sandbox_command {
    char *argv[SANDBOX_WORDS_MAX + 1];
    int argc;
    char text[SANDBOX_TEXT_SIZE];
    struct buf buf;
};

struct sandbox_task {
    const char *program; /* the file */
    char *const *argv;   /* ended by NULL */
    const char *folder;  /* where it works, seen as a whole unless it is a home; NULL: ours */
    const char *secret;  /* a folder that it must not see, with a whole path */
    const char *socket;  /* the server's unix socket, with a whole path … */
    int port;            /* … seen in the cell as this port of 127.0.0.1 */
};

/* `command` must not be moved afterwards.  False: too long, or it names something that is not the
 * bot's own. */
bool sandbox_make(struct sandbox_command *command, const struct sandbox *sandbox,
                  const struct sandbox_task *task, struct err *why);

/* A program of the system alone in a cell, without any network: to try whether it runs there. */
void sandbox_make_bare(struct sandbox_command *command, const struct sandbox *sandbox,
                       char *const argv[]);

#endif
