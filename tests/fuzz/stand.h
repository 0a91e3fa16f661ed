#ifndef TESTS_FUZZ_STAND_H
#define TESTS_FUZZ_STAND_H

/* A whole server on a loop in this process, for targets that speak to it.  After each run its games
 * are called off; ids, secrets and boards are the same in every run. */

#include "fuzz.h"

#include "server/internal.h"

struct stand {
    uv_loop_t loop;
    char folder[PATH_MAX]; /* its data */
    struct server *server;
};

/* The administrator's password is "geheim". */
void stand_open(struct stand *stand, const char *name);
/* Some turns of the loop: all that does not wait for a thread or a clock is done. */
void stand_run(struct stand *stand, int turns);
/* One turn that waits for threads, as long as `*count` is not 0; ends the program after a very long
 * time. */
void stand_wait_for_none(struct stand *stand, const int *count);
/* Before a run: chance begins anew. */
void stand_begin(struct stand *stand);
/* After it, without connections. */
void stand_call_off(struct stand *stand);

/* Reads what the server has sent; false: there was nothing.  KIELWASSER_FUZZ_SHOW in the
 * environment prints it. */
bool stand_drain(int line);

#endif
