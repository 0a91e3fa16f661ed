#ifndef NET_RELAY_H
#define NET_RELAY_H

/*
 * The inside of a cell (net/sandbox.h): runs a program and leads its connections to a port of
 * 127.0.0.1 to a unix socket.
 */

enum {
    RELAY_LINES_MAX = 16,       /* connections at a time; more have to wait */
    RELAY_BYTES = 32 * 1024,    /* on their way in one direction */
    RELAY_LAST_WORDS_MS = 1000, /* for what a program has said before its end */
};

struct relay_task {
    const char *socket;
    int port;
    const char *program; /* the file */
    char *const *argv;   /* ended by NULL */
};

/* Returns when the program has ended: its exit code, or 128 and the signal.  127: it does not
 * start. */
int relay_run(const struct relay_task *task);

#endif
