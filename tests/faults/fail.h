#ifndef TESTS_FAULTS_FAIL_H
#define TESTS_FAULTS_FAIL_H

/*
 * A library for LD_PRELOAD that makes system and library calls fail, so that tests can see what the
 * program does then.  Calls are counted by kind; the environment says which one fails:
 *
 *   FAIL=write         the kind: see fail_kinds in fail.c
 *   FAIL_AT=7          the seventh call of this kind fails, …
 *   FAIL_COUNT=3       … and the two after it (0: all of them; without it: only this one)
 *   FAIL_EVERY=5       of these only every fifth
 *   FAIL_ERRNO=ENOSPC  what it says (each kind has a usual one); `short`: half of it is done
 *   FAIL_WHILE=PATH    counts and fails only while this file exists
 *   FAIL_REPORT=PATH   a file for the counts of all kinds, then how many calls have failed
 *   FAIL_SHOW=1        each failure is shown on stderr with its callers
 *
 * Only the process that was started counts: neither the processes that it forks nor the programs
 * that it starts, which find none of these variables.
 */

#include <stdbool.h>
#include <stddef.h>

enum fail_kind {
    FAIL_MALLOC,    /* asked for by the program itself */
    FAIL_LIBMALLOC, /* asked for by a library */
    FAIL_READ,      /* of files */
    FAIL_WRITE,     /* of files */
    FAIL_OPEN,
    FAIL_FSYNC,
    FAIL_NAME, /* rename, unlink, mkdir … */
    FAIL_SIZE, /* ftruncate, fallocate */
    FAIL_LOCK, /* flock, and fcntl's locks */
    FAIL_MAP,
    FAIL_FORK,
    FAIL_THREAD,
    FAIL_SOCKET, /* socket, bind, listen, connect, pipe, eventfd … */
    FAIL_ACCEPT,
    FAIL_RECV,   /* from sockets */
    FAIL_SEND,   /* to sockets */
    FAIL_SIGNAL, /* any call that a signal may interrupt */
    FAIL_QUERY,  /* of SQLite or PostgreSQL */
    FAIL_KINDS,
};

/* Counts a call.  True: it shall fail, and errno says how. */
bool fail_now(enum fail_kind kind);
/* The same for memory that is wanted by the code at this address. */
bool fail_memory(const void *caller);
/* The same for a call about a descriptor: files, sockets and all others are different kinds. */
bool fail_read(int fd, size_t *len);
bool fail_write(int fd, size_t *len);

#endif
