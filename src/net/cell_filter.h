#ifndef NET_CELL_FILTER_H
#define NET_CELL_FILTER_H

/*
 * System calls that a program in a cell (net/sandbox.h) is refused: new namespaces, looking into
 * other processes, keys, and whatever else of the kernel no player of games needs.  A refusal is an
 * error of the call (EPERM, or ENOSYS where programs have another way), never the end of the
 * program.
 */

#include <stdbool.h>
#include <stddef.h>

enum {
    CELL_FILTER_SIZE = 16 * 1024,
    CELL_FILTER_FD = 9, /* where bubblewrap finds it */
};

struct cell_filter {
    unsigned char bytes[CELL_FILTER_SIZE]; /* as bubblewrap's --seccomp reads it */
    size_t len;
};

/* False: this system has no such filters, or errno says what else is missing. */
bool cell_filter_make(struct cell_filter *filter);

/* In a process that is to become bubblewrap: puts such a descriptor where it looks for it. */
void cell_filter_place(int file);

/* A new descriptor from which all of it can be read; -1: there is none. */
int cell_filter_open(const struct cell_filter *filter);

#endif
